//! Sessions: after so many write requests α and λ are set anew from what the session has shown.

use super::lambda::Lambda;
use crate::base::real::Real;
use crate::flash::counters::Counters;
use crate::flash::decision::{Decision, Row};
use crate::flash::operation::Purpose;
use crate::flash::trigger::{Condition, What};
use crate::nand::timing::Timing;

/// The session under way.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Session {
    /// Its number, from 1.
    pub index: u64,
    /// Write requests so far.
    pub writes: u64,
    /// Pages that left for the log.
    pub(super) logged_pages: u64,
    /// Time spent merging before it began.
    pub(super) merge_ns_before: u64,
}

/// A session that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Past {
    /// Its number, from 1.
    pub index: u64,
    /// Write requests begun before its end.
    pub ended: u64,
    /// The α in force.
    pub alpha: Real,
    /// The λ in force.
    pub lambda: Lambda,
    /// Bytes of the rehearsals at its end: of the buffer, of the log.
    pub bytes: [u64; 2],
}

/// How a session ended.
#[derive(Clone, Debug)]
pub struct SessionEnd {
    /// Its number, from 1.
    pub index: u64,
    /// The α that was in force, and the one that is now.
    pub alpha: [f64; 2],
    /// Its write requests, and how many a session has.
    pub writes: [u64; 2],
    /// Each rehearsal's α and what it cost, the cheapest first; none where there are no rehearsals.
    pub costs: Vec<(f64, u64)>,
}

/// Time spent so far on making room below: what logging pages costs later. Switch merges belong to blocks written whole.
pub(crate) fn merge_ns(counters: &Counters, timing: &Timing) -> u64 {
    const MERGING: [Purpose; 6] =
        [Purpose::Gc, Purpose::Partial, Purpose::Full, Purpose::Reclaim, Purpose::MapUpdate, Purpose::MapGc];
    let of = |counts: &[u64; Purpose::COUNT]| MERGING.iter().map(|&purpose| counts[purpose as usize]).sum::<u64>();
    of(&counters.reads) * timing.read_cost()
        + of(&counters.programs) * timing.program_cost()
        + of(&counters.erases) * timing.erase_cost()
}

impl SessionEnd {
    /// Why it is over.
    pub fn trigger(&self) -> Condition {
        let [writes, all] = self.writes;
        Condition::all(What::SessionWrites, writes, all)
    }

    /// Whether there was anything to choose from.
    pub(crate) fn is_choice(&self) -> bool {
        !self.costs.is_empty()
    }

    /// Why α is what it is now.
    pub fn decision(&self, op: u64) -> Decision {
        let [before, now] = self.alpha;
        let running = self.costs.iter().find(|(alpha, _)| *alpha == before).map_or(0, |&(_, cost)| cost);
        let row = |&(alpha, cost): &(f64, u64)| Row {
            label: alpha_name(alpha),
            block: None,
            chosen: alpha == now,
            cells: vec![milliseconds(cost), difference(cost, running)],
            share: (running > 0).then(|| (cost as f64 / running as f64 / 2.0).min(1.0)),
        };
        Decision {
            op,
            question: "Which α?".into(),
            rule: "the cheapest rehearsal; of equals the one in force".into(),
            columns: vec!["cost".into(), "against the one in force".into()],
            rows: self.costs.iter().map(row).collect(),
            candidates: self.costs.len(),
            headline: self.headline(),
            ..Decision::default()
        }
    }

    fn headline(&self) -> String {
        let [before, now] = self.alpha.map(alpha_name);
        let over = format!("Session {} is over", self.index);
        match before == now {
            true => format!("{over}: no rehearsal was cheaper, so **{now}** stays."),
            false => {
                format!("{over}: the rehearsal with **{now}** was cheapest, so the device takes it up from {before}.")
            }
        }
    }
}

/// "α = −0.25"
pub fn alpha_name(alpha: f64) -> String {
    ["α = ", &alpha.to_string().replace('-', "\u{2212}")].concat()
}

fn milliseconds(ns: u64) -> String {
    format!("{:.1} ms", ns as f64 / 1e6)
}

fn difference(cost: u64, running: u64) -> String {
    if running == 0 || cost == running {
        return "0 %".into();
    }
    let percent = (cost as f64 / running as f64 - 1.0) * 100.0;
    format!("{}{:.1} %", if percent < 0.0 { "\u{2212}" } else { "+" }, percent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(alpha: [f64; 2], costs: &[(f64, u64)]) -> SessionEnd {
        SessionEnd { index: 7, alpha, writes: [200, 200], costs: costs.to_vec() }
    }

    /// Of each row its name, whether it was taken, its cost, that against the one in force, and its bar.
    fn rows(decision: &Decision) -> Vec<(&str, bool, &str, &str, Option<f64>)> {
        decision
            .rows
            .iter()
            .map(|row| (row.label.as_str(), row.chosen, row.cells[0].as_str(), row.cells[1].as_str(), row.share))
            .collect()
    }

    #[test]
    fn rehearsals_are_told_by_what_they_cost_against_the_one_in_force() {
        let decision = end([0.0, -0.25], &[(-0.25, 3_000_000), (0.0, 4_000_000), (0.25, 9_000_000)]).decision(5);
        // 3 / 4 − 1, and 9 / 4 − 1; the bar of the one in force is half full, and none more than full.
        let expected = [
            ("α = −0.25", true, "3.0 ms", "−25.0 %", Some(0.375)),
            ("α = 0", false, "4.0 ms", "0 %", Some(0.5)),
            ("α = 0.25", false, "9.0 ms", "+125.0 %", Some(1.0)),
        ];
        assert_eq!(rows(&decision), expected);
        assert_eq!((decision.op, decision.candidates), (5, 3));
        assert_eq!(
            decision.headline,
            "Session 7 is over: the rehearsal with **α = −0.25** was cheapest, so the device takes it up from α = 0."
        );
        let stays = end([0.5, 0.5], &[(0.5, 1), (1.0, 2)]).decision(5);
        assert_eq!(stays.headline, "Session 7 is over: no rehearsal was cheaper, so **α = 0.5** stays.");
    }

    #[test]
    fn against_one_in_force_that_cost_nothing_there_is_no_difference_and_no_bar() {
        let decision = end([0.0, 0.0], &[(0.0, 0), (0.25, 2_000_000)]).decision(5);
        let expected = [("α = 0", true, "0.0 ms", "0 %", None), ("α = 0.25", false, "2.0 ms", "0 %", None)];
        assert_eq!(rows(&decision), expected);
    }

    #[test]
    fn merging_takes_the_time_of_its_reads_programs_and_erases() {
        let timing = Timing { transfer_ns: 2, command_ns: 1, ..Timing::of_array(3, 10, 100) };
        let mut counters = Counters::default();
        for (purpose, count) in [(Purpose::Gc, 5), (Purpose::Full, 7), (Purpose::Flush, 1000), (Purpose::Switch, 1000)]
        {
            counters.reads[purpose as usize] = count;
            counters.programs[purpose as usize] = 10 * count;
            counters.erases[purpose as usize] = 100 * count;
        }
        // 12 reads of 1 + 3 + 2 ns, 120 programs of 1 + 2 + 10, 1200 erases of 1 + 100.
        assert_eq!(merge_ns(&counters, &timing), 12 * 6 + 120 * 13 + 1200 * 101);
    }
}
