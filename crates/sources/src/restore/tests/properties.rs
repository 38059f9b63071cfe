//! What holds of any result.

use super::*;
use proptest::prelude::*;

/// Few texts, so that those of results, copies and calls are often the same.
fn words() -> impl Strategy<Value = String> {
    let texts = vec![
        "",
        "a",
        "b",
        "a\n\nb",
        "a\nb",
        "a\r\nb",
        SHOWN,
        "a\n\nMessage shown to user.",
        "<untrusted_context>\na\n</untrusted_context>",
        "Wall time: 1 seconds\nOutput:",
    ];
    prop_oneof![
        8 => prop::sample::select(texts).prop_map(str::to_owned),
        1 => ".{0,6}",
    ]
}

fn block() -> impl Strategy<Value = Value> {
    let annotations = prop::sample::select(vec![
        json!(null),
        json!({}),
        json!({"audience": ["user"]}),
        json!({"audience": ["assistant"]}),
        json!("user"),
    ]);
    prop_oneof![
        4 => words().prop_map(|text| json!({"type": "text", "text": text})),
        4 => (words(), annotations).prop_map(|(text, annotations)| {
            json!({"type": "text", "text": text, "mimeType": "text/markdown", "annotations": annotations})
        }),
        1 => Just(json!({"type": "image", "data": "AAAA"})),
        1 => words().prop_map(|text| json!({"type": "resource", "resource": {"text": text}})),
        1 => prop::sample::select(vec![json!(null), json!("a"), json!({"type": "text"}), json!({"text": "a"})]),
    ]
}

fn blocks() -> impl Strategy<Value = Vec<Value>> {
    prop::collection::vec(block(), 0..4)
}

fn plain(blocks: &[Value]) -> Vec<Value> {
    let plain = |block: &Value| match block.get("text") {
        Some(text) => json!({"type": "text", "text": text}),
        None => block.clone(),
    };
    blocks.iter().map(plain).collect()
}

fn joined(blocks: &[Value], between: &str) -> String {
    let texts = blocks
        .iter()
        .filter_map(|block| block.get("text")?.as_str());
    texts.collect::<Vec<_>>().join(between)
}

/// A result whose content is often what a client leaves of `blocks`.
fn content(blocks: &[Value]) -> impl Strategy<Value = Value> + use<> {
    prop_oneof![
        Just(Value::Array(plain(blocks))),
        Just(json!(joined(blocks, "\n\n"))),
        Just(json!(joined(blocks, "\n"))),
        Just(json!(
            json!({"content": blocks, "isError": true}).to_string()
        )),
        Just(json!(blocks)),
        words().prop_map(Value::String),
        Just(json!(null)),
    ]
}

fn a_result() -> impl Strategy<Value = (Value, Vec<Value>)> {
    let copied = (blocks(), blocks(), 0..3u8, any::<bool>());
    copied.prop_flat_map(|(blocks, others, n, is_error)| {
        let copy = match n {
            0 => Some(blocks.clone()),
            1 => Some(others),
            _ => None,
        };
        content(&blocks).prop_map(move |content| {
            let stored = with(result(content), "is_error", json!(is_error));
            let stored = match &copy {
                Some(copy) => with_copy(stored, json!(copy)),
                None => stored,
            };
            (stored, blocks.clone())
        })
    })
}

fn a_call() -> impl Strategy<Value = Option<Call>> {
    let tools = prop::sample::select(vec![
        "tell_user",
        "notes_tell_user",
        "do_not_tell_user",
        "x__report",
    ]);
    let call =
        (tools, words()).prop_map(|(tool, message)| call(tool, json!({ "message": message })));
    prop::option::weighted(0.8, call)
}

