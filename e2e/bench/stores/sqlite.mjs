// Databases, made by SQLite's own command: Node 20 has no module for them.
import { spawnSync } from "node:child_process";

/**
 * Runs statements in a new database, in the mode that agents write in.
 * @param {string} path
 * @param {string} statements
 */
export function sqlite(path, statements) {
  const input = `PRAGMA synchronous = off; BEGIN; ${statements} COMMIT; PRAGMA journal_mode = wal;`;
  const made = spawnSync("sqlite3", ["-bail", path], { input, encoding: "utf8" });
  if (made.error && made.status === null) throw new Error(`the command sqlite3 is needed: ${made.error.message}`);
  if (made.status !== 0) throw new Error(made.stderr);
}
