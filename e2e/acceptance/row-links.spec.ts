// From whatever is said to the person, one step leads to where it was recorded.

import type { Locator, Page } from "@playwright/test";

import { everyBlock } from "../support/blocks.mjs";
import { follow, settle } from "../support/reading.ts";
import { asks, block, calls, gets, note, says, turn, type Workspace } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const conversation = (workspace: Workspace) =>
  workspace.create("Links", [
    turn(),
    asks("Move it."),
    calls("a", "move", { from: "here" }),
    gets("a", [block("moved"), note("Half of it **is** moved."), note("And now\n\nall of it.")]),
    says("Moved, see [there](http://example.invalid/)."),
  ]);

const note_ = (page: Page) => page.locator(".note").first();
const toRaw = (row: Locator) => row.locator("> .to-raw");

/** Whether something can be seen, and not only laid out. */
const opacity = (link: Locator) => link.evaluate((link) => Number(getComputedStyle(link).opacity));

for (const [what, selector, kind] of [
  ["the person's words", ".person", "person"],
  ["a note", ".note", "card"],
  ["the assistant's words", ".assistant", "assistant"],
] as const) {
  test(`${what} lead to their event in the raw view`, async ({ page, pageWithoutScripts, workspace }) => {
    const { path } = conversation(workspace);
    const check = async (page: Page) => {
      await page.goto(path);
      const row = page.locator(selector).first();
      await row.hover();
      await toRaw(row).click();
      await expect(page).toHaveURL(/\?view=raw&at=[^#]+#e-/);
      const target = page.locator(":target");
      await expect(target).toHaveClass(new RegExp(`\\b${kind}\\b`));
      await expect(target).toBeInViewport();
      await expect(page.locator("[aria-current=page]")).toHaveText("Raw");
      return target;
    };
    await check(page);
    await check(pageWithoutScripts);
  });
}

test("a note leads to the result that holds it, with the call before it", async ({ page, workspace }) => {
  await follow(page, conversation(workspace).path);
  await note_(page).hover();
  await toRaw(note_(page)).click();
  const target = page.locator(":target");
  await target.locator("summary").first().click();
  await expect(target).toContainText("Half of it is moved.");
  const call = page.locator(".row.call:has(+ :target)");
  await call.locator("summary").click();
  await expect(call).toContainText('"from": "here"');
});

test("a card leads to its call and its raw event", async ({ page, workspace }) => {
  await follow(page, conversation(workspace).path);
  const card = page.getByRole("article", { name: "move" });
  await card.locator("summary").click();
  await card.getByRole("link", { name: "Call and raw result" }).click();
  await expect(page.locator(":target")).toHaveClass(/\bcard\b/);
  await expect(page.locator(".row.call:has(+ :target)")).toBeVisible();
});

test("the way is there for a pointer and for the keyboard, and takes no room from the words", async ({ page, workspace }) => {
  await follow(page, conversation(workspace).path);
  const link = toRaw(note_(page));
  await page.mouse.move(0, 0);
  await expect.poll(() => opacity(link)).toBe(0);
  const places = () => page.locator(".row").evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
  const before = await places();
  await note_(page).hover();
  await expect.poll(() => opacity(link)).toBe(1);
  expect(await places()).toEqual(before);
  await page.mouse.move(0, 0);
  await expect.poll(() => opacity(link)).toBe(0);

  for (let n = 0; n < 30 && !(await link.evaluate((link) => link === document.activeElement)); n++) await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await expect.poll(() => opacity(link)).toBe(1);
  const outline = await link.evaluate((link) => getComputedStyle(link).outlineStyle);
  expect(outline).not.toBe("none");
  expect(await places()).toEqual(before);
  await page.keyboard.press("Enter");
  await expect(page.locator(":target")).toHaveClass(/\bcard\b/);
});

test("each way says whose words it leads to", async ({ page, workspace }) => {
  const live = workspace.create("Names", [turn(), asks("Move *it*.")]);
  await follow(page, live.path);
  live.append(calls("a", "move"), gets("a", [note("Half of it **is** moved."), note("All of it.")]), says("Moved, and more than that, to where it belongs."));
  const ways = page.locator(".to-raw");
  const names = ["raw: You, Move it.", "raw: Note, Half of it is moved.", "raw: Note, All of it.", "raw: Assistant, Moved, and more than that, to where"];
  await expect(ways).toHaveCount(names.length);
  for (const [n, name] of names.entries()) await expect(ways.nth(n)).toHaveAccessibleName(name);
  await expect(ways).toHaveText(names.map(() => "raw"));
  await page.reload();
  for (const [n, name] of names.entries()) await expect(ways.nth(n)).toHaveAccessibleName(name);

  await follow(page, workspace.create("Every block", everyBlock()).path);
  const all = await ways.evaluateAll((all) => all.map((way) => way.getAttribute("aria-label")));
  expect(new Set(all).size, "no two are called the same").toBe(all.length);
});

test("in the other views there is no such way", async ({ page, workspace }) => {
  const { path } = conversation(workspace);
  for (const view of ["raw", "provider"]) {
    await follow(page, `${path}?view=${view}`);
    await expect(page.locator(".assistant")).toBeVisible();
    await expect(page.getByRole("link", { name: /^raw:/ })).toHaveCount(0);
    for (const way of await page.locator(".to-raw").all()) await expect(way).toBeHidden();
  }
});

test("a finger finds each way, and no other is in its place", async ({ browser, server, problems, workspace }) => {
  const context = await browser.newContext({ baseURL: server.origin, hasTouch: true, isMobile: true, viewport: { width: 360, height: 700 } });
  await problems.watch(context);
  const page = await context.newPage();
  const { path } = conversation(workspace);
  await follow(page, path);
  const ways = page.locator(".to-raw");
  await expect(ways).toHaveCount(4);
  for (const way of await ways.all()) {
    await way.scrollIntoViewIfNeeded();
    await settle(page);
    expect(await opacity(way)).toBe(1);
    const { width, height } = (await way.boundingBox()) ?? { width: 0, height: 0 };
    expect(width).toBeGreaterThanOrEqual(44);
    expect(height).toBeGreaterThanOrEqual(44);
    // All of it is its own: what lies at its corners is the way itself.
    const stray = await way.evaluate((way) => {
      const { left, right, top, bottom } = way.getBoundingClientRect();
      const corners = [[left + 1, top + 1], [right - 1, top + 1], [left + 1, bottom - 1], [right - 1, bottom - 1]] as const;
      return corners.map(([x, y]) => document.elementFromPoint(x, y)).filter((found) => found !== way).map((found) => found?.outerHTML.slice(0, 80));
    });
    expect(stray).toEqual([]);
  }
  await ways.nth(1).tap();
  await expect(page.locator(":target")).toHaveClass(/\bcard\b/);
  await context.close();
});
