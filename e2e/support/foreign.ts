// How tests find out whether something came into a page that its texts must not bring in.

import { expect, type Page } from "@playwright/test";

/** Elements and attributes that no text may bring in: the page's own images and sounds are those of its server's blobs. */
export const FORBIDDEN =
  ".rows :is(script, iframe, object, embed, form, style, link, meta, base, video, source, svg:not(.icon), input:not([type=checkbox]), " +
  "[style], [onclick], [onerror], [onload], [onmouseover], [srcdoc], [srcset], [action], [background], " +
  '[src]:not(:is(img[alt^="Image: "], audio[controls])[src^="/api/conversations/"][src*="/blob/"]), ' +
  'a[href]:not([href^="http://" i], [href^="https://" i], [href^="mailto:"], [href^="/c/"], [href^="/api/conversations/"], [href^="#"]))';

/** No row has left the document: what is looked for is looked for in all of them. */
export const expectAllHere = (page: Page) => expect(page.locator("[data-away]")).toHaveCount(0);

/** No text has taken a name that scripts look for. */
export const expectOwnNames = async (page: Page) => {
  const own = await page.evaluate(() => ({
    app: document.getElementById("app")?.contains(document.querySelector(".rows")),
    body: document.body.tagName,
    children: document.children instanceof HTMLCollection,
    cookie: typeof document.cookie,
    frames: window.frames.length,
    getElementById: document.getElementById === Document.prototype.getElementById,
    named: document.querySelectorAll(".rows [name]").length,
    self: window.self === window,
    state: document.getElementById("page-state"),
  }));
  expect(own).toEqual({
    app: true,
    body: "BODY",
    children: true,
    cookie: "string",
    frames: 0,
    getElementById: true,
    named: 0,
    self: true,
    state: null,
  });
};
