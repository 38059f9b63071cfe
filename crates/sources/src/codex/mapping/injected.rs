//! What stands in the person's role and is not the person's: instructions, surroundings, notices.

use super::super::record::{list, object, text};
use serde_json::{Map, Value};

/// How texts begin that the host puts in. Newer files mark them as well; older ones do not.
const BEGINNINGS: [&str; 27] = [
    "# AGENTS.md instructions",
    "<user_instructions>",
    "<environment_context>",
    "<INSTRUCTIONS>",
    "<turn_aborted>",
    "<subagent_notification>",
    "<user_shell_command>",
    "<user_action>",
    "<skill",
    "<codex_internal_context",
    "<hook_prompt",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<multi_agent",
    "<model_switch>",
    "<personality_spec>",
    "<realtime_conversation>",
    "<token_budget",
    "<rollout_budget>",
    "<context_window",
    "<plugins_instructions>",
    "<apps_instructions>",
    "<recommended_plugins",
    "<goal_context>",
    "Warning: The maximum number of unified exec processes",
    "Warning: apply_patch was requested via ",
    "Warning: Your account was flagged",
];

/// What an editor puts before the request, up to the request's own headline.
const EDITOR_BEGINNING: &str = "# Context from my IDE setup:";
const EDITOR_REQUEST: &str = "## My request for Codex:";

/// Whether a text without a mark is the host's.
pub(super) fn is_hosts(text: &str) -> bool {
    let text = text.trim_start();
    BEGINNINGS
        .iter()
        .any(|beginning| text.starts_with(beginning))
}

/// What the editor put before a request, and the request.
pub(super) fn split_editor(text: &str) -> (Option<&str>, &str) {
    if !text.trim_start().starts_with(EDITOR_BEGINNING) {
        return (None, text);
    }
    match text.split_once(EDITOR_REQUEST) {
        Some((before, request)) => (Some(before.trim()), request.trim()),
        None => (None, text),
    }
}

/// Whether the text opens or closes the frame that is put around an image.
pub(super) fn is_image_frame(text: &str) -> bool {
    let text = text.trim();
    let opens = text.starts_with("<image") && text.ends_with('>') && text.matches('<').count() == 1;
    opens || text == "</image>"
}

/// What the frame around an image says of it: its name and its path.
pub(super) fn frame_attributes(text: &str) -> (Option<&str>, Option<&str>) {
    let between = |begin: &str, end: &str| Some(text.split_once(begin)?.1.split_once(end)?.0);
    (between("name=[", "]"), between("path=\"", "\""))
}

/// The marks that newer versions put beside the entries of a message.
#[derive(Debug)]
pub(super) struct Marks<'a> {
    kinds: &'a [Value],
    metadata: &'a [Value],
}

impl<'a> Marks<'a> {
    pub(super) fn of(payload: &'a Map<String, Value>) -> Self {
        let marks = object(payload, "internal_chat_message_metadata_passthrough");
        Self {
            kinds: marks.map_or(&[], |marks| list(marks, "content_item_kinds")),
            metadata: marks.map_or(&[], |marks| list(marks, "content_item_metadata")),
        }
    }

    /// Whether the entry `n` is the person's, where a mark says it.
    pub(super) fn is_persons(&self, n: usize) -> Option<bool> {
        let kind = self.kinds.get(n).and_then(Value::as_str);
        if let Some(kind) = kind.filter(|kind| *kind != "unknown") {
            return Some(kind.starts_with("user."));
        }
        let provenance = self.metadata.get(n)?.as_object()?.get("provenance")?;
        text(provenance.as_object()?, "type").map(|from| from == "user")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_hosts_texts_are_known_by_their_beginnings() {
        for text in [
            "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>",
            "\n<environment_context>\n</environment_context>",
            "<skill>\n<name>x</name>",
            "<skills_instructions>",
        ] {
            assert!(is_hosts(text), "{text}");
        }
        for text in [
            "",
            "<div> is wrong",
            "look at # AGENTS.md instructions",
            "Warning: no",
        ] {
            assert!(!is_hosts(text), "{text}");
        }
    }

    #[test]
    fn an_editor_puts_a_beginning_before_the_request() {
        let text = "# Context from my IDE setup:\n\n## Open tabs:\n- a.rs\n\n## My request for Codex:\nfix it\n";
        let before = "# Context from my IDE setup:\n\n## Open tabs:\n- a.rs";
        assert_eq!(split_editor(text), (Some(before), "fix it"));
        assert_eq!(split_editor("fix it"), (None, "fix it"));
        let other = "what is ## My request for Codex: ?";
        assert_eq!(split_editor(other), (None, other));
    }

    #[test]
    fn frames_of_images_say_their_names() {
        let frame = "<image name=[Image #1] path=\"dot.png\">";
        assert!(is_image_frame(frame) && is_image_frame("</image>") && is_image_frame("<image>"));
        assert_eq!(frame_attributes(frame), (Some("Image #1"), Some("dot.png")));
        assert_eq!(frame_attributes("<image>"), (None, None));
        assert!(!is_image_frame("<image> is a tag, </image> ends it"));
    }

    #[test]
    fn marks_say_whose_an_entry_is() {
        let payload = json!({"internal_chat_message_metadata_passthrough": {
            "content_item_kinds": ["user.text", "environments.environment_context", "unknown"],
            "content_item_metadata": [{}, {}, {"provenance": {"type": "harness"}}, {"provenance": {"type": "user"}}],
        }});
        let marks = Marks::of(payload.as_object().expect("an object"));
        let found: Vec<_> = (0..5).map(|n| marks.is_persons(n)).collect();
        assert_eq!(
            found,
            [Some(true), Some(false), Some(false), Some(true), None]
        );
    }
}
