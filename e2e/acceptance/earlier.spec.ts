// A person goes back through a conversation that is longer than what a page holds at first.

import type { Page } from "@playwright/test";

import { firstVisibleRow, follow, rows, rowTexts, settle, topOf, waitFor } from "../support/reading.ts";
import { asks, block, calls, gets, says, thinks, turn, type Workspace } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const N_EVENTS = 900;
/** How many items come when what is earlier is asked for. */
const STRETCH = 200;

/** 900 events, each of which is a row of the user view: `#0`, `#1`, … */
const long = () =>
  Array.from({ length: N_EVENTS / 2 }, (_, n) => [
    asks(`#${2 * n} asks`),
    says(`#${2 * n + 1} says\n\n${"more words. ".repeat(n % 40)}`),
  ]).flat();

const expected = Array.from({ length: N_EVENTS }, (_, n) => n);

/** The numbers of the rows, in order. */
async function numbers(page: Page) {
  const texts = await rowTexts(page);
  return texts.map((text) => Number(/#(\d+) (asks|says)/.exec(text)?.[1]));
}

const earlier = (page: Page) => page.getByRole("link", { name: "Show earlier" });

/** Goes back once, and gives how far what was read has moved. */
async function goBack(page: Page) {
  const before = await rows(page).count();
  await page.evaluate(() => scrollTo(0, 120));
  await settle(page);
  const { id, top } = await firstVisibleRow(page);
  // As a person with a keyboard would, so that nothing has to be scrolled to for it. What was asked for
  // ahead may have come already, and be the last there is.
  await earlier(page).evaluateAll((links: HTMLElement[]) => links[0]?.click());
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  await settle(page);
  return (await topOf(page, id)) - top;
}

test("what is earlier comes above, without moving what is read, as far as the beginning", async ({ page, workspace }) => {
  const { path } = workspace.create("Long", long());
  await follow(page, `${path}#end`);
  const atFirst = await numbers(page);
  expect(atFirst.length).toBeLessThan(N_EVENTS);
  expect(atFirst).toEqual(expected.slice(-atFirst.length));
  let n = 0;
  while (await earlier(page).isVisible()) {
    expect(Math.abs(await goBack(page)), `step ${n}`).toBeLessThan(2);
    expect((n += 1), "there is an end to it").toBeLessThan(20);
  }
  expect(n).toBeGreaterThan(1);
  // The last of them come into the document with the next frames.
  await expect.poll(() => numbers(page)).toEqual(expected);
});

test("what is new still arrives at the end after going back, and nothing moves", async ({ page, workspace }) => {
  const conversation = workspace.create("Long", long());
  await follow(page, conversation.path);
  await goBack(page);
  const n = await rows(page).count();
  const { id, top } = await firstVisibleRow(page);
  conversation.append(asks("The newest"));
  await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
  await expect(rows(page)).toHaveCount(n + 1);
  await expect(rows(page).last()).toContainText("The newest");
  expect(Math.abs((await topOf(page, id)) - top)).toBeLessThan(2);
});

test("without scripts the same link is a way through all of it", async ({ pageWithoutScripts: page, workspace }) => {
  const { path } = workspace.create("Long", long());
  await page.goto(path);
  let found = await numbers(page);
  while (await earlier(page).isVisible()) {
    await earlier(page).click();
    await expect(page).toHaveURL(/before=/);
    const stretch = await numbers(page);
    expect(stretch.length).toBeGreaterThan(0);
    found = [...stretch, ...found];
    await expect(page.getByRole("link", { name: "Show later" })).toBeAttached();
  }
  expect(found).toEqual(expected);
  await page.getByRole("link", { name: "Show later" }).click();
  expect((await numbers(page))[0]).toBeGreaterThan(0);
});

/** A conversation in which a text in many pieces lies across the edge of a window. */
function acrossTheEdge(workspace: Workspace, nBefore: number, nAfter: number) {
  const before = Array.from({ length: nBefore }, (_, n) => asks(`#${n} asks`));
  const pieces = Array.from({ length: 30 }, (_, n) => says(`piece${n} `));
  const after = Array.from({ length: nAfter }, (_, n) => asks(`#${n + nBefore} asks`));
  return workspace.create("Across", [turn(), ...before, ...pieces, ...after]);
}

const wholeText = Array.from({ length: 30 }, (_, n) => `piece${n}`).join(" ");

test("a text that lies across the edge of what is shown is whole, before and after going back", async ({ page, workspace }) => {
  const conversation = acrossTheEdge(workspace, 20, 45);
  await follow(page, conversation.path);
  await expect(page.locator(".person").first()).toContainText("#20 asks");
  for (const text of await page.locator(".assistant .prose").allTextContents()) expect(text.trim()).toBe(wholeText);
  await earlier(page).evaluate((link: HTMLElement) => link.click());
  await expect(page.locator(".person").first()).toContainText("#0 asks");
  await page.waitForTimeout(300);
  await expect(page.locator(".person")).toHaveCount(65);
  await expect(page.locator(".assistant .prose")).toHaveText(wholeText);
  await expect(earlier(page)).toBeHidden();
});

test("a text that lies across the lower edge of a stretch is whole too", async ({ pageWithoutScripts: page, workspace }) => {
  const conversation = acrossTheEdge(workspace, 190, 60);
  const { events } = conversation;
  const key = `${String(events[1]?.["timestamp"]).replace(/\D/g, "")}-chat_request`;
  await page.goto(`${conversation.path}?at=${key}`);
  await expect(page.locator(".person").first()).toContainText("#0 asks");
  const here = await page.locator(".assistant .prose").allTextContents();
  await page.getByRole("link", { name: "Show later" }).click();
  await expect(page.locator(".person").last()).toContainText("#249 asks");
  const later = await page.locator(".assistant .prose").allTextContents();
  expect([...here, ...later].map((text) => text.trim())).toEqual([wholeText]);
});

test("what was gone back to stays when something older changes", async ({ page, workspace }) => {
  const conversation = workspace.create("Long", long());
  await follow(page, conversation.path);
  await goBack(page);
  const n = await rows(page).count();
  const events = conversation.events;
  const at = events.length - 5;
  events[at] = { ...events[at], message: `#${at} says anew` };
  conversation.write(events);
  await expect(rows(page).filter({ hasText: `#${at} says anew` })).toHaveCount(1);
  expect(await rows(page).count()).toBe(n);
  expect(await numbers(page)).toEqual(expected.slice(-n));
});

test("what was gone back to stays when a call that was under way gets its result", async ({ page, workspace }) => {
  const many = Array.from({ length: 350 }, (_, n) => asks(`#${n} asks`));
  const conversation = workspace.create("Under way", [...many, turn(), calls("t", "cargo_test", { all: true })]);
  await follow(page, `${conversation.path}?view=raw`);
  await goBack(page);
  const n = await rows(page).count();
  const { id, top } = await firstVisibleRow(page);
  conversation.append(gets("t", [block("test result: ok")]));
  await expect(page.locator(".card")).toHaveCount(1);
  await expect(page.locator(".call")).not.toContainText("interrupted");
  await page.waitForTimeout(300);
  expect(await rows(page).count()).toBe(n + 1);
  expect(Math.abs((await topOf(page, id)) - top)).toBeLessThan(2);
});

test("the raw view goes back by what it shows", async ({ page, workspace }) => {
  const events = Array.from({ length: 350 }, (_, n) => [asks(`#${n} asks`), thinks(`thought ${n}`)]).flat();
  const { path } = workspace.create("Raw", events);
  await follow(page, `${path}?view=raw`);
  const first = await rows(page).count();
  await goBack(page);
  await expect(rows(page)).toHaveCount(first + STRETCH);
  await expect(page.locator(".reasoning")).toHaveCount((first + STRETCH) / 2);
});

test("an address of an event opens the page there, in the midst of what comes before and after", async ({ page, workspace }) => {
  const events = long();
  const conversation = workspace.create("Long", events);
  const answer = await page.request.get(`/api/conversations/${conversation.id}/events?view=user&limit=500`);
  const { key } = (await answer.json()).side[301];
  await page.goto(`${conversation.path}?at=${key}#e-${key}`);
  await waitFor(page, "adopted");
  const target = page.locator(":target");
  await expect(target).toContainText("#301 says");
  await expect(target).toBeInViewport();
  const all = await numbers(page);
  expect(all[0]).toBeLessThan(301);
  expect(all.at(-1)).toBeGreaterThan(301);
  await expect(page.locator("html")).toHaveAttribute("data-renders", "0");
  await earlier(page).click();
  await expect.poll(async () => (await numbers(page))[0]).toBeLessThan(all[0] ?? 0);
  await page.goBack();
  await page.getByRole("link", { name: "Show later" }).click();
  await expect.poll(async () => (await numbers(page)).at(-1)).toBeGreaterThan(all.at(-1) ?? 0);
});
