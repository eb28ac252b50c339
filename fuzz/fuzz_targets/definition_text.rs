#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| props::definition_text(bytes));
