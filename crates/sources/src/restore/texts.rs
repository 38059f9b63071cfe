//! Whether a stored result's texts are those of a list of blocks: the one place that knows how
//! clients flatten results.

use super::blocks;
use serde_json::Value;
use std::iter::once;

/// How clients write several texts as one: what stands before, behind and between them.
const JOINTS: [Joint; 3] = [
    // JP, opencode.
    Joint {
        before: "",
        behind: "",
        between: "\n\n",
    },
    // Claude Code's errors, what gemini-cli displays.
    Joint {
        before: "",
        behind: "",
        between: "\n",
    },
    // What gemini-cli sends to the model.
    Joint {
        before: "<untrusted_context>\n",
        behind: "\n</untrusted_context>",
        between: "\n",
    },
];

struct Joint {
    before: &'static str,
    behind: &'static str,
    between: &'static str,
}

/// The texts of a result, in the form in which a client has stored them.
#[derive(Debug)]
pub(super) struct Texts<'a> {
    texts: Vec<&'a str>,
    /// How many entries of the content are no text.
    n_other: usize,
}

impl<'a> Texts<'a> {
    /// The texts of a stored content, or in their place the one text that the client keeps apart.
    pub(super) fn stored(content: Option<&'a Value>, flattened: Option<&'a str>) -> Self {
        let entries: &[Value] = match content {
            Some(Value::Array(entries)) => entries,
            Some(Value::String(text)) => {
                let texts = vec![flattened.unwrap_or(text)];
                return Self { texts, n_other: 0 };
            }
            _ => &[],
        };
        let texts: Vec<_> = entries.iter().filter_map(blocks::text).collect();
        Self {
            n_other: entries.len() - texts.len(),
            texts: flattened.map_or(texts, |text| vec![text]),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.texts.iter().copied()
    }

    /// Whether these are exactly the texts of `copy`, each whole and in its order, and `copy` has no
    /// fewer of what is no text: nothing that is stored gets lost for it. A list with anything in it
    /// that is no block is no copy.
    pub(super) fn are_those_of(&self, copy: &[Value]) -> bool {
        if copy.is_empty() || !copy.iter().all(is_whole) {
            return false;
        }
        let texts: Vec<_> = copy.iter().filter_map(blocks::text).collect();
        if copy.len() - texts.len() < self.n_other {
            return false;
        }
        // Some clients write the texts of embedded resources like others, some drop them.
        let all: Vec<_> = copy.iter().filter_map(blocks::any_text).collect();
        self.are(&texts) || (all.len() > texts.len() && self.are(&all))
    }

    fn are(&self, texts: &[&str]) -> bool {
        let own = self.texts.as_slice();
        let own = match own {
            [first, rest @ ..] if without_wall_time(first) == Some("") && own != texts => rest,
            _ => own,
        };
        let is_joined = |one: &str| {
            let rest = without_wall_time(one).and_then(|rest| rest.strip_prefix('\n'));
            let mut forms = once(one).chain(rest);
            forms.any(|form| JOINTS.iter().any(|joint| joint.joins(texts, form)))
        };
        own == texts || matches!(own, [one] if is_joined(one))
    }
}

/// A text block has a text; what a block of another type has is not looked at.
fn is_whole(entry: &Value) -> bool {
    blocks::kind(entry).is_some_and(|(_, kind)| kind != "text") || blocks::text(entry).is_some()
}

/// What follows the line that Codex writes first, with the time that the call took.
fn without_wall_time(text: &str) -> Option<&str> {
    let (seconds, rest) = text
        .strip_prefix("Wall time: ")?
        .split_once(" seconds\nOutput:")?;
    seconds.parse::<f64>().ok().map(|_| rest)
}

impl Joint {
    /// Whether `joined` is `texts` joined in this way. Nothing is copied for it.
    fn joins(&self, texts: &[&str], joined: &str) -> bool {
        let rest = texts
            .iter()
            .enumerate()
            .try_fold(joined, |rest, (n, text)| {
                let between = if n == 0 { "" } else { self.between };
                rest.strip_prefix(between)?
                    .strip_prefix(self.before)?
                    .strip_prefix(text)?
                    .strip_prefix(self.behind)
            });
        rest == Some("")
    }
}

#[cfg(test)]
mod tests;
