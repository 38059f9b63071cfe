//! The conversation that goes on: an agent finds out why a command prints times that are an hour
//! off. Everything in it is invented.

mod fix;
mod follow_up;
mod search;

use super::script::Script;

pub(super) const SCRIPT: Script = Script {
    title: "Tide times are an hour off after the clocks change",
    chapters: &[search::STEPS, fix::STEPS, follow_up::STEPS],
};
