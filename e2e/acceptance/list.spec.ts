// A person looks for a conversation, opens it, and comes back.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { hold } from "../support/lock.mjs";
import { distanceToEnd, expectNoSideways, follow, rows, settle, tree, waitFor } from "../support/reading.ts";
import { asks, says, turn, Workspace } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

/** How long a change that no watch tells of may take to be seen, in milliseconds. */
const SEEN = { timeout: 12_000 };

const entries = (page: Page) => page.locator("main.list > ul.conversations > li");
const archived = (page: Page) => page.locator("details.archived li");
const entry = (page: Page, title: string) => page.locator(".conversations > li").filter({ hasText: title });
const filter = (page: Page) => page.getByRole("searchbox", { name: "Filter by title" });

/** An instant as JP writes it. */
const stored = (ms: number) => new Date(ms).toISOString().replace("T", " ").replace("Z", "");

const mark = (page: Page) => page.evaluate(() => Reflect.set(window, "isSamePage", true));
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, "isSamePage") === true);

/** More conversations than a window shows, and a long one among them. */
function many(workspace: Workspace) {
  for (let n = 0; n < 40; n++) workspace.create(`Number ${n}`, [turn(), asks(`Say ${n}.`), says(`It is ${n}.`)]);
  const turns = Array.from({ length: 30 }, (_, n) => [asks(`Question ${n}`), says(`Answer ${n}.\n\n`.repeat(3))]);
  return workspace.create("The long one", [turn(), ...turns.flat()]);
}

/** Goes to an entry's conversation. Not by the mouse, which would scroll to the entry first. */
const open = (page: Page, title: string) => entry(page, title).getByRole("link").evaluate((link: HTMLElement) => link.click());

test("a conversation opens from the list without a page load, and back and forward lead between the two", async ({ page, workspace }) => {
  const conversation = many(workspace);
  await follow(page, "/");
  await mark(page);
  const isInList = async () => {
    await expect(page).toHaveURL("/");
    await expect(page).toHaveTitle("Conversations · serve-web");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conversations");
    await expect(entries(page)).toHaveCount(47);
    expect(await isSamePage(page)).toBe(true);
  };
  const isInConversation = async () => {
    await expect(page).toHaveURL(conversation.path);
    await expect(page).toHaveTitle("The long one · serve-web");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The long one");
    await expect(rows(page)).toHaveCount(60);
    await expect(rows(page).last().locator("> .prose > p")).toHaveText(["Answer 29.", "Answer 29.", "Answer 29."]);
    await expect.poll(() => distanceToEnd(page), "the end is in view").toBeLessThan(2);
    await expect(page.locator(".connection")).toHaveText("following");
    expect(await isSamePage(page)).toBe(true);
  };

  await open(page, "The long one");
  await isInConversation();
  await page.goBack();
  await isInList();
  await page.goForward();
  await isInConversation();
  conversation.append(asks("And live?"));
  await expect(rows(page).last()).toContainText("And live?");
  conversation.write(conversation.events.slice(0, -1));
  await expect(rows(page)).toHaveCount(60);
  await page.getByRole("link", { name: "All conversations" }).click();
  await isInList();
  await page.goBack();
  await isInConversation();
});

test("whoever comes back to the list finds the place where it was left", async ({ page, workspace }) => {
  many(workspace);
  await follow(page, "/");
  await page.evaluate(() => scrollTo(0, 400));
  await settle(page);
  const isWhereItWas = async () => {
    await expect(entries(page)).toHaveCount(47);
    await expect.poll(() => page.evaluate(() => scrollY), "the place in the list").toBe(400);
  };
  const isInConversation = async () => {
    await expect(rows(page)).toHaveCount(60);
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  };
  await isWhereItWas();
  await open(page, "The long one");
  await isInConversation();
  await page.goBack();
  await isWhereItWas();
  await page.goForward();
  await isInConversation();
  await page.goBack();
  await isWhereItWas();
  await open(page, "The long one");
  await isInConversation();
  await page.getByRole("link", { name: "All conversations" }).click();
  await isWhereItWas();
});

test("the history also goes through the views of a conversation that was opened from the list", async ({ page }) => {
  await follow(page, "/");
  await mark(page);
  await page.getByRole("link", { name: "A note in the middle" }).click();
  await page.getByRole("link", { name: "Raw", exact: true }).click();
  const view = page.locator("nav.views [aria-current=page]");
  await expect(view).toHaveText("Raw");
  await expect(page.locator(".call")).toHaveCount(3);
  await page.goBack();
  await expect(view).toHaveText("User");
  await expect(rows(page)).toHaveCount(5);
  await page.goBack();
  await expect(entries(page)).toHaveCount(6);
  await page.evaluate(() => history.go(2));
  await expect(page).toHaveURL(/\?view=raw$/);
  await expect(view).toHaveText("Raw");
  await expect(page.locator(".call")).toHaveCount(3);
  expect(await isSamePage(page)).toBe(true);
});

