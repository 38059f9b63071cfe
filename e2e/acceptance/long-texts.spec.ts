// A text of thousands of nodes shows its beginning first, and all of it to whoever wants that.

import type { Page } from "@playwright/test";

import { follow, rows, tree, waitFor } from "../support/reading.ts";
import { asks, says } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const N = 1200;
const lines = (line: (n: number) => string, between = "\n") => Array.from({ length: N }, (_, n) => line(n)).join(between);

const texts = {
  list: { text: lines((n) => `- entry ${n}`), part: "li" },
  table: { text: `| a | b |\n|---|---|\n${lines((n) => `| ${n} | entry |`)}`, part: "tbody tr" },
  paragraphs: { text: lines((n) => `paragraph ${n}`, "\n\n"), part: ".prose > p" },
};

const all = (page: Page) => page.getByRole("button", { name: "Show all" });

/** How many of some elements are there, and how many of them can be seen. */
const count = (page: Page, part: string) =>
  page.locator(`.assistant ${part}`).evaluateAll((found) => [found.length, found.filter((one) => one.checkVisibility()).length]);

for (const [name, { text, part }] of Object.entries(texts)) {
  test(`a very long text of one kind is folded: ${name}`, async ({ page, pageWithoutScripts, workspace }) => {
    const { path } = workspace.create("Long text", [asks("Tell me all."), says(text), asks("Thanks.")]);
    await follow(page, path);
    await expect(all(page)).toHaveText(`Show all ${text.split("\n").length} lines`);
    await expect(all(page)).toHaveAttribute("aria-expanded", "false");
    const [there, seen] = await count(page, part);
    expect(there).toBe(N);
    expect(seen).toBeGreaterThan(10);
    expect(seen).toBeLessThan(30);

    await all(page).press("Enter");
    await expect(all(page)).toHaveAttribute("aria-expanded", "true");
    expect(await count(page, part)).toEqual([N, N]);
    await all(page).scrollIntoViewIfNeeded();
    const { y } = (await all(page).boundingBox()) ?? { y: 0 };
    await all(page).press("Enter");
    expect((await count(page, part))[1]).toBe(seen);
    expect(Math.abs(((await all(page).boundingBox())?.y ?? 0) - y), "who folds it stays at its end").toBeLessThan(1.5);

    await pageWithoutScripts.goto(path);
    expect(await count(pageWithoutScripts, part), "nothing is lost without scripts").toEqual([N, N]);
    await expect(all(pageWithoutScripts)).toBeHidden();
    await page.goto(`${path}?print=1`);
    expect(await count(page, part), "nor on paper").toEqual([N, N]);
    await expect(all(page)).toBeHidden();
  });
}

test("a very long text that comes later is folded too, as on a new page", async ({ page, workspace }) => {
  const conversation = workspace.create("Long text", [asks("Tell me all.")]);
  await follow(page, conversation.path);
  conversation.append(says(texts.list.text), asks("Thanks."));
  await expect(rows(page)).toHaveCount(3);
  await expect(all(page)).toHaveAttribute("aria-expanded", "false");
  expect((await count(page, "li"))[1]).toBeLessThan(30);
  const live = await tree(page.getByTestId("rows"));
  await page.reload();
  await waitFor(page, "following");
  expect(await tree(page.getByTestId("rows"))).toEqual(live);
});

test("a text that grows long before the reader's eyes stays as it is", async ({ page, workspace }) => {
  const conversation = workspace.create("Growing", [asks("Tell me all."), says("- first\n")]);
  await follow(page, conversation.path);
  conversation.append(says(texts.list.text));
  await expect(page.locator(".assistant li")).toHaveCount(N + 1);
  expect(await count(page, "li")).toEqual([N + 1, N + 1]);
  await expect(all(page)).toHaveAttribute("aria-expanded", "true");
  await expect(all(page)).toHaveCount(1);
});

test("a text that is not that long has no button", async ({ page, workspace }) => {
  const { path } = workspace.create("Short", [says(texts.list.text.split("\n").slice(0, 100).join("\n"))]);
  await follow(page, path);
  await expect(page.locator("button.show-all")).toHaveCount(0);
});
