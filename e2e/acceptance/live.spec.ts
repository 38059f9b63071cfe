// A person watches a conversation that an agent is writing.

import type { Page } from "@playwright/test";

import { distanceToEnd, firstVisibleRow, follow, rowTexts, rows, settle, topOf } from "../support/reading.ts";
import { asks, block, calls, forModel, gets, note, says, thinks, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const paragraphs = (n: number) =>
  Array.from({ length: n }, (_, at) => [asks(`Question ${at + 1}`), says(`Answer ${at + 1}.\n\n`.repeat(3))]).flat();

const newRows = (page: Page) => page.getByRole("button", { name: /^\d+ new$/ });

test("a new event appears without a reload", async ({ page, workspace }) => {
  const conversation = workspace.create("Live", [turn(), asks("Begin.")]);
  await follow(page, conversation.path);
  await page.evaluate(() => Reflect.set(window, "isSamePage", true));
  conversation.append(says("Begun."));
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last().locator("> .prose")).toHaveText("Begun.");
  expect(await page.evaluate(() => Reflect.get(window, "isSamePage"))).toBe(true);
});

test("the first event of an empty conversation appears", async ({ page, workspace }) => {
  const conversation = workspace.create("Empty", []);
  await follow(page, conversation.path);
  await expect(page.locator(".nothing")).toContainText("Nothing in this conversation is addressed to you");
  conversation.append(turn(), asks("Here I am."));
  await expect(rows(page)).toHaveCount(1);
  await expect(page.locator(".nothing")).toHaveCount(0);
});

test("a text that grows stays one message, and its finished blocks are left alone", async ({ page, workspace }) => {
  const conversation = workspace.create("Growing", [turn(), asks("Tell me."), says("One.\n\n```js\nlet a;\n```\n\nT")]);
  await follow(page, conversation.path);
  const article = await page.locator(".assistant").elementHandle();
  await page.locator(".assistant .prose").evaluate((prose) => {
    const finished = [...prose.children].slice(0, 2);
    const touched: string[] = [];
    Object.assign(window, { finished, touched });
    new MutationObserver((records) => {
      for (const { target, removedNodes } of records) {
        const isTouched = finished.some(
          (block) => block.contains(target) || [...removedNodes].includes(block),
        );
        if (isTouched) touched.push(target.nodeName);
      }
    }).observe(prose, { childList: true, subtree: true, characterData: true });
  });
  for (const piece of ["wo *wo", "rds*.\n\n- a", "\n- b\n", "\nThe end."]) {
    conversation.append(says(piece));
    await page.waitForTimeout(80);
  }
  await expect(page.locator(".assistant")).toHaveCount(1);
  await expect(page.locator(".assistant .prose > *")).toHaveText(["One.", /let a;/, "Two words.", /a\s*b/, "The end."]);
  const stays = await page.locator(".assistant").evaluate((now, then) => now === then, article);
  expect(stays, "the article is the same element").toBe(true);
  expect(await page.evaluate(() => Reflect.get(window, "touched"))).toEqual([]);
});

test("a text goes on as a new message after something came between, also if that is not shown", async ({ page, workspace }) => {
  const conversation = workspace.create("Between", [turn(), asks("Tell me."), says("Before")]);
  await follow(page, conversation.path);
  conversation.append(thinks("Hm."), says("after"));
  await expect(page.locator(".assistant .prose")).toHaveText(["Before", "after"]);
});

test("a tool's word to the person appears as a note, in markdown, without its acknowledgement", async ({ page, workspace }) => {
  const conversation = workspace.create("Note", [turn(), asks("Go on.")]);
  await follow(page, conversation.path);
  conversation.append(
    calls("n", "tell_user", { message: "hidden argument" }),
    gets("n", [note("**Phase 2**: `a` and\n\n- b\n- c"), forModel("Message shown to user.")]),
  );
  const row = page.getByRole("article", { name: "Note" });
  await expect(row).toHaveCount(1);
  await expect(row).toHaveClass("row note");
  await expect(row.locator("strong")).toHaveText("Phase 2");
  await expect(row.locator("code")).toHaveText("a");
  await expect(row.getByRole("listitem")).toHaveText(["b", "c"]);
  await expect(page.getByText("Message shown to user.")).toHaveCount(0);
  await expect(page.getByText("hidden argument")).toHaveCount(0);
  expect(await page.content()).not.toContain("hidden argument");
});

