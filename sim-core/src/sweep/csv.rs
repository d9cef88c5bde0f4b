//! Results as CSV (RFC 4180, lines ending in a line feed): one row a point; its index, its settings, then every figure of its
//! report in a column of its own, named by its dotted path, in the report's order. Null is empty, a list is its JSON text.

use super::document::Sweep;
use super::point::Point;
use serde_json::{Map, Value};

/// The parts of a report that are no figures.
const NO_FIGURES: [&str; 3] = ["experiment", "trace", "checks"];

/// Why a point has no report: the last column.
const REFUSED: &str = "refused";

/// `points`, ascending, as a table with a header.
pub(crate) fn text(sweep: &Sweep, points: &[Point]) -> String {
    let mut columns = Columns::default();
    points.iter().for_each(|point| columns.add(&figures(point)));
    let names = columns.names();
    let mut text = String::new();
    let axes = sweep.axes.iter().map(|axis| axis.name());
    let header = ["index"].into_iter().chain(axes).chain(names.iter().map(String::as_str)).chain([REFUSED]);
    row(&mut text, header.map(quoted));
    for point in points {
        let figures = Value::Object(figures(point));
        let settings = sweep.settings(point.index);
        let cells = [point.index.to_string()].into_iter().chain(settings.values().map(cell));
        let cells = cells.chain(names.iter().map(|name| cell(at(&figures, name))));
        row(&mut text, cells.chain([quoted(point.outcome.refused().unwrap_or_default())]));
    }
    text
}

fn figures(point: &Point) -> Map<String, Value> {
    let Value::Object(mut report) = point.outcome.report() else { return Map::new() };
    report.retain(|name, _| !NO_FIGURES.contains(&name.as_str()));
    report
}

/// The columns of several reports together: what one has and another has not stands where the one has it.
#[derive(Default)]
struct Columns(Vec<(String, Columns)>);

impl Columns {
    fn add(&mut self, fields: &Map<String, Value>) {
        let mut next = 0;
        for (name, value) in fields {
            let at = self.0.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                self.0.insert(next, (name.clone(), Self::default()));
                next
            });
            if let Value::Object(below) = value {
                self.0[at].1.add(below);
            }
            next = at + 1;
        }
    }

    fn names(&self) -> Vec<String> {
        let names = |(name, below): &(String, Self)| match below.names() {
            none if none.is_empty() => vec![name.clone()],
            below => below.into_iter().map(|below| format!("{name}.{below}")).collect(),
        };
        self.0.iter().flat_map(names).collect()
    }
}

fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(value, |value, name| &value[name])
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => quoted(text),
        _ => quoted(&value.to_string()),
    }
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn row(text: &mut String, cells: impl Iterator<Item = String>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&cell);
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::point::Outcome;
    use serde_json::json;

    #[test]
    fn columns_are_those_of_all_reports_in_their_order() {
        let axis = json!({ "policies": [{ "title": "a, \"b\"", "set": {} }, { "title": "c", "set": {} }] });
        let sweep = json!({ "version": 1, "experiment": {}, "axes": [axis, { "path": "run.seed", "values": [1, 2] }] });
        let sweep = Sweep::new(&sweep, None, 10).unwrap();
        let reports = [
            json!({ "experiment": { "version": 1 }, "end": null, "n": 0.5, "merges": null, "z": [1, 2], "checks": [] }),
            json!({ "end": null, "n": 1, "merges": { "full": 3, "of": { "fast": true } }, "more": 1, "z": [] }),
        ];
        let mut points: Vec<Point> = (0..2)
            .map(|n| Point { index: n as u64, outcome: Outcome::from_text(&reports[n].to_string()).unwrap() })
            .collect();
        points.push(Point { index: 3, outcome: Outcome::Refused("no\nroom".into()) });
        let expected = "index,policy,run.seed,end,n,merges.full,merges.of.fast,more,z,refused\n\
            0,\"a, \"\"b\"\"\",1,,0.5,,,,\"[1,2]\",\n\
            1,\"a, \"\"b\"\"\",2,,1,3,true,1,[],\n\
            3,c,2,,,,,,,\"no\nroom\"\n";
        assert_eq!(text(&sweep, &points), expected);
    }
}
