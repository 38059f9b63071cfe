//! What `tell_user` is, and what it answers.

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

/// The tool's name.
pub(crate) const NAME: &str = "tell_user";

/// What the model reads about the tool.
pub(crate) const DESCRIPTION: &str = "Display a message directly to the user. \
    Use this for progress updates with specific numbers, partial deliverables, \
    or a direct reply to a question the user asked mid-task — content the user \
    must see exactly as written before the task finishes. \
    The message is rendered verbatim as chat content; you receive an \
    acknowledgement and your turn continues. \
    Do not route narration or internal reasoning through this tool, and do not \
    use it for your final response — end your turn with a normal message for \
    that.";

/// What the model hears when the message was shown.
pub(crate) const ACKNOWLEDGEMENT: &str = "Message shown to user.";

/// Where a result has its blocks a second time. Some clients flatten the content before they store
/// it, and keep what is in `_meta`.
pub(crate) const BLOCKS: &str = "serve-web/blocks";

/// The definition that clients list.
pub(crate) fn definition() -> Tool {
    // Showing a message changes nothing, so clients that ask before changes need not ask.
    let annotations = ToolAnnotations::new().read_only(true).destructive(false);
    Tool::new(NAME, DESCRIPTION, schema())
        .with_title("Tell the user")
        .with_annotations(annotations)
}

fn schema() -> Map<String, Value> {
    let fields = [
        ("type", json!("object")),
        ("properties", json!({"message": {"type": "string"}})),
        ("required", json!(["message"])),
        ("additionalProperties", json!(false)),
    ];
    let fields = fields.map(|(name, value)| (name.to_owned(), value));
    fields.into_iter().collect()
}

/// The message for the person, verbatim, and the acknowledgement for the model.
pub(crate) fn blocks(message: &str) -> Value {
    json!([
        {
            "type": "text",
            "text": message,
            "mimeType": "text/markdown",
            "annotations": {"audience": ["user"]},
        },
        {
            "type": "text",
            "text": ACKNOWLEDGEMENT,
            "annotations": {"audience": ["assistant"]},
        },
    ])
}
