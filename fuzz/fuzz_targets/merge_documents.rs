#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| props::merge_documents(bytes));
