// Stores of very many invented conversations, each in the form that its agent writes: 40 records and about 25 kB,
// but for the sessions with sub-agents, which are smaller.
import claude from "./stores/claude.mjs";
import claudeSubAgents from "./stores/claude-sub-agents.mjs";
import codex from "./stores/codex.mjs";
import goose from "./stores/goose.mjs";
import jp from "./stores/jp.mjs";

/**
 * Writes a store of `count` conversations into an empty folder, and gives the path that serve-web is told.
 * @typedef {(folder: string, count: number) => string} Generate
 */

/** @type {Record<string, Generate>} */
export const stores = { jp, claude, codex, goose, "claude-sub-agents": claudeSubAgents };
