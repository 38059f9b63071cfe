//! serve-web's server: reads the agents' stores, renders pages, and sends what changes.
//!
//! [`router`] is the whole of it over HTTP, for tests too; `follow` keeps one follower for each
//! opened conversation; `http` has everything that knows requests. Only this crate prints, binds
//! and exits.

pub mod cli;
pub mod command;
pub mod config;
pub mod demo;
pub mod folders;
pub mod listen;
pub mod mcp;
pub mod print;
pub mod runtime;
pub mod tail;

mod assets;
mod browser;
mod follow;
mod http;
mod state;
mod zone;

pub use assets::Assets;
pub use browser::open_in_browser;
pub use http::router;
pub use state::{App, Stop};
