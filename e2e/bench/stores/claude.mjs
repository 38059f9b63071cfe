// Claude Code: a file of lines for each session, in a folder for each project.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { answer, at, output, question, TURNS, uuid } from "./words.mjs";

/** How many sessions a project has. */
const PER_PROJECT = 200;

/** @type {import("../stores.mjs").Generate} */
export default function claude(folder, count) {
  for (let n = 0; n < count; n++) {
    const project = `project-${Math.floor(n / PER_PROJECT)}`;
    const sessions = join(folder, "projects", `-home-ada-${project}`);
    mkdirSync(sessions, { recursive: true });
    const lines = session(n, `/home/ada/${project}`).map((record) => `${JSON.stringify(record)}\n`);
    const path = join(sessions, `${uuid(n)}.jsonl`);
    writeFileSync(path, lines.join(""));
    utimesSync(path, at(n, TURNS * 4), at(n, TURNS * 4));
  }
  return folder;
}

/**
 * @param {number} n
 * @param {string} cwd
 */
function session(n, cwd) {
  const sessionId = uuid(n);
  /** @param {number} step */
  const common = (step) => ({
    parentUuid: step === 0 ? null : uuid(n, step),
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId,
    version: "2.1.332",
    gitBranch: "main",
    uuid: uuid(n, step + 1),
    timestamp: at(n, step).toISOString(),
  });
  /** @param {number} step @param {object} message */
  const user = (step, message) => ({ ...common(step), type: "user", message: { role: "user", ...message } });
  /** @param {number} step @param {object} block */
  const assistant = (step, block) => {
    const usage = { input_tokens: 4, cache_read_input_tokens: 900, output_tokens: 40 };
    const message = { id: `msg_${n}_${step}`, role: "assistant", model: "claude-test-1", content: [block], usage };
    return { ...common(step), type: "assistant", message, requestId: `req_${n}_${step}` };
  };
  /** @param {number} t */
  const turn = (t) => {
    const id = `toolu_${n}_${t}`;
    return [
      user(t * 4, { content: question(n, t) }),
      assistant(t * 4 + 1, { type: "tool_use", id, name: "Bash", input: { command: "ls" } }),
      user(t * 4 + 2, { content: [{ type: "tool_result", tool_use_id: id, content: output }] }),
      assistant(t * 4 + 3, { type: "text", text: answer(n, t) }),
    ];
  };
  const title = { type: "ai-title", sessionId, aiTitle: `Session number ${n}` };
  return [...Array.from({ length: TURNS }, (_, t) => turn(t)).flat(), title];
}
