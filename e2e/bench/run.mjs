// Runs parts of the benchmark, and says what was measured: a line of JSON on stdout for each call of `note`.
// `cargo xtask bench` makes the plan, and figures of the lines. By hand, with a plan in one argument:
//
//     node --experimental-websocket e2e/bench/run.mjs '{"parts":["page"],"conversations":[{"agent":"jp","size":1000}]}'
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium as browserType } from "playwright-core";

import { binary, chromium, chromiumArguments } from "../support/environment.mjs";
import { generated } from "./generate.mjs";
import { parts } from "./parts.mjs";

/**
 * @typedef {{
 *   parts: string[], conversations: { agent: string, size: number }[], programs?: string[], rounds?: number,
 * }} Plan `programs`: the servers, which are measured in turn; without them the one that tests take. `rounds`: as often
 *   as this, where a part would be run more often.
 */

/** @type {Plan} */
const plan = JSON.parse(process.argv[2] ?? '{"parts":["page"],"conversations":[{"agent":"jp","size":1000}]}');
const programs = plan.programs ?? [binary()];

/** @param {object} line */
const tell = (line) => console.log(JSON.stringify(line));

/**
 * One run of a part, in a folder of its own.
 * @param {string} name
 * @param {Omit<import("./parts.mjs").Setting, "folder" | "program" | "note">} setting
 * @param {number} side which of the programs
 * @param {string} input
 */
async function once(name, setting, side, input) {
  const folder = mkdtempSync(join(tmpdir(), "serve-web-bench-"));
  /** @type {import("./parts.mjs").Note} */
  const note = (figure, unit, values) => tell({ part: name, input, figure, unit, side, round: setting.round, values });
  try {
    await parts[name]?.run({ ...setting, folder, program: programs[side] ?? "", note });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {import("playwright-core").Browser} browser @param {string} name */
async function all(browser, name) {
  const part = parts[name];
  if (!part) throw new Error(`there is no part ${name}: take some of ${Object.keys(parts).join(", ")}`);
  const wanted = part.sizes === false ? plan.conversations.slice(0, 1) : plan.conversations;
  for (const { agent, size } of wanted) {
    const conversation = generated(agent, size);
    const input = part.sizes === false ? "" : `${agent} ${size}`;
    const { events, bytes } = conversation;
    tell({ input, events, bytes });
    const rounds = Math.min(part.rounds, plan.rounds ?? part.rounds);
    for (let round = 0; round < rounds; round++) {
      for (const side of programs.keys()) await once(name, { browser, conversation, round }, side, input);
    }
    console.error(`serve-web: measured ${name} ${input}`);
  }
}

const browser = await browserType.launch({ executablePath: chromium, args: chromiumArguments, headless: true });
try {
  tell({ node: process.version, chromium: browser.version() });
  for (const name of plan.parts) await all(browser, name);
} finally {
  await browser.close();
}
