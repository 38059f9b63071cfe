//! What a page holds of a conversation.

use super::Sample;
use conversation::{
    Absence, Addressee, BodyFacts, Change, Display, EventKey, Format, Grow, Item, Media, MediaKind,
    Put, Remove, Reset, Side, Status, Tool, Window, policy::Setting,
};
use serde_json::json;

fn key() -> EventKey {
    EventKey::from_native("k")
}

fn tool() -> Tool {
    Tool {
        name: "t".into(),
        title: Some("T".into()),
        server: Some("s".into()),
    }
}

fn media() -> Media {
    Media {
        kind: MediaKind::Image,
        name: "n".into(),
        media_type: Some("image/png".into()),
        bytes: Some(1),
        address: Some("a".into()),
        description: Some("d".into()),
        width: Some(2),
        height: Some(3),
    }
}

fn facts() -> BodyFacts {
    BodyFacts {
        n: 1,
        bytes: 2,
        lines: 3,
        is_blank: true,
        head: "h".into(),
        cut_at: Some(4),
        label: Some("l".into()),
        format: Format::Markdown,
        media: Some(media()),
        addressed_to: Some(Addressee::Both),
        shown: Setting::Lines(5),
    }
}

fn display() -> Display {
    Display {
        is_open: true,
        is_hidden: true,
        is_unnamed: true,
    }
}

fn side() -> Side {
    Side {
        key: key(),
        rev: "r".into(),
        at_ms: Some(-5),
        turn: 6,
        region: Some(7),
        tool: Some(tool()),
        answers: Some(key()),
        subagent: Some("a~b".into()),
        bodies: vec![facts()],
        display: display(),
        absent: Some(Absence::Call),
        marks: vec!["m".into()],
    }
}

fn item() -> Item {
    let event = json!({"type": "x", "n": [1.5, null, {}]});
    Item {
        event: event.as_object().cloned().unwrap_or_default(),
        side: side(),
        is_skeleton: true,
    }
}

pub(super) fn window() -> Window {
    Window {
        items: vec![item()],
        before: Some("b".into()),
    }
}

pub(super) fn status() -> Status {
    Status {
        state: "running".into(),
        last_activity_ms: Some(8),
        problem: Some("p".into()),
    }
}

fn put() -> Put {
    Put {
        item: Box::new(item()),
        after: Some(key()),
    }
}

fn grow() -> Grow {
    Grow {
        key: key(),
        block: 1,
        at: 2,
        text: "t".into(),
        rev: "r".into(),
        lines: 3,
    }
}

/// A change of each kind.
pub(super) fn changes() -> [Change; 5] {
    [
        Change::Put(put()),
        Change::Grow(grow()),
        Change::remove(vec![key()]),
        Change::reset(window()),
        Change::Status(status()),
    ]
}

pub(super) fn samples() -> Vec<Sample> {
    let of_status = &["last_activity_ms", "problem"];
    let [put_tagged, grow_tagged, remove, reset, status_tagged] = changes();
    vec![
        Sample::of(tool(), &["title", "server"]),
        Sample::of(
            media(),
            &[
                "media_type",
                "bytes",
                "address",
                "description",
                "width",
                "height",
            ],
        ),
        Sample::of(
            facts(),
            &[
                "is_blank",
                "head",
                "cut_at",
                "label",
                "format",
                "media",
                "addressed_to",
                "shown",
            ],
        ),
        Sample::of(display(), &["is_open", "is_hidden", "is_unnamed"]),
        Sample::of(
            side(),
            &[
                "at_ms", "region", "tool", "answers", "subagent", "bodies", "display", "absent",
                "marks",
            ],
        ),
        Sample::of(item(), &["is_skeleton"]),
        Sample::of(window(), &["before"]),
        Sample::of(status(), of_status),
        Sample::of(put(), &["after"]),
        Sample::of(grow(), &[]),
        Sample::of(Remove { keys: vec![key()] }, &[]),
        Sample::of(Reset { window: window() }, &[]),
        Sample::of(put_tagged, &["after"]),
        Sample::of(grow_tagged, &[]),
        Sample::of(remove, &[]),
        Sample::of(reset, &[]),
        Sample::of(status_tagged, of_status),
    ]
}
