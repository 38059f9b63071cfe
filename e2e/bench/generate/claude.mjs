// Claude Code: a line for each record, added to the end of a file.
import { appendFileSync } from "node:fs";

import { noteBlocks, SHOWN } from "./turns.mjs";

const SESSION = "11111111-aaaa-4aaa-8aaa-0000000000bb";
const TELL_USER = "mcp__serve-web__tell_user";

/** @type {import("../generate.mjs").Form} */
export default function claude(writer, last = null) {
  let parent = last;
  /** @param {object} fields */
  const record = (fields) => {
    const uuid = writer.id();
    const base = { parentUuid: parent, isSidechain: false, userType: "external", cwd: "/home/ada/shop", sessionId: SESSION, version: "2.1.332", gitBranch: "main" };
    parent = uuid;
    return JSON.stringify({ ...base, ...fields, uuid, timestamp: writer.time() });
  };
  /** @param {object} block */
  const says = (block) => {
    const id = writer.id();
    const usage = { input_tokens: 3, cache_creation_input_tokens: 209, cache_read_input_tokens: 43_511, output_tokens: 120 };
    const message = { model: "claude-test-1", id: `msg_${id}`, type: "message", role: "assistant", content: [block], stop_reason: null, usage };
    return record({ type: "assistant", message, requestId: `req_${id}` });
  };
  /** @param {string} id @param {object} result @param {object} more */
  const gets = (id, result, more) => {
    const content = [{ tool_use_id: `toolu_${id}`, type: "tool_result", ...result }];
    return record({ type: "user", message: { role: "user", content }, ...more });
  };
  /** @param {string} text */
  const asks = (text) => record({ type: "user", message: { role: "user", content: text } });
  /** @param {import("./turns.mjs").Step} step */
  const lines = (step) => {
    switch (step.kind) {
      case "ask":
        return [asks(step.text)];
      case "think":
        return [says({ type: "thinking", thinking: step.text, signature: "c2lnbmF0dXJl".repeat(30) })];
      case "say":
        return [says({ type: "text", text: step.text })];
      case "note": {
        const content = [step.text, SHOWN].map((text) => ({ type: "text", text }));
        const mcpMeta = { _meta: { "serve-web/blocks": noteBlocks(step.text) } };
        const call = { type: "tool_use", id: `toolu_${step.id}`, name: TELL_USER, input: { message: step.text } };
        return [says(call), gets(step.id, { content }, { toolUseResult: content, mcpMeta })];
      }
      case "call": {
        const { output: stdout, isError: is_error } = step;
        const toolUseResult = { stdout, stderr: "", interrupted: false, isImage: false };
        const call = { type: "tool_use", id: `toolu_${step.id}`, name: step.tool, input: { command: step.input } };
        return [says(call), gets(step.id, { content: stdout, is_error }, { toolUseResult })];
      }
    }
  };
  return {
    id: `claude~${SESSION}`,
    store: "claude",
    path: `claude/projects/-home-ada-shop/${SESSION}.jsonl`,
    begin: "",
    separator: "\n",
    end: "\n",
    records: (steps) => steps.flatMap(lines),
    besides: {},
    last: () => parent,
    prepare: (path, text) => {
      const line = `${asks(text)}\n`;
      return () => appendFileSync(path, line);
    },
  };
}
