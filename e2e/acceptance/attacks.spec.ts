// A stranger's text of any kind, in any construct, in any place of a page, is only words. What the
// matrix of them is made of is in `support/matrix.mjs`.

import { FORBIDDEN, expectAllHere, expectOwnNames } from "../support/foreign.ts";
import { cases, constructs, kinds, places } from "../support/matrix.mjs";
import { openAll } from "../support/opening.ts";
import { follow } from "../support/reading.ts";
import { asks, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

/** So few that all their rows are in the first window, and stand in the document. */
const CASES_A_PAGE = 25;

test("no cell of the matrix of attacks is empty", () => {
  expect(cases.length).toBeGreaterThanOrEqual(300);
  expect(new Set(cases.map(({ text }) => text)).size).toBe(cases.length);
  for (const construct of Object.keys(constructs)) {
    for (const kind of Object.keys(kinds)) {
      const here = cases.filter((one) => one.construct === construct && one.kind === kind);
      expect(here.filter(({ isFirst }) => isFirst), `${construct}, ${kind}`).toHaveLength(1);
    }
  }
});

for (const [name, { view, isMarkdown, events }] of Object.entries(places)) {
  const here = cases.filter(({ isFirst }) => isFirst || isMarkdown);
  test(`attacks of every kind and in every construct are only words: ${name}`, async ({ page, workspace }) => {
    test.setTimeout(240_000);
    let seen = 0;
    for (let from = 0; from < here.length; from += CASES_A_PAGE) {
      const some = here.slice(from, from + CASES_A_PAGE);
      const { path } = workspace.create(name, [turn(), ...some.flatMap(({ text }, n) => events(text, `call${n}`)), asks("All of them.")]);
      await follow(page, `${path}?view=${view}`);
      await openAll(page);
      await expectAllHere(page);
      await expect(page.locator(FORBIDDEN)).toHaveCount(0);
      const shown = await page.getByTestId("rows").innerText();
      expect(some.filter(({ word }) => !shown.toLowerCase().includes(word)).map(({ word }) => word), "not to be read").toEqual([]);
      await expectOwnNames(page);
      seen += some.length;
    }
    expect(seen).toBe(here.length);
  });
}

test("attacks of every kind and in every construct are only words: the title of a conversation", async ({ page, workspace }) => {
  const here = cases.filter(({ isFirst }) => isFirst);
  const made = here.map(({ text }) => workspace.create(text, [turn(), asks("Words.")]));
  await page.goto(`/?limit=${made.length + 50}`);
  const shown = (await page.locator(".conversations").first().innerText()).toLowerCase();
  expect(here.filter(({ word }) => !shown.includes(word)).map(({ word }) => word), "not to be read").toEqual([]);
  await expect(page.locator(FORBIDDEN.replaceAll(".rows ", ".conversations "))).toHaveCount(0);
  for (const [n, { path }] of made.entries()) {
    if (n % 12 > 0) continue;
    await follow(page, path);
    expect((await page.getByRole("heading", { level: 1 }).innerText()).toLowerCase()).toContain(here[n]?.word);
    await expectOwnNames(page);
  }
});
