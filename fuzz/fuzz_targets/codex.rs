//! Rollouts of Codex CLI: `fuzz::codex`.

#![no_main]

use fuzz::codex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(codex::seeds), |data: &[u8]| codex::check(data));
