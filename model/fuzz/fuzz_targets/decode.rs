//! Any bytes, read as any definition: a value or an error, and what comes out reads as what went in.
//!
//! Run with `cargo +nightly fuzz run decode` in the folder `model`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_model::DEFINITIONS;

fuzz_target!(|input: (u8, Vec<u8>)| {
    let (pick, bytes) = input;
    let definition = &DEFINITIONS[usize::from(pick) % DEFINITIONS.len()];
    let relayed = definition.relay(&bytes);
    assert!(relayed.is_ok() || definition.check(&bytes).is_err(), "the strict pass is too lenient");
    if let Ok(json) = relayed {
        assert!(!json.text().contains(['\n', '\r']), "a raw newline");
        assert_eq!(definition.relay(json.text().as_bytes()), Ok(json.clone()));
    }
});
