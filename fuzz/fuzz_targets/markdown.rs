//! Markdown: `fuzz::markdown`.

#![no_main]

use fuzz::markdown;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(markdown::seeds), |data: &[u8]| markdown::check(data));
