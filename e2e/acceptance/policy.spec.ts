// serve-web's own configuration says how the page shows what tools return, and nothing more.

import type { Page } from "@playwright/test";

import { openAll } from "../support/opening.ts";
import { follow, rows } from "../support/reading.ts";
import { failToStart } from "../support/server.mjs";
import { asks, block, calls, forModel, gets, note, says, turn, type Workspace } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const lines = (n: number) => Array.from({ length: n }, (_, at) => `line ${at + 1}`).join("\n");

const card = (page: Page, name = "build") => page.getByRole("article", { name, exact: true });

/** A tool that returns eight lines, one that fails, and one that says something. */
const conversation = (workspace: Workspace) =>
  workspace.create("Policy", [
    turn(),
    asks("Build it."),
    calls("a", "build"),
    gets("a", [block(lines(8)), forModel("two\nlines")]),
    calls("b", "check"),
    gets("b", [block("it does not compile")], true),
    calls("c", "report"),
    gets("c", [note("Half of it **is** built.")]),
    calls("d", "tell_user", { message: "Nearly done." }),
    gets("d", [note("Nearly done."), forModel("Message shown to user.")]),
    says("Built."),
  ]);

test.describe("without a configuration", () => {
  test("results are closed cards in full, errors open, and what names the person is speech", async ({ page, workspace }) => {
    const { path } = conversation(workspace);
    await follow(page, path);
    await expect(card(page).locator(".opened")).toBeHidden();
    await expect(card(page, "check").locator(".opened")).toBeVisible();
    await expect(page.locator(".note .prose")).toHaveText(["Half of it is built.", "Nearly done."]);
    await expect(page.locator(".card")).toHaveCount(2);
    await card(page).locator("summary").click();
    await expect(card(page).locator(".plain-text")).toHaveText(lines(8), { useInnerText: true });
    await expect(page.locator(".rest")).toHaveCount(0);

    await page.goto(`${path}?view=raw`);
    const result = page.locator(".card").filter({ hasText: "build" });
    await result.locator("summary").first().click();
    await expect(result.locator(".plain-text").first()).toHaveText(lines(8), { useInnerText: true });
    const folded = result.locator(".rest");
    await expect(folded.locator("summary")).toHaveText("2 lines · for the model");
    await expect(folded.locator(".plain-text")).toBeHidden();
    await folded.locator("summary").click();
    await expect(folded.locator(".plain-text")).toHaveText("two\nlines", { useInnerText: true });
  });
});

