// Requests that no browser would send.

import { request, type IncomingHttpHeaders } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Asks a server of this machine, with any headers. */
export function ask(port: number, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((done, failed) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers, setHost: !("host" in headers) }, (answer) => {
      let body = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece) => (body += piece));
      answer.on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    asked.on("upgrade", (answer, socket) => {
      socket.destroy();
      done({ status: answer.statusCode ?? 0, headers: answer.headers, body: "" });
    });
    asked.on("error", failed);
    asked.end();
  });
}

/** The first events of an event stream, each with its fields, until there are `n`. */
export function firstFrames(
  port: number,
  path: string,
  n: number,
  headers: Record<string, string> = {},
  whenOpen: () => void = () => undefined,
): Promise<Record<string, string>[]> {
  return new Promise((done, failed) => {
    const asked = request({ host: "127.0.0.1", port, path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.once("data", whenOpen);
      answer.on("data", (piece) => {
        text += piece;
        const events = text.split("\n\n").slice(0, -1).map(fields).filter((event) => "data" in event);
        if (events.length >= n) {
          asked.destroy();
          done(events.slice(0, n));
        }
      });
      answer.on("end", () => failed(new Error(`the stream ended: ${text}`)));
    });
    asked.on("error", failed);
    asked.end();
  });
}

function fields(event: string): Record<string, string> {
  const lines = event.split("\n").filter((line) => /^\w/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trimStart()];
    }),
  );
}
