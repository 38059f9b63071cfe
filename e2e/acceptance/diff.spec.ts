// A result that is a diff is drawn file by file.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { openAll } from "../support/opening.ts";
import { expectNoSideways, follow, rows, tree } from "../support/reading.ts";
import { asks, block, calls, gets, turn, type Workspace } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const DIFF = `commit 5f2b1c
    Why it was done.

diff --git a/src/sum.rs b/src/sum.rs
index 83db48f..bf269f4 100644
--- a/src/sum.rs
+++ b/src/sum.rs
@@ -8,4 +8,4 @@ fn main() {
 before ${"and much longer ".repeat(20)}
-let total = sum(a, b);
+let total = sum(a, c);
 after
 <b>end</b>
diff --git a/old.txt b/new.txt
similarity index 100%
rename from old.txt
rename to new.txt
`;

const showing = (workspace: Workspace, text: string) =>
  workspace.create("Changes", [turn(), asks("What has changed?"), calls("g", "git_show"), gets("g", [block(text)])]);

const files = (page: Page) => page.locator(".card .diff");

test("the files of a diff stand by themselves, with names and counts, also without scripts", async ({ pageWithoutScripts: page, workspace }) => {
  await page.goto(showing(workspace, DIFF).path);
  await page.locator(".card summary").click();
  await expect(page.locator(".card .plain")).toContainText("Why it was done.");
  await expect(files(page).locator("figcaption")).toHaveText(["src/sum.rs 1 added, 1 removed", "new.txt formerly old.txt"]);
  await expect(page.locator(".removed")).toHaveText("-let total = sum(a, b);");
  await expect(page.locator(".added")).toHaveText("+let total = sum(a, c);");
  await expect(page.locator(".diff :is(ins, del)")).toHaveText(["b", "c"]);
  await expect(page.locator(".same").last()).toContainText("<b>end</b>");
});

test("a diff that arrives live is drawn as one that is loaded", async ({ page, workspace }) => {
  const conversation = showing(workspace, "none yet");
  await follow(page, conversation.path);
  conversation.append(calls("h", "git_show"), gets("h", [block(DIFF)]));
  await expect(rows(page)).toHaveCount(3);
  await openAll(page);
  await expect(files(page)).toHaveCount(2);
  const live = await tree(page.getByTestId("rows"));
  await page.reload();
  await openAll(page);
  expect(await tree(page.getByTestId("rows"))).toEqual(live);
});

test("what was removed stands beside what took its place where there is room", async ({ page, workspace }) => {
  await follow(page, showing(workspace, DIFF).path);
  await openAll(page);
  const places = async () => {
    const [removed, added] = await Promise.all([".removed", ".added"].map((side) => page.locator(side).boundingBox()));
    if (!removed || !added) throw new Error("a side is not there");
    return { removed, added };
  };
  await page.setViewportSize({ width: 1_600, height: 800 });
  const wide = await places();
  expect(wide.added.y).toBe(wide.removed.y);
  expect(wide.added.x).toBeGreaterThanOrEqual(wide.removed.x + wide.removed.width);
  await page.setViewportSize({ width: 800, height: 800 });
  const narrow = await places();
  expect(narrow.added.y).toBeGreaterThanOrEqual(narrow.removed.y + narrow.removed.height);
  expect(narrow.added.x).toBe(narrow.removed.x);
});

test("what is copied of a diff has its lines and signs, and no numbers", async ({ page, workspace }) => {
  await follow(page, showing(workspace, DIFF).path);
  await openAll(page);
  const copied = await page.evaluate(() => {
    const change = document.querySelector(".change");
    if (change) getSelection()?.selectAllChildren(change);
    return getSelection()?.toString();
  });
  expect(copied?.trim().split(/\n+/)).toEqual(["-let total = sum(a, b);", "+let total = sum(a, c);"]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in a diff, and it is not too wide for a telephone, ${colorScheme}`, async ({ page, workspace }) => {
    await page.emulateMedia({ colorScheme });
    await follow(page, showing(workspace, DIFF).path);
    await openAll(page);
    for (const width of [360, 1_600]) {
      await page.setViewportSize({ width, height: 800 });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))).toEqual([]);
      await expectNoSideways(page, `${width} px`);
    }
  });
}
