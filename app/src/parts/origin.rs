//! Where a conversation is from.

use crate::words;
use wire::ConversationBody;

/// The agent, the workspace and the model, and what `more` tells.
pub(super) fn origin(conversation: &ConversationBody, more: Option<String>) -> String {
    joined(conversation, conversation.workspace.as_ref(), more)
}

/// The agent, the model and the whole path of the folder.
pub(super) fn whole_origin(conversation: &ConversationBody) -> String {
    let folder = conversation.cwd.as_ref();
    joined(
        conversation,
        folder.or(conversation.workspace.as_ref()),
        None,
    )
}

/// Whose sub-agent a conversation is, where it is one.
pub(super) fn parent(conversation: &ConversationBody) -> Option<String> {
    conversation.parent.as_ref()?;
    Some(words::sub_agent_of(conversation.parent_title.as_deref()))
}

fn joined(of: &ConversationBody, folder: Option<&String>, more: Option<String>) -> String {
    let mut joined = of.agent.clone();
    for part in [folder, of.model.as_ref(), more.as_ref()]
        .into_iter()
        .flatten()
    {
        joined.push_str(" · ");
        joined.push_str(part);
    }
    joined
}
