//! Markdown in pieces: `fuzz::streamed`.

#![no_main]

use fuzz::streamed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(streamed::seeds), |data: &[u8]| streamed::check(data));
