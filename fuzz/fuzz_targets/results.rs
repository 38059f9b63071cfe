//! Results that are drawn: `fuzz::results`.

#![no_main]

use fuzz::results;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(results::seeds), |data: &[u8]| results::check(data));
