// A person reads on a telephone and on a screen, by day and by night.

import type { Page } from "@playwright/test";

import { wide } from "../support/hard-texts.mjs";
import { openAll } from "../support/opening.ts";
import { expectNoSideways, follow, settle } from "../support/reading.ts";
import { asks, block, calls, gets, says } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 360, 1280] as const;
const SCHEMES = ["light", "dark"] as const;

const lightness = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3 / 255;
  });

for (const width of WIDTHS) {
  for (const colorScheme of SCHEMES) {
    test(`nothing makes the page scroll sideways, ${width} px, ${colorScheme}`, async ({ page, workspace }, info) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const conversation = workspace.create(`A title ${"that goes on ".repeat(8)}and${"on".repeat(150)}`, wide());
      const look = async (name: string) => {
        await settle(page);
        await expectNoSideways(page, `${name} at ${width} px`);
        expect((await lightness(page)) > 0.5).toBe(colorScheme === "light");
        await page.screenshot({ path: info.outputPath(`${name}-${width}-${colorScheme}.png`), fullPage: true });
      };
      await page.goto("/");
      await look("list");
      for (const view of ["user", "raw"]) {
        await follow(page, `${conversation.path}?view=${view}`);
        await look(view);
        await openAll(page);
        await look(`${view}-opened`);
      }
    });
  }
}

test("a wide table and long code scroll in themselves, also with the keyboard", async ({ page, workspace }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await follow(page, workspace.create("Wide", wide()).path);
  for (const selector of [".assistant .table", ".assistant .code pre"]) {
    const box = page.locator(selector).first();
    await box.scrollIntoViewIfNeeded();
    const { inside, room } = await box.evaluate((box) => ({ inside: box.scrollWidth, room: box.clientWidth }));
    expect(inside, `${selector} is wider than its room`).toBeGreaterThan(room);
    await box.focus();
    await expect(box).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => box.evaluate((box) => box.scrollLeft), selector).toBeGreaterThan(0);
  }
});

test("right-to-left text begins at the right, and code in it stays left-to-right", async ({ page, workspace }) => {
  await follow(page, workspace.create("Directions", wide()).path);
  const arabic = page.locator(".assistant .prose > p").filter({ hasText: "هذا نص عربي" });
  await expect(arabic).toHaveCSS("direction", "rtl");
  await expect(arabic.locator("code").first()).toHaveCSS("direction", "ltr");
  const hebrew = page.locator(".assistant blockquote p").filter({ hasText: "שלום" });
  await expect(hebrew).toHaveCSS("direction", "rtl");
  await expect(page.locator(".assistant .prose > h3, .assistant .prose > h4").first()).toHaveCSS("direction", "ltr");
});

test("the theme button goes through the themes, and the server remembers the choice", async ({ page, workspace }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const { path } = workspace.open("17800000001-a-note-in-the-middle");
  await follow(page, path);
  const button = page.getByRole("button", { name: /^Theme:/ });
  const root = page.locator("html");
  await expect(button).toHaveAccessibleName("Theme: as the system");
  expect(await lightness(page)).toBeGreaterThan(0.5);

  await button.click();
  await expect(button).toHaveAccessibleName("Theme: light");
  await button.click();
  await expect(button).toHaveAccessibleName("Theme: dark");
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect(await lightness(page)).toBeLessThan(0.5);

  // The server renders it so, before any script has run.
  const answer = await page.request.get(path);
  expect(await answer.text()).toContain('data-theme="dark"');
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(button).toHaveAccessibleName("Theme: dark");
  await page.goto("/");
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect(await lightness(page)).toBeLessThan(0.5);

  await follow(page, path);
  await page.emulateMedia({ colorScheme: "dark" });
  await button.click();
  await expect(button).toHaveAccessibleName("Theme: as the system");
  expect(await lightness(page)).toBeLessThan(0.5);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await lightness(page)).toBeGreaterThan(0.5);
});

test("an error page looks like the others and blames nothing that is well", async ({ page, problems }) => {
  problems.allow(/404/);
  await page.goto("/c/nothing");
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
  await expect(page.getByText("The frontend is not built into this server")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "All conversations" })).toBeVisible();
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`/c/${"nothing".repeat(60)}`);
      await expectNoSideways(page, `the error at ${width} px`);
      expect((await lightness(page)) > 0.5).toBe(colorScheme === "light");
    }
  }
});

test("with reduced motion nothing moves by itself", async ({ page, workspace }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const conversation = workspace.create("Still", [asks("Begin."), calls("t", "tool"), gets("t", [block("ok")])]);
  await follow(page, conversation.path);
  const animations = () => page.evaluate(() => document.getAnimations().length);
  expect(await animations()).toBe(0);
  await page.locator(".card summary").click();
  expect(await animations()).toBe(0);
  for (const message of ["One ", "two."]) {
    conversation.append(says(message));
    await expect(page.locator(".assistant")).toContainText(message.trim());
    expect(await animations()).toBe(0);
  }
});
