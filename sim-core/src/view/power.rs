//! A power cut as the page shows it: when one could come, and what it cost.

use crate::base::text::{count, grouped};
use crate::machine::Machine;
use crate::machine::power::PowerLoss;
use serde::Serialize;

/// Where power can be cut, and what a cut cost.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Power {
    /// Flash operations begun: the next one has this number, as `run.power_cut` counts them.
    flash_operations: u64,
    /// Whether the device finds its data again; a run without that cannot be cut.
    recovers: bool,
    /// What the cut cost; null before one.
    outcome: Option<PowerOutcome>,
}

/// What a power cut cost.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PowerOutcome {
    /// Acknowledged pages whose newest version is gone.
    lost_pages: u64,
    /// Loss and recovery, in words.
    told: String,
}

/// Of the device as it is.
pub(super) fn power(machine: &Machine) -> Power {
    let outcome = machine.power_loss.map(|loss| PowerOutcome { lost_pages: loss.lost_pages, told: told(&loss) });
    Power { flash_operations: machine.core.flash_operations, recovers: machine.ftl.recovers(), outcome }
}

/// What was lost, and what the device did to find the rest.
pub(super) fn told(loss: &PowerLoss) -> String {
    let trims = match loss.undone_trims {
        0 => String::new(),
        trims => format!(", {} undone", count(trims, "acknowledged trim")),
    };
    format!("**{}**{}{trims}; {}", lost(loss), which(loss), recovery(loss))
}

fn lost(loss: &PowerLoss) -> String {
    match loss.lost_pages {
        0 => "no acknowledged page is lost".into(),
        1 => "1 acknowledged page is lost".into(),
        pages => format!("{} acknowledged pages are lost", grouped(pages)),
    }
}

/// What lost pages hold now, and which of them nobody had written.
fn which(loss: &PowerLoss) -> String {
    let verb = |pages: u64, one: &str, more: &str, what: &str| match pages {
        0 => None,
        1 => Some(format!("1 {one} {what}")),
        pages => Some(format!("{} {more} {what}", grouped(pages))),
    };
    let parts = [
        verb(loss.older_pages, "shows", "show", "an older version"),
        verb(loss.empty_pages, "shows", "show", "nothing"),
        verb(loss.lost_in_flush, "was", "were", "read for a flush and not yet written again"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn recovery(loss: &PowerLoss) -> String {
    let done = [
        (loss.recovery_reads, "page", "read"),
        (loss.recovery_programs, "page", "programmed"),
        (loss.recovery_erases, "block", "erased"),
    ];
    let done = done.into_iter().filter(|(times, ..)| *times > 0);
    let done: Vec<String> = done.map(|(times, what, how)| format!("{} {how}", count(times, what))).collect();
    if done.is_empty() { "recovery took no operation".into() } else { format!("recovery: {}", done.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_is_told_with_what_it_took_and_what_recovery_did() {
        let loss = PowerLoss { recovery_reads: 1_028, recovery_erases: 1, ..PowerLoss::default() };
        assert_eq!(told(&loss), "**no acknowledged page is lost**; recovery: 1\u{202f}028 pages read, 1 block erased");
        let loss = PowerLoss { lost_pages: 3, older_pages: 2, empty_pages: 1, undone_trims: 1, ..PowerLoss::default() };
        assert_eq!(
            told(&loss),
            "**3 acknowledged pages are lost** (2 show an older version, 1 shows nothing), 1 acknowledged trim undone; recovery took no operation"
        );
        let loss =
            PowerLoss { lost_pages: 1, empty_pages: 1, lost_in_flush: 1, recovery_programs: 2, ..PowerLoss::default() };
        assert_eq!(
            told(&loss),
            "**1 acknowledged page is lost** (1 shows nothing, 1 was read for a flush and not yet written again); recovery: 2 pages programmed"
        );
    }
}
