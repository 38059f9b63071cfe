// How long the list of very many conversations takes, and what it costs in memory.
//
//     SERVE_WEB_BIN=target/serve-web/serve-web node e2e/bench/list.mjs [number of conversations] [agent]…
//
// The stores are made in `TMPDIR`. An agent is `jp` (where none is named), `claude`, `codex` or `goose`; of several each has its share of the number.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { binary } from "../support/environment.mjs";
import { stores } from "./stores.mjs";

const [told, ...named] = process.argv.slice(2);
const count = Number(told ?? 10_000);
const agents = named.length > 0 ? named : ["jp"];
const processes = 5;
const root = mkdtempSync(join(tmpdir(), "serve-web-list-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

/** The paths of the stores. */
function generate() {
  return agents.map((agent) => {
    const store = stores[agent];
    if (!store) throw new Error(`${agent} is none of ${Object.keys(stores).join(", ")}`);
    const folder = join(root, agent);
    mkdirSync(folder);
    return store(folder, Math.floor(count / agents.length));
  });
}

/** @param {string} url */
async function timed(url) {
  const start = performance.now();
  await (await fetch(url)).text();
  return performance.now() - start;
}

/**
 * The processor time that a process has taken, in milliseconds: on a shared machine it says more than the clock.
 * @param {number | undefined} pid
 */
function processor(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // User and system time, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * @param {string} what
 * @param {number[]} values
 * @param {string} unit
 */
function row(what, values, unit) {
  const sorted = values.toSorted((a, b) => a - b);
  /** @param {number} value */
  const show = (value = 0) => value.toFixed(1).padStart(8);
  const median = sorted[sorted.length >> 1];
  console.log(`${what.padEnd(40)} n=${values.length} median${show(median)} ${unit}, ${show(sorted[0])} –${show(sorted.at(-1))}`);
}

const paths = generate();
/** @type {number[][]} */
const [cold = [], coldProcessor = [], again = [], againProcessor = [], memory = []] = [[], [], [], [], []];
for (let n = 0; n < processes; n++) {
  const env = { ...process.env, XDG_RUNTIME_DIR: root, XDG_STATE_HOME: root, XDG_CACHE_HOME: root, JP_USER_DATA_DIR: join(root, "none") };
  const server = spawn(binary(), [...paths, "--port", "0", "--no-open"], { env });
  const line = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data))));
  const url = /http\S+/.exec(line)?.[0] ?? "";
  cold.push(await timed(url));
  const first = processor(server.pid);
  coldProcessor.push(first);
  for (let k = 0; k < 5; k++) {
    // A list younger than a second is not read again.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    again.push(await timed(url));
  }
  againProcessor.push((processor(server.pid) - first) / 5);
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  memory.push(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1000);
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
}
console.log(`${count} conversations of 40 records: ${agents.join(", ")}`);
row("first list of a new process", cold, "ms");
row("  processor time, with the start", coldProcessor, "ms");
row("list that looks at every file again", again, "ms");
row("  processor time, means of five", againProcessor, "ms");
row("anonymous memory", memory, "MB");
