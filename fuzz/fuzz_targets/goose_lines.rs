//! goose's old files of lines: `fuzz::goose_lines`.

#![no_main]

use fuzz::goose_lines;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(goose_lines::seeds), |data: &[u8]| goose_lines::check(data));
