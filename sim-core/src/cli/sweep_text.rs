//! Results of a sweep for people: a table a metric with a column a policy where something else varies beside them, else one
//! table with a row a point.

use super::columns::right_aligned;
use crate::base::text::grouped;
use crate::sweep::axis::{Axis, POLICY};
use crate::sweep::document::Sweep;
use crate::sweep::point::Point;
use serde_json::Value;

/// What stands for a number that does not apply, or a point that is elsewhere.
const NONE: &str = "–";
/// What marks a response that tells the length of the run.
const SATURATED: &str = "*";
/// What stands for the numbers of a point that cannot be run.
const REFUSED: &str = "refused";
/// How many reasons are told.
const REASONS: usize = 10;

/// A figure of a report.
struct Metric {
    title: &'static str,
    unit: &'static str,
    is_response: bool,
    cell: fn(&Value) -> Option<String>,
}

const METRICS: [Metric; 4] = [
    Metric { title: "mean response", unit: "ms", is_response: true, cell: |report| ms(&report["mean_response_ns"]) },
    Metric { title: "p99", unit: "ms", is_response: true, cell: |report| ms(&report["p99_ns"]) },
    Metric {
        title: "erases",
        unit: "",
        is_response: false,
        cell: |report| report["nand_erases"].as_u64().map(grouped),
    },
    Metric {
        title: "write amplification",
        unit: "",
        is_response: false,
        cell: |report| report["write_amplification"].as_f64().map(|n| format!("{n:.3}")),
    },
];

/// `points`, ascending, in aligned lines.
pub(super) fn text(sweep: &Sweep, points: &[Point]) -> String {
    let cells: Vec<[String; METRICS.len()]> = points.iter().map(cells).collect();
    let mut text = match &sweep.axes[..] {
        [Axis::Policies { .. }, other] | [other, Axis::Policies { .. }] => beside(sweep, other, points, &cells),
        _ => below(sweep, points, &cells),
    };
    if text.contains(SATURATED) {
        text.push_str(&format!("\n  {SATURATED} saturated: requests arrived faster than they could be served\n"));
    }
    text + &reasons(sweep, points)
}

fn cells(point: &Point) -> [String; METRICS.len()] {
    if point.outcome.refused().is_some() {
        return [REFUSED; METRICS.len()].map(String::from);
    }
    let report = point.outcome.report();
    let is_saturated = report["saturated"] == true;
    METRICS.map(|metric| match (metric.cell)(&report) {
        None => NONE.into(),
        Some(cell) if is_saturated && metric.is_response => cell + SATURATED,
        Some(cell) => cell,
    })
}

/// A table a metric, with a column a policy.
fn beside(sweep: &Sweep, other: &Axis, points: &[Point], cells: &[[String; METRICS.len()]]) -> String {
    let table = |(at, metric): (usize, &Metric)| {
        let policies = sweep.axes.iter().find(|axis| axis.name() == POLICY).into_iter();
        let titles = policies.flat_map(|axis| (0..axis.count()).map(|place| shown(&axis.label(place))));
        let header: Vec<String> = [other.name().to_owned()].into_iter().chain(titles).collect();
        let row =
            |place| [shown(&other.label(place))].into_iter().chain(header[1..].iter().map(|_| NONE.into())).collect();
        let mut rows: Vec<Vec<String>> = (0..other.count()).map(row).collect();
        for (point, cells) in points.iter().zip(cells) {
            let (mut row, mut column) = (0, 0);
            for (axis, place) in sweep.places(point.index) {
                *(if axis.name() == POLICY { &mut column } else { &mut row }) = place;
            }
            rows[row][column + 1] = cells[at].clone();
        }
        rows.insert(0, header);
        format!("  {}\n{}", titled(metric), right_aligned(&rows))
    };
    METRICS.iter().enumerate().map(table).collect::<Vec<_>>().join("\n")
}

/// One table, with a row a point.
fn below(sweep: &Sweep, points: &[Point], cells: &[[String; METRICS.len()]]) -> String {
    let names = sweep.axes.iter().map(|axis| axis.name().to_owned());
    let mut rows = vec![names.chain(METRICS.iter().map(titled)).collect::<Vec<_>>()];
    rows.extend(
        points.iter().zip(cells).map(|(point, cells)| {
            sweep.settings(point.index).values().map(shown).chain(cells.iter().cloned()).collect()
        }),
    );
    right_aligned(&rows)
}

fn reasons(sweep: &Sweep, points: &[Point]) -> String {
    let mut reasons: Vec<(&str, Vec<u64>)> = Vec::new();
    for (index, why) in points.iter().filter_map(|point| Some((point.index, point.outcome.refused()?))) {
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, indices)) => indices.push(index),
            None => reasons.push((why, vec![index])),
        }
    }
    let mut text = String::new();
    for (why, indices) in reasons.iter().take(REASONS) {
        let settings = sweep.settings(indices[0]);
        let settings: Vec<String> = settings.iter().map(|(name, value)| format!("{name} {}", shown(value))).collect();
        let others = if indices.len() > 1 { format!(", and {} more", indices.len() - 1) } else { String::new() };
        text.push_str(&format!("\n  refused at {}{others}: {why}\n", settings.join(", ")));
    }
    if reasons.len() > REASONS {
        text.push_str(&format!("\n  and {} more; --json lists all reasons\n", reasons.len() - REASONS));
    }
    text
}

fn titled(metric: &Metric) -> String {
    if metric.unit.is_empty() { metric.title.into() } else { format!("{}, {}", metric.title, metric.unit) }
}

/// Nanoseconds in milliseconds.
fn ms(ns: &Value) -> Option<String> {
    ns.as_f64().map(|ns| format!("{:.4}", ns / 1e6))
}

/// A setting's value, words without quotes.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}
