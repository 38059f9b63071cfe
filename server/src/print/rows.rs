//! Rows of the page as text, for whoever has them from a server and not from a store.

use super::{
    Look, Output,
    clean::Clean,
    part::{Form, Label, Of, Part, Shown, What},
    text::TextWriter,
};
use conversation::{CallState, Card, Format, Piece, Row, RowKind};

/// Prints rows one after the other, in the format `text`: what the assistant says on stdout,
/// everything else on stderr, of results one line each.
#[derive(Debug)]
pub struct RowPrinter {
    writer: TextWriter,
}

impl RowPrinter {
    /// A printer that has printed nothing yet.
    pub fn new(look: Look) -> Self {
        Self {
            writer: TextWriter::new(look),
        }
    }

    /// The text of these rows.
    pub fn print(&mut self, rows: &[Row]) -> Output {
        let mut out = Output::default();
        for row in rows {
            if let Some(what) = what(&row.kind) {
                let at_ms = row.at_ms;
                self.writer.write(&Part { at_ms, what }, &mut out);
            }
        }
        out
    }
}

fn what(kind: &RowKind) -> Option<What> {
    Some(match kind {
        RowKind::Person {
            author,
            words,
            files,
        } => What::Person {
            author: author.as_deref().map(Clean::name),
            text: Clean::speech(text(words)),
            files: files.iter().map(file).collect(),
        },
        RowKind::Assistant { words: piece, .. }
        | RowKind::Answer { piece }
        | RowKind::Note { piece } => What::Speech(speech(piece)?),
        RowKind::Reasoning { piece, .. } => What::Reasoning(Clean::speech(text(piece))),
        RowKind::Call { tool, state, .. } => {
            let mark = match state {
                CallState::Interrupted => " (no result)",
                CallState::Quiet | CallState::Running => "",
            };
            What::Mark(format!("Calling tool {}{mark}", Clean::name(&tool.name)))
        }
        RowKind::Card(card) => result(card),
        RowKind::HostNote { head, .. } => What::Note {
            heading: "Host:".to_owned(),
            text: Clean::line(head),
        },
        RowKind::Mark { label, .. } => What::Mark(format!("[{}]", Clean::name(label))),
        RowKind::EmptyTurn => return None,
    })
}

fn text(piece: &Piece) -> &str {
    piece.body.text.as_deref().unwrap_or_default()
}

/// Words, or one line about what stands in their place; nothing where there is nothing to see.
fn speech(piece: &Piece) -> Option<Shown> {
    if let Some(media) = &piece.facts.media {
        return Some(Shown::line(&format!("[{}]", media.name)));
    }
    let text = Clean::speech(text(piece));
    let form = match piece.body.format {
        Format::Markdown | Format::Typed => Form::Markdown,
        Format::Json => Form::Plain(Clean::name("json")),
        Format::Plain => Form::Plain(Clean::default()),
    };
    (!text.is_blank()).then_some(Shown {
        form,
        text,
        cut_to: None,
    })
}

fn file(piece: &Piece) -> Clean {
    let media = piece.facts.media.as_ref();
    let name = media.map_or("file", |media| &media.name);
    Clean::name(&format!("[{name}]"))
}

fn result(card: &Card) -> What {
    let tool = card.tool.as_ref().filter(|_| !card.display.is_unnamed);
    let label = Label {
        is_error: card.is_error,
        of: tool.map_or(Of::Unknown, |tool| Of::Tool(Clean::name(&tool.name))),
    };
    let words = match tool {
        Some(_) => label.words(Clean::to_string),
        None if card.is_error => "Error".to_owned(),
        None => "Result".to_owned(),
    };
    What::Note {
        heading: format!("{words} ({} bytes):", card.bytes),
        text: Clean::line(&card.head),
    }
}
