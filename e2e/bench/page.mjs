// What a page costs, counted from inside and through the browser's protocol.

/** @typedef {import("playwright-core").BrowserContext} BrowserContext */
/** @typedef {import("playwright-core").Page} Page */

/**
 * What the script below leaves in each page. Times are those of `performance.now`.
 * @typedef {{
 *   adopted: number, made: number, heard: number, tasks: number[], memories: WebAssembly.Memory[],
 *   seen: Map<string, { heard: number, painted: number, at: number }>, waiting: Map<string, () => void>,
 * }} Counts `adopted`: when the program had taken the page over. `made`: elements put into the document since it was
 *   parsed. `heard`: when the last message came over the socket. `tasks`: lengths of long tasks. `seen`: when what
 *   carries a mark was in the document.
 */

/**
 * Lets the pages of a context count. Before the first one opens.
 * @param {BrowserContext} context
 */
export async function instrument(context) {
  await context.addInitScript(() => {
    /** @type {Counts} */
    const counts = { adopted: NaN, made: 0, heard: NaN, tasks: [], memories: [], seen: new Map(), waiting: new Map() };
    Reflect.set(window, "counts", counts);
    const { instantiate, instantiateStreaming } = WebAssembly;
    /** @param {WebAssembly.WebAssemblyInstantiatedSource} result */
    const remember = (result) => {
      // Of a module that was compiled before, the instance itself comes.
      const { memory } = (result.instance ?? result).exports;
      if (memory instanceof WebAssembly.Memory) counts.memories.push(memory);
      return result;
    };
    WebAssembly.instantiate = (/** @type {unknown[]} */ ...given) => Reflect.apply(instantiate, WebAssembly, given).then(remember);
    WebAssembly.instantiateStreaming = (...given) => Reflect.apply(instantiateStreaming, WebAssembly, given).then(remember);
    window.WebSocket = class extends WebSocket {
      /** @param {ConstructorParameters<typeof WebSocket>} given */
      constructor(...given) {
        super(...given);
        this.addEventListener("message", () => (counts.heard = performance.now()));
      }
    };
    new PerformanceObserver((list) => counts.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
    new MutationObserver(() => {
      if (document.documentElement?.dataset["app"] && Number.isNaN(counts.adopted)) counts.adopted = performance.now();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-app"] });
    /** @param {Element} element */
    const see = (element) => {
      const mark = /bench-[\d-]+/.exec(element.textContent ?? "")?.[0];
      if (!mark || counts.seen.has(mark)) return;
      const { heard } = counts;
      requestAnimationFrame(() => {
        counts.seen.set(mark, { heard, painted: performance.now(), at: Date.now() });
        counts.waiting.get(mark)?.();
      });
    };
    const added = new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        counts.made += 1 + node.querySelectorAll("*").length;
        see(node);
      }
    });
    document.addEventListener("DOMContentLoaded", () => added.observe(document, { childList: true, subtree: true }));
  });
}

/**
 * Opens a page of an instrumented context, and waits until it follows.
 * @param {Page} page
 * @param {string} url
 */
export async function open(page, url) {
  const network = await listen(page);
  await page.goto(url);
  await page.locator("html[data-app=following]").waitFor();
  await settle(page);
  return network;
}

/** Waits until the page has painted what was under way. @param {Page} page */
export const settle = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

/**
 * Counts what the page asks of the network from now on.
 * @param {Page} page
 */
async function listen(page) {
  const session = await page.context().newCDPSession(page);
  const asked = new Set();
  const network = { session, bytes: 0, sockets: 0, /** What was asked of the server: nothing that a cache gave. */ requests: () => asked.size };
  session.on("Network.requestWillBeSent", ({ requestId }) => asked.add(requestId));
  session.on("Network.requestServedFromCache", ({ requestId }) => asked.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) asked.delete(requestId);
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (network.bytes += encodedDataLength));
  session.on("Network.webSocketCreated", () => (network.sockets += 1));
  await session.send("Network.enable");
  await session.send("Performance.enable");
  return network;
}

/**
 * What has been counted in a page until now.
 * @param {Page} page
 */
export const counted = (page) =>
  page.evaluate(() => {
    const { adopted, made, tasks, memories } = /** @type {Counts} */ (Reflect.get(window, "counts"));
    return {
      adopted,
      made,
      nodes: document.querySelectorAll("*").length,
      rows: document.querySelectorAll(".rows > .row").length,
      renders: Number(document.documentElement.dataset["renders"]),
      longTasks: tasks.length,
      longest: Math.max(0, ...tasks),
      wasm: memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
    };
  });

/**
 * The bytes of the JavaScript heap that are in use, without what nobody holds any more.
 * @param {import("playwright-core").CDPSession} session
 */
export async function heap(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

/**
 * How often the page's main thread has arranged the document until now, and how long it has worked, in milliseconds.
 * @param {import("playwright-core").CDPSession} session of [`open`]
 */
export async function work(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  /** @param {string} name */
  const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    layouts: of("LayoutCount"),
    styles: of("RecalcStyleCount"),
    tasks: of("TaskDuration") * 1000,
    scripts: of("ScriptDuration") * 1000,
    arranging: (of("LayoutDuration") + of("RecalcStyleDuration")) * 1000,
  };
}

/**
 * How many elements the browser had to style while something was done, those more often that it styled more often. It is
 * how much a change of the document costs, by no clock.
 * @param {Page} page
 * @param {() => Promise<void>} act
 */
export async function restyled(page, act) {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser of its own");
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await act();
  await settle(page);
  /** @type {{ traceEvents: { name: string, args?: { elementCount?: number } }[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const updates = traceEvents.filter(({ name }) => name === "UpdateLayoutTree");
  if (updates.length === 0) throw new Error("the browser's trace does not say what it styled");
  return updates.reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
}

/**
 * When something that carries a mark was painted: in milliseconds since the message that brought it, and by the clock
 * that all processes share.
 * @param {Page} page
 * @param {string} mark
 */
export const painted = (page, mark) =>
  page.evaluate(async (mark) => {
    const { seen, waiting } = /** @type {Counts} */ (Reflect.get(window, "counts"));
    if (!seen.has(mark)) await new Promise((done) => waiting.set(mark, () => done(undefined)));
    const found = seen.get(mark);
    if (!found) throw new Error(`${mark} was not painted`);
    return { sinceHeard: found.painted - found.heard, at: found.at };
  }, mark);
