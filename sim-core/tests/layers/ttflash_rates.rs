//! The rates of ttFlash's figures keep the rule that they are found by.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used)]

use crate::support::common::report;
use serde_json::{Value, json};
use sim_core::figures::matching;
use sim_core::figures::ttflash::rates::{RULED, Ruled, document, is_met};

/// The share of the reads that a collection blocks on Base at the rate of `ruled`.
fn blocked(ruled: &Ruled, change: impl Fn(&mut Value)) -> f64 {
    let mut document = document(ruled, u64::from(ruled.rate));
    change(&mut document);
    report(document).blocked.unwrap().gc_fraction.unwrap()
}

#[test]
fn a_rate_stands_in_its_settings() {
    for ruled in RULED {
        let rate = ruled.settings.iter().find(|(path, _)| *path == "workload.rate").map(|(_, text)| *text);
        assert_eq!(rate, Some(&*ruled.rate.to_string()), "{}", ruled.title);
    }
}

#[test]
fn the_rates_are_told_with_the_results() {
    let figure = matching("T1")[0];
    for ruled in &RULED[..6] {
        let rate = match (ruled.rate / 1000, ruled.rate % 1000) {
            (0, rate) => rate.to_string(),
            (thousands, rest) => format!("{thousands} {rest:03}"),
        };
        let told = [", ", ".", " requests"].map(|end| format!("{} {rate}{end}", ruled.title));
        let note = figure.claims[0].note;
        assert!(told.iter().any(|told| note.contains(told)), "{}: {note}", ruled.title);
    }
}

/// With a quarter of the requests the share is another one; but it is neither nothing nor the most of the reads.
#[test]
fn at_its_rate_some_reads_are_blocked() {
    for ruled in &RULED {
        let share = blocked(ruled, |document| {
            document["workload"]["requests"] = json!(75_000);
            document["run"]["warmup_requests"] = json!(7500);
        });
        assert!((0.002..0.1).contains(&share), "{}: {share}", ruled.title);
    }
}

#[test]
fn the_rule_is_met() {
    for ruled in &RULED {
        let share = blocked(ruled, |_| ());
        assert!(is_met(share), "{}: {share}", ruled.title);
    }
}
