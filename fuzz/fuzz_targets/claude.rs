//! Sessions of Claude Code: `fuzz::claude`.

#![no_main]

use fuzz::claude;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(claude::seeds), |data: &[u8]| claude::check(data));
