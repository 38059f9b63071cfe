use super::*;
use crate::{
    UNREADABLE,
    mapping::{Events, Handle, Mapped, Outcome},
};
use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, fs, path::PathBuf};

/// `{"say": text}` is a message, behind the start of a turn where it has a `turn` that names it;
/// `{"more": text}` is added to the last one; `{"retract": id}` takes an earlier one back; anything
/// else is carried.
#[derive(Debug)]
struct Toy {
    known: BTreeSet<String>,
    n_said: u64,
    last: Option<(Handle, String)>,
}

impl Mapping for Toy {
    type Known = BTreeSet<String>;

    fn new(known: Self::Known) -> Self {
        Self {
            known,
            n_said: 0,
            last: None,
        }
    }

    fn take(&mut self, record: &Map<String, Value>, events: &mut Events<'_>) -> Outcome {
        let text = |name: &str| record.get(name).and_then(Value::as_str).map(str::to_owned);
        if let Some(id) = text("retract") {
            self.known.insert(id);
            return Outcome::Folded;
        }
        let id = text("id");
        if let Some(words) = text("say") {
            if id.as_ref().is_some_and(|id| self.known.contains(id)) {
                return Outcome::Folded;
            }
            // What is shown may depend on records that are taken back later.
            self.n_said += 1;
            let mut fields = message(&words);
            fields.insert("number".to_owned(), self.n_said.into());
            if text("turn").is_some() {
                events.add(Mapped {
                    id: text("turn"),
                    at_ms: None,
                    fields: message("turn"),
                });
            }
            let handle = events.add(Mapped {
                id,
                at_ms: None,
                fields,
            });
            self.last = Some((handle, words));
            return Outcome::Mapped;
        }
        match (text("more"), &mut self.last) {
            (Some(more), Some((handle, words))) => {
                words.push_str(&more);
                events.revise(*handle, message(words));
                Outcome::Folded
            }
            _ => Outcome::Carried,
        }
    }

    fn known(&self) -> &Self::Known {
        &self.known
    }
}

fn message(words: &str) -> Map<String, Value> {
    let fields = json!({"type": "chat_response", "message": words});
    fields.as_object().expect("an object").clone()
}

struct Reader {
    _folder: tempfile::TempDir,
    path: PathBuf,
    log: RecordLog<Toy>,
    events: Vec<Event>,
}

impl Reader {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            path: folder.path().join("toy.jsonl"),
            _folder: folder,
            log: RecordLog::new(),
            events: Vec::new(),
        }
    }

    fn add(&mut self, lines: &str) -> &mut Self {
        let old = fs::read_to_string(&self.path).unwrap_or_default();
        fs::write(&self.path, old + lines).expect("written");
        self.look()
    }

    fn look(&mut self) -> &mut Self {
        while let Some(splice) = self.log.refresh(&self.path).expect("readable") {
            splice.apply(&mut self.events);
        }
        self
    }

    fn said(&self) -> Vec<String> {
        let told =
            |event: &Event| format!("{} {}", event.key(), event.text("message").unwrap_or("?"));
        self.events.iter().map(told).collect()
    }
}

#[test]
fn records_become_events_with_keys_of_their_ids_or_places() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\",\"id\":\"x\"}\n{\"say\":\"b\"}\n{\"say\":\"c\",\"id\":\"x\"}\n");
    assert_eq!(reader.said(), ["x a", "o21 b", "x.r1 c"]);
}

#[test]
fn the_events_of_one_record_keep_their_ids() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\",\"id\":\"x\",\"turn\":\"x-turn\"}\n");
    assert_eq!(reader.said(), ["x-turn turn", "x a"]);
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\",\"id\":\"x\",\"turn\":\"x\"}\n");
    assert_eq!(reader.said(), ["x turn", "x.e1 a"]);
}

#[test]
fn a_later_record_may_add_to_an_event() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\",\"id\":\"x\"}\n{\"say\":\"b\",\"id\":\"y\"}\n");
    let position = reader.log.position(2);
    assert_eq!(reader.add("{\"more\":\"!\"}\n").said(), ["x a", "y b!"]);
    assert!(!reader.log.has(position), "the second event is another one");
    assert!(reader.log.has(reader.log.position(1)));
}

#[test]
fn a_later_record_may_take_an_earlier_one_back() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\",\"id\":\"x\"}\n{\"say\":\"b\",\"id\":\"y\"}\n{\"say\":\"c\",\"id\":\"z\"}\n");
    let before = reader.log.position(1);
    assert_eq!(reader.add("{\"retract\":\"y\"}\n").said(), ["x a", "z c"]);
    assert!(reader.log.has(before));
    let mut cold = Reader {
        path: reader.path.clone(),
        ..Reader::new()
    };
    assert_eq!(cold.look().events, reader.events);
    let cold = cold.log;
    assert_eq!(cold.outcomes(), reader.log.outcomes());
    assert_eq!(cold.position(2), reader.log.position(2));
}

#[test]
fn what_a_file_told_is_not_known_of_the_one_in_its_place() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\",\"id\":\"x\"}\n{\"retract\":\"x\"}\n");
    assert_eq!(reader.said(), Vec::<String>::new());
    fs::write(&reader.path, "{\"say\":\"b\",\"id\":\"x\"}\n").expect("written");
    assert_eq!(reader.look().said(), ["x b"]);
}

