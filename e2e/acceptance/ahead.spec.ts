// Who goes back through a conversation finds what is older there already, and nothing moves.

import type { Page } from "@playwright/test";

import { follow, rows, settle, topOf } from "../support/reading.ts";
import { asks, says } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const N_EVENTS = 700;
/** Rows of many heights. */
const long = () =>
  Array.from({ length: N_EVENTS / 2 }, (_, n) => [
    asks(`#${2 * n} asks`),
    says(`#${2 * n + 1} says\n\n${"more words. ".repeat((n * 7) % 41)}`),
  ]).flat();

const earlier = (page: Page) => page.getByRole("link", { name: "Show earlier" });

/** Goes to a place within reach of the edge, and says what stands there before anything can come. */
async function approach(page: Page) {
  const at = await page.evaluate(() => {
    scrollTo(0, innerHeight * 1.5);
    for (const row of document.querySelectorAll(".rows > .row")) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom > 0) return { id: row.id, top };
    }
    throw new Error("no row can be seen");
  });
  return at;
}

// A browser's zoom is another number of pixels for the same window.
for (const scale of [0.67, 1, 1.1, 1.5, 2, 3]) {
  test.describe(`at ${scale} pixels for each of the page's`, () => {
    test.use({ deviceScaleFactor: scale, viewport: { width: Math.round(1200 / Math.min(scale, 1.5)), height: 700 } });

    test("what is older comes before its edge is reached, and the reading place stays", async ({ page, workspace }) => {
      const { path } = workspace.create("Long", long());
      await follow(page, `${path}#end`);
      let n = 0;
      while (await earlier(page).count()) {
        const before = await rows(page).count();
        const { id, top } = await approach(page);
        await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
        await settle(page);
        expect(Math.abs((await topOf(page, id)) - top), `step ${n}`).toBeLessThanOrEqual(1);
        expect((n += 1), "there is an end to it").toBeLessThan(10);
      }
      expect(n).toBeGreaterThan(1);
      await expect(rows(page)).toHaveCount(N_EVENTS);
      await expect(rows(page).first()).toContainText("#0 asks");
    });
  });
}

test("a wheel at the very beginning of what is here brings more", async ({ page, workspace }) => {
  const { path } = workspace.create("Long", long());
  await follow(page, path);
  const n = await rows(page).count();
  await settle(page);
  expect(await rows(page).count(), "nothing comes by itself").toBe(n);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(n);
});

test("who goes on reading towards the end brings nothing older", async ({ page, workspace }) => {
  const { path } = workspace.create("Long", long());
  await follow(page, path);
  const n = await rows(page).count();
  for (let step = 0; step < 4; step++) {
    await page.evaluate(() => scrollBy(0, 150));
    await settle(page);
  }
  expect(await rows(page).count()).toBe(n);
});
