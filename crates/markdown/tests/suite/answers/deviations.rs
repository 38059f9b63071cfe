//! The answers of which two parsers make different things, each with the reason.

/// Those of `fixtures/answers`.
pub(super) const INVENTED: [(&str, &str); 3] = [
    (
        "chinese.md",
        "a bare address ends where Chinese punctuation begins; GFM's goes on to the next space",
    ),
    (
        "emphasis.md",
        "carets and asterisks in regular expressions: this parser pairs neither within a word, \
         and `2^10^` stays as it is",
    ),
    (
        "mathematics.md",
        "this parser pairs carets and single tildes only at the edge of a word, so that `x^2^` \
         and `H~2~O` stay as they are",
    ),
];

/// Those of the samples.
pub(super) const REAL: [(&str, &str); 1] = [(
    "cline/lab-2.18.0-legacy/tasks/1796050258066/api_conversation_history.json 3",
    "a closing tag on a line of its own goes on with the paragraph of a list before it, as in \
     CommonMark's own parsers; comrak begins a block of HTML",
)];
