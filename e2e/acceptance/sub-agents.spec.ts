// A person looks after the sub-agents of a conversation.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { openAll } from "../support/opening.ts";
import { expectNoSideways, follow, tree, waitFor } from "../support/reading.ts";
import { Server } from "../support/server.mjs";
import { asks, FOLDER, MODEL, reports, says, Sessions, starts, tells } from "../support/sessions.mjs";
import { expect, test as base } from "../support/test.ts";

/** How long a change that no watch tells of may take to be seen, in milliseconds. */
const SEEN = { timeout: 12_000 };

const SHOP = "/c/claude~shop";

const test = base.extend<{ sessions: Sessions }>({
  sessions: async ({}, use) => {
    const sessions = new Sessions();
    sessions.write("shop", [
      asks("Round the prices."),
      starts("a", "Find every place that formats a price"),
      starts("b", "Read the tests of the basket"),
      reports("a", "There are 14 places."),
      says("I wait for the other one."),
    ]);
    sessions.writeAgent("shop", "a", "Find every place that formats a price");
    sessions.writeAgent("shop", "b", "Read the tests of the basket and say which of them are missing, in all currencies");
    sessions.write("alone", [asks("Nobody helps."), says("So be it.")]);
    await use(sessions);
    sessions.remove();
  },

  server: async ({ workspace, sessions }, use) => {
    const server = await new Server(workspace.root, [sessions.root]).start();
    await use(server);
    await server.stop();
    expect(server.log, "the server must not panic").not.toContain("panicked");
  },
});

const shop = (page: Page) => page.locator("main.list > .conversations > li").filter({ hasText: "Round the prices." });
const summary = (page: Page) => shop(page).locator("summary");
const agents = (page: Page) => shop(page).locator(".sub-agents li");

