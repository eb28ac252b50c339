//! The laws of YAML edits on generated texts and plans.

mod common;

use common::choices::Choices;
use common::yaml_laws::Outcome;
use common::{yaml_laws as laws, yaml_plan as plans, yaml_text as texts};
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::limits::Limits;

#[test]
fn scan() {
    let n: u64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let mut seed: u64 = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let (mut invalid, mut refused, mut unfaithful, mut edited, mut shown) = (0, 0, 0, 0, 0);
    for _ in 0..n {
        let mut bytes = Vec::new();
        for _ in 0..160 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            bytes.push((seed >> 24) as u8);
        }
        let mut choices = Choices::new(&bytes);
        let text = if std::env::var("SOUP").is_ok() {
            let n = 3 + bytes[0] as usize % 30;
            texts::soup(&mut Choices::new(&bytes[1..n]))
        } else {
            texts::text(&mut choices)
        };
        let text = text.as_str();
        let stream = match YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT) {
            Ok(stream) => stream,
            Err(error) => {
                invalid += 1;
                if shown < 4 && std::env::var("INVALID").is_ok() {
                    shown += 1;
                    println!("INVALID {error} {:?}\n{text}\n", error.at);
                }
                continue;
            }
        };
        let mut rest = [0u8; 64];
        for byte in &mut rest {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            *byte = (seed >> 24) as u8;
        }
        let mut choices = Choices::new(&rest);
        let document = choices.below(stream.len());
        let root = stream.documents().nth(document).unwrap().root();
        let Some(plan) = plans::plan(&mut choices, root) else { continue };
        let result = std::panic::catch_unwind(|| laws::edit_is_faithful(&stream, document, &plan));
        match result {
            Err(_) => {
                println!("PANIC on\n{text}\n{:?}", plan.assignments());
                panic!();
            }
            Ok(Outcome::Edited(_)) => edited += 1,
            Ok(Outcome::Refused) => refused += 1,
            Ok(Outcome::Unfaithful) => {
                unfaithful += 1;
                if shown < 3 && std::env::var("INVALID").is_err() {
                    shown += 1;
                    println!(
                        "UNFAITHFUL {:?}\n{text}\nPLAN {:#?}",
                        stream.apply(&[(document, &plan)]),
                        plan.assignments().iter().map(|a| format!("{} {:?}", a.location, a.op)).collect::<Vec<_>>()
                    );
                }
            }
        }
    }
    println!("edited {edited} refused {refused} unfaithful {unfaithful} invalid {invalid}");
}
