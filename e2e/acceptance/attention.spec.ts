// A person does something else meanwhile: the title counts, the browser notifies, a screen reader says.

import type { Page } from "@playwright/test";

import { expectSaid, hide, hideable, listen, nAsked, notifications, told } from "../support/attention.ts";
import { hold } from "../support/lock.mjs";
import { follow, rows, waitFor } from "../support/reading.ts";
import { asks, block, calls, gets, note, says, thinks, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const tells = (id: string, text: string) => [calls(id, "tell_user"), gets(id, [note(text)])];
const inquires = () => ({ timestamp: "2026-06-01 12:00:00.0", type: "inquiry_request", id: "q", question: "May I?" });
const bell = (page: Page) => page.getByRole("button", { name: /^Notify me/ });

test.beforeEach(async ({ page }) => {
  await hideable(page);
  await notifications(page);
  await listen(page);
});

test("the title counts what is said while nobody sees the page, and is plain again", async ({ page, workspace }) => {
  const conversation = workspace.create("Away", [turn(), asks("Go."), says("Here before.")]);
  await follow(page, conversation.path);
  await expect(page).toHaveTitle("Away · serve-web");
  conversation.append(...tells("a", "Seen."));
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveTitle("Away · serve-web");

  await hide(page);
  conversation.append(...tells("b", "Half."), calls("c", "cargo_test"), gets("c", [block("ok")]), thinks("Hm."));
  await expect(page).toHaveTitle("(1) Away · serve-web");
  conversation.append(says("Do"));
  await expect(page).toHaveTitle("(2) Away · serve-web");
  conversation.append(says("ne."));
  await expect(rows(page).last().locator("> .prose")).toHaveText("Done.");
  await expect(page).toHaveTitle("(2) Away · serve-web");
  await hide(page, false);
  await expect(page).toHaveTitle("Away · serve-web");

  await hide(page);
  conversation.append(thinks("Hm."), says("Once more."));
  await expect(page).toHaveTitle("(1) Away · serve-web");
});

test("title, status and voice say that the agent waits, and that it has finished", async ({ page, workspace }) => {
  const conversation = workspace.create("Asking", [turn(), asks("Go."), says("A moment.")]);
  let release = await hold(workspace.lockFile(conversation));
  await follow(page, conversation.path);
  const state = page.locator(".status .state");
  await expect(state).toHaveText("running");
  conversation.append(inquires());
  await expect(state).toHaveText("waiting for you");
  await expect(page).toHaveTitle("Waiting for you · Asking · serve-web");
  conversation.append(says("Thank you."));
  await expect(state).toHaveText("running");
  await expect(page).toHaveTitle("Asking · serve-web");
  await release();
  await expect(state).toHaveText("finished");
  await expectSaid(page, "waiting for you", "Thank you.", "finished");
  // The state is no part of what is read: nothing else says it anew.
  release = await hold(workspace.lockFile(conversation));
  await page.reload();
  await waitFor(page, "following");
  await expect(state).toHaveText("running");
  await expectSaid(page);
  await release();
});

test("a message is said once, when it is finished, and nothing that was there or is not for the person", async ({ page, workspace }) => {
  const conversation = workspace.create("Heard", [turn(), asks("Go."), says("There before.")]);
  const release = await hold(workspace.lockFile(conversation));
  await follow(page, `${conversation.path}?view=raw`);
  const others = [thinks("Hm."), calls("a", "cargo_test"), gets("a", [block("ok")])];
  conversation.append(...others, says("It "));
  for (const piece of ["**gr", "ows**", " and ", "ends."]) {
    await expect(rows(page)).toHaveCount(6);
    conversation.append(says(piece));
  }
  await expect(rows(page).last().locator("> .prose")).toHaveText("It grows and ends.");
  await expectSaid(page);
  conversation.append(thinks("Now a note."), ...tells("n", "A **note** with\n\n- a list"));
  await expectSaid(page, "It grows and ends.", "A note with a list");
  conversation.append(says(`${"word ".repeat(100)}`));
  await release();
  await expectSaid(page, "It grows and ends.", "A note with a list", `${"word ".repeat(60)}…`, "finished");
  // Another view, and what comes before, are no news.
  await page.getByRole("link", { name: "User", exact: true }).click();
  await expect(rows(page)).toHaveCount(6);
  await expectSaid(page, "It grows and ends.", "A note with a list", `${"word ".repeat(60)}…`, "finished");
});

test("where nothing says that the agent is at work, a message is said after a pause", async ({ page, workspace }) => {
  const conversation = workspace.create("Pause", [turn(), asks("Go.")]);
  await follow(page, conversation.path);
  for (const piece of ["One ", "two ", "three."]) {
    conversation.append(says(piece));
    await page.waitForTimeout(80);
  }
  await expectSaid(page, "One two three.");
});

test("nothing is said or counted of what came before, also after a reset", async ({ page, server, workspace, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /ERR_CONNECTION_RESET/);
  const conversation = workspace.create("Reset", [turn(), asks("Go."), says("One."), asks("And?"), says("Two.")]);
  await follow(page, conversation.path);
  await hide(page);
  await server.kill();
  const [first, ...rest] = conversation.events;
  conversation.write([{ ...first, changed: true }, ...rest, asks("More?"), says("Three."), asks("And then?")] as typeof rest);
  await server.start();
  await expect(page).toHaveTitle("(1) Reset · serve-web", { timeout: 30_000 });
  await hide(page, false);
  await expect(page.locator(".connection")).toHaveText("following");
  conversation.append(asks("Last?"), says("Four."), asks("Thanks."));
  await expectSaid(page, "Four.");
});

test("going to another conversation and back counts nothing", async ({ page, workspace }) => {
  const conversation = workspace.create("First", [turn(), asks("Go."), says("One.")]);
  await page.goto("/");
  await waitFor(page, "following");
  await page.getByRole("link", { name: "First" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveTitle("First · serve-web");
  await hide(page);
  conversation.append(asks("More?"), says("Two."));
  await expect(page).toHaveTitle("(1) First · serve-web");
  await hide(page, false);
  await page.goBack();
  await expect(page).toHaveTitle("Conversations · serve-web");
  await expectSaid(page);
});

test("notifications are off until the person wants them, and the choice is kept", async ({ page, workspace }) => {
  const conversation = workspace.create("Choice", [turn(), asks("Go.")]);
  await follow(page, conversation.path);
  await expect(bell(page)).toHaveAccessibleName("Notify me: off");
  await hide(page);
  conversation.append(...tells("a", "Not told."));
  await expect(page).toHaveTitle(/^\(1\)/);
  expect(await told(page)).toEqual([]);
  expect(await nAsked(page)).toBe(0);

  await hide(page, false);
  await bell(page).click();
  await expect(bell(page)).toHaveAccessibleName("Notify me: on");
  expect(await nAsked(page)).toBe(1);
  await page.reload();
  await waitFor(page, "following");
  await expect(bell(page)).toHaveAccessibleName("Notify me: on");
  expect(await nAsked(page)).toBe(0);
  await bell(page).click();
  await expect(bell(page)).toHaveAccessibleName("Notify me: off");
  await hide(page);
  conversation.append(...tells("b", "Not told either."));
  await expect(page).toHaveTitle(/^\(1\)/);
  expect(await told(page)).toEqual([]);
});

test("who does not allow notifications is told that there are none", async ({ page, workspace }) => {
  await notifications(page, "denied");
  await follow(page, workspace.create("Denied", [turn()]).path);
  await bell(page).click();
  await expect(bell(page)).toHaveAccessibleName("Notify me: not allowed by the browser");
});

test("where a browser has no notifications the button is not there", async ({ page, workspace }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "Notification"));
  await follow(page, workspace.create("None", [turn()]).path);
  await expect(page.getByRole("button", { name: /^Theme/ })).toBeVisible();
  await expect(bell(page)).toHaveCount(0);
});

test("a hidden page notifies of notes, of waiting and of the end, and a click leads to the message", async ({ page, workspace }) => {
  const conversation = workspace.create("Told", [turn(), asks("Go."), says("Before.\n\n".repeat(60))]);
  const release = await hold(workspace.lockFile(conversation));
  await follow(page, conversation.path);
  await bell(page).click();
  conversation.append(...tells("a", "Seen, so not told."));
  await expect(rows(page)).toHaveCount(3);
  expect(await told(page)).toEqual([]);

  await hide(page);
  const long = "word ".repeat(40);
  conversation.append(...tells("b", `**Half** of \`it\`: ${long}`));
  await expect.poll(() => told(page)).toHaveLength(1);
  conversation.append(inquires());
  await expect.poll(() => told(page)).toHaveLength(2);
  conversation.append(calls("c", "cargo_test"), gets("c", [block("ok")]), thinks("Hm."), says("All *done*."));
  await expect(rows(page).last().locator("> .prose")).toHaveText("All done.");
  await release();
  await expect.poll(() => told(page)).toHaveLength(3);
  const notes = await told(page);
  const half = `Half of it: ${long}`.slice(0, 120);
  expect(notes.map(({ title, body }) => ({ title, body }))).toEqual([
    { title: "Note · Told · serve-web", body: `${half}…` },
    { title: "Waiting for you · Told · serve-web", body: `${half}…` },
    { title: "Finished · Told · serve-web", body: "All done." },
  ]);
  expect(new Set(notes.map(({ tag }) => tag)).size).toBe(2);

  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => (Reflect.get(window, "notifications") as { onclick(): void }[])[0]?.onclick());
  const row = page.locator(".note").last();
  await expect(row).toBeInViewport();
  await expect(row).toBeFocused();
});
