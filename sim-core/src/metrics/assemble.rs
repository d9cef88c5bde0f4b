//! Puts a report together from a device, its responses, and what it had done when counting began.

use super::buffer::Buffer;
use super::checks::{Check, checks};
use super::mark::{Counted, Mark};
use super::openchannel::openchannel_report;
use super::reference;
use super::report::{Blocked, ByCause, Causes, Engine, Gc, MapTraffic, Mapping, Merges, Report, Utilisation};
use super::samples::{Samples, TAIL};
use super::saturation::saturated;
use super::ttflash::stripes_report;
use super::wear::Wear;
use crate::base::request::HostOp;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::flash::clock::Clock;
use crate::flash::counters::Counters;
use crate::flash::operation::Purpose;
use crate::ftl::layer::Traits;
use crate::machine::{EndKind, Machine};

impl Report {
    /// The report of `machine`, which runs `experiment`, on what happened since `begin`.
    pub fn new(experiment: &Experiment, machine: &Machine, begin: &Mark, samples: &Samples) -> Self {
        let counted = Mark::of(machine).since(begin);
        let counters = &counted.counters;
        let of = |op: HostOp| counters.requests[op as usize];
        let sorted = samples.sorted();
        let wear = Wear::of(&counted.erases);
        let map = machine.source().address_map();
        let traits = machine.ftl.traits();
        Self {
            experiment: experiment.to_document(),
            end: machine.end.clone(),
            requests: counters.requests.iter().sum(),
            reads: of(HostOp::Read),
            writes: of(HostOp::Write),
            trims: of(HostOp::Trim),
            flushes: of(HostOp::Flush),
            host_read_pages: counters.host_read_pages(),
            unmapped_read_pages: counters.unmapped_reads,
            host_written_pages: counters.host_written_pages(),
            host_trimmed_pages: counters.host_pages[HostOp::Trim as usize],
            simulated_ns: counted.simulated_ns,
            mean_response_ns: samples.mean_ns(&[HostOp::Read, HostOp::Write, HostOp::Trim, HostOp::Flush]),
            read_mean_response_ns: samples.mean_ns(&[HostOp::Read]),
            write_mean_response_ns: samples.mean_ns(&[HostOp::Write]),
            p50_ns: sorted.percentile_ns(5000),
            p75_ns: sorted.percentile_ns(7500),
            p90_ns: sorted.percentile_ns(9000),
            p95_ns: sorted.percentile_ns(9500),
            p99_ns: sorted.percentile_ns(9900),
            p999_ns: sorted.percentile_ns(9990),
            p9999_ns: sorted.percentile_ns(9999),
            max_ns: sorted.max_ns(),
            read_tail: sorted.read_tail_ns().map(|tail| shares(&tail)),
            time_by_purpose: samples.times.clone().by_purpose(),
            saturated: is_saturated(machine, &counted, samples),
            nand_reads: counters.nand_reads(),
            nand_programs: counters.nand_programs(),
            nand_erases: counters.nand_erases(),
            causes: Causes::of(counters, &traits),
            write_amplification: counters.write_amplification(),
            write_amplification_reference: reference::write_amplification(experiment, &machine.core.nand.geometry),
            erase_mean: wear.mean,
            erase_max: wear.max,
            erase_min: wear.min,
            erase_std_dev: wear.std_dev,
            erase_cv: wear.cv,
            erase_gini: wear.gini,
            lifetime_host_pages: lifetime(machine, counters, &wear),
            merges: traits.merges().then(|| merges(experiment, counters)),
            gc: traits.collects().then_some(Gc { runs: counters.gc_runs, moved_pages: counters.gc_moved_pages }),
            ttflash: traits.has_stripes.then(|| stripes_report(machine, counters)),
            openchannel: openchannel_report(machine, counters),
            buffer: machine.caches_pages().then(|| Buffer::of(machine, counters, begin)),
            mapping: Some(mapping(machine, counters, &traits)),
            blocked: blocked(machine, samples),
            utilisation: Utilisation::of(machine, &counted),
            ram_bytes: machine.ram_bytes(),
            address_mode: map.map(|map| map.mode().name()),
            dropped_requests: map.map(|map| map.dropped()),
            trace: None,
            power_loss: machine.power_loss,
            checks: conservation(experiment, machine, &counted),
            engine: Engine::default(),
        }
    }
}

