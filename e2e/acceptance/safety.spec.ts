// A person reads what a stranger wrote, and nothing happens but reading. That no page asks another
// host, runs a stranger's script or breaks the policy is watched in every test.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { base64, image, link, png, resource, sound, to, wav } from "../support/blocks.mjs";
import { FORBIDDEN, expectAllHere } from "../support/foreign.ts";
import { attacks } from "../support/hard-texts.mjs";
import { openAll } from "../support/opening.ts";
import { follow, rows, waitFor } from "../support/reading.ts";
import { asks, block, calls, gets, note, says, thinks, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

/** An attack in every place that a page shows. */
const everywhere = (attack: string) => [
  turn(),
  { ...asks(attack), author: attack },
  thinks(attack),
  calls("a", attack, { [attack]: attack }),
  gets("a", [block(attack), { type: attack, [attack]: attack }, { ...block(attack), mimeType: attack }]),
  calls("b", "tell_user", { message: attack }),
  gets("b", [note(attack)]),
  gets("c", [block(attack)], true),
  { timestamp: "2026-06-01 09:00:00.0", type: "chat_response", data: { [attack]: attack } },
  { timestamp: "2026-06-01 09:00:01.0", type: "host_note", content: attack },
  { timestamp: "2026-06-01 09:00:02.0", type: attack, event_id: attack, [attack]: attack },
  says(attack),
];

/** The same in every field of images, sounds, files and links. */
const everywhereInMedia = (attack: string) => {
  const named = { uri: attack, name: attack, description: attack, annotations: { audience: [attack] }, icons: [{ src: attack }] };
  const titled = { ...named, title: attack };
  const data = base64(attack);
  const content = [
    image("image/png", png(4, 4), named),
    image("image/png", attack, titled),
    image("image/svg+xml", data, named),
    image(attack, png(4, 4), named),
    sound(wav(1), titled),
    sound(Buffer.from(attack), { mimeType: attack }),
    resource({ ...named, mimeType: "text/markdown", text: attack }),
    resource({ ...titled, mimeType: "text/html", text: attack }),
    resource({ ...named, mimeType: attack, text: attack }),
    resource({ ...titled, mimeType: "text/html", blob: data }),
    resource({ ...named, mimeType: "image/png", blob: base64(png(4, 4)) }),
    resource({ uri: attack, mimeType: "image/png", blob: attack }),
    link(attack, titled),
    link(attack, { size: attack, mimeType: attack }),
    link(`https://fine.invalid/${attack}`, named),
    { type: "image", blob: attack, bytes: 1, width: attack, height: attack, mimeType: "text/html" },
  ];
  return [
    turn(),
    { ...asks(attack), resources: content.map(({ resource, type: _, ...fields }) => resource ?? { ...fields, uri: attack, blob: data }) },
    calls("a", "inspect"),
    gets("a", content),
    calls("b", "show"),
    gets("b", content.map((block) => to(block, "user"))),
    calls("c", "fail"),
    { ...gets("c", content, true), structuredContent: { [attack]: attack } },
  ];
};

/** So few at a time that all their rows stand in the document. */
const few = (all: string[]) => Array.from({ length: Math.ceil(all.length / 6) }, (_, n) => all.slice(6 * n, 6 * (n + 1)));

test("attacks in every field are only words, rendered by the server", async ({ page, pageWithoutScripts, workspace }) => {
  const conversation = workspace.create(attacks.join(" "), attacks.flatMap(everywhere).slice(0, 190));
  await page.goto("/");
  for (const view of ["user", "raw", "provider"]) {
    await follow(page, `${conversation.path}?view=${view}`);
    await expect(page.locator(FORBIDDEN)).toHaveCount(0);
    await expect(page.locator("html")).toHaveAttribute("data-renders", "0");
    await pageWithoutScripts.goto(`${conversation.path}?view=${view}`);
    await expect(pageWithoutScripts.locator(".row").first()).toBeVisible();
    await expect(pageWithoutScripts.locator(FORBIDDEN)).toHaveCount(0);
  }
});

test("attacks that arrive live are only words", async ({ page, workspace }) => {
  for (const view of ["user", "raw"]) {
    const conversation = workspace.create(`Live ${view}`, [turn(), asks("Begin.")]);
    await follow(page, `${conversation.path}?view=${view}`);
    for (const attack of attacks) conversation.append(...everywhere(attack));
    conversation.append(turn(), asks("All of them."));
    await expect(rows(page).last()).toContainText("All of them.", { timeout: 20_000 });
    await expectAllHere(page);
    await expect(page.locator(FORBIDDEN)).toHaveCount(0);
    await page.waitForTimeout(200);
  }
});

test("attacks in every field of images, sounds, files and links are only words", async ({ page, pageWithoutScripts, workspace }) => {
  for (const some of few(attacks)) {
    const { path } = workspace.create("Media", some.flatMap(everywhereInMedia));
    for (const view of ["user", "raw"]) {
      await pageWithoutScripts.goto(`${path}?view=${view}`);
      await expect(pageWithoutScripts.locator(".person")).toHaveCount(some.length);
      await expect(pageWithoutScripts.locator(FORBIDDEN)).toHaveCount(0);
      await follow(page, `${path}?view=${view}`);
      await openAll(page);
      await expectAllHere(page);
      await expect(page.locator(".card")).toHaveCount(some.length * (view === "user" ? 2 : 3));
      await expect(page.locator(FORBIDDEN)).toHaveCount(0);
    }
  }
});

test("attacks in media that arrive live are only words", async ({ page, workspace }) => {
  for (const some of few(attacks)) {
    const conversation = workspace.create("Live media", [turn(), asks("Begin.")]);
    await follow(page, conversation.path);
    for (const attack of some) conversation.append(...everywhereInMedia(attack));
    conversation.append(turn(), asks("All of them."));
    await expect(rows(page).last()).toContainText("All of them.", { timeout: 30_000 });
    await openAll(page);
    await expectAllHere(page);
    await expect(page.locator(FORBIDDEN)).toHaveCount(0);
    await page.waitForTimeout(500);
  }
});

test("every attack can be read as it was written", async ({ page, workspace }) => {
  const conversation = workspace.create("Words", [
    turn(),
    ...attacks.map((attack) => gets("t", [block(attack)], true)),
  ]);
  await follow(page, conversation.path);
  const shown = await page.locator(".result .plain").allTextContents();
  expect(shown).toHaveLength(attacks.length);
  for (const [n, attack] of attacks.entries()) expect(shown[n]).toBe(attack);
  const html = await page.request.get(conversation.path);
  expect(await html.text()).not.toContain("<script>alert");
});

test("links lead where they say, in a page that knows nothing of this one", async ({ page, workspace }) => {
  const texts = [
    ...attacks,
    "[fine](http://fine.invalid/path?q=1)",
    "http://bare.invalid/",
    "<http://angle.invalid/>",
    "[mail](mailto:ada@example.invalid)",
    "[heading](#heading)\n\n# heading",
  ];
  const conversation = workspace.create("Links", [turn(), ...texts.flatMap((text) => [asks("?"), says(text)])]);
  await follow(page, conversation.path);
  const links = await page.locator(".rows .prose a").evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute("href") ?? "",
      protocol: (link as HTMLAnchorElement).protocol,
      rel: link.getAttribute("rel") ?? "",
      target: link.getAttribute("target"),
    })),
  );
  expect(links.map((link) => link.href)).toEqual(
    expect.arrayContaining(["http://fine.invalid/path?q=1", "http://bare.invalid/", "http://angle.invalid/"]),
  );
  for (const link of links) {
    expect(link.protocol, link.href).toMatch(/^(https?|mailto):$/);
    if (link.href.startsWith("#")) continue;
    expect(link.rel.split(" "), link.href).toEqual(expect.arrayContaining(["noopener", "noreferrer"]));
  }
});

