//! The `serve-web` command.

fn main() {}
