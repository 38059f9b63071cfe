//! Mapping what stands in the person's role.

use super::{
    draft::Draft,
    mapping::ClaudeMapping,
    out::Out,
    record::{Block, Record},
    result::result,
    says::{Said, Says},
};
use crate::mapping::Outcome;
use serde_json::Value;

/// Who speaks to a sub-agent.
const PARENT: &str = "parent agent";

impl ClaudeMapping {
    pub(super) fn map_user(
        &mut self,
        says: Says<'_>,
        out: &mut Out<'_, '_, '_>,
    ) -> Option<Outcome> {
        let text = says.person.text();
        let was_shown = if says.starts_turn {
            self.calls.start_turn();
            let turn = out.stamp.beside("turn_start", "turn");
            self.emit(turn, out);
            self.queue.start_turn(&text)
        } else {
            self.queue.was_shown(&text)
        };
        let outcome = self.map_parts(says, was_shown, out);
        outcome.or(was_shown.then_some(Outcome::Folded))
    }

    /// A prompt that was told to the agent at work.
    pub(super) fn map_attachment(&mut self, out: &mut Out<'_, '_, '_>) -> Option<Outcome> {
        let attachment = out.record.object("attachment")?;
        if attachment.text("type") != Some("queued_command") {
            return None;
        }
        let origin = attachment
            .object("origin")
            .and_then(|origin| origin.text("kind"));
        let mode = attachment.text("commandMode");
        let is_hosts =
            origin.is_some_and(|kind| kind != "human") || mode.is_some_and(|mode| mode != "prompt");
        let blocks = match attachment.get("prompt")? {
            Value::String(text) => vec![Block::Text(text, None)],
            Value::Array(blocks) => blocks.iter().map(Block::of).collect(),
            _ => return None,
        };
        let says = Says::of_blocks(&blocks, is_hosts)?;
        if out.stamp.time.is_none() {
            out.stamp.time = attachment.time();
        }
        let was_shown = self.queue.was_shown(&says.person.text());
        self.map_parts(says, was_shown, out)
            .or(Some(Outcome::Folded))
    }

    /// A prompt that left the queue while the agent was at work.
    pub(super) fn map_queue(&mut self, out: &mut Out<'_, '_, '_>) -> Option<Outcome> {
        let text = self.queue.take(out.record)?;
        let says = Says::of_blocks(&[Block::Text(&text, None)], false)?;
        if says.person.is_empty() {
            return None;
        }
        self.map_parts(says, false, out)
    }

    /// What the program says of a command that the person gave it.
    pub(super) fn map_system(&mut self, out: &mut Out<'_, '_, '_>) -> Option<Outcome> {
        let content = out.record.text("content");
        match out.record.text("subtype")? {
            "compact_boundary" => {
                let draft = out.stamp.carried("compaction", out.record);
                out.events.add(draft.finish());
                Some(Outcome::Mapped)
            }
            "local_command" => {
                let says = Says::of_blocks(&[Block::Text(content?, None)], false)?;
                self.map_parts(says, false, out)
            }
            _ => None,
        }
    }

    /// `was_shown` says that the person's words are among the events already.
    fn map_parts(
        &mut self,
        says: Says<'_>,
        was_shown: bool,
        out: &mut Out<'_, '_, '_>,
    ) -> Option<Outcome> {
        let Says { parts, person, .. } = says;
        let is_result = |part: &&Said<'_>| matches!(part, Said::Result(_));
        // What the line says of its result is about the only one.
        let n_results = parts.iter().filter(is_result).count();
        let line = (n_results == 1).then_some(out.record);
        if n_results != 1 {
            self.unclear_result(out);
        }
        let mut person = Some(person).filter(|_| !was_shown);
        for part in parts {
            let draft = match part {
                Said::Person => match person.take() {
                    Some(words) => self.request(words.put(out.stamp.draft("chat_request")), out),
                    None => continue,
                },
                Said::Host(words) => words.put(out.stamp.draft("host_note")),
                Said::Interrupted(text) => {
                    out.stamp.draft("claude/interrupted").with("content", text)
                }
                Said::Result(block) => {
                    self.queue.answer();
                    self.result(block, line, out)
                }
                Said::Other(kind, block) => out.stamp.carried(&format!("claude/{kind}"), block),
                Said::None(value) => out.stamp.draft("claude/block").with("block", value.clone()),
            };
            self.emit(draft, out);
        }
        out.outcome()
    }

    /// What a line says of a result, where it is not clear of which.
    fn unclear_result(&mut self, out: &mut Out<'_, '_, '_>) {
        let fields = ["toolUseResult", "mcpMeta"];
        let stored = fields.map(|name| (name, out.record.get(name)));
        if stored.iter().all(|(_, value)| value.is_none()) {
            return;
        }
        let draft = out.stamp.beside("claude/result", "result");
        let with = |draft: Draft, (name, value): (&str, Option<&Value>)| {
            draft.with_any(name, value.cloned())
        };
        let draft = stored.into_iter().fold(draft, with);
        self.emit(draft, out);
    }

    fn request(&self, draft: Draft, out: &Out<'_, '_, '_>) -> Draft {
        let is_persons =
            out.record.text("promptSource").is_some() || out.record.object("origin").is_some();
        if self.is_subagent() && !is_persons {
            return draft.with("author", PARENT);
        }
        draft
    }

    fn result(
        &mut self,
        block: Record<'_>,
        line: Option<Record<'_>>,
        out: &Out<'_, '_, '_>,
    ) -> Draft {
        let setting = self.given.setting.clone();
        result(&out.stamp, block, line, &setting, &mut self.calls)
    }
}