test("a picture of another host is a name that can be followed, not a request", async ({ page, workspace }) => {
  const conversation = workspace.create("Pictures", [
    turn(),
    asks("Show it."),
    says("Before ![a chart](http://pictures.invalid/chart.png?secret=1) after."),
  ]);
  await follow(page, conversation.path);
  const picture = page.locator(".assistant .image");
  await expect(picture).toContainText("a chart");
  await expect(picture).toContainText("pictures.invalid");
  await expect(page.locator(".rows img")).toHaveCount(0);
});

test("what is not addressed to the person is nowhere in the user view's page", async ({ page, workspace }) => {
  const marks = Array.from({ length: 8 }, (_, n) => `WITHHELD${n}`);
  const events = [
    turn(),
    asks("Begin."),
    thinks(`${marks[0]}`),
    calls("a", "tool", { a: marks[1] }),
    { ...gets("a", [note("For you."), { ...block(`${marks[2]}`), annotations: { audience: ["assistant"] } }]), _meta: { m: marks[3] } },
    { timestamp: "2026-06-01 09:00:01.0", type: "host_note", content: marks[4] },
    { timestamp: "2026-06-01 09:00:02.0", type: "config_delta", m: marks[5] },
    { timestamp: "2026-06-01 09:00:03.0", type: "unheard_of", m: marks[6] },
    { timestamp: "2026-06-01 09:00:04.0", type: "inquiry_request", id: "q", question: { text: marks[7] } },
    says("The end."),
  ];
  const conversation = workspace.create("Withheld", events.slice(0, 2));
  const frames: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  await follow(page, conversation.path);
  conversation.write(events);
  await expect(page.locator(".assistant .prose")).toHaveText("The end.");
  const live = `${await page.content()} ${frames.join(" ")}`;
  const loaded = await (await page.request.get(conversation.path)).text();
  const api = await (await page.request.get(`/api/conversations/${conversation.id}/events?view=user`)).text();
  for (const [where, text] of Object.entries({ live, loaded, api })) {
    expect(text, where).toContain("For you.");
    expect(marks.filter((mark) => text.includes(mark)), where).toEqual([]);
  }
  const raw = await (await page.request.get(`${conversation.path}?view=raw`)).text();
  expect(marks.filter((mark) => !raw.includes(mark)), "all of it is in the raw view").toEqual([marks[3]]);
});

