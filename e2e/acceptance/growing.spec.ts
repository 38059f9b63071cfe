// An answer is read while it is written: nothing of its markup shows, and what is done stays as it is.

import type { Page } from "@playwright/test";

import { hold } from "../support/lock.mjs";
import { follow, tree } from "../support/reading.ts";
import { asks, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const prose = (page: Page) => page.locator(".assistant .prose");

/** Counts what happens to the elements of the first blocks, but for the last. */
async function watchDone(page: Page, n: number) {
  await page.evaluate((n) => {
    const done = [...document.querySelectorAll(".assistant .prose > *")].slice(0, n);
    Object.assign(window, { done, changes: 0 });
    const count = (records: unknown[]) => Object.assign(window, { changes: Number(Reflect.get(window, "changes")) + records.length });
    for (const block of done) new MutationObserver(count).observe(block, { attributes: true, childList: true, characterData: true, subtree: true });
  }, n);
  return async () => {
    const [changes, stand] = await page.evaluate(() => {
      const done: Element[] = Reflect.get(window, "done");
      return [Reflect.get(window, "changes"), done.every((block, n) => document.querySelectorAll(".assistant .prose > *")[n] === block)];
    });
    expect(changes).toBe(0);
    expect(stand, "the same elements stand there").toBe(true);
  };
}

test("markup that has begun reads as what it becomes, and blocks that are done are left alone", async ({ page, workspace }) => {
  const conversation = workspace.create("Written", [turn(), asks("Write."), says("# Head\n\nFirst.\n\nSecond.\n\n")]);
  const release = await hold(workspace.lockFile(conversation));
  await follow(page, conversation.path);
  await expect(prose(page).locator("> *")).toHaveCount(3);
  const expectDoneAlone = await watchDone(page, 2);
  for (const [piece, shown] of [
    ["The **bo", "The bo"],
    ["ld** and [a li", "The bold and a li"],
    ["nk](https://exa", "The bold and a link"],
    ["mple.org/) and `co", "The bold and a link and co"],
    ["de`.\n\n``", "The bold and a link and code."],
    ["`rust\nfn", "fn"],
    [" main() {}\n``", "fn main() {}"],
    ["`\n\n| a |", "fn main() {}"],
    ["\n|---|\n| 1 | 2", "a1"],
    [" |\n\nEnd", "End"],
  ] as const) {
    conversation.append(says(piece));
    const last = prose(page).locator("> :last-child");
    await expect.poll(async () => (await last.textContent())?.replace("rust", "").trim(), piece).toBe(shown);
  }
  await expectDoneAlone();
  const live = await tree(prose(page));
  await page.reload();
  expect(await tree(prose(page))).toEqual(live);
  await release();
  await expect(page.locator(".status .state")).toHaveText("finished");
  const finished = await tree(prose(page));
  await page.reload();
  expect(await tree(prose(page))).toEqual(finished);
});

test("what a text that has ended began stays what it is", async ({ page, workspace }) => {
  const conversation = workspace.create("Ended", [turn(), asks("Write."), says("An **open end and AT&T")]);
  const release = await hold(workspace.lockFile(conversation));
  await follow(page, conversation.path);
  await expect(prose(page)).toHaveText("An open end and AT");
  conversation.append(asks("Go on."));
  await expect(prose(page)).toHaveText("An **open end and AT&T");
  await release();
});
