// A person reads on a telephone and on a screen, by day and by night.

import type { Page } from "@playwright/test";

import { everyBlock, image, link, png, resource, sound, to, wav } from "../support/blocks.mjs";
import { wide } from "../support/hard-texts.mjs";
import { openAll } from "../support/opening.ts";
import { expectNoSideways, follow, settle } from "../support/reading.ts";
import { asks, block, calls, gets, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 360, 1280] as const;
const SCHEMES = ["light", "dark"] as const;

/** What is far too large for its place. */
const large = () => {
  const word = "x".repeat(3_000);
  return [
    image("image/png", png(4_000, 60), { title: word, description: word }),
    image("image/png", png(30, 3_000)),
    { ...sound(wav(1)), title: word },
    resource({ uri: `file:///${word}/${word}`, mimeType: word, text: word }),
    resource({ uri: `file:///${word}.md`, mimeType: "text/markdown", text: `| ${word} | b |\n|---|---|\n| \`${word}\` | b |` }),
    link(`https://example.invalid/${word}`, { title: word, description: word }),
    { type: word, [word]: word },
  ];
};

/** Waits until the images of the page have come, from top to bottom. */
async function loadAll(page: Page) {
  for (const image of await page.locator("img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await settle(page);
}

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

for (const width of [320, 360, 768, 1280, 1680]) {
  test(`images, sounds, files and links stay in their column, ${width} px`, async ({ page, workspace }, info) => {
    await page.setViewportSize({ width, height: 800 });
    const every = workspace.create("Every block", everyBlock());
    const largest = workspace.create("The largest", [
      turn(),
      asks("Show them."),
      calls("a", "inspect"),
      gets("a", large()),
      calls("b", "say"),
      gets("b", large().map((block) => to(block, "user"))),
      says("Shown."),
    ]);
    for (const { path } of [every, largest]) {
      for (const view of ["user", "raw"]) {
        await follow(page, `${path}?view=${view}`);
        await openAll(page);
        await loadAll(page);
        await expectNoSideways(page, `${path}, ${view}`);
        if (path === largest.path) continue;
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: info.outputPath(`every-${view}-${width}-${colorScheme}.png`), fullPage: true });
        }
      }
    }
  });
}

test("an image is whole, at its own proportions, however large it is", async ({ page, workspace }) => {
  const sizes = [[4_000, 100], [100, 4_000], [20, 10], [2_000, 2_000]] as const;
  const images = sizes.map(([width, height]) => to(image("image/png", png(width, height)), "user"));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await follow(page, workspace.create("Images", [turn(), asks("Show."), calls("a", "draw"), gets("a", images)]).path);
    await loadAll(page);
    const shown = await page.locator(".note img").evaluateAll((all: HTMLImageElement[]) =>
      all.map((image) => ({ ratio: image.width / image.height, width: image.width, height: image.height })),
    );
    for (const [n, [width, height]] of sizes.entries()) {
      const { ratio, ...on } = shown[n] ?? { ratio: 0, width: 0, height: 0 };
      // Both are rounded to whole pixels.
      expect(Math.abs(on.width - (on.height * width) / height), `${ratio}`).toBeLessThanOrEqual(width / height + 1);
      expect(on.height).toBeLessThanOrEqual(Math.min(height, 720));
      expect(on.width).toBeLessThanOrEqual(width);
    }
  }
});

test("where colours are forced, a note has its rule, and an image its own colours", async ({ page, workspace }, info) => {
  await page.emulateMedia({ forcedColors: "active" });
  await follow(page, workspace.create("Every block", everyBlock()).path);
  await openAll(page);
  await loadAll(page);
  const note = page.locator(".note").first();
  await expect(note).toHaveCSS("border-inline-start-style", "solid");
  await expect(note).not.toHaveCSS("border-inline-start-width", "0px");
  await expect(page.locator(".note img")).toBeVisible();
  await expect(page.locator(".note audio")).toBeVisible();
  for (const icon of await page.locator(".card summary > .icon:visible").all()) {
    const { symbol, words } = await icon.evaluate((icon) => ({
      symbol: getComputedStyle(icon).color,
      words: getComputedStyle(icon.parentElement as Element).color,
    }));
    expect(symbol).toBe(words);
  }
  await page.screenshot({ path: info.outputPath("forced-colours.png"), fullPage: true });
});

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
  await page.locator(".card summary").hover();
  await page.locator(".card summary").click();
  expect(await animations()).toBe(0);
  for (const message of ["One ", "two."]) {
    conversation.append(says(message));
    await expect(page.locator(".assistant")).toContainText(message.trim());
    expect(await animations()).toBe(0);
  }
  await follow(page, workspace.create("Every block", everyBlock()).path);
  await openAll(page);
  await page.locator(".note").first().hover();
  expect(await animations()).toBe(0);
});
