// A person prints a conversation, or selects all of it.

import { follow, rows, waitFor } from "../support/reading.ts";
import { asks, says } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const N_EVENTS = 460;
const long = () => Array.from({ length: N_EVENTS }, (_, n) => (n % 2 ? says(`#${n} says`) : asks(`#${n} asks`)));

const line = "p.whole";

test("a page with all of it is a link away, in the view that is shown", async ({ page, workspace }) => {
  const { path } = workspace.create("Long", long());
  await follow(page, path);
  expect(await rows(page).count()).toBeLessThan(N_EVENTS);
  await page.getByRole("link", { name: "Raw", exact: true }).click();
  const link = page.getByRole("link", { name: "Print or select everything" });
  await expect(link).toHaveAttribute("href", `${path}?view=raw&print=1`);
  await link.click();
  await expect(rows(page)).toHaveCount(N_EVENTS);
  await expect(page.locator("script, button, nav")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Long");
  await page.getByRole("link", { name: "Back to reading" }).click();
  await waitFor(page, "following");
  await expect(page).toHaveURL(`${path}?view=raw`);
});

test("selecting everything of a part says that it is one, and where all is", async ({ page, workspace }) => {
  const { path } = workspace.create("Long", long());
  await follow(page, path);
  const hint = page.getByText("Only a part of the conversation is here");
  await expect(hint).toBeHidden();
  for (const key of ["Control+a", "Control+f"]) {
    await page.keyboard.press(key);
    await expect(hint).toBeInViewport();
    await expect(page.getByRole("link", { name: "Print or select everything" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(hint).toBeHidden();
  }
});

test("selecting everything of a whole conversation says nothing", async ({ page, workspace }) => {
  const { path } = workspace.create("Short", [asks("#0 asks"), says("#1 says")]);
  await follow(page, path);
  await page.keyboard.press("Control+a");
  await expect(page.getByText("Only a part of the conversation is here")).toBeHidden();
});

test("on paper a part says that it is one, and a whole says nothing", async ({ page, workspace }) => {
  const [part, whole] = [workspace.create("Long", long()), workspace.create("Short", [asks("#0 asks")])];
  await page.emulateMedia({ media: "print" });
  await follow(page, part.path);
  await expect(page.locator(line)).toHaveText(/^Only a part/, { useInnerText: true });
  await follow(page, whole.path);
  await expect(page.locator(line)).toBeHidden();
  await page.goto(`${part.path}?print=1`);
  await expect(page.locator(".row").last()).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to reading" })).toBeHidden();
});
