// WebAssembly takes the page over that the server rendered, and the reader notices nothing.

import type { Page } from "@playwright/test";

import { follow, rowTexts, rows, tree, waitFor } from "../support/reading.ts";
import { expect, test } from "../support/test.ts";
import { asks, block, calls, forModel, gets, note, says, thinks, turn } from "../support/store.mjs";

const VIEWS = ["user", "raw", "provider"] as const;

/** Something of everything that a page can show. */
const everything = () => [
  turn(),
  asks("Compare *these*:\n\n1. one\n2. two"),
  thinks("First **think**."),
  calls("a", "fs_read_file", { path: "src/lib.rs" }),
  gets("a", [block("fn main() {}\n\tindented"), forModel("not for the person")]),
  calls("b", "tell_user", { message: "**Half** done" }),
  gets("b", [note("**Half** done, see `here`.\n\n| a | b |\n|---|---|\n| 1 | 2 |"), forModel("Shown.")]),
  calls("c", "cargo_test"),
  gets("c", [block("error: it does not compile")], true),
  says("A text that comes "),
  says("in *pieces*.\n\n```rust\nlet a = 1;\n```\n\n> quoted\n\n- [x] done\n- [ ] open"),
];

/** The tree of the rows as the server renders them, in a page where no script runs. */
async function rendered(pageWithoutScripts: Page, path: string) {
  await pageWithoutScripts.goto(path);
  return tree(pageWithoutScripts.getByTestId("rows"));
}

for (const view of VIEWS) {
  test(`the ${view} view is the same before and after it is taken over`, async ({ page, pageWithoutScripts, workspace }) => {
    const fixtures = ["17800000001-a-note-in-the-middle", "17700000002-every-kind", "17500000006-bad-records"];
    const conversations = fixtures.map((folder) => workspace.open(folder));
    conversations.push(workspace.create("Everything", everything()));
    for (const { path } of conversations) {
      const before = await rendered(pageWithoutScripts, `${path}?view=${view}`);
      await follow(page, `${path}?view=${view}`);
      await expect(page.locator("html")).toHaveAttribute("data-renders", "0");
      expect(await tree(page.getByTestId("rows")), path).toEqual(before);
    }
  });

  test(`the ${view} view that grew live is the same as the one that is loaded`, async ({ page, pageWithoutScripts, workspace }) => {
    const all = everything();
    const conversation = workspace.create("Everything", all.slice(0, 1));
    await follow(page, `${conversation.path}?view=${view}`);
    for (let n = 2; n <= all.length; n++) {
      conversation.write(all.slice(0, n));
      // Some arrive alone, some together.
      if (n % 3 === 0) await page.waitForTimeout(120);
    }
    await expect(page.locator(".assistant")).toContainText("quoted");
    const live = await tree(page.getByTestId("rows"));
    expect(live).toEqual(await rendered(pageWithoutScripts, `${conversation.path}?view=${view}`));
    await page.reload();
    await waitFor(page, "following");
    expect(await tree(page.getByTestId("rows"))).toEqual(live);
  });
}

test("a page that grew on from what the server rendered is the same as the one that is loaded", async ({ page, workspace }) => {
  const all = everything();
  for (const n of [3, 5, 7, 9, 10]) {
    const conversation = workspace.create(`From ${n}`, all.slice(0, n));
    await follow(page, conversation.path);
    await expect(page.locator("html")).toHaveAttribute("data-renders", "0");
    conversation.write(all);
    await expect(page.locator(".assistant")).toContainText("quoted");
    const live = await tree(page.getByTestId("rows"));
    await page.reload();
    await waitFor(page, "following");
    expect(await tree(page.getByTestId("rows")), `from ${n} events`).toEqual(live);
  }
});

for (const [where, hash] of [
  ["its beginning", ""],
  ["its end", "#end"],
] as const) {
  test(`nothing moves or flashes when a page is taken over at ${where}`, async ({ page, workspace }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      const changes: string[] = [];
      Object.assign(window, { shifts, changes });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value"));
      }).observe({ type: "layout-shift", buffered: true });
      document.addEventListener("DOMContentLoaded", () => {
        const rows = document.querySelector(".rows") as Element;
        Reflect.set(window, "rowsAtFirst", [...rows.querySelectorAll("*")]);
        const observer = new MutationObserver((records) => {
          for (const { addedNodes, removedNodes, target } of records) {
            for (const node of [...addedNodes, ...removedNodes]) {
              if (node instanceof Element) changes.push(`${target.nodeName} ${node.nodeName}`);
            }
          }
        });
        observer.observe(rows, { childList: true, subtree: true });
      });
    });
    const many = Array.from({ length: 12 }, everything).flat();
    const { path } = workspace.create("Long", many);
    await follow(page, `${path}${hash}`);
    await page.waitForTimeout(300);
    const seen = await page.evaluate(() => {
      const atFirst = Reflect.get(window, "rowsAtFirst") as Element[];
      const now = [...document.querySelectorAll(".rows *")];
      return {
        shifts: Reflect.get(window, "shifts"),
        changes: Reflect.get(window, "changes"),
        before: atFirst.length,
        kept: now.filter((element, n) => element === atFirst[n]).length,
      };
    });
    expect(seen.before).toBeGreaterThan(100);
    expect(seen).toEqual({ shifts: [], changes: [], before: seen.before, kept: seen.before });
    await expect(rows(page)).toHaveCount((await rowTexts(page)).length);
  });
}

test("times are in the reader's zone, also on the first page of a server in another one", async ({ browser, server, workspace, problems }) => {
  const context = await browser.newContext({ timezoneId: "Pacific/Apia", baseURL: server.origin });
  await problems.watch(context);
  const page = await context.newPage();
  const { path } = workspace.open("17800000001-a-note-in-the-middle");
  await follow(page, path);
  const time = page.locator(".person time");
  await expect(time).toHaveAttribute("title", "30 May 2026, 08:42:36");
  await expect(time).toHaveText("08:42");
  const first = await tree(page.getByTestId("rows"));

  // From now on the server knows.
  const answer = await page.request.get(path);
  expect(await answer.text()).toContain('data-zone="Pacific/Apia"');
  await page.reload();
  await waitFor(page, "following");
  expect(await tree(page.getByTestId("rows"))).toEqual(first);
  await context.close();
});
