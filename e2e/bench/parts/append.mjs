// From a write of the agent to whoever follows: a program at the socket, and a person before the page.
import { cpSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import { appending } from "../generate.mjs";
import { noteEvents, start } from "../measuring.mjs";
import { counted, instrument, open, painted, restyled, settle, work } from "../page.mjs";
import { follow } from "../socket.mjs";

/** How many are appended for each of the two, in a round. */
const APPENDS = 12;
/** How many more while the browser traces what it does, which takes time. */
const TRACED = 4;

/** @type {import("../parts.mjs").Part} */
export default {
  rounds: 4,
  run: async (setting) => {
    const { program, folder, conversation, note } = setting;
    // Nothing is appended to what is kept.
    const root = join(folder, "store");
    cpSync(conversation.root, root, { recursive: true });
    /** @param {string} path */
    const copied = (path) => join(root, relative(conversation.root, path));
    const copy = { ...conversation, root, store: copied(conversation.store), path: copied(conversation.path) };
    const server = await start(folder, [copy.store], program);
    try {
      await (await fetch(`${server.url}/api/conversations/${copy.id}/events?limit=1`)).text();
      const prepare = appending(copy);
      await toSocket(server, copy.id, prepare, note);
      await toPaint(setting.browser, server, copy.id, prepare, note);
    } finally {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    }
  },
};

/** @typedef {(text: string) => () => void} Prepare Gets a request ready, and gives what puts it into the store. */

/** At another point of the second each time, so that no look of the server is hit always or never. @param {number} n */
const pause = (n) => new Promise((done) => setTimeout(done, 60 + ((n * 37) % 100)));

/**
 * @param {import("../measuring.mjs").Measured} server
 * @param {string} id
 * @param {Prepare} prepare
 * @param {import("../parts.mjs").Note} note
 */
async function toSocket(server, id, prepare, note) {
  const client = await follow(server.url, id);
  for (let n = 0; n < APPENDS; n++) {
    const mark = `socket-${n}-`;
    const put = prepare(`A new request, ${mark}`);
    const heard = client.heard(mark);
    const begin = performance.now();
    put();
    note("write to socket", "ms", [(await heard) - begin]);
    await pause(n);
  }
  client.close();
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {import("../measuring.mjs").Measured} server
 * @param {string} id
 * @param {Prepare} prepare
 * @param {import("../parts.mjs").Note} note
 */
async function toPaint(browser, server, id, prepare, note) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await instrument(context);
  const page = await context.newPage();
  const network = await open(page, `${server.url}/c/${id}#end`);
  const before = { ...(await counted(page)), read: server.bytesRead(), events: server.eventsRead(), processor: server.processor(), requests: network.requests() };
  const worked = await work(network.session);
  for (let n = 0; n < APPENDS; n++) {
    const mark = `bench-${n}-`;
    // What takes the whole file to be written is ready before the clock starts.
    const put = prepare(`A new request, ${mark}`);
    const seen = painted(page, mark);
    // The one clock that both processes have.
    const begin = Date.now();
    put();
    const { at, sinceHeard } = await seen;
    note("write to paint", "ms", [at - begin]);
    note("socket to paint", "ms", [sinceHeard]);
    await pause(n);
  }
  await settle(page);
  const after = await counted(page);
  note("bytes read for each append", "B", [(server.bytesRead() - before.read) / APPENDS]);
  noteEvents(server, before.events, APPENDS, "events read for each append", note);
  note("processor time for each append", "ms", [(server.processor() - before.processor) / APPENDS]);
  note("nodes made for each append", "nodes", [(after.made - before.made) / APPENDS]);
  note("requests for each append", "times", [(network.requests() - before.requests) / APPENDS]);
  const works = await work(network.session);
  note("layouts for each append", "times", [(works.layouts - worked.layouts) / APPENDS]);
  note("style recalculations for each append", "times", [(works.styles - worked.styles) / APPENDS]);
  note("main thread for each append", "ms", [(works.tasks - worked.tasks) / APPENDS]);
  note("  its scripts", "ms", [(works.scripts - worked.scripts) / APPENDS]);
  note("  its layouts and styles", "ms", [(works.arranging - worked.arranging) / APPENDS]);
  const styled = await restyled(page, async () => {
    for (let n = 0; n < TRACED; n++) {
      const mark = `bench-${APPENDS + n}-`;
      prepare(`A new request, ${mark}`)();
      await painted(page, mark);
    }
  });
  note("elements styled for each append", "nodes", [styled / TRACED]);
  note("long tasks while following", "tasks", [after.longTasks - before.longTasks]);
  await context.close();
}
