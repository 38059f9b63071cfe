//! Conversations of JP: `fuzz::jp`.

#![no_main]

use fuzz::jp;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(jp::seeds), |data: &[u8]| jp::check(data));
