// Going from the end of a conversation to its start. What is measured on the way, `endless.mjs` says.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { start } from "../measuring.mjs";

/**
 * @typedef {(
 *   browser: import("playwright-core").Browser, url: string, input: string, frames: number,
 *   note: (name: string, input: string, unit: string, values: number[]) => void,
 * ) => Promise<unknown>} MeasureScrolling
 */

/** Where the way is gone. */
const MEASURES = new URL("../endless.mjs", import.meta.url);
/** How far it is gone, at most. */
const FRAMES = 1_000;

/** @type {import("../parts.mjs").Part} */
export default {
  rounds: 3,
  run: async ({ browser, program, folder, conversation, note }) => {
    if (!existsSync(fileURLToPath(MEASURES))) throw new Error("this checkout has no e2e/bench/endless.mjs: leave the part `scroll` out with --only");
    /** @type {{ measureScrolling: MeasureScrolling }} */
    const { measureScrolling } = await import(MEASURES.href);
    const server = await start(folder, [conversation.store], program);
    try {
      // It is answered when all has been read.
      await (await fetch(`${server.url}/api/conversations/${conversation.id}/events?limit=1`)).text();
      await measureScrolling(browser, `${server.url}/c/${conversation.id}`, "", FRAMES, (name, _, unit, values) => note(name, unit, values));
    } finally {
      await server.stop();
    }
  },
};
