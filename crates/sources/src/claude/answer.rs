//! Mapping what stands in the assistant's role.

use super::{
    assistant::{Part, note_answer, parts},
    mapping::ClaudeMapping,
    out::Out,
    record::id,
    result::result,
    usage::USAGE,
};
use crate::mapping::Outcome;

impl ClaudeMapping {
    pub(super) fn map_answer(&mut self, out: &mut Out<'_, '_, '_>) -> Option<Outcome> {
        self.queue.answer();
        let record = out.record;
        let parts = parts(&out.stamp, record)?;
        let setting = self.given.setting.clone();
        let message = record.message_id().map(id);
        let stored = record
            .object("message")
            .and_then(|message| message.get(USAGE));
        let stored = stored.filter(|_| !record.is_synthetic());
        let usage = match message {
            _ if parts.is_empty() => return None,
            Some(message) => self
                .answers
                .go_on(message, stored, &mut self.held, out.events),
            None => stored.cloned().unwrap_or_default(),
        };
        let n_parts = parts.len();
        for (n, part) in (1..).zip(parts) {
            let (draft, call) = match part {
                Part::Event(draft) => (draft, None),
                Part::Call(draft, call) => (draft, Some(call)),
                Part::Result(block) => {
                    let draft = result(&out.stamp, block, None, &setting, &mut self.calls);
                    (draft, None)
                }
            };
            let mut draft = note_answer(draft, record);
            let is_last = n == n_parts;
            if is_last && !usage.is_null() {
                draft.metadata.insert(USAGE.to_owned(), usage.clone());
            }
            let (event, fields) = self.emit_held(draft, out);
            let may_start = call.is_some_and(|call| self.calls.call(&setting, call, event));
            if may_start || (is_last && message.is_some()) {
                self.held.hold(event, fields);
            }
            if let Some(message) = message.filter(|_| is_last) {
                self.answers.ends_with(message, event, usage.clone());
            }
        }
        out.outcome()
    }
}
