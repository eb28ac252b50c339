//! Laws of the reader: print and parse are inverse, and no text, however strange, is a panic.

mod common;

use common::addresses;
use common::choices::Choices;
use common::expression_laws::{self as laws, PIECES, try_everything};
use fieldwright::location::Location;
use proptest::prelude::*;

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_the_language(text in pieces()) {
        try_everything(&text);
    }

    #[test]
    fn any_text(text in any::<String>()) {
        try_everything(&text);
    }

    #[test]
    fn any_spelling_of_an_address_is_one(seed in any::<u64>()) {
        let text = addresses::address(&mut Choices::seeded(seed));
        let document = addresses::document(&mut Choices::seeded(seed.wrapping_add(1)), 4);
        laws::is_an_address(&text, &document);
        try_everything(&text);
    }

    #[test]
    fn a_location_is_an_address(keys in prop::collection::vec(prop_oneof![any::<String>().prop_map(Ok), any::<usize>().prop_map(Err)], 0..6)) {
        let mut location = Location::root();
        for key in &keys {
            match key {
                Ok(key) => location.push(key.as_str()),
                Err(index) => location.push(*index),
            }
        }
        laws::a_location_is_an_address(&location);
    }
}
