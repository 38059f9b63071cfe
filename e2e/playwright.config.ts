import { defineConfig } from "@playwright/test";

import { chromium, chromiumArguments } from "./support/environment.mjs";

export default defineConfig({
  testDir: ".",
  testMatch: ["acceptance/**/*.spec.ts", "routes/**/*.spec.ts", "bugs/**/*.spec.ts"],
  outputDir: "test-results",
  // Each test has a server, a workspace and a browser context of its own.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "line",
  use: {
    headless: true,
    launchOptions: { executablePath: chromium, args: chromiumArguments },
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    testIdAttribute: "data-testid",
    screenshot: "only-on-failure",
    trace: "off",
  },
});