test("an event that is rewritten changes where it stands", async ({ page, workspace }) => {
  const before = [turn(), asks("Run it."), calls("t", "cargo_test")];
  const result = gets("t", [block("running 1 test")]);
  const conversation = workspace.create("Rewritten", [...before, result]);
  await follow(page, conversation.path);
  const card = page.getByRole("article", { name: "cargo_test" });
  await expect(card).toContainText("running 1 test");
  conversation.replaceLast({ ...result, content: [block("test result: ok")] });
  await expect(card).toContainText("test result: ok");
  await expect(page.getByText("running 1 test")).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
});

test("a message that is rewritten changes where it stands", async ({ page, workspace }) => {
  const message = says("First try.\n\nSame.");
  const conversation = workspace.create("Rewritten", [turn(), asks("Say it."), message]);
  await follow(page, conversation.path);
  conversation.replaceLast({ ...message, message: "Second try.\n\nSame." });
  await expect(rows(page).last().locator("> .prose")).toHaveText(/^Second try\.\s*Same\.$/);
  await expect(rows(page)).toHaveCount(2);
});

test("a message that gets longer where it stands gets what was added, and the same page as a new one", async ({ page, workspace }) => {
  const message = says("One.\n\nTwo");
  const conversation = workspace.create("Longer", [turn(), asks("Say it."), message]);
  const socket = page.waitForEvent("websocket");
  await follow(page, conversation.path);
  const grown: string[] = [];
  (await socket).on("framereceived", ({ payload }) => {
    const { frames = [] } = JSON.parse(payload.toString());
    for (const frame of frames) if (frame.type === "grow") grown.push(frame.text);
  });
  // The first comes to a text that stands on the page alone, and is not in the program.
  let text = message.message;
  for (const more of [" *wo", "rds*.\n\n- a", "\n- b\n"]) {
    text += more;
    conversation.replaceLast({ ...message, message: text });
    await expect.poll(() => grown.length).toBeGreaterThan(0);
    await expect.poll(() => grown.join("")).toContain(more);
  }
  await expect(page.locator(".assistant .prose > *")).toHaveText(["One.", "Two words.", /a\s*b/]);
  expect(grown).toEqual([" *wo", "rds*.\n\n- a", "\n- b\n"]);
  const live = await page.locator(".assistant .prose").innerHTML();
  expect(live).toContain("<em>words</em>");
  await page.reload();
  await expect(page.locator(".assistant .prose > *")).toHaveCount(3);
  expect(await page.locator(".assistant .prose").innerHTML()).toBe(live);
});

test("an event that is removed disappears", async ({ page, workspace }) => {
  const conversation = workspace.create("Removed", [turn(), asks("Stay."), says("I go.")]);
  await follow(page, conversation.path);
  await expect(rows(page)).toHaveCount(2);
  conversation.replaceLast();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Stay.");
});

test("a conversation that is written anew is shown anew", async ({ page, workspace }) => {
  const conversation = workspace.create("Anew", [turn(), ...paragraphs(5)]);
  await follow(page, conversation.path);
  conversation.write([turn(), asks("Another question"), says("Another answer")]);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("Another question");
});

test("a half-written file is waited for, and nothing is lost or doubled", async ({ page, workspace }) => {
  const conversation = workspace.create("Halves", [turn(), asks("Whole.")]);
  await follow(page, conversation.path);
  const text = `${JSON.stringify([...conversation.events, says("Arrived.")], null, 2)}\n`;
  for (const cut of [0.7, 0.9, 1]) {
    conversation.writeText(text.slice(0, Math.floor(text.length * cut)));
    await page.waitForTimeout(250);
  }
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last().locator("> .prose")).toHaveText("Arrived.");
  await expect(page.locator(".status .problem")).toBeEmpty();
});

test("a card that a person opened stays open while others arrive", async ({ page, workspace }) => {
  const conversation = workspace.create("Opened", [
    turn(),
    asks("Run it."),
    calls("t", "cargo_test"),
    gets("t", [block("test result: ok")]),
  ]);
  await follow(page, conversation.path);
  const card = page.getByRole("article", { name: "cargo_test" });
  await card.locator("summary").click();
  conversation.append(calls("u", "cargo_check"), gets("u", [block("Finished")]), says("Done."));
  await expect(rows(page)).toHaveCount(4);
  await expect(card.locator(".opened")).toBeVisible();
  await expect(page.getByRole("article", { name: "cargo_check" }).locator(".opened")).toBeHidden();
});

