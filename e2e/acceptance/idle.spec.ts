// A page on which nothing happens does nothing: it may be open for days, on a battery.

import type { Page } from "@playwright/test";

import { follow, waitFor } from "../support/reading.ts";
import { says } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

/** The shortest that a page may sleep, in milliseconds. */
const SHORTEST = 15_000;

interface Awake {
  /** How long each timer that is set waits, by its number. */
  timers: Map<number, number>;
  nFrames: number;
}

/** Takes note of each timer and each frame that the page asks for. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const awake: Awake = { timers: new Map(), nFrames: 0 };
    Reflect.set(window, "awake", awake);
    for (const name of ["setTimeout", "setInterval"] as const) {
      const set = window[name].bind(window) as (act: TimerHandler, delay?: number, ...more: unknown[]) => number;
      Reflect.set(window, name, (act: TimerHandler, delay = 0, ...more: unknown[]) => {
        const number = set(
          (...all: unknown[]) => {
            if (name === "setTimeout") awake.timers.delete(number);
            if (typeof act === "function") (act as (...all: unknown[]) => void)(...all);
          },
          delay,
          ...more,
        );
        awake.timers.set(number, delay);
        return number;
      });
    }
    for (const name of ["clearTimeout", "clearInterval"] as const) {
      const clear = window[name].bind(window);
      Reflect.set(window, name, (number: number) => {
        awake.timers.delete(number);
        clear(number);
      });
    }
    const frame = window.requestAnimationFrame.bind(window);
    Reflect.set(window, "requestAnimationFrame", (act: FrameRequestCallback) => {
      awake.nFrames += 1;
      return frame(act);
    });
  });
}

const awake = (page: Page) =>
  page.evaluate(() => {
    const { timers, nFrames }: Awake = Reflect.get(window, "awake");
    return { timers: [...timers.values()], nFrames };
  });

/** Waits until the page sleeps, and sees that it goes on sleeping. */
async function expectSleep(page: Page) {
  await expect.poll(async () => (await awake(page)).timers.every((delay) => delay >= SHORTEST), { timeout: 15_000 }).toBe(true);
  const { nFrames } = await awake(page);
  await page.waitForTimeout(3_000);
  const later = await awake(page);
  expect(later.nFrames, "it asks for no frame").toBe(nFrames);
  expect(Math.min(SHORTEST, ...later.timers), "no timer is short").toBe(SHORTEST);
}

test("a conversation that is followed sleeps, also after something came", async ({ page, workspace }) => {
  const conversation = workspace.create("Idle", [says("Here.")]);
  await watch(page);
  await follow(page, conversation.path);
  await expectSleep(page);
  conversation.append(says(" More."));
  await expect(page.locator(".assistant")).toContainText("More.");
  expect((await awake(page)).nFrames, "what came was painted in a frame").toBeGreaterThan(0);
  await expectSleep(page);
});

test("the list sleeps", async ({ page, workspace }) => {
  workspace.create("Idle", [says("Here.")]);
  await watch(page);
  await page.goto("/");
  await waitFor(page, "adopted");
  await expectSleep(page);
});
