//! What a sweep varies: a setting over values, or a choice of policies.

use super::document::{exact_fields, plain_numbers};
use crate::base::error::Error;
use crate::experiment::catalogue;
use crate::experiment::document::{flatten, refused, unknown_among};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The word under which a point tells its policy.
pub(crate) const POLICY: &str = "policy";

/// Settings that say which trace is replayed: a sweep has one, and is known by its content.
const OF_THE_TRACE: [&str; 3] = ["workload.file", "workload.sha256", "workload.format"];

/// One axis.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SweepAxis", untagged))]
pub(crate) enum Axis {
    /// A setting and the values that it takes.
    Values {
        /// Its dotted path.
        path: String,
        /// Numbers, words, true or false, null; each once.
        #[cfg_attr(test, ts(type = "Array<string | number | boolean | null>"))]
        values: Vec<Value>,
    },
    /// Several settings at once, under a name.
    Policies {
        /// Each with a title.
        policies: Vec<Policy>,
    },
}

/// Settings with a name.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SweepPolicy"))]
pub(crate) struct Policy {
    /// What it is called.
    pub title: String,
    /// Its settings: dotted paths of single fields, in order.
    #[cfg_attr(test, ts(type = "Record<string, string | number | boolean | null>"))]
    pub set: Map<String, Value>,
}

impl Axis {
    /// Reads the axis `value`, which stands at `field` of its sweep.
    pub(super) fn from_json(field: &str, value: &Value) -> Result<Self, Error> {
        let axis = match value.get("policies") {
            Some(policies) => {
                exact_fields(field, value, &["policies"])?;
                Self::Policies { policies: read_policies(&format!("{field}.policies"), policies)? }
            }
            None => {
                exact_fields(field, value, &["path", "values"])?;
                Self::Values {
                    path: text(&format!("{field}.path"), &value["path"])?,
                    values: read_values(&format!("{field}.values"), &value["values"])?,
                }
            }
        };
        axis.check_paths()?;
        Ok(axis)
    }

    /// As it stands in a sweep's document.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Values { path, values } => json!({ "path": path, "values": values }),
            Self::Policies { policies } => {
                let policy = |policy: &Policy| json!({ "title": policy.title, "set": policy.set });
                json!({ "policies": policies.iter().map(policy).collect::<Vec<_>>() })
            }
        }
    }

    /// How many points there are along it.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Values { values, .. } => values.len(),
            Self::Policies { policies } => policies.len(),
        }
    }

    /// What it is called: the path of its setting.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Values { path, .. } => path,
            Self::Policies { .. } => POLICY,
        }
    }

    /// What the point at `place` along it is called.
    pub(crate) fn label(&self, place: usize) -> Value {
        match self {
            Self::Values { values, .. } => values[place].clone(),
            Self::Policies { policies } => json!(policies[place].title),
        }
    }

    /// What is set at `place` along it.
    pub(crate) fn assignments(&self, place: usize) -> Vec<(&str, &Value)> {
        match self {
            Self::Values { path, values } => vec![(path, &values[place])],
            Self::Policies { policies } => {
                policies[place].set.iter().map(|(path, value)| (path.as_str(), value)).collect()
            }
        }
    }

    /// Every path that it sets somewhere.
    pub(super) fn paths(&self) -> Vec<&str> {
        match self {
            Self::Values { path, .. } => vec![path],
            Self::Policies { policies } => {
                policies.iter().flat_map(|policy| policy.set.keys()).map(String::as_str).collect()
            }
        }
    }

    /// A field that no experiment has would have every point refused.
    fn check_paths(&self) -> Result<(), Error> {
        let known = catalogue::paths();
        for path in self.paths() {
            if OF_THE_TRACE.contains(&path) {
                return Err(Error::Conflict(format!(
                    "{path}: a sweep is of one trace; make one sweep for each of them"
                )));
            }
            if !known.iter().any(|known| known == path) {
                return Err(unknown_among(path, known.into_iter()));
            }
        }
        Ok(())
    }
}

fn read_values(field: &str, value: &Value) -> Result<Vec<Value>, Error> {
    let values = list(field, value, "a list of at least one value")?;
    for (at, value) in values.iter().enumerate() {
        if value.is_object() || value.is_array() {
            return Err(refused(&format!("{field}[{at}]"), value, "a number, a word, true, false or null", None));
        }
    }
    let values: Vec<Value> = values.iter().map(plain_numbers).collect();
    // Plain values are equal where their texts are.
    let mut before = BTreeSet::new();
    match values.iter().enumerate().find(|(_, value)| !before.insert(value.to_string())) {
        Some((at, twice)) => Err(refused(&format!("{field}[{at}]"), twice, "a value that is not there already", None)),
        None => Ok(values),
    }
}

fn read_policies(field: &str, value: &Value) -> Result<Vec<Policy>, Error> {
    let mut policies: Vec<Policy> = Vec::new();
    for (at, policy) in list(field, value, "a list of at least one policy")?.iter().enumerate() {
        let field = format!("{field}[{at}]");
        exact_fields(&field, policy, &["title", "set"])?;
        let title = text(&format!("{field}.title"), &policy["title"])?;
        if policies.iter().any(|other| other.title == title) {
            return Err(refused(&format!("{field}.title"), &json!(title), "a title that is not there already", None));
        }
        let Value::Object(assignments) = &policy["set"] else {
            return Err(refused(&format!("{field}.set"), &policy["set"], "an object of paths and values", None));
        };
        let mut set = Map::new();
        for (path, value) in assignments {
            if let Some(path) = empty(path, value) {
                let expected = "a value, or an object with at least one";
                return Err(refused(&format!("{field}.set.{path}"), &json!({}), expected, None));
            }
            flatten(path, &plain_numbers(value), &mut set)?;
        }
        policies.push(Policy { title, set });
    }
    Ok(policies)
}

/// The path of an object without fields, at `path` or below.
fn empty(path: &str, value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    if fields.is_empty() {
        return Some(path.into());
    }
    fields.iter().find_map(|(name, value)| empty(&format!("{path}.{name}"), value))
}

fn list<'a>(field: &str, value: &'a Value, expected: &str) -> Result<&'a Vec<Value>, Error> {
    value.as_array().filter(|list| !list.is_empty()).ok_or_else(|| refused(field, value, expected, None))
}

fn text(field: &str, value: &Value) -> Result<String, Error> {
    let text = value.as_str().filter(|text| !text.trim().is_empty());
    text.map(String::from).ok_or_else(|| refused(field, value, "a text", None))
}
