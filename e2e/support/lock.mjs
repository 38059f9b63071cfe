// JP's lock on a conversation, held by a process of ours for as long as a turn would run.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How long taking the lock may take, in milliseconds. */
const LONGEST = 5_000;

/**
 * Takes the lock, and gives what lets it go.
 * @param {string} file
 */
export async function hold(file) {
  mkdirSync(dirname(file), { recursive: true });
  // Without a fork the process that is ended is the one that holds the lock.
  const holder = spawn("flock", ["--no-fork", file, "sleep", "60"], { stdio: "ignore" });
  const ended = once(holder, "exit");
  const latest = Date.now() + LONGEST;
  while (!isHeld(file)) {
    if (Date.now() > latest || holder.exitCode !== null) throw new Error(`${file} cannot be locked`);
    await pause(20);
  }
  return async () => {
    holder.kill("SIGKILL");
    await ended;
  };
}

/** @param {string} file */
function isHeld(file) {
  const inode = statSync(file, { throwIfNoEntry: false })?.ino;
  const locks = readFileSync("/proc/locks", "utf8").split("\n");
  return inode !== undefined && locks.some((line) => line.split(/\s+/).some((word) => word.endsWith(`:${inode}`)));
}