#[test]
fn every_record_is_accounted_for() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\"}\n{\"more\":\"b\"}\n{\"x\":1}\nnot json\n[1]\n\n");
    let expected = Outcomes {
        mapped: 1,
        folded: 1,
        carried: 1,
        unreadable: 2,
    };
    assert_eq!(reader.log.outcomes(), expected);
    assert_eq!(reader.events.len(), 3);
    assert_eq!(reader.events[1].text("type"), Some(UNREADABLE));
}

#[test]
fn an_events_record_is_found_again() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\"}\r\n{\"say\":\"é\",\"id\":\"x\"}\n");
    let key = reader.events[1].key().clone();
    let stored = reader.log.stored(&reader.path, &key).expect("readable");
    assert_eq!(
        stored.as_deref(),
        Some("{\"say\":\"é\",\"id\":\"x\"}".as_bytes())
    );
}

#[test]
fn a_long_file_is_told_in_parts_and_events_are_let_go() {
    let mut reader = Reader::new();
    reader.log.look = 1;
    let text = "x".repeat(1000);
    let lines: Vec<String> = (0..5000)
        .map(|n| format!("{{\"say\":\"{text}\",\"id\":\"i{n}\"}}\n"))
        .collect();
    fs::write(&reader.path, lines.concat()).expect("written");
    let mut n_parts = 0;
    while let Some(splice) = reader.log.refresh(&reader.path).expect("readable") {
        n_parts += 1;
        assert_eq!(splice.keep, reader.events.len());
        splice.apply(&mut reader.events);
        assert!(reader.log.events.state.untold.is_empty());
    }
    assert!(n_parts >= 5, "{n_parts}");
    assert_eq!(reader.events.len(), 5000);
    // What is taken back in a second reading is told from there on.
    reader.add("{\"retract\":\"i4000\"}\n");
    assert_eq!(reader.events.len(), 4999);
    assert_eq!(reader.events[4000].key().as_str(), "i4001");
    let mut cold = Reader {
        path: reader.path.clone(),
        ..Reader::new()
    };
    assert_eq!(cold.look().events, reader.events);
    assert_eq!(cold.log.position(4999), reader.log.position(4999));
}

#[test]
fn an_event_that_was_told_is_revised_alone() {
    let mut reader = Reader::new();
    reader.add("{\"say\":\"a\"}\n{\"say\":\"b\"}\n");
    let old = fs::read_to_string(&reader.path).expect("readable");
    fs::write(&reader.path, old + "{\"more\":\"!\"}\n").expect("written");
    let splice = reader
        .log
        .refresh(&reader.path)
        .expect("readable")
        .expect("a change");
    assert_eq!((splice.keep, splice.events.len()), (2, 0));
    assert_eq!(splice.revised[0].0, 1);
    splice.apply(&mut reader.events);
    let mut cold = Reader {
        path: reader.path.clone(),
        ..Reader::new()
    };
    assert_eq!(cold.look().events, reader.events);
    assert_eq!(cold.log.position(2), reader.log.position(2));
}

#[test]
fn the_end_of_a_long_file_is_told_alone() {
    let mut reader = Reader::new();
    let text = "x".repeat(1000);
    let n_lines = LONG / 1000 + 10;
    let lines: Vec<String> = (0..n_lines)
        .map(|n| format!("{{\"say\":\"{text}\"}}\n{{\"more\":\" {n}\"}}\n"))
        .collect();
    fs::write(&reader.path, lines.first().expect("a line")).expect("written");
    assert_eq!(reader.log.ending(&reader.path).expect("readable"), None);
    fs::write(&reader.path, lines.concat()).expect("written");
    let bytes_before = reader.log.cost().bytes_read;
    let ending = reader.log.ending(&reader.path).expect("readable");
    let ending = ending.expect("a long file");
    assert_eq!(reader.log.cost().bytes_read - bytes_before, ENDING);
    let mut all = std::mem::take(&mut reader.look().events);
    let all = all.split_off(all.len() - ending.len());
    let told = |events: &[Event]| -> Vec<String> {
        let without_numbers =
            |event: &Event| format!("{} {:?}", event.key(), event.text("message"));
        events.iter().map(without_numbers).collect()
    };
    assert_eq!(told(&ending), told(&all));
    assert!(ending.len() as u64 > ENDING / 1100, "{}", ending.len());
}

#[test]
fn reading_all_at_once_gives_the_same() {
    let mut reader = Reader::new();
    let lines: Vec<String> = (0..500)
        .map(|n| format!("{{\"say\":\"a\",\"id\":\"i{n}\"}}\n{{\"more\":\"{n}\"}}\n"))
        .chain(["{\"retract\":\"i300\"}\n".to_owned()])
        .collect();
    fs::write(&reader.path, lines.concat()).expect("written");
    reader.log.look = 1000;
    let (mut events, mut n_parts) = (Vec::new(), 0);
    let mut give = |splice: Splice| {
        n_parts += 1;
        splice.apply(&mut events);
    };
    reader.log.read(&reader.path, &mut give).expect("readable");
    assert!(n_parts > 10, "{n_parts}");
    let mut cold = Reader {
        path: reader.path.clone(),
        ..Reader::new()
    };
    assert_eq!(events, cold.look().events);
    assert_eq!(reader.log.position(499), cold.log.position(499));
    assert_eq!(reader.log.cost(), cold.log.cost());
}
