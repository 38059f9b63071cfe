// What the tests and the measurements are told from outside, and what they take where nobody says.

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const e2e = dirname(dirname(fileURLToPath(import.meta.url)));
const checkout = dirname(e2e);

/** @param {string} name */
const told = (name) => process.env[name] || undefined;

/** The invented workspace. */
export const fixtures = resolve(checkout, "fixtures/jp/workspace");

/** A conversation with a mark in every place that the user view withholds, and in some that it shows. */
export const border = resolve(checkout, "fixtures/border");

/** Real conversations of JP; they are not everywhere. */
export const samples = resolve(e2e, told("SERVE_WEB_SHARED") ?? "../../shared", "samples/jp");

export const chromium = told("SERVE_WEB_CHROMIUM") ?? "/usr/bin/chromium";

/** Nothing that Chromium does by itself may go out. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The server with the page inside. */
export function binary() {
  const builds = ["target/serve-web/serve-web", "target/release/serve-web"];
  const candidates = builds.map((path) => resolve(checkout, path));
  const path = told("SERVE_WEB_BIN") ?? candidates.find(existsSync);
  if (!path) throw new Error("there is no server to test: set SERVE_WEB_BIN or run `cargo xtask test`");
  return resolve(path);
}
