//! What an observer is told of a run: each operation's cause, and decisions where it wants them.

#![allow(clippy::unwrap_used)]

use crate::support::common::experiment;
use serde_json::json;
use sim_core::assembly::{initial, source};
use sim_core::flash::clock::event::Timed;
use sim_core::flash::decision::Decision;
use sim_core::flash::observer::{Observer, Recorder};
use sim_core::flash::operation::{Kind, Operation};

/// Layers and buffers that between them collect, merge, look up maps and flush.
const DEVICES: [(&str, &str); 5] =
    [("page", "none"), ("page", "lru"), ("fast", "none"), ("dftl", "none"), ("clash", "none")];

/// What `observer` is told of a run of `layer` under `buffer`.
fn observed<O: Observer>((layer, buffer): (&str, &str), mut observer: O) -> O {
    let ftl = match layer {
        "dftl" => json!({ "kind": layer, "gc": { "low": 3, "high": 5 } }),
        "clash" => json!({ "kind": layer, "p_pages": 8, "b_blocks": 2 }),
        _ => json!({ "kind": layer }),
    };
    let experiment = experiment(json!({
        "device": { "preset": "toy", "blocks_per_plane": 20, "pages_per_block": 8 },
        "ftl": ftl, "buffer": { "kind": buffer }, "workload": { "requests": 3000 },
    }));
    let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap();
    while machine.step(&mut observer).unwrap() {}
    observer
}

#[test]
fn whatever_an_operation_names_as_its_cause_is_a_request_or_a_cause() {
    let mut causes = Vec::new();
    for device in DEVICES {
        let Recorder { operations, .. } = observed(device, Recorder::default());
        causes.extend(operations.iter().filter_map(|it| it.cause).map(|cause| operations[cause as usize].kind));
    }
    let is_request = |kind: Kind| matches!(kind, Kind::HostRead | Kind::HostWrite | Kind::HostTrim);
    assert!(causes.iter().all(|&kind| kind.is_cause() || is_request(kind)));
    for kind in [Kind::GcStart, Kind::FullMerge, Kind::MapMiss, Kind::FlushStart] {
        assert!(causes.contains(&kind), "{kind:?}");
    }
    assert!([Kind::Read, Kind::Program, Kind::Erase, Kind::GcEnd, Kind::CacheHit].iter().all(|it| !it.is_cause()));
}

/// Sees all operations and wants no decisions.
#[derive(Default)]
struct Undecided(Recorder);

impl Observer for Undecided {
    const ENABLED: bool = true;
    fn wants_decisions(&self) -> bool {
        false
    }
    fn halt_at(&self) -> u64 {
        u64::MAX
    }
    fn operation(&mut self, operation: &Operation) {
        self.0.operation(operation);
    }
    fn timed(&mut self, timed: &Timed) {
        self.0.timed(timed);
    }
    fn decision(&mut self, decision: Decision) {
        self.0.decision(decision);
    }
}

#[test]
fn who_wants_no_decisions_is_told_none_and_sees_the_same_operations() {
    for device in DEVICES {
        let (recorder, Undecided(undecided)) =
            (observed(device, Recorder::default()), observed(device, Undecided::default()));
        assert_eq!(undecided.operations, recorder.operations, "{device:?}");
        assert!(!recorder.decisions.is_empty() && undecided.decisions.is_empty(), "{device:?}");
    }
}