test.describe("a tool that is hidden", () => {
  test.use({ config: "[tools.build.style]\nhidden = true\n" });

  test("is nowhere in the user view, and a quiet row of the raw view", async ({ page, pageWithoutScripts, workspace }) => {
    const { path } = conversation(workspace);
    await follow(page, path);
    await expect(page.getByText("Built.", { exact: true })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    await expect(page.getByText("line 1")).toHaveCount(0);
    await pageWithoutScripts.goto(path);
    await expect(card(pageWithoutScripts)).toHaveCount(0);

    await follow(page, `${path}?view=raw`);
    const quiet = page.locator(".card[data-quiet]");
    await expect(quiet).toHaveCount(1);
    await expect(quiet.locator(".tool")).toHaveText("build");
    await expect(quiet.locator(".opened")).toBeHidden();
    await expect(page.locator(".card:not([data-quiet])")).toHaveCount(3);
    await quiet.locator("summary").first().click();
    await expect(quiet).toContainText("line 8");
  });

  test("is so also in what arrives live, and its speech with it", async ({ page, workspace }) => {
    const live = workspace.create("Live", [turn(), asks("Build it.")]);
    await follow(page, live.path);
    live.append(calls("a", "build"), gets("a", [block("hidden"), note("hidden as well")]), says("Built."));
    await expect(page.getByText("Built.", { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
  });

  test("stays in the API, whose views are made of events alone", async ({ request, workspace }) => {
    const { id } = conversation(workspace);
    const { data } = await (await request.get(`/api/conversations/${id}/events?view=user`)).json();
    expect(JSON.stringify(data)).toContain("line 8");
  });
});

test.describe("three lines of a result", () => {
  test.use({ config: '[tools."*".style]\ninline_results = 3\n' });

  test("are shown, and the rest is unfolded with the mouse", async ({ page, workspace }) => {
    await follow(page, conversation(workspace).path);
    await card(page).locator("summary").first().click();
    const beginning = card(page).locator(".beginning");
    await expect(beginning).toBeVisible();
    await expect(beginning).toHaveText(lines(3), { useInnerText: true });
    await expect(card(page).getByText("line 4")).toBeHidden();
    await card(page).getByText("Show all 8 lines").click();
    await expect(card(page).locator(".rest .plain-text")).toHaveText(lines(8), { useInnerText: true });
    await expect(beginning, "nothing is shown twice").toBeHidden();
    await card(page).getByText("Show all 8 lines").click();
    await expect(beginning).toBeVisible();
    await expect(card(page).getByText("line 4")).toBeHidden();
  });

  test("are shown, and the rest is unfolded with the keyboard", async ({ page, workspace }) => {
    await follow(page, conversation(workspace).path);
    await card(page).locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(card(page).locator(".beginning .plain-text")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(card(page).locator(".rest > summary")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(card(page).getByText("line 8")).toBeVisible();
    await expect(card(page).locator(".rest > summary")).toBeFocused();
  });

  test("are shown without scripts too, and so is the rest", async ({ pageWithoutScripts: page, workspace }) => {
    await page.goto(conversation(workspace).path);
    await card(page).locator("summary").first().click();
    await expect(card(page).locator(".beginning")).toHaveText(lines(3), { useInnerText: true });
    await card(page).getByText("Show all 8 lines").click();
    await expect(card(page).locator(".rest .plain-text")).toHaveText(lines(8), { useInnerText: true });
    await expect(card(page).locator(".beginning")).toBeHidden();
  });

  test("make no speech, for which a number of lines is no setting, except what tell_user says", async ({ page, workspace }) => {
    await follow(page, conversation(workspace).path);
    await expect(page.locator(".note .prose")).toHaveText(["Nearly done."]);
    await card(page, "report").locator("summary").first().click();
    await expect(card(page, "report")).toContainText("Half of it is built.");
  });
});

test.describe("no speech", () => {
  test.use({ config: '[tools."*".style]\ninline_results = { user = "off" }\n[tools.tell_user.style]\ninline_results = { user = "off" }\n' });

  test("leaves folded cards of what would be said", async ({ page, workspace }) => {
    await follow(page, conversation(workspace).path);
    await expect(page.locator(".note")).toHaveCount(0);
    await openAll(page);
    const report = card(page, "report");
    await expect(report.locator(".rest > summary")).toHaveText("1 line · for you");
    await expect(report.locator(".prose")).toHaveText("Half of it is built.");
    await expect(page.locator(".card").filter({ hasText: "Nearly done." })).toHaveCount(1);
  });
});

for (const [open, [build, check]] of Object.entries({ all: [true, true], none: [false, false], errors: [false, true] })) {
  test.describe(`open = "${open}"`, () => {
    test.use({ config: `[tools."*".style]\nopen = "${open}"\n` });

    test("says which cards start open", async ({ page, pageWithoutScripts, workspace }) => {
      const { path } = conversation(workspace);
      await follow(page, path);
      await pageWithoutScripts.goto(path);
      for (const shown of [page, pageWithoutScripts]) {
        await expect(card(shown)).toBeVisible();
        await expect(card(shown).locator(".opened")).toBeVisible({ visible: build });
        await expect(card(shown, "check").locator(".opened")).toBeVisible({ visible: check });
      }
    });
  });
}

test.describe("no header", () => {
  test.use({ config: '[tools.build.style]\nheader = "off"\n' });

  test("leaves the tool's name away in the user view, not in the raw view", async ({ page, workspace }) => {
    const { path } = conversation(workspace);
    await follow(page, path);
    await expect(card(page)).toHaveCount(0);
    await expect(card(page, "Result").locator(".tool")).toHaveText("Result");
    await expect(card(page, "check")).toBeVisible();
    await follow(page, `${path}?view=raw`);
    await expect(page.locator(".card").filter({ hasText: "build" })).toHaveCount(1);
  });
});

test("a setting that is not allowed ends the start, and says where it stands and what is allowed", async ({ workspace }) => {
  const file = workspace.configure('[tools."*".style]\ninline_results = { user = "chat", assistant = "chat" }\n');
  const { code, output, errors } = await failToStart(workspace.root, "--config", file);
  expect(code).not.toBe(0);
  expect(code).not.toBeNull();
  expect(output).toBe("");
  expect(errors).toContain(file);
  expect(errors).toContain('tools."*".style.inline_results.assistant cannot be "chat"');
  expect(errors).toContain('it can be "off"');
  expect(errors).not.toContain("panicked");
});

test("a configuration that is not there ends the start", async ({ workspace }) => {
  const { code, errors } = await failToStart(workspace.root, "--config", `${workspace.root}-none.toml`);
  expect(code).not.toBe(0);
  expect(errors).toContain(`${workspace.root}-none.toml`);
});