for (const deviceScaleFactor of [1, 1.25, 3]) {
  test.describe(`with ${deviceScaleFactor} dots per pixel`, () => {
    test.use({ deviceScaleFactor, viewport: { width: 1001, height: 667 } });

    test("at the end the page goes on with what is new", async ({ page, workspace }) => {
      const conversation = workspace.create("Long", [turn(), ...paragraphs(30)]);
      await follow(page, `${conversation.path}#end`);
      await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
      for (let n = 0; n < 3; n++) {
        conversation.append(asks(`More ${n}`), says("and more.\n\n".repeat(20)));
        await expect(rows(page)).toHaveCount(62 + 2 * n);
        await settle(page);
        expect(await distanceToEnd(page)).toBeLessThan(2);
      }
      await expect(newRows(page)).toBeHidden();
    });
  });
}

for (const at of ["beginning", "middle"] as const) {
  test(`in the ${at} nothing moves, and a button says how much is new`, async ({ page, workspace }) => {
    const conversation = workspace.create("Long", [turn(), ...paragraphs(30)]);
    await follow(page, conversation.path);
    await page.evaluate((at) => scrollTo(0, at === "middle" ? document.body.scrollHeight / 2 : 0), at);
    await settle(page);
    const { id, top } = await firstVisibleRow(page);
    await expect(newRows(page)).toBeHidden();

    conversation.append(asks("One more"));
    await expect(newRows(page)).toHaveText("1 new");
    conversation.append(says("and an answer"), thinks("not shown"));
    await expect(newRows(page)).toHaveText("2 new");
    expect(Math.abs((await topOf(page, id)) - top)).toBeLessThan(1);

    await newRows(page).click();
    await expect(newRows(page)).toBeHidden();
    expect(await distanceToEnd(page)).toBeLessThan(2);
    await expect(rows(page).last()).toBeInViewport();
    conversation.append(asks("At the end again"));
    await expect(rows(page).last()).toContainText("At the end again");
    await settle(page);
    expect(await distanceToEnd(page)).toBeLessThan(2);
    await expect(newRows(page)).toBeHidden();
  });
}

test("the button goes away by itself when a person scrolls to the end", async ({ page, workspace }) => {
  const conversation = workspace.create("Long", [turn(), ...paragraphs(30)]);
  await follow(page, conversation.path);
  conversation.append(asks("One more"));
  await expect(newRows(page)).toHaveText("1 new");
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 100_000);
  await expect(newRows(page)).toBeHidden();
});

test("while the last text grows, whoever scrolled up a little is left there", async ({ page, workspace }) => {
  const long = says("A line of the answer.\n\n".repeat(60));
  const conversation = workspace.create("Growing", [turn(), asks("Write."), long]);
  await follow(page, `${conversation.path}#end`);
  await page.evaluate(() => scrollBy(0, -300));
  await settle(page);
  const before = await page.evaluate(() => scrollY);
  for (let n = 0; n < 4; n++) {
    conversation.append(says(`Piece ${n}.\n\n`.repeat(5)));
    await expect(page.locator(".assistant")).toContainText(`Piece ${n}.`);
    await settle(page);
    expect(await page.evaluate(() => scrollY)).toBe(before);
  }
});

test("many small pieces in a row arrive whole and in order", async ({ page, workspace }) => {
  const words = Array.from({ length: 120 }, (_, n) => `w${n} `);
  const conversation = workspace.create("Fast", [turn(), asks("Count.")]);
  await follow(page, conversation.path);
  for (const word of words) {
    conversation.append(says(word));
    if (Number(word.trim().slice(1)) % 10 === 0) await page.waitForTimeout(5);
  }
  await expect(page.locator(".assistant .prose")).toHaveText(words.join("").trim());
  await expect(rows(page)).toHaveCount(2);
});

test("eight tabs follow at once", async ({ context, workspace }) => {
  const conversation = workspace.create("Shared", [turn(), asks("Who listens?")]);
  const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  for (const tab of tabs) await follow(tab, conversation.path);
  conversation.append(says("All of you."));
  for (const tab of tabs) {
    await expect(rows(tab)).toHaveCount(2);
    await expect(rows(tab).last().locator("> .prose")).toHaveText("All of you.");
  }
  // A ninth page still loads: the others hold no connection that it needs.
  const ninth = await context.newPage();
  await follow(ninth, "/" + conversation.path.slice(1));
  expect(await rowTexts(ninth)).toEqual(await rowTexts(tabs[0] as Page));
});
