//! The last thing said to the person, for lists.

use crate::{Answer, Kind, block::Content, view::Projection};

/// The longest that is kept of it, in characters.
const LONGEST: usize = 160;

/// The beginning of what an event says to the person, on one line and without markdown's marks:
/// the assistant's message, or the first text of a result that names the person. Nothing where the
/// event says nothing of the kind. `shown` is a projection of the user view.
pub fn last_words(shown: &Projection<'_>) -> Option<String> {
    let fields = shown.to_fields();
    match Kind::of(&fields) {
        Kind::ChatResponse(Answer::Message) => told(fields.get("message")?.as_str()?),
        Kind::ToolCallResponse => {
            let Content::Blocks(blocks, _) = Content::of_fields(&fields) else {
                return None;
            };
            let mut speech = blocks.iter().filter(|block| block.audience().names_user());
            speech.find_map(|block| told(block.text("text")?))
        }
        _ => None,
    }
}

fn told(text: &str) -> Option<String> {
    let is_word = |word: &&str| {
        !word
            .chars()
            .all(|c| matches!(c, '#' | '*' | '-' | '>' | '`' | '|'))
    };
    let mut line = String::new();
    for word in text.split_whitespace().filter(is_word) {
        if line.chars().count() >= LONGEST {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word.replace("**", "").replace('`', ""));
    }
    let cut: String = line.chars().take(LONGEST).collect();
    (!cut.is_empty()).then_some(cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, EventKey, View};
    use serde_json::{Value, json};

    fn check(event: &Value, expected: Option<&str>) {
        let fields = event.as_object().expect("an object").clone();
        let event = Event::new(EventKey::from_native("k"), None, fields);
        let shown = View::User.project(&event);
        assert_eq!(
            shown.and_then(|shown| last_words(&shown)).as_deref(),
            expected
        );
    }

    #[test]
    fn messages_and_notes_are_words_to_the_person() {
        check(
            &json!({"type": "chat_response", "message": "## Done\n\n- **all** of `a b`\n"}),
            Some("Done all of a b"),
        );
        check(
            &json!({"type": "tool_call_response", "content": [
                {"type": "text", "text": "log"},
                {"type": "text", "text": "Note.", "annotations": {"audience": ["user"]}}]}),
            Some("Note."),
        );
    }

    #[test]
    fn everything_else_is_not() {
        check(&json!({"type": "chat_response", "message": " \n"}), None);
        check(&json!({"type": "chat_response", "reasoning": "hm"}), None);
        check(&json!({"type": "chat_request", "content": "go"}), None);
        check(
            &json!({"type": "tool_call_response", "content": "log"}),
            None,
        );
    }

    #[test]
    fn long_words_are_cut_at_characters() {
        let told = told(&"é".repeat(1000)).expect("words");
        assert_eq!(told.chars().count(), LONGEST);
    }
}
