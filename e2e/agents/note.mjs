// What a real agent told in the middle of its work, on the page that a person has open meanwhile.
// `cargo xtask agents` starts it: node agents/note.mjs ADDRESS SCREENSHOT markdown|plain
//
// It says "following" on stdout when the page follows, and looks at the page when it is told, by the
// end of stdin, that the agent has ended.

import { strict as assert } from "node:assert";
import { once } from "node:events";

import { chromium as browserType } from "playwright-core";

import { chromium, chromiumArguments } from "../support/environment.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @typedef {{ strong: string[], items: string[], begins: string }} Drawn */

/** The note in the laboratory's stand-in model: its words, and how they are drawn. */
const WORDS = "done: 14 call sites migrated.";
/** @type {{ markdown: Drawn, plain: Drawn }} */
const DRAWN = {
  markdown: { strong: ["Phase 1"], items: ["next: tests"], begins: "Phase 1 done" },
  plain: { strong: [], items: [], begins: "**Phase 1** done" },
};
/** What only the model is told. */
const ACKNOWLEDGEMENT = "Message shown to user.";

const LONGEST_WAIT = 20_000;

/** @param {Page} page */
async function follows(page) {
  await page.locator("html[data-app=following]").waitFor({ state: "attached", timeout: LONGEST_WAIT });
}

/**
 * Each row of the page: its class, its id and its words.
 * @param {Page} page
 */
function rows(page) {
  return page.locator("[data-testid=rows] > .row").evaluateAll((all) =>
    all.map((row) => [row.className, row.id, (row.textContent ?? "").replace(/\s+/g, " ").trim()]),
  );
}

/**
 * The note is speech: a row of its own, outside of every card, and said once.
 * @param {Page} page
 * @param {Drawn} drawn
 */
async function expectNote(page, drawn) {
  const note = page.getByRole("article", { name: "Note", exact: true });
  await note.first().waitFor({ timeout: LONGEST_WAIT });
  const notes = await note.evaluateAll((all) =>
    all.map((row) => ({
      class: row.className,
      isInside: row.parentElement?.closest("article, details, .card") !== null,
      text: row.querySelector(".prose, .plain-text")?.textContent?.trim() ?? "",
      strong: [...row.querySelectorAll("strong")].map((element) => element.textContent),
      items: [...row.querySelectorAll("li")].map((element) => element.textContent?.trim()),
    })),
  );
  assert.equal(notes.length, 1, `notes: ${JSON.stringify(notes)}`);
  const { text, ...shape } = notes[0] ?? { text: "" };
  assert.deepEqual(shape, { class: "row note", isInside: false, strong: drawn.strong, items: drawn.items });
  assert.ok(text.startsWith(drawn.begins) && text.includes(WORDS), `the note says ${JSON.stringify(text)}`);

  const all = (await page.locator("[data-testid=rows]").textContent()) ?? "";
  assert.equal(all.split(WORDS).length - 1, 1, "the words of the note stand once on the page");
  assert.ok(!all.includes(ACKNOWLEDGEMENT), "what is for the model stays away");
}

async function main() {
  const [address = "", screenshot = "", drawing = ""] = process.argv.slice(2);
  const drawn = drawing === "markdown" ? DRAWN.markdown : DRAWN.plain;
  const browser = await browserType.launch({ executablePath: chromium, args: chromiumArguments, headless: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    /** @type {string[]} */
    const problems = [];
    page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(address);
    await follows(page);
    console.log("following");
    process.stdin.resume();
    await once(process.stdin, "end");

    await expectNote(page, drawn);
    const live = await rows(page);
    await page.reload();
    await follows(page);
    await expectNote(page, drawn);
    assert.deepEqual(live, await rows(page), "the page that followed is the page that is loaded");
    assert.deepEqual(problems, [], "what the page complained of");
    await page.getByRole("article", { name: "Note", exact: true }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: screenshot });
  } finally {
    await browser.close();
  }
}

await main();
