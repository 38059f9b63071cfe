// The list of a thousand conversations: of a new server, and again.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { cache, VERSION } from "../generate.mjs";
import { start, timed } from "../measuring.mjs";
import { counted, instrument, open } from "../page.mjs";
import { stores } from "../stores.mjs";

const CONVERSATIONS = 1_000;
/** A list younger than this is not read again, in milliseconds. */
const FRESH = 1_200;

/** @type {import("../parts.mjs").Part} */
export default {
  rounds: 5,
  sizes: false,
  run: async ({ browser, program, folder, note }) => {
    const server = await start(folder, [store()], program);
    try {
      const read = server.bytesRead();
      note("first list of a new process", "ms", [await timed(`${server.url}/`)]);
      note("first list: bytes read", "B", [server.bytesRead() - read]);
      await new Promise((done) => setTimeout(done, FRESH));
      const before = server.bytesRead();
      note("list that looks at every file again", "ms", [await timed(`${server.url}/`)]);
      note("list again: bytes read", "B", [server.bytesRead() - before]);
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await instrument(context);
      const page = await context.newPage();
      const network = await open(page, `${server.url}/`);
      const seen = await counted(page);
      note("requests, cold cache", "times", [network.requests() + network.sockets]);
      note("nodes", "nodes", [seen.nodes]);
      note("interactive, cold cache", "ms", [seen.adopted]);
      await context.close();
    } finally {
      await server.stop();
    }
  },
};

/** The store, made where it is not there yet. */
function store() {
  const root = join(cache(), `conversations-${VERSION}`, `list-${CONVERSATIONS}`);
  if (existsSync(root)) return root;
  const partial = `${root}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  stores["jp"]?.(partial, CONVERSATIONS);
  renameSync(partial, root);
  return root;
}
