import { expect, type Page } from "@playwright/test";

/** Opens whatever is folded. */
export async function openAll(page: Page) {
  await page.locator("details:not([open]) > summary").evaluateAll((all: HTMLElement[]) => {
    for (const summary of all) summary.click();
  });
  await expect(page.locator("details:not([open])")).toHaveCount(0);
}
