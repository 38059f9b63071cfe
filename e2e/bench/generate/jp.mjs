// JP: one JSON text, which is written anew at each change.
import { closeSync, copyFileSync, ftruncateSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

import { noteBlocks } from "./turns.mjs";

const [FOLDER, WORKSPACE] = ["17900000000", "bench"];
const END = "\n]\n";

/** @type {import("../generate.mjs").Form} */
export default function jp(writer) {
  const time = () => writer.time().replace("T", " ").replace("Z", "");
  /** @param {string} type @param {object} fields */
  const event = (type, fields) => `  ${JSON.stringify({ timestamp: time(), type, ...fields }, null, 2).replaceAll("\n", "\n  ")}`;
  /** @param {string} text */
  const base64 = (text) => Buffer.from(text).toString("base64");
  /** @param {string} id @param {string} name @param {string} key @param {string} value */
  const call = (id, name, key, value) => event("tool_call_request", { id, name, arguments: { [key]: base64(value) } });
  /** @param {string} id @param {unknown} content @param {boolean} is_error */
  const result = (id, content, is_error) => event("tool_call_response", { id, content, is_error });
  /** @param {import("./turns.mjs").Step} step */
  const events = (step) => {
    switch (step.kind) {
      case "ask":
        return [event("turn_start", {}), event("chat_request", { content: step.text })];
      case "think":
        return [event("chat_response", { reasoning: step.text })];
      case "say":
        return [event("chat_response", { message: step.text })];
      case "note":
        return [call(step.id, "tell_user", "message", step.text), result(step.id, noteBlocks(step.text), false)];
      case "call":
        return [call(step.id, step.tool, "input", step.input), result(step.id, base64(step.output), step.isError)];
    }
  };
  return {
    id: `jp~c${FOLDER}-${WORKSPACE}`,
    store: ".",
    path: `.jp/conversations/${FOLDER}/events.json`,
    begin: "[\n",
    separator: ",\n",
    end: END,
    records: (steps) => steps.flatMap(events),
    besides: {
      ".jp/.id": `DO NOT EDIT\n${WORKSPACE}`,
      [`.jp/conversations/${FOLDER}/metadata.json`]: JSON.stringify({ title: "Generated", last_activated_at: "2026-06-01 08:00:00.0" }),
    },
    prepare: (path, text) => {
      const [request] = events({ kind: "ask", text }).slice(1);
      return prepare(path, `,\n${request}${END}`);
    },
  };
}

/**
 * Writes the whole with one event more beside the file, and gives what puts it in place, as JP does.
 * @param {string} path
 * @param {string} more
 */
function prepare(path, more) {
  const partial = join(dirname(path), "events.json.tmp");
  copyFileSync(path, partial);
  const file = openSync(partial, "r+");
  const length = statSync(partial).size - END.length;
  ftruncateSync(file, length);
  writeSync(file, more, length);
  closeSync(file);
  return () => renameSync(partial, path);
}

