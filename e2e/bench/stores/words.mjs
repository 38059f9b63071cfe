// What the records of all agents are made of.

/** When the first conversation began, in milliseconds. */
const BEGIN = 1.7e12;

/** How many turns a conversation has. A turn is four records. */
export const TURNS = 10;

/**
 * The time of a step of a conversation.
 * @param {number} n
 * @param {number} step
 */
export const at = (n, step) => new Date(BEGIN + n * 600_000 + step * 5000);

/**
 * A number as an id with hyphens, as agents write them.
 * @param {number} n
 * @param {number} step
 */
export function uuid(n, step = 0) {
  const [a, b] = [n.toString(16).padStart(8, "0"), step.toString(16).padStart(12, "0")];
  return `${a}-0000-7000-8000-${b}`;
}

/** What a tool gives back. */
export const output = "line of output, as long as most\n".repeat(30);

/**
 * @param {number} n
 * @param {number} turn
 */
export const question = (n, turn) => `Question ${turn} of ${n}`;

/**
 * @param {number} n
 * @param {number} turn
 */
export const answer = (n, turn) => `Answer ${turn} of ${n}: it is as it was said before, and stays so. `.repeat(4);
