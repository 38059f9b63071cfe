// The scrollbar of a window, which is hidden in every other test.

import { distanceToEnd, firstVisibleRow, follow, settle, topOf } from "../support/reading.ts";
import { asks, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";
import { grow, many } from "../support/writing.ts";

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
});

test("its thumb can be dragged up while the end is written, and back to the end", async ({ page, workspace }) => {
  const conversation = workspace.create("Growing", [turn(), ...many(), asks("Write."), says("Begun.\n\n")]);
  await follow(page, `${conversation.path}#end`);
  const { width, height, bar } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    bar: innerWidth - document.documentElement.clientWidth,
  }));
  expect(bar, "there is a scrollbar").toBeGreaterThan(0);
  const x = width - bar / 2;
  await page.mouse.move(x, height - 30);
  await page.mouse.down();
  await page.mouse.move(x, height / 2, { steps: 5 });
  await settle(page);
  const { id, top } = await firstVisibleRow(page);
  expect(await distanceToEnd(page)).toBeGreaterThan(100);
  await grow(page, conversation, "one");
  expect(Math.abs((await topOf(page, id)) - top)).toBeLessThan(1);
  // What came meanwhile made the page longer than the thumb's way.
  await page.mouse.move(x, height + 300, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await grow(page, conversation, "two");
  expect(await distanceToEnd(page)).toBeLessThan(2);
});