test("a page of another site can neither read nor listen nor frame", async ({ browser, server, workspace }) => {
  const { id, path } = workspace.open("17800000001-a-note-in-the-middle");
  const stranger = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end("<!DOCTYPE html><title>stranger</title><iframe></iframe>");
  });
  await new Promise<void>((listening) => stranger.listen(0, "127.0.0.1", listening));
  const { port } = stranger.address() as AddressInfo;
  const context = await browser.newContext();
  try {
    for (const name of ["127.0.0.1", "localhost"]) {
      const page = await context.newPage();
      await page.goto(`http://${name}:${port}/`);
      const got = await page.evaluate(
        async ({ origin, host, id, path }) => {
          const attempt = (address: string, options?: RequestInit) =>
            fetch(address, options).then(
              (answer) => `${answer.type} ${answer.status}`,
              () => "refused",
            );
          const socket = () =>
            new Promise<string>((done) => {
              const socket = new WebSocket(`ws://${host}/api/live`);
              socket.onopen = () => done("open");
              socket.onmessage = () => done("message");
              socket.onerror = () => done("refused");
            });
          const stream = () =>
            new Promise<string>((done) => {
              const stream = new EventSource(`${origin}/api/conversations/${id}/stream`);
              stream.onopen = () => done("open");
              stream.onerror = () => done("refused");
            });
          const frame = () =>
            new Promise<string>((done) => {
              const frame = document.querySelector("iframe") as HTMLIFrameElement;
              frame.onload = () => {
                try {
                  done(frame.contentDocument ? "same origin" : "closed");
                } catch {
                  done("closed");
                }
              };
              frame.src = `${origin}${path}`;
            });
          return {
            read: await attempt(`${origin}/api/conversations`),
            written: await attempt(`${origin}/api/conversations`, {
              method: "POST",
              headers: { "content-type": "text/plain" },
              body: "x",
            }),
            socket: await socket(),
            stream: await stream(),
            frame: await frame(),
          };
        },
        { origin: server.origin, host: server.host, id, path },
      );
      expect(got, name).toEqual({
        read: "refused",
        written: "refused",
        socket: "refused",
        stream: "refused",
        frame: "closed",
      });
      const framed = page.frames().find((frame) => frame.url().startsWith(server.origin));
      const text = await framed?.locator("body").innerText().catch(() => "");
      expect(text ?? "").not.toContain("Phase 1");
      await page.close();
    }
  } finally {
    await context.close();
    stranger.close();
  }
});

test("a link from another site may be followed", async ({ page, workspace, server, problems }) => {
  const stranger = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(`<!DOCTYPE html><title>stranger</title><link rel=icon href="data:,"><a href="${server.origin}${path}">go</a>`);
  });
  const { path } = workspace.open("17800000001-a-note-in-the-middle");
  await new Promise<void>((listening) => stranger.listen(0, "127.0.0.1", listening));
  const { port } = stranger.address() as AddressInfo;
  problems.allow(new RegExp(`request: http://127\\.0\\.0\\.1:${port}/`), /request: data:,/);
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole("link", { name: "go" }).click();
    await waitFor(page, "following");
    await expect(page.locator(".note")).toContainText("Phase 1");
  } finally {
    stranger.close();
  }
});
