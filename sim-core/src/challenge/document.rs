//! What a challenge is: `{ "version": 1, "title", "about", "experiment": {…}, "formula": "victim" or "buffer", "minimise": a metric,
//! "target": a number that is to be undercut on every seed, or left out, "limits": [{ "metric", "at_most", "of" }], "seeds": […],
//! "formulas": [{ "name", "formula", "k", "group" }] }`. A limit is a number, or with `of` so many times what that known policy has at
//! the same seed. Limits and formulas may be left out.

use super::entry::{Entry, Of, Policy};
use super::metric::Metric;
use crate::base::error::Error;
use crate::experiment::catalogue;
use crate::experiment::document::{Experiment, flatten, insert, refused, unknown_among};
use crate::experiment::estimate::estimate;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The version of challenges that this code reads and writes.
const VERSION: u64 = 1;
const FIELDS: [&str; 10] =
    ["version", "title", "about", "experiment", "formula", "minimise", "target", "limits", "seeds", "formulas"];

/// Most characters of title and text, seeds, limits and formulas; most requests and pages: everybody is to be able to run it again.
const TITLE_MAX: usize = 80;
const ABOUT_MAX: usize = 600;
pub(super) const SEEDS_MAX: usize = 10;
const LIMITS_MAX: usize = 4;
const FORMULAS_MAX: usize = 8;
const REQUESTS_MAX: u64 = 1_000_000;
const PAGES_MAX: u64 = 4 << 20;
/// Most bytes of its text, of which an address has four characters for three, beside those of an entry.
const TEXT_MAX: usize = 50_000;

/// A challenge that can be taken.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Challenge {
    pub(crate) title: String,
    /// What it is about, in a few sentences.
    pub(crate) about: String,
    /// What all runs have in common, as it was written.
    pub(crate) experiment: Value,
    pub(crate) of: Of,
    /// What is to be low: its mean over the seeds.
    pub(crate) minimise: &'static Metric,
    /// What is to be undercut on every seed.
    pub(crate) target: Option<f64>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) seeds: Vec<u64>,
    /// Formulas that are on the board from the start.
    pub(crate) formulas: Vec<Entry>,
}

/// What must not be exceeded on any seed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limit {
    pub(crate) metric: &'static Metric,
    pub(crate) at_most: f64,
    /// The known policy of which the metric is taken so many times.
    pub(crate) of: Option<&'static str>,
}

impl Challenge {
    /// Reads `document`.
    ///
    /// # Errors
    /// A field that is missing, unknown or of another kind; an experiment that could not be run, that replays a trace, or that is too
    /// large for a challenge.
    pub(crate) fn new(document: &Value) -> Result<Self, Error> {
        check_fields(document)?;
        let of = Of::from_json("formula", &document["formula"])?;
        let challenge = Self {
            title: text("title", &document["title"], 1, TITLE_MAX)?,
            about: text("about", &document["about"], 0, ABOUT_MAX)?,
            experiment: document["experiment"].clone(),
            of,
            minimise: Metric::of("minimise", &document["minimise"])?,
            target: positive("target", &document["target"])?,
            limits: list("limits", &document["limits"], LIMITS_MAX, |field, value| Limit::new(of, field, value))?,
            seeds: seeds(&document["seeds"])?,
            formulas: list("formulas", &document["formulas"], FORMULAS_MAX, |field, value| {
                Entry::from_json(of, value).map_err(|error| Error::Conflict(format!("{field}: {error}")))
            })?,
        };
        challenge.check_experiment()?;
        challenge.check_length()?;
        Ok(challenge)
    }

    /// The document again, in one form.
    pub(crate) fn to_json(&self) -> Value {
        let mut document = json!({
            "version": VERSION, "title": self.title, "about": self.about, "experiment": self.experiment,
            "formula": self.of, "minimise": self.minimise.word,
        });
        if let Some(target) = self.target {
            document["target"] = json!(target);
        }
        if !self.limits.is_empty() {
            document["limits"] = self.limits.iter().map(Limit::to_json).collect();
        }
        document["seeds"] = json!(self.seeds);
        if !self.formulas.is_empty() {
            document["formulas"] = self.formulas.iter().map(Entry::to_json).collect();
        }
        document
    }

