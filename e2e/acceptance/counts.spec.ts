// What opening a conversation and following it costs, counted: the same for a short and a long one. No clock is read.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { appending, generated } from "../bench/generate.mjs";
import { counted, instrument, open, painted, restyled, settle } from "../bench/page.mjs";
import { bytesRead, eventsRead, isTold, READS } from "../support/process.mjs";
import { Server } from "../support/server.mjs";
import { expect, test as base } from "../support/test.ts";

const SIZES = [1_000, 10_000];
const APPENDS = 4;

/** Of the page and what it needs: the page, style, boot.js, the program and its glue, what that imports, the socket. */
const MOST_REQUESTS = 7;
/** The page and the socket, and the page's small script, which a browser asks for anew. The rest has names for ever. */
const MOST_REQUESTS_AGAIN = 3;
/** What a page of any size may have. The window that it opens with bounds it, not the conversation. */
const MOST_NODES = 5_000;
/** The program adds where it announces and where it says how it stands, beside the rows, and no row. */
const MOST_NODES_MADE = 8;
/** A row of one request with its time and its ways to elsewhere. */
const MOST_NODES_FOR_AN_APPEND = 12;
/** The row and what says how the conversation stands: no rule of the style sheets makes a new row a matter of the others. */
const MOST_STYLED_FOR_AN_APPEND = 40;

/** What is asked of a conversation by whoever lists it is at both ends of its file, 64 KiB each. */
const ENDS = 2 * 64 * 1024;
/** The end of a file above 16 MB is looked at before all of it is read. */
const GLIMPSE = 2 * 1024 * 1024;
const LONG = 16e6;
/** The part of the events that is read once more where two parts of a file meet: a turn, of which the next part knows more. */
const READ_TWICE = 0.1;
/** The same of a long conversation, with the events that are in the glimpse. */
const READ_TWICE_OF_LONG = 0.25;
/** A reader of lines compares four stretches of 4 KiB, so that it notices when what it has read is another. */
const PROBES = 4 * 4_096;
/** Each time that somebody asks for the conversation, or a second has passed, it is looked whether it has changed. */
const LOOKS = 8 * PROBES;
/** The record itself, and what tells how the conversation stands. */
const RECORD = 4_096;

/** What a request costs that is appended to a conversation of so many bytes: bytes read, and events. */
interface Costs {
  forAppend(bytes: number): number;
  eventsForAppend: number;
}

const agents = {
  /** The whole is one text: it is read once for each change. */
  jp: { forAppend: (bytes) => bytes + PROBES + RECORD, eventsForAppend: 1 },
  /** A request begins a turn, which is an event too. */
  claude: { forAppend: () => PROBES + RECORD, eventsForAppend: 2 },
  codex: { forAppend: () => PROBES + RECORD, eventsForAppend: 2 },
} satisfies Record<string, Costs>;
type Agent = keyof typeof agents;
type Generated = ReturnType<typeof generated>;
type Network = Awaited<ReturnType<typeof open>>;

const test = base.extend<{ agent: Agent; size: number; conversation: Generated; server: Server }>({
  agent: ["jp", { option: true }],
  size: [1_000, { option: true }],
  conversation: async ({ agent, size }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "serve-web-counts-"));
    await use(generated(agent, size, folder));
    rmSync(folder, { recursive: true, force: true });
  },
  server: async ({ conversation }, use) => {
    const server = await new Server(conversation.store, ["--log", READS]).start();
    await use(server);
    await server.stop();
    expect(server.log, "the server must not panic").not.toContain("panicked");
  },
});

test.skip(!isTold, "only Linux says what a process reads");

for (const agent of Object.keys(agents) as Agent[]) {
  for (const size of SIZES) {
    test.describe(`${size} events of ${agent}`, () => {
      test.use({ agent, size });

      test("opening and following cost what they have to", async ({ page, context, server, conversation }) => {
        await instrument(context);
        await openFirst(page, server, conversation);
        await page.close();
        const again = await context.newPage();
        const network = await openAgain(again, server, conversation);
        await append(again, network, server, conversation, agents[agent]);
      });
    });
  }
}

