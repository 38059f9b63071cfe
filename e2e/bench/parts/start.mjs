// How soon a new server says its address.
import { start } from "../measuring.mjs";

/** @type {import("../parts.mjs").Part} */
export default {
  rounds: 15,
  sizes: false,
  run: async ({ program, folder, conversation, note }) => {
    const begin = performance.now();
    const server = await start(folder, [conversation.store], program);
    note("start to first line", "ms", [performance.now() - begin]);
    await server.stop();
  },
};