test("sub-agents stand under their conversation and open with the keyboard", async ({ page }) => {
  await follow(page, "/");
  await expect(page.locator("main.list > .conversations > li").filter({ hasText: "formats a price" })).toHaveText(/Round the prices/);
  await expect(page.locator(".sub-agents")).toHaveCount(1);
  await expect(agents(page).first()).toBeHidden();

  await page.getByRole("link", { name: "Round the prices." }).focus();
  await page.keyboard.press("Tab");
  await expect(summary(page)).toBeFocused();
  await expect(summary(page)).toHaveText("2 sub-agents of Round the prices.");
  await page.keyboard.press("Enter");
  await expect(agents(page)).toHaveCount(2);
  await expect(agents(page).locator(".title")).toHaveText([/^Read the tests/, /^Find every place/]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/c\/claude~shop\.agent-a$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find every place that formats a price");
  await page.goBack();
  await expect(agents(page)).toHaveCount(2);
});

test("what whoever hears the list is told of sub-agents", async ({ page }) => {
  await follow(page, "/");
  await summary(page).click();
  await expect(shop(page)).toMatchAriaSnapshot(`
    - listitem:
      - link /Round the prices/
      - group:
        - text: 2 sub-agents of Round the prices.
        - list:
          - listitem:
            - link /Read the tests/
          - listitem:
            - link /Find every place/
  `);
});

test("without scripts sub-agents open, and lead to their pages and back", async ({ pageWithoutScripts: page }) => {
  await page.goto("/");
  await summary(page).click();
  await agents(page).getByRole("link", { name: /Find every place/ }).click();
  await page.getByRole("link", { name: "Sub-agent of Round the prices." }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Round the prices.");
  await page.getByRole("link", { name: /^Open sub-agent: Task, There are 14 places/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find every place that formats a price");
});

test("what an unfolded list of sub-agents gains is seen, and it stays unfolded", async ({ page, sessions }) => {
  await follow(page, "/");
  await summary(page).click();
  await agents(page).getByRole("link", { name: /Find every place/ }).focus();
  sessions.writeAgent("shop", "c", "A third one", [asks("A third one")]);
  await expect(summary(page)).toHaveText(/^3 sub-agents · 1 running/, SEEN);
  await expect(agents(page).first()).toBeVisible();
  await expect(agents(page).first()).toHaveAttribute("data-state", "running");
  await expect(agents(page).first().locator(".state")).toHaveText("running");
  await expect(page.locator("a:focus")).toHaveCount(1);
  const shown = await tree(page.locator("main.list"));
  await page.reload();
  await waitFor(page, "following");
  await summary(page).click();
  expect(await tree(page.locator("main.list"))).toEqual(shown);
});

test("the filter finds a sub-agent and names its conversation", async ({ page }) => {
  await follow(page, "/");
  await page.getByRole("searchbox").fill("basket");
  const found = page.locator(".conversations > li");
  await expect(found).toHaveCount(1);
  await expect(found.locator(".of")).toHaveText("Sub-agent of Round the prices.");
  await expect(found.locator(".origin")).toContainText(MODEL);
  await page.getByRole("searchbox").fill("");
  await expect(page.locator(".sub-agents")).toHaveCount(1);
});

test("very many sub-agents are one step away", async ({ page, sessions }) => {
  for (let n = 0; n < 30; n++) sessions.writeAgent("shop", `n${n}`, `Number ${n}`);
  await follow(page, "/");
  await summary(page).click();
  await expect(agents(page)).toHaveCount(20);
  await page.getByRole("link", { name: "Show all 32 sub-agents" }).click();
  await waitFor(page, "following");
  await expect(agents(page)).toHaveCount(32);
  await expect(agents(page).first()).toBeVisible();
  await expect(page.locator(".sub-agents .all")).toBeHidden();
  await page.getByRole("link", { name: "All conversations" }).click();
  await expect(page.getByRole("link", { name: "Nobody helps." })).toBeVisible();
});

test("the call of a sub-agent leads to it, also while it runs", async ({ page, sessions }) => {
  await follow(page, `${SHOP}?view=raw`);
  const toAgents = page.getByRole("link", { name: /^Open sub-agent: Task/ });
  const hrefs = () => toAgents.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  // The result of the one says what it started; of the other nothing says so yet.
  await expect(toAgents).toHaveCount(1);
  const opened = page.locator(".call").nth(1).locator("details");
  await opened.locator("summary").click();
  sessions.append("shop", tells("b"));
  await expect(toAgents).toHaveCount(2, SEEN);
  expect(await hrefs()).toEqual([`${SHOP}.agent-b`, `${SHOP}.agent-a`]);
  await expect(opened, "what was opened stays so").toHaveAttribute("open");
  const followed = await tree(page.getByTestId("rows"));
  await page.reload();
  await waitFor(page, "following");
  await opened.locator("summary").click();
  expect(await tree(page.getByTestId("rows"))).toEqual(followed);
});

test("the user view links the result's card, with no word of the call", async ({ page }) => {
  await follow(page, SHOP);
  const card = page.locator(".card");
  await expect(card).toHaveCount(1);
  await expect(card.getByRole("link", { name: /^Open sub-agent/ })).toHaveAttribute("href", `${SHOP}.agent-a`);
  expect(await page.content()).not.toContain("Find every place");
});

test("model and folder are told in the list and in the bar, whole on hover", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await follow(page, "/");
  const entry = page.getByRole("link", { name: "Round the prices." });
  await expect(entry.locator(".origin")).toContainText(`claude · a-shop-with-a-name-that-is-rather-long · ${MODEL} · `);
  const whole = `claude · ${FOLDER} · ${MODEL}`;
  await expect(entry).toHaveAttribute("title", whole);
  const isCutLine = (line: Element) => line.getBoundingClientRect().height < 30 && line.scrollWidth > line.clientWidth;
  expect(await entry.locator(".origin").evaluate(isCutLine)).toBe(true);
  await entry.click();
  const origin = page.locator(".bar .origin > span");
  await expect(origin).toHaveText(`claude · a-shop-with-a-name-that-is-rather-long · ${MODEL}`);
  await expect(origin).toHaveAttribute("title", whole);
  expect(await origin.evaluate(isCutLine)).toBe(true);
});

test("the page of a sub-agent from the list is the same as the one that is loaded", async ({ page }) => {
  await follow(page, "/");
  await summary(page).click();
  await agents(page).getByRole("link", { name: /Find every place/ }).click();
  await expect(page.locator(".connection")).toHaveText("following");
  await expect(page.locator(".row")).toHaveCount(2);
  const opened = await tree(page.locator("#app"));
  await page.reload();
  await waitFor(page, "following");
  await expect(page.locator(".connection")).toHaveText("following");
  expect(await tree(page.locator("#app"))).toEqual(opened);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test(`axe finds nothing, and nothing is wider than the window, ${width} px, ${colorScheme}`, async ({ page, sessions }) => {
      for (let n = 0; n < 30; n++) sessions.writeAgent("shop", `n${n}`, `Number ${n}`);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      for (const path of ["/", "/?filter=basket", "/?parent=claude~shop", SHOP, `${SHOP}?view=raw`, `${SHOP}.agent-b`]) {
        await follow(page, path);
        await openAll(page);
        await expectNoSideways(page, path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html]), path).toEqual([]);
      }
    });
  }
}