/// Each of [`TAIL`] as a fraction, with its response.
fn shares(tail_ns: &[u64; TAIL.len()]) -> Vec<(f64, u64)> {
    TAIL.iter().zip(tail_ns).map(|(&per_10000, &ns)| (per_10000 as f64 / 10_000.0, ns)).collect()
}

impl Causes {
    fn of(counters: &Counters, traits: &Traits) -> Self {
        let by_cause = |counts: &[u64; Purpose::COUNT]| -> ByCause {
            let applies =
                |purpose: usize| counts[purpose] > 0 || traits.purposes.iter().any(|&p| p as usize == purpose);
            let of = |purpose: usize| (Purpose::NAMES[purpose].to_string(), counts[purpose].into());
            (0..Purpose::COUNT).filter(|&purpose| applies(purpose)).map(of).collect()
        };
        Self {
            reads: by_cause(&counters.reads),
            programs: by_cause(&counters.programs),
            erases: by_cause(&counters.erases),
        }
    }
}

fn merges(experiment: &Experiment, counters: &Counters) -> Merges {
    let [switch, partial, full] = counters.merges;
    let reclaims = counters.reclaims();
    let weighted: u64 = (0..).zip(&counters.associativity).map(|(blocks, &count): (u64, _)| blocks * count).sum();
    let most = counters.associativity.iter().rposition(|&count| count > 0);
    Merges {
        switch,
        partial,
        full,
        log_block_gc: reclaims,
        associativity_mean: (reclaims > 0).then(|| weighted as f64 / reclaims as f64),
        associativity_max: most.map(|most| most as u64),
        associativity_histogram: counters.associativity[..most.map_or(0, |most| most + 1)].to_vec(),
        first_log_block: (experiment.ftl_kind == "fast").then_some(counters.first_log_block),
    }
}

fn mapping(machine: &Machine, counters: &Counters, traits: &Traits) -> Mapping {
    let of = |counts: &[u64; Purpose::COUNT], purpose: Purpose| counts[purpose as usize];
    Mapping {
        lookups: traits.caches_map().then_some(counters.map_lookups),
        hits: traits.caches_map().then_some(counters.map_hits),
        resident_bytes: machine.ftl.ram_bytes(),
        full_bytes: 4 * u64::from(machine.core.nand.geometry.logical_pages),
        traffic: traits.caches_map().then(|| MapTraffic {
            evictions: counters.map_evictions,
            write_backs: counters.map_write_backs,
            reads: of(&counters.reads, Purpose::Map),
            writes: of(&counters.programs, Purpose::Map),
            update_reads: of(&counters.reads, Purpose::MapUpdate),
            update_writes: of(&counters.programs, Purpose::MapUpdate),
            lazy_updates: counters.map_lazy_updates,
            gc_copies: of(&counters.programs, Purpose::MapGc),
            conversions: traits.converts().then_some(counters.conversions),
        }),
    }
}

impl Utilisation {
    fn of(machine: &Machine, counted: &Counted) -> Self {
        let share = |busy_ns: u64| busy_ns as f64 / counted.simulated_ns as f64;
        if counted.simulated_ns == 0 {
            return Self { controller: None, channels: None, planes: None };
        }
        match machine.core.clock {
            Clock::Serial(_) => {
                Self { controller: Some(share(counted.counters.service_ns)), channels: None, planes: None }
            }
            Clock::Event(_) => {
                let host_pages: u64 = counted.counters.host_pages.iter().sum();
                Self {
                    controller: Some(share(host_pages * machine.core.controller_ns)),
                    channels: Some(counted.channels_ns.iter().map(|&ns| share(ns)).collect()),
                    planes: Some(counted.planes_ns.iter().map(|&ns| share(ns)).collect()),
                }
            }
        }
    }
}

