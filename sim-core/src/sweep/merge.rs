//! Parts of a sweep put together: every point once, or it says which file has which point and what was expected.

use super::axis::Axis;
use super::document::Sweep;
use super::part::{Part, VALUE_MAX};
use super::point::Point;
use super::shard::Shard;
use super::trace::Trace;
use crate::base::error::Error;
use crate::base::text::told_up_to;
use crate::experiment::document::flatten;
use serde_json::{Map, Value, json};

/// The whole sweep: its points, ascending.
///
/// # Errors
/// Parts of several sweeps, a point in two parts, or in none.
pub(crate) fn merge(parts: Vec<Part>) -> Result<(Sweep, Vec<Point>), Error> {
    let Some(first) = parts.first() else { return Err(Error::Document("no part is given".into())) };
    let sweep = first.sweep.clone();
    if let Some(other) = parts.iter().find(|part| part.sweep.id != sweep.id) {
        let what = difference(&other.sweep, &sweep);
        return Err(Error::Document(format!("{}: it is of another sweep than {}: {what}", other.name, first.name)));
    }
    let count = sweep.count();
    let mut owners: Vec<Option<usize>> = vec![None; count as usize];
    for (at, part) in parts.iter().enumerate() {
        for point in &part.points {
            if let Some(owner) = owners[point.index as usize].replace(at) {
                return Err(Error::Document(format!(
                    "{}: point {} stands in {} already, expected in one of them",
                    part.name, point.index, parts[owner].name
                )));
            }
        }
    }
    refuse_gaps(&owners, &parts)?;
    let mut points: Vec<Option<Point>> = vec![None; count as usize];
    for point in parts.into_iter().flat_map(|part| part.points) {
        let place = point.index as usize;
        points[place] = Some(point);
    }
    Ok((sweep, points.into_iter().flatten().collect()))
}

fn refuse_gaps(owners: &[Option<usize>], parts: &[Part]) -> Result<(), Error> {
    let missing = || owners.iter().enumerate().filter(|(_, owner)| owner.is_none()).map(|(index, _)| index as u64);
    let Some(first) = missing().next() else { return Ok(()) };
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    let of = parts[0]
        .shard
        .map(|shard| shard.of)
        .filter(|&of| parts.iter().all(|part| part.shard.map(|s| s.of) == Some(of)));
    let expected = match of {
        Some(of) => format!("expected in shard {}", Shard::with(first, of)),
        None => format!("expected are all of {}", owners.len()),
    };
    let what = match missing().count() {
        1 => format!("point {first} is not there"),
        count => format!("point {first} and {} more are not there", count - 1),
    };
    Err(Error::Document(format!("{}: {what}; {expected}", names.join(", "))))
}

/// Where `found` is another sweep than `expected`, in words.
pub(crate) fn difference(found: &Sweep, expected: &Sweep) -> String {
    let leaves = |sweep: &Sweep| {
        let mut leaves = Map::new();
        // A sweep's experiment is an object, which is all that could be wrong with it.
        let _ = flatten("", &Value::Object(sweep.experiment.clone()), &mut leaves);
        let axes = sweep.axes.iter().map(Axis::to_json).enumerate().map(|(at, axis)| (format!("axes[{at}]"), axis));
        leaves.extend(axes);
        leaves.insert("trace_sha256".into(), json!(sweep.trace.as_ref().map(|trace| trace.sha256.as_str())));
        leaves.insert("trace_journal".into(), json!(sweep.trace.as_ref().map(Trace::journal_json)));
        leaves
    };
    let (found, expected) = (leaves(found), leaves(expected));
    let differs = |name: &&String| found.get(*name) != expected.get(*name);
    let Some(name) = found.keys().chain(expected.keys()).find(differs) else { return "its id".into() };
    let text = |leaves: &Map<String, Value>| {
        leaves.get(name).map_or("not stated".into(), |value| told_up_to(VALUE_MAX, &value.to_string()))
    };
    format!("{name} is {}, expected {}", text(&found), text(&expected))
}
