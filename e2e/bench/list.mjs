// How long the list of very many conversations takes, and what it costs in memory.
//
//     SERVE_WEB_BIN=target/serve-web/serve-web node e2e/bench/list.mjs [number of conversations]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { binary } from "../support/environment.mjs";

const count = Number(process.argv[2] ?? 10_000);
const processes = 5;
const root = mkdtempSync(join(tmpdir(), "serve-web-list-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

function generate() {
  const conversations = join(root, ".jp/conversations");
  mkdirSync(conversations, { recursive: true });
  writeFileSync(join(root, ".jp/.id"), "DO NOT EDIT\nbench\n");
  /** @param {number} seconds */
  const at = (seconds) => new Date(1.7e12 + seconds * 1000).toISOString().replace("T", " ").replace("Z", "");
  const output = Buffer.from("line of output\n".repeat(40)).toString("base64");
  for (let n = 0; n < count; n++) {
    const folder = join(conversations, `${17_000_000_000 + n}-conversation-${n}`);
    mkdirSync(folder);
    /** @param {number} t */
    const turn = (t) => [
      { timestamp: at(n * 100 + t * 4), type: "turn_start" },
      { timestamp: at(n * 100 + t * 4 + 1), type: "chat_request", content: `Question ${t} of ${n}` },
      { timestamp: at(n * 100 + t * 4 + 2), type: "tool_call_response", id: `c${t}`, content: output, is_error: false },
      { timestamp: at(n * 100 + t * 4 + 3), type: "chat_response", message: `Answer ${t} of ${n}. `.repeat(5) },
    ];
    const events = Array.from({ length: 10 }, (_, t) => turn(t)).flat();
    writeFileSync(join(folder, "events.json"), `${JSON.stringify(events, null, 2)}\n`);
    writeFileSync(
      join(folder, "metadata.json"),
      JSON.stringify({ title: `Conversation number ${n}`, last_activated_at: at(n * 100) }),
    );
  }
}

/** @param {string} url */
async function timed(url) {
  const start = performance.now();
  await (await fetch(url)).text();
  return performance.now() - start;
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

generate();
/** @type {[cold: number[], again: number[], memory: number[]]} */
const [cold, again, memory] = [[], [], []];
for (let n = 0; n < processes; n++) {
  const env = { ...process.env, XDG_RUNTIME_DIR: root, XDG_STATE_HOME: root, JP_USER_DATA_DIR: join(root, "none") };
  const server = spawn(binary(), [root, "--port", "0", "--no-open"], { env });
  const line = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data))));
  const url = /http\S+/.exec(line)?.[0] ?? "";
  cold.push(await timed(url));
  for (let k = 0; k < 5; k++) {
    // A list younger than a second is not read again.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    again.push(await timed(url));
  }
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  memory.push(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1000);
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
}
console.log(`${count} conversations of 40 events`);
row("first list of a new process", cold, "ms");
row("list that looks at every file again", again, "ms");
row("anonymous memory", memory, "MB");
