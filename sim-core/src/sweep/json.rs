//! Results as JSON: one line a point, so that they can be put together, and looked at, without reading all of them.

use super::axis::Axis;
use super::document::{CORE_VERSION, Sweep, VERSION};
use super::point::{Outcome, Point};
use super::shard::Shard;
use super::trace::Trace;
use crate::trace::sidecar::FileDigest;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What says which sweep results are of; `shard` where they are of one of its shards.
pub(crate) fn head(sweep: &Sweep, shard: Option<Shard>) -> Value {
    let mut head = json!({
        "version": VERSION, "core_version": CORE_VERSION, "id": sweep.id, "experiment": sweep.experiment,
        "axes": sweep.axes.iter().map(Axis::to_json).collect::<Vec<_>>(), "count": sweep.count(),
        "trace_sha256": sweep.trace.as_ref().map(|trace| trace.sha256.as_str()),
        "trace_journal": sweep.trace.as_ref().map(Trace::journal_json),
    });
    if let Some(shard) = shard {
        head["shard"] = shard.to_json();
    }
    head
}

/// A point and what came of it, in one line without its end. `sha256` is its [`checksum`].
pub(crate) fn line(sweep: &Sweep, point: &Point) -> String {
    let (index, settings) = (point.index, Value::Object(sweep.settings(point.index)));
    let (outcome, sha256) = (outcome(point), checksum(sweep, point));
    format!("{{\"index\":{index},\"settings\":{settings},{outcome},\"sha256\":\"{sha256}\"}}")
}

/// What tells whether a point's results are still those that were written: SHA-256 of the sweep's id, the point's index, and what came
/// of it, in 64 hexadecimal digits. It finds what was changed by mistake; it is no signature.
pub(super) fn checksum(sweep: &Sweep, point: &Point) -> String {
    let mut digest = FileDigest::default();
    digest.push(format!("{} {} {}", sweep.id, point.index, outcome(point)).as_bytes());
    digest.hexadecimal()
}

/// The fields that say what came of a point.
fn outcome(point: &Point) -> String {
    match &point.outcome {
        Outcome::Report(report) => format!("\"report\":{report}"),
        Outcome::Refused(why) => format!("\"report\":null,\"refused\":{}", json!(why)),
    }
}

/// `points`, ascending, as a document.
pub(crate) fn text(sweep: &Sweep, shard: Option<Shard>, points: &[Point]) -> String {
    let mut text = format!("{{\n  \"sweep\": {},\n  \"points\": [", head(sweep, shard));
    for (at, point) in points.iter().enumerate() {
        text.push_str(if at == 0 { "\n    " } else { ",\n    " });
        text.push_str(&line(sweep, point));
    }
    text.push_str(if points.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    text
}

/// The points of a sweep, none of them run.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SweepPlan"))]
pub(crate) struct Plan {
    /// SHA-256 of all that decides the results.
    id: String,
    count: u64,
    #[cfg_attr(test, ts(as = "Vec<Axis>"))]
    axes: Vec<Value>,
    points: Vec<PlannedPoint>,
}

/// A point: an experiment at one place along each axis.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SweepPoint"))]
struct PlannedPoint {
    index: u64,
    /// By the path of each axis, and under `policy` the title of the policy.
    #[cfg_attr(test, ts(type = "Record<string, string | number | boolean | null>"))]
    settings: Map<String, Value>,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    document: Value,
}

/// The points of `sweep`.
pub(crate) fn plan(sweep: &Sweep) -> Plan {
    let point = |index| PlannedPoint { index, settings: sweep.settings(index), document: sweep.document(index) };
    Plan {
        id: sweep.id.clone(),
        count: sweep.count(),
        axes: sweep.axes.iter().map(Axis::to_json).collect(),
        points: (0..sweep.count()).map(point).collect(),
    }
}
