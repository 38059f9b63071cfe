//! The line at the end: how the conversation stands, and whether the page follows it.

use super::when::DayAndTime;
use crate::{
    changing::{attribute, text},
    words,
};
use conversation::Status;
use leptos::{either::Either, prelude::*};

/// Whether the page gets what is new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "hydrate"),
    expect(dead_code, reason = "a page that the server renders does not follow")
)]
pub(crate) enum Connection {
    /// As the server rendered it; nothing follows.
    #[default]
    None,
    /// It takes long until anything arrives.
    Connecting,
    /// What is new arrives.
    Following,
    /// Lost; the page tries again.
    Lost,
}

/// The status line. `go_on` is the agent's own command to go on with the conversation. What may
/// come and go stands last: the room for it is kept, so that nothing above ever moves.
#[component]
pub(super) fn StatusLine(
    status: Signal<Status>,
    connection: ReadSignal<Connection>,
    go_on: Option<String>,
) -> impl IntoView {
    let activity = move || match status.get().last_activity_ms {
        Some(ms) => Either::Left(view! { {words::LAST_ACTIVITY} " " <DayAndTime ms /> }),
        None => Either::Right(words::NO_ACTIVITY),
    };
    let state = text(move || {
        let state = match status.get().state.as_str() {
            "archived" => words::ARCHIVED,
            "broken" => words::BROKEN,
            "running" => words::RUNNING,
            "waiting" => words::WAITING,
            // Where nothing has happened, nothing has ended.
            _ if status.with(|status| status.last_activity_ms.is_none()) => "",
            _ => words::FINISHED,
        };
        state.to_owned()
    });
    let name = attribute(move || Some(status.get().state));
    let following = text(move || {
        let following = match connection.get() {
            Connection::None => "",
            Connection::Connecting => words::CONNECTING,
            Connection::Following => words::FOLLOWING,
            Connection::Lost => words::RECONNECTING,
        };
        following.to_owned()
    });
    let problem = text(move || status.get().problem.unwrap_or_default());
    let go_on = go_on.map(|command| {
        view! { <p class="go-on">{words::GO_ON} <code>{command}</code></p> }
    });
    view! {
        <footer class="status" id="end" data-state=name>
            <p class="activity">
                <span class="state">{state}</span>
                <span>{activity}</span>
                <span class="connection" role="status">{following}</span>
            </p>
            {go_on}
            <p class="problem" dir="auto">{problem}</p>
        </footer>
    }
}
