// Texts of the kinds and sizes that conversations with an agent have: cut from stretches that are made once, so that a
// gigabyte of them takes seconds.

/** How long the stretches are that texts are cut from, in characters. */
const STRETCH = 1 << 19;
/** How many of each fragment of markdown there are. */
const FRAGMENTS = 200;

/** @typedef {import("../../support/long-files.mjs").Writer} Writer */

export class Texts {
  #writer;
  #prose;
  #output;
  #fragments;

  /** @param {Writer} writer */
  constructor(writer) {
    this.#writer = writer;
    this.#prose = writer.prose(STRETCH);
    this.#output = writer.output(STRETCH);
    this.#fragments = [paragraph, paragraph, paragraph, list, code, table, quote].map((make) =>
      Array.from({ length: FRAGMENTS }, () => make(writer)),
    );
  }

  /** @param {number} below */
  #pick(below) {
    return Math.floor(this.#writer.random() * below);
  }

  /**
   * Words without a form of their own.
   * @param {number} median the length that half of the texts stay below, in characters
   */
  prose(median) {
    const [length, from] = [this.#writer.length(median), this.#pick(STRETCH / 2)];
    return this.#prose.slice(from, from + length).trim() || "so";
  }

  /**
   * What a tool prints: whole lines.
   * @param {number} median
   */
  output(median) {
    const [length, from] = [this.#writer.length(median), this.#pick(STRETCH / 2)];
    const begin = this.#output.indexOf("\n", from) + 1;
    return this.#output.slice(begin, this.#output.indexOf("\n", begin + length) + 1);
  }

  /**
   * Markdown with lists, code, tables and quotes among its paragraphs.
   * @param {number} most how many fragments it has at most
   */
  markdown(most) {
    /** @type {string[]} */
    const parts = [];
    for (let left = 1 + this.#pick(most); left > 0; left--) {
      const kind = this.#fragments[this.#pick(this.#fragments.length)] ?? [];
      parts.push(kind[this.#pick(kind.length)] ?? "");
    }
    return parts.join("\n\n");
  }
}

/** @param {Writer} writer */
const paragraph = (writer) => `${writer.prose(90)} **${writer.prose(12)}** ${writer.prose(60)} \`${writer.prose(8)}\` ${writer.prose(writer.length(120))}.`;

/** @param {Writer} writer */
const list = (writer) => Array.from({ length: 2 + Math.floor(writer.random() * 5) }, () => `- *${writer.prose(6)}*: ${writer.prose(50)}`).join("\n");

/** @param {Writer} writer */
function code(writer) {
  const lines = Array.from({ length: 3 + Math.floor(writer.random() * 20) }, (_, n) => `    let part_${n} = "${writer.prose(24)}".len() + ${n};`);
  return `\`\`\`rust\nfn main() {\n${lines.join("\n")}\n}\n\`\`\``;
}

/** @param {Writer} writer */
function table(writer) {
  const rows = Array.from({ length: 2 + Math.floor(writer.random() * 6) }, (_, n) => `| \`src/part_${n}.rs\` | ${writer.prose(20)} | ${n * 7} |`);
  return `| file | what | places |\n|---|---|--:|\n${rows.join("\n")}`;
}

/** @param {Writer} writer */
const quote = (writer) => `> ${writer.prose(80)}`;
