//! goose's database: `fuzz::goose_database`.

#![no_main]

use fuzz::goose_database;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: fuzz::seeds::write(goose_database::seeds), |data: &[u8]| goose_database::check(data));
