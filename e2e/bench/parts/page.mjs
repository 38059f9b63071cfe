// What it costs the server to send a page: one for which it has to read the conversation, and later ones.
import { get } from "node:http";

import { noteEvents, start } from "../measuring.mjs";

/** How many pages of what was read before. */
const AGAIN = 5;

/** @type {import("../parts.mjs").Part} */
export default {
  rounds: 5,
  run: async ({ program, folder, conversation, note }) => {
    const server = await start(folder, [conversation.store], program);
    const { id } = conversation;
    const before = { read: server.bytesRead(), processor: server.processor() };
    const first = await ask(`${server.url}/c/${id}`);
    note("first page: first byte", "ms", [first.begun]);
    note("first page: last byte", "ms", [first.ended]);
    // It is answered when all has been read.
    await ask(`${server.url}/api/conversations/${id}/events?limit=1`);
    note("first page: bytes read, to the end", "B", [server.bytesRead() - before.read]);
    noteEvents(server, 0, 1, "first page: events read, to the end", note);
    note("first page: processor time, to the end", "ms", [server.processor() - before.processor]);
    for (const view of ["user", "raw"]) {
      await ask(`${server.url}/c/${id}?view=${view}`);
      const read = server.bytesRead();
      for (let n = 0; n < AGAIN; n++) {
        const again = await ask(`${server.url}/c/${id}?view=${view}`);
        note(`${view} page again: first byte`, "ms", [again.begun]);
        note(`${view} page again: last byte`, "ms", [again.ended]);
        if (n === 0) note(`${view} page: bytes sent`, "B", [again.bytes]);
      }
      note(`${view} page again: bytes read`, "B", [(server.bytesRead() - read) / AGAIN]);
    }
    note("anonymous memory of the server", "B", [server.memory() * 1e6]);
    await server.stop();
  },
};

/**
 * When the first and the last byte of an answer came, in milliseconds, and how many there were.
 * @param {string} address
 * @returns {Promise<{ begun: number, ended: number, bytes: number }>}
 */
function ask(address) {
  return new Promise((done, failed) => {
    const start = performance.now();
    const asked = get(address, (answer) => {
      let [begun, bytes] = [NaN, 0];
      answer.on("data", (piece) => {
        if (bytes === 0) begun = performance.now() - start;
        bytes += piece.length;
      });
      answer.on("end", () => {
        if (answer.statusCode === 200) done({ begun, ended: performance.now() - start, bytes });
        else failed(new Error(`${address}: ${answer.statusCode}`));
      });
    });
    asked.on("error", failed);
  });
}
