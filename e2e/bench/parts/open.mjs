// Opening a conversation in the browser: without scripts, with an empty cache, and again.
import { start } from "../measuring.mjs";
import { counted, heap, instrument, open, work } from "../page.mjs";

const VIEWPORT = { width: 1280, height: 800 };

/** @type {import("../parts.mjs").Part} */
export default {
  rounds: 5,
  run: async ({ browser, program, folder, conversation, note }) => {
    const server = await start(folder, [conversation.store], program);
    try {
      const url = `${server.url}/c/${conversation.id}`;
      await readWithoutScripts(browser, url, "first", note);
      // It is answered when all has been read.
      await (await fetch(`${server.url}/api/conversations/${conversation.id}/events?limit=1`)).text();
      await readWithoutScripts(browser, url, "again", note);
      const context = await browser.newContext({ viewport: VIEWPORT });
      await instrument(context);
      for (const cache of ["cold", "warm", "warm"]) await take(context, server, url, cache, note);
      await context.close();
    } finally {
      await server.stop();
    }
  },
};

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} when whether the server has read the conversation
 * @param {import("../parts.mjs").Note} note
 */
async function readWithoutScripts(browser, url, when, note) {
  const context = await browser.newContext({ viewport: VIEWPORT, javaScriptEnabled: false });
  const page = await context.newPage();
  // A process for this host is there, as in a browser that is in use.
  await page.goto(new URL("/favicon.svg", url).href);
  await page.goto(url);
  const words = () =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return paint && document.querySelector(".rows > .row") ? paint.startTime : 0;
    });
  let ms = 0;
  for (let n = 0; n < 100 && ms === 0; n++) {
    ms = await words();
    if (ms === 0) await page.waitForTimeout(20);
  }
  if (ms === 0) throw new Error(`${url} shows no words without scripts`);
  note(`first words without scripts, ${when}`, "ms", [ms]);
  await context.close();
}

/**
 * @param {import("playwright-core").BrowserContext} context
 * @param {import("../measuring.mjs").Measured} server
 * @param {string} url
 * @param {string} cache of the browser
 * @param {import("../parts.mjs").Note} note
 */
async function take(context, server, url, cache, note) {
  const page = await context.newPage();
  await page.goto(`${server.url}/favicon.svg`);
  const read = server.bytesRead();
  const network = await open(page, url);
  const seen = await counted(page);
  note(`requests, ${cache} cache`, "times", [network.requests() + network.sockets]);
  note(`bytes received, ${cache} cache`, "B", [network.bytes]);
  note(`interactive, ${cache} cache`, "ms", [seen.adopted]);
  note("bytes read by the server", "B", [server.bytesRead() - read]);
  note("nodes", "nodes", [seen.nodes]);
  note("nodes made by the program", "nodes", [seen.made]);
  const works = await work(network.session);
  note("layouts", "times", [works.layouts]);
  note("style recalculations", "times", [works.styles]);
  note("main thread until it follows", "ms", [works.tasks]);
  note("  its scripts", "ms", [works.scripts]);
  note("  its layouts and styles", "ms", [works.arranging]);
  note("renderings at take-over", "times", [seen.renders]);
  note("long tasks", "tasks", [seen.longTasks]);
  note("longest task above 50 ms, or 0", "ms", [seen.longest]);
  note("JavaScript heap", "B", [await heap(network.session)]);
  note("WebAssembly memory", "B", [seen.wasm]);
  await page.close();
}
