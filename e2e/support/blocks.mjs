// A block of every kind, with real images and sounds.

import { deflateSync } from "node:zlib";

import { asks, block, calls, forModel, gets, note, says, thinks, turn } from "./store.mjs";

/** @typedef {import("./store.mjs").StoredEvent} StoredEvent */
/** @typedef {StoredEvent & { type: string }} StoredBlock */
/** @typedef {"user" | "assistant"} Role */

/** @param {string | Uint8Array} bytes */
export const base64 = (bytes) => Buffer.from(bytes).toString("base64");

/**
 * A PNG with bars of two tones.
 * @param {number} width
 * @param {number} height
 */
export function png(width, height) {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + 3 * width);
    for (let x = 0; x < width; x++) {
      const isBar = x % 40 < 24 && y > height - ((x * 7) % height);
      row.set(isBar ? [70, 115, 160] : [222, 228, 234], 1 + 3 * x);
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const chunks = [chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

/**
 * @param {string} name
 * @param {Buffer} data
 */
function chunk(name, data) {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** @param {Buffer} bytes */
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/**
 * A WAV with a low tone.
 * @param {number} seconds
 */
export function wav(seconds) {
  const rate = 8_000;
  const samples = Buffer.from(Array.from({ length: rate * seconds }, (_, n) => 128 + Math.round(40 * Math.sin(n / 6))));
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** 12 by 8 pixels each. */
export const JPEG =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuC" +
  "guv/////////////////////////////////////////////////////////////////////////wAARCAAIAAwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEA" +
  "AAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAMH//Z";
/** The same, lying on its side (Exif, orientation 6). */
export const TURNED_JPEG = base64(
  Buffer.concat([
    Buffer.from(JPEG, "base64").subarray(0, 2),
    Buffer.from("ffe10022457869660000", "hex"),
    Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex"),
    Buffer.from(JPEG, "base64").subarray(2),
  ]),
);
export const WEBP = "UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoMAAgAB0CWJaACdAFAAAD+h9K2mDqs2GEwOwAA";
/** One pixel. */
export const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** A drawing that would run scripts, and ask another host, if it were let. */
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120" viewBox="0 0 320 120" onload="alert('onload')">
  <script>alert('script'); document.documentElement.setAttribute('data-ran', '');</script>
  <style>rect { fill: #5b7fa6 }</style>
  <image href="http://remote.invalid/pixel.png" width="1" height="1"/>
  <foreignObject width="10" height="10"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert('html')"/></body></foreignObject>
  <a href="javascript:alert('link')"><rect x="10" y="10" width="300" height="100" rx="8"/></a>
</svg>`;

/**
 * @param {string} mimeType
 * @param {string | Uint8Array} bytes What it holds; a text is base64 already.
 * @param {StoredEvent} more
 * @returns {StoredBlock}
 */
export const image = (mimeType, bytes, more = {}) => ({
  type: "image",
  mimeType,
  data: typeof bytes === "string" ? bytes : base64(bytes),
  ...more,
});

/**
 * @param {Uint8Array} bytes
 * @param {StoredEvent} more
 * @returns {StoredBlock}
 */
export const sound = (bytes, more = {}) => ({ type: "audio", mimeType: "audio/wav", data: base64(bytes), ...more });

/**
 * @param {StoredEvent} fields
 * @param {StoredEvent} more
 * @returns {StoredBlock}
 */
export const resource = (fields, more = {}) => ({ type: "resource", resource: fields, ...more });

/**
 * @param {string} uri
 * @param {StoredEvent} more
 * @returns {StoredBlock}
 */
export const link = (uri, more = {}) => ({ type: "resource_link", uri, name: "a link", ...more });

/**
 * A block that names its addressees.
 * @template {StoredEvent} B
 * @param {B} block
 * @param {Role[]} roles
 */
export const to = (block, ...roles) => ({ ...block, annotations: { audience: roles } });

const REPORT = "# Report\n\nAll **fourteen** places are moved.\n\n| file | places |\n|---|--:|\n| `src/lib.rs` | 9 |\n| `src/main.rs` | 5 |";
export const CSV = "name,places\nsrc/lib.rs,9\n\"quoted, with a comma\",5\n";

/** A result with every kind of block, in the order of their names here. */
export const blocks = {
  text: () => block("plain text\n\twith its *own* breaks"),
  markdown: () => ({ ...block("Some **strong** words."), mimeType: "text/markdown" }),
  png: () => image("image/png", png(480, 200), { title: "Places by file" }),
  svg: () => image("image/svg+xml", Buffer.from(SVG), { title: "A drawing" }),
  sound: () => sound(wav(2), { title: "A low tone", description: "Two seconds of it." }),
  report: () => resource({ uri: "file:///work/report.md", mimeType: "text/markdown", text: REPORT }),
  csv: () => resource({ uri: "file:///work/places.csv", mimeType: "text/csv", text: CSV }),
  bytes: () => resource({ uri: "file:///work/places.bin", mimeType: "application/octet-stream", blob: base64("\0\x01\x02\x03") }),
  picture: () => resource({ uri: "file:///work/picture.png", mimeType: "image/png", blob: base64(png(120, 60)) }),
  link: () =>
    link("https://docs.example.invalid/guide", {
      title: "The guide",
      mimeType: "text/html",
      size: 12_345,
      description: "How the places are found.",
    }),
  nowhere: () => link("file:///work/report.md", { name: "report.md" }),
  unknown: () => ({ type: "weather", place: "Apia", degrees: 29 }),
  forModel: () => forModel("for the model\nalone"),
};

/** A conversation with something of everything, and with a block of every kind in every place for one. */
export const everyBlock = () => [
  turn(),
  {
    ...asks("Look at *these*."),
    resources: [
      { uri: "file:///work/sketch.png", mimeType: "image/png", blob: base64(png(240, 120)) },
      { uri: "file:///work/notes.md", title: "My notes", mimeType: "text/markdown", text: "- one\n- **two**" },
      { uri: "file:///work/log.txt", mimeType: "text/plain", text: "first\nsecond" },
    ],
  },
  thinks("What are they?"),
  calls("a", "inspect", { path: "/work" }),
  { ...gets("a", Object.values(blocks).map((make) => make())), structuredContent: { places: 14 } },
  calls("b", "draw"),
  gets("b", [to(image("image/png", png(640, 260), { title: "Places by day" }), "user"), forModel("A chart was shown.")]),
  calls("c", "say"),
  gets("c", [
    to(sound(wav(1), { title: "It is done" }), "user"),
    to(blocks.report(), "user"),
    to(blocks.link(), "user"),
    to(blocks.unknown(), "user"),
    note("Some **words** as well."),
    to(block("line one\nline *two*"), "user"),
  ]),
  calls("d", "inspect"),
  gets("d", [block("cannot be read"), image("image/png", png(60, 40))], true),
  says("That is **all** of them."),
];
