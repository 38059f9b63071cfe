//! What no agent should leave behind, and some do: for every form in which conversations are stored,
//! the bad one is marked quietly, and the rest is read.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod databases;
mod files;
mod lines;
mod nobody;
mod place;
mod read_only;
mod records;
