//! Laws of the views, over what readers make.

use conversation::{Context, Event, Reading, View, item, policy::Policy, rows};
use std::sync::LazyLock;

const VIEWS: [View; 3] = [View::Raw, View::User, View::Provider];

static POLICY: LazyLock<Policy> = LazyLock::new(Policy::page);

/// Every view has something to say of every event, and what the user view shows it shows again.
pub(crate) fn check(events: &[Event]) {
    for event in events {
        let raw = View::Raw.project(event).map(|shown| shown.to_fields());
        assert_eq!(raw.as_ref(), Some(event.fields()));
        user_is_projected_once(event);
        drop(View::Provider.project(event).map(|shown| shown.to_fields()));
    }
}

/// What travels to a page can be made of every event.
pub(crate) fn make_rows(events: &[Event], reading: Reading) {
    let contexts = Context::of_all(events, reading);
    for view in VIEWS {
        let all = events.iter().zip(&contexts);
        let items: Vec<_> = all
            .filter_map(|(event, context)| item(view, event, context, &POLICY))
            .collect();
        drop(rows(view, &items, true));
    }
}

fn user_is_projected_once(event: &Event) {
    let Some(once) = View::User.project(event).map(|shown| shown.to_fields()) else {
        return;
    };
    let projected = Event::new(event.key().clone(), event.at_ms(), once.clone());
    let twice = View::User.project(&projected);
    let twice = twice.map(|shown| shown.to_fields());
    assert_eq!(twice, Some(once), "projecting what was projected");
}
