// What a program printed to a terminal reads as it did there, and nothing of it is obeyed.

import type { Page } from "@playwright/test";

import { openAll } from "../support/opening.ts";
import { follow, rows, tree } from "../support/reading.ts";
import { asks, block, calls, gets, turn, type Workspace } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const ESC = "\u001b";
const PRINTED = [
  `${ESC}[1mRunning${ESC}[0m 3 tests`,
  ` 10 %\r 60 %\r${ESC}[32m100 %${ESC}[0m`,
  `${ESC}]8;;https://example.org/log${ESC}\\the log${ESC}]8;;${ESC}\\`,
  `${ESC}[38;2;255;128;0morange${ESC}[0m ${ESC}[7minverse${ESC}[27m ${ESC}[2Jcleared`,
  "",
].join("\n");

const printing = (workspace: Workspace, printed: string) =>
  workspace.create("Printed", [turn(), asks("Run them."), calls("t", "cargo_test"), gets("t", [block(printed)])]);

const terminals = (page: Page) => page.locator(".card .terminal");

test("output reads as in a terminal, also without scripts", async ({ pageWithoutScripts: page, workspace }) => {
  const { path } = printing(workspace, PRINTED);
  await page.goto(path);
  await page.locator(".card summary").click();
  await expect(terminals(page)).toHaveText("Running 3 tests\n100 %\nthe log\norange inverse cleared");
  const link = page.getByRole("link", { name: "the log" });
  await expect(link).toHaveAttribute("href", "https://example.org/log");
  await expect(link).toHaveAttribute("rel", /noreferrer/);
});

test("what arrives live is drawn as what is loaded, and the module for it comes once", async ({ page, workspace }) => {
  const modules: string[] = [];
  page.on("request", (request) => {
    if (/rich-\w+\.wasm/.test(request.url())) modules.push(request.url());
  });
  const conversation = printing(workspace, "plain");
  await follow(page, conversation.path);
  await openAll(page);
  expect(modules, "nothing that is not needed is loaded").toEqual([]);
  conversation.append(calls("u", "cargo_test"), gets("u", [block(PRINTED)]));
  await expect(rows(page)).toHaveCount(3);
  await openAll(page);
  await expect(terminals(page)).toHaveCount(1);
  conversation.append(calls("v", "cargo_test"), gets("v", [block(PRINTED)]));
  await expect(rows(page)).toHaveCount(4);
  await openAll(page);
  await expect(terminals(page)).toHaveCount(2);
  const live = await tree(page.getByTestId("rows"));
  expect(modules).toHaveLength(1);
  await page.reload();
  await openAll(page);
  expect(await tree(page.getByTestId("rows"))).toEqual(live);
});

test("a result is shown as it is where the module cannot be loaded", async ({ page, workspace, problems }) => {
  problems.allow(/rich-/, /Failed to (load|fetch)/);
  await page.route(/rich-\w+\.js/, (route) => route.abort());
  const conversation = printing(workspace, "plain");
  await follow(page, conversation.path);
  conversation.append(calls("u", "cargo_test"), gets("u", [block(PRINTED)]));
  await expect(rows(page)).toHaveCount(3);
  await openAll(page);
  await expect(page.locator(".card").last()).toContainText("Running");
  await expect(page.locator("html")).toHaveAttribute("data-app", "following");
});

/** The 256 colours as text, as ground, and some of them on each other. */
function everyColour() {
  const all = Array.from({ length: 256 }, (_, n) => n);
  const pairs = all.filter((n) => n % 5 === 0).flatMap((text) => [1, 4, 9, 15, 16, 46, 196, 226, 231].map((ground) => [text, ground]));
  return [
    ...all.map((n) => `${ESC}[38;5;${n}mtext${ESC}[0m`),
    ...all.map((n) => `${ESC}[48;5;${n}mground${ESC}[0m`),
    ...pairs.map(([text, ground]) => `${ESC}[38;5;${text};48;5;${ground}mboth${ESC}[0m`),
    `${ESC}[2mdim${ESC}[0m ${ESC}[7minverse${ESC}[0m ${ESC}[7;31minverse${ESC}[0m`,
  ].join("\n");
}

/** The contrast of each text in the terminals with what is behind it: the classes and the ratio. */
const contrasts = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");
    /** Relative luminance, as WCAG has it. */
    const luminance = (...colours: string[]) => {
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const light = byte / 255;
        return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const grounds = (element: Element | null): string[] =>
      element ? [...grounds(element.parentElement), getComputedStyle(element).backgroundColor] : ["white"];
    return [...document.querySelectorAll(".terminal span")].map((span) => {
      const behind = grounds(span);
      const [a, b] = [luminance(...behind, getComputedStyle(span).color), luminance(...behind)].sort((a, b) => b - a);
      return { classes: span.className, ratio: ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05) };
    });
  });

for (const colorScheme of ["light", "dark"] as const) {
  test(`every colour can be read, ${colorScheme}`, async ({ page, workspace }) => {
    await page.emulateMedia({ colorScheme });
    const { path } = printing(workspace, everyColour());
    await follow(page, path);
    await openAll(page);
    const found = await contrasts(page);
    expect(found.length).toBeGreaterThan(900);
    expect(found.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    const colours = new Set(await page.locator(".terminal span").evaluateAll((all) => all.map((span) => getComputedStyle(span).color)));
    expect(colours.size, "they are not all the same").toBeGreaterThan(60);
  });
}
