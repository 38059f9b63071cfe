// Addresses of pages.

import { follow, rows, waitFor } from "../support/reading.ts";
import { expect, test } from "../support/test.ts";

const NOTE = "17800000001-a-note-in-the-middle";
const ID = "jp~c17800000001-fix01";

test("/ lists every conversation, the last active first, and those that were put away apart", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Conversations · serve-web");
  const entries = page.locator("main.list > .conversations > li");
  await expect(entries).toHaveCount(6);
  const times = await entries.locator("time").evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
  expect(times.every((time) => time > 0)).toBe(true);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  await page.getByText("Archived (1)").click();
  const archived = page.locator("details.archived").getByRole("listitem");
  await expect(archived).toHaveCount(1);
  await expect(archived).toContainText("Put away");
  await expect(archived.getByRole("link")).toHaveAttribute("href", "/c/jp~c17600000003-fix01#end");
});

test("/ shows a title that is words, whatever is in it", async ({ page, workspace }) => {
  const title = "<b>bold</b> & \"quoted\" \u202e reversed";
  workspace.create(title, []);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "<b>bold</b> & \"quoted\"" })).toBeVisible();
  await expect(page.locator(".conversations b")).toHaveCount(0);
});

for (const spelling of ["17800000001", "jp-c17800000001", "jp-c17800000001-fix01"]) {
  test(`/c/${spelling} leads to the one address, with its query and its place`, async ({ page }) => {
    await page.goto(`/c/${spelling}?view=raw#e-a1b2c3e`);
    await expect(page).toHaveURL(`/c/${ID}?view=raw#e-a1b2c3e`);
    await expect(page.locator("nav.views [aria-current=page]")).toHaveText("Raw");
    await expect(page.locator(":target")).toContainText("Move every call of");
  });
}

test("/c/{id} names the conversation in its title", async ({ page }) => {
  await page.goto(`/c/${ID}`);
  await expect(page).toHaveTitle("A note in the middle · serve-web");
  await expect(rows(page)).toHaveCount(5);
});

for (const [path, status, words] of [
  ["/c/jp~c1-fix01", 404, "there is no conversation"],
  ["/c/..%2F..%2Fetc", 404, "there is no conversation"],
  ["/nothing/here", 404, "there is no page"],
  [`/c/${ID}?view=chat`, 400, "the views are raw, user and provider"],
  [`/c/${ID}?at=none`, 404, "there is no event"],
  [`/c/${ID}?before=x`, 400, "not a position"],
  [`/c/${ID}?before=3-00000000000000ff`, 410, "does not have this position"],
] as const) {
  test(`${path} is an error page that says why`, async ({ page, problems }) => {
    problems.allow(/status of 4\d\d/);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(status);
    expect(answer?.headers()["content-type"]).toContain("text/html");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be shown");
    await expect(page.locator("main")).toContainText(words);
    await page.getByRole("link", { name: "All conversations" }).click();
    await expect(page.getByRole("heading", { name: "Conversations" })).toBeVisible();
  });
}

test("?at=<key>#e-<key> shows the event, in view and marked", async ({ page, workspace }) => {
  const key = "202605291942443-tool_call_response";
  await page.setViewportSize({ width: 800, height: 300 });
  await page.goto(`/c/${ID}?at=${key}#e-${key}`);
  await waitFor(page, "adopted");
  const target = page.locator(`[id="e-${key}"]`);
  await expect(target).toBeInViewport();
  const { top, bar } = await target.evaluate((row) => ({
    top: row.getBoundingClientRect().top,
    bar: document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0,
  }));
  expect(top, "the row stands below the bar").toBeGreaterThanOrEqual(bar);
  const background = (row: Element) => getComputedStyle(row).backgroundColor;
  const other = page.getByRole("article", { name: "fs_grep_files" });
  expect(await target.evaluate(background)).not.toBe(await other.evaluate(background));
  await expect(page.locator(":target")).toHaveCount(1);
  expect(workspace.open(NOTE).id).toBe(ID);
});

test("a row's time is its address", async ({ page }) => {
  await follow(page, `/c/${ID}`);
  await page.locator(".note .when").click();
  await expect(page).toHaveURL(`/c/${ID}#e-202605291942434-tool_call_response.0`);
  await expect(page.locator(":target")).toHaveClass(/note/);
  await expect(page.locator("nav.views [aria-current=page]")).toHaveText("User");
});

test("every page forbids what it does not need", async ({ request }) => {
  for (const path of ["/", `/c/${ID}`, "/c/nothing", "/api/conversations", "/favicon.svg"]) {
    const { [`content-security-policy`]: policy = "", ...headers } = (await request.get(path)).headers();
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toContain("unsafe-inline");
    expect(policy, path).not.toMatch(/https?:|\*|data:/);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("no-referrer");
  }
});

test("pages hold no inline script and no inline style", async ({ request }) => {
  for (const path of ["/", `/c/${ID}?view=raw`, "/c/nothing"]) {
    const html = await (await request.get(path)).text();
    expect(html, path).not.toMatch(/<style|\sstyle=|\son\w+=/i);
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    for (const tag of scripts) expect(tag, path).toMatch(/ src="\/assets\/|type="application\/json"/);
  }
});

test("the frontend's files may be kept for good, conversations may not be kept", async ({ page, request }) => {
  const assets = new Map<string, Record<string, string>>();
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/assets/")) assets.set(pathname, answer.headers());
  });
  await follow(page, `/c/${ID}`);
  const kinds = [...assets.keys()].map((path) => path.split(".").at(-1));
  expect(kinds).toEqual(expect.arrayContaining(["css", "js", "wasm"]));
  for (const [path, headers] of assets) expect(headers["cache-control"], path).toContain("immutable");
  for (const path of [`/c/${ID}`, "/", "/api/conversations"]) {
    expect((await request.get(path)).headers()["cache-control"], path).toBe("no-store");
  }
});
