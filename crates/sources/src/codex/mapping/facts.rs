//! What the records say of the thread as a whole, whatever becomes of themselves.

use super::usage::Usage;
use crate::codex::record::{Entry, object};
use serde_json::{Map, Value};

/// What was said last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// The name that was given to the thread.
    pub title: Option<String>,
    /// The folder that it works in.
    pub cwd: Option<String>,
    /// The model that answers.
    pub model: Option<String>,
    effort: Option<String>,
    usage: Usage,
}

impl Facts {
    /// Looks at the next record.
    pub(super) fn look(&mut self, entry: &Entry<'_>) {
        let owned = |name| entry.text(name).map(str::to_owned);
        match entry.kind {
            "session_meta" => self.cwd = self.cwd.take().or(owned("cwd")),
            "turn_context" => {
                self.cwd = owned("cwd").or(self.cwd.take());
                self.model = owned("model").or(self.model.take());
                self.effort = owned("effort");
            }
            "token_usage_record" => {
                self.usage.tell_turn(entry.payload.get("turn_token_usage"));
            }
            "event_msg" => match entry.inner_kind() {
                "task_started" | "turn_started" => self.usage.start_turn(),
                "thread_name_updated" => self.title = owned("thread_name"),
                "token_count" => {
                    let info = object(entry.payload, "info");
                    let total = info.and_then(|info| object(info, "total_token_usage"));
                    self.usage.tell_total(total);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// What an answer says of itself.
    pub(super) fn of_answer(&self, phase: Option<&str>) -> Map<String, Value> {
        let said = |text: Option<&str>| text.map(|text| Value::String(text.to_owned()));
        present([
            ("model", said(self.model.as_deref())),
            ("effort", said(self.effort.as_deref())),
            ("phase", said(phase)),
        ])
    }

    /// What the end of a turn says of the turn.
    pub(super) fn of_turn(&self, duration_ms: Option<&Value>) -> Map<String, Value> {
        let mut said = self.of_answer(None);
        said.extend(present([
            ("usage", self.usage.of_turn()),
            ("duration_ms", duration_ms.cloned()),
        ]));
        said
    }
}

fn present<const N: usize>(fields: [(&str, Option<Value>); N]) -> Map<String, Value> {
    let fields = fields.into_iter();
    let present = fields.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    present.collect()
}