fn a_restoration(
    blocks: Vec<Value>,
    call: Option<&Call>,
) -> impl Strategy<Value = Restoration> + use<> {
    let arguments = call.map_or(Value::Null, |call| call.arguments.clone());
    let capture =
        prop::sample::select(vec![None, Some("c"), Some("d")]).prop_map(move |id| Capture {
            call_id: id.map(str::to_owned),
            tool: "tell_user".to_owned(),
            arguments: arguments.clone(),
            blocks: blocks.clone(),
        });
    (prop::collection::vec(capture, 0..3), any::<bool>()).prop_map(|(captures, is_configured)| {
        let json_tools = if is_configured {
            vec!["report".to_owned()]
        } else {
            Vec::new()
        };
        Restoration {
            captures,
            json_tools,
        }
    })
}

prop_compose! {
    fn case()((stored, blocks) in a_result(), call in a_call())
        (restoration in a_restoration(blocks, call.as_ref()), stored in Just(stored), call in Just(call))
        -> (Restoration, Value, Option<Call>) {
        (restoration, stored, call)
    }
}

/// Everything written in a content, without what clients put around and between texts.
fn letters(result: &Map<String, Value>, text_of: impl Fn(&Value) -> Option<&str>) -> String {
    let text = match result.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(entries)) => entries.iter().filter_map(text_of).collect(),
        _ => String::new(),
    };
    let text = text.replace("Wall time: 1 seconds\nOutput:", "");
    let text = text
        .replace("<untrusted_context>", "")
        .replace("</untrusted_context>", "");
    text.chars().filter(|c| *c != '\n').collect()
}

proptest! {
    #[test]
    fn restoring_twice_changes_nothing((restoration, stored, call) in case()) {
        let mut once = fields(stored);
        restoration.restore(&mut once, call.as_ref(), None);
        let mut twice = once.clone();
        prop_assert_eq!(restoration.restore(&mut twice, call.as_ref(), None), None);
        prop_assert_eq!(twice, once);
    }

    #[test]
    fn a_result_changes_only_with_a_mark((restoration, stored, call) in case()) {
        let before = fields(stored);
        let mut after = before.clone();
        let source = restoration.restore(&mut after, call.as_ref(), None);
        prop_assert_eq!(source.is_none(), before == after);
        let word = after.get("metadata").and_then(|metadata| metadata.get(MARK));
        prop_assert_eq!(word.cloned(), source.map(|source| json!(source.word())));
        for name in ["timestamp", "type", "id", "_meta"] {
            prop_assert_eq!(before.get(name), after.get(name));
        }
    }

    #[test]
    fn texts_change_only_where_the_call_or_json_gives_them((restoration, stored, call) in case()) {
        let before = fields(stored);
        let mut after = before.clone();
        match restoration.restore(&mut after, call.as_ref(), None) {
            // A result that was read as JSON first has the texts of that.
            Some(Restored::Meta | Restored::Capture) if !is_json(&before) => {
                let stored = letters(&before, blocks::text);
                // Some clients write the texts of embedded resources like others.
                let now = [letters(&after, blocks::text), letters(&after, blocks::any_text)];
                prop_assert!(now.contains(&stored), "{stored:?} became {now:?}");
            }
            Some(Restored::Call) => {
                let message = call.as_ref().and_then(|call| call.arguments["message"].as_str());
                prop_assert_eq!(after.get("content").cloned(), message.map(contract));
            }
            None => prop_assert_eq!(after, before),
            _ => {}
        }
    }

    #[test]
    fn without_evidence_nothing_changes((_, stored, call) in case()) {
        let mut bare = fields(stored);
        bare.remove("_meta");
        let other = call.filter(|call| call.tool.ends_with("not_tell_user"));
        let before = bare.clone();
        prop_assert_eq!(Restoration::default().restore(&mut bare, other.as_ref(), None), None);
        prop_assert_eq!(bare, before);
    }
}

fn is_json(result: &Map<String, Value>) -> bool {
    let text = result.get("content").and_then(Value::as_str);
    text.is_some_and(|text| text.starts_with('{'))
}
