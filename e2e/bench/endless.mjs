// What a conversation of very many events costs: opening it, going from its end to its start, and following it.
//
//     SERVE_WEB_BIN=target/serve-web/serve-web node e2e/bench/endless.mjs [events] [frames]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium as browserType } from "playwright-core";

import { chromium, chromiumArguments } from "../support/environment.mjs";
import { claudeTurns, writeLong, Writer } from "../support/long-files.mjs";
import { row, start } from "./measuring.mjs";
import { perFrame } from "./trace.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").BrowserContext} BrowserContext */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {(name: string, input: string, unit: string, values: number[]) => void} Note */

const VIEWPORT = { width: 1280, height: 800 };
const SESSION = "11111111-aaaa-4aaa-8aaa-0000000000ee";
/** About so many bytes has an event of the conversation that is generated. */
const BYTES_PER_EVENT = 1_500;
/** How far a reader goes with each frame, in CSS pixels. */
const SPEED = 1_000;
const OPENINGS = 7;

/**
 * Writes a conversation of about so many events below a folder, and says what serve-web is told and how it is called.
 * @param {string} folder
 * @param {number} events
 */
export function generate(folder, events) {
  const path = join(folder, `claude/projects/-home-ada-shop/${SESSION}.jsonl`);
  const lines = writeLong(path, claudeTurns(new Writer(1), SESSION), events * BYTES_PER_EVENT);
  return { store: join(folder, "claude"), id: `claude~${SESSION}`, lines };
}

/**
 * The time to the first words without scripts and to a page that follows, and what it holds then.
 * @param {Browser} browser
 * @param {string} url of the conversation's page
 * @param {string} input
 * @param {Note} note
 */
export async function measureOpening(browser, url, input, note) {
  /** @type {Record<"words" | "ready" | "nodes" | "memory", number[]>} */
  const values = { words: [], ready: [], nodes: [], memory: [] };
  for (let n = 0; n < OPENINGS; n++) {
    const plain = await browser.newContext({ viewport: VIEWPORT, javaScriptEnabled: false });
    const reading = await plain.newPage();
    // A process for this host is there, as in a browser that is in use.
    await reading.goto(new URL("/favicon.svg", url).href);
    await reading.goto(url);
    values.words.push(await firstPaint(reading));
    await plain.close();
    const context = await instrumented(browser);
    const page = await context.newPage();
    await open(page, url);
    values.ready.push(await page.evaluate(() => /** @type {number} */ (Reflect.get(window, "adoptedAt"))));
    values.nodes.push(await page.evaluate(() => document.querySelectorAll("*").length));
    values.memory.push(await megabytes(page));
    await context.close();
  }
  note("first words without scripts", input, "ms", values.words);
  note("interactive", input, "ms", values.ready);
  note("nodes", input, "nodes", values.nodes);
  note("heap and WebAssembly memory", input, "MB", values.memory);
}

/**
 * Goes from the end towards the start, a frame at a time, for so many frames or as far as there is anything.
 * @param {Browser} browser
 * @param {string} url of the conversation's page
 * @param {string} input
 * @param {number} frames
 * @param {Note} note
 */
export async function measureScrolling(browser, url, input, frames, note) {
  const context = await instrumented(browser);
  const page = await context.newPage();
  await open(page, `${url}#end`);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForTimeout(500);
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  const seen = await page.evaluate(goUp, { frames, speed: SPEED });
  const work = perFrame(await browser.stopTracing());
  note("frames", input, "frames", [seen.times.length]);
  note("rows that came", input, "rows", [seen.rows]);
  // Who is faster than rows come waits at the first of them.
  note("way of a frame", input, "px", seen.ways);
  note("time of a frame", input, "ms", seen.times);
  note("frames over 25 ms", input, "%", [(100 * seen.times.filter((ms) => ms > 25).length) / seen.times.length]);
  note("work of a frame", input, "ms", work.wall);
  note("work of a frame, 95th percentile", input, "ms", [percentile(work.wall, 0.95)]);
  note("  processor time, 95th percentile", input, "ms", [percentile(work.processor, 0.95)]);
  note("longest task", input, "ms", [Math.max(0, ...work.tasks)]);
  note("tasks over 50 ms", input, "tasks", [work.tasks.filter((ms) => ms > 50).length]);
  note("longest gap in the view", input, "ms", [seen.gap]);
  note("most nodes", input, "nodes", [seen.nodes]);
  note("memory when gone up", input, "MB", [await megabytes(page)]);
  await context.close();
  return seen;
}

/**
 * Runs in the page: scrolls with each frame, and looks at what stands in the window before it does.
 * @param {{ frames: number, speed: number }} how
 */
