// How long the list of very many conversations takes, and what it costs in memory.
//
//     SERVE_WEB_BIN=target/serve-web/serve-web node e2e/bench/list.mjs [number of conversations] [agent]…
//
// The stores are made in `TMPDIR`. An agent is `jp` (where none is named), `claude`, `codex`, `goose` or `claude-sub-agents`; of several each has its share of the number.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { row, start, timed } from "./measuring.mjs";
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

const paths = generate();
/** @type {number[][]} */
const [cold = [], coldProcessor = [], again = [], againProcessor = [], memory = []] = [[], [], [], [], []];
for (let n = 0; n < processes; n++) {
  const server = await start(root, paths);
  cold.push(await timed(`${server.url}/`));
  const first = server.processor();
  coldProcessor.push(first);
  for (let k = 0; k < 5; k++) {
    // A list younger than a second is not read again.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    again.push(await timed(`${server.url}/`));
  }
  againProcessor.push((server.processor() - first) / 5);
  memory.push(server.memory());
  await server.stop();
}
console.log(`${count} conversations of 40 records: ${agents.join(", ")}`);
row("first list of a new process", cold, "ms");
row("  processor time, with the start", coldProcessor, "ms");
row("list that looks at every file again", again, "ms");
row("  processor time, means of five", againProcessor, "ms");
row("anonymous memory", memory, "MB");