test("a new row leaves the style of the others alone", async ({ page, context, server, conversation }) => {
  await instrument(context);
  // All of it is read before it is shown.
  await page.request.get(`${server.origin}/api/conversations/${conversation.id}/events?limit=1`);
  await open(page, `${server.origin}/c/${conversation.id}#end`);
  const prepare = appending(conversation);
  const styled = await restyled(page, async () => {
    for (let n = 0; n < APPENDS; n++) {
      prepare(`A new request, bench-${n}-`)();
      await painted(page, `bench-${n}-`);
    }
  });
  expect(styled / APPENDS).toBeLessThan(MOST_STYLED_FOR_AN_APPEND);
});

/** The first page of a new server and a new browser. */
async function openFirst(page: Page, server: Server, { id, bytes, events }: Generated) {
  const unread = bytesRead(server.pid);
  const network = await open(page, `${server.origin}/c/${id}`);
  expect(network.requests() + network.sockets, "requests").toBeLessThanOrEqual(MOST_REQUESTS);
  const { renders, nodes } = await counted(page);
  expect(renders, "renderings at take-over").toBe(0);
  expect(nodes, "nodes").toBeLessThan(MOST_NODES);
  // It is answered when all has been read.
  await page.request.get(`${server.origin}/api/conversations/${id}/events?limit=1`);
  const isLong = bytes > LONG;
  const read = bytesRead(server.pid) - unread;
  expect(read, "bytes read").toBeGreaterThan(bytes);
  expect(read, "bytes read").toBeLessThan(bytes + ENDS + LOOKS + (isLong ? GLIMPSE : 0));
  expect(eventsRead(server.log), "events read").toBeGreaterThanOrEqual(events);
  expect(eventsRead(server.log), "events read").toBeLessThan(events * (1 + (isLong ? READ_TWICE_OF_LONG : READ_TWICE)));
}

/** A page of a conversation that has been read, in a browser that has been here. */
async function openAgain(page: Page, server: Server, { id }: Generated) {
  const [bytes, events] = [bytesRead(server.pid), eventsRead(server.log)];
  const network = await open(page, `${server.origin}/c/${id}#end`);
  expect(network.requests() + network.sockets, "requests").toBeLessThanOrEqual(MOST_REQUESTS_AGAIN);
  const { renders, made, nodes } = await counted(page);
  expect(renders, "renderings at take-over").toBe(0);
  expect(made, "nodes made by the program").toBeLessThanOrEqual(MOST_NODES_MADE);
  expect(nodes, "nodes").toBeLessThan(MOST_NODES);
  expect(bytesRead(server.pid) - bytes, "bytes read").toBeLessThan(ENDS + LOOKS);
  expect(eventsRead(server.log), "events read").toBe(events);
  return network;
}

/** Requests of the person, one after the other, each awaited. */
async function append(page: Page, network: Network, server: Server, conversation: Generated, costs: Costs) {
  const prepare = appending(conversation);
  const before = { made: (await counted(page)).made, bytes: bytesRead(server.pid), events: eventsRead(server.log), requests: network.requests() };
  for (let n = 0; n < APPENDS; n++) {
    prepare(`A new request, bench-${n}-`)();
    await painted(page, `bench-${n}-`);
  }
  await settle(page);
  const { made } = await counted(page);
  const bytes = (bytesRead(server.pid) - before.bytes) / APPENDS;
  expect(bytes, "bytes read for an append").toBeLessThan(costs.forAppend(conversation.bytes));
  expect((eventsRead(server.log) - before.events) / APPENDS, "events read for an append").toBe(costs.eventsForAppend);
  expect((made - before.made) / APPENDS, "nodes made for an append").toBeLessThanOrEqual(MOST_NODES_FOR_AN_APPEND);
  expect(network.requests(), "requests while following").toBe(before.requests);
}
