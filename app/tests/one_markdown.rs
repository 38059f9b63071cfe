//! Markdown is one thing, wherever it stands on a page: what an assistant says, a note, and a block
//! of a tool's result that says it is markdown have the same content but for the ids.
#![cfg(feature = "ssr")]

use std::fs;
use std::path::{Path, PathBuf};

use app::{LocalTime, ZonedClock, conversation_html};
use conversation::policy::Policy;
use conversation::{Context, Event, EventKey, Item, Reading, Status, View, Window, item};
use scraper::{Html, Selector};
use serde_json::{Value, json};
use wire::{ConversationBody, PageState};

/// A text in each of its places: the assistant's, a note, and a block in a card. It stands in turns
/// of its own, so that nothing is added to it.
fn events(text: &str) -> Vec<Event> {
    let block = json!({"type": "text", "text": text, "mimeType": "text/markdown"});
    let mut note = block.clone();
    note["annotations"] = json!({"audience": ["user"]});
    let values = [
        ("turn", json!({"type": "turn_start"})),
        (
            "asked",
            json!({"type": "chat_request", "content": "Say it."}),
        ),
        ("said", json!({"type": "chat_response", "message": text})),
        (
            "call",
            json!({"type": "tool_call_request", "id": "a", "name": "inspect", "arguments": {}}),
        ),
        (
            "card",
            json!({"type": "tool_call_response", "id": "a", "is_error": false, "content": [block]}),
        ),
        (
            "tell",
            json!({"type": "tool_call_request", "id": "b", "name": "tell_user", "arguments": {}}),
        ),
        (
            "note",
            json!({"type": "tool_call_response", "id": "b", "is_error": false, "content": [note]}),
        ),
    ];
    values.into_iter().map(event).collect()
}

fn event((key, value): (&str, Value)) -> Event {
    let Value::Object(fields) = value else {
        panic!("{value} is no event")
    };
    Event::new(EventKey::from_native(key), Some(0), fields)
}

fn page(events: &[Event]) -> Html {
    let contexts = Context::of_all(events, Reading::SplitTexts);
    let items: Vec<Item> = events
        .iter()
        .zip(&contexts)
        .filter_map(|(event, context)| item(View::User, event, context, &Policy::page()))
        .collect();
    let state = PageState {
        version: 1,
        build: String::new(),
        conversation: ConversationBody::default(),
        view: View::User,
        position: String::new(),
        after: None,
        window: Window {
            items,
            before: None,
        },
        status: Status::default(),
    };
    let clock = ZonedClock::new(|_| LocalTime {
        year: 2026,
        month: 1,
        day: 1,
        hour: 0,
        minute: 0,
        second: 0,
    });
    Html::parse_fragment(&conversation_html(&state, "", clock))
}

/// What a text becomes in a place, with the same ids everywhere; where it is folded, the whole.
fn content(page: &Html, place: &str, scope: &str) -> Option<String> {
    let Ok(prose) = Selector::parse(&format!("{place} .prose")) else {
        panic!("{place} is no selector")
    };
    let whole = page.select(&prose).next_back()?;
    let ids = whole.inner_html();
    Some(
        ids.replace(&format!("=\"{scope}-"), "=\"scope-")
            .replace(&format!("=\"#{scope}-"), "=\"#scope-"),
    )
}

/// The texts of which something else came out in one place than in another, or nothing at all.
fn differing<'a>(texts: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    let differs = |text: &&String| {
        let page = page(&events(text));
        let said = content(&page, ".row.assistant", "said");
        let card = content(&page, ".card", "card");
        let note = content(&page, ".row.note", "note.0");
        said.is_none() || said != card || said != note
    };
    texts
        .into_iter()
        .filter(differs)
        .map(String::as_str)
        .collect()
}

fn fixtures(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fixtures")
        .join(path)
}

#[test]
fn whole_answers_are_the_same_in_every_place() {
    let mut answers = Vec::new();
    for entry in fs::read_dir(fixtures("answers")).unwrap() {
        answers.push(fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    assert!(answers.len() > 30);
    assert_eq!(differing(&answers), [""; 0]);
}

#[test]
fn the_examples_of_the_specifications_are_the_same_in_every_place() {
    for path in [
        "commonmark/examples.json",
        "gfm/spec.json",
        "gfm/extensions.json",
    ] {
        let examples: Vec<Value> =
            serde_json::from_str(&fs::read_to_string(fixtures(path)).unwrap()).unwrap();
        assert!(!examples.is_empty());
        let texts: Vec<String> = examples
            .iter()
            .map(|example| example["markdown"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(differing(&texts), [""; 0], "{path}");
    }
}

#[test]
fn a_place_is_told_from_another() {
    let page = page(&events("# A\n\n[a](#a)"));
    let said = content(&page, ".row.assistant", "said").unwrap();
    assert_eq!(
        said,
        r##"<h3 dir="auto" id="scope-a">A</h3><p dir="auto"><a href="#scope-a">a</a></p>"##
    );
    assert_ne!(content(&page, ".card", "said"), Some(said));
    assert_eq!(
        content(&page, ".row.person", "asked").unwrap(),
        r#"<p dir="auto">Say it.</p>"#
    );
}
