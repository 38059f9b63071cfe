// The parts of the benchmark, in the order in which they run.
import append from "./parts/append.mjs";
import list from "./parts/list.mjs";
import open from "./parts/open.mjs";
import page from "./parts/page.mjs";
import scroll from "./parts/scroll.mjs";
import start from "./parts/start.mjs";
import tabs from "./parts/tabs.mjs";

/**
 * Takes values of a figure. Those with the unit `ms` are clocks, all others are counts. It may be called many times for
 * one figure.
 * @typedef {(figure: string, unit: string, values: number[]) => void} Note
 *
 * @typedef {{
 *   browser: import("playwright-core").Browser, program: string, folder: string, round: number, note: Note,
 *   conversation: import("./generate.mjs").Generated,
 * }} Setting `program`: the server to measure. `folder`: empty, for whatever it wants to write.
 *
 * @typedef {{
 *   rounds: number, sizes?: false, run: (setting: Setting) => Promise<void>,
 * }} Part `rounds`: how often it is run for each program and conversation. A part without `sizes` takes only the first
 *   of the conversations.
 */

/** @type {Record<string, Part>} */
export const parts = { page, open, append, scroll, list, tabs, start };
