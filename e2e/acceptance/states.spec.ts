// The page says how things stand, and nothing of that moves what is read.

import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expectSaid, hide, hideable, listen } from "../support/attention.ts";
import { hold } from "../support/lock.mjs";
import { distanceToEnd, expectNoSideways, firstVisibleRow, follow, rows, settle, topOf, waitFor } from "../support/reading.ts";
import { asks, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const MINUTE = 60_000;
const long = (n = 30) => [turn(), ...Array.from({ length: n }, (_, at) => [asks(`Question ${at}`), says("An answer.\n\n".repeat(3))]).flat()];
const connection = (page: Page) => page.locator(".connection");
const notice = (page: Page) => page.locator("#notice");

/** Makes the server's frontend one of another name, which does the same. */
async function withNewerFrontend(page: Page) {
  let isNewer = false;
  await page.routeWebSocket(/\/api\/live$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const text = String(message);
      socket.send(isNewer ? text.replace(/"build":"[^"]*"/, '"build":"newer"') : text);
    });
  });
  return (is: boolean) => (isNewer = is);
}

/** Collects what the layout moves without the reader. Before the page opens. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(window, "shifts", shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources = (Reflect.get(entry, "sources") ?? []) as { node?: Node }[];
        // What says how things stand may change in itself.
        const read = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
        const moved = read.filter((element) => !element?.closest(".status, #notice"));
        shifts.push(...moved.map((element) => `${element?.nodeName}.${element?.className}`));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shiftsOf = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, "shifts"));

test("a page that waits for its first word says so, but not at once", async ({ page, workspace }) => {
  let letThrough = () => {};
  const opened = new Promise<void>((done) => (letThrough = done));
  await page.routeWebSocket(/\/api\/live$/, async (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      await opened;
      socket.send(message);
    });
  });
  await page.goto(workspace.create("Late", [turn(), asks("Go.")]).path);
  await waitFor(page, "adopted");
  await expect(connection(page)).toBeEmpty();
  await expect(connection(page)).toHaveText("connecting");
  letThrough();
  await expect(connection(page)).toHaveText("following");
});

test("a lost connection is told of at the end, then above it, with how long ago it was", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
  await watchShifts(page);
  await page.clock.install();
  const conversation = workspace.create("Lost", long());
  await follow(page, conversation.path);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await settle(page);
  const { id, top } = await firstVisibleRow(page);
  await server.kill();
  await expect(connection(page)).toHaveText("connection lost, trying again");
  await expect(notice(page)).toBeHidden();
  await page.clock.runFor(5000);
  await expect(notice(page)).toHaveText("Connection lost just now · Try now");
  await page.clock.runFor(3 * MINUTE);
  await expect(notice(page)).toHaveText(/^Connection lost [23] min ago · Try now$/);
  await server.start();
  await notice(page).click();
  await expect(connection(page)).toHaveText("following");
  await expect(notice(page)).toBeHidden();
  expect(await topOf(page, id)).toBe(top);
  expect(await shiftsOf(page)).toEqual([]);
});

test("a page that is seen again tries to connect at once", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
  await hideable(page);
  await page.clock.install();
  const conversation = workspace.create("Seen", [turn(), asks("Go.")]);
  await follow(page, conversation.path);
  await server.kill();
  await expect(connection(page)).toHaveText("connection lost, trying again");
  await page.clock.pauseAt(Date.now() + MINUTE);
  await server.start();
  await hide(page);
  await hide(page, false);
  await expect(connection(page)).toHaveText("following");
});

test("a file that is gone leaves what was read, says so in one line, and is followed again when it is there", async ({ page, workspace }) => {
  await watchShifts(page);
  await listen(page);
  const conversation = workspace.create("Gone", long(8));
  await follow(page, `${conversation.path}#end`);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  const last = (await rows(page).last().getAttribute("id")) as string;
  const top = await topOf(page, last);
  renameSync(conversation.folder, `${workspace.root}-aside`);
  const problem = page.locator(".status .problem");
  await expect(problem).toContainText("What was read stays; it goes on when it can be read again.");
  await expect(rows(page)).toHaveCount(16);
  expect(await topOf(page, last)).toBe(top);
  renameSync(`${workspace.root}-aside`, conversation.folder);
  await expect(problem).toBeEmpty();
  expect(await topOf(page, last)).toBe(top);
  conversation.append(asks("Here again."));
  await expect(rows(page)).toHaveCount(17);
  const said = await page.evaluate(() => Reflect.get(window, "said") as string[]);
  expect(said.filter((words) => words.includes("cannot read"))).toHaveLength(1);
  expect(await shiftsOf(page)).toEqual([]);
});

test("a newer frontend is offered quietly, and goes on being so until the person takes it", async ({ page, workspace }) => {
  await listen(page);
  const newer = await withNewerFrontend(page);
  newer(true);
  const conversation = workspace.create("Newer", long(25));
  await follow(page, conversation.path);
  await expect(notice(page)).toHaveText("A newer version is there · Reload");
  await expect(connection(page)).toHaveText("following");
  await expectSaid(page, "A newer version is there · Reload");
  conversation.append(asks("Still here."));
  await expect(rows(page)).toHaveCount(51);

  // Neither the beginning nor the end, and in the middle of a row.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2 + 7));
  await settle(page);
  const { id, top } = await firstVisibleRow(page);
  newer(false);
  await notice(page).click();
  await page.waitForURL(conversation.path);
  await waitFor(page, "following");
  await expect(rows(page)).toHaveCount(51);
  await expect.poll(async () => Math.abs((await topOf(page, id)) - top)).toBeLessThan(2);
  await expect(notice(page)).toBeHidden();
});

test("loading anew finds a place that is further up than what a page begins with", async ({ page, workspace }) => {
  const newer = await withNewerFrontend(page);
  newer(true);
  const conversation = workspace.create("Far", long(400));
  await follow(page, conversation.path);
  const n = await rows(page).count();
  await page.getByRole("link", { name: "Show earlier" }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(n);
  await page.evaluate(() => scrollTo(0, 300));
  await settle(page);
  const { id } = await firstVisibleRow(page);
  await notice(page).click();
  await page.waitForURL(/at=/);
  await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
});

test("a server that was started again with another frontend is told apart from the one before", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
  const conversation = workspace.create("Upgrade", [turn(), asks("Go.")]);
  await follow(page, conversation.path);
  await server.kill();
  const folder = mkdtempSync(join(tmpdir(), "serve-web-assets-"));
  try {
    const manifest = { js: "a.js", wasm: "a.wasm", style: "a.css", boot: "b.js", modules: {} };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    server.options.push("--assets", folder);
    await server.start();
    await expect(notice(page)).toHaveText("A newer version is there · Reload", { timeout: 20_000 });
    conversation.append(says("Still followed."));
    await expect(rows(page)).toHaveCount(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in any state, and nothing is too wide for a telephone, ${colorScheme}`, async ({ page, server, workspace, problems }) => {
    problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 700 });
    await page.clock.install();
    const newer = await withNewerFrontend(page);
    newer(true);
    const conversation = workspace.create("States", long(6));
    const release = await hold(workspace.lockFile(conversation));
    const look = async (where: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
      expect(found, where).toEqual([]);
      await expectNoSideways(page, where);
    };
    await follow(page, `${conversation.path}#end`);
    await expect(notice(page)).toBeVisible();
    await expect(page.locator(".status .state")).toHaveText("running");
    await look("running, with a newer version");
    await release();
    await server.kill();
    await expect(connection(page)).toHaveText("connection lost, trying again");
    await page.clock.runFor(5000);
    await expect(notice(page)).toContainText("Connection lost");
    await look("without a connection");
  });
}

for (const [what, path] of [
  ["a conversation", ""],
  ["the list", "/"],
] as const) {
  test(`with nothing to do ${what} runs no frame, and no timer more often than every 15 s`, async ({ page, workspace }) => {
    await hideable(page);
    await page.clock.install();
    await page.addInitScript(() => {
      const n = { timers: 0, frames: 0, changes: 0 };
      Reflect.set(window, "n", n);
      const count = (name: string, as: "timers" | "frames") => {
        const real = Reflect.get(window, name);
        Reflect.set(window, name, (...all: unknown[]) => {
          n[as] += 1;
          return real(...all);
        });
      };
      count("setTimeout", "timers");
      count("setInterval", "timers");
      count("requestAnimationFrame", "frames");
      new MutationObserver((records) => (n.changes += records.length)).observe(document, {
        subtree: true, childList: true, characterData: true, attributes: true,
      });
    });
    const conversation = workspace.create("Idle", long(3));
    await follow(page, path || conversation.path);
    await page.clock.runFor(MINUTE);
    const idle = async () => {
      await page.evaluate(() => Object.assign(Reflect.get(window, "n"), { timers: 0, frames: 0, changes: 0 }));
      await page.clock.runFor(2 * MINUTE);
      return page.evaluate(() => Reflect.get(window, "n") as { timers: number; frames: number; changes: number });
    };
    const seen = await idle();
    expect(seen.frames).toBe(0);
    expect(seen.timers).toBeLessThanOrEqual(path ? 8 : 0);
    await hide(page);
    const hidden = await idle();
    expect(hidden.changes).toBe(0);
    expect(hidden.frames).toBe(0);
  });
}
