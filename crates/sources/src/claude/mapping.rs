//! The records of a session as events.

use super::{
    branches::{Branches, Node},
    calls::Calls,
    changes::Changes,
    copies::Copies,
    draft::Draft,
    held::Held,
    id::ClaudeId,
    known::{Known, Part},
    left_out::LeftOut,
    out::Out,
    pulse::Pulse,
    queue::Queue,
    record::{Block, Content, Record, id},
    says::Says,
    sides::Sides,
    usage::Answers,
};
use crate::mapping::{Events, Handle, Mapped, Mapping, Outcome};
use serde_json::{Map, Value};

/// Reads one conversation of a file.
#[derive(Debug)]
pub(super) struct ClaudeMapping {
    /// What is known from the beginning.
    pub(super) given: Known,
    /// What the records so far tell of all.
    known: Known,
    copies: Copies,
    branches: Branches,
    left_out: LeftOut,
    sides: Sides,
    pulse: Pulse,
    pub(super) calls: Calls,
    pub(super) held: Held,
    pub(super) answers: Answers,
    pub(super) queue: Queue,
    changes: Changes,
}

impl Mapping for ClaudeMapping {
    type Known = Known;

    fn new(given: Known) -> Self {
        Self {
            known: Known::of(given.setting.clone()),
            given,
            copies: Copies::default(),
            branches: Branches::default(),
            left_out: LeftOut::default(),
            sides: Sides::default(),
            pulse: Pulse::default(),
            calls: Calls::default(),
            held: Held::default(),
            answers: Answers::default(),
            queue: Queue::default(),
            changes: Changes::default(),
        }
    }

    fn take(&mut self, record: &Map<String, Value>, events: &mut Events<'_>) -> Outcome {
        let Some(record) = self.of_part(Record(record), events) else {
            return Outcome::Folded;
        };
        self.learn(record);
        if self.copies.is_one(record) {
            return Outcome::Folded;
        }
        let says = (record.kind() == "user")
            .then(|| Says::of(record))
            .flatten();
        if self.branches.take(record, node(record, says.as_ref())) {
            self.known.left.clone_from(self.branches.left());
        }
        let is_retracted = |uuid| self.given.retracted.contains(&id(uuid));
        if self.left_out.take(record, &self.given, events)
            || record.uuid().is_some_and(is_retracted)
        {
            return Outcome::Folded;
        }
        self.pulse.take(record);
        self.map(record, says, events)
    }

    fn known(&self) -> &Known {
        &self.known
    }
}

impl ClaudeMapping {
    /// How the conversation stands.
    pub(super) fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// The record as one of the conversation that is read; nothing where it belongs to another.
    fn of_part<'a>(&mut self, record: Record<'a>, events: &mut Events<'_>) -> Option<Record<'a>> {
        let is_report = record.kind() == "progress" && record.subkind() == Some("agent_progress");
        match self.given.setting.part() {
            Part::Main | Part::Whole if is_report => {
                self.link_report(record, events);
                None
            }
            Part::Main if record.is_sidechain() => {
                self.link_side(record, events);
                None
            }
            Part::Main | Part::Whole => Some(record),
            Part::Side(name) if record.is_sidechain() => {
                let name = name.clone();
                let side = self.sides.take(record);
                side.is_some_and(|(side, _)| side.name == name)
                    .then_some(record)
            }
            Part::Reported(agent) if is_report => {
                let data = record.object("data")?;
                let is_its = data.text("agentId") == Some(agent.as_str());
                is_its.then(|| data.object("message"))?
            }
            Part::Side(_) | Part::Reported(_) => None,
        }
    }

    fn link_report(&mut self, record: Record<'_>, events: &mut Events<'_>) {
        let agent = record.object("data").and_then(|data| data.text("agentId"));
        let session = self.given.setting.session();
        let subagent = agent.and_then(|agent| ClaudeId::agent(session, agent));
        if let (Some(call), Some(subagent)) = (record.text("parentToolUseID"), subagent) {
            let subagent = subagent.to_string();
            self.calls.link(call, &subagent, &mut self.held, events);
        }
    }

