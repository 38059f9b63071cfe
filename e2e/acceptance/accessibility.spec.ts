// A person uses a keyboard, or hears the page.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { everyBlock } from "../support/blocks.mjs";
import { wide } from "../support/hard-texts.mjs";
import { follow, rows } from "../support/reading.ts";
import { asks, block, calls, gets, note, says, thinks, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";
import { openAll } from "../support/opening.ts";

const NOTE = "17800000001-a-note-in-the-middle";

const variety = () => [
  turn(),
  asks("Show **everything**: `code`, [a link](http://example.invalid/)."),
  thinks("Thinking."),
  calls("a", "fs_read_file", { path: "a" }),
  gets("a", [block("plain"), { type: "image", mimeType: "image/png", data: "AAAA" }]),
  calls("b", "tell_user"),
  gets("b", [note("A **note**.\n\n| a | b |\n|---|---|\n| 1 | 2 |")]),
  calls("c", "cargo_test"),
  gets("c", [block("error")], true),
  { timestamp: "2026-06-01 09:00:00.0", type: "chat_response", data: { done: true } },
  { timestamp: "2026-06-01 09:00:01.0", type: "host_note", content: "from the host" },
  says(
    "# Heading\n\n## Another\n\n- [x] done\n- [ ] open\n\n> [!WARNING]\n> careful\n\n```rust\nfn main() {}\n```\n\n" +
      "![picture](http://example.invalid/a.png) ~~gone~~ text[^1]\n\n[^1]: A footnote.\n\n<b>raw</b>",
  ),
];

/** What axe objects to in the page as it stands, a line each. */
async function violations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing to object to, ${colorScheme}`, async ({ page, workspace, problems }) => {
    problems.allow(/404/);
    await page.emulateMedia({ colorScheme });
    const conversation = workspace.create("Variety", variety());
    const found = new Map<string, string[]>();
    const look = async (where: string) => {
      for (const violation of await violations(page)) {
        found.set(violation, [...(found.get(violation) ?? []), where]);
      }
    };
    await page.goto("/");
    await look("the list");
    for (const path of [conversation.path, `${conversation.path}?view=raw`, `${conversation.path}?view=provider`]) {
      await follow(page, path);
      await look(path);
      await openAll(page);
      await look(`${path}, opened`);
    }
    for (const folder of ["17700000002-every-kind", "17500000004-cut-off", "17500000005-no-list"]) {
      await follow(page, `${workspace.open(folder).path}?view=raw`);
      await openAll(page);
      await look(folder);
    }
    await page.goto("/c/nothing");
    await look("an error");
    expect(Object.fromEntries(found)).toEqual({});
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test(`axe finds nothing in a page with every kind of block, ${width} px, ${colorScheme}`, async ({ page, workspace }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const { path } = workspace.create("Every block", everyBlock());
      for (const view of ["user", "raw"]) {
        await follow(page, `${path}?view=${view}`);
        await openAll(page);
        // The ways to the raw view are seen where the pointer is.
        await page.locator(".row").first().hover();
        expect(await violations(page), `${view}, opened`).toEqual([]);
      }
    });
  }
}

test("whoever hears the page is told what each image, sound, file and link is", async ({ page, workspace }) => {
  await follow(page, workspace.create("Every block", everyBlock()).path);
  const person = page.getByRole("article", { name: "You" });
  await expect(person.getByRole("img")).toHaveAccessibleName("Image: sketch.png");
  const notes = page.getByRole("article", { name: "Note" });
  await expect(notes.nth(0).getByRole("img")).toHaveAccessibleName("Image: Places by day");
  await expect(notes.nth(0).getByRole("link", { name: "Places by day", exact: true })).toBeVisible();
  await expect(notes.nth(1).locator("audio")).toHaveAccessibleName("It is done");
  await expect(notes.nth(2).getByRole("link", { name: "report.md", exact: true })).toBeVisible();
  await expect(notes.nth(3).getByRole("link", { name: "The guide", exact: true })).toBeVisible();
});

test("images, sounds and files are reached with the keyboard, in their order", async ({ page, workspace }) => {
  await follow(page, workspace.create("Every block", everyBlock()).path);
  for (const stop of ['.note a:text-is("Places by day")', ".note audio", '.note a:text-is("It is done")', '.note a:text-is("report.md")', '.note a:text-is("The guide")']) {
    const there = page.locator(stop);
    for (let n = 0; n < 40 && !(await there.evaluate((element) => element === document.activeElement)); n++) await page.keyboard.press("Tab");
    await expect(there, stop).toBeFocused();
    await expectVisibleFocus(page);
  }
});

test("axe finds nothing in a page that has grown, on a telephone, with wide content", async ({ page, workspace }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  const events = wide();
  const conversation = workspace.create("Grown", events.slice(0, 2));
  await follow(page, conversation.path);
  conversation.write(events);
  await expect(page.locator(".assistant")).toBeAttached();
  await openAll(page);
  expect(await violations(page)).toEqual([]);
});

/** Presses Tab until something of a selector has the focus. */
async function tabTo(page: Page, selector: string, most = 40) {
  for (let n = 1; n <= most; n++) {
    await page.keyboard.press("Tab");
    const isThere = await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);
    if (isThere) return n;
  }
  throw new Error(`${selector} cannot be reached with Tab`);
}

async function expectVisibleFocus(page: Page) {
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
    return { style: outlineStyle, width: Number.parseFloat(outlineWidth) };
  });
  expect(outline.style).not.toBe("none");
  expect(outline.width).toBeGreaterThanOrEqual(2);
}

test("everything can be reached and done with the keyboard", async ({ page, workspace }) => {
  await follow(page, workspace.open(NOTE).path);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "All conversations" })).toBeFocused();
  await expectVisibleFocus(page);
  for (const name of ["User", "Raw", "Model"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
    await expectVisibleFocus(page);
  }
  for (const name of [/^Theme/, /^Notify me/]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name })).toBeFocused();
    await expectVisibleFocus(page);
  }

  await tabTo(page, ".card summary");
  await expectVisibleFocus(page);
  const card = page.getByRole("article", { name: "fs_grep_files" });
  await expect(card.locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card.locator(".opened")).toBeVisible();
  // What may be wider or higher than its room is scrolled with the keys.
  await page.keyboard.press("Tab");
  await expect(card.locator(".plain-text")).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press("Tab");
  await expect(card.getByRole("link", { name: "Call and raw result" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  await expect(card.locator(".opened")).toBeHidden();
});

test("the view can be switched with the keyboard, and the focus stays on the switch", async ({ page, workspace }) => {
  await follow(page, workspace.open(NOTE).path);
  const raw = page.getByRole("link", { name: "Raw", exact: true });
  await raw.focus();
  await page.keyboard.press("Enter");
  await expect(raw).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".call")).toHaveCount(3);
  await expect(raw).toBeFocused();
});

test("the focus stays where it is while others write", async ({ page, workspace }) => {
  const conversation = workspace.create("Focus", [turn(), asks("Go."), calls("t", "tool"), gets("t", [block("ok")])]);
  await follow(page, conversation.path);
  const summary = page.getByRole("article", { name: "tool" }).locator("summary");
  await summary.focus();
  conversation.append(says("New."), says(" More."));
  await expect(rows(page)).toHaveCount(3);
  await expect(summary).toBeFocused();
});

test("a screen reader hears who says what", async ({ page, workspace }) => {
  await follow(page, workspace.open(NOTE).path);
  await expect(page.locator("#app")).toMatchAriaSnapshot(`
    - banner:
      - link "All conversations":
        - /url: /
      - heading "A note in the middle" [level=1]
      - paragraph: jp · workspace
      - navigation "View":
        - link "User":
          - /url: /c/jp~c17800000001-fix01?view=user
        - link "Raw":
          - /url: /c/jp~c17800000001-fix01?view=raw
        - link "Model":
          - /url: /c/jp~c17800000001-fix01?view=provider
      - 'button "Theme: as the system"'
      - 'button "Notify me: off"'
    - main:
      - article "Ada Example":
        - heading "Ada Example" [level=2]
        - link "19:42"
        - paragraph:
          - text: Move every call of
          - code: old_name
          - text: to
          - code: new_name
          - text: .
      - article "fs_grep_files":
        - group: "fs_grep_files src/lib.rs:3: old_name() 51 B"
      - article "Note":
        - heading "note" [level=2]
        - link "19:42"
        - paragraph:
          - strong: Phase 1
          - text: ": 2 of 14 places moved."
      - article "fs_modify_file":
        - group:
          - text: /fs_modify_file Error .*permission denied.* 56 B/
          - paragraph: /permission denied/
          - paragraph:
            - link "Call and raw result"
            - link "Stored record"
      - article "Assistant":
        - heading "Assistant" [level=2]
        - paragraph: "Two places are moved, the third file is read-only:"
        - list:
          - listitem:
            - code: src/lib.rs
          - listitem:
            - code: src/main.rs
      - paragraph:
        - text: finished Last activity
        - time: 29 May 2026, 19:42
        - status: following
  `);
});

test("new text is not read out piece by piece, the state of the connection is", async ({ page, workspace }) => {
  await follow(page, workspace.open(NOTE).path);
  const live = page.locator("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]");
  const around = await live.evaluateAll((all) => all.filter((element) => element.closest(".rows") ?? element.querySelector(".rows")).length);
  expect(around).toBe(0);
  await expect(page.getByRole("status").filter({ hasText: "following" })).toHaveCount(1);
});
