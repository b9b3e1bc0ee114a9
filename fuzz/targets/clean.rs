#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parkade_fuzz::clean(data));