test("back leads to the list also after a reload", async ({ page }) => {
  await follow(page, "/");
  await page.getByRole("link", { name: "A note in the middle" }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.reload();
  await waitFor(page, "following");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(entries(page)).toHaveCount(6);
  await page.goForward();
  await expect(rows(page)).toHaveCount(5);
});

test("a conversation that was opened from the list is the same as the one that is loaded", async ({ page, workspace }) => {
  await follow(page, "/");
  await page.getByRole("link", { name: "A note in the middle" }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.locator(".connection")).toHaveText("following");
  const opened = await tree(page.locator("#app"));
  await page.reload();
  await waitFor(page, "following");
  await expect(page.locator(".connection")).toHaveText("following");
  expect(await tree(page.locator("#app"))).toEqual(opened);
  expect(workspace.open("17800000001-a-note-in-the-middle").path).toBe(new URL(page.url()).pathname);
});

test("the list that was come back to is the same as the one that is loaded", async ({ page }) => {
  await follow(page, "/c/jp~c17800000001-fix01");
  await mark(page);
  await page.getByRole("link", { name: "All conversations" }).click();
  await expect(entries(page)).toHaveCount(6);
  expect(await isSamePage(page)).toBe(true);
  const shown = await tree(page.locator("main.list"));
  await page.reload();
  await waitFor(page, "following");
  expect(await tree(page.locator("main.list"))).toEqual(shown);
});

test("an entry is an ordinary link to whoever opens it in a new tab", async ({ page, context }) => {
  await follow(page, "/");
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "A note in the middle" }).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await waitFor(tab, "following");
  await expect(rows(tab)).toHaveCount(5);
  await expect(entries(page)).toHaveCount(6);
});

test("the filter narrows the list while one types, and says how many are left", async ({ page, workspace }) => {
  for (let n = 0; n < 11; n++) workspace.create(`Fix the ${n % 2 ? "page" : "server"} ${n}`, []);
  await follow(page, "/");
  await mark(page);
  await expect(page.locator(".found")).toBeHidden();
  await expect(entries(page)).toHaveCount(17);

  await filter(page).pressSequentially("FIX", { delay: 20 });
  await expect(page.locator(".found")).toHaveText("11 of 18");
  await expect(entries(page)).toHaveCount(11);
  await filter(page).pressSequentially(" page");
  await expect(page.locator(".found")).toHaveText("5 of 18");
  await expect(entries(page)).toHaveCount(5);

  // What arrives meanwhile takes its place, and nothing from who types.
  workspace.create("Fix another page", []);
  await expect(page.locator(".found")).toHaveText("6 of 19", SEEN);
  await expect(filter(page)).toHaveValue("FIX page");
  await expect(filter(page)).toBeFocused();
  await filter(page).pressSequentially(" 3");
  await expect(filter(page)).toHaveValue("FIX page 3");
  await expect(page.locator(".found")).toHaveText("1 of 19");

  await page.keyboard.press("Enter");
  await settle(page);
  await expect(page).toHaveURL("/");
  await expect(entries(page)).toHaveText(/Fix the page 3/);
  expect(await isSamePage(page)).toBe(true);

  await filter(page).fill("no such title");
  await expect(page.locator(".found")).toHaveText("0 of 19");
  await expect(entries(page)).toHaveCount(0);
  await expect(page.locator(".nothing")).toHaveCount(0);
  await filter(page).fill("");
  await expect(page.locator(".found")).toBeHidden();
  await expect(entries(page)).toHaveCount(18);
});

test("without scripts the form filters", async ({ pageWithoutScripts: page }) => {
  await page.goto("/");
  await filter(page).fill("note middle");
  await filter(page).press("Enter");
  await expect(page).toHaveURL(/\/\?filter=note(\+|%20)middle$/);
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText("A note in the middle");
  await expect(page.locator(".found")).toHaveText("1 of 7");
  await expect(filter(page)).toHaveValue("note middle");
});

test("an address with a filter opens the list so", async ({ page }) => {
  await follow(page, "/?filter=note");
  await expect(filter(page)).toHaveValue("note");
  await expect(page.locator(".found")).toHaveText("1 of 7");
  await expect(entries(page)).toHaveCount(1);
  await filter(page).fill("every");
  await expect(entries(page)).toContainText("Every kind");
});

