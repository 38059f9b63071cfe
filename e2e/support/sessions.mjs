// A store of Claude Code in which sessions have sub-agents.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** @typedef {Record<string, unknown>} Line */

/** The folder that the agents work in, which is longer than a telephone is wide. */
export const FOLDER = "/home/ada/projects/a-shop-with-a-name-that-is-rather-long";

export const MODEL = "claude-test-4-1-20250805";

let n = 0;

/** Lines of a session that ended some minutes after eight.
 * @param {string} type
 * @param {unknown} content
 * @param {Line} more */
const line = (type, content, more = {}) => ({
  uuid: `u${++n}`,
  sessionId: "s",
  cwd: FOLDER,
  timestamp: new Date(Date.UTC(2026, 1, 3, 8, 0, n)).toISOString(),
  type,
  message: { id: `m${n}`, role: type, model: type === "assistant" ? MODEL : undefined, content },
  ...more,
});

/** @param {string} text
 * @param {Line} more */
export const asks = (text, more = {}) => line("user", text, more);

/** @param {string} text
 * @param {Line} more */
export const says = (text, more = {}) => line("assistant", [{ type: "text", text }], more);

/** @param {string} id
 * @param {string} prompt */
export const starts = (id, prompt) =>
  line("assistant", [{ type: "tool_use", id: `call-${id}`, name: "Task", input: { prompt } }]);

/** What a sub-agent reports at the end.
 * @param {string} id
 * @param {string} text */
export const reports = (id, text) =>
  line("user", [{ type: "tool_result", tool_use_id: `call-${id}`, content: text }], { toolUseResult: { agentId: id } });

/** What says, while it works, which sub-agent a call has started.
 * @param {string} id */
export const tells = (id) => ({
  uuid: `u${++n}`,
  sessionId: "s",
  type: "progress",
  parentToolUseID: `call-${id}`,
  data: { type: "agent_progress", agentId: id, message: {} },
});

export class Sessions {
  root = mkdtempSync(join(tmpdir(), "serve-web-sessions-"));

  /** @param {string} name */
  #file(name) {
    return join(this.root, `projects/-home-ada-shop/${name}.jsonl`);
  }

  /** @param {Line[]} lines */
  #text(lines) {
    return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  /**
   * Writes a session.
   * @param {string} session
   * @param {Line[]} lines
   */
  write(session, lines) {
    const file = this.#file(session);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, this.#text(lines));
  }

  /**
   * Writes a sub-agent of a session.
   * @param {string} session
   * @param {string} id
   * @param {string} title
   * @param {Line[]} lines
   */
  writeAgent(session, id, title, lines = [asks(title), says("It is done.")]) {
    const own = lines.map((line) => ({ ...line, isSidechain: true, agentId: id }));
    this.write(`${session}/subagents/agent-${id}`, own);
    const meta = this.#file(`${session}/subagents/agent-${id}`).replace(/jsonl$/, "meta.json");
    writeFileSync(meta, JSON.stringify({ agentType: "Explore", description: title }));
  }

  /**
   * @param {string} session
   * @param {Line[]} lines
   */
  append(session, ...lines) {
    appendFileSync(this.#file(session), this.#text(lines));
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}
