// A tool returns more than words: images, sounds, files, links, and things that nobody has heard of.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Page } from "@playwright/test";

import { base64, blocks, CSV, everyBlock, GIF, image, JPEG, link, png, resource, SVG, to, TURNED_JPEG, wav, WEBP } from "../support/blocks.mjs";
import { openAll } from "../support/opening.ts";
import { follow, rows, settle, tree, waitFor } from "../support/reading.ts";
import { asks, block, calls, gets, note, says, turn, type StoredEvent, type Workspace } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const VIEWS = ["user", "raw", "provider"] as const;
const BLOB = /^\/api\/conversations\/[^/]+\/blob\/[^/]+\/\d+\?view=(user|raw)$/;

/** A conversation in which a tool returns these blocks. */
const returning = (workspace: Workspace, content: StoredEvent[], more: StoredEvent = {}) =>
  workspace.create("Blocks", [turn(), asks("Show them."), calls("a", "inspect"), { ...gets("a", content), ...more }, says("Shown.")]);

/** Reads the conversation with all of it open. */
async function open(page: Page, path: string) {
  await follow(page, path);
  await openAll(page);
}

const results = (page: Page) => page.locator(".card .result");

/** Waits until the images of the page have come, from top to bottom. */
async function expectLoaded(page: Page) {
  for (const image of await page.locator("img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0);
  }
}

test("images of every type stand in place, decoded, with a name, as large as they are", async ({ page, workspace }) => {
  const images = [
    { block: image("image/png", png(48, 20), { title: "a PNG" }), size: [48, 20] },
    { block: image("IMAGE/PNG; q=1", png(30, 20), { name: "a PNG in capitals" }), size: [30, 20] },
    { block: image("image/jpeg", JPEG, { title: "a JPEG" }), size: [12, 8] },
    { block: image("image/jpg", JPEG, { title: "a JPEG by its other name" }), size: [12, 8] },
    { block: image("image/jpeg", TURNED_JPEG, { title: "a JPEG on its side" }), size: [8, 12] },
    { block: image("image/webp", WEBP, { title: "a WebP" }), size: [12, 8] },
    { block: image("image/gif", GIF, { title: "a GIF" }), size: [1, 1] },
    { block: image("image/svg+xml", base64(SVG), { title: "a drawing" }), size: [320, 120] },
    { block: image("image/png", png(100, 1_440), { title: "a high one" }), size: [50, 720] },
    { block: image("image/png", base64(png(8, 4)).replace(/.{76}/g, "$&\r\n"), { title: "one in lines" }), size: [8, 4] },
    { block: resource({ uri: "file:///work/p.png", mimeType: "image/png", blob: base64(png(9, 9)) }), size: [9, 9], name: "p.png" },
    { block: image("image/png", png(9, 9)), size: [9, 9], name: "image" },
  ];
  for (const view of ["user", "raw"]) {
    await open(page, `${returning(workspace, images.map(({ block }) => block)).path}?view=${view}`);
    await expectLoaded(page);
    const found = await page.locator(".card img").evaluateAll((all: HTMLImageElement[]) =>
      all.map(({ alt, width, height, src }) => ({ alt, size: [width, height], path: src.slice(location.origin.length) })),
    );
    expect(found.map(({ alt, size }) => ({ alt, size }))).toEqual(
      images.map(({ block, size, name }) => ({ alt: `Image: ${name ?? block["title"] ?? block["name"]}`, size })),
    );
    for (const { path } of found) expect(path).toMatch(BLOB);
  }
});

test("an image keeps its place until it comes, and nothing moves when it does", async ({ page, workspace }) => {
  let arrive = () => {};
  const arrival = new Promise<void>((arrived) => (arrive = arrived));
  await page.route(/\/blob\//, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  const images = [png(640, 200), png(3_000, 40), png(50, 900)].map((bytes) => to(image("image/png", bytes), "user"));
  images.push(to(image("image/jpeg", TURNED_JPEG), "user"));
  const drawing = to(image("image/svg+xml", base64("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 30'/>")), "user");
  const conversation = workspace.create("Places", [
    turn(),
    { ...asks("Look."), resources: [{ uri: "a.jpg", mimeType: "image/jpeg", blob: JPEG }] },
    calls("a", "draw"),
    gets("a", [...images, drawing]),
    says("Drawn."),
  ]);
  await follow(page, conversation.path);
  const places = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top + scrollY));
  const before = await places();
  expect(before).toHaveLength(7);
  arrive();
  await expectLoaded(page);
  await settle(page);
  expect(await places()).toEqual(before);
  expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
});

