//! What a sweep is: `{ "version": 1, "experiment": {…}, "axes": […] }`. Its points are all combinations of the places along
//! the axes; the last axis runs fastest.

use super::axis::Axis;
use super::trace::Trace;
use crate::base::error::Error;
use crate::base::text::told;
use crate::experiment::document::{self, Experiment, flatten, insert, refused, unknown_among};
use crate::trace::sidecar::FileDigest;
use crate::workload::trace;
use serde_json::{Map, Value, json};

/// The version of sweeps that this code reads and writes.
pub(crate) const VERSION: u64 = 1;

/// The version of the simulator: results of another one are other results.
pub(super) const CORE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Sections of which a choice of `kind` replaces everything, with the field that means the same whichever is chosen.
const CHOSEN: [(&str, Option<&str>); 2] = [("ftl", None), ("buffer", Some("bytes"))];

/// A sweep that can be carried out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sweep {
    /// What all points have in common, as far as it is stated; fields in alphabetical order.
    pub experiment: Map<String, Value>,
    /// What differs between them.
    pub axes: Vec<Axis>,
    /// The trace that is replayed, from the beginning or from a change on; none where requests are made.
    pub trace: Option<Trace>,
    /// SHA-256 of all that decides the results, in hexadecimal digits.
    pub id: String,
}

impl Sweep {
    /// Reads `document`, of at most `most` points. `read` is the trace that its experiment replays, if it does.
    ///
    /// # Errors
    /// A field that is missing, unknown or of another kind; an experiment that could not be run even without the axes; axes
    /// that set the same field; too many points.
    pub(crate) fn new(document: &Value, read: Option<&Trace>, most: u64) -> Result<Self, Error> {
        exact_fields("", document, &["version", "experiment", "axes"])?;
        if document["version"] != json!(VERSION) {
            let expected = format!("{VERSION}, the version this build reads");
            return Err(refused("version", &document["version"], &expected, Some("1")));
        }
        let experiment = stated(&document["experiment"])?;
        // From the one form that it has, so that what a result's head tells has the same identity.
        let filled = Experiment::new(&Value::Object(experiment.clone()), &[])?;
        let trace = match (filled.replaying()?, read) {
            (None, _) => None,
            (Some(_), Some(read)) => Some(read.clone()),
            (Some(replaying), None) => {
                let file = replaying.workload.word(trace::FILE.name);
                return Err(Error::Trace(format!(
                    "{}: the trace has not been read, and the results depend on it",
                    told(file)
                )));
            }
        };
        let axes = read_axes(&document["axes"])?;
        refuse_more_than(most, &axes)?;
        let id = identity(&experiment, &filled, &axes, trace.as_ref());
        Ok(Self { experiment, axes, trace, id })
    }

    /// How many points there are.
    pub(crate) fn count(&self) -> u64 {
        self.axes.iter().map(|axis| axis.count() as u64).product()
    }

    /// What distinguishes the point `index`, by the names of the axes.
    pub(crate) fn settings(&self, index: u64) -> Map<String, Value> {
        self.places(index).map(|(axis, place)| (axis.name().into(), axis.label(place))).collect()
    }

    /// The experiment of the point `index`.
    pub(crate) fn document(&self, index: u64) -> Value {
        let set: Vec<(&str, &Value)> = self.places(index).flat_map(|(axis, place)| axis.assignments(place)).collect();
        let mut document = self.experiment.clone();
        for (section, kept) in CHOSEN {
            if set.iter().any(|(path, _)| path.strip_prefix(section) == Some(".kind")) {
                clear(&mut document, section, kept);
            }
        }
        set.into_iter().for_each(|(path, value)| insert(&mut document, path, value.clone()));
        Value::Object(document)
    }

    /// The place along each axis of the point `index`.
    pub(crate) fn places(&self, index: u64) -> impl Iterator<Item = (&Axis, usize)> {
        let mut slower = self.count();
        self.axes.iter().map(move |axis| {
            let len = axis.count() as u64;
            slower /= len;
            (axis, (index / slower % len) as usize)
        })
    }
}

