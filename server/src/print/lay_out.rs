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

#[cfg(test)]
mod tests;
