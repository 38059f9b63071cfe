// A conversation without an end is light: rows far from the reader leave the document, and come back.

import type { Page } from "@playwright/test";

import { follow, rows, settle, topOf } from "../support/reading.ts";
import { asks, block, calls, gets, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const N_EVENTS = 100_000;
/** Rows of many heights, a card among them every now and then. */
const endless = () =>
  Array.from({ length: N_EVENTS / 5 }, (_, n) => [
    turn(),
    asks(`#${n} asks`),
    calls(`t${n}`, "cargo_test"),
    gets(`t${n}`, [block(`test result ${n}: ok\nall of it`)]),
    says(`#${n} says\n\n${"more words. ".repeat((n * 7) % 31)}`),
  ]).flat();

/** More rows than all of which stand in the document. */
const MANY = 2_400;
const MOST_NODES = 10_000;

const nNodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

/** How many rows the page has, in the document or not: what the last one says tells which the first is. */
async function firstNumber(page: Page) {
  return page.evaluate(() => Number(/#(\d+)/.exec(document.querySelector(".rows")?.textContent ?? "")?.[1]));
}

/** The numbers of the rows that stand in the document. */
const numbers = (page: Page) =>
  rows(page).evaluateAll((all) => all.flatMap((row) => /#(\d+) asks/.exec(row.textContent ?? "")?.[1] ?? []).map(Number));

/** The first of them: each is one more than the one before it. */
async function numbersUp(page: Page) {
  const all = await numbers(page);
  const [first = NaN] = all;
  expect(all, "nothing is left out, nothing is twice").toEqual(all.map((_, n) => first + n));
  return first;
}

const lastNumber = async (page: Page) => (await numbers(page)).at(-1) ?? NaN;

/** Whether words can be seen in the window. */
const seesRows = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".rows > .row")].some((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 60 && top < innerHeight;
    }),
  );

/** Goes towards the beginning until so many rows have come, and gives the most nodes there were. */
async function goUp(page: Page, number: number) {
  let most = 0;
  while ((await firstNumber(page)) > number) {
    const before = await firstNumber(page);
    await page.evaluate(() => scrollTo(0, 600));
    await expect.poll(() => firstNumber(page)).toBeLessThan(before);
    await settle(page);
    most = Math.max(most, await nNodes(page));
  }
  return most;
}

const END = N_EVENTS / 5;
const FAR = END - MANY / 3;

test("its nodes are few when it opens, and bounded on the way to its beginning", async ({ page, workspace }) => {
  const { path } = workspace.create("Endless", endless());
  await follow(page, `${path}#end`);
  expect(await nNodes(page)).toBeLessThan(5_000);
  expect(await goUp(page, FAR)).toBeLessThan(MOST_NODES);
  expect(await rows(page).count(), "most rows are away").toBeLessThan(800);
  await expect(page.getByText("Only a part of the conversation is here")).toBeInViewport();

  // The end at once, and the beginning of what is here.
  await page.keyboard.press("End");
  await settle(page);
  expect(await seesRows(page)).toBe(true);
  await expect(rows(page).last()).toBeInViewport();
  await expect(rows(page).last()).toContainText(`#${END - 1} says`);
  await page.keyboard.press("Home");
  await settle(page);
  expect(await seesRows(page)).toBe(true);
  expect(await nNodes(page)).toBeLessThan(MOST_NODES);
});

test("on the way back each row is where it was, and no window is empty", async ({ page, workspace }) => {
  const { path } = workspace.create("Endless", endless());
  await follow(page, `${path}#end`);
  await goUp(page, FAR);
  const first = await firstNumber(page);
  for (let step = 0; step < 40; step++) {
    const { id, top, moved } = await page.evaluate(() => {
      const row = [...document.querySelectorAll(".rows > .row")].find((row) => row.getBoundingClientRect().top > 400);
      if (!row) throw new Error("no row can be seen");
      const { top } = row.getBoundingClientRect();
      const before = scrollY;
      scrollBy(0, 350);
      return { id: row.id, top, moved: scrollY - before };
    });
    await settle(page);
    expect(Math.abs((await topOf(page, id)) - (top - moved)), `step ${step}`).toBeLessThanOrEqual(1);
    expect(await seesRows(page)).toBe(true);
  }
  // In one leap to where nothing stands.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await settle(page);
  expect(await seesRows(page)).toBe(true);
  expect(await firstNumber(page)).toBeGreaterThan(first);
});

test("what is focused, selected or open stays, and an address finds its row", async ({ page, workspace }) => {
  const { path } = workspace.create("Endless", endless());
  await follow(page, `${path}#end`);
  const card = rows(page).locator("xpath=self::*[contains(@class, 'card')]").last();
  await card.locator("summary").click();
  const opened = (await card.getAttribute("id")) ?? "";
  const said = page.locator(".row.assistant").last();
  const selected = (await said.getAttribute("id")) ?? "";
  const focused = page.locator(".row.person .when").last();
  await focused.focus();
  const address = (await focused.getAttribute("href")) ?? "";
  // Behind the focus, which takes a selection away.
  await said.locator("p").first().evaluate((words) => getSelection()?.selectAllChildren(words));
  const plain = (await rows(page).nth(40).getAttribute("id")) ?? "";

  await goUp(page, FAR);
  expect(await rows(page).count()).toBeLessThan(800);
  await expect(page.locator(`[id="${opened}"] details[open]`)).toBeAttached();
  await expect(page.locator(`[id="${selected}"]`)).toBeAttached();
  expect(await page.evaluate(() => getSelection()?.toString() ?? "")).toMatch(/says/);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe(address);

  await expect(page.locator(`[id="${plain}"]`)).toHaveCount(0);
  await page.evaluate((id) => void (location.hash = `#${id}`), plain);
  await expect(page.locator(":target")).toHaveAttribute("id", plain);
  await expect(page.locator(":target")).toBeInViewport();
});

test("Home and End go to the conversation's beginning and end at once", async ({ page, workspace }) => {
  const { path } = workspace.create("Endless", endless());
  await follow(page, path);
  const [first, last] = [page.getByText("#0 asks", { exact: true }), page.getByText(`#${END - 1} says`)];
  await page.keyboard.press("Home");
  await expect(first).toBeInViewport();
  await settle(page);
  expect(await nNodes(page)).toBeLessThan(5_000);
  expect(await numbersUp(page)).toBe(0);

  // On from there, downwards.
  for (let step = 0; step < 12; step++) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight - innerHeight - 600));
    await settle(page);
    expect(await seesRows(page)).toBe(true);
    await numbersUp(page);
  }
  await expect.poll(() => lastNumber(page)).toBeGreaterThan(200);
  await expect(last).toHaveCount(0);

  await page.keyboard.press("End");
  await expect(last).toBeInViewport();
  await page.keyboard.press("Home");
  await expect(first).toBeInViewport();
});

