//! The calls that wait for their results, and the sub-agents that they started.

use super::{
    held::Held,
    known::Setting,
    record::{Id, Record, id},
};
use crate::{
    mapping::{Events, Handle, SUBAGENT},
    restore::Call,
};
use conversation::Unanswered;
use std::{collections::HashMap, sync::Arc};

/// The calls so far, as far as later records refer to them.
#[derive(Debug, Default)]
pub(super) struct Calls {
    unanswered: Unanswered<Arc<Call>>,
    /// The calls that may start a sub-agent, by their ids.
    starts: HashMap<String, Start>,
    /// Those of which no sub-agent is known yet, by what they ask for.
    by_prompt: HashMap<Id, Vec<String>>,
}

/// A call that may start a sub-agent.
#[derive(Debug)]
struct Start {
    event: Handle,
    subagent: Option<String>,
}

impl Calls {
    pub(super) fn start_turn(&mut self) {
        self.unanswered.start_turn();
    }

    /// A call was made; says whether it may start a sub-agent.
    pub(super) fn call(&mut self, setting: &Setting, call: Record<'_>, event: Handle) -> bool {
        let (Some(call_id), name) = (call.text("id"), call.text("name").unwrap_or_default()) else {
            return false;
        };
        let known = setting.restoration().call(name, call.get("input"));
        self.unanswered.call(call_id, Arc::new(known));
        let prompt = call.object("input").and_then(|input| input.text("prompt"));
        let Some(prompt) = prompt.filter(|_| matches!(name, "Task" | "Agent")) else {
            return false;
        };
        let calls = self.by_prompt.entry(id(prompt.trim())).or_default();
        calls.push(call_id.to_owned());
        let start = Start {
            event,
            subagent: None,
        };
        self.starts.insert(call_id.to_owned(), start);
        true
    }

    /// The call that a result answers, which is answered from here on.
    pub(super) fn answer(&mut self, call_id: &str) -> Option<Arc<Call>> {
        self.unanswered.answer(call_id)
    }

    /// The sub-agent that a call has started, as far as is known.
    pub(super) fn subagent(&self, call_id: &str) -> Option<&str> {
        self.starts.get(call_id)?.subagent.as_deref()
    }

    /// The call with an id has started a sub-agent.
    pub(super) fn link(
        &mut self,
        call_id: &str,
        subagent: &str,
        held: &mut Held,
        events: &mut Events<'_>,
    ) {
        let Some(start) = self.starts.get_mut(call_id) else {
            return;
        };
        if start.subagent.is_some() {
            return;
        }
        start.subagent = Some(subagent.to_owned());
        held.note(start.event, SUBAGENT, Some(subagent.into()), events);
    }

    /// The first call with a prompt that has not started a sub-agent yet has started this one.
    pub(super) fn link_by_prompt(
        &mut self,
        prompt: &str,
        subagent: &str,
        held: &mut Held,
        events: &mut Events<'_>,
    ) {
        let calls = self.by_prompt.get_mut(&id(prompt.trim()));
        let Some(calls) = calls.filter(|calls| !calls.is_empty()) else {
            return;
        };
        let call_id = calls.remove(0);
        self.link(&call_id, subagent, held, events);
    }
}
