// A client of the WebSocket, in this process: what it hears it hears by the clock of whoever writes.

/**
 * Follows the user view of a conversation, from the first batch on.
 * @param {string} origin of the server, with http
 * @param {string} conversation its id
 */
export async function follow(origin, conversation) {
  if (typeof WebSocket === "undefined") throw new Error("this Node has no WebSocket: start it with --experimental-websocket, as `cargo xtask bench` does, or take a newer one");
  const socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`);
  /** @type {((text: string) => void)} */
  let hear = () => {};
  socket.addEventListener("message", ({ data }) => hear(String(data)));
  await new Promise((done, failed) => {
    socket.addEventListener("open", done, { once: true });
    socket.addEventListener("error", () => failed(new Error(`no WebSocket of ${origin} opens`)), { once: true });
  });
  /**
   * When the first message came that has these words.
   * @param {string} words
   * @returns {Promise<number>}
   */
  const heard = (words) =>
    new Promise((done) => {
      hear = (text) => {
        if (text.includes(words)) done(performance.now());
      };
    });
  const first = heard('"position"');
  socket.send(JSON.stringify({ type: "subscribe", sub: 1, conversation, view: "user" }));
  await first;
  return { heard, close: () => socket.close() };
}
