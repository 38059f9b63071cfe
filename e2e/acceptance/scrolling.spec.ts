// Whoever is at the end sees what is new as it is written; whoever is anywhere else is left there.

import type { CDPSession, Page } from "@playwright/test";

import { image, png, to } from "../support/blocks.mjs";
import { distanceToEnd, firstVisibleRow, follow, settle, topOf } from "../support/reading.ts";
import { asks, block, calls, gets, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";
import { grow, many } from "../support/writing.ts";

const newRows = (page: Page) => page.getByRole("button", { name: /^\d+ new$/ });

/** The dots for each of the page's pixels, and how wide the window is then: a browser's zoom is both. */
const SCALES = [
  { name: "1 dot per pixel", scale: 1, zoom: 1 },
  { name: "1.5 dots per pixel", scale: 1.5, zoom: 1 },
  { name: "2 dots per pixel", scale: 2, zoom: 1 },
  { name: "3 dots per pixel", scale: 3, zoom: 1 },
  { name: "67 % zoom", scale: 0.67, zoom: 0.67 },
  { name: "90 % zoom", scale: 0.9, zoom: 0.9 },
  { name: "110 % zoom", scale: 1.1, zoom: 1.1 },
  { name: "150 % zoom", scale: 1.5, zoom: 1.5 },
  { name: "150 % zoom of 2 dots", scale: 3, zoom: 1.5 },
];

for (const { name, scale, zoom } of SCALES) {
  test.describe(`at ${name}`, () => {
    const viewport = { width: Math.round(1100 / zoom), height: Math.round(701 / zoom) };
    test.use({ deviceScaleFactor: scale, viewport });

    test("the end stays in view while it is written, and a place elsewhere stays too", async ({ page, workspace }) => {
      const conversation = workspace.create("Growing", [turn(), ...many(), asks("Write."), says("Begun.\n\n")]);
      await follow(page, `${conversation.path}#end`);
      for (const word of ["one", "two", "three", "four"]) {
        await grow(page, conversation, word);
        expect(await distanceToEnd(page), word).toBeLessThan(2);
      }
      // A fraction of a pixel in the middle of it.
      await page.evaluate(() => scrollBy(0, -333.3));
      await settle(page);
      const { id, top } = await firstVisibleRow(page);
      for (const word of ["five", "six"]) {
        await grow(page, conversation, word);
        expect(Math.abs((await topOf(page, id)) - top), word).toBeLessThan(1);
      }
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await settle(page);
      await grow(page, conversation, "seven");
      expect(await distanceToEnd(page)).toBeLessThan(2);
    });
  });
}

/** The ways up and down again of a person, each a little at first: less than a line. */
const WAYS: Record<string, { up: (page: Page, to: CDPSession) => Promise<void>; down: (page: Page, to: CDPSession) => Promise<void> }> = {
  "a wheel": {
    up: (page) => page.mouse.wheel(0, -9),
    down: (page) => page.mouse.wheel(0, 10_000),
  },
  fingers: {
    up: (_, to) => swipe(to, 30),
    down: (_, to) => swipe(to, -550),
  },
  keys: {
    up: (page) => page.keyboard.press("ArrowUp"),
    down: (page) => page.keyboard.press("End"),
  },
};

/** A finger that goes so far down the screen, or up. */
async function swipe(to: CDPSession, distance: number) {
  const touch = (type: "touchStart" | "touchMove", y: number) =>
    to.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: 400, y }] });
  const begin = distance > 0 ? 200 : 600;
  await touch("touchStart", begin);
  const STEPS = 10;
  for (let step = 1; step <= STEPS; step++) await touch("touchMove", begin + (distance * step) / STEPS);
  await to.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Waits until nothing moves any more: a key scrolls smoothly. */
async function rest(page: Page) {
  let last = Number.NaN;
  await expect
    .poll(async () => {
      await settle(page);
      const before = last;
      last = await page.evaluate(() => scrollY);
      return last - before;
    })
    .toBe(0);
}

