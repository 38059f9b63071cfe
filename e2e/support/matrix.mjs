// Attacks of every kind, in every construct, in every place of a page: each would open a dialog, ask
// another host or break the policy if it were let through. A cell of the matrix is a construct, a
// kind and a place.

import { link, resource } from "./blocks.mjs";
import { asks, block, calls, gets, note, says, thinks, turn } from "./store.mjs";

const ESC = "\u001b";

/** @param {string} text Each character as an entity, in one spelling and another. */
const asEntities = (text) =>
  [...text].map((c, n) => (n % 2 ? `&#${c.codePointAt(0)};` : `&#x${c.codePointAt(0)?.toString(16)};`)).join("");

/**
 * What text can be, around an attack. The first word is for looking it up.
 * @type {Record<string, (attack: string, word: string) => string>}
 */
export const constructs = {
  link: (attack, word) => `${word} [words](${attack}) [words](<${attack}>) [words][${word}]\n\n[${word}]: <${attack}>`,
  entities: (attack, word) => `${word} [words](${asEntities(attack)}) ${asEntities(attack)}`,
  autolink: (attack, word) => `${word} <${attack}> ${attack} http://fine.invalid/${attack}`,
  image: (attack, word) => `${word} ![${attack}](${attack}) ![words](<${attack}>) [![words](${attack})](${attack})`,
  title: (attack, word) => `${word} [words](http://fine.invalid/ "${attack}") ![words](http://fine.invalid/a.png '${attack}')`,
  footnote: (attack, word) => `${word} words[^${attack}] and[^${word}]\n\n[^${attack}]: words\n[^${word}]: ${attack}`,
  "info string": (attack, word) => `${word}\n\n\`\`\`${attack}\n${attack}\n\`\`\`\n\n~~~ html ${attack}\n${attack}\n~~~`,
  table: (attack, word) => `| ${word} | ${attack} |\n|---|:-:|\n| ${attack} | [words](${attack}) |`,
  html: (attack, word) => `${word} <b ${attack}>${attack}</b>\n\n<div title="${attack}">\n${attack}\n</div>`,
  svg: (attack, word) =>
    `${word} <svg><a xlink:href="${attack}"><text>${attack}</text></a><style>${attack}</style>` +
    `<foreignObject>${attack}</foreignObject><animate attributeName=href to="${attack}"/></svg>`,
  mathml: (attack, word) =>
    `${word} <math href="${attack}"><mtext>${attack}</mtext><annotation-xml encoding="text/html">${attack}` +
    `</annotation-xml><maction actiontype="statusline" xlink:href="${attack}">words</maction></math>`,
  ansi: (attack, word) => `${word} ${ESC}[31;1m${attack}${ESC}[0m ${ESC}]0;${attack}\u0007 ${ESC}P${attack}${ESC}\\`,
  "osc 8": (attack, word) => `${word} ${ESC}]8;;${attack}${ESC}\\words${ESC}]8;;${ESC}\\ ${ESC}]8;id=${attack};${attack}\u0007words\u0007`,
};

/**
 * What attacks do. The first of each kind is in every place.
 * @type {Record<string, string[]>}
 */
