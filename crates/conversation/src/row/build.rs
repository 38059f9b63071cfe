use super::{CallState, CardBody, Row, RowKind};
use crate::{
    Answer, Body, BodyFacts, EventKey, Format, Item, Kind, Tool, View,
    block::{Audience, Block, Content},
    body::{Part, parts},
    event::is_error,
};
use serde_json::{Map, Value};
use std::{collections::BTreeSet, sync::Arc};

/// The rows of `items`. `is_running` says that the conversation is being written: a call without a
/// result has not been interrupted then.
pub fn rows(view: View, items: &[Item], is_running: bool) -> Vec<Row> {
    let answered: BTreeSet<&EventKey> = items
        .iter()
        .filter_map(|item| item.side.answers.as_ref())
        .collect();
    let mut builder = Builder {
        view,
        is_running,
        answered,
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
        let row = self.text_row(first, kind, head.unwrap_or_default(), joined(region, kind));
        let state = match row {
            RowKind::Call { state, .. } => format!("{state:?}"),
            _ => String::new(),
        };
        let revs = region.iter().skip(1).map(|item| item.side.rev.as_str());
        let more: Vec<&str> = revs.chain([state.as_str()]).collect();
        self.push(first, first.key().to_string(), &more.join(" "), row);
    }

    fn text_row(&self, item: &Item, kind: Kind, head: String, body: Body) -> RowKind {
        match kind {
            Kind::ChatRequest => RowKind::Person {
                author: text(&item.event, "author"),
                body,
            },
            Kind::ChatResponse(Answer::Message) => RowKind::Assistant { body },
            Kind::ChatResponse(Answer::Data) => RowKind::Answer { body },
            Kind::ChatResponse(Answer::Reasoning) => RowKind::Reasoning { head, body },
            Kind::ToolCallRequest => RowKind::Call {
                tool: item.side.tool.clone().unwrap_or_else(unnamed_tool),
                state: self.call_state(item.key()),
                body,
            },
            Kind::HostNote => RowKind::HostNote { head, body },
            _ => RowKind::Mark {
                label: text(&item.event, "type").unwrap_or_else(|| "event".to_owned()),
                body,
            },
        }
    }

    fn call_state(&self, key: &EventKey) -> CallState {
        match (self.answered.contains(key), self.is_running) {
            (true, _) => CallState::Answered,
            (false, true) => CallState::Running,
            (false, false) => CallState::Interrupted,
        }
    }

    /// Speech stands on the page by itself; the blocks between are cards.
    fn add_result(&mut self, item: &Item) {
        let mut card: Vec<CardBody> = Vec::new();
        let mut has_speech = false;
        for (is_speech, body) in card_bodies(item) {
            if !(is_speech && self.view == View::User) {
                card.push(body);
                continue;
            }
            has_speech = true;
            if !card.is_empty() {
                self.push_card(item, std::mem::take(&mut card));
            }
            if !body.facts.is_blank {
                let key = item.key().block(body.facts.n);
                self.push(item, key, "", RowKind::Note { body: body.body });
            }
        }
        if !card.is_empty() || !has_speech {
            self.push_card(item, card);
        }
    }

    fn push_card(&mut self, item: &Item, bodies: Vec<CardBody>) {
        let key = match bodies.first() {
            Some(body) if body.facts.n > 0 => item.key().block(body.facts.n),
            _ => item.key().to_string(),
        };
        let heads = bodies
            .iter()
            .map(|body| body.facts.label.as_ref().unwrap_or(&body.facts.head));
        let kind = RowKind::Card {
            tool: item.side.tool.clone(),
            is_error: is_error(&item.event),
            bytes: bodies.iter().map(|body| body.facts.bytes).sum(),
            head: heads
                .into_iter()
                .find(|head| !head.is_empty())
                .cloned()
                .unwrap_or_default(),
            bodies,
        };
        self.push(item, key, "", kind);
    }

    fn push(&mut self, item: &Item, key: String, more: &str, kind: RowKind) {
        let stamp = format!("{} {more}", item.side.rev);
        let event = item.key().clone();
        self.rows.push(Row {
            key,
            stamp,
            at_ms: item.side.at_ms,
            event,
            kind,
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

/// The text of a region: its pieces joined without anything between. Where a piece is a skeleton,
/// the whole has no text.
fn joined(region: &[Item], kind: Kind) -> Body {
    let pieces: Vec<Part<'_>> = region
        .iter()
        .flat_map(|item| parts(kind, &item.event))
        .collect();
    let format = pieces.first().map_or(Format::Plain, |part| part.format);
    let is_here = region.iter().all(|item| !item.is_skeleton);
    let text = is_here.then(|| {
        pieces
            .iter()
            .map(|part| &*part.text)
            .collect::<String>()
            .into()
    });
    Body { format, text }
}

/// The texts of a result, each with whether it is speech: the page's display policy takes every
/// block that names the person as such.
fn card_bodies(item: &Item) -> Vec<(bool, CardBody)> {
    let audiences: Vec<Audience> = match Content::of_fields(&item.event) {
        Content::Text(_) => vec![Audience::Unannotated],
        Content::Blocks(blocks, _) => blocks.iter().map(Block::audience).collect(),
    };
    let parts = parts(Kind::ToolCallResponse, &item.event);
    let bodies = parts.into_iter().zip(&item.side.bodies).zip(audiences);
    let body = |((part, facts), audience): ((Part<'_>, &BodyFacts), Audience)| {
        let text = (!item.is_skeleton).then(|| Arc::from(&*part.text));
        let body = CardBody {
            facts: facts.clone(),
            addressed_to: addressed_to(audience),
            body: Body {
                format: part.format,
                text,
            },
        };
        (audience.names_user(), body)
    };
    bodies.map(body).collect()
}

fn addressed_to(audience: Audience) -> Option<&'static str> {
    match audience {
        Audience::Unannotated => None,
        Audience::Named {
            user: true,
            assistant: true,
        } => Some("you and the model"),
        Audience::Named {
            user: true,
            assistant: false,
        } => Some("you"),
        Audience::Named {
            user: false,
            assistant: true,
        } => Some("the model"),
        Audience::Named {
            user: false,
            assistant: false,
        } => Some("nobody"),
    }
}
