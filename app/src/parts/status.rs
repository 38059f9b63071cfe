//! The line at the end: how the conversation stands, and whether the page follows it.

use super::when::DayAndTime;
use crate::{changing::text, words};
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
    /// What is new arrives.
    Following,
    /// Lost; the page tries again.
    Lost,
    /// The server's frontend is another one than the page's.
    Stale,
}

/// The status line.
#[component]
pub(super) fn StatusLine(
    status: Signal<Status>,
    connection: ReadSignal<Connection>,
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
            _ => "",
        };
        state.to_owned()
    });
    let following = text(move || {
        let following = match connection.get() {
            Connection::None => "",
            Connection::Following => words::FOLLOWING,
            Connection::Lost => words::RECONNECTING,
            Connection::Stale => words::STALE,
        };
        following.to_owned()
    });
    let problem = text(move || status.get().problem.unwrap_or_default());
    view! {
        <footer class="status" id="end">
            <p class="problem" dir="auto">{problem}</p>
            <p class="activity">
                <span class="state">{state}</span>
                <span>{activity}</span>
                <span class="connection" role="status">{following}</span>
            </p>
        </footer>
    }
}