    /// Who is on its board from the start: the known policies, then its own formulas.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.of.known().into_iter().map(Entry::known).chain(self.formulas.iter().cloned()).collect()
    }

    /// The experiment of a policy at `seed`. What a challenge varies takes the place of what its experiment says about it.
    pub(crate) fn document(&self, policy: &Policy, seed: u64) -> Value {
        let mut stated = Map::new();
        // It was read as an experiment before.
        let _ = flatten("", &self.experiment, &mut stated);
        stated.retain(|path, _| self.stays(path, policy));
        for (path, value) in policy.settings(self.of).into_iter().chain([("run.seed", json!(seed))]) {
            stated.insert(path.into(), value);
        }
        let mut nested = Map::new();
        stated.into_iter().for_each(|(path, value)| insert(&mut nested, &path, value));
        Value::Object(nested)
    }

    /// Whether what the experiment says at `path` also holds under `policy`.
    fn stays(&self, path: &str, policy: &Policy) -> bool {
        let varied = ["ftl.gc.policy", "ftl.gc.formula", "ftl.gc.k"];
        match (self.of, path.strip_prefix("buffer.")) {
            (Of::Victim, _) => !varied.contains(&path),
            (Of::Buffer, None) => true,
            (Of::Buffer, Some(name)) => {
                let kind = if let Policy::Known(word) = policy { word } else { "formula" };
                let has = catalogue::parameters("buffer", kind).iter().any(|known| known.name == name);
                has && !["formula", "k", "group"].contains(&name)
            }
        }
    }

    /// The goal in a sentence.
    pub(crate) fn goal(&self) -> String {
        let title = self.minimise.title;
        let mut goal = match self.target {
            Some(target) => {
                format!("A {title} under {} on each of {} seeds", self.minimise.shown(target), self.seeds.len())
            }
            None => format!("The lowest {title}, as a mean over {} seeds", self.seeds.len()),
        };
        for limit in &self.limits {
            goal += &format!(", with at {}", limit.text());
        }
        goal
    }

    /// An address that is too long is not read.
    fn check_length(&self) -> Result<(), Error> {
        match self.to_json().to_string().len() {
            0..=TEXT_MAX => Ok(()),
            long => Err(Error::Conflict(format!(
                "challenge: {long} bytes; expected at most {TEXT_MAX}, so that an address can hold it"
            ))),
        }
    }

    /// What the experiment says about a buffer, some buffer must have: each entry is told what its own has.
    fn check_buffer(stated: &Map<String, Value>) -> Result<(), Error> {
        let known: BTreeSet<String> = catalogue::kinds("buffer")
            .into_iter()
            .flat_map(|kind| catalogue::parameters("buffer", kind))
            .map(|parameter| format!("buffer.{}", parameter.name))
            .chain(["buffer.kind".into()])
            .collect();
        match stated.keys().find(|path| path.starts_with("buffer.") && !known.contains(*path)) {
            Some(unknown) => Err(unknown_among(unknown, known.into_iter())),
            None => Ok(()),
        }
    }

    fn check_experiment(&self) -> Result<(), Error> {
        let inside = |error: Error| Error::Conflict(format!("experiment: {error}"));
        let any = match self.of {
            Of::Victim => Policy::Known("greedy"),
            Of::Buffer => Policy::Known("lru"),
        };
        let mut stated = Map::new();
        flatten("", &self.experiment, &mut stated).map_err(inside)?;
        if self.of == Of::Buffer {
            Self::check_buffer(&stated).map_err(inside)?;
        }
        let experiment = Experiment::new(&self.document(&any, self.seeds[0]), &[]).map_err(inside)?;
        if experiment.replaying()?.is_some() {
            let why = "experiment.workload: a trace does not travel with a challenge; expected a workload that makes its requests";
            return Err(Error::Conflict(why.into()));
        }
        let estimate = estimate(&experiment).map_err(inside)?;
        let sizes = [
            ("workload.requests", estimate.requests.unwrap_or_default(), REQUESTS_MAX, "requests"),
            ("device", estimate.pages, PAGES_MAX, "pages"),
        ];
        for (field, found, most, what) in sizes {
            if found > most {
                let expected = format!("at most {most}, so that everybody can run it again");
                return Err(Error::Conflict(format!("experiment.{field}: {found} {what}; expected {expected}")));
            }
        }
        Ok(())
    }
}

