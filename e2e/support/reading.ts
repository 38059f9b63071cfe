// How tests read a conversation's page.

import { expect, type Locator, type Page } from "@playwright/test";

/** Whether the page's program runs. */
export type Life = "adopted" | "following" | "failed";

/** Waits until the page's program has come so far. */
export async function waitFor(page: Page, life: Life) {
  const reached = life === "adopted" ? /^(adopted|following)$/ : life;
  await expect(page.locator("html"), "the page's program").toHaveAttribute("data-app", reached, {
    timeout: 20_000,
  });
}

/** Opens a page and waits until it follows. */
export async function follow(page: Page, path: string) {
  await page.goto(path);
  await waitFor(page, "following");
}

/** The rows of the conversation. */
export const rows = (page: Page) => page.getByTestId("rows").locator("> .row");

/** What the rows say, in order. */
export async function rowTexts(page: Page) {
  return rows(page).evaluateAll((all) =>
    all.map((row) => {
      const words = row.cloneNode(true) as Element;
      // The page's own way on is no word of the row.
      words.querySelector(":scope > .to-raw")?.remove();
      return (words.textContent ?? "").trim();
    }),
  );
}

/**
 * What is in an element: tags, attributes and texts, a line each. Comments count for nothing, nor
 * does how a text is cut into nodes, nor a text that is only white space.
 */
export async function tree(locator: Locator): Promise<string[]> {
  return locator.evaluate((root) => {
    const lines: string[] = [];
    const read = (element: Element, indent: string) => {
      const attributes = [...element.attributes].map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`);
      lines.push(`${indent}<${element.tagName.toLowerCase()}${attributes.sort().join("")}>`);
      let text = "";
      const endText = () => {
        if (text.trim()) lines.push(`${indent}  ${JSON.stringify(text)}`);
        text = "";
      };
      for (const node of element.childNodes) {
        if (node instanceof Element) {
          endText();
          read(node, `${indent}  `);
        } else if (node instanceof Text) {
          text += node.data;
        }
      }
      endText();
    };
    read(root, "");
    return lines;
  });
}

/** How far the end of the page is below the window, in CSS pixels. */
export async function distanceToEnd(page: Page) {
  return page.evaluate(() => {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    return scrollHeight - scrollTop - clientHeight;
  });
}

/** The first row of which something can be seen below the bar, and where it stands. */
export async function firstVisibleRow(page: Page) {
  return page.evaluate(() => {
    const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
    for (const row of document.querySelectorAll(".rows > .row")) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom > bar) return { id: row.id, top };
    }
    throw new Error("no row can be seen");
  });
}

/** Where a row stands. */
export async function topOf(page: Page, id: string) {
  return page.evaluate((id) => {
    const row = document.getElementById(id);
    if (!row) throw new Error(`there is no ${id}`);
    return row.getBoundingClientRect().top;
  }, id);
}

/** Waits until the page has painted twice and no rows are on their way: what was to come is there. */
export async function settle(page: Page) {
  const paint = () =>
    page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  await paint();
  await expect(page.locator(".rows[aria-busy]")).toHaveCount(0);
  await paint();
}

/** No part of the page is wider than the window. */
export async function expectNoSideways(page: Page, where: string) {
  const { width, room, culprit } = await page.evaluate(() => {
    const root = document.documentElement;
    const isTooWide = (element: Element) => {
      if (element.getBoundingClientRect().right <= root.clientWidth + 1) return false;
      for (let up = element.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== "visible") return false;
      }
      return true;
    };
    const culprit = [...document.body.querySelectorAll("*")].find(isTooWide);
    return {
      width: root.scrollWidth,
      room: root.clientWidth,
      culprit: culprit ? `${culprit.tagName} ${culprit.className}` : null,
    };
  });
  expect(width, `${where} is wider than the window: ${culprit}`).toBeLessThanOrEqual(room);
  expect(culprit, `${where} reaches out of the window`).toBeNull();
}
