//! What a record of the person's role says: what the person wrote, what the program put in, results.

use super::{
    draft::Draft,
    media::resource,
    record::{Block, Record},
    wrappers::{Stretch, stretches},
};
use serde_json::Value;

/// What a record of the person's role says.
#[derive(Debug, Default)]
pub(super) struct Says<'a> {
    /// In order. All that the person says in one record is one message.
    pub parts: Vec<Said<'a>>,
    pub person: Words,
    /// Whether the agent begins something with it, rather than hearing it at work.
    pub starts_turn: bool,
}

/// A part of it.
#[derive(Debug)]
pub(super) enum Said<'a> {
    /// Here stands what the person says.
    Person,
    Host(Words),
    Interrupted(&'a str),
    Result(Record<'a>),
    /// A block of a kind that is not known.
    Other(&'a str, Record<'a>),
    None(&'a Value),
}

/// A text with files.
#[derive(Debug, Default)]
pub(super) struct Words {
    texts: Vec<String>,
    resources: Vec<Value>,
}

impl<'a> Says<'a> {
    /// What a record says; nothing where it says nothing that can be read.
    pub(super) fn of(record: Record<'a>) -> Option<Self> {
        let says = Self::of_blocks(&record.content()?.blocks(), is_hosts(record))?;
        Some(Self {
            starts_turn: says.starts_turn && !record.is("turnCompanion"),
            ..says
        })
    }

    /// The same of blocks. `is_hosts` says that the program wrote all of them.
    pub(super) fn of_blocks(blocks: &[Block<'a>], is_hosts: bool) -> Option<Self> {
        let mut says = Self::default();
        for block in blocks {
            match *block {
                Block::Text(text, _) => says.text(text, is_hosts),
                Block::Other("tool_result", block) => says.parts.push(Said::Result(block)),
                Block::Other(kind @ ("image" | "document"), block) => {
                    says.file(kind, block, is_hosts);
                }
                Block::Other(kind, block) => says.parts.push(Said::Other(kind, block)),
                Block::None(value) => says.parts.push(Said::None(value)),
            }
        }
        let is_result = |part: &Said<'_>| matches!(part, Said::Result(_));
        says.starts_turn &= !says.parts.iter().any(is_result);
        (!says.parts.is_empty()).then_some(says)
    }

    fn text(&mut self, text: &'a str, is_hosts: bool) {
        let stretches = stretches(text);
        if let [Stretch::Interrupted(text)] = *stretches {
            return self.parts.push(Said::Interrupted(text));
        }
        if is_hosts {
            return self.host(text);
        }
        for stretch in stretches {
            match stretch {
                Stretch::Interrupted(text) => self.parts.push(Said::Interrupted(text)),
                Stretch::Host(text) => self.host(text),
                Stretch::Person(text) => {
                    self.starts_turn = true;
                    self.person().texts.push(text.to_owned());
                }
                Stretch::Command { typed, is_local } => {
                    self.starts_turn |= !is_local;
                    self.person().texts.push(typed);
                }
            }
        }
    }

    fn host(&mut self, text: &str) {
        let texts = vec![text.to_owned()];
        self.parts.push(Said::Host(Words {
            texts,
            ..Words::default()
        }));
    }

    fn file(&mut self, kind: &'a str, block: Record<'a>, is_hosts: bool) {
        let n = self.person.resources.len() + 1;
        match resource(kind, block, n) {
            None => self.parts.push(Said::Other(kind, block)),
            Some(resource) if is_hosts => self.parts.push(Said::Host(Words {
                resources: vec![resource],
                ..Words::default()
            })),
            Some(resource) => {
                self.starts_turn = true;
                self.person().resources.push(resource);
            }
        }
    }

    fn person(&mut self) -> &mut Words {
        let is_there = self.parts.iter().any(|part| matches!(part, Said::Person));
        if !is_there {
            self.parts.push(Said::Person);
        }
        &mut self.person
    }
}

impl Words {
    /// What is said, in one text.
    pub(super) fn text(&self) -> String {
        self.texts.join("\n\n")
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.resources.is_empty()
    }

    /// Puts it into an event.
    pub(super) fn put(self, draft: Draft) -> Draft {
        let resources = (!self.resources.is_empty()).then_some(self.resources.clone());
        draft
            .with("content", self.text())
            .with_any("resources", resources)
    }
}

/// Whether the program wrote all of a record.
fn is_hosts(record: Record<'_>) -> bool {
    let is_marked = ["isCompactSummary", "isMeta", "isVisibleInTranscriptOnly"]
        .iter()
        .any(|mark| record.is(mark));
    let origin = record
        .object("origin")
        .and_then(|origin| origin.text("kind"));
    let source = record.text("promptSource");
    // A tool's texts name its call.
    let is_tools = record.text("sourceToolUseID").is_some();
    if is_marked || is_tools || source == Some("system") {
        return true;
    }
    origin.is_some_and(|kind| kind != "human") && !matches!(source, Some("typed" | "queued"))
}

#[cfg(test)]
mod tests;
