//! The format `json`: an event in each line, as the view has it. No policy counts here.

use super::{Channel, Output};
use conversation::{
    Event, View,
    view::{PROJECTION, Projection},
};

/// Says in the first line that what follows is no conversation, so that nobody reads it as one.
pub(super) fn beginning(view: View, out: &mut Output) {
    if view != View::Raw {
        let line = serde_json::json!({ PROJECTION: view.name() });
        out.push(Channel::Out, format!("{line}\n"));
    }
}

/// The lines of these events.
pub(super) fn write(view: View, events: &[Event], out: &mut Output) {
    for shown in events.iter().filter_map(|event| view.project(event)) {
        out.push(Channel::Out, format!("{}\n", line(&shown)));
    }
}

/// Writing JSON to a text does not fail; a line that says nothing is better than none.
fn line(shown: &Projection<'_>) -> String {
    let json = serde_json::to_string(shown).unwrap_or_else(|_| "{}".to_owned());
    escape(json)
}

/// JSON needs no escape for what some terminals obey and what turns lines around; these stand in
/// texts only, where an escape means the same.
pub(crate) fn escape(json: String) -> String {
    let is_harmful = |c: char| c.is_control() || super::clean::sets_direction(c);
    if !json.contains(is_harmful) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_harmful(c) {
            out.extend(format!("\\u{:04x}", u32::from(c)).chars());
        } else {
            out.push(c);
        }
    }
    out
}