export const kinds = {
  "javascript address": ["javascript:alert('address')", "JaVaScRiPt:alert(1)//http://fine.invalid/", "javascript://fine.invalid/%0aalert(1)"],
  "hidden scheme": ["java\tscript:alert(1)", "\u0001javascript:alert(1)", " &#106;avascript&colon;alert(1)"],
  "data address": [
    "data:text/html,<script>alert('data')</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
  ],
  "other scheme": ["vbscript:msgbox(1)", "file:///etc/passwd", "blob:http://remote.invalid/a", "view-source:javascript:alert(1)", "intent://remote.invalid#Intent;end"],
  "event handler": [
    "<img src=x onerror=\"alert('handler')\">",
    "x\" onmouseover=\"alert(1)\" autofocus onfocus=\"alert(1)",
    "<details open ontoggle=alert(1)>",
    "<body onload=alert(1) onpageshow=alert(1)>",
  ],
  "active element": [
    "<script>alert('element')</script>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<object data=http://remote.invalid/a></object><embed src=http://remote.invalid/b>",
    "<base href=http://remote.invalid/><meta http-equiv=refresh content=\"0;url=http://remote.invalid/\">",
    "<link rel=stylesheet href=http://remote.invalid/a.css><template><script>alert(1)</script></template>",
    "<form action=http://remote.invalid/><input type=image src=http://remote.invalid/a.png><button formaction=javascript:alert(1)>x</button></form>",
  ],
  "style": [
    "<style>@import url(http://remote.invalid/style.css);*{background:url(http://remote.invalid/all.png)}</style>",
    "<p style=\"background:url(http://remote.invalid/back.png);position:fixed;inset:0\">over all</p>",
    "x\" style=\"background:url(//remote.invalid/a.png)",
  ],
  "percent code": ["javascript%3Aalert('percent')", "%6A%61vascript:alert(1)", "http://remote.invalid/%3Cscript%3Ealert(1)%3C/script%3E"],
  "unicode": ["\uFF1Cscript\uFF1Ealert('wide')\uFF1C/script\uFF1E", "java\u200Bscript:alert(1)", "\u202Etpircsavaj\u202C:alert(1)", "java\u0000script:alert(1)<scr\u0000ipt>alert(1)</scr\u0000ipt>", "<\u017Fcript>alert(1)</\u017Fcript>"],
  "end of quotes": ["\"><script>alert('quote')</script>", "'><img src=x onerror=alert(1)>", "`-alert(1)-`", "x) \"<img src=x onerror=alert(1)>\" (y"],
  "end of text": [
    "</title></textarea></style></script><script>alert('end')</script>",
    "]]><script>alert(1)</script>",
    "--!><script>alert(1)</script><!--",
    "</noscript></template></iframe><img src=x onerror=alert(1)>",
  ],
  "names": [
    "<img name=cookie id=app><form id=body name=getElementById><input name=children></form>",
    "<a id=\"page-state\" href=\"javascript:alert(1)\"></a>",
    "<iframe name=self srcdoc=\"<script>parent.alert(1)</script>\"></iframe>",
  ],
  "name space": [
    "<svg></p><style><a id=\"</style><img src=1 onerror=alert('space')>\">",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>",
    "<math><mi><mglyph><svg><mtext><textarea><path id=\"</textarea><img onerror=alert(1) src=1>\">",
  ],
};

/** @typedef {{ construct: string, kind: string, isFirst: boolean, word: string, text: string }} Case */

/** Every construct with every attack. @type {Case[]} */
export const cases = Object.entries(constructs).flatMap(([construct, make]) =>
  Object.entries(kinds).flatMap(([kind, attacks]) =>
    attacks.map((attack, n) => {
      const word = `word${construct}${kind}${n}end`.replaceAll(" ", "").toLowerCase();
      return { construct, kind, isFirst: n === 0, word, text: make(attack, word) };
    }),
  ),
);

/**
 * Where a text can stand in a conversation, and in which view it is seen there. A name has one line.
 * @type {Record<string, { view: "user" | "raw", isMarkdown?: true, events: (text: string, id: string) => Record<string, unknown>[] }>}
 */
export const places = {
  "what a person says": { view: "user", events: (text) => [asks(text)] },
  "a person's name": { view: "user", events: (text) => [{ ...asks("Words."), author: text }] },
  "what the assistant says": { view: "user", isMarkdown: true, events: (text) => [asks("Words?"), says(text)] },
  "a note": { view: "user", events: (text, id) => [calls(id, "tell_user"), gets(id, [note(text)])] },
  "markdown in a card": { view: "user", events: (text, id) => [asks("Go on."), calls(id, "show"), gets(id, [{ ...block(text), mimeType: "text/markdown" }])] },
  "text in a card": { view: "user", events: (text, id) => [asks("Go on."), calls(id, "show"), gets(id, [block(text)])] },
  "an error": { view: "user", events: (text, id) => [calls(id, "fail"), gets(id, [block(text)], true)] },
  "the name of a tool": { view: "user", events: (text, id) => [asks("Go on."), calls(id, text), gets(id, [block("Done.")])] },
  "the name of a file": {
    view: "user",
    events: (text, id) => [
      asks("Go on."),
      calls(id, "show"),
      gets(id, [link(text, { name: text, title: text }), resource({ uri: text, name: text, mimeType: "text/plain", text })]),
    ],
  },
  "arguments": { view: "raw", events: (text, id) => [asks("Go on."), calls(id, "show", { [text]: text })] },
  "reasoning": { view: "raw", events: (text) => [asks("Think."), thinks(text)] },
  "an unknown event": { view: "raw", events: (text) => [{ ...turn(), type: "unheard_of", [text]: text }] },
};
