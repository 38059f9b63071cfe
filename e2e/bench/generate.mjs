// Generated conversations of any number of events, kept outside of the checkout: the same for the same version, agent
// and size.
//
//     node e2e/bench/generate.mjs jp 10000
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { Writer } from "../support/long-files.mjs";
import claude from "./generate/claude.mjs";
import codex from "./generate/codex.mjs";
import jp from "./generate/jp.mjs";
import { eventsOf, turns } from "./generate/turns.mjs";

/** Grows with every change of what is generated: nothing of another version is taken for it. */
export const VERSION = 1;
const SEED = 20_260_601;
/** What is appended has ids of its own. */
const APPENDING_SEED = 4_711;
/** What is appended is newer than all that was generated, in milliseconds. */
const APPENDED = 1.79e12;
/** How much is written at a time, in characters. */
const PIECE = 1 << 22;
/** When the files were written last, as they say. */
const GENERATED = new Date(1.785e12);
const FACTS = "facts.json";

/**
 * How an agent stores a conversation: what stands at its beginning, between its records and at its end.
 * @typedef {{
 *   id: string, store: string, path: string, begin: string, separator: string, end: string,
 *   records: (steps: import("./generate/turns.mjs").Step[]) => string[],
 *   besides: Record<string, string>,
 *   prepare: (path: string, text: string) => () => void,
 *   last?: () => string | null,
 * }} Shape `id`: as serve-web has it. `store`: what serve-web is told, `path`: the conversation's file, both below one
 *   folder. `besides`: further files. `prepare`: gets a request of the person ready, and gives what appends it to the
 *   file. `last`: what the next record names as the one before it.
 * @typedef {(writer: Writer, last?: string | null) => Shape} Form
 * @typedef {{ events: number, bytes: number, last: string | null }} Facts
 * @typedef {Facts & { agent: string, root: string, id: string, store: string, path: string }} Generated
 *   Paths are absolute; `bytes` is the size of the conversation's file.
 */

/** @type {Record<string, Form>} */
export const forms = { jp, claude, codex };

/** Where generated conversations are kept. */
export const cache = () => {
  const chosen = process.env["SERVE_WEB_CACHE"] || (process.env["XDG_CACHE_HOME"] && join(process.env["XDG_CACHE_HOME"], "serve-web"));
  return join(chosen || join(homedir(), ".cache/serve-web"), "bench");
};

/**
 * A conversation of at least so many events (the last turn is whole), made where it is not there yet.
 * @param {string} agent
 * @param {number} size
 * @param {string} folder where all of them are kept
 * @returns {Generated}
 */
export function generated(agent, size, folder = cache()) {
  const form = forms[agent];
  if (!form) throw new Error(`no conversations of ${agent} are generated: take one of ${Object.keys(forms).join(", ")}`);
  const root = join(folder, `conversations-${VERSION}`, `${agent}-${size}`);
  if (!existsSync(join(root, FACTS))) make(form, size, root);
  /** @type {Facts} */
  const facts = JSON.parse(readFileSync(join(root, FACTS), "utf8"));
  const { id, store, path } = form(new Writer(SEED));
  return { ...facts, agent, root, id, store: join(root, store), path: join(root, path) };
}

/**
 * What appends to a copy of a conversation: given a text, it makes a request of it, and what puts that into the file.
 * @param {Generated} conversation
 */
export function appending({ agent, path, last }) {
  const writer = new Writer(APPENDING_SEED);
  writer.milliseconds = APPENDED;
  const shape = forms[agent]?.(writer, last);
  if (!shape) throw new Error(`no conversations of ${agent} are generated`);
  return (/** @type {string} */ text) => shape.prepare(path, text);
}

/**
 * @param {Form} form
 * @param {number} size
 * @param {string} root
 */
function make(form, size, root) {
  const partial = `${root}.${process.pid}`;
  const writer = new Writer(SEED);
  const shape = form(writer);
  const path = join(partial, shape.path);
  mkdirSync(dirname(path), { recursive: true });
  for (const [name, text] of Object.entries(shape.besides)) writeFileSync(join(partial, name), text);
  const events = write(path, shape, turns(writer), size);
  // A file that has just changed may be an agent's at work.
  utimesSync(path, GENERATED, GENERATED);
  /** @type {Facts} */
  const facts = { events, bytes: statSync(path).size, last: shape.last?.() ?? null };
  writeFileSync(join(partial, FACTS), JSON.stringify(facts));
  try {
    // Whoever finds the folder finds all of it.
    renameSync(partial, root);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process may have made the same meanwhile.
    if (!existsSync(join(root, FACTS))) throw error;
  }
}

/**
 * Writes turns until there are so many events, and says how many there are.
 * @param {string} path
 * @param {Shape} shape
 * @param {Iterator<import("./generate/turns.mjs").Step[], never>} turns
 * @param {number} size
 */
function write(path, { begin, separator, end, records }, turns, size) {
  const file = openSync(path, "w");
  let [events, piece, before] = [0, begin, ""];
  while (events < size) {
    const steps = turns.next().value;
    events += eventsOf(steps);
    piece += before + records(steps).join(separator);
    before = separator;
    if (piece.length < PIECE) continue;
    writeSync(file, piece);
    piece = "";
  }
  writeSync(file, piece + end);
  closeSync(file);
  return events;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { root, events, bytes } = generated(process.argv[2] ?? "jp", Number(process.argv[3] ?? 1_000));
  console.log(`${root}: ${events} events, ${bytes} bytes`);
}
