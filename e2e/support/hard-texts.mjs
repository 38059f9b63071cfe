// Texts that are hard to lay out, and texts that want to do harm.

import { asks, block, calls, gets, note, says, thinks, turn } from "./store.mjs";

const columns = Array.from({ length: 24 }, (_, n) => `column ${n}`);
const wideTable = [
  `| ${columns.join(" | ")} |`,
  `|${" --- |".repeat(columns.length)}`,
  `| ${columns.map((_, n) => `\`value_${n}\``).join(" | ")} |`,
].join("\n");

const longLine = `let result = ${"compute(argument, other_argument) + ".repeat(30)}0;`;
const longToken = "x".repeat(5_000);
const longAddress = `http://${"sub.".repeat(20)}example.invalid/${"path/".repeat(200)}?${"q".repeat(2_000)}`;

const arabic = "`main.rs` هذا نص عربي مع رمز `let x = 1;` في وسطه، وبعده نقطة.";
const hebrew = "שלום עולם, זה משפט ארוך שנכתב מימין לשמאל עם `code` בתוכו.";

/** The wide and the long, in every kind of row. */
export const wide = () => [
  turn(),
  asks(`${wideTable}\n\n${longToken}\n\n${arabic}`),
  thinks(`Long thought ${longToken}`),
  calls("a", "a_tool_with_quite_a_long_name_that_goes_on_for_a_while_and_then_some_more", { path: longToken }),
  gets("a", [block(longLine), block(longToken)]),
  calls("b", "tell_user"),
  gets("b", [note(`${wideTable}\n\n\`\`\`rust\n${longLine}\n\`\`\`\n\n${longAddress}`)]),
  calls("c", "cargo_test"),
  gets("c", [block(`error: ${longToken}\n${longLine}`)], true),
  says(
    [
      "# A heading",
      wideTable,
      `\`\`\`rust\n${longLine}\n\`\`\``,
      longToken,
      `\`${longToken}\``,
      longAddress,
      arabic,
      `> ${hebrew}`,
      `- ${arabic}\n- ${longToken}\n  - deeper\n    - ${"deeper still ".repeat(20)}`,
      `| قائمة | ${longToken.slice(0, 200)} |\n| --- | --- |\n| ${hebrew} | x |`,
      `![a picture](http://pictures.invalid/${longToken.slice(0, 500)}.png)`,
    ].join("\n\n"),
  ),
];

/** Each would run `alert` or reach another host if it were let through. */
export const attacks = [
  "<script>alert('script')</script>",
  "<img src=x onerror=\"alert('img')\">",
  "<img src=http://remote.invalid/pixel.png>",
  "<svg onload=\"alert('svg')\"><script>alert(1)</script></svg>",
  "<iframe srcdoc=\"<script>parent.alert('iframe')</script>\"></iframe>",
  "<a href=\"javascript:alert('raw link')\">link</a>",
  "<style>@import url(http://remote.invalid/style.css);</style>",
  "<div style=\"background:url(http://remote.invalid/back.png)\">styled</div>",
  "<meta http-equiv=refresh content=\"0;url=http://remote.invalid/\">",
  "<base href=http://remote.invalid/>",
  "<form action=http://remote.invalid/><button>send</button></form>",
  "</script><script>alert('ended')</script>",
  "--><script>alert('comment')</script>",
  "[link](javascript:alert('markdown'))",
  "[link](JaVa\tScript:alert(1))",
  "[link](java&#115;cript:alert(1))",
  "[link](&#x6A;avascript:alert(1))",
  "[link](vbscript:msgbox(1))",
  "[link](data:text/html,<script>alert(1)</script>)",
  "[link](file:///etc/passwd)",
  "[link]( javascript:alert(1))",
  "[link](<javascript:alert(1)>)",
  "<javascript:alert(1)>",
  "[reference]\n\n[reference]: javascript:alert(1)",
  "![picture](http://remote.invalid/picture.png)",
  "![picture](//remote.invalid/relative.png)",
  "![picture](javascript:alert(1))",
  "![picture](x\" onerror=\"alert(1))",
  "[link](http://ok.invalid/\" onclick=\"alert(1))",
  "[link](http://ok.invalid/ 'title\" onmouseover=\"alert(1)')",
  "`<script>alert('code')</script>`",
  "```html\" onclick=\"alert(1)\n<script>alert('fence')</script>\n```",
  "{{constructor.constructor('alert(1)')()}}",
];
