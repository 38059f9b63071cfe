// What the system says of a process (Linux).
import { readFileSync } from "node:fs";

/** Where `/proc` tells it. */
export const isTold = process.platform === "linux";

/**
 * How many bytes a process has read from files, whether they came from the disk or from memory.
 * @param {number | undefined} pid
 */
export function bytesRead(pid) {
  const bytes = /rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1];
  if (!bytes) throw new Error("the system does not say what a process reads");
  return Number(bytes);
}

/** What a server is to log, so that [`eventsRead`] finds it. */
export const READS = "warn,server::follow=debug";

/**
 * How many events a server has read from stores, those among them that it had read before.
 * @param {string} log
 */
export const eventsRead = (log) =>
  [...log.matchAll(/ read keep=\d+ events=(\d+) revised=(\d+)/g)].reduce((sum, [, events, revised]) => sum + Number(events) + Number(revised), 0);
