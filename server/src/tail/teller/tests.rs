use super::*;
use crate::print::{Format, clock};
use serde_json::{Value, json};

fn teller() -> Teller {
    Teller::new(
        View::User,
        clock(jiff::tz::TimeZone::UTC, Format::Text),
        false,
    )
}

fn item(n: usize, text: &str, region: Option<usize>) -> Value {
    json!({
        "event": {"type": "chat_response", "message": text},
        "side": {"key": format!("e{n}"), "rev": format!("{n} {text}"), "turn": 0, "region": region,
            "bodies": [{"n": 0, "bytes": text.len(), "lines": 1, "format": "markdown"}]},
    })
}

fn put(n: usize, text: &str, region: Option<usize>) -> Value {
    let after = n.checked_sub(1).map(|before| format!("e{before}"));
    json!({"type": "put", "after": after, "item": item(n, text, region)})
}

fn window(items: &[Value], before: Option<&str>) -> Value {
    match before {
        Some(before) => json!({"items": items, "before": before}),
        None => json!({"items": items}),
    }
}

fn reset(items: &[Value], before: Option<&str>) -> Value {
    json!({"type": "reset", "window": window(items, before)})
}

fn status(state: &str) -> Value {
    json!({"type": "status", "state": state})
}

fn read<T: conversation::read::FromJson>(value: Value) -> T {
    T::from_json(value).expect("it is readable")
}

/// What is printed after these frames, both channels.
fn told(teller: &mut Teller, frames: Value) -> (String, String) {
    assert_eq!(teller.take(read(frames)), None, "no gap");
    let output = teller.print();
    (output.on(Channel::Out), output.on(Channel::Err))
}

#[test]
fn what_comes_twice_is_printed_once() {
    let mut teller = teller();
    let first = told(
        &mut teller,
        json!([reset(&[item(0, "a", None), item(1, "b", None)], None)]),
    );
    assert_eq!(first.0, "a\n\nb\n");
    let again = json!([reset(&[item(1, "b", None), item(2, "c", None)], Some("x"))]);
    assert_eq!(told(&mut teller, again).0, "\nc\n");
    let gone = json!([{"type": "remove", "keys": ["e2"]}]);
    assert_eq!(told(&mut teller, gone).0, "");
    assert_eq!(told(&mut teller, json!([put(2, "c", None)])).0, "");
}

#[test]
fn a_text_in_pieces_waits_until_it_is_complete() {
    let mut teller = teller();
    let running = json!([reset(&[item(0, "a ", Some(0))], None), status("running")]);
    assert_eq!(told(&mut teller, running).0, "");
    assert_eq!(told(&mut teller, json!([put(1, "text", Some(0))])).0, "");
    assert_eq!(
        told(&mut teller, json!([put(2, "next", Some(2))])).0,
        "a text\n"
    );
    assert_eq!(told(&mut teller, json!([status("settled")])).0, "\nnext\n");
}

#[test]
fn what_changes_after_it_was_printed_is_told_and_not_printed_again() {
    let mut teller = teller();
    told(&mut teller, json!([reset(&[item(0, "a", None)], None)]));
    let (out, err) = told(&mut teller, json!([put(0, "other", None)]));
    assert_eq!(
        (out.as_str(), err.as_str()),
        ("", "Event e0 changed after it was printed.\n")
    );
    let mut beside = put(0, "other", None);
    beside["item"]["side"]["rev"] = "another".into();
    assert_eq!(
        told(&mut teller, json!([beside])),
        <(String, String)>::default()
    );
}

#[test]
fn a_gap_is_filled_from_its_end() {
    let mut teller = teller();
    told(&mut teller, json!([reset(&[item(0, "a", None)], None)]));
    let far = json!([reset(&[item(3, "d", None)], Some("3"))]);
    assert_eq!(teller.take(read(far)), Some("3".to_owned()));
    let older = window(&[item(2, "c", None)], Some("2"));
    assert_eq!(teller.prepend(read(older)), Some("2".to_owned()));
    let older = window(&[item(0, "a", None), item(1, "b", None)], Some("0"));
    assert_eq!(teller.prepend(read(older)), None);
    assert_eq!(teller.print().on(Channel::Out), "\nb\n\nc\n\nd\n");
}

#[test]
fn memory_stays_bounded() {
    let mut teller = teller();
    for n in 0..MOST_PRINTED + MOST_ITEMS {
        let change = read(put(n, "x", None));
        teller.take(vec![change]);
        if n % 500 == 0 {
            teller.print();
        }
    }
    teller.print();
    assert!(teller.state.items().len() <= MOST_ITEMS);
    assert!(teller.printed.known.len() <= MOST_PRINTED);
    assert_eq!(teller.printed.known.len(), teller.printed.order.len());
}
