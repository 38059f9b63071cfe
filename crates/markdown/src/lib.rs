//! Text to safe HTML.
