//! Folding the changes between two readings gives the second reading.

use conversation::{
    Change, Context, Event, EventKey, Grow, Item, Put, Reading, Status, View, ViewState, Window,
    changes_between, item, policy::Policy,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A short alphabet of events, so that random lists share many keys and differ in few.
fn event(n: u8, rev: u8) -> Event {
    let value = match n % 4 {
        0 => json!({"type": "turn_start", "rev": rev}),
        1 => json!({"type": "chat_response", "message": format!("m{rev}")}),
        2 => json!({"type": "chat_response", "reasoning": format!("r{rev}")}),
        _ => {
            let audience = if rev.is_multiple_of(2) {
                "user"
            } else {
                "assistant"
            };
            json!({"type": "tool_call_response", "id": "c", "content": [
                {"type": "text", "text": "t", "annotations": {"audience": [audience]}}]})
        }
    };
    let Value::Object(fields) = value else {
        unreachable!("made as objects")
    };
    Event::new(EventKey::from_native(&format!("k{n}")), None, fields)
}

fn items(view: View, list: &[(u8, u8)]) -> Vec<Item> {
    let events: Vec<Event> = list.iter().map(|(n, rev)| event(*n, *rev)).collect();
    let contexts = Context::of_all(&events, Reading::SplitTexts);
    events
        .iter()
        .zip(&contexts)
        .filter_map(|(e, c)| item(view, e, c, &Policy::page()))
        .collect()
}

fn distinct() -> impl Strategy<Value = Vec<(u8, u8)>> {
    prop::collection::vec((0u8..20, 0u8..4), 0..20).prop_map(|mut list| {
        let mut seen = std::collections::HashSet::new();
        list.retain(|(n, _)| seen.insert(*n));
        list
    })
}

fn state(items: Vec<Item>) -> ViewState {
    ViewState::new(
        Window {
            items,
            before: None,
        },
        Status::default(),
    )
}

proptest! {
    #[test]
    fn fold_of_changes_is_the_new_reading(old in distinct(), new in distinct(), user in any::<bool>()) {
        let view = if user { View::User } else { View::Raw };
        let (old, new) = (items(view, &old), items(view, &new));
        let mut folded = state(old.clone());
        for change in changes_between(None, &old, &new) {
            folded.apply(change);
        }
        prop_assert_eq!(folded.items(), &new[..]);
    }

    #[test]
    fn an_append_is_one_put_an_item(old in distinct(), n_more in 1usize..5) {
        let more = (0..n_more).map(|n| (100 + u8::try_from(n).expect("small"), 0));
        let new: Vec<_> = old.iter().copied().chain(more).collect();
        let (old, new) = (items(View::Raw, &old), items(View::Raw, &new));
        let changes = changes_between(None, &old, &new);
        prop_assert_eq!(changes.len(), n_more);
        let all_puts = changes.iter().all(|change| matches!(change, Change::Put(_)));
        prop_assert!(all_puts);
    }

    /// A page that holds only the end of a view ends up with the end of the new one.
    #[test]
    fn a_window_stays_a_suffix(old in distinct(), cut in 0usize..20, new_tail in distinct()) {
        let new: Vec<_> = old.iter().copied()
            .chain(new_tail.into_iter().map(|(n, rev)| (n + 50, rev))).collect();
        let (old, new) = (items(View::Raw, &old), items(View::Raw, &new));
        let cut = cut.min(old.len().saturating_sub(1));
        let before = (cut > 0).then(|| "cursor".to_owned());
        let window = Window { items: old[cut..].to_vec(), before };
        let mut folded = ViewState::new(window, Status::default());
        for change in changes_between(None, &old, &new) {
            folded.apply(change);
        }
        if !old.is_empty() {
            prop_assert_eq!(folded.items(), &new[cut..]);
        }
    }
}

#[test]
fn a_newer_end_keeps_what_is_older() {
    let all = items(View::Raw, &[(1, 0), (5, 0), (9, 0), (13, 0)]);
    let newer = items(View::Raw, &[(1, 0), (5, 0), (9, 1), (13, 1)]);
    let mut state = state(all.clone());
    state.renew(Window {
        items: newer[2..].to_vec(),
        before: Some("cursor".into()),
    });
    assert_eq!(state.items(), [&all[..2], &newer[2..]].concat());
    assert_eq!(state.before(), None, "what is older is all there");

    state.renew(Window {
        items: items(View::Raw, &[(17, 0)]),
        before: Some("cursor".into()),
    });
    assert_eq!((state.items().len(), state.before()), (1, Some("cursor")));
}

#[test]
fn a_change_enters_and_leaves_the_user_view() {
    let withheld = items(View::User, &[(1, 0), (3, 1), (5, 0)]);
    let shown = items(View::User, &[(1, 0), (3, 0), (5, 0)]);
    let entering = changes_between(None, &withheld, &shown);
    let [Change::Put(Put { item, after })] = &entering[..] else {
        panic!("one put: {entering:?}")
    };
    assert_eq!(
        (item.key().as_str(), after.as_ref().map(EventKey::as_str)),
        ("k3", Some("k1"))
    );
    let leaving = changes_between(None, &shown, &withheld);
    assert_eq!(leaving, [Change::remove(vec![EventKey::from_native("k3")])]);
}

#[test]
fn a_piece_that_arrives_twice_is_added_once() {
    let mut state = state(items(View::User, &[(1, 0)]));
    let grow = Change::Grow(Grow {
        key: EventKey::from_native("k1"),
        block: 0,
        at: 2,
        text: "!".into(),
        rev: "new".into(),
        lines: 1,
    });
    state.apply(grow.clone());
    state.apply(grow);
    assert_eq!(state.items()[0].event["message"], "m0!");
    assert_eq!(state.items()[0].side.rev, "new");
}

/// An answer, a thought, a prompt, a note, and a result of two blocks, each with this text.
fn with_text(kind: u8, text: &str) -> Vec<Item> {
    let value = match kind % 5 {
        0 => json!({"type": "chat_response", "message": text, "resources": [
            {"uri": "file:///a.txt", "text": "more", "mimeType": "text/plain"}]}),
        1 => json!({"type": "chat_response", "reasoning": text}),
        2 => json!({"type": "chat_request", "content": text}),
        3 => json!({"type": "host_note", "content": text}),
        _ => json!({"type": "tool_call_response", "id": "c", "content": [
            {"type": "text", "text": "first"}, {"type": "text", "text": text}]}),
    };
    let Value::Object(fields) = value else {
        unreachable!("made as objects")
    };
    let event = Event::new(EventKey::from_native("k"), None, fields);
    let contexts = Context::of_all(std::slice::from_ref(&event), Reading::WholeTexts);
    let made = item(View::Raw, &event, &contexts[0], &Policy::page());
    made.into_iter().collect()
}

proptest! {
    /// Whatever it says before and after: what is told leads from one to the other, also for whoever
    /// has only what stands beside the texts.
    #[test]
    fn a_text_that_grows_folds_to_the_new_one(kind in any::<u8>(), before in "[a-c\\n é]{0,12}", more in "[a-c\\n é]{0,12}", is_suffix in any::<bool>()) {
        let after = if is_suffix { format!("{before}{more}") } else { more };
        let (old, new) = (with_text(kind, &before), with_text(kind, &after));
        let changes = changes_between(None, &old, &new);
        let mut folded = state(old.clone());
        let mut skeleton = state(old.iter().map(Item::skeleton).collect());
        for change in changes {
            folded.apply(change.clone());
            skeleton.apply(change);
        }
        prop_assert_eq!(folded.items(), &new[..]);
        prop_assert_eq!(&skeleton.items()[0].side, &new[0].side);
    }
}

#[test]
fn what_is_added_to_a_text_travels_alone() {
    for kind in 0..5 {
        let before = "words that stand there ".repeat(100);
        let after = format!("{before}and more\nof them");
        let changes = changes_between(None, &with_text(kind, &before), &with_text(kind, &after));
        let [Change::Grow(grow)] = &changes[..] else {
            panic!("{kind}: {changes:?}")
        };
        assert_eq!(grow.text, "and more\nof them");
        assert_eq!((grow.at, grow.lines), (before.len() as u64, 2));
        assert_eq!(grow.block, u32::from(kind == 4));
        // Nobody gets a part of a character, nor a text that is no longer what it was.
        let other = after.replacen("words", "Words", 1);
        let changes = changes_between(None, &with_text(kind, &before), &with_text(kind, &other));
        assert!(matches!(&changes[..], [Change::Put(_)]), "{changes:?}");
    }
}