for (const [name, way] of Object.entries(WAYS)) {
  test.describe(`with ${name}`, () => {
    test.use({ hasTouch: name === "fingers" });

    test("whoever goes up a little is not pulled back, and whoever comes back goes on", async ({ page, workspace, context }) => {
      const conversation = workspace.create("Growing", [turn(), ...many(), asks("Write."), says("Begun.\n\n")]);
      await follow(page, `${conversation.path}#end`);
      await grow(page, conversation, "one");
      const session = await context.newCDPSession(page);
      await page.mouse.move(400, 350);

      const end = await page.evaluate(() => scrollY);
      await way.up(page, session);
      await expect.poll(() => page.evaluate(() => scrollY), "it has moved").toBeLessThan(end);
      await rest(page);
      const { id, top } = await firstVisibleRow(page);
      for (const word of ["two", "three", "four"]) {
        await grow(page, conversation, word);
        expect(Math.abs((await topOf(page, id)) - top), word).toBeLessThan(1);
      }

      await way.down(page, session);
      await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
      await rest(page);
      await grow(page, conversation, "five");
      expect(await distanceToEnd(page)).toBeLessThan(2);
    });
  });
}

test("what grows above the reading place does not move it", async ({ page, workspace }) => {
  const conversation = workspace.create("Above", [turn(), asks("Run it."), calls("t", "cargo_test"), gets("t", [block("one line")]), ...many(25)]);
  await follow(page, `${conversation.path}?view=raw#end`);
  const { id, top } = await firstVisibleRow(page);
  const events = conversation.events;
  events[3] = gets("t", [block("a line\n".repeat(200))]);
  conversation.write(events);
  await expect(page.locator(".card").first()).toContainText("a line");
  await settle(page);
  expect(Math.abs((await topOf(page, id)) - top)).toBeLessThan(1);
  expect(await distanceToEnd(page), "the end is still there").toBeLessThan(2);

  // The same for whoever is in the middle.
  await page.evaluate(() => scrollTo(0, 2_000));
  await settle(page);
  const middle = await firstVisibleRow(page);
  events[3] = gets("t", [block("short")]);
  conversation.write(events);
  await expect(page.locator(".card").first()).toContainText("short");
  await settle(page);
  expect(Math.abs((await topOf(page, middle.id)) - middle.top)).toBeLessThan(1);
});

test("opening and folding a card moves nothing above it, and its own line stays under the pointer", async ({ page, workspace }) => {
  const conversation = workspace.create("Folding", [
    turn(),
    ...many(12),
    calls("t", "cargo_test"),
    gets("t", [block("test result: ok\n".repeat(300))]),
    ...many(12),
  ]);
  await follow(page, conversation.path);
  const summary = page.getByRole("article", { name: "cargo_test" }).locator("summary").first();
  await summary.scrollIntoViewIfNeeded();
  const where = () => summary.evaluate((line) => line.getBoundingClientRect().top);
  const top = await where();
  for (const action of ["opened", "folded"]) {
    await summary.click();
    await settle(page);
    expect(Math.abs((await where()) - top), action).toBeLessThan(1);
  }
});

test("a picture that comes late takes room that was kept for it", async ({ page, workspace }) => {
  const picture = to(image("image/png", png(600, 400)), "user");
  const conversation = workspace.create("Picture", [turn(), asks("Draw."), calls("p", "draw"), gets("p", [picture]), ...many(25)]);
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/blob/**", async (route) => {
    await held;
    await route.continue();
  });
  await follow(page, conversation.path);
  // Below the picture, which is not there yet.
  await page.evaluate(() => scrollTo(0, 400));
  await settle(page);
  const { id, top } = await firstVisibleRow(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const arrived = page.waitForResponse(/\/blob\//);
  release();
  await arrived;
  await page.locator(".rows img").first().evaluate((image: HTMLImageElement) => image.decode());
  await settle(page);
  expect(Math.abs((await topOf(page, id)) - top)).toBeLessThan(1);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test(`the way to what is new is one leap, with motion ${reducedMotion}`, async ({ page, workspace }) => {
    await page.emulateMedia({ reducedMotion });
    const conversation = workspace.create("Leap", [turn(), ...many()]);
    await follow(page, conversation.path);
    conversation.append(asks("One more"));
    await newRows(page).click();
    const rest = await page.evaluate(() => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      return scrollHeight - scrollTop - clientHeight;
    });
    expect(rest, "at once").toBeLessThan(2);
    const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running").length);
    if (reducedMotion === "reduce") expect(moving).toBe(0);
  });
}
