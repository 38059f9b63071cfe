//! Prompts that the person typed while the agent was at work.
//!
//! They wait in a queue. One that is taken from it at the end of a turn is the next prompt; one that
//! is taken while the agent works is told to it between two steps, and only newer versions store it
//! then, as an attachment. It is shown once in either case.

use super::record::Record;
use std::collections::VecDeque;

/// For how many prompts it is remembered that they were told.
const MOST: usize = 32;

/// The queue.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<String>,
    /// What was shown when it left the queue, and may come as a record of its own.
    shown: VecDeque<String>,
    /// What came as a record of its own, and may still leave the queue.
    told: VecDeque<String>,
    /// What was shown last, as long as nothing answers it.
    unanswered: Option<String>,
}

impl Queue {
    /// Takes an operation, and gives the text that was told to the agent with it.
    pub(super) fn take(&mut self, record: Record<'_>) -> Option<String> {
        let content = record.text("content");
        match record.text("operation") {
            Some("enqueue") => {
                self.waiting
                    .push_back(content.unwrap_or_default().to_owned());
            }
            Some("dequeue") => drop(self.waiting.pop_front()),
            Some("popAll") => self.waiting.clear(),
            Some("remove") => {
                let at = content.and_then(|text| self.waiting.iter().position(|w| w == text));
                let text = self.waiting.remove(at.unwrap_or_default())?;
                if text.trim().is_empty() || forget(&mut self.told, &text) {
                    return None;
                }
                remember(&mut self.shown, &text);
                self.unanswered = Some(text.trim().to_owned());
                return Some(text);
            }
            _ => {}
        }
        None
    }

    /// A turn begins: what left the queue before has come by now. Says whether it begins with what
    /// left it just now.
    pub(super) fn start_turn(&mut self, text: &str) -> bool {
        self.shown.clear();
        self.told.clear();
        self.unanswered
            .take()
            .is_some_and(|shown| shown == text.trim())
    }

    /// The agent goes on.
    pub(super) fn answer(&mut self) {
        self.unanswered = None;
    }

    /// Whether a prompt that comes as a record of its own was shown when it left the queue.
    pub(super) fn was_shown(&mut self, text: &str) -> bool {
        if text.trim().is_empty() {
            return false;
        }
        if forget(&mut self.shown, text) {
            return true;
        }
        if self
            .waiting
            .iter()
            .any(|waiting| waiting.trim() == text.trim())
        {
            remember(&mut self.told, text);
        }
        false
    }
}

fn remember(texts: &mut VecDeque<String>, text: &str) {
    texts.push_back(text.trim().to_owned());
    if texts.len() > MOST {
        texts.pop_front();
    }
}

fn forget(texts: &mut VecDeque<String>, text: &str) -> bool {
    let at = texts.iter().position(|other| other == text.trim());
    at.and_then(|at| texts.remove(at)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn take(queue: &mut Queue, operation: &str, content: &Value) -> Option<String> {
        let record = json!({"operation": operation, "content": content});
        queue.take(Record(record.as_object().expect("an object")))
    }

    #[test]
    fn what_leaves_the_queue_at_work_is_told() {
        let mut queue = Queue::default();
        for text in ["a", "b", "c", "d"] {
            take(&mut queue, "enqueue", &json!(text));
        }
        assert_eq!(take(&mut queue, "dequeue", &json!(null)), None);
        assert_eq!(
            take(&mut queue, "remove", &json!(null)).as_deref(),
            Some("b")
        );
        assert_eq!(
            take(&mut queue, "remove", &json!("d")).as_deref(),
            Some("d")
        );
        assert_eq!(take(&mut queue, "popAll", &json!(null)), None);
        assert_eq!(take(&mut queue, "remove", &json!(null)), None);
    }

    #[test]
    fn nothing_is_shown_twice() {
        let mut queue = Queue::default();
        take(&mut queue, "enqueue", &json!("a"));
        assert!(take(&mut queue, "remove", &json!(null)).is_some());
        assert!(queue.was_shown("a\n"), "the attachment behind");
        assert!(!queue.was_shown("a"), "the same words once more");
        take(&mut queue, "enqueue", &json!("c"));
        take(&mut queue, "remove", &json!(null));
        assert!(queue.start_turn("c "), "a turn that begins with it");
        assert!(!queue.start_turn("c"), "the same words once more");
        take(&mut queue, "enqueue", &json!("d"));
        take(&mut queue, "remove", &json!(null));
        queue.answer();
        assert!(!queue.start_turn("d"));
        take(&mut queue, "enqueue", &json!("b"));
        assert!(!queue.was_shown("b"), "the attachment before");
        assert_eq!(take(&mut queue, "remove", &json!(null)), None);
    }
}
