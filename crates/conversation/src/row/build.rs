use super::{CallState, Card, Piece, Row, RowKind};
use crate::{
    Answer, Body, BodyFacts, Display, EventKey, Format, Item, Kind, Tool, View, body::parts,
    event::is_error, policy::Setting,
};
use serde_json::{Map, Value};
use std::{collections::BTreeSet, sync::Arc};

/// The rows of `items`, which go to the view's end. `is_running` says that the conversation is being written: a call without a
/// result has not been interrupted then.
pub fn rows(view: View, items: &[Item], is_running: bool) -> Vec<Row> {
    let mut rows = rows_of_stretch(view, items, is_running, &[]);
    // A text in pieces ends with the event behind it, or with the agent's work.
    let may_grow = is_running && items.last().is_some_and(|last| last.side.region.is_some());
    if let Some(last) = rows.last_mut()
        && may_grow
        && matches!(last.kind, RowKind::Assistant { .. })
    {
        last.is_open = true;
    }
    rows
}

/// The rows of a stretch out of many. `answered` are those of its calls whose results may stand
/// behind it.
pub fn rows_of_stretch(
    view: View,
    items: &[Item],
    is_running: bool,
    answered: &[EventKey],
) -> Vec<Row> {
    // One by one: collecting would sort them first, and bring the code for it into the page.
    let mut all_answered = BTreeSet::new();
    for key in answered {
        all_answered.insert(key);
    }
    for key in items.iter().filter_map(|item| item.side.answers.as_ref()) {
        all_answered.insert(key);
    }
    let mut builder = Builder {
        view,
        is_running,
        answered: all_answered,
        rows: Vec::new(),
        turn_start: None,
    };
    let mut rest = items;
    while let Some(first) = rest.first() {
        let n = region_len(rest);
        let (region, after) = rest.split_at(n);
        builder.add(first, region);
        rest = after;
    }
    builder.rows
}

/// How many of the next items are one text.
fn region_len(items: &[Item]) -> usize {
    let Some(region) = items.first().and_then(|item| item.side.region) else {
        return 1;
    };
    items
        .iter()
        .take_while(|item| item.side.region == Some(region))
        .count()
}

struct Builder<'a> {
    view: View,
    is_running: bool,
    answered: BTreeSet<&'a EventKey>,
    rows: Vec<Row>,
    /// A turn's start of which nothing has been shown so far.
    turn_start: Option<&'a Item>,
}

impl<'a> Builder<'a> {
    fn add(&mut self, first: &'a Item, region: &[Item]) {
        let kind = first.kind();
        if kind == Kind::TurnStart {
            if let Some(empty) = self.turn_start.replace(first) {
                self.push(empty, empty.key().to_string(), "", RowKind::EmptyTurn);
            }
            return;
        }
        let n_before = self.rows.len();
        match kind {
            Kind::ToolCallResponse => self.add_result(first),
            _ => self.add_text(first, region, kind),
        }
        if self.rows.len() > n_before {
            self.turn_start = None;
        }
    }

    fn add_text(&mut self, first: &Item, region: &[Item], kind: Kind) {
        let mut facts = region.iter().flat_map(|item| &item.side.bodies);
        let head = facts
            .find(|facts| !facts.is_blank)
            .map(|facts| facts.head.clone());
        let is_speech = matches!(kind, Kind::ChatRequest | Kind::ChatResponse(_));
        // Events that only carry metadata have empty texts.
        if head.is_none() && is_speech {
            return;
        }
        let row = self.text_row(first, kind, head.unwrap_or_default(), joined(region));
        let state = match row {
            RowKind::Call { state, .. } => state as u8,
            _ => 0,
        };
        let mut more: Vec<&str> = region
            .iter()
            .skip(1)
            .map(|item| item.side.rev.as_str())
            .collect();
        let state = state.to_string();
        more.push(&state);
        self.push(first, first.key().to_string(), &more.join(" "), row);
    }

    fn text_row(&self, item: &Item, kind: Kind, head: String, pieces: Vec<Piece>) -> RowKind {
        let mut pieces = pieces.into_iter();
        let piece = pieces.next().unwrap_or_else(nothing);
        match kind {
            Kind::ChatRequest => RowKind::Person {
                author: text(&item.event, "author"),
                words: piece,
                files: pieces.collect(),
            },
            Kind::ChatResponse(Answer::Message) => RowKind::Assistant {
                words: piece,
                files: pieces.collect(),
            },
            Kind::ChatResponse(Answer::Data) => RowKind::Answer { piece },
            Kind::ChatResponse(Answer::Reasoning) => RowKind::Reasoning { head, piece },
            Kind::ToolCallRequest => RowKind::Call {
                tool: item.side.tool.clone().unwrap_or_else(unnamed_tool),
                state: self.call_state(item),
                piece,
            },
            Kind::HostNote => RowKind::HostNote { head, piece },
            _ => RowKind::Mark {
                label: text(&item.event, "type").unwrap_or_else(|| "event".to_owned()),
                piece,
            },
        }
    }

