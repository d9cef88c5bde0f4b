//! A file with results of a sweep: a document as `json::text` writes it, or points kept as they came, a line each after the
//! one that says which sweep.

use super::document::{CORE_VERSION, Sweep};
use super::json::checksum;
use super::point::{Outcome, Point};
use super::shard::Shard;
use super::trace::Trace;
use crate::base::error::Error;
use crate::base::text::{told, told_up_to};
use crate::experiment::document::shortened;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

const SHA256_DIGITS: usize = 64;
/// Most characters of settings that are told: so many that the difference is mostly among them.
pub(super) const VALUE_MAX: usize = 200;

/// Results of a sweep, or of a part of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The file's name.
    pub name: String,
    /// The sweep.
    pub sweep: Sweep,
    /// The shard that it says it is.
    pub shard: Option<Shard>,
    /// The points it has, in its order; one that stands there several times over, always the same, once.
    pub points: Vec<Point>,
}

/// What a file says.
#[derive(Deserialize)]
struct File {
    sweep: Value,
    points: Vec<Entry>,
}

/// The first of a file's lines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine {
    sweep: Value,
}

/// What a file says about a point.
#[derive(Deserialize)]
struct Entry {
    index: u64,
    settings: Map<String, Value>,
    report: Option<Text>,
    refused: Option<String>,
    sha256: Option<String>,
}

/// JSON as text: the values of one report after another, never those of all.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Map::deserialize(from).map(|report| Self(Value::Object(report).to_string()))
    }
}

impl Part {
    /// Reads the text of the file `name`. A last line of kept points that was cut off is left out.
    ///
    /// # Errors
    /// A file of something else, of another version of the simulator, or with points that its sweep does not have.
    pub(crate) fn from_text(name: &str, text: &str, most: u64) -> Result<Self, Error> {
        let wrong = |what: String| Error::Document(format!("{name}: {what}"));
        let first = text.lines().next().unwrap_or_default();
        let file = match serde_json::from_str(first) {
            Ok(FirstLine { sweep }) => File { sweep, points: kept(name, text)? },
            Err(_) => serde_json::from_str(text)
                .map_err(|error| wrong(format!("not the results of a sweep: {}", of_reader(&error))))?,
        };
        let sweep = sweep(name, &file.sweep, most)?;
        let shard = match file.sweep.get("shard") {
            None => None,
            Some(shard) => {
                let refused = || wrong(format!("sweep.shard is {}, expected such as [1,3]", shortened(shard)));
                Some(Shard::from_json(shard).ok_or_else(refused)?)
            }
        };
        let mut part = Self { name: name.into(), sweep, shard, points: Vec::with_capacity(file.points.len()) };
        let mut places: Vec<Option<usize>> = vec![None; part.sweep.count() as usize];
        for entry in file.points {
            let point = part.point(entry).map_err(wrong)?;
            match places[point.index as usize] {
                None => {
                    places[point.index as usize] = Some(part.points.len());
                    part.points.push(point);
                }
                // Kept by two processes that ran it both.
                Some(place) if part.points[place] == point => {}
                Some(_) => {
                    let index = point.index;
                    return Err(wrong(format!("point {index} stands there twice with other results, expected once")));
                }
            }
        }
        Ok(part)
    }

    fn point(&self, entry: Entry) -> Result<Point, String> {
        let (index, count) = (entry.index, self.sweep.count());
        if index >= count {
            return Err(format!("a point has the index {index}, expected from 0 to {}", count - 1));
        }
        let expected = self.sweep.settings(index);
        if entry.settings != expected {
            let [found, expected] =
                [entry.settings, expected].map(|settings| told_up_to(VALUE_MAX, &Value::Object(settings).to_string()));
            return Err(format!("point {index} has the settings {found}, expected {expected}"));
        }
        if let Some(shard) = self.shard.filter(|shard| Shard::with(index, shard.of) != *shard) {
            let expected = Shard::with(index, shard.of);
            return Err(format!("point {index} is not of shard {shard}, expected in {expected}"));
        }
        let outcome = match (entry.report, entry.refused) {
            (Some(Text(report)), None) => Outcome::Report(report),
            (None, Some(why)) => Outcome::Refused(why),
            _ => return Err(format!("point {index}: expected is a report, or a reason why it was refused")),
        };
        let point = Point { index, outcome };
        let expected = checksum(&self.sweep, &point);
        match entry.sha256 {
            Some(found) if found == expected => Ok(point),
            Some(found) => {
                let found = told_up_to(SHA256_DIGITS, &found);
                Err(format!("point {index} has the sha256 {found}, expected {expected}: it was changed"))
            }
            None => Err(format!("point {index} has no sha256, expected {expected}")),
        }
    }
}

/// What the reader of JSON says, which may repeat what it has read.
fn of_reader(error: &serde_json::Error) -> String {
    const MOST: usize = 300;
    told_up_to(MOST, &error.to_string())
}

/// The points of a file that was written line by line; the last counts only if it came to its end.
fn kept(name: &str, text: &str) -> Result<Vec<Entry>, Error> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let read = |(at, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|error| Error::Document(format!("{name}: line {} is not a point: {}", at + 1, of_reader(&error))))
    };
    whole.lines().enumerate().skip(1).map(read).collect()
}

/// The sweep that `head` tells of, which must be what this build makes of it.
fn sweep(name: &str, head: &Value, most: u64) -> Result<Sweep, Error> {
    if head["core_version"] != json!(CORE_VERSION) {
        return Err(Error::Document(format!(
            "{name}: its results are of version {} of the simulator, expected {CORE_VERSION}, which this is",
            told(head["core_version"].as_str().unwrap_or("?"))
        )));
    }
    let document = json!({ "version": head["version"], "experiment": head["experiment"], "axes": head["axes"] });
    let trace = Trace::from_json(name, &head["trace_sha256"], "sweep.trace_journal", &head["trace_journal"])?;
    let sweep = Sweep::new(&document, trace.as_ref(), most)
        .map_err(|error| Error::Document(format!("{name}: its sweep cannot be used: {error}")))?;
    if head["id"] != json!(sweep.id) {
        let expected = json!(sweep.id);
        // In its quotation marks.
        let found = told_up_to(SHA256_DIGITS + 2, &head["id"].to_string());
        return Err(Error::Document(format!(
            "{name}: its sweep has the id {found}, expected {expected}: it was changed"
        )));
    }
    Ok(sweep)
}
