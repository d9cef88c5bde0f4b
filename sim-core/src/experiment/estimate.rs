//! What an experiment takes before it is begun: memory and preparation, from its document alone. For whoever is to agree to it first.

use super::device;
use super::document::Experiment;
use crate::base::error::Error;
use serde::Serialize;

/// Bytes a physical page of a device that is watched: tables, versions, out-of-band bytes, and the copies by which a run goes back.
const WATCHED_PAGE_BYTES: u64 = 250;
/// The same of one that is only run.
const RUN_PAGE_BYTES: u64 = 40;

/// What an experiment takes, roughly and rather too much than too little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Resources"))]
pub(crate) struct Estimate {
    /// Physical pages of the device.
    pub pages: u64,
    /// Memory while it is watched.
    watched_bytes: u64,
    /// Memory of a run that nobody watches.
    run_bytes: u64,
    /// Pages that are written before the first request.
    prepared_pages: u64,
    /// Requests of the run; none for a trace, which may have any number.
    pub requests: Option<u64>,
    /// Whether pages stand in stripes: the page then runs the same requests without what stripes are for, too.
    has_stripes: bool,
}

/// The estimate of `experiment`.
///
/// # Errors
/// A device that cannot be built.
pub(crate) fn estimate(experiment: &Experiment) -> Result<Estimate, Error> {
    let geometry = device::geometry_of(experiment)?;
    let pages = u64::from(geometry.physical_pages());
    let logical = f64::from(geometry.logical_pages);
    let prepared = match experiment.run.word("initial_state") {
        "full_seq" => logical,
        "full_rand" => logical * (1.0 + experiment.run.number("overwrites")),
        "partial" => logical * experiment.run.number("fill"),
        "aged" => pages as f64,
        _ => 0.0,
    };
    Ok(Estimate {
        pages,
        watched_bytes: pages * WATCHED_PAGE_BYTES,
        run_bytes: pages * RUN_PAGE_BYTES,
        prepared_pages: prepared as u64,
        requests: experiment.workload.0.get("requests").and_then(|requests| requests.as_u64()),
        has_stripes: experiment.has_stripes(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn of(document: Value) -> Result<Estimate, Error> {
        estimate(&Experiment::new(&document, &[])?)
    }

    #[test]
    fn memory_goes_with_the_pages_of_the_device() {
        let of_blocks = |blocks: u64| of(json!({ "device": { "preset": "toy", "blocks_per_plane": blocks } })).unwrap();
        let (small, large) = (of_blocks(16), of_blocks(1 << 22));
        assert_eq!(large.pages, small.pages << 18);
        assert_eq!(large.watched_bytes, small.watched_bytes << 18);
        assert!(large.watched_bytes > 1 << 30 && large.run_bytes < large.watched_bytes);
    }

    #[test]
    fn preparing_goes_with_the_state_and_the_requests_are_those_of_the_run() {
        let of_state = |run: Value| of(json!({ "device": { "preset": "toy" }, "run": run })).unwrap();
        assert_eq!(of_state(json!({ "initial_state": "clean" })).prepared_pages, 0);
        let full = of_state(json!({ "initial_state": "full_seq" })).prepared_pages;
        let over = of_state(json!({ "initial_state": "full_rand", "overwrites": 20 })).prepared_pages;
        assert!(full > 0);
        assert_eq!(over, 21 * full);
        let endless = of(json!({ "workload": { "requests": 1_000_000_000_000u64 } })).unwrap();
        assert_eq!(endless.requests, Some(1_000_000_000_000));
        assert_eq!(of(json!({ "workload": { "kind": "trace", "file": "a" } })).unwrap().requests, None);
    }

    #[test]
    #[cfg(feature = "layers")]
    fn stripes_are_told_of_a_layer_that_has_them() {
        let of_layer = |kind: &str| of(json!({ "device": { "channels": 4 }, "ftl": { "kind": kind } })).unwrap();
        assert_eq!(["page", "dftl", "ttflash"].map(|kind| of_layer(kind).has_stripes), [false, false, true]);
    }
}
