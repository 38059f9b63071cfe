// A person reads on when something does not work: no scripts, no WebAssembly, no WebSocket, no server.

import { rm } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { follow, rows, rowTexts, tree, waitFor } from "../support/reading.ts";
import { asks, block, calls, gets, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const NOTE = "17800000001-a-note-in-the-middle";

test("without scripts everything can be read, opened and switched", async ({ pageWithoutScripts: page, workspace }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "A note in the middle" }).click();
  await expect(page.locator(".note")).toContainText("Phase 1: 2 of 14 places moved.");
  await expect(page.locator(".assistant").getByRole("listitem")).toHaveText(["src/lib.rs", "src/main.rs"]);
  const card = page.getByRole("article", { name: "fs_grep_files" });
  await card.locator("summary").click();
  await expect(card.locator(".result")).toBeVisible();
  // What only a program can do is not offered.
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.locator("#script-problem")).toBeHidden();

  await page.getByRole("link", { name: "Raw", exact: true }).click();
  await expect(page).toHaveURL(`${workspace.open(NOTE).path}?view=raw`);
  await expect(page.locator(".call")).toHaveCount(3);
  await page.getByRole("link", { name: "All conversations" }).click();
  await expect(page.getByRole("heading", { name: "Conversations" })).toBeVisible();
});

test("without WebAssembly the text stays and one line says so", async ({ page, context, workspace, problems }) => {
  problems.allow(/ERR_FAILED/, /the page stays as it was loaded/);
  await context.route("**/*.wasm", (route) => route.abort());
  await page.goto(workspace.open(NOTE).path);
  await waitFor(page, "failed");
  const line = page.locator("#script-problem");
  await expect(line).toBeVisible();
  await expect(line).toHaveText(/^The live part of this page could not start/);
  await expect(page.locator(".note")).toContainText("Phase 1: 2 of 14 places moved.");
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("link", { name: "Raw", exact: true }).click();
  await expect(page.locator(".call")).toHaveCount(3);
});

/** Ways in which a browser gets no WebSocket. */
const withoutSocket: Record<string, (page: Page) => Promise<unknown>> = {
  "that cannot be made": (page) =>
    page.addInitScript(() => {
      window.WebSocket = class extends EventTarget {
        constructor() {
          super();
          throw new DOMException("no sockets here", "SecurityError");
        }
      } as unknown as typeof WebSocket;
    }),
  "whose handshake fails": (page) =>
    page.addInitScript(() => {
      const Real = window.WebSocket;
      window.WebSocket = class extends Real {
        constructor(address: string | URL) {
          super(String(address).replace("/api/live", "/api/none"));
        }
      };
    }),
};

for (const [what, breakSocket] of Object.entries(withoutSocket)) {
  test(`with a WebSocket ${what} the page follows by an event stream`, async ({ page, workspace, problems }) => {
    problems.allow(/WebSocket connection to .* failed/);
    await breakSocket(page);
    const conversation = workspace.create("Stream", [turn(), asks("Begin.")]);
    const stream = page.waitForRequest(/\/stream\?/);
    await page.goto(conversation.path);
    await waitFor(page, "adopted");
    await stream;
    conversation.append(says("Comes "));
    conversation.append(says("by stream."));
    await expect(page.locator(".assistant .prose")).toHaveText("Comes by stream.");
    await waitFor(page, "following");
    await expect(page.locator(".connection")).toHaveText("following");

    await page.getByRole("link", { name: "Raw", exact: true }).click();
    await expect(page.locator("nav.views [aria-current=page]")).toHaveText("Raw");
    conversation.append(calls("t", "cargo_test"), gets("t", [block("ok")]));
    await expect(page.locator(".call")).toHaveCount(1);
    await expect(page.locator(".assistant .prose")).toHaveText("Comes by stream.");
  });
}

test("with an event stream what is earlier can be shown too", async ({ page, workspace }) => {
  await withoutSocket["that cannot be made"]?.(page);
  const many = Array.from({ length: 240 }, (_, n) => asks(`#${n} asks`));
  const conversation = workspace.create("Stream", many);
  await follow(page, conversation.path);
  const n = await rows(page).count();
  expect(n).toBeLessThan(240);
  await page.getByRole("link", { name: "Show earlier" }).click();
  await expect(page.getByText("#0 asks")).toBeAttached();
});

test("with an event stream a page survives a new start of the server", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /ERR_INCOMPLETE_CHUNKED_ENCODING/, /ERR_CONNECTION_RESET/);
  await withoutSocket["that cannot be made"]?.(page);
  const conversation = workspace.create("Stream", [turn(), asks("Begin.")]);
  await follow(page, conversation.path);
  await server.kill();
  conversation.append(says("Meanwhile."));
  await server.start();
  await expect(page.locator(".assistant .prose")).toHaveText("Meanwhile.", { timeout: 30_000 });
  await expect(rows(page)).toHaveCount(2);
});

test("when the server is killed and started again, the page gets exactly what it missed", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
  const conversation = workspace.create("Restart", [turn(), asks("One."), says("Two ")]);
  await follow(page, conversation.path);
  const first = await rows(page).first().elementHandle();
  for (const round of [1, 2]) {
    await server.kill();
    await expect(page.locator(".connection")).toHaveText("connection lost, trying again");
    conversation.append(says(`and a piece in round ${round}. `));
    conversation.append(calls(`t${round}`, `tool_${round}`), gets(`t${round}`, [block(`result ${round}`)]));
    conversation.append(says(`After ${round} `));
    await server.start();
    await expect(page.locator(".connection")).toHaveText("following", { timeout: 30_000 });
    conversation.append(says(`and live again ${round}. `));
    await expect(rows(page).last()).toContainText(`and live again ${round}.`);
  }
  const texts = await rowTexts(page);
  expect(texts.map((text) => text.replace(/\s+/g, " ").trim())).toEqual([
    expect.stringMatching(/^You.*One\.$/),
    "AssistantTwo and a piece in round 1.",
    expect.stringMatching(/^tool_1.*result 1/),
    "AssistantAfter 1 and live again 1. and a piece in round 2.",
    expect.stringMatching(/^tool_2.*result 2/),
    "AssistantAfter 2 and live again 2.",
  ]);
  const stays = await rows(page).first().evaluate((now, then) => now === then, first);
  expect(stays, "what did not change was left alone").toBe(true);
  const live = await tree(page.getByTestId("rows"));
  await page.reload();
  await waitFor(page, "following");
  expect(await tree(page.getByTestId("rows"))).toEqual(live);
});

test("a change that cannot be told as an addition reaches a page that was away", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
  const conversation = workspace.create("Rewritten", [turn(), asks("One."), says("Two.")]);
  await follow(page, conversation.path);
  await server.kill();
  conversation.write([turn(), asks("Another one."), says("Another two."), asks("Three.")]);
  await server.start();
  await expect(rows(page).last()).toContainText("Three.", { timeout: 30_000 });
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText("Another one.")).toHaveCount(1);
  await expect(page.getByText("Two.", { exact: true })).toHaveCount(0);
});

test("a conversation that is deleted keeps its words on the page and says what happened", async ({ page, workspace }) => {
  const conversation = workspace.create("Deleted", [turn(), asks("Remember me.")]);
  await follow(page, conversation.path);
  await rm(conversation.folder, { recursive: true });
  await expect(page.locator(".status .problem")).toContainText("cannot read");
  await expect(page.getByText("Remember me.")).toBeVisible();
});