test("what is new is counted at the beginning, and is there at the end", async ({ page, workspace }) => {
  const conversation = workspace.create("Endless", endless().slice(0, 5_000));
  await follow(page, conversation.path);
  await page.keyboard.press("Home");
  await expect(page.getByText("#0 asks", { exact: true })).toBeInViewport();
  conversation.append(asks("The newest"));
  const button = page.getByRole("button", { name: "1 new" });
  await expect(button).toBeVisible();
  await expect(page.getByText("#0 asks", { exact: true })).toBeInViewport();
  await button.click();
  await expect(page.getByText("The newest")).toBeInViewport();
  conversation.append(asks("The very newest"));
  await expect(page.getByText("The very newest")).toBeInViewport();
});

test("who follows for long holds little, and finds everything again going up", async ({ page, workspace }) => {
  test.setTimeout(180_000);
  const [N_AT_FIRST, N_BATCHES, BATCH] = [300, 50, 100];
  let next = 0;
  const more = (n: number) => Array.from({ length: n }, () => asks(`#${next++} asks`));
  const conversation = workspace.create("Followed", more(N_AT_FIRST));
  await follow(page, `${conversation.path}#end`);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  for (let batch = 0; batch < N_BATCHES; batch++) {
    conversation.append(...more(BATCH));
    await expect(rows(page).last()).toContainText(`#${next - 1} asks`);
  }
  await settle(page);
  expect(await rows(page).count()).toBeLessThanOrEqual(500);
  expect(await nNodes(page)).toBeLessThan(MOST_NODES);
  expect(await numbersUp(page)).toBeGreaterThan(next - 1_600);

  const seen = new Set<number>();
  while ((await firstNumber(page)) > 0) {
    const before = await firstNumber(page);
    for (const number of await numbers(page)) seen.add(number);
    // No further than rows stand around the reader.
    await page.evaluate(() => scrollTo(0, Math.max(600, scrollY - 3_000)));
    await expect.poll(() => firstNumber(page)).toBeLessThan(before);
    await settle(page);
    await numbersUp(page);
    expect(await nNodes(page)).toBeLessThan(MOST_NODES);
  }
  for (const number of await numbers(page)) seen.add(number);
  expect(seen.size, "nothing is lost").toBe(next);
  await page.keyboard.press("End");
  await expect(rows(page).last()).toContainText(`#${next - 1} asks`);
  await expect(rows(page).last()).toBeInViewport();
});

test("up to a size all rows stand in the document", async ({ page, workspace }) => {
  const { path } = workspace.create("Long", endless().slice(0, 1_100));
  await follow(page, `${path}#end`);
  await goUp(page, 0);
  await expect(rows(page)).toHaveCount(660);
  await expect(page.locator(".rows[style]")).toHaveCount(0);
  await expect(page.getByText("Only a part of the conversation is here")).toBeHidden();
});
