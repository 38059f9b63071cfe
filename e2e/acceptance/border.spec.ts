// Nothing that is not addressed to the person reaches the page: not what is seen, not what is hidden in
// it, not what the network brings. `fixtures/border` has a mark in every place from which something
// could come; `WITHHELD` must be nowhere, `PASSING` is there so that the search is of something.

import type { Page } from "@playwright/test";

import { border } from "../support/environment.mjs";
import { openAll } from "../support/opening.ts";
import { follow, settle } from "../support/reading.ts";
import { says } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const FOLDER = "17800000009";
const SHOWN = ["PASSING-01", "PASSING-02", "PASSING-03", "PASSING-05", "EXCEPTION-03"];

/** Everything that a page has got over the network so far. */
class Received {
  readonly #texts: string[] = [];
  readonly #pending: Promise<void>[] = [];

  constructor(page: Page) {
    page.on("response", (response) => {
      const read = async () => {
        // An answer without a body has none to read.
        const body = await response.body().catch(() => Buffer.alloc(0));
        this.#texts.push(`${response.url()} ${JSON.stringify(response.headers())} ${body.toString("latin1")}`);
      };
      this.#pending.push(read());
    });
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => this.#texts.push(payload.toString("latin1")));
    });
  }

  async all() {
    await Promise.all(this.#pending);
    return this.#texts.join("\n");
  }
}

/** What of a text is withheld, base64 in it read as well. */
function withheld(text: string) {
  const runs = text.match(/[\w+/=-]{16,}/g) ?? [];
  const decoded = runs.map((run) => Buffer.from(run, "base64").toString("latin1"));
  return `${text}\n${decoded.join("\n")}`.match(/WITHHELD.{0,50}/g) ?? [];
}

function expectNothingWithheld(texts: Record<string, string>) {
  for (const [where, text] of Object.entries(texts)) {
    expect(text.length, `${where} is something`).toBeGreaterThan(100);
    expect(withheld(text), where).toEqual([]);
  }
}

/** What is in a page, the state of its controls and its storage included. */
async function contents(page: Page) {
  const kept = await page.evaluate(() => JSON.stringify([document.title, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state]));
  return `${await page.content()} ${await page.locator("body").innerText()} ${kept}`;
}

async function expectShown(page: Page) {
  for (const mark of SHOWN) await expect(page.getByText(mark).first(), mark).toBeVisible();
}

test("a page that is loaded holds nothing that is withheld, before scripts and after", async ({ page, pageWithoutScripts, workspace, request }) => {
  const conversation = await workspace.adopt(border, FOLDER);
  const received = new Received(page);
  await follow(page, conversation.path);
  await openAll(page);
  await expectShown(page);
  await settle(page);
  await pageWithoutScripts.goto(conversation.path);
  await expectShown(pageWithoutScripts);
  expectNothingWithheld({
    document: await (await request.get(conversation.path)).text(),
    "without scripts": await pageWithoutScripts.content(),
    "taken over": await contents(page),
    network: await received.all(),
  });
});

test("a page that is shown around an event holds nothing that is withheld", async ({ page, workspace, request }) => {
  const conversation = await workspace.adopt(border, FOLDER);
  const { side } = await (await request.get(`/api/conversations/${conversation.id}/events?view=raw&limit=all`)).json();
  const received = new Received(page);
  for (const { key } of side as { key: string }[]) {
    await page.goto(`${conversation.path}?at=${key}`);
    expectNothingWithheld({ [key]: await page.content() });
  }
  expectNothingWithheld({ network: await received.all() });
});

test("what arrives event by event brings nothing that is withheld", async ({ page, workspace }) => {
  const conversation = await workspace.adopt(border, FOLDER);
  const all = conversation.events;
  conversation.write(all.slice(0, 1));
  const received = new Received(page);
  await follow(page, conversation.path);
  for (let n = 2; n <= all.length; n++) {
    conversation.write(all.slice(0, n));
    // Each alone: the server looks at once, and the page paints what it gets.
    await page.waitForTimeout(60);
  }
  conversation.append(says("The end."));
  await expect(page.locator(".assistant").last()).toContainText("The end.");
  await openAll(page);
  await expectShown(page);
  const frames = await received.all();
  expect(frames).toContain("PASSING-03");
  expectNothingWithheld({ page: await contents(page), network: frames });
});

test("an event that is rewritten to be withheld leaves the page", async ({ page, workspace }) => {
  const conversation = await workspace.adopt(border, FOLDER);
  const all = conversation.events;
  const withoutAudience = JSON.stringify(all).replaceAll('"assistant"]', '"user"]').replaceAll("WITHHELD-13", "CHANGING-13");
  conversation.write(JSON.parse(withoutAudience));
  await follow(page, conversation.path);
  await openAll(page);
  await expect(page.getByText("CHANGING-13")).toBeVisible();
  conversation.write(JSON.parse(JSON.stringify(all).replaceAll("WITHHELD-13", "CHANGING-13")));
  await expect(page.getByText("CHANGING-13")).toHaveCount(0);
  await expectShown(page);
  const content = await contents(page);
  expect(content).not.toContain("CHANGING-13");
  expectNothingWithheld({ page: content });
});

test("the list holds nothing that is withheld, and neither does the way to it and back", async ({ page, workspace }) => {
  const conversation = await workspace.adopt(border, FOLDER);
  const received = new Received(page);
  await page.goto("/");
  const entry = page.getByRole("link", { name: "EXCEPTION-04" });
  await expect(entry).toBeVisible();
  expectNothingWithheld({ list: await contents(page) });
  await entry.click();
  await expectShown(page);
  expectNothingWithheld({ conversation: await contents(page) });
  conversation.append(says("The last words."));
  await expect(page.getByText("The last words.")).toBeVisible();
  await page.getByRole("link", { name: "All conversations" }).click();
  await expect(entry).toContainText("The last words.");
  await settle(page);
  expectNothingWithheld({ "list again": await contents(page), network: await received.all() });
});

test("a page that comes back from the raw view keeps nothing of it", async ({ page, workspace }) => {
  const conversation = await workspace.adopt(border, FOLDER);
  await follow(page, conversation.path);
  const views = page.getByRole("navigation", { name: "View" });
  await views.getByRole("link", { name: "Raw" }).click();
  await openAll(page);
  await expect(page.getByText("WITHHELD-02").first()).toBeVisible();
  const numbers = new Set(withheld(await contents(page)).map((mark) => mark.slice(0, 11)));
  expect(numbers.size, "the search finds what is there").toBeGreaterThan(30);
  await views.getByRole("link", { name: "User" }).click();
  await expectShown(page);
  await expect(page.locator(".call, .reasoning")).toHaveCount(0);
  expectNothingWithheld({ page: await contents(page) });
});