test("a drawing is an image in which no script runs, also when it is opened by itself", async ({ page, context, workspace, problems }) => {
  const asked: string[] = [];
  const stranger = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.end();
  });
  await new Promise<void>((listening) => stranger.listen(0, "127.0.0.1", listening));
  const { port } = stranger.address() as AddressInfo;
  const drawing = SVG.replaceAll("http://remote.invalid", `http://127.0.0.1:${port}`);
  await open(page, returning(workspace, [image("image/svg+xml", base64(drawing), { title: "A drawing" })]).path);
  await expectLoaded(page);
  await expect(page.locator(".rows .media :is(svg, rect)")).toHaveCount(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-ran");

  // What the browser refuses in a drawing by itself, it says; that it refuses is seen at the stranger.
  problems.allow(/^console: (Blocked script execution|Loading the image)/, new RegExp(`^request: http://127\\.0\\.0\\.1:${port}/pixel`));
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "A drawing" }).click();
  const tab = await opened;
  await expect(tab.locator("rect")).toBeVisible();
  await expect(tab.locator("rect")).toHaveCSS("fill", "rgb(91, 127, 166)");
  await tab.waitForTimeout(300);
  await expect(tab.locator("[data-ran]")).toHaveCount(0);
  stranger.close();
  expect(asked).toEqual([]);
});

test("a sound has controls and a name, and plays when it is asked to", async ({ page, workspace }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page, returning(workspace, [blocks.sound(), { type: "audio", mimeType: "audio/wav", data: base64(wav(1)) }]).path);
  const sound = page.getByLabel("A low tone", { exact: true });
  await expect(sound).toBeVisible();
  await expect(sound).toHaveJSProperty("controls", true);
  expect(await sound.getAttribute("src")).toMatch(BLOB);
  await expect(results(page).first()).toContainText("Two seconds of it.");
  await expect(page.getByLabel("sound", { exact: true })).toBeVisible();
  await settle(page);
  expect(asked.filter((path) => path.includes("/blob/")), "nothing is fetched that nobody wants to hear").toEqual([]);

  await sound.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => sound.evaluate((sound: HTMLAudioElement) => sound.currentTime)).toBeGreaterThan(0.1);
  await expect(sound).toHaveJSProperty("duration", 2);
});

test("a file's text is drawn by its media type", async ({ page, workspace }) => {
  const markup = "<b>bold</b>\n*not* markdown";
  const content = [blocks.report(), blocks.csv(), resource({ uri: "file:///work/page.html", mimeType: "text/html", text: markup })];
  await open(page, returning(workspace, content).path);
  const [report, csv, html] = [results(page).nth(0), results(page).nth(1), results(page).nth(2)];
  await expect(report.locator(".prose").getByRole("heading", { name: "Report" })).toBeVisible();
  await expect(report.getByRole("row")).toHaveCount(3);
  await expect(report.locator("strong")).toHaveText("fourteen");
  await expect(csv.locator(".plain-text")).toHaveText(CSV.trimEnd(), { useInnerText: true });
  await expect(csv.getByRole("table")).toHaveCount(0);
  await expect(html.locator(".plain-text")).toHaveText(markup, { useInnerText: true });
  await expect(html.locator(".plain-text b")).toHaveCount(0);
});

test("a file can be saved, under a name that is safe", async ({ page, workspace }) => {
  const files = [
    { block: blocks.csv(), name: "places.csv", bytes: Buffer.from(CSV) },
    { block: blocks.bytes(), name: "places.bin", bytes: Buffer.from([0, 1, 2, 3]) },
    { block: resource({ uri: "u", name: "../../etc/passwd", text: "x" }), name: "passwd", bytes: Buffer.from("x") },
    { block: resource({ uri: "u", name: "photo\u202Egpj.exe\r\nset-cookie: a", text: "x" }), name: /^photo[^\u202E\r\n]*exe/, bytes: Buffer.from("x") },
    { block: resource({ uri: "u/é \"x\";.txt", text: "x" }), name: /^é .*\.txt$/, bytes: Buffer.from("x") },
    { block: resource({ uri: "u/page.html", mimeType: "text/html", text: "<script>alert(1)</script>" }), name: "page.html", bytes: Buffer.from("<script>alert(1)</script>") },
    { block: blocks.sound(), name: /./, bytes: wav(2) },
  ];
  await open(page, returning(workspace, files.map(({ block }) => block)).path);
  for (const [n, { name, bytes }] of files.entries()) {
    const saved = page.waitForEvent("download");
    await results(page).nth(n).locator(".file").getByRole("link").click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(typeof name === "string" ? new RegExp(`^${name}$`) : name);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(bytes);
  }
  expect(page.url()).toContain("/c/");
});

