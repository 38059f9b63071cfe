//! Every word of the interface that is not a person's or an agent's.

use conversation::{Absence, Addressee};

pub(crate) const ALL_CONVERSATIONS: &str = "All conversations";
pub(crate) const UNTITLED: &str = "Untitled";
pub(crate) const YOU: &str = "You";
pub(crate) const ASSISTANT: &str = "Assistant";
pub(crate) const NOTE: &str = "Note";
pub(crate) const NOTE_HEADING: &str = "note";
pub(crate) const ANSWER: &str = "Structured answer";
pub(crate) const THINKING: &str = "Thinking";
pub(crate) const HOST_NOTE: &str = "Put in by the host";
pub(crate) const ERROR: &str = "Error";
pub(crate) const RUNNING: &str = "running";
pub(crate) const INTERRUPTED: &str = "interrupted";
pub(crate) const RESULT: &str = "Result";
pub(crate) const EMPTY_RESULT: &str = "The result is empty.";
pub(crate) const EMPTY_TURN: &str = "Nothing in this turn was addressed to you.";
pub(crate) const EARLIER: &str = "Show earlier";
pub(crate) const LATER: &str = "Show later";
pub(crate) const LATEST: &str = "Go to the latest";
pub(crate) const CALL_AND_RAW: &str = "Call and raw result";
pub(crate) const STORED_RECORD: &str = "Stored record";
pub(crate) const VIEWS: &str = "View";
pub(crate) const USER: &str = "User";
pub(crate) const USER_TITLE: &str = "What is addressed to you";
pub(crate) const RAW: &str = "Raw";
pub(crate) const RAW_TITLE: &str = "Everything, as it was recorded";
pub(crate) const MODEL: &str = "Model";
pub(crate) const MODEL_TITLE: &str = "What the model gets, by the rules";
pub(crate) const THEME: &str = "Theme";
pub(crate) const THEME_AUTO: &str = "as the system";
pub(crate) const THEME_LIGHT: &str = "light";
pub(crate) const THEME_DARK: &str = "dark";
pub(crate) const GO_ON: &str = "Go on with it: ";
pub(crate) const LAST_ACTIVITY: &str = "Last activity";
pub(crate) const NO_ACTIVITY: &str = "No activity yet";
pub(crate) const ARCHIVED: &str = "Archived";
pub(crate) const BROKEN: &str = "Partly unreadable";
pub(crate) const FINISHED: &str = "finished";
#[cfg(feature = "hydrate")]
pub(crate) const FINISHED_TITLE: &str = "Finished";
pub(crate) const CONNECTING: &str = "connecting";
pub(crate) const FOLLOWING: &str = "following";
pub(crate) const RECONNECTING: &str = "connection lost, trying again";
#[cfg(feature = "hydrate")]
pub(crate) const NEWER: &str = "A newer version is there · Reload";
#[cfg(feature = "hydrate")]
pub(crate) const NOTIFY_OFF: &str = "Notify me: off";
#[cfg(feature = "hydrate")]
pub(crate) const NOTIFY_ON: &str = "Notify me: on";
#[cfg(feature = "hydrate")]
pub(crate) const NOTIFY_DENIED: &str = "Notify me: not allowed by the browser";
pub(crate) const NOTHING_FOR_YOU: &str =
    "Nothing in this conversation is addressed to you so far. The raw view has everything.";
pub(crate) const NOTHING_YET: &str = "This conversation has no events yet.";
pub(crate) const SCRIPT_PROBLEM: &str = "The live part of this page could not start: \
    what you read is complete up to the moment it was loaded. Reload to see more.";

pub(crate) const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

pub(crate) const PRINT: &str = "Print or select everything";
pub(crate) const PARTLY: &str =
    "Only a part of the conversation is here for finding, selecting and printing.";
#[cfg(feature = "ssr")]
pub(crate) const TO_CONVERSATION: &str = "Back to reading";

/// `Connection lost 3 min ago · Try now`.
#[cfg(feature = "hydrate")]
pub(crate) fn lost(ago: &str) -> String {
    format!("Connection lost {ago} · Try now")
}

/// `(3) `, before the page's title: what came while nobody saw it.
#[cfg(feature = "hydrate")]
pub(crate) fn n_unseen(n: usize) -> String {
    format!("({n}) ")
}

/// `3 new`.
pub(crate) fn n_new(n: usize) -> String {
    format!("{n} new")
}

/// `The first 256 kB of 30 MB are shown; the stored record has all.`
pub(crate) fn cut(shown: &str, whole: &str) -> String {
    format!("The first {shown} of {whole} are shown; the stored record has all.")
}

