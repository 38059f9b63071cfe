// What every browser test begins with: a workspace and a server of its own, and a browser context
// whose pages may do nothing that a page of serve-web must not do.

import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";

import { Problems } from "./problems.ts";
import { Server } from "./server.mjs";
import { Workspace } from "./store.mjs";

interface Fixtures {
  /** What serve-web's own configuration says; nothing where there is none. */
  config: string;
  workspace: Workspace;
  server: Server;
  problems: Problems;
  context: BrowserContext;
  /** A page in which no script runs. */
  pageWithoutScripts: Page;
}

export const test = base.extend<Fixtures>({
  config: ["", { option: true }],

  workspace: async ({}, use) => {
    const workspace = await Workspace.copy();
    await use(workspace);
    workspace.remove();
  },

  server: async ({ workspace, config }, use) => {
    const options = config ? ["--config", workspace.configure(config)] : [];
    const server = await new Server(workspace.root, options).start();
    await use(server);
    await server.stop();
    expect(server.log, "the server must not panic").not.toContain("panicked");
  },

  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },

  problems: async ({ server }, use) => {
    const problems = new Problems(server.host);
    await use(problems);
    expect(problems.unexpected, "what the pages did besides").toEqual([]);
  },

  context: async ({ context, problems }, use) => {
    await problems.watch(context);
    await use(context);
  },

  pageWithoutScripts: async ({ browser, baseURL, problems }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    await problems.watch(context);
    await use(await context.newPage());
    await context.close();
  },
});

export { expect };
