// How soon a very long conversation is there, and what it costs to have it open.
//
//     SERVE_WEB_BIN=target/serve-web/serve-web node e2e/bench/long.mjs [megabytes]
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { claudeTurns, codexTurns, writeLong, Writer } from "../support/long-files.mjs";
import { row, start, timed } from "./measuring.mjs";

const megabytes = Number(process.argv[2] ?? 500);
const processes = 5;
const root = mkdtempSync(join(tmpdir(), "serve-web-long-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

const session = "11111111-aaaa-4aaa-8aaa-0000000000ff";
const thread = "01a22000-0000-7000-8000-0000000000ff";
const files = [
  { id: `claude~${session}`, path: `claude/projects/-home-ada-shop/${session}.jsonl`, turns: claudeTurns(new Writer(1), session) },
  { id: `codex~${thread}`, path: `codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-${thread}.jsonl`, turns: codexTurns(new Writer(2), thread) },
];

for (const { id, path, turns } of files) {
  const store = join(root, path.split("/")[0] ?? "");
  mkdirSync(store);
  const lines = writeLong(join(root, path), turns, megabytes * 1e6);
  /** @type {[list: number[], page: number[], whole: number[], processor: number[], idle: number[], opened: number[]]} */
  const [list, page, whole, processor, idle, opened] = [[], [], [], [], [], []];
  for (let n = 0; n < processes; n++) {
    const server = await start(root, [store]);
    idle.push(server.memory());
    list.push(await timed(`${server.url}/`));
    const begin = performance.now();
    page.push(await timed(`${server.url}/c/${id}`));
    // It is answered when all has been read.
    await timed(`${server.url}/api/conversations/${id}/events?limit=1`);
    whole.push(performance.now() - begin);
    processor.push(server.processor());
    await timed(`${server.url}/c/${id}`);
    opened.push(server.memory());
    await server.stop();
  }
  console.log(`${path}: ${megabytes} MB, ${lines} lines`);
  row("the list of a new process", list, "ms");
  row("the last page, before all is read", page, "ms");
  row("all is read", whole, "ms");
  row("  processor time, with the start", processor, "ms");
  row("anonymous memory, nothing opened", idle, "MB");
  row("anonymous memory, opened", opened, "MB");
}
