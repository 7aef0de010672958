//! The target that has the name of this binary.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tedomari_fuzz::run(env!("CARGO_BIN_NAME"), data));
