// What a reader waits for, measured: the start, the pages, what is new, and the take-over.
// Prints a table, and writes it as JSON to SERVE_WEB_BENCH_JSON.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { cpus } from "node:os";
import { dirname } from "node:path";

import { chromium as browserType } from "playwright-core";

import { binary, chromium, chromiumArguments, fixtures, samples } from "../support/environment.mjs";
import { Server } from "../support/server.mjs";
import { Workspace, asks, block, calls, gets, says, thinks } from "../support/store.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ name: string, input: string, n: number, median: number, p10: number, p90: number, unit: string }} Figure */

const STARTS = 15;
const GETS = 9;
const APPENDS = 40;
const TAKE_OVERS = 10;

/** @type {Figure[]} */
const figures = [];

/**
 * @param {string} name
 * @param {string} input
 * @param {string} unit
 * @param {number[]} values
 */
function note(name, input, unit, values) {
  const sorted = values.toSorted((a, b) => a - b);
  /** @param {number} part */
  const at = (part) => sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
  const figure = { name, input, n: values.length, median: at(0.5), p10: at(0.1), p90: at(0.9), unit };
  figures.push(figure);
  const number = (/** @type {number} */ value) => value.toFixed(unit === "ms" ? 1 : 0).padStart(9);
  const { n, median, p10, p90 } = figure;
  console.log(
    `${name.padEnd(30)} ${input.padEnd(34)} ${String(n).padStart(3)} ${number(median)} ${number(p10)} – ${number(p90).trimStart()} ${unit}`,
  );
}

/** The time until the last byte, and their number.
 * @param {string} address
 * @returns {Promise<{ ms: number, bytes: number }>} */
function fetchWhole(address) {
  return new Promise((done, failed) => {
    const start = performance.now();
    const asked = get(address, (answer) => {
      let bytes = 0;
      answer.on("data", (piece) => (bytes += piece.length));
      answer.on("end", () => {
        if (answer.statusCode === 200) done({ ms: performance.now() - start, bytes });
        else failed(new Error(`${address}: ${answer.statusCode}`));
      });
    });
    asked.on("error", failed);
  });
}

/** @param {string} store */
async function measureStart(store) {
  const times = [];
  for (let n = 0; n < STARTS; n++) {
    const server = new Server(store);
    const start = performance.now();
    await server.start();
    times.push(performance.now() - start);
    await server.kill();
  }
  note("start to first line", store === samples ? "samples/jp" : "fixtures", "ms", times);
}

/**
 * @param {string} name
 * @param {string} input
 * @param {string} address
 */
async function measureGet(name, input, address) {
  const first = await fetchWhole(address);
  const times = [];
  for (let n = 0; n < GETS; n++) times.push((await fetchWhole(address)).ms);
  note(name, input, "ms", times);
  note(`${name}, size`, input, "B", [first.bytes]);
}

/**
 * The first page of each conversation, which has to be read for it, then pages of what is known.
 * @param {string} store
 */
async function measurePages(store) {
  const server = await new Server(store).start();
  try {
    await measureGet("list", store === samples ? "samples/jp" : "fixtures", `${server.origin}/`);
    const answer = await fetch(`${server.origin}/api/conversations`);
    /** @type {{ data: { id: string, bytes: number, title: string | null }[] }} */
    const { data } = await answer.json();
    for (const { id, bytes, title } of data.toSorted((a, b) => a.bytes - b.bytes)) {
      const input = `${Math.round(bytes / 1000)} kB, ${(title ?? id).slice(0, 22)}`;
      const { ms } = await fetchWhole(`${server.origin}/c/${id}`);
      note("first page", input, "ms", [ms]);
      for (const view of ["user", "raw"]) {
        await measureGet(`${view} page`, input, `${server.origin}/c/${id}?view=${view}`);
      }
    }
  } finally {
    await server.stop();
  }
}

/** A conversation of `n` events, as an agent's work looks.
 * @param {number} n */
function work(n) {
  const events = [];
  for (let round = 0; events.length < n; round++) {
    const id = `call${round}`;
    events.push(
      asks(`Question ${round}: what does \`part_${round}\` do?`),
      thinks(`It may be in \`src/part_${round}.rs\`.`),
      calls(id, "fs_read_file", { path: `src/part_${round}.rs` }),
      gets(id, [block(`fn part_${round}() {\n    todo!()\n}\n`.repeat(8))]),
      says(`It does **nothing** yet:\n\n- \`part_${round}\` is a stub\n- so is its test\n\n${"More words. ".repeat(30)}`),
    );
  }
  return events.slice(0, n);
}

/** From just before the rename to the first frame that begins after the row is in the document: the
 * row may have been painted up to one frame earlier.
 * @param {Browser} browser
 * @param {Workspace} workspace
 * @param {Server} server
 * @param {number} n */