/// Everything but `kept` is forgotten about `section`.
fn clear(document: &mut Map<String, Value>, section: &str, kept: Option<&str>) {
    if let Some(Value::Object(fields)) = document.get_mut(section) {
        fields.retain(|name, _| kept == Some(name));
    }
}

fn read_axes(value: &Value) -> Result<Vec<Axis>, Error> {
    let Some(list) = value.as_array().filter(|list| !list.is_empty()) else {
        return Err(refused("axes", value, "a list of at least one axis", None));
    };
    let axes = list.iter().enumerate().map(|(at, axis)| Axis::from_json(&format!("axes[{at}]"), axis));
    let axes = axes.collect::<Result<Vec<_>, _>>()?;
    for (at, axis) in axes.iter().enumerate() {
        for before in &axes[..at] {
            if before.name() == axis.name() {
                return Err(Error::Conflict(format!("axes[{at}]: there is an axis of {} already", axis.name())));
            }
            if let Some(path) = axis.paths().into_iter().find(|path| before.paths().contains(path)) {
                return Err(Error::Conflict(format!(
                    "axes[{at}]: {path} is set by a policy and by an axis of its own; one of them would not count"
                )));
            }
        }
    }
    Ok(axes)
}

fn refuse_more_than(most: u64, axes: &[Axis]) -> Result<(), Error> {
    let count = axes.iter().try_fold(1u64, |count, axis| count.checked_mul(axis.count() as u64));
    if count.is_some_and(|count| count <= most) {
        return Ok(());
    }
    let lengths: Vec<String> = axes.iter().map(|axis| axis.count().to_string()).collect();
    Err(Error::Conflict(format!("axes: {} points are too many; {most} at most", told(&lengths.join(" × ")))))
}

/// `experiment` in the one form that the same statements have: nested, in alphabetical order.
fn stated(experiment: &Value) -> Result<Map<String, Value>, Error> {
    let mut leaves = Map::new();
    flatten("", experiment, &mut leaves)?;
    leaves.insert("version".into(), json!(document::VERSION));
    let mut nested = Map::new();
    leaves.iter().for_each(|(path, value)| insert(&mut nested, path, plain_numbers(value)));
    let mut nested = Value::Object(nested);
    nested.sort_all_objects();
    Ok(nested.as_object().cloned().unwrap_or_default())
}

/// `value` with whole numbers written as such: 2.0 is 2, whoever wrote it.
pub(super) fn plain_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(n) if number.is_f64() && n % 1.0 == 0.0 && n.abs() < (1u64 << 53) as f64 => json!(n as i64),
            _ => value.clone(),
        },
        Value::Array(values) => values.iter().map(plain_numbers).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), plain_numbers(value))).collect::<Map<_, _>>().into()
        }
        _ => value.clone(),
    }
}

/// What is stated counts beside what follows from it: a value along an axis may change what follows, as a preset does.
fn identity(experiment: &Map<String, Value>, filled: &Experiment, axes: &[Axis], trace: Option<&Trace>) -> String {
    let axes: Vec<Value> = axes.iter().map(Axis::to_json).collect();
    let trace = trace.map(|trace| json!([trace.sha256, trace.journal_json()]));
    let mut digest = FileDigest::default();
    digest.push(json!([CORE_VERSION, experiment, filled.to_document(), axes, trace]).to_string().as_bytes());
    digest.hexadecimal()
}

/// Checks that `value`, which stands at `field`, is an object with these fields and no others.
pub(super) fn exact_fields(field: &str, value: &Value, names: &[&str]) -> Result<(), Error> {
    let at = |name: &str| if field.is_empty() { name.to_owned() } else { format!("{field}.{name}") };
    let Value::Object(fields) = value else {
        let expected = format!("an object with {}", names.join(", "));
        return Err(refused(if field.is_empty() { "sweep" } else { field }, value, &expected, None));
    };
    if let Some(unknown) = fields.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(unknown_among(&at(unknown), names.iter().map(|name| at(name))));
    }
    match names.iter().find(|name| !fields.contains_key(**name)) {
        Some(missing) => Err(Error::Conflict(format!("{}: is missing", at(missing)))),
        None => Ok(()),
    }
}
