// A person opens a conversation and reads it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { samples } from "../support/environment.mjs";
import { distanceToEnd, rows, waitFor } from "../support/reading.ts";
import { asks, block, calls, gets, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const SHORT = "17758406187-missing-date-in-version-string";
const LONG = "17738399468-rfd-review-and-phase-1-planning";

interface StoredEvent {
  type: string;
  content?: unknown;
  message?: string;
  reasoning?: string;
  name?: string;
}

function stored(folder: string): { title: string; events: StoredEvent[] } {
  const read = (name: string) => JSON.parse(readFileSync(join(samples, folder, name), "utf8"));
  return { title: read("metadata.json").title, events: read("events.json") };
}

/** A run of plain words of a text, which markdown leaves as they are. */
function words(text: string | undefined) {
  const run = /[A-Za-z][A-Za-z ,]{18,60}[a-z]/.exec(text ?? "")?.[0];
  if (!run) throw new Error(`no plain words in ${text?.slice(0, 200)}`);
  return run;
}

const last = <T>(list: T[]) => list.at(-1) as T;

test.describe("a real conversation", () => {
  test.skip(!existsSync(samples), `there are no real conversations at ${samples}`);

  test("opens from the list and shows its words", async ({ page, workspace }) => {
    await workspace.adopt(join(samples, SHORT));
    const { title, events } = stored(SHORT);
    await page.goto("/");
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await waitFor(page, "following");

    const question = events.find((event) => event.type === "chat_request");
    await expect(rows(page).filter({ hasText: words(String(question?.content)) })).toHaveCount(1);
    const answers = events.filter((event) => event.message !== undefined);
    for (const { message } of answers) {
      await expect(page.locator(".assistant").filter({ hasText: words(message) })).toHaveCount(1);
    }
    await expect(page.locator(".call, .reasoning")).toHaveCount(0);
  });

  test("a long one opens at its end, without reading the page's texts twice", async ({ page, workspace }) => {
    await workspace.adopt(join(samples, LONG));
    const { title, events } = stored(LONG);
    await page.goto("/");
    await page.getByRole("link", { name: title }).click();
    await waitFor(page, "following");

    const answer = last(events.filter((event) => event.message !== undefined)).message;
    const row = page.locator(".assistant").last();
    await expect(row).toContainText(words(answer));
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    await expect(page.locator("html")).toHaveAttribute("data-renders", "0");
    await expect(page.getByRole("link", { name: "Show earlier" })).toBeAttached();
  });

  test("has its reasoning and its requests in the raw view", async ({ page, workspace }) => {
    const conversation = await workspace.adopt(join(samples, SHORT));
    const { events } = stored(SHORT);
    await page.goto(conversation.path);
    await waitFor(page, "following");
    await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Raw" }).click();

    const reasoning = page.locator(".reasoning");
    await expect(reasoning).toHaveCount(events.filter((event) => event.reasoning).length);
    await expect(page.locator(".call")).toHaveCount(
      events.filter((event) => event.type === "tool_call_request").length,
    );
    await reasoning.first().locator("summary").click();
    const thought = events.find((event) => event.reasoning)?.reasoning;
    await expect(reasoning.first().locator(".opened")).toBeVisible();
    await expect(reasoning.first().locator(".opened")).toContainText(words(thought));
  });
});

test("the views can be switched, and the browser's history goes through them", async ({ page, workspace }) => {
  const { path } = workspace.open("17800000001-a-note-in-the-middle");
  await page.goto("/");
  await page.getByRole("link", { name: "A note in the middle" }).click();
  await waitFor(page, "following");
  const views = page.getByRole("navigation", { name: "View" });
  const current = views.locator("[aria-current=page]");
  await expect(current).toHaveText("User");
  await expect(page.getByText("Count the calls first.")).toHaveCount(0);

  // The program switches: the page is not loaded anew.
  await page.evaluate(() => Reflect.set(window, "isSamePage", true));
  const isSamePage = () => page.evaluate(() => Reflect.get(window, "isSamePage"));

  await views.getByRole("link", { name: "Raw" }).click();
  await expect(page).toHaveURL(`${path}?view=raw`);
  await expect(current).toHaveText("Raw");
  await expect(page.locator(".reasoning")).toContainText("Count the calls first.");
  await expect(page.locator(".call")).toHaveCount(3);
  await expect(page.locator(".note")).toHaveCount(0);

  await views.getByRole("link", { name: "Model" }).click();
  await expect(page).toHaveURL(`${path}?view=provider`);
  await expect(current).toHaveText("Model");
  await expect(page.locator(".card").filter({ hasText: "Message shown to user." })).toHaveCount(1);
  await expect(page.locator(".card").filter({ hasText: "Phase 1" })).toHaveCount(0);

  await page.goBack();
  await expect(current).toHaveText("Raw");
  await expect(page.locator(".reasoning")).toHaveCount(1);
  await page.goBack();
  await expect(current).toHaveText("User");
  await expect(page.locator(".note")).toContainText("Phase 1");
  await expect(page.locator(".reasoning, .call")).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL(`${path}?view=raw`);
  await expect(current).toHaveText("Raw");
  await expect(page.locator(".call")).toHaveCount(3);
  expect(await isSamePage()).toBe(true);
});

test("a switch is an ordinary link to whoever opens it in a new tab", async ({ page, context, workspace }) => {
  const { path } = workspace.open("17800000001-a-note-in-the-middle");
  await page.goto(path);
  await waitFor(page, "following");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Raw", exact: true }).click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(tab).toHaveURL(`${path}?view=raw`);
  await expect(tab.locator(".call")).toHaveCount(3);
  await expect(page).toHaveURL(path);
});

test("an error stands open with its message, a plain result is closed until it is wanted", async ({ page, workspace }) => {
  await page.goto(workspace.open("17800000001-a-note-in-the-middle").path);
  await waitFor(page, "following");
  const failed = page.getByRole("article", { name: "fs_modify_file" });
  await expect(failed.locator(".opened")).toBeVisible();
  await expect(failed.getByText("Error", { exact: true })).toBeVisible();
  await expect(failed.locator(".result")).toContainText("permission denied");

  const found = page.getByRole("article", { name: "fs_grep_files" });
  await expect(found.locator(".opened")).toBeHidden();
  await found.locator("summary").click();
  await expect(found.locator(".result")).toContainText("src/main.rs:9: old_name()");
  await found.getByRole("link", { name: "Call and raw result" }).click();
  await expect(page).toHaveURL(/view=raw&at=202605291942422-tool_call_response#e-/);
  await expect(page.locator(":target")).toHaveClass(/card/);
});

test("a huge result is shown in part, says so, and leads to the whole", async ({ page, workspace }) => {
  const line = "a line of what a tool wrote\n";
  const text = `${line.repeat(100_000)}the very end`;
  const conversation = workspace.create("Huge", [turn(), asks("Run it."), calls("t", "cargo_test"), gets("t", [block(text)])]);
  await page.goto(conversation.path);
  await waitFor(page, "following");
  const card = page.getByRole("article", { name: "cargo_test" });
  await expect(card.locator(".size")).toHaveText("2.8 MB");
  await card.locator("summary").click();
  await expect(card).toContainText(/The first 2\d\d kB of 2\.8 MB are shown/);
  const html = await (await page.request.get(conversation.path)).body();
  expect(html.length).toBeLessThan(1_000_000);
  const source = await card.getByRole("link", { name: "Stored record" }).getAttribute("href");
  const stored = await (await page.request.get(source ?? "")).text();
  expect(stored).toContain("the very end");
});

test("a broken conversation shows what is readable and says what is not", async ({ page, workspace }) => {
  await page.goto("/");
  const broken = page.getByRole("listitem").filter({ hasText: "Untitled" });
  await expect(broken).toContainText("Partly unreadable");
  await expect(broken.locator(".problem")).toContainText("metadata.json cannot be read");

  await page.getByRole("link", { name: "Cut off" }).click();
  await expect(page.getByText("Still here.")).toBeVisible();
  await expect(page.locator(".status .problem")).toContainText("ends in the middle of event 2");
  await expect(page.locator(".status .state")).toHaveText("Partly unreadable");
  await waitFor(page, "following");
  await expect(page.locator(".status .problem")).toContainText("ends in the middle of event 2");

  await page.goto(`${workspace.open("17500000006-bad-records").path}?view=raw`);
  await waitFor(page, "following");
  await expect(page.getByText("Before.")).toBeVisible();
  await expect(page.getByText("After.")).toBeVisible();
  await expect(page.locator(".mark").first()).toBeVisible();
});

test("a broken conversation heals where it stands", async ({ page, workspace }) => {
  const conversation = workspace.open("17500000004-cut-off");
  await page.goto(conversation.path);
  await waitFor(page, "following");
  await expect(page.locator(".status .problem")).not.toBeEmpty();
  conversation.write([
    { timestamp: "2025-06-15 00:00:00.0", type: "chat_request", content: "Still here." },
    { timestamp: "2025-06-15 00:00:01.0", type: "chat_response", message: "And whole again." },
  ]);
  await expect(page.getByText("And whole again.")).toBeVisible();
  await expect(page.locator(".status .problem")).toBeEmpty();
  await expect(page.locator(".status .state")).toHaveText("finished");
  await expect(page.getByText("Still here.")).toHaveCount(1);
});
