//! The last thing said to the person, for lists.

use crate::{Answer, Kind, block::Content, view::Projection};

/// The longest that is kept of it, in characters.
const LONGEST: usize = 160;

/// What an event says to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The assistant's message, or a piece of one where a source splits texts.
    Message(String),
    /// Words from within a tool's result.
    Note(String),
}

/// What an event says to the person; nothing where it says nothing. `shown` is a projection of the
/// user view.
pub fn said(shown: &Projection<'_>) -> Option<Said> {
    let fields = shown.to_fields();
    match Kind::of(&fields) {
        Kind::ChatResponse(Answer::Message) => {
            Some(Said::Message(fields.get("message")?.as_str()?.to_owned()))
        }
        Kind::ToolCallResponse => {
            let Content::Blocks(blocks, _) = Content::of_fields(&fields) else {
                return None;
            };
            let mut speech = blocks.iter().filter(|block| block.audience().names_user());
            speech.find_map(|block| Some(Said::Note(block.text("text")?.to_owned())))
        }
        _ => None,
    }
}

/// The beginning of a text on one line and without markdown's marks; nothing where that is empty.
pub fn first_words(text: &str) -> Option<String> {
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
        let told = View::User
            .project(&event)
            .and_then(|shown| match said(&shown)? {
                Said::Message(text) | Said::Note(text) => first_words(&text),
            });
        assert_eq!(told.as_deref(), expected);
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
        let told = first_words(&"é".repeat(1000)).expect("words");
        assert_eq!(told.chars().count(), LONGEST);
    }
}
