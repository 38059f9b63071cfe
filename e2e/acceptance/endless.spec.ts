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
const MOST_NODES = 20_000;

const nNodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

/** How many rows the page has, in the document or not: what the last one says tells which the first is. */
async function firstNumber(page: Page) {
  return page.evaluate(() => Number(/#(\d+)/.exec(document.querySelector(".rows")?.textContent ?? "")?.[1]));
}

/** The row in the middle of the window, where there is one. */
const inTheMiddle = (page: Page) =>
  page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("main")?.className ?? "nothing");

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

test("up to a size all rows stand in the document", async ({ page, workspace }) => {
  const { path } = workspace.create("Long", endless().slice(0, 2_000));
  await follow(page, `${path}#end`);
  await goUp(page, 0);
  await expect(rows(page)).toHaveCount(1_200);
  await expect(page.locator(".rows[style]")).toHaveCount(0);
  await expect(page.getByText("Only a part of the conversation is here")).toBeHidden();
});
