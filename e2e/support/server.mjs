// The server as a process of ours.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { binary } from "./environment.mjs";

/** How long a start may take, in milliseconds. */
const LONGEST_START = 10_000;

export class Server {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;
  /**
   * Where it writes the small file that says it runs: never where others look for servers.
   * @type {string | undefined}
   */
  #runtime;
  #port = 0;
  #log = "";

  /**
   * @param {string} path What it reads.
   * @param {string[]} options More that it is told.
   */
  constructor(path, options = []) {
    this.path = path;
    this.options = options;
  }

  /** `http://127.0.0.1:1234` */
  get origin() {
    return `http://${this.host}`;
  }

  /** `127.0.0.1:1234` */
  get host() {
    return `127.0.0.1:${this.#port}`;
  }

  get port() {
    return this.#port;
  }

  /** Where it looks for JP's own copies: never at those of whoever runs the tests. */
  get userData() {
    return `${this.path}-user-data`;
  }

  #environment() {
    this.#runtime ??= mkdtempSync(join(tmpdir(), "serve-web-runtime-"));
    return environment(this.#runtime, this.userData);
  }

  get pid() {
    return this.#process?.pid;
  }

  /** What it has written to stderr. */
  get log() {
    return this.#log;
  }

  /** Starts it, again on the same port where it has had one, and waits for its first line. */
  async start() {
    const process_ = spawn(
      binary(),
      [this.path, "--port", String(this.#port), "--no-open", ...this.options],
      { env: this.#environment(), stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#process = process_;
    process_.stderr.on("data", (data) => (this.#log += data));
    const timer = setTimeout(() => process_.kill("SIGKILL"), LONGEST_START);
    try {
      const line = await firstLine(process_);
      const port = /^serve-web: http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(line)?.[1];
      if (!port) throw new Error(`the server did not start: ${JSON.stringify(line)} ${this.#log}`);
      this.#port = Number(port);
    } finally {
      clearTimeout(timer);
    }
    return this;
  }

  /** Ends it as a person would. */
  stop() {
    return this.#end("SIGTERM");
  }

  /** Ends it at once, whatever it is doing. */
  kill() {
    return this.#end("SIGKILL");
  }

  /** @param {NodeJS.Signals} signal */
  async #end(signal) {
    const process_ = this.#process;
    this.#process = undefined;
    if (!process_ || process_.exitCode !== null || process_.signalCode !== null) return;
    const ended = once(process_, "exit");
    process_.kill(signal);
    const timer = setTimeout(() => process_.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
    if (this.#runtime) rmSync(this.#runtime, { recursive: true, force: true });
    this.#runtime = undefined;
  }
}

/**
 * Starts a server that is not expected to run, and gives how it ended.
 * @param {string[]} options
 */
export async function failToStart(...options) {
  const folder = mkdtempSync(join(tmpdir(), "serve-web-runtime-"));
  const process_ = spawn(binary(), ["--port", "0", "--no-open", ...options], {
    env: environment(folder, folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  process_.stdout.on("data", (data) => (output += data));
  process_.stderr.on("data", (data) => (errors += data));
  const timer = setTimeout(() => process_.kill("SIGKILL"), LONGEST_START);
  const [code] = await once(process_, "close");
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
  return { code, output, errors };
}

/**
 * Everything that a server looks for outside what it reads is in folders of the test.
 * @param {string} folder
 * @param {string} userData
 */
function environment(folder, userData) {
  const mine = { JP_USER_DATA_DIR: userData, XDG_RUNTIME_DIR: folder, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
  return { ...process.env, TZ: "UTC", ...mine };
}

/** @param {import("node:child_process").ChildProcess} process_ */
async function firstLine(process_) {
  if (!process_.stdout) return "";
  const lines = createInterface({ input: process_.stdout });
  for await (const line of lines) {
    // Whatever else it writes must not block it.
    process_.stdout.resume();
    return line;
  }
  return "";
}
