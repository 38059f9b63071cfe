//! goose's database: rows whose texts an input makes, or a file that is the input.

mod file;
mod rows;
mod tables;

use crate::{input::Input, seeds};

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = seeds::chosen(&rows::POOL);
    seeds.extend(file::seeds());
    seeds
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    if input.is_raw() {
        file::check(&input);
    } else {
        rows::check(&input);
    }
}