async function goUp({ frames, speed }) {
  const seen = { times: /** @type {number[]} */ ([]), ways: /** @type {number[]} */ ([]), gap: 0, rows: 0, nodes: 0 };
  const rows = document.querySelector(".rows");
  if (!rows) throw new Error("there are no rows");
  new MutationObserver((records) => {
    for (const { addedNodes } of records) seen.rows += addedNodes.length;
  }).observe(rows, { childList: true });
  /** How much of the window is room in which rows should stand, in CSS pixels. */
  const empty = () => {
    const [first, last] = [rows.firstElementChild, rows.lastElementChild];
    if (!first || !last) return innerHeight;
    const [all, from, to] = [rows, first, last].map((one) => one.getBoundingClientRect());
    if (!all || !from || !to) return innerHeight;
    const above = Math.min(from.top, innerHeight) - Math.max(all.top, 0);
    const below = Math.min(all.bottom, innerHeight) - Math.max(to.bottom, 0);
    return Math.max(above, below, 0);
  };
  /** More than the space between two rows. */
  const GAP = 80;
  let [last, since, still] = [0, 0, 0];
  for (let n = 0; n < frames && still < 120; n++) {
    const now = await new Promise((/** @type {(at: number) => void} */ done) => requestAnimationFrame(done));
    if (last) seen.times.push(now - last);
    last = now;
    if (empty() < GAP) since = now;
    seen.gap = Math.max(seen.gap, now - (since || now));
    // Nothing comes any more: that is the beginning.
    still = scrollY === 0 ? still + 1 : 0;
    const before = scrollY;
    scrollBy(0, -speed);
    seen.ways.push(before - scrollY);
    if (n % 60 === 0) seen.nodes = Math.max(seen.nodes, document.getElementsByTagName("*").length);
  }
  return seen;
}

/** A context whose pages remember their WebAssembly memory and when they were taken over. @param {Browser} browser */
async function instrumented(browser) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.addInitScript(() => {
    /** @type {WebAssembly.Memory[]} */
    const memories = [];
    Reflect.set(window, "memories", memories);
    const { instantiate, instantiateStreaming } = WebAssembly;
    /** @param {WebAssembly.WebAssemblyInstantiatedSource} result */
    const remember = (result) => {
      // Of a module that was compiled before, the instance itself comes.
      const { memory } = (result.instance ?? result).exports;
      if (memory instanceof WebAssembly.Memory) memories.push(memory);
      return result;
    };
    WebAssembly.instantiate = (/** @type {unknown[]} */ ...given) => Reflect.apply(instantiate, WebAssembly, given).then(remember);
    WebAssembly.instantiateStreaming = (...given) => Reflect.apply(instantiateStreaming, WebAssembly, given).then(remember);
    new MutationObserver(() => {
      if (document.documentElement?.dataset["app"] && !Reflect.has(window, "adoptedAt")) {
        Reflect.set(window, "adoptedAt", performance.now());
      }
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-app"] });
  });
  return context;
}

/**
 * @param {Page} page
 * @param {string} url
 */
async function open(page, url) {
  await page.goto(url);
  await page.locator("html[data-app=following]").waitFor();
}

/** @param {Page} page */
async function firstPaint(page) {
  for (let n = 0; n < 100; n++) {
    const at = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    if (at > 0) return at;
    await page.waitForTimeout(20);
  }
  throw new Error("nothing was painted");
}

/** What the page's scripts hold without what nobody holds any more, and its WebAssembly memory. @param {Page} page */
export async function megabytes(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const bytes = await page.evaluate(() => {
    const memories = /** @type {WebAssembly.Memory[]} */ (Reflect.get(window, "memories"));
    return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  });
  await session.detach();
  return (usedSize + bytes) / 1e6;
}

/**
 * @param {number[]} values
 * @param {number} part
 */
export function percentile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** Measures it all, with a server of its own. */
async function main() {
  const [events, frames] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1_000)];
  const root = mkdtempSync(join(tmpdir(), "serve-web-endless-"));
  const { store, id, lines } = generate(root, events);
  const server = await start(root, [store]);
  const browser = await browserType.launch({ executablePath: chromium, args: chromiumArguments, headless: true });
  /** @type {Note} */
  const note = (name, input, unit, values) => row(`${name}, ${input}`, values, unit);
  try {
    const url = `${server.url}/c/${id}`;
    // It is answered when all has been read.
    await (await fetch(`${server.url}/api/conversations/${id}/events?limit=1`)).text();
    const input = `${lines} lines`;
    await measureOpening(browser, url, input, note);
    await measureScrolling(browser, url, input, frames, note);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