    fn call_state(&self, item: &Item) -> CallState {
        match (self.answered.contains(item.key()), self.is_running) {
            (true, _) => CallState::Quiet,
            (false, true) if item.side.display.is_unnamed => CallState::Quiet,
            (false, true) => CallState::Running,
            (false, false) => CallState::Interrupted,
        }
    }

    /// Speech stands on the page by itself; the blocks between are cards.
    fn add_result(&mut self, item: &Item) {
        let is_for_person = self.view == View::User;
        if is_for_person && item.side.display.is_hidden {
            return;
        }
        let mut card: Vec<Piece> = Vec::new();
        let mut has_speech = false;
        for piece in pieces(item) {
            if !(is_for_person && piece.facts.shown == Setting::Chat) {
                card.push(piece);
                continue;
            }
            has_speech = true;
            if !card.is_empty() {
                self.push_card(item, std::mem::take(&mut card));
            }
            if !piece.facts.is_blank {
                let key = item.key().block(piece.facts.n);
                self.push(item, key, "", RowKind::Note { piece });
            }
        }
        if !card.is_empty() || !has_speech {
            self.push_card(item, card);
        }
    }

    fn push_card(&mut self, item: &Item, pieces: Vec<Piece>) {
        let key = match pieces.first() {
            Some(piece) if piece.facts.n > 0 => item.key().block(piece.facts.n),
            _ => item.key().to_string(),
        };
        let head = pieces.iter().find(|piece| !piece.facts.head.is_empty());
        let card = Card {
            tool: item.side.tool.clone(),
            is_error: is_error(&item.event),
            display: Display {
                // The raw view names everything.
                is_unnamed: item.side.display.is_unnamed && self.view == View::User,
                ..item.side.display
            },
            bytes: pieces.iter().map(|piece| piece.facts.size()).sum(),
            head: head.map_or_else(String::new, |piece| piece.facts.head.clone()),
            pieces,
        };
        self.push(item, key, "", RowKind::Card(card));
    }

    fn push(&mut self, item: &Item, key: String, more: &str, kind: RowKind) {
        let mut stamp = item.side.rev.clone();
        stamp.push(' ');
        stamp.push_str(more);
        self.rows.push(Row {
            key,
            stamp,
            at_ms: item.side.at_ms,
            event: item.key().clone(),
            kind,
            is_open: false,
            subagent: item.side.subagent.clone(),
            absent: item.side.absent,
            marks: item.side.marks.clone(),
        });
    }
}

fn text(fields: &Map<String, Value>, name: &str) -> Option<String> {
    fields.get(name)?.as_str().map(str::to_owned)
}

fn unnamed_tool() -> Tool {
    Tool {
        name: "tool".to_owned(),
        title: None,
        server: None,
    }
}

fn nothing() -> Piece {
    Piece {
        facts: BodyFacts::default(),
        body: Body {
            format: Format::Plain,
            text: None,
        },
    }
}

/// The pieces of a region: one text of all that it says, joined without anything between, and the
/// files. Where the text of one is not here, the whole has no text.
fn joined(region: &[Item]) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    let mut texts = Vec::new();
    for piece in region.iter().flat_map(pieces) {
        if piece.facts.n == 0 {
            texts.push(piece.body.text.clone());
        }
        if joined.is_empty() || piece.facts.n > 0 {
            joined.push(piece);
        }
    }
    if let Some(words) = joined.first_mut().filter(|_| texts.len() > 1) {
        let all: Option<Vec<Arc<str>>> = texts.into_iter().collect();
        words.body.text = all.map(|texts| texts.concat().into());
    }
    joined
}

/// The texts and blocks of an item.
fn pieces(item: &Item) -> Vec<Piece> {
    let mut texts = if item.is_skeleton {
        Vec::new()
    } else {
        parts(item.kind(), &item.event)
    }
    .into_iter();
    let piece = |facts: &BodyFacts| {
        let text = texts.next().map(|part| Arc::from(&*part.text));
        Piece {
            facts: facts.clone(),
            body: Body {
                format: facts.format,
                text,
            },
        }
    };
    item.side.bodies.iter().map(piece).collect()
}
