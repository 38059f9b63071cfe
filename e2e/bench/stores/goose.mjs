// goose: one database for all sessions.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { answer, at, output, question, TURNS } from "./words.mjs";
import { sqlite } from "./sqlite.mjs";

/** @type {import("../stores.mjs").Generate} */
export default function goose(folder, count) {
  mkdirSync(folder, { recursive: true });
  sqlite(join(folder, "sessions.db"), TABLES + sessions(count) + messages(count));
  return folder;
}

/** The tables of goose 1.52, as far as they are read. */
const TABLES = `
  CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
  INSERT INTO schema_version VALUES (16);
  CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
    session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL, created_at TIMESTAMP, updated_at TIMESTAMP,
    model_config_json TEXT, archived_at TIMESTAMP, parent_session_id TEXT);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL, role TEXT NOT NULL,
    content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    tokens INTEGER, metadata_json TEXT);
  CREATE INDEX idx_messages_session ON messages(session_id);
  CREATE INDEX idx_messages_session_created ON messages(session_id, created_timestamp, id);`;

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

/** @param {number} n */
const id = (n) => `20261001_${n + 1}`;

/** @param {number} count */
function sessions(count) {
  /** @param {number} n */
  const row = (n) => {
    const time = at(n, 0).toISOString().slice(0, 19).replace("T", " ");
    return `(${quoted(id(n))}, 'Session number ${n}', '/home/ada/project-${n % 50}', '${time}', '${time}', '{"model_name":"model"}')`;
  };
  const columns = "id, name, working_dir, created_at, updated_at, model_config_json";
  return `INSERT INTO sessions (${columns}) VALUES ${Array.from({ length: count }, (_, n) => row(n)).join(",\n")};`;
}

/** The messages of all sessions, as they come when each session is finished before the next begins. @param {number} count */
function messages(count) {
  const metadata = quoted('{"userVisible":true,"agentVisible":true}');
  /** @param {number} n @param {number} step @param {string} role @param {object} block */
  const row = (n, step, role, block) => {
    const content = quoted(JSON.stringify([block]));
    return `('msg_${n}_${step}', '${id(n)}', '${role}', ${content}, ${Math.floor(at(n, step).getTime() / 1000)}, ${metadata})`;
  };
  /** @param {number} n @param {number} t */
  const turn = (n, t) => {
    const value = { content: [{ type: "text", text: output }] };
    return [
      row(n, t * 4, "user", { type: "text", text: question(n, t) }),
      row(n, t * 4 + 1, "assistant", { type: "toolRequest", id: `c${t}`, toolCall: { status: "success", value: { name: "shell", arguments: {} } } }),
      row(n, t * 4 + 2, "user", { type: "toolResponse", id: `c${t}`, toolResult: { status: "success", value } }),
      row(n, t * 4 + 3, "assistant", { type: "text", text: answer(n, t) }),
    ];
  };
  const columns = "message_id, session_id, role, content_json, created_timestamp, metadata_json";
  /** @param {number} n */
  const session = (n) => {
    const rows = Array.from({ length: TURNS }, (_, t) => turn(n, t)).flat();
    return `INSERT INTO messages (${columns}) VALUES ${rows.join(",\n")};\n`;
  };
  return Array.from({ length: count }, (_, n) => session(n)).join("");
}
