// Codex: a line for each record, and most that happens in two of them.
import { appendFileSync } from "node:fs";

import { noteBlocks, SHOWN } from "./turns.mjs";

const THREAD = "01a22000-0000-7000-8000-0000000000bb";

/** @type {import("../generate.mjs").Form} */
export default function codex(writer) {
  let ordinal = 0;
  let turn = "";
  /** @param {string} type @param {object} payload */
  const record = (type, payload) => JSON.stringify({ timestamp: writer.time(), ordinal: ordinal++, type, payload });
  /** @param {object} payload */
  const item = (payload) => record("response_item", payload);
  /** @param {object} done */
  const completed = (done) => record("event_msg", { type: "item_completed", thread_id: THREAD, turn_id: turn, item: done });
  /** @param {string} id @param {string} name @param {object} input @param {object} more */
  const call = (id, name, input, more = {}) => item({ type: "function_call", id: `fc_${id}`, name, ...more, arguments: JSON.stringify(input), call_id: id });
  /** @param {string} id @param {unknown} output */
  const output = (id, output) => item({ type: "function_call_output", id: `fco_${id}`, call_id: id, output });
  /** @param {string} text */
  const asks = (text) => [
    item({ type: "message", id: `msg_${writer.id()}`, role: "user", content: [{ type: "input_text", text }] }),
    completed({ type: "UserMessage", id: writer.id(), content: [{ type: "text", text, text_elements: [] }] }),
  ];
  /** @param {string} text */
  const begins = (text) => {
    turn = writer.id();
    return [record("event_msg", { type: "task_started", turn_id: turn }), ...asks(text)];
  };
  /** @param {string} text */
  const says = (text) => {
    const id = `msg_${writer.id()}`;
    return [
      completed({ type: "AgentMessage", id, content: [{ type: "Text", text }], phase: "commentary" }),
      item({ type: "message", id, role: "assistant", content: [{ type: "output_text", text }], phase: "commentary" }),
    ];
  };
  /** @param {string} text */
  const thinks = (text) => {
    const id = `rs_${writer.id()}`;
    return [
      completed({ type: "Reasoning", id, summary_text: [text], raw_content: [] }),
      item({ type: "reasoning", id, summary: [{ type: "summary_text", text }], encrypted_content: "c2VjcmV0".repeat(60) }),
    ];
  };
  /** @param {string} id @param {string} message */
  const notes = (id, message) => {
    const content = [message, SHOWN].map((text) => ({ type: "text", text }));
    const result = { content, _meta: { "serve-web/blocks": noteBlocks(message) } };
    return [
      call(id, "tell_user", { message }, { namespace: "mcp__serve-web" }),
      completed({ type: "McpToolCall", id, server: "serve-web", tool: "tell_user", arguments: { message }, status: "completed", result }),
      output(id, [message, SHOWN].map((text) => ({ type: "input_text", text }))),
    ];
  };
  /** @param {import("./turns.mjs").Call} step */
  const works = ({ id, input, output: printed, isError }) => {
    const exit_code = isError ? 1 : 0;
    const command = { command: ["/bin/bash", "-lc", input], cwd: "/home/ada/shop", status: "completed", aggregated_output: printed, exit_code };
    return [
      call(id, "exec_command", { cmd: input }),
      completed({ type: "CommandExecution", id, ...command }),
      output(id, `Chunk ID: 4ca1a4\nWall time: 0.0000 seconds\nProcess exited with code ${exit_code}\nOutput:\n${printed}`),
    ];
  };
  /** @param {import("./turns.mjs").Step} step */
  const lines = (step) => {
    switch (step.kind) {
      case "ask":
        return begins(step.text);
      case "think":
        return thinks(step.text);
      case "say":
        return says(step.text);
      case "note":
        return notes(step.id, step.text);
      case "call":
        return works(step);
    }
  };
  const meta = { id: THREAD, timestamp: "2026-11-30T10:00:00.000Z", cwd: "/home/ada/shop", originator: "codex_cli", cli_version: "0.171.0", source: "cli", history_mode: "paginated" };
  return {
    id: `codex~${THREAD}`,
    store: "codex",
    path: `codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-${THREAD}.jsonl`,
    begin: `${record("session_meta", meta)}\n`,
    separator: "\n",
    end: "\n",
    records: (steps) => [...steps.flatMap(lines), record("event_msg", { type: "task_complete", turn_id: turn, last_agent_message: null })],
    besides: {},
    prepare: (path, text) => {
      const more = `${begins(text).join("\n")}\n`;
      return () => appendFileSync(path, more);
    },
  };
}