test("a link says where it goes, and goes there without saying from where", async ({ page, workspace }) => {
  const there = "https://docs.example.invalid/guide";
  await open(page, returning(workspace, [blocks.link(), link("HTTP://other.invalid/", { name: "other" })]).path);
  const guide = page.getByRole("link", { name: "The guide" });
  await expect(guide).toHaveAttribute("href", there);
  await expect(guide).toHaveAttribute("target", "_blank");
  expect((await guide.getAttribute("rel"))?.split(" ")).toEqual(expect.arrayContaining(["noopener", "noreferrer"]));
  await expect(results(page).first()).toContainText(there);
  await expect(results(page).first()).toContainText("text/html");
  await expect(results(page).first()).toContainText("12 kB");
  await expect(results(page).first()).toContainText("How the places are found.");
  await expect(page.getByRole("link", { name: "other" })).toHaveAttribute("href", "HTTP://other.invalid/");
});

test("what leads nowhere on the web is told, and is no link", async ({ page, workspace }) => {
  const addresses = [
    "javascript:alert(1)",
    "JaVaScript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//example.invalid/",
    "/c/relative",
    "blob:https://example.invalid/x",
    "https://example.invalid/\u202Egpj.exe",
  ];
  await open(page, returning(workspace, addresses.map((uri, n) => link(uri, { name: `link ${n}` }))).path);
  const told = results(page).locator(".file");
  await expect(told).toHaveCount(addresses.length);
  await expect(told.getByRole("link")).toHaveCount(0);
  for (const [n, address] of addresses.entries()) {
    await expect(told.nth(n)).toContainText(address.trim().replace("\u202E", "\uFFFD"));
    await told.nth(n).getByText(`link ${n}`).click();
  }
  expect(page.context().pages()).toHaveLength(1);
});

test("an unknown block is JSON under the name of its kind, in a card and as a note", async ({ page, workspace }) => {
  const weather = { type: "weather", place: "Apia", degrees: 29 };
  await open(page, returning(workspace, [weather, to(weather, "user"), { type: "image", mimeType: "image/png" }]).path);
  for (const where of [results(page).first(), page.locator(".note")]) {
    await expect(where.locator(".label")).toHaveText("weather");
    expect(JSON.parse(await where.locator(".json").innerText())).toMatchObject(weather);
  }
  await expect(results(page).last().locator(".label")).toHaveText("image");
});

test("structured content is shown once", async ({ page, workspace }) => {
  const structuredContent = { places: 14 };
  const { path } = returning(workspace, [block("Fourteen."), block('{ "places": 14 }')], { structuredContent });
  await open(page, path);
  await expect(results(page)).toHaveText([/^Fourteen\.$/, /^\{ "places": 14 \}$/]);

  await open(page, returning(workspace, [block("Fourteen.")], { structuredContent }).path);
  await expect(results(page)).toHaveCount(2);
  await expect(results(page).last().locator(".label")).toHaveText("structured content");
  expect(JSON.parse(await results(page).last().locator(".json").innerText())).toEqual(structuredContent);
});

