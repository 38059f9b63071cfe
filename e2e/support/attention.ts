// Whoever does not look at the page: hidden pages, notifications, and what is said to screen readers.

import { expect, type Page } from "@playwright/test";

/** A notification as the page asked for it. */
export interface Told {
  title: string;
  body: string;
  tag: string;
}

/** Lets a test hide the page. Before it opens. */
export async function hideable(page: Page) {
  await page.addInitScript(() => {
    let isHidden = false;
    const define = (name: string, get: () => unknown) =>
      Object.defineProperty(Document.prototype, name, { configurable: true, get });
    define("hidden", () => isHidden);
    define("visibilityState", () => (isHidden ? "hidden" : "visible"));
    Reflect.set(window, "hide", (hide: boolean) => {
      isHidden = hide;
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
}

/** Hides the page, or shows it again. */
export async function hide(page: Page, isHidden = true) {
  await page.evaluate((isHidden) => Reflect.get(window, "hide")(isHidden), isHidden);
}

/** Keeps the notifications of a page instead of showing them. `answer` is what a person who is asked says. Before the page opens. */
export async function notifications(page: Page, answer: NotificationPermission = "granted") {
  await page.addInitScript((answer) => {
    const all: unknown[] = [];
    // Pages of no origin have no storage.
    const stored = origin === "null" ? null : sessionStorage.getItem("test-permission");
    let permission = (stored ?? "default") as NotificationPermission;
    class Stub {
      static nAsked = 0;
      static get permission() {
        return permission;
      }
      static requestPermission(then?: (answer: NotificationPermission) => void) {
        Stub.nAsked += 1;
        permission = answer;
        sessionStorage.setItem("test-permission", answer);
        then?.(answer);
        return Promise.resolve(answer);
      }
      onclick: (() => void) | null = null;
      title: string;
      constructor(title: string, options: NotificationOptions) {
        this.title = title;
        Object.assign(this, options);
        all.push(this);
      }
    }
    Object.assign(window, { Notification: Stub, notifications: all });
  }, answer);
}

/** What was notified so far. */
export const told = (page: Page): Promise<Told[]> =>
  page.evaluate(() =>
    (Reflect.get(window, "notifications") as Told[]).map(({ title, body, tag }) => ({ title, body, tag })),
  );

/** How often the person was asked whether the page may notify. */
export const nAsked = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(Reflect.get(window, "Notification"), "nAsked"));

/** Collects all that is said to screen readers. Before the page opens. */
export async function listen(page: Page) {
  await page.addInitScript(() => {
    const said: string[] = [];
    Reflect.set(window, "said", said);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (!(target instanceof Element) || !target.closest("[aria-live=polite]")) continue;
        for (const node of addedNodes) if (node.textContent) said.push(node.textContent);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Waits until exactly this was said. */
export async function expectSaid(page: Page, ...words: string[]) {
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "said"))).toEqual(words);
}
