use super::*;
use serde_json::{Value, json};

fn event(key: &str, fields: &Value) -> Event {
    let fields = fields.as_object().expect("an object").clone();
    Event::new(EventKey::from_native(key), None, fields)
}

/// Events told as `a:m text` (message), `r` (reasoning), `c` (call).
fn events(told: &[&str]) -> Vec<Event> {
    let one = |told: &&str| {
        let (key, what) = told.split_once(':').expect("a key");
        let (kind, text) = what.split_once(' ').unwrap_or((what, ""));
        let fields = match kind {
            "m" => json!({"type": "chat_response", "message": text}),
            "r" => json!({"type": "chat_response", "reasoning": text}),
            _ => json!({"type": "tool_call_request", "name": text}),
        };
        event(key, &fields)
    };
    told.iter().map(one).collect()
}

struct Told {
    settler: Settler,
}

impl Told {
    fn new() -> Self {
        Self {
            settler: Settler::new(Reading::SplitTexts),
        }
    }

    fn take(&mut self, keep: usize, told: &[&str], is_running: bool) -> String {
        let events = events(told);
        let steps = self
            .settler
            .take(Some(Splice::new(keep, events)), is_running);
        self.tell(&steps)
    }

    fn tell(&self, steps: &[Step]) -> String {
        let keys = |range: &Range<usize>| {
            let events = self.settler.events(range.clone());
            let keys: Vec<&str> = events.iter().map(|event| event.key().as_str()).collect();
            keys.join("")
        };
        let tell = |step: &Step| match step {
            Step::Rewind => "rewind".to_owned(),
            Step::Read(range) => format!("read {}", keys(range)),
            Step::Print(range) => format!("print {}", keys(range)),
            Step::Changed(key) => format!("changed {key}"),
        };
        steps.iter().map(tell).collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn a_text_waits_for_its_end() {
    let mut told = Told::new();
    assert_eq!(told.take(0, &["a:c"], true), "print a");
    assert_eq!(told.take(1, &["b:m x"], true), "");
    assert_eq!(told.take(2, &["c:m y"], true), "");
    assert_eq!(
        told.take(3, &["d:r", "e:c"], true),
        "print bc, print d, print e"
    );
    assert_eq!(told.take(5, &["f:m z"], true), "");
    let steps = told.settler.take(None, false);
    assert_eq!(told.tell(&steps), "print f");
}

#[test]
fn a_text_that_grows_in_place_is_printed_once() {
    let mut told = Told::new();
    assert_eq!(told.take(0, &["a:c", "b:m x"], true), "print a");
    assert_eq!(told.take(1, &["b:m xy"], true), "");
    assert_eq!(told.take(1, &["b:m xyz"], false), "print b");
}

#[test]
fn where_no_text_is_split_each_is_one() {
    let mut told = Told {
        settler: Settler::new(Reading::WholeTexts),
    };
    assert_eq!(told.take(0, &["a:m x", "b:m y"], true), "print a");
    assert_eq!(told.take(1, &["b:m y z"], false), "print b");
}

#[test]
fn what_changes_later_is_told_once() {
    let mut told = Told::new();
    assert_eq!(
        told.take(0, &["a:c", "b:m x", "c:c"], true),
        "print a, print b, print c"
    );
    assert_eq!(
        told.take(1, &["b:m other", "c:c", "d:c"], true),
        "changed b, rewind, read a, read b, read c, print d"
    );
    assert_eq!(
        told.take(1, &["b:m other", "e:c", "d:c"], true),
        "changed c, rewind, read a, read b, print e, read d"
    );
    assert_eq!(told.take(4, &["f:c"], true), "print f");
}

#[test]
fn a_text_that_goes_on_after_it_was_printed_has_changed() {
    let mut told = Told::new();
    assert_eq!(told.take(0, &["a:m x"], false), "print a");
    assert_eq!(told.take(1, &["b:m y"], true), "");
    assert_eq!(told.take(2, &["c:c"], true), "changed a, print b, print c");
}

#[test]
fn while_a_printed_text_may_go_on_its_beginning_counts_as_read() {
    let mut told = Told::new();
    assert_eq!(told.take(0, &["a:c", "b:m x"], false), "print a, print b");
    assert_eq!(
        told.take(0, &["a:c new", "b:m x", "c:m y"], true),
        "changed a, rewind, read a, read b"
    );
    let steps = told.settler.take(None, false);
    assert_eq!(told.tell(&steps), "changed b, print c");
}
