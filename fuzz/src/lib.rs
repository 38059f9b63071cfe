//! Laws of every reader, and of markdown, held under invented and damaged input.
//!
//! An input is bytes (see [`input`]). They are either what a file holds, as they are, or they choose
//! records of an agent's real kinds from the fixtures, change some of them, and damage what comes of
//! it ([`records`], [`damage`]). What is written so is read as a whole and in pieces, and both have
//! to give the same events ([`laws`]).

pub mod claude;
pub mod codex;
pub mod goose_database;
pub mod goose_lines;
pub mod jp;
pub mod markdown;
pub mod results;
pub mod seeds;
pub mod streamed;

mod damage;
mod fixtures;
mod follow;
mod input;
mod laws;
mod place;
mod records;
mod views;