test("the list that an address with a filter names is there again after going back", async ({ page }) => {
  await follow(page, "/?filter=note");
  await page.getByRole("link", { name: "A note in the middle" }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.goBack();
  await expect(page).toHaveURL("/?filter=note");
  await expect(filter(page)).toHaveValue("note");
  await expect(page.locator(".found")).toHaveText("1 of 7");
  await expect(entries(page)).toHaveCount(1);
});

test("what changes in the list is seen without a reload", async ({ page, workspace }) => {
  await follow(page, "/");
  await mark(page);
  await expect(entries(page)).toHaveCount(6);
  const untouched = await entry(page, "Every kind").elementHandle();

  const conversation = workspace.create("A new one", [turn(), asks("Begin."), says("I begin.")]);
  await expect(entries(page)).toHaveCount(7, SEEN);
  await expect(entry(page, "A new one").locator(".words")).toHaveText("I begin.", SEEN);
  await expect(entries(page).first()).toContainText("A new one");

  conversation.writeMetadata({ title: "Another title", last_activated_at: "2026-06-01 08:00:00.0" });
  await expect(entry(page, "Another title").locator(".title")).toHaveText("Another title", SEEN);
  await expect(entry(page, "A new one")).toHaveCount(0);

  conversation.append(asks("Go on."), says("The **last** words."));
  await expect(entry(page, "Another title").locator(".words")).toHaveText("The last words.", SEEN);

  await expect(page.locator("details.archived > summary")).toHaveText("Archived (1)");
  await page.locator("details.archived > summary").click();
  conversation.archive();
  await expect(page.locator("details.archived > summary")).toHaveText("Archived (2)", SEEN);
  await expect(archived(page).first()).toContainText("Another title");
  await expect(archived(page).first(), "what was unfolded stays so").toBeVisible();
  await expect(entries(page)).toHaveCount(6);

  const stays = await entry(page, "Every kind").evaluate((now, then) => now === then, untouched);
  expect(stays, "what did not change was left alone").toBe(true);
  expect(await isSamePage(page)).toBe(true);
});

test("the focus stays on an entry while others change", async ({ page, workspace }) => {
  await follow(page, "/");
  const link = page.getByRole("link", { name: "Every kind" });
  await link.focus();
  const conversation = workspace.create("Arrives", [turn(), asks("Begin."), says("I begin.")]);
  await expect(entry(page, "Arrives").locator(".words")).toHaveText("I begin.", SEEN);
  await expect(link).toBeFocused();
  conversation.append(says(" I go on."));
  await expect(entry(page, "Arrives").locator(".words")).toHaveText(/I go on\./, SEEN);
  await expect(link).toBeFocused();
});

test("the focus stays on an entry that changes itself", async ({ page, workspace }) => {
  const conversation = workspace.create("At work", [turn(), asks("Begin."), says("I begin.")]);
  await follow(page, "/");
  const link = page.getByRole("link", { name: "At work" });
  await link.focus();
  conversation.append(asks("And?"), says("I go on."));
  await expect(entry(page, "At work").locator(".words")).toHaveText("I go on.", SEEN);
  await expect(link).toBeFocused();
});

test("a conversation at work stands first and says so, until it is not", async ({ page, workspace }) => {
  const conversation = workspace.open("17500000006-bad-records");
  await follow(page, "/");
  await expect(entries(page).first()).toContainText("A note in the middle");
  const release = await hold(workspace.lockFile(conversation));
  try {
    await expect(entries(page).first()).toContainText("Bad records", SEEN);
    await expect(entries(page).first()).toHaveAttribute("data-state", "running");
    await expect(entries(page).first().locator(".state")).toHaveText("running");
    await expect(page.locator("[data-state=running]")).toHaveCount(1);
    await page.reload();
    await expect(entries(page).first().locator(".state")).toHaveText("running");
    await waitFor(page, "following");
  } finally {
    await release();
  }
  await expect(page.locator("[data-state=running]")).toHaveCount(0, SEEN);
  await expect(entries(page).first()).toContainText("A note in the middle");
});

test("a broken conversation says what is wrong, and heals", async ({ page, workspace }) => {
  await follow(page, "/");
  const broken = page.locator(".conversations > [data-state=broken]");
  await expect(broken).toHaveCount(1);
  await expect(broken.locator(".title")).toHaveText("Untitled");
  await expect(broken.locator(".state")).toHaveText("Partly unreadable");
  await expect(broken.locator(".problem")).toHaveText(/17500000007-no-title\/metadata\.json cannot be read: /);
  workspace.open("17500000007-no-title").writeMetadata({ title: "Healed" });
  await expect(entry(page, "Healed")).toHaveAttribute("data-state", "settled", SEEN);
  await expect(page.locator(".conversations .problem:visible")).toHaveCount(0);
});

const testOfNothing = test.extend({
  workspace: async ({}, use) => {
    const workspace = Workspace.empty();
    await use(workspace);
    workspace.remove();
  },
});

testOfNothing("an empty list says where it looked, and goes on with the first conversation", async ({ page, workspace }) => {
  await follow(page, "/");
  await expect(page.locator(".nothing")).toContainText("No conversations here yet.");
  await expect(page.locator(".nothing")).toContainText(`Looked in ${workspace.root}/.jp/conversations`);
  await expect(entries(page)).toHaveCount(0);
  workspace.create("The first", []);
  await expect(entries(page)).toHaveText(/The first/, SEEN);
  await expect(page.locator(".nothing")).toHaveCount(0);
});

/** With the seven of the workspace, one of which is archived, there are 257. */
function manyMore(workspace: Workspace) {
  for (let n = 0; n < 250; n++) workspace.create(`Number ${n}`, []);
}

test("of 250 conversations 200 are shown, and more when they are wanted", async ({ page, workspace }) => {
  manyMore(workspace);
  await follow(page, "/");
  await mark(page);
  await expect(page.locator(".conversations > li")).toHaveCount(200);
  const more = page.locator("nav.later").getByRole("link", { name: "Show more (57)" });
  await more.click();
  await expect(entries(page)).toHaveCount(256);
  await expect(archived(page)).toHaveCount(1);
  await expect(page.locator("nav.later")).toHaveCount(0);
  await expect(page).toHaveURL("/");
  expect(await isSamePage(page)).toBe(true);
});

test("without scripts the link to more is an address", async ({ pageWithoutScripts: page, workspace }) => {
  manyMore(workspace);
  await page.goto("/");
  await expect(page.locator(".conversations > li")).toHaveCount(200);
  await page.getByRole("link", { name: "Show more (57)" }).click();
  await expect(page).toHaveURL(/\/\?limit=\d+$/);
  await expect(entries(page)).toHaveCount(256);
  await expect(page.locator("nav.later")).toHaveCount(0);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("times are told from now, the exact ones when asked", async ({ page, workspace }) => {
  const now = Date.now();
  const day = new Date(now - 40 * DAY).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const told: [number, string][] = [
    [0, "just now"],
    [3 * MINUTE + 5_000, "3 min ago"],
    [2 * HOUR + MINUTE, "2 h ago"],
    [DAY + MINUTE, "1 day ago"],
    [29 * DAY + MINUTE, "29 days ago"],
    [40 * DAY, day.replace("Sept", "Sep")],
  ];
  told.forEach(([elapsed], n) => {
    workspace.create(`Time ${n}`, []).writeMetadata({ title: `Time ${n}`, last_activated_at: stored(now - elapsed) });
  });
  await page.clock.install({ time: now });
  await follow(page, "/");
  for (const [n, [elapsed, words]] of told.entries()) {
    const time = entry(page, `Time ${n}`).locator(".at time");
    await expect(time).toHaveText(words);
    await expect(time).toHaveAttribute("datetime", `${new Date(now - elapsed).toISOString().slice(0, 19)}Z`);
    const clock = new Date(now - elapsed).toISOString().slice(11, 19);
    await expect(time).toHaveAttribute("title", new RegExp(`^\\d+ [A-Z][a-z]{2} \\d{4}, ${clock}$`));
  }
  await page.clock.fastForward(5 * MINUTE);
  await expect(entry(page, "Time 0").locator(".at")).toHaveText("5 min ago");
  await expect(entry(page, "Time 1").locator(".at")).toHaveText("8 min ago");
});

test("the exact times are in the reader's zone, also on the first page of a server in another one", async ({ browser, server, problems }) => {
  const context = await browser.newContext({ timezoneId: "Pacific/Apia", baseURL: server.origin });
  await problems.watch(context);
  const page = await context.newPage();
  await follow(page, "/");
  const time = entry(page, "A note in the middle").locator(".at time");
  await expect(time).toHaveAttribute("title", "30 May 2026, 08:42:45");
  await expect(time).toHaveText("30 May 2026");
  await page.reload();
  await waitFor(page, "following");
  await expect(time).toHaveAttribute("title", "30 May 2026, 08:42:45");
  await expect(time).toHaveText("30 May 2026");
  await context.close();
});

test("an entry can be reached and opened with the keyboard, and one comes back with it", async ({ page }) => {
  await follow(page, "/");
  await mark(page);
  await page.keyboard.press("Tab");
  await expect(filter(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "A note in the middle" })).toBeFocused();
  await page.keyboard.press("Tab");
  const link = page.getByRole("link", { name: "Every kind" });
  await expect(link).toBeFocused();
  const outline = await link.evaluate((link) => getComputedStyle(link).outlineStyle);
  expect(outline).not.toBe("none");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every kind");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "All conversations" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(entries(page)).toHaveCount(6);
  await page.locator("details.archived > summary").focus();
  await page.keyboard.press("Space");
  await expect(archived(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(archived(page).getByRole("link")).toBeFocused();
  expect(await isSamePage(page)).toBe(true);
});

/** Entries of every kind, with long words in all of them. */
async function variety(workspace: Workspace) {
  const long = "on".repeat(200);
  workspace.create(`A title that goes ${long}`, [turn(), asks("Begin."), says(`Words ${long}`)]);
  workspace.create("قائمة المحادثات", [turn(), asks("Begin."), says("שלום עולם")]);
  const pinned = workspace.create("Pinned", []);
  pinned.writeMetadata({ title: "Pinned", pinned_at: stored(Date.now()), last_activated_at: stored(Date.now()) });
  return hold(workspace.lockFile(workspace.open("17700000002-every-kind")));
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing to object to in the list, ${colorScheme}`, async ({ page, workspace }) => {
    await page.emulateMedia({ colorScheme });
    const release = await variety(workspace);
    const violations = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
    };
    try {
      await follow(page, "/");
      await expect(page.locator("[data-state=running]")).toHaveCount(1);
      await expect(page.locator(".pinned:visible")).toHaveText("pinned");
      await page.locator("details.archived > summary").click();
      expect(await violations()).toEqual([]);
      await filter(page).fill("a");
      await expect(page.locator(".found")).not.toBeEmpty();
      expect(await violations()).toEqual([]);
    } finally {
      await release();
    }
  });

  test(`nothing makes the list scroll sideways on a telephone, ${colorScheme}`, async ({ page, workspace }, info) => {
    await page.setViewportSize({ width: 360, height: 700 });
    await page.emulateMedia({ colorScheme });
    const release = await variety(workspace);
    try {
      await follow(page, "/");
      await page.locator("details.archived > summary").click();
      await expectNoSideways(page, "the list");
      await page.screenshot({ path: info.outputPath(`list-360-${colorScheme}.png`), fullPage: true });
      await filter(page).fill("a very long filter ".repeat(8));
      await expect(page.locator(".found")).toHaveText(/^0 of/);
      await expectNoSideways(page, "the list, filtered");
    } finally {
      await release();
    }
  });
}

test("the list is the same before and after it is taken over, and nothing moves or flashes", async ({ page, pageWithoutScripts, workspace }) => {
  const release = await variety(workspace);
  try {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      const changes: string[] = [];
      Object.assign(window, { shifts, changes });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value"));
      }).observe({ type: "layout-shift", buffered: true });
      document.addEventListener("DOMContentLoaded", () => {
        new MutationObserver((records) => {
          for (const { addedNodes, removedNodes, target } of records) {
            for (const node of [...addedNodes, ...removedNodes]) {
              if (node instanceof Element) changes.push(`${target.nodeName} ${node.nodeName}`);
            }
          }
        }).observe(document.querySelector("main.list") as Element, { childList: true, subtree: true });
      });
    });
    const withoutTimes = async (page: Page) =>
      (await tree(page.locator("main.list"))).map((line) => line.replace(/"(just now|\d+ min ago)"$/, '"a while ago"'));
    await pageWithoutScripts.goto("/");
    const before = await withoutTimes(pageWithoutScripts);
    await follow(page, "/");
    await expect(page.locator("html")).toHaveAttribute("data-renders", "0");
    await page.waitForTimeout(300);
    expect(await withoutTimes(page)).toEqual(before);
    const seen = await page.evaluate(() => ({ shifts: Reflect.get(window, "shifts"), changes: Reflect.get(window, "changes") }));
    expect(seen).toEqual({ shifts: [], changes: [] });
  } finally {
    await release();
  }
});

test("the list goes on after a new start of the server", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
  await follow(page, "/");
  await server.kill();
  workspace.create("Meanwhile", []);
  await server.start();
  await expect(entry(page, "Meanwhile")).toHaveCount(1, { timeout: 30_000 });
  await expect(entries(page)).toHaveCount(7);
});