test("what is no image that a page can show is a file, what is no base64 is shown as stored, and the page stays", async ({ page, workspace }) => {
  const files = [
    image("image/png", "AAAA", { title: "no PNG" }),
    image("image/png", "", { title: "nothing" }),
    image("image/tiff", png(4, 4), { title: "a TIFF" }),
    image("text/html", base64("<script>alert(1)</script>"), { title: "a page" }),
    image("image/svg+xml", base64("<p>no drawing</p>"), { title: "no drawing" }),
    { type: "image", data: base64(png(4, 4)), title: "no type" },
    resource({ uri: "u", title: "no type either", blob: base64(png(4, 4)) }),
  ];
  const broken = [
    image("image/png", "!!! no base64 !!!"),
    { type: "image", mimeType: "image/png", data: 7 },
    { type: "audio", mimeType: "audio/wav", data: "%%%" },
    resource({ uri: "u", mimeType: "image/png", blob: "%%%" }),
    resource([] as unknown as StoredEvent),
    { type: "resource" },
    { type: "resource_link" },
  ];
  for (const view of ["user", "raw"]) {
    await open(page, `${returning(workspace, [...files, ...broken]).path}?view=${view}`);
    await expect(results(page)).toHaveCount(files.length + broken.length);
    await expect(page.locator(".rows :is(img, audio)")).toHaveCount(0);
    for (const n of files.keys()) await expect(results(page).nth(n).getByRole("link")).toHaveAttribute("download");
    for (const [n, { type }] of broken.entries()) {
      await expect(results(page).nth(files.length + n).locator(".label")).toHaveText(type);
    }
    await expect(page.locator(".assistant")).toContainText("Shown.");
  }
});

test("text is markdown where its media type says so, in any letters, and keeps its line breaks elsewhere", async ({ page, workspace }) => {
  const text = "first *line*\nsecond line\n\n- item";
  const typed = (mimeType: string | undefined) => ({ ...block(text), ...(mimeType === undefined ? {} : { mimeType }) });
  const markdown = ["text/markdown", "Text/Markdown", "TEXT/MARKDOWN; charset=UTF-8", "text/markdown;variant=GFM", " text/markdown "];
  const plain = [undefined, "text/plain", "text/x-markdown", "text/markdown2", "text/html", "markdown", ""];
  const all = [...markdown, ...plain];
  const conversation = workspace.create("Types", [
    turn(),
    asks("Show them."),
    calls("a", "inspect"),
    gets("a", all.map(typed)),
    calls("b", "say"),
    gets("b", all.map((mimeType) => to(typed(mimeType), "user"))),
  ]);
  const check = async (where: string, bodies: ReturnType<typeof results>) => {
    await expect(bodies, where).toHaveCount(all.length);
    for (const [n, mimeType] of all.entries()) {
      const body = bodies.nth(n);
      const isMarkdown = n < markdown.length;
      const what = `${where}, ${mimeType}`;
      await expect(body.locator("em"), what).toHaveCount(isMarkdown ? 1 : 0);
      await expect(body.getByRole("listitem"), what).toHaveCount(isMarkdown ? 1 : 0);
      if (!isMarkdown) await expect(body.locator(".plain-text"), what).toHaveText(text, { useInnerText: true });
    }
  };
  await open(page, conversation.path);
  await check("a card", results(page));
  await check("notes", page.locator(".note"));
  await open(page, `${conversation.path}?view=raw`);
  await check("a card in the raw view", page.getByRole("article", { name: "inspect" }).locator(".result"));
  await check("notes in the raw view", page.getByRole("article", { name: "say" }).locator(".result"));
});

