// JP: a folder for each conversation, with its events in one JSON text.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { answer, at, output, question, TURNS } from "./words.mjs";

/** @type {import("../stores.mjs").Generate} */
export default function jp(folder, count) {
  const conversations = join(folder, ".jp/conversations");
  mkdirSync(conversations, { recursive: true });
  writeFileSync(join(folder, ".jp/.id"), "DO NOT EDIT\nbench\n");
  for (let n = 0; n < count; n++) conversation(conversations, n);
  return folder;
}

/**
 * @param {string} conversations
 * @param {number} n
 */
function conversation(conversations, n) {
  const folder = join(conversations, `${17_000_000_000 + n}-conversation-${n}`);
  mkdirSync(folder);
  /** @param {number} step */
  const time = (step) => at(n, step).toISOString().replace("T", " ").replace("Z", "");
  const content = Buffer.from(output).toString("base64");
  /** @param {number} t */
  const turn = (t) => [
    { timestamp: time(t * 4), type: "turn_start" },
    { timestamp: time(t * 4 + 1), type: "chat_request", content: question(n, t) },
    { timestamp: time(t * 4 + 2), type: "tool_call_response", id: `c${t}`, content, is_error: false },
    { timestamp: time(t * 4 + 3), type: "chat_response", message: answer(n, t) },
  ];
  const events = Array.from({ length: TURNS }, (_, t) => turn(t)).flat();
  writeFileSync(join(folder, "events.json"), `${JSON.stringify(events, null, 2)}\n`);
  const metadata = { title: `Conversation number ${n}`, last_activated_at: time(0) };
  writeFileSync(join(folder, "metadata.json"), JSON.stringify(metadata));
}