impl Limit {
    fn new(of: Of, field: &str, value: &Value) -> Result<Self, Error> {
        const FIELDS: [&str; 3] = ["metric", "at_most", "of"];
        let at = |name: &str| format!("{field}.{name}");
        let fields =
            value.as_object().ok_or_else(|| refused(field, value, "an object with metric and at_most", None))?;
        if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            return Err(unknown_among(&at(unknown), FIELDS.into_iter().map(at)));
        }
        let known = of.known();
        let rival =
            match &value["of"] {
                Value::Null => None,
                word => Some(known.iter().copied().find(|kind| *word == json!(kind)).ok_or_else(|| {
                    refused(&at("of"), word, &format!("one of {}, or left out", known.join(", ")), None)
                })?),
            };
        Ok(Self {
            metric: Metric::of(&at("metric"), &value["metric"])?,
            at_most: positive(&at("at_most"), &value["at_most"])?
                .ok_or_else(|| Error::Conflict(format!("{}: is missing", at("at_most"))))?,
            of: rival,
        })
    }

    fn to_json(&self) -> Value {
        let mut value = json!({ "metric": self.metric.word, "at_most": self.at_most });
        if let Some(of) = self.of {
            value["of"] = json!(of);
        }
        value
    }

    /// "most 1.1 × the mean response of greedy".
    pub(crate) fn text(&self) -> String {
        let Self { metric, at_most, of } = self;
        match of {
            Some(word) => format!("most {at_most} × the {} of {}", metric.title, Entry::known(word).name),
            None => format!("a {} of at most {}", metric.title, metric.shown(*at_most)),
        }
    }
}

fn check_fields(document: &Value) -> Result<(), Error> {
    let Value::Object(fields) = document else {
        return Err(refused("challenge", document, &format!("an object with {}", FIELDS.join(", ")), None));
    };
    if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        return Err(unknown_among(unknown, FIELDS.iter().map(ToString::to_string)));
    }
    match document["version"] == json!(VERSION) {
        true => Ok(()),
        false => Err(refused(
            "version",
            &document["version"],
            &format!("{VERSION}, the version this build reads"),
            Some("1"),
        )),
    }
}

fn text(field: &str, value: &Value, least: usize, most: usize) -> Result<String, Error> {
    let fits = |text: &&str| {
        let text = text.trim();
        (least..=most).contains(&text.chars().count()) && !text.chars().any(|letter| letter.is_control())
    };
    let found = if value.is_null() { Some("") } else { value.as_str() };
    let expected = || format!("text of {least} to {most} characters in one line");
    found.filter(fits).map(|text| text.trim().into()).ok_or_else(|| refused(field, value, &expected(), None))
}

/// A number above 0; none where nothing is said.
fn positive(field: &str, value: &Value) -> Result<Option<f64>, Error> {
    match (value, value.as_f64().filter(|number| *number > 0.0)) {
        (Value::Null, _) => Ok(None),
        (_, Some(number)) => Ok(Some(number)),
        _ => Err(refused(field, value, "a number above 0", None)),
    }
}

fn list<T>(
    field: &str,
    value: &Value,
    most: usize,
    read: impl Fn(&str, &Value) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(values) if values.len() <= most => {
            values.iter().enumerate().map(|(at, value)| read(&format!("{field}[{at}]"), value)).collect()
        }
        _ => Err(refused(field, value, &format!("a list of at most {most}"), None)),
    }
}

fn seeds(value: &Value) -> Result<Vec<u64>, Error> {
    let seeds: Option<Vec<u64>> =
        value.as_array().and_then(|values| values.iter().map(|seed| seed.as_u64().filter(|n| *n < 1 << 53)).collect());
    let is_fit = |seeds: &Vec<u64>| {
        (1..=SEEDS_MAX).contains(&seeds.len()) && (1..seeds.len()).all(|at| !seeds[..at].contains(&seeds[at]))
    };
    let expected = format!("a list of 1 to {SEEDS_MAX} different whole numbers below 2^53");
    seeds.filter(is_fit).ok_or_else(|| refused("seeds", value, &expected, None))
}
