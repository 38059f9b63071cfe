// What an agent writes while a person watches.

import { expect, type Page } from "@playwright/test";

import { rows, settle } from "./reading.ts";
import { type Conversation, asks, says } from "./store.mjs";

/** More questions and answers than a window holds. */
export const many = (n = 30) =>
  Array.from({ length: n }, (_, n) => [asks(`Question ${n}`), says(`Answer ${n}.\n\n`.repeat(4))]).flat();

/** Lets the last text grow, and waits until that is on the page. */
export async function grow(page: Page, conversation: Conversation, word: string) {
  conversation.append(says(`${word}\n\n`));
  await expect(rows(page).last()).toContainText(word);
  await settle(page);
}
