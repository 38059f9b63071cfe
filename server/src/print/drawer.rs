//! From settled events to parts: what the view has of them, as the policy shows it.

use super::{
    call::call,
    clean::{Clean, Colours},
    note,
    part::{Of, Part, What},
    policies::Policies,
    result::Result,
    say,
};
use conversation::{Answer, CallRef, Context, ContextReader, Event, EventKey, Kind, Reading, View};
use serde_json::{Map, Value};
use std::{collections::HashSet, sync::Arc};

/// Reads the events in order and says what is printed of them.
#[derive(Debug)]
pub(super) struct Drawer {
    reading: Reading,
    view: View,
    colours: Colours,
    contexts: ContextReader,
    policies: Policies,
    /// Calls without a result that have a header.
    open: Vec<Arc<CallRef>>,
    /// The ids of questions of which nothing is shown.
    hidden: HashSet<String>,
    /// The call whose header was printed last, while nothing else was printed since.
    last: Option<EventKey>,
}

impl Drawer {
    pub(super) fn new(reading: Reading, view: View, colours: Colours, base: Option<Value>) -> Self {
        Self {
            reading,
            view,
            colours,
            contexts: ContextReader::new(reading),
            policies: Policies::new(base),
            open: Vec::new(),
            hidden: HashSet::new(),
            last: None,
        }
    }

    /// Goes back to before the first event. What was printed stays printed.
    pub(super) fn rewind(&mut self) {
        self.contexts = ContextReader::new(self.reading);
        self.policies.rewind();
        self.open.clear();
        self.hidden.clear();
    }

    /// Reads events without printing them.
    pub(super) fn read(&mut self, events: &[Event]) {
        for event in events {
            self.context(event);
        }
    }

    /// What is printed of a text that is stored in these pieces, or of one other event.
    pub(super) fn draw(&mut self, events: &[Event]) -> Vec<Part> {
        let Some(first) = events.first() else {
            return Vec::new();
        };
        let context = self.context(first);
        self.read(events.get(1..).unwrap_or_default());
        let Some(shown) = self.view.project(first) else {
            return Vec::new();
        };
        let drawn = match first.kind() {
            Kind::ChatResponse(answer @ (Answer::Message | Answer::Reasoning)) => {
                say::text(answer, events).into_iter().collect()
            }
            _ => self.one(first, &shown.to_fields(), &context),
        };
        if let Some(last) = drawn.last() {
            let is_header = matches!(last, What::Call { tool: Some(_), .. });
            self.last = is_header.then(|| first.key().clone());
        }
        let at_ms = first.at_ms();
        drawn.into_iter().map(|what| Part { at_ms, what }).collect()
    }

    /// What is wrong with the configuration and was not said yet.
    pub(super) fn take_problems(&mut self) -> Vec<String> {
        self.policies.take_problems()
    }

    /// The tools that are at work, where their headers are shown.
    pub(super) fn at_work(&self) -> impl Iterator<Item = Clean> {
        self.open.iter().map(|call| Clean::name(&call.tool.name))
    }

    fn context(&mut self, event: &Event) -> Context {
        self.policies.read(event);
        let context = self.contexts.read(event);
        match (event.kind(), &context.call) {
            (Kind::TurnStart, _) => self.open.clear(),
            (Kind::ToolCallRequest, Some(call)) if self.view != View::User => {
                let style = self.policies.current().style(Some(&call.tool.name));
                if style.header && !style.hidden {
                    self.open.push(Arc::clone(call));
                }
            }
            (Kind::ToolCallResponse, Some(call)) => self.open.retain(|open| open.key != call.key),
            (Kind::InquiryRequest, _) => self.read_question(event),
            _ => {}
        }
        context
    }

    /// A tool of which nothing is shown asks nothing either.
    fn read_question(&mut self, event: &Event) {
        let Some(id) = event.text("id") else { return };
        let tool = note::asking_tool(event.fields());
        let is_hidden = tool.is_some_and(|tool| self.policies.current().style(Some(tool)).hidden);
        if is_hidden {
            self.hidden.insert(id.to_owned());
        } else {
            self.hidden.remove(id);
        }
    }

    fn one(&self, event: &Event, fields: &Map<String, Value>, context: &Context) -> Vec<What> {
        let one = match event.kind() {
            Kind::ChatRequest => say::person(fields),
            Kind::ChatResponse(Answer::Data) => Some(What::Speech(say::data(fields))),
            Kind::ToolCallRequest => self.call(fields),
            Kind::ToolCallResponse => return self.result(event, fields, context),
            Kind::InquiryRequest | Kind::InquiryResponse => {
                let is_hidden = event.text("id").is_some_and(|id| self.hidden.contains(id));
                (!is_hidden).then(|| note::inquiry(fields)).flatten()
            }
            Kind::HostNote => note::host_note(fields),
            Kind::Compaction => Some(note::compaction(fields)),
            Kind::ChatResponse(_) | Kind::Unknown => Some(note::unknown(fields)),
            Kind::TurnStart | Kind::ConfigDelta => None,
        };
        one.into_iter().collect()
    }

    fn call(&self, fields: &Map<String, Value>) -> Option<What> {
        let name = fields.get("name").and_then(Value::as_str);
        let style = self.policies.current().style(name);
        if style.hidden {
            return None;
        }
        call(fields, style, self.colours)
    }

    fn result(&self, event: &Event, fields: &Map<String, Value>, context: &Context) -> Vec<What> {
        let call = context.call.as_ref();
        let name = call.map(|call| call.tool.name.as_str());
        let style = self.policies.current().style(name);
        if style.hidden {
            return Vec::new();
        }
        let is_last = call.is_some_and(|call| self.last.as_ref() == Some(&call.key));
        let of = match name {
            Some(_) if is_last => Of::Last,
            Some(name) => Of::Tool(Clean::name(name)),
            None => Of::Unknown,
        };
        let result = Result {
            fields,
            is_error: event.is_error(),
            style,
            of,
            colours: self.colours,
        };
        result.parts()
    }
}