    fn link_side(&mut self, record: Record<'_>, events: &mut Events<'_>) {
        let Some((side, true)) = self.sides.take(record) else {
            return;
        };
        let subagent = ClaudeId::side(self.given.setting.session(), &side.name);
        let prompt = Says::of(record).map(|says| says.person.text());
        if let (Some(subagent), Some(prompt)) = (subagent, prompt) {
            let subagent = subagent.to_string();
            let held = &mut self.held;
            self.calls.link_by_prompt(&prompt, &subagent, held, events);
        }
    }

    /// Takes what a record says of others.
    fn learn(&mut self, record: Record<'_>) {
        match (record.kind(), record.subkind()) {
            ("system", Some("model_refusal_fallback")) => {
                let retracted = record
                    .get("retractedMessageUuids")
                    .and_then(Value::as_array);
                let ids = retracted.into_iter().flatten().filter_map(Value::as_str);
                self.known.retracted.extend(ids.map(id));
            }
            ("last-prompt", _) => {
                let leaf = record.text("leafUuid");
                if leaf.is_some_and(|leaf| self.branches.take_leaf(leaf)) {
                    self.known.left.clone_from(self.branches.left());
                }
            }
            _ => {}
        }
    }

    fn map(
        &mut self,
        record: Record<'_>,
        says: Option<Says<'_>>,
        events: &mut Events<'_>,
    ) -> Outcome {
        let mut out = Out::new(record, events);
        let is_mapped = match (record.kind(), says) {
            ("user", Some(says)) => self.map_user(says, &mut out),
            ("assistant", _) => self.map_answer(&mut out),
            ("system", _) => self.map_system(&mut out),
            ("attachment", _) => self.map_attachment(&mut out),
            ("queue-operation", _) => self.map_queue(&mut out),
            _ => None,
        };
        match is_mapped {
            Some(outcome) => outcome,
            None => self.carry(&mut out),
        }
    }

    /// Carries a record that has no events of its own.
    fn carry(&mut self, out: &mut Out<'_, '_, '_>) -> Outcome {
        let kind = match (out.record.kind(), out.record.subkind()) {
            ("", _) => "record".to_owned(),
            (kind, None) => kind.to_owned(),
            (kind, Some(subkind)) => format!("{kind}/{subkind}"),
        };
        let mut draft = out.stamp.carried(&format!("claude/{kind}"), out.record);
        self.changes.note(out.record, &mut draft);
        out.events.add(draft.finish());
        Outcome::Carried
    }

    /// Adds an event of a record. The first one carries what the line says beside its events.
    pub(super) fn emit(&mut self, draft: Draft, out: &mut Out<'_, '_, '_>) -> Handle {
        let event = self.finish(draft, out);
        out.events.add(event)
    }

    /// The same, with the fields of the event.
    pub(super) fn emit_held(
        &mut self,
        draft: Draft,
        out: &mut Out<'_, '_, '_>,
    ) -> (Handle, Map<String, Value>) {
        let event = self.finish(draft, out);
        let fields = event.fields.clone();
        (out.events.add(event), fields)
    }

    fn finish(&mut self, mut draft: Draft, out: &mut Out<'_, '_, '_>) -> Mapped {
        if !out.has_first && draft.kind() != "turn_start" {
            out.has_first = true;
            draft.carry_rest(out.record);
            self.changes.note(out.record, &mut draft);
        }
        out.is_mapped |= !draft.is_carried();
        draft.finish()
    }

    /// Whether the conversation is a sub-agent's: another agent speaks in the person's place.
    pub(super) fn is_subagent(&self) -> bool {
        self.given.setting.part() != &Part::Main
    }
}

/// What a record is, as far as branches depend on it.
fn node(record: Record<'_>, says: Option<&Says<'_>>) -> Node {
    match record.kind() {
        "user" if says.is_some_and(|says| says.starts_turn) => Node::Prompt,
        "user" => Node::Other,
        "assistant" => {
            let blocks = record.content().map(Content::blocks);
            let is_text = |block: &Block<'_>| matches!(block, Block::Text(..));
            let has_text = blocks.is_some_and(|blocks| blocks.iter().any(is_text));
            Node::Answer {
                has_text: has_text && !record.is_synthetic(),
            }
        }
        _ => Node::Aside,
    }
}
