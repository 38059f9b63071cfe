// How fast texts become HTML in the browser: this project's renderer as WebAssembly beside `marked` and
// `markdown-it`, in one page. `cargo xtask bench --only text` builds the module and runs it. By hand:
//
//     node e2e/bench/text.mjs <folder of the module> [file for the figures]
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium as browserType } from "playwright-core";

import { chromium, chromiumArguments } from "../support/environment.mjs";

const ROUNDS = 41;
/** How often all texts are written in a round: the browser's clock is coarse. */
const TIMES = 10;

const [folder, results] = process.argv.slice(2);
if (!folder) throw new Error("name the folder of the module");
const packages = fileURLToPath(new URL("../node_modules", import.meta.url));
const answers = fileURLToPath(new URL("../../fixtures/answers", import.meta.url));

/** @type {Record<string, string>} What the page asks for, and where it is. */
const FILES = {
  "/ours.js": join(folder, "serve_web_bench_text.js"),
  "/serve_web_bench_text_bg.wasm": join(folder, "serve_web_bench_text_bg.wasm"),
  "/marked.js": join(packages, "marked/lib/marked.esm.js"),
  "/markdown-it.js": join(packages, "markdown-it/dist/browser/markdown-it.esm.min.mjs"),
};
/** @type {Record<string, string>} */
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const server = createServer((request, answer) => {
  const file = FILES[request.url ?? ""];
  answer.setHeader("content-type", file ? (TYPES[extname(file)] ?? "") : "text/html");
  answer.end(file ? readFileSync(file) : "<!DOCTYPE html><title>measuring</title>");
});

/**
 * In the page: milliseconds for all texts, by writer, one number a round. Writers take turns.
 * @param {{ texts: string[], rounds: number, times: number }} plan
 */
async function measure({ texts, rounds, times }) {
  /** @param {string} path @returns {Promise<any>} */
  const load = (path) => import(path);
  const [ours, { marked }, { default: MarkdownIt }] = await Promise.all(["/ours.js", "/marked.js", "/markdown-it.js"].map(load));
  await ours.default();
  const it = new MarkdownIt({ html: false, linkify: true });
  /** @type {Record<string, (text: string) => string>} */
  const writers = {
    "serve-web": (text) => ours.render(text),
    marked: (text) => marked.parse(text, { gfm: true }),
    "markdown-it": (text) => it.render(text),
  };
  /** @type {Record<string, number[]>} */
  const taken = { "serve-web": [], marked: [], "markdown-it": [] };
  let written = 0;
  // The first rounds are for the compilers of the browser.
  for (let round = -5; round < rounds; round++) {
    for (const [name, write] of Object.entries(writers)) {
      const begin = performance.now();
      for (let n = 0; n < times; n++) for (const text of texts) written += write(text).length;
      const ms = (performance.now() - begin) / times;
      if (round >= 0) taken[name]?.push(ms);
    }
  }
  if (written === 0) throw new Error("nothing was written");
  return taken;
}

/** @param {number[]} values @param {number} hundredths */
function quantile(values, hundredths) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(((sorted.length - 1) * hundredths + 50) / 100)] ?? NaN;
}

const names = readdirSync(answers).filter((name) => name !== "README.md");
const texts = names.map((name) => readFileSync(join(answers, name), "utf8"));
const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
const address = server.address();
const port = typeof address === "object" ? address?.port : address;
const browser = await browserType.launch({ executablePath: chromium, args: chromiumArguments, headless: true });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const taken = await page.evaluate(measure, { texts, rounds: ROUNDS, times: TIMES });
  const own = quantile(taken["serve-web"] ?? [], 50);
  const figures = Object.entries(taken).map(([writer, values]) => ({
    input: "invented answers",
    writer,
    texts: texts.length,
    bytes,
    n: values.length,
    median_ms: quantile(values, 50),
    p10_ms: quantile(values, 10),
    p90_ms: quantile(values, 90),
    ratio: quantile(values, 50) / own,
  }));
  console.log(`in Chromium ${browser.version()}: ${texts.length} texts, ${bytes} bytes, n = ${ROUNDS}`);
  for (const { writer, median_ms, p10_ms, p90_ms, ratio } of figures) {
    const spread = `${p10_ms.toFixed(3)}–${p90_ms.toFixed(3)}`;
    console.log(`  ${writer.padEnd(20)} median ${median_ms.toFixed(3)} ms  10–90 % ${spread} ms  ${ratio.toFixed(2)} of serve-web`);
  }
  if (results) writeFileSync(results, `${JSON.stringify({ chromium: browser.version(), figures })}\n`);
} finally {
  await browser.close();
  server.close();
}
