// Many tabs of one browser on one server: all of them follow, a word reaches each, and then nothing happens.
import { cpSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import { appending } from "../generate.mjs";
import { start } from "../measuring.mjs";
import { instrument, open, painted } from "../page.mjs";

const TABS = 50;
/** How long nothing happens, in seconds. */
const IDLE = 20;

/** @type {import("../parts.mjs").Part} */
export default {
  rounds: 2,
  sizes: false,
  run: async ({ browser, program, folder, conversation, note }) => {
    const root = join(folder, "store");
    cpSync(conversation.root, root, { recursive: true });
    /** @param {string} path */
    const copied = (path) => join(root, relative(conversation.root, path));
    const copy = { ...conversation, root, store: copied(conversation.store), path: copied(conversation.path) };
    const server = await start(folder, [copy.store], program);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    try {
      await instrument(context);
      const tabs = [];
      for (let n = 0; n < TABS; n++) {
        const tab = await context.newPage();
        await open(tab, `${server.url}/c/${copy.id}#end`);
        tabs.push(tab);
      }
      const put = appending(copy)("A new request, bench-0-");
      const seen = tabs.map((tab) => painted(tab, "bench-0-"));
      const begin = Date.now();
      put();
      const all = await Promise.all(seen);
      note("write to paint in the last tab", "ms", [Math.max(...all.map(({ at }) => at - begin))]);
      note("tabs that saw it", "tabs", [all.length]);
      const before = server.processor();
      await new Promise((done) => setTimeout(done, IDLE * 1000));
      note("processor time of the server in an idle second", "ms", [(server.processor() - before) / IDLE]);
    } finally {
      await context.close();
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    }
  },
};
