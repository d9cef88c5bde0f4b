//! A file with results of a sweep: a document as `json::text` writes it, or points kept as they came, a line each after the
//! one that says which sweep.

use super::document::{CORE_VERSION, Sweep};
use super::point::{Outcome, Point};
use super::shard::Shard;
use crate::error::Error;
use serde_json::{Value, json};

/// Results of a sweep, or of a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The file's name.
    pub name: String,
    /// The sweep.
    pub sweep: Sweep,
    /// The shard that it says it is.
    pub shard: Option<Shard>,
    /// The points it has, each once, in its order.
    pub points: Vec<Point>,
}

impl Part {
    /// Reads the text of the file `name`. A last line of kept points that was cut off is left out.
    ///
    /// # Errors
    /// A file of something else, of another version of the simulator, or with points that its sweep does not have.
    pub fn from_text(name: &str, text: &str, most: u64) -> Result<Self, Error> {
        let wrong = |what: &str| Error::Document(format!("{name}: {what}"));
        let mut lines = text.lines();
        let first: Option<Value> = lines.next().and_then(|line| serde_json::from_str(line).ok());
        let (head, points) = match first {
            Some(first) if first.get("sweep").is_some() && first.get("points").is_none() => {
                (first["sweep"].clone(), kept(name, text)?)
            }
            _ => {
                let mut document: Value = serde_json::from_str(text)
                    .map_err(|error| wrong(&format!("not the results of a sweep, in JSON: {error}")))?;
                let Value::Array(points) = document["points"].take() else {
                    return Err(wrong("not the results of a sweep: it has no list of points"));
                };
                (document["sweep"].take(), points)
            }
        };
        let sweep = sweep(name, &head, most)?;
        let shard = match head.get("shard") {
            None => None,
            Some(shard) => Some(
                Shard::from_json(shard)
                    .ok_or_else(|| wrong(&format!("sweep.shard is {shard}, expected two whole numbers")))?,
            ),
        };
        let mut part = Self { name: name.into(), sweep, shard, points: Vec::with_capacity(points.len()) };
        let mut seen = vec![false; part.sweep.count() as usize];
        for point in &points {
            let point = part.point(point)?;
            if std::mem::replace(&mut seen[point.index as usize], true) {
                return Err(wrong(&format!("point {} stands there twice, expected once", point.index)));
            }
            part.points.push(point);
        }
        Ok(part)
    }

    fn point(&self, value: &Value) -> Result<Point, Error> {
        let wrong = |what: String| Error::Document(format!("{}: {what}", self.name));
        let count = self.sweep.count();
        let Some(index) = value["index"].as_u64().filter(|&index| index < count) else {
            let expected = format!("expected from 0 to {}", count - 1);
            return Err(wrong(format!("a point has the index {}, {expected}", value["index"])));
        };
        let settings = Value::Object(self.sweep.settings(index));
        if value["settings"] != settings {
            return Err(wrong(format!("point {index} has the settings {}, expected {settings}", value["settings"])));
        }
        if let Some(shard) = self.shard.filter(|shard| Shard::with(index, shard.of) != *shard) {
            return Err(wrong(format!(
                "point {index} is not of shard {shard}, expected in {}",
                Shard::with(index, shard.of)
            )));
        }
        let outcome = match (&value["report"], &value["refused"]) {
            (report @ Value::Object(_), Value::Null) => Outcome::Report(report.to_string()),
            (Value::Null, Value::String(why)) => Outcome::Refused(why.clone()),
            _ => return Err(wrong(format!("point {index} has neither a report nor a reason why it was refused"))),
        };
        Ok(Point { index, outcome })
    }
}

/// The points of a file that was written line by line; the last counts only if it came to its end.
fn kept(name: &str, text: &str) -> Result<Vec<Value>, Error> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let read = |(number, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|error| Error::Document(format!("{name}: line {} is not a point: {error}", number + 1)))
    };
    whole.lines().enumerate().skip(1).map(read).collect()
}

/// The sweep that `head` tells of, which must be what this build makes of it.
fn sweep(name: &str, head: &Value, most: u64) -> Result<Sweep, Error> {
    if head["core_version"] != json!(CORE_VERSION) {
        return Err(Error::Document(format!(
            "{name}: its results are of version {} of the simulator, expected {CORE_VERSION}, which this is",
            head["core_version"].as_str().unwrap_or("?")
        )));
    }
    let document = json!({ "version": head["version"], "experiment": head["experiment"], "axes": head["axes"] });
    let sweep = Sweep::new(&document, head["trace_sha256"].as_str(), most)
        .map_err(|error| Error::Document(format!("{name}: its sweep cannot be used: {error}")))?;
    if head["id"] != json!(sweep.id) {
        let (found, expected) = (&head["id"], json!(sweep.id));
        return Err(Error::Document(format!(
            "{name}: its sweep has the id {found}, expected {expected}: it was changed"
        )));
    }
    Ok(sweep)
}
