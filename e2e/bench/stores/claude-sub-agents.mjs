// Claude Code: sessions with two sub-agents each, in files of their own.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { answer, at, question, uuid } from "./words.mjs";

/** How many turns a session has, and how many a sub-agent. */
const [TURNS, SUB_AGENT_TURNS] = [20, 10];

/** @type {import("../stores.mjs").Generate} */
export default function claudeSubAgents(folder, count) {
  const project = join(folder, "projects/-home-ada-bench");
  for (let n = 0; n < count; n++) {
    const session = uuid(n);
    const agents = join(project, session, "subagents");
    mkdirSync(agents, { recursive: true });
    write(join(project, `${session}.jsonl`), n, TURNS, {});
    for (const agentId of ["a", "b"]) {
      const path = join(agents, `agent-${agentId}`);
      write(`${path}.jsonl`, n, SUB_AGENT_TURNS, { isSidechain: true, agentId });
      writeFileSync(`${path}.meta.json`, JSON.stringify({ agentType: "Explore", description: `Look at ${n}` }));
    }
  }
  return folder;
}

/**
 * @param {string} path
 * @param {number} n
 * @param {number} turns
 * @param {object} more
 */
function write(path, n, turns, more) {
  const cwd = "/home/ada/bench";
  /** @param {number} step @param {string} type @param {unknown} content */
  const record = (step, type, content) => ({
    uuid: `${uuid(n, step + 1)}${"agentId" in more ? more.agentId : ""}`,
    sessionId: uuid(n),
    cwd,
    timestamp: at(n, step).toISOString(),
    type,
    message: { role: type, content },
    ...more,
  });
  /** @param {number} t */
  const turn = (t) => [
    record(2 * t, "user", question(n, t)),
    record(2 * t + 1, "assistant", [{ type: "text", text: answer(n, t) }]),
  ];
  const records = Array.from({ length: turns }, (_, t) => turn(t)).flat();
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  utimesSync(path, at(n, 2 * turns), at(n, 2 * turns));
}
