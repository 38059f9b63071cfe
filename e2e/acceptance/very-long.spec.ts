// A conversation that takes long to read is there at once, from its end.

import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { claudeTurns, codexTurns, writeLong, Writer } from "../support/long-files.mjs";
import { follow, rows } from "../support/reading.ts";
import { Server } from "../support/server.mjs";
import { expect, test as base } from "../support/test.ts";

/** Enough that its end is shown before all of it is read, in bytes. */
const BYTES = 24e6;

const session = "11111111-aaaa-4aaa-8aaa-0000000000ff";
const thread = "01a22000-0000-7000-8000-0000000000ff";
const agents = {
  "Claude Code": () => ({
    id: `claude~${session}`,
    file: `projects/-home-ada-shop/${session}.jsonl`,
    turns: claudeTurns(new Writer(1), session),
  }),
  Codex: () => ({
    id: `codex~${thread}`,
    file: `sessions/2026/11/30/rollout-2026-11-30T10-00-00-${thread}.jsonl`,
    turns: codexTurns(new Writer(2), thread),
  }),
};

interface Long {
  id: string;
  /** Adds the next turn. */
  goOn(): void;
}

const test = base.extend<{ agent: keyof typeof agents; root: string; long: Long; server: Server }>({
  agent: ["Claude Code", { option: true }],
  root: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), "serve-web-long-"));
    await use(root);
    rmSync(root, { recursive: true, force: true });
  },
  long: async ({ agent, root }, use) => {
    const { id, file, turns } = agents[agent]();
    const path = join(root, file);
    writeLong(path, turns, BYTES);
    await use({ id, goOn: () => appendFileSync(path, `${(turns.next().value as string[]).join("\n")}\n`) });
  },
  server: async ({ root, long: _ }, use) => {
    const server = await new Server(root).start();
    await use(server);
    await server.stop();
    expect(server.log, "the server must not panic").not.toContain("panicked");
  },
});

/** The keys of the rows. */
const shown = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.id.replace(/^e-/, "")));

for (const agent of Object.keys(agents) as (keyof typeof agents)[]) {
  test.describe(agent, () => {
    test.use({ agent });

    test("a very long conversation opens at its end, stays as it is, and goes on", async ({ page, long }) => {
      // The rows as they came, before the page's program or the rest of the file has touched them.
      await page.addInitScript(() => {
        document.addEventListener("DOMContentLoaded", () => {
          Object.assign(window, { atFirst: [...document.querySelectorAll("[data-testid=rows] > .row")] });
        });
      });
      await follow(page, `/c/${long.id}`);
      const answer = await page.request.get(`/api/conversations/${long.id}/events?view=user&limit=all`);
      const { data, side } = (await answer.json()) as { data: { type: string }[]; side: { key: string }[] };
      // The start of a turn has no row.
      const keys = side.filter((_, n) => data[n]?.type !== "turn_start").map(({ key }) => key);
      const first = await shown(page);
      expect(first.length).toBeGreaterThan(20);
      expect(first).toEqual(keys.slice(-first.length));
      const [n, kept] = await page.evaluate(() => {
        const { atFirst } = window as unknown as { atFirst: Element[] };
        return [atFirst.length, atFirst.filter((row) => row.isConnected).length];
      });
      expect(kept, "rows that were there stay").toBe(n);

      await page.getByRole("link", { name: "Show earlier" }).evaluate((link: HTMLElement) => link.click());
      await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(first.length);
      const more = await shown(page);
      expect(more, "no gap and nothing twice").toEqual(keys.slice(-more.length));

      long.goOn();
      await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(more.length);
    });
  });
}
