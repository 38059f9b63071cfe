// Codex: a rollout for each thread, in a folder for each day, and what its database says of all.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { answer, at, output, question, TURNS, uuid } from "./words.mjs";
import { sqlite } from "./sqlite.mjs";

/** @type {import("../stores.mjs").Generate} */
export default function codex(folder, count) {
  for (let n = 0; n < count; n++) {
    const time = at(n, 0).toISOString();
    const day = join(folder, "sessions", ...time.slice(0, 10).split("-"));
    mkdirSync(day, { recursive: true });
    const name = `rollout-${time.slice(0, 19).replaceAll(":", "-")}-${uuid(n)}.jsonl`;
    const path = join(day, name);
    writeFileSync(path, thread(n).map((record) => `${JSON.stringify(record)}\n`).join(""));
    utimesSync(path, at(n, TURNS * 4), at(n, TURNS * 4));
  }
  sqlite(join(folder, "state_5.sqlite"), threads(count));
  return folder;
}

/** @param {number} n */
function thread(n) {
  /** @param {number} step @param {string} type @param {object} payload */
  const record = (step, type, payload) => ({ timestamp: at(n, step).toISOString(), type, payload });
  /** @param {number} t */
  const turn = (t) => [
    record(t * 4, "event_msg", { type: "user_message", message: question(n, t) }),
    record(t * 4 + 1, "response_item", { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: `c${t}` }),
    record(t * 4 + 2, "response_item", { type: "function_call_output", call_id: `c${t}`, output }),
    record(t * 4 + 3, "event_msg", { type: "agent_message", message: answer(n, t) }),
  ];
  const meta = {
    id: uuid(n),
    timestamp: at(n, 0).toISOString(),
    cwd: `/home/ada/project-${n % 50}`,
    originator: "codex_cli_rs",
    cli_version: "0.171.0",
    source: "cli",
    base_instructions: { text: "You are an agent that answers. ".repeat(250) },
  };
  return [record(0, "session_meta", meta), ...Array.from({ length: TURNS }, (_, t) => turn(t)).flat()];
}

/** @param {number} count */
const threads = (count) => `
  CREATE TABLE threads (id TEXT PRIMARY KEY, rollout_path TEXT NOT NULL, cwd TEXT NOT NULL, title TEXT NOT NULL,
    archived INTEGER NOT NULL DEFAULT 0, first_user_message TEXT NOT NULL DEFAULT '', model TEXT,
    history_mode TEXT NOT NULL DEFAULT 'legacy', name TEXT);
  WITH RECURSIVE t(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM t WHERE n + 1 < ${count})
  INSERT INTO threads (id, rollout_path, cwd, title, first_user_message, model)
  SELECT printf('%08x-0000-7000-8000-000000000000', n), '', '/home/ada/project-' || n % 50,
    'Thread number ' || n, 'Question 0 of ' || n, 'model' FROM t;`;
