// What the benchmarks share: a server of their own, times and tables.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { binary } from "../support/environment.mjs";
import { bytesRead, eventsRead, READS } from "../support/process.mjs";

/** How long a server may take to end, in milliseconds. */
const LONGEST_END = 5_000;

/** @typedef {Awaited<ReturnType<typeof start>>} Measured */

/**
 * A server that shows these stores and knows nothing of the machine's own.
 * @param {string} root where it may write
 * @param {string[]} stores
 * @param {string} program
 */
export async function start(root, stores, program = binary()) {
  const env = {
    ...process.env,
    XDG_RUNTIME_DIR: root,
    XDG_STATE_HOME: root,
    XDG_CACHE_HOME: join(root, "cache"),
    JP_USER_DATA_DIR: join(root, "none"),
    SERVE_WEB_LOG: READS,
    NO_COLOR: "1",
  };
  const server = spawn(program, [...stores, "--port", "0", "--no-open"], { env, stdio: ["ignore", "pipe", "pipe"] });
  // Whatever fails here, no server is left behind.
  const end = () => server.kill("SIGKILL");
  process.once("exit", end);
  server.once("exit", () => process.off("exit", end));
  let log = "";
  server.stderr.on("data", (data) => (log += data));
  const line = await new Promise((resolve, failed) => {
    server.stdout.once("data", (data) => resolve(String(data)));
    server.once("error", (error) => failed(new Error(`${program} does not start: ${error.message}`)));
    server.once("exit", (code) => failed(new Error(`${program} ended at once with ${code}, reading ${stores.join(", ")}: ${log}`)));
  });
  const url = /http[^\s]+?(?=\/?\s)/.exec(line)?.[0] ?? "";
  /** @param {string} name */
  const proc = (name) => readFileSync(`/proc/${server.pid}/${name}`, "utf8");
  return {
    url,
    /** Anonymous memory, in MB. */
    memory: () => Number(/RssAnon:\s+(\d+)/.exec(proc("status"))?.[1]) / 1000,
    /** The time that all its threads have taken, in milliseconds: on a shared machine it says more than the clock. */
    processor: () => {
      const fields = proc("stat").split(") ")[1]?.split(" ") ?? [];
      // User and system time, in hundredths of a second.
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    bytesRead: () => bytesRead(server.pid),
    /** How many events it has read; one that does not log that has read none. */
    eventsRead: () => eventsRead(log),
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      const timer = setTimeout(() => server.kill("SIGKILL"), LONGEST_END);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Notes how many events a server has read since it had read `before`, in parts for each of `n` things that were done.
 * One that never logs what it reads, as a server of another commit may not, has no such figure.
 * @param {Measured} server
 * @param {number} before
 * @param {number} n
 * @param {string} figure
 * @param {import("./parts.mjs").Note} note
 */
export function noteEvents(server, before, n, figure, note) {
  const events = server.eventsRead();
  if (events > 0) note(figure, "events", [(events - before) / n]);
}

/**
 * Milliseconds until the last byte.
 * @param {string} url
 */
export async function timed(url) {
  const begin = performance.now();
  const answer = await fetch(url);
  await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - begin;
}

/**
 * @param {string} what
 * @param {number[]} values
 * @param {string} unit
 */
export function row(what, values, unit) {
  const sorted = values.toSorted((a, b) => a - b);
  /** @param {number} value */
  const show = (value = 0) => value.toFixed(1).padStart(8);
  const median = sorted[sorted.length >> 1];
  console.log(`${what.padEnd(44)} n=${values.length} median${show(median)} ${unit}, ${show(sorted[0])} –${show(sorted.at(-1))}`);
}