fn is_saturated(machine: &Machine, counted: &Counted, samples: &Samples) -> Option<bool> {
    if machine.is_closed_loop() {
        return Some(false);
    }
    // On the event clock a request's own service is what its share of the planes' work would take one by one.
    let busy_ns = match machine.core.clock {
        Clock::Serial(_) => counted.counters.service_ns,
        Clock::Event(_) => counted.planes_ns.iter().sum(),
    };
    saturated(samples, busy_ns)
}

fn blocked(machine: &Machine, samples: &Samples) -> Option<Blocked> {
    let Clock::Event(_) = machine.core.clock else { return None };
    let reads = samples.requests_of(HostOp::Read);
    let share = |part: u64| (reads > 0).then(|| part as f64 / reads as f64);
    Some(Blocked { gc_fraction: share(samples.reads_behind_gc), queue_fraction: share(samples.reads_behind_blocked) })
}

fn lifetime(machine: &Machine, counters: &Counters, wear: &Wear) -> Option<u64> {
    let pages = u128::from(counters.host_written_pages()) * u128::from(machine.core.nand.endurance);
    pages.checked_div(u128::from(wear.max)).and_then(|pages| u64::try_from(pages).ok())
}

fn conservation(experiment: &Experiment, machine: &Machine, counted: &Counted) -> Vec<Check> {
    let whole = machine.end.as_ref().is_none_or(|end| end.kind == EndKind::Done) && machine.power_loss.is_none();
    if !whole {
        return Vec::new();
    }
    let serial = matches!(machine.core.clock, Clock::Serial(_));
    let timing = (serial && machine.kept_timing()).then(|| device::timing(&experiment.device));
    checks(counted, timing.as_ref(), machine.kept_buffering().then(|| machine.caches_pages()))
}

#[cfg(all(test, feature = "layers"))]
mod tests {
    use super::*;
    use crate::metrics::run::{self, Run};
    use serde_json::{Value, json};

    fn experiment(document: &Value) -> Experiment {
        Experiment::new(document, &[]).expect("an experiment")
    }

    fn report(document: &Value) -> Report {
        run::report(&experiment(document), None).expect("a report")
    }

    #[test]
    fn of_nothing_there_is_neither_a_mean_nor_a_share() {
        let reads = report(&json!({
            "device": { "preset": "toy", "blocks_per_plane": 20 }, "ftl": { "kind": "fast" },
            "buffer": { "kind": "lru" }, "workload": { "write_ratio": 0.0 },
        }));
        assert_eq!(reads.merges.and_then(|merges| merges.associativity_mean), None);
        let buffer = reads.buffer.expect("it has a buffer");
        assert_eq!((buffer.flushes, buffer.groups_mean), (Some(0), None));
        assert_eq!((buffer.flushed_pages_mean, buffer.victim_age_mean), (None, None));
        let writes =
            report(&json!({ "device": { "preset": "toy", "clock": "event" }, "workload": { "write_ratio": 1.0 } }));
        assert_eq!(writes.blocked, Some(Blocked { gc_fraction: None, queue_fraction: None }));
    }

    #[test]
    fn before_any_time_has_passed_nothing_is_used() {
        for clock in ["serial", "event"] {
            let run = Run::new(&experiment(&json!({ "device": { "preset": "toy", "clock": clock } })), None);
            let report = run.expect("a run").report();
            assert_eq!(report.simulated_ns, 0);
            assert_eq!(report.utilisation, Utilisation { controller: None, channels: None, planes: None });
        }
    }

    #[test]
    fn a_closed_loop_is_not_saturated_however_short_it_is() {
        let of = |queue_depth: Option<u64>| {
            report(&json!({
                "device": { "preset": "toy" }, "workload": { "requests": 50, "queue_depth": queue_depth },
            }))
        };
        assert_eq!((of(Some(8)).saturated, of(None).saturated), (Some(false), None));
    }

    #[test]
    fn a_run_that_ends_early_has_nothing_to_add_up() {
        let of = |endurance: u64| {
            report(&json!({ "device": { "preset": "toy", "endurance": endurance }, "workload": { "requests": 5000 } }))
        };
        let worn = of(5);
        assert_ne!(worn.end.map(|end| end.kind), Some(EndKind::Done));
        assert_eq!((worn.checks.len(), of(100_000).checks.len()), (0, 5));
    }
}
