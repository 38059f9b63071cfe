//! Pages for people.

mod conversation;
mod list;
mod shell;
mod whole;

pub(super) use conversation::find_conversation;
pub(super) use list::list_conversations;
pub(super) use shell::error_page;