test("files of the person stand under the words", async ({ page, workspace }) => {
  await follow(page, workspace.create("Files", everyBlock().slice(0, 2)).path);
  const person = page.locator(".person");
  await expect(person.locator("> .prose")).toHaveText("Look at these.");
  await expect(person.getByRole("img", { name: "Image: sketch.png" })).toBeVisible();
  await expectLoaded(page);
  await expect(person.getByRole("link", { name: "My notes" })).toBeVisible();
  await expect(person.getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(person.locator(".plain-text")).toHaveText("first\nsecond", { useInnerText: true });
});

for (const view of VIEWS) {
  test(`every block is the same before and after the page is taken over, and live, in the ${view} view`, async ({ page, pageWithoutScripts, workspace }) => {
    const all = everyBlock();
    const { path } = workspace.create("Loaded", all);
    const rendered = async (path: string) => {
      await pageWithoutScripts.goto(`${path}?view=${view}`);
      return tree(pageWithoutScripts.getByTestId("rows"));
    };
    await follow(page, `${path}?view=${view}`);
    await expect(page.locator("html")).toHaveAttribute("data-renders", "0");
    expect(await tree(page.getByTestId("rows"))).toEqual(await rendered(path));

    const live = workspace.create("Live", all.slice(0, 1));
    await follow(page, `${live.path}?view=${view}`);
    for (let n = 2; n <= all.length; n++) {
      live.write(all.slice(0, n));
      if (n % 3 === 0) await page.waitForTimeout(120);
    }
    await expect(page.locator(".assistant")).toContainText("That is all of them.");
    const grown = await tree(page.getByTestId("rows"));
    expect(grown).toEqual(await rendered(live.path));
    await page.reload();
    await waitFor(page, "following");
    expect(await tree(page.getByTestId("rows"))).toEqual(grown);
  });
}

test("bytes by themselves can do nothing, and are never a page", async ({ request, workspace }) => {
  const html = base64("<script>alert(1)</script>");
  const content = [
    image("image/png", png(4, 4)),
    image("image/svg+xml", base64(SVG)),
    blocks.sound(),
    image("text/html", html),
    resource({ uri: "u/x.html", mimeType: "text/html", text: "<script>alert(1)</script>" }),
    resource({ uri: "u/x.html", mimeType: "TEXT/HTML; charset=utf-8", blob: html }),
    resource({ uri: "u/x.xhtml", mimeType: "application/xhtml+xml", blob: html }),
    resource({ uri: "u/x.js", mimeType: "text/javascript", text: "alert(1)" }),
    resource({ uri: "u/x.pdf", mimeType: "application/pdf", blob: html }),
    image("image/png\r\nset-cookie: a=b", png(4, 4)),
    { type: "image", data: html },
  ];
  const shown = ["image/png", "image/svg+xml", "audio/wav"];
  const conversation = returning(workspace, content);
  const { side } = await (await request.get(`/api/conversations/${conversation.id}/events?view=user`)).json();
  const { key } = side.find((side: { tool?: unknown }) => side.tool);
  for (const n of content.keys()) {
    const answer = await request.get(`/api/conversations/${conversation.id}/blob/${key}/${n}?view=user`);
    const headers = answer.headers();
    const what = JSON.stringify(content[n]).slice(0, 100);
    expect(answer.status(), what).toBe(200);
    expect(headers["content-type"], what).toBe(shown[n] ?? "application/octet-stream");
    expect(headers["content-disposition"], what).toMatch(n < shown.length ? /^inline/ : /^attachment/);
    expect(headers["content-security-policy"], what).toMatch(/default-src 'none';.*\bsandbox$/);
    expect(headers["content-security-policy"], what).not.toMatch(/script-src|allow-/);
    expect(headers["x-content-type-options"], what).toBe("nosniff");
    expect(headers["cross-origin-resource-policy"], what).toBe("same-origin");
    expect(headers["set-cookie"], what).toBeUndefined();
  }
});

test("a part of the bytes can be had, as browsers want it of sounds", async ({ request, workspace }) => {
  const conversation = returning(workspace, [blocks.sound()]);
  const { side } = await (await request.get(`/api/conversations/${conversation.id}/events?view=user`)).json();
  const { key } = side.find((side: { tool?: unknown }) => side.tool);
  const part = (range: string) => request.get(`/api/conversations/${conversation.id}/blob/${key}/0?view=user`, { headers: { range } });
  const whole = await (await part("bytes=0-")).body();
  expect(whole).toEqual(wav(2));
  const first = await part("bytes=0-1");
  expect(first.status()).toBe(206);
  expect(first.headers()).toMatchObject({ "content-range": `bytes 0-1/${whole.length}`, "content-type": "audio/wav", "accept-ranges": "bytes" });
  expect(await first.body()).toEqual(whole.subarray(0, 2));
  expect(await (await part("bytes=-4")).body()).toEqual(whole.subarray(-4));
  expect((await part("bytes=99999999-")).status()).toBe(416);
  expect((await part("bytes=0-1,4-5")).status()).toBe(200);
});

test("the user view gives no bytes of what it withholds", async ({ request, workspace }) => {
  const conversation = returning(workspace, [
    to(image("image/png", png(4, 4)), "assistant"),
    to(blocks.report(), "assistant"),
    to(image("image/png", png(4, 4)), "user"),
    note("Text has no bytes of its own."),
  ]);
  const { side } = await (await request.get(`/api/conversations/${conversation.id}/events?view=raw`)).json();
  const { key } = side.find((side: { answers?: unknown }) => side.answers);
  const statuses = async (view: string) =>
    Promise.all([0, 1, 2, 3, 4].map(async (n) => (await request.get(`/api/conversations/${conversation.id}/blob/${key}/${n}?view=${view}`)).status()));
  expect(await statuses("user")).toEqual([404, 404, 200, 404, 404]);
  expect(await statuses("raw")).toEqual([200, 200, 200, 404, 404]);
});
