//! Results as JSON: one line a point, so that they can be put together, and looked at, without reading all of them.

use super::axis::Axis;
use super::document::{CORE_VERSION, Sweep, VERSION};
use super::point::{Outcome, Point};
use super::shard::Shard;
use super::trace::Trace;
use serde_json::{Value, json};

/// What says which sweep results are of; `shard` where they are of one of its shards.
pub fn head(sweep: &Sweep, shard: Option<Shard>) -> Value {
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

/// A point and what came of it, in one line without its end.
pub fn line(sweep: &Sweep, point: &Point) -> String {
    let (index, settings) = (point.index, Value::Object(sweep.settings(point.index)));
    match &point.outcome {
        Outcome::Report(report) => format!("{{\"index\":{index},\"settings\":{settings},\"report\":{report}}}"),
        Outcome::Refused(why) => {
            let why = json!(why);
            format!("{{\"index\":{index},\"settings\":{settings},\"report\":null,\"refused\":{why}}}")
        }
    }
}

/// `points`, ascending, as a document.
pub fn text(sweep: &Sweep, shard: Option<Shard>, points: &[Point]) -> String {
    let mut text = format!("{{\n  \"sweep\": {},\n  \"points\": [", head(sweep, shard));
    for (at, point) in points.iter().enumerate() {
        text.push_str(if at == 0 { "\n    " } else { ",\n    " });
        text.push_str(&line(sweep, point));
    }
    text.push_str(if points.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    text
}

/// The points of a sweep, none of them run.
pub fn plan(sweep: &Sweep) -> Value {
    let point = |index| json!({ "index": index, "settings": sweep.settings(index), "document": sweep.document(index) });
    json!({
        "id": sweep.id, "count": sweep.count(), "axes": sweep.axes.iter().map(Axis::to_json).collect::<Vec<_>>(),
        "points": (0..sweep.count()).map(point).collect::<Vec<_>>(),
    })
}