/// For whom a block is.
pub(crate) fn addressed_to(whom: Addressee) -> &'static str {
    match whom {
        Addressee::User => "for you",
        Addressee::Assistant => "for the model",
        Addressee::Both => "for you and the model",
        Addressee::Nobody => "for nobody",
    }
}

/// Why the user view does not have something.
pub(crate) fn absent(why: Absence) -> String {
    let why = match why {
        Absence::Thinking => "thinking is not addressed to you",
        Absence::Call => "the arguments of a call are not addressed to you",
        Absence::Inquiry => "whether you were asked is not recorded",
        Absence::Configuration => "it is configuration",
        Absence::Compaction => "it concerns what the model remembers",
        Absence::HostNote => "the host put it in, not you",
        Absence::UnknownKind => "its kind is not known here",
        Absence::UnclearAnswer => "it is not clear what kind of answer it is",
        Absence::AddressedElsewhere => "none of it is addressed to you",
        Absence::NoBlock => "the result has no block",
    };
    format!("Not in the user view: {why}.")
}

pub(crate) const TO_RAW: &str = "raw";
pub(crate) const TO_RAW_TITLE: &str = "Show in the raw view";

pub(crate) const TO_SUB_AGENT: &str = "Open sub-agent";

/// A link of a row to whoever hears it away from there: `raw: Note, 2 of 14 places moved.`
pub(crate) fn link_of_row(link: &str, who: &str, beginning: &str) -> String {
    let mut name = format!("{link}: {who},");
    for word in beginning.split_whitespace() {
        let word = word.replace(['*', '#', '`'], "");
        if !word.is_empty() && name.len() < 50 {
            name.push(' ');
            name.push_str(&word);
        }
    }
    name
}

pub(crate) const IMAGE: &str = "image";
pub(crate) const SOUND: &str = "sound";
pub(crate) const FILE: &str = "file";
pub(crate) const LINK: &str = "link";

/// What an image is to whoever cannot see it.
pub(crate) fn image(name: &str) -> String {
    format!("Image: {name}")
}

/// `12 lines`.
pub(crate) fn n_lines(n: u64) -> String {
    format!("{n} {}", if n == 1 { "line" } else { "lines" })
}

/// `12 lines · for the model`.
pub(crate) fn folded(n: u64, whom: Option<Addressee>) -> String {
    let lines = n_lines(n);
    whom.map_or_else(
        || lines.clone(),
        |whom| format!("{lines} · {}", addressed_to(whom)),
    )
}

/// `Show all 340 lines`.
pub(crate) fn all_lines(n: u64) -> String {
    format!("Show all {}", n_lines(n))
}

pub(crate) const CONVERSATIONS: &str = "Conversations";
pub(crate) const NO_CONVERSATIONS: &str = "No conversations here yet.";
pub(crate) const LOOKED_IN: &str = "Looked in";
/// What to do about an empty list: words, and the commands among them.
pub(crate) const START_ONE: [&str; 5] = [
    "Start one with ",
    "jp query",
    " in this workspace, or name another one: ",
    "serve-web PATH",
    ".",
];
pub(crate) const FILTER: &str = "Filter by title";
pub(crate) const WAITING: &str = "waiting for you";
#[cfg(feature = "hydrate")]
pub(crate) const WAITING_TITLE: &str = "Waiting for you";
pub(crate) const PINNED: &str = "pinned";

/// `Sub-agent of The lab`.
pub(crate) fn sub_agent_of(title: Option<&str>) -> String {
    format!("Sub-agent of {}", title.unwrap_or("another conversation"))
}

/// ` of The lab`, behind how many sub-agents there are.
pub(crate) fn of(title: &str) -> String {
    format!(" of {title}")
}

/// `3 sub-agents · 1 running`.
pub(crate) fn n_sub_agents(n: usize, n_running: usize) -> String {
    let agents = format!("{n} {}", if n == 1 { "sub-agent" } else { "sub-agents" });
    if n_running == 0 {
        return agents;
    }
    format!("{agents} · {n_running} {RUNNING}")
}

/// `Show all 120 sub-agents`.
pub(crate) fn all_sub_agents(n: usize) -> String {
    format!("Show all {}", n_sub_agents(n, 0))
}

/// `12 of 340`.
pub(crate) fn n_found(found: usize, all: usize) -> String {
    format!("{found} of {all}")
}

/// `Show 100 more`.
pub(crate) fn n_more(n: usize) -> String {
    format!("Show more ({n})")
}

/// `Archived (3)`.
pub(crate) fn n_archived(n: usize) -> String {
    format!("{ARCHIVED} ({n})")
}
