//! How many requests a second each stand-in sends.
//!
//! With one rate for all, one stand-in would leave the device idle and another would overrun it. So each has the rate at
//! which Base blocks 2.3 ± 0.1 % of the reads by garbage collection, near the lower end of the 2 to 5 % that were published: the
//! paper also says that P90 is not affected, which leaves little room below the 10 % that are blocked in all. The rate serves
//! every series and seed. The rates below are what [`find`] comes to with the runs of [`document`];
//! `examples/ttflash_rates.rs` finds them again.

use super::series;
use super::setup::SETTING;
use crate::experiment::document::insert;
use crate::figures::assignments::{Assignments, assign};
use serde_json::{Map, Value, json};

/// The share of reads to block, in parts of 1, and how far from it is near enough.
const TARGET: f64 = 0.023;
const NEAR: f64 = 0.001;
/// Where looking begins, in requests a second.
const FIRST: u64 = 1000;
/// Rates tried before it is given up, and the highest of them.
const TRIED_MAX: u32 = 24;
const RATE_MAX: u64 = 1_000_000;

/// A workload and its rate.
#[derive(Clone, Copy, Debug)]
pub struct Ruled {
    /// What it is called.
    pub title: &'static str,
    /// The workload, and its rate.
    pub settings: Assignments,
    /// Requests a second.
    pub rate: u32,
}

macro_rules! ruled {
    ($name:ident, $title:literal, $rate:literal, $(($path:literal, $value:literal)),+) => {
        /// At the rate that the rule gives it.
        pub const $name: Ruled = Ruled {
            title: $title,
            settings: &[$(($path, $value)),+, ("workload.rate", stringify!($rate))],
            rate: $rate,
        };
    };
}

ruled!(DAPPS, "DAPPS", 74, ("workload.kind", "\"mix\""), ("workload.standin", "\"dapps\""), ("workload.burst", "1"));
ruled!(DTRS, "DTRS", 96, ("workload.kind", "\"mix\""), ("workload.standin", "\"dtrs\""), ("workload.burst", "1"));
ruled!(EXCH, "EXCH", 210, ("workload.kind", "\"mix\""), ("workload.standin", "\"exch\""), ("workload.burst", "1"));
ruled!(LMBE, "LMBE", 74, ("workload.kind", "\"mix\""), ("workload.standin", "\"lmbe\""), ("workload.burst", "1"));
ruled!(MSNFS, "MSNFS", 324, ("workload.kind", "\"mix\""), ("workload.standin", "\"msnfs\""), ("workload.burst", "1"));
ruled!(TPCC, "TPCC", 1090, ("workload.kind", "\"mix\""), ("workload.standin", "\"tpcc\""), ("workload.burst", "1"));
ruled!(FILESERVER, "file server", 18, ("workload.kind", "\"filebench\""), ("workload.personality", "\"fileserver\""));
ruled!(VARMAIL, "mail server", 707, ("workload.kind", "\"filebench\""), ("workload.personality", "\"varmail\""));
ruled!(WEBPROXY, "web proxy", 1090, ("workload.kind", "\"filebench\""), ("workload.personality", "\"webproxy\""));

/// Every workload with a rate of its own.
pub const RULED: [Ruled; 9] = [DAPPS, DTRS, EXCH, LMBE, MSNFS, TPCC, FILESERVER, VARMAIL, WEBPROXY];

/// The run that tells which share of the reads Base blocks at `rate`.
pub fn document(ruled: &Ruled, rate: u64) -> Value {
    let mut document = Map::new();
    assign(&mut document, &[SETTING, series::BASE, ruled.settings]);
    insert(&mut document, "workload.rate", json!(rate));
    insert(&mut document, "run.seed", json!(1));
    Value::Object(document)
}

/// Whether so many blocked reads are near enough.
pub fn is_met(share: f64) -> bool {
    (share - TARGET).abs() <= NEAR
}

/// The first rate tried at which `blocked`, the share of blocked reads at a rate, is near enough: from 1 000 requests a second
/// halved or doubled until the target lies between two, then halfway between those on a logarithmic scale, in whole
/// requests a second. None where there is no such rate.
pub fn find<E>(mut blocked: impl FnMut(u64) -> Result<f64, E>) -> Result<Option<u64>, E> {
    let (mut low, mut high) = (None, None);
    let mut rate = FIRST;
    for _ in 0..TRIED_MAX {
        let share = blocked(rate)?;
        if is_met(share) {
            return Ok(Some(rate));
        }
        *(if share < TARGET { &mut low } else { &mut high }) = Some(rate);
        let next = match (low, high) {
            (Some(low), Some(high)) => libm::round(libm::sqrt(low as f64 * high as f64)) as u64,
            (Some(low), None) => low * 2,
            (None, high) => high.unwrap_or(FIRST) / 2,
        };
        if next == 0 || next > RATE_MAX || [low, high].contains(&Some(next)) {
            break;
        }
        rate = next;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(blocked: impl Fn(u64) -> f64) -> (Option<u64>, Vec<u64>) {
        let mut rates = Vec::new();
        let found = find(|rate| {
            rates.push(rate);
            Ok::<f64, ()>(blocked(rate))
        });
        (found.unwrap(), rates)
    }

    #[test]
    fn a_rate_is_bracketed_and_then_bisected_in_its_logarithm() {
        let by = |per: f64| move |rate: u64| rate as f64 / per;
        assert_eq!(tried(by(43_478.0)), (Some(1000), vec![1000]));
        assert_eq!(tried(by(152_174.0)), (Some(3363), vec![1000, 2000, 4000, 2828, 3363]));
        assert_eq!(tried(by(10_000.0)), (Some(229), vec![1000, 500, 250, 125, 177, 210, 229]));
        assert_eq!(tried(|_| 1.0).0, None, "blocked at any rate");
        assert_eq!(tried(|_| 0.0), (None, (0..10).map(|n| 1000 << n).collect()));
        assert_eq!(tried(|rate| if rate < 700 { 0.0 } else { 1.0 }).0, None, "from nothing to everything");
    }
}
