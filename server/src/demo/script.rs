//! What a script is: steps, each after a pause.

/// The invented project. Its folder's name is what the list calls the workspace.
pub(super) const PROJECT: &str = "tidewatch";

/// A conversation.
#[derive(Debug)]
pub(super) struct Script {
    pub title: &'static str,
    /// Its steps, in as many tables as read well.
    pub chapters: &'static [&'static [Step]],
}

/// What happens, and how many milliseconds after what came before.
#[derive(Debug)]
pub(super) struct Step {
    pub after_ms: u32,
    pub what: What,
}

/// What can happen in a conversation. Values with a form of their own are written as JSON.
#[derive(Debug)]
pub(super) enum What {
    /// A turn begins.
    TurnStart,
    /// The person asks.
    Asks { content: &'static str },
    /// The person asks for an answer in a form.
    AsksFor {
        content: &'static str,
        schema: &'static str,
    },
    /// The agent thinks.
    Thinks(&'static str),
    /// The agent says something. It arrives in pieces, each an event.
    Says(&'static str),
    /// The agent answers in the form that was asked for.
    Answers(&'static str),
    /// The agent calls a tool.
    Calls {
        id: &'static str,
        tool: &'static str,
        arguments: &'static str,
    },
    /// A tool returns text.
    Returns {
        id: &'static str,
        content: &'static str,
    },
    /// A tool fails.
    Fails {
        id: &'static str,
        content: &'static str,
    },
    /// The agent tells the person something in the middle of its work: a call, and its result.
    Notes {
        id: &'static str,
        message: &'static str,
    },
    /// A tool asks the person before it goes on.
    Inquires {
        id: &'static str,
        tool: &'static str,
        text: &'static str,
    },
    /// The person agrees.
    Agrees { id: &'static str },
}

/// A step of a script.
pub(super) const fn after(after_ms: u32, what: What) -> Step {
    Step { after_ms, what }
}