async function measureAppend(browser, workspace, server, n) {
  const conversation = workspace.create(`Append to ${n}`, work(n));
  const input = `${n} events, ${kilobytes(conversation)}`;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.origin}${conversation.path}#end`);
  await page.locator("html[data-app=following]").waitFor();
  await page.evaluate(() => {
    /** @type {Map<string, number>} */
    const painted = new Map();
    Reflect.set(window, "painted", painted);
    const rows = document.querySelector(".rows");
    if (!rows) throw new Error("there are no rows");
    new MutationObserver((records) => {
      for (const node of records.flatMap((record) => [...record.addedNodes])) {
        const mark = /bench-\d+/.exec(node.textContent ?? "")?.[0];
        if (mark && node instanceof Element) {
          requestAnimationFrame(() => painted.set(mark, Date.now()));
        }
      }
    }).observe(rows, { childList: true });
  });
  const times = [];
  let events = conversation.events;
  for (let step = 0; step < APPENDS; step++) {
    const mark = `bench-${step}`;
    events = [...events, asks(`A new row, ${mark}`)];
    // Like JP's writes do, this takes the whole file; the clock starts before the new one is in place.
    const replace = conversation.prepare(events);
    // The one clock that both processes have.
    const start = Date.now();
    replace();
    const painted = await page.waitForFunction(
      (mark) => /** @type {Map<string, number>} */ (Reflect.get(window, "painted")).get(mark),
      mark,
    );
    times.push(/** @type {number} */ (await painted.jsonValue()) - start);
    // At another point of the second each time, so that no poll is hit always or never.
    await page.waitForTimeout(60 + ((step * 37) % 100));
  }
  await page.close();
  note("append to paint", input, "ms", times);
}

/** @param {import("../support/store.mjs").Conversation} conversation */
const kilobytes = (conversation) => `${Math.round(JSON.stringify(conversation.events, null, 2).length / 1000)} kB`;

/** From the navigation to a page that has been taken over.
 * @param {Browser} browser
 * @param {Workspace} workspace
 * @param {Server} server
 * @param {number} n */
async function measureTakeOver(browser, workspace, server, n) {
  const conversation = workspace.create(`Take over ${n}`, work(n));
  const input = `${n} events, ${kilobytes(conversation)}`;
  /** @type {Record<"cold" | "warm", number[]>} */
  const times = { cold: [], warm: [] };
  const paints = [];
  const renders = [];
  for (let step = 0; step < TAKE_OVERS; step++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addInitScript(() => {
      new MutationObserver(() => {
        if (document.documentElement?.dataset["app"] && !Reflect.get(window, "adoptedAt")) {
          Reflect.set(window, "adoptedAt", performance.now());
        }
      }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-app"] });
    });
    for (const cache of /** @type {const} */ (["cold", "warm"])) {
      const page = await context.newPage();
      await page.goto(`${server.origin}${conversation.path}`);
      await page.locator("html[data-app=following]").waitFor();
      const { adopted, painted, rendered } = await page.evaluate(() => ({
        adopted: /** @type {number} */ (Reflect.get(window, "adoptedAt")),
        painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        rendered: Number(document.documentElement.dataset["renders"]),
      }));
      times[cache].push(adopted);
      if (cache === "cold") paints.push(painted);
      renders.push(rendered);
      await page.close();
    }
    await context.close();
  }
  note("first paint, cold", input, "ms", paints);
  note("take-over, cold", input, "ms", times.cold);
  note("take-over, warm", input, "ms", times.warm);
  note("markdown renderings", input, "times", renders);
}

async function measureBrowser() {
  const workspace = Workspace.empty();
  const server = await new Server(workspace.root).start();
  const browser = await browserType.launch({ executablePath: chromium, args: chromiumArguments, headless: true });
  try {
    for (const n of [20, 1000]) await measureTakeOver(browser, workspace, server, n);
    for (const n of [20, 1000]) await measureAppend(browser, workspace, server, n);
  } finally {
    await browser.close();
    await server.stop();
    workspace.remove();
  }
  return browser.version();
}

console.log(`${"what".padEnd(30)} ${"input".padEnd(34)} ${"n".padStart(3)} ${"median".padStart(9)} ${"10 – 90 %".padStart(12)}`);
const store = existsSync(samples) ? samples : fixtures;
if (store !== samples) console.log(`(no samples at ${samples}: the fixtures are measured)`);
await measureStart(store);
await measurePages(store);
const browserVersion = await measureBrowser();

const path = process.env["SERVE_WEB_BENCH_JSON"];
if (path) {
  mkdirSync(dirname(path), { recursive: true });
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version, chromium: browserVersion };
  const report = { at: new Date().toISOString(), binary: binary(), machine, figures };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}
