//! Last lines that can become more than one thing.

/// Whether a line may open or close a block of code.
pub(super) fn is_fence(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| c == '`' || c == '~')
}

/// Whether a paragraph may be the head of a table: one or two lines of cells.
pub(super) fn may_be_table(paragraph: &str) -> bool {
    paragraph.starts_with('|') && super::n_breaks(paragraph.trim_end()) < 2
}

/// Whether nothing of a line can be shown: it only marks what is to come, or it may make something
/// else of the line before it.
pub(super) fn is_undecided(line: &str) -> bool {
    let line = inner(line).trim_end();
    let is_all = |signs: &str| !line.is_empty() && line.chars().all(|c| signs.contains(c));
    is_all("#")
        || is_all("`~")
        || is_all("-= ")
        || is_all("*_ ")
        || is_all("+")
        || is_all(":")
        || is_number(line)
        || is_task(line)
        || is_definition(line)
}

/// A line without the signs of the quotes and lists around it.
fn inner(line: &str) -> &str {
    let mut inner = line.trim_start();
    while let Some(rest) = inner
        .strip_prefix("> ")
        .or_else(|| inner.strip_prefix("- "))
        .or_else(|| inner.strip_prefix("* "))
    {
        inner = rest.trim_start();
    }
    inner
}

/// `1.`
fn is_number(line: &str) -> bool {
    let digits = line.strip_suffix(['.', ')']).unwrap_or_default();
    !digits.is_empty() && digits.len() < 10 && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// `[`, `[x` or `[x]` where a task may begin.
fn is_task(line: &str) -> bool {
    ["[", "[ ", "[x", "[X", "[ ]", "[x]", "[X]"].contains(&line)
}

/// `[label]: address`, but for a footnote.
fn is_definition(line: &str) -> bool {
    let label = line
        .strip_prefix('[')
        .filter(|label| !label.starts_with('^'));
    label.is_some_and(|label| label.contains("]:"))
}
