#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| props::diff_pod_specs(bytes));
