//! How texts are laid out and cut.

use conversation::policy::Setting;
use serde_json::Value;

const INDENT: &str = "  ";

/// JSON text on several lines, where `text` is an object or a list as a whole. No token is changed,
/// so that long numbers stay what they are.
pub(super) fn lay_out(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    serde_json::from_str::<Value>(text).ok()?;
    let mut out = String::with_capacity(text.len() * 2);
    let mut depth = 0;
    let mut is_in_string = false;
    let mut is_escaped = false;
    let mut chars = text.chars().filter(significant()).peekable();
    while let Some(c) = chars.next() {
        if is_in_string {
            out.push(c);
            is_in_string = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
            continue;
        }
        match c {
            '{' | '[' => {
                out.push(c);
                if let Some(end) = chars.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(end);
                } else {
                    depth += 1;
                    break_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth -= 1;
                break_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                break_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c => {
                out.push(c);
                is_in_string = c == '"';
            }
        }
    }
    Some(out)
}

/// Takes the white space between the tokens out.
fn significant() -> impl FnMut(&char) -> bool {
    let mut is_in_string = false;
    let mut is_escaped = false;
    move |c| {
        let was_in_string = is_in_string;
        if *c == '"' && !is_escaped {
            is_in_string = !is_in_string;
        }
        is_escaped = was_in_string && !is_escaped && *c == '\\';
        was_in_string || !c.is_ascii_whitespace()
    }
}

fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&INDENT.repeat(depth));
}

/// The language and the inside of a text that is one fenced block of code as a whole, as many tools
/// write their results.
pub(super) fn unfenced(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let inner = text.trim_start_matches('`');
    let fence = text.get(..text.len() - inner.len())?;
    if fence.len() < 3 {
        return None;
    }
    let (language, inner) = inner.split_once('\n')?;
    let inner = inner.strip_suffix(fence)?;
    let is_end = inner.is_empty() || inner.ends_with('\n');
    let ends_before = inner
        .lines()
        .any(|line| line.trim_start().starts_with(fence));
    let language = language.trim();
    (is_end && !ends_before && !language.contains('`')).then_some((language, inner))
}

/// The lines of a text that are shown, and how many that are where it is not all.
pub(super) fn cut(text: &str, setting: Setting) -> (&str, Option<u64>) {
    let n = match setting {
        Setting::Lines(n) => n,
        Setting::Off => 0,
        Setting::Full | Setting::Chat => return (text, None),
    };
    let text = text.trim_end_matches(['\n', '\r']);
    let last = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
    let end = last.and_then(|last| text.match_indices('\n').nth(last));
    match end.and_then(|(at, _)| text.get(..at)) {
        Some(beginning) => (beginning, Some(n)),
        None => (text, None),
    }
}

/// Markdown that was cut, with an end for the block of code that the cut has left open.
pub(super) fn close_fence(text: &str) -> String {
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let line = line.trim_start_matches([' ', '>']);
        let mark = fence_of(line);
        open = match (open, mark) {
            (None, mark) => mark,
            (Some(open), Some(mark)) if mark.starts_with(open) && line.trim() == mark => None,
            (open, _) => open,
        };
    }
    match open {
        Some(fence) => format!("{text}\n{fence}"),
        None => text.to_owned(),
    }
}

/// The fence that a line begins with.
fn fence_of(line: &str) -> Option<&str> {
    ['`', '~'].into_iter().find_map(|mark| {
        let n = line.len() - line.trim_start_matches(mark).len();
        line.get(..n).filter(|fence| fence.len() >= 3)
    })
}

/// A text in a fence that is longer than any run of backticks in it.
pub(super) fn fence(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let text = text.trim_end_matches('\n');
    format!("{fence}{language}\n{text}\n{fence}")
}

#[cfg(test)]
mod tests;
