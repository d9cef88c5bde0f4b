//! The runs of ttFlash's figures are those of its authors: parity from the first step on and without GC too, one flush order where
//! erases are compared, no bursts, and a reader that does not wait.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used)]

use crate::support::common::report;
use serde_json::{Value, json};
use sim_core::figures::matching;
use sim_core::figures::measure::Measure;
use sim_core::figures::plan::{Plan, Run};

/// The experiment of a system in the figure of `claim`, at the last place of its axis, by our own reading or by another.
fn document(claim: &str, system: &str, reading: Option<&str>, requests: u64) -> Value {
    let plan = Plan::new(matching(claim)[0], false);
    let is_meant = |run: &&Run| {
        plan.figure.systems[run.system].id == system
            && run.reading.map(|at| plan.readings[at].id) == reading
            && (run.panel, run.seed) == (0, 1)
    };
    let runs = plan.runs();
    let mut document = plan.document(runs.iter().rfind(is_meant).unwrap());
    document["workload"]["requests"] = json!(requests);
    document
}

#[test]
fn all_steps_but_base_write_parity_and_so_does_the_device_without_gc() {
    let parity = |system, reading| {
        let mut document = document("T4", system, reading, 20_000);
        document["run"]["warmup_requests"] = json!(0);
        Measure::of(&report(document)).unwrap().parity_programs.unwrap()
    };
    assert_eq!(parity("base", None), 0);
    for system in ["pb", "gtr", "ttflash", "nogc"] {
        assert!(parity(system, None) > 1000, "{system}");
    }
    assert_eq!(parity("nogc", Some("N")), 0, "unless the paper is read so");
}

#[test]
fn in_one_flush_order_nothing_but_parity_costs_erases() {
    let erases = |system, order: Option<&str>| {
        let mut document = document("T9", system, None, 150_000);
        order.into_iter().for_each(|order| document["ftl"]["flush_order"] = json!(order));
        report(document).nand_erases as f64
    };
    let (all, base, parity) = (erases("ttflash", None), erases("base", None), erases("base-parity", None));
    assert!((all / parity - 1.0).abs() < 0.01, "{all} {parity}");
    assert!(parity > base * 1.1, "{parity} {base}");
    let in_another = erases("base-parity", Some("lru"));
    assert!(all / in_another > 1.05, "{all} {in_another}: the order, and not a feature");
}

#[test]
fn requests_come_one_by_one_unless_the_paper_is_read_otherwise() {
    let burst = |claim, reading| document(claim, "base", reading, 1)["workload"]["burst"].clone();
    assert_eq!([burst("T1", None), burst("T1", Some("A"))], [json!(1), json!(1)]);
    assert_eq!(burst("T1", Some("B")), json!(4));
    assert_eq!(burst("T7", Some("B")), Value::Null, "the reader has none");
}

#[test]
fn reads_that_do_not_wait_for_each_other_meet_what_a_closed_loop_misses() {
    let p99 = |is_closed: bool| {
        let mut document = document("T8", "base", None, 12_000);
        document["workload"]["read_pages"] = json!(4);
        document["workload"]["write_rate"] = json!(5000);
        if is_closed {
            document["workload"]["queue_depth"] = json!(1);
            document["workload"]["writes_before"] = json!(0);
            document["run"]["warmup_requests"] = json!(4000);
            document["workload"]["requests"] = json!(60_000);
        }
        report(document).p99_ns.unwrap()
    };
    let (open, closed) = (p99(false), p99(true));
    assert!(open > 5 * closed, "{open} {closed}");
}
