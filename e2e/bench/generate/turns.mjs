// What happens in a generated conversation, whoever the agent is. The forms of the agents' own files make records of it.
import { Writer } from "../../support/long-files.mjs";
import { Texts } from "./texts.mjs";

/**
 * One thing that happens. A call comes with its result, and a note is a call whose result speaks to the person.
 * @typedef {{ kind: "ask" | "think" | "say", text: string }} Words
 * @typedef {{ kind: "call", id: string, tool: string, input: string, output: string, isError: boolean }} Call
 * @typedef {{ kind: "note", id: string, text: string }} Note
 * @typedef {Words | Call | Note} Step
 */

/** How often what happens in a round of work: a round is one call of a tool. */
const [THINKS, SAYS, NOTES, FAILS] = [0.25, 0.3, 0.04, 0.03];
/** The most rounds of a turn. Most turns have few. */
const ROUNDS = 24;
const TOOLS = ["Bash", "Read", "Grep", "Edit"];

/**
 * The turns of a conversation without an end, the same for the same writer.
 * @param {Writer} writer
 * @returns {Generator<Step[], never>}
 */
export function* turns(writer) {
  const texts = new Texts(writer);
  for (let turn = 0; ; turn++) {
    /** @type {Step[]} */
    const steps = [{ kind: "ask", text: `Question ${turn}: ${texts.prose(120)}?` }];
    for (let left = Math.ceil(writer.random() * writer.random() * ROUNDS); left > 0; left--) round(writer, texts, steps);
    steps.push({ kind: "say", text: texts.markdown(6) });
    yield steps;
  }
}

/**
 * @param {Writer} writer
 * @param {Texts} texts
 * @param {Step[]} steps
 */
function round(writer, texts, steps) {
  if (writer.random() < THINKS) steps.push({ kind: "think", text: texts.prose(400) });
  if (writer.random() < SAYS) steps.push({ kind: "say", text: texts.markdown(2) });
  const id = writer.id();
  if (writer.random() < NOTES) {
    steps.push({ kind: "note", id, text: texts.markdown(3) });
    return;
  }
  const tool = TOOLS[Math.floor(writer.random() * TOOLS.length)] ?? "Bash";
  const isError = writer.random() < FAILS;
  steps.push({ kind: "call", id, tool, input: texts.prose(40), output: texts.output(600), isError });
}

/**
 * How many events a turn is: a call and its result are two, and a turn's start is one.
 * @param {Step[]} steps
 */
export const eventsOf = (steps) => steps.reduce((sum, { kind }) => sum + (kind === "call" || kind === "note" ? 2 : 1), 1);

/** The blocks of a note's result: the words to the person, and what the model is told. @param {string} text */
export const noteBlocks = (text) => [
  { type: "text", text, mimeType: "text/markdown", annotations: { audience: ["user"] } },
  { type: "text", text: SHOWN, annotations: { audience: ["assistant"] } },
];

/** What the model is told of a note. */
export const SHOWN = "Message shown to user.";
