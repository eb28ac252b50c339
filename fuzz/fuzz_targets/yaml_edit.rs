#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| props::yaml_edit(bytes));
