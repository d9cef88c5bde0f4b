//! Who takes part in a challenge: a known policy, or a formula with a name.

use crate::base::error::Error;
use crate::base::formula::program::Program;
use crate::base::formula::vocabulary::Vocabulary;
use crate::buffer::BUFFERS;
use crate::buffer::group_quantities::VOCABULARY as GROUPS;
use crate::experiment::document::{refused, unknown_among};
use crate::ftl::gc;
use crate::ftl::gc::victim_quantities::VOCABULARY as VICTIMS;
use crate::parameters::parameter::word_title;
use serde::Serialize;
use serde_json::{Value, json};

/// Most characters of a name.
const NAME_MAX: usize = 60;
/// Buffers that a formula does not stand beside: no buffer at all, formulas themselves, and what takes the place of a layer.
const NO_RIVALS: [&str; 3] = ["none", "formula", "clash"];

/// What a challenge leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeOf"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Of {
    /// Which block is collected.
    Victim,
    /// What leaves the write buffer.
    Buffer,
}

impl Of {
    /// What `value`, which stands at `field`, says.
    ///
    /// # Errors
    /// It is neither word.
    pub(crate) fn from_json(field: &str, value: &Value) -> Result<Self, Error> {
        match value.as_str() {
            Some("victim") => Ok(Self::Victim),
            Some("buffer") => Ok(Self::Buffer),
            _ => Err(refused(field, value, "victim or buffer", None)),
        }
    }

    /// What its formulas may name.
    pub(crate) fn vocabulary(self) -> &'static Vocabulary {
        match self {
            Self::Victim => VICTIMS,
            Self::Buffer => GROUPS,
        }
    }

    /// The words of the known policies.
    pub(crate) fn known(self) -> Vec<&'static str> {
        match self {
            Self::Victim => gc::KINDS.into_iter().filter(|kind| *kind != "formula").collect(),
            Self::Buffer => {
                BUFFERS.iter().map(|entry| entry.info.kind).filter(|kind| !NO_RIVALS.contains(kind)).collect()
            }
        }
    }
}

/// What chooses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengePolicy"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Policy {
    /// A known policy, by its word.
    Known(&'static str),
    /// A formula.
    Formula(Formula),
}

/// A formula and what is set with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeFormula"))]
pub(crate) struct Formula {
    /// As it was typed.
    pub text: String,
    /// The number that it calls `k`; null where that is the default.
    pub k: Option<f64>,
    /// Whether single pages leave a write buffer, not whole logical blocks.
    pub by_page: bool,
}

/// One that takes part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeEntry"))]
pub(crate) struct Entry {
    /// Whose it is, or what the policy is called.
    pub name: String,
    /// What it chooses by.
    pub policy: Policy,
}

impl Entry {
    /// The known policy `word`.
    pub(crate) fn known(word: &'static str) -> Self {
        let buffer = BUFFERS.iter().find(|entry| entry.info.kind == word).map(|entry| entry.info.title.to_owned());
        Self { name: buffer.unwrap_or_else(|| word_title(word)), policy: Policy::Known(word) }
    }

    /// A formula under a name.
    ///
    /// # Errors
    /// A name that is none, a text that is no formula.
    pub(crate) fn formula(of: Of, name: &str, formula: Formula) -> Result<Self, Error> {
        let name = name.trim();
        let length = name.chars().count();
        if length == 0 || length > NAME_MAX || name.chars().any(char::is_control) {
            let expected = format!("a name of 1 to {NAME_MAX} characters");
            return Err(refused("name", &json!(name), &expected, None));
        }
        if let Err(problem) = Program::new(&formula.text, of.vocabulary()) {
            let (field, text) = ("formula".into(), formula.text);
            return Err(Error::Formula { field, text, problem: Box::new(problem) });
        }
        if formula.k.is_some_and(|k| k.is_nan() || k.abs() > 1e9) {
            return Err(refused("k", &json!(formula.k), "a number from -1000000000 to 1000000000", None));
        }
        if formula.by_page && of == Of::Victim {
            return Err(refused("group", &json!("page"), "left out: only a write buffer groups", None));
        }
        Ok(Self { name: name.into(), policy: Policy::Formula(formula) })
    }

    /// A formula under a name from `{ "name", "formula", "k", "group" }`, of which the last two may be missing.
    ///
    /// # Errors
    /// As [`Entry::formula`]; a field that is missing, unknown or of another kind.
    pub(crate) fn from_json(of: Of, value: &Value) -> Result<Self, Error> {
        const FIELDS: [&str; 4] = ["name", "formula", "k", "group"];
        let fields =
            value.as_object().ok_or_else(|| refused("entry", value, "an object with name and formula", None))?;
        if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            return Err(unknown_among(unknown, FIELDS.iter().map(ToString::to_string)));
        }
        let text = |name: &str| value[name].as_str().ok_or_else(|| refused(name, &value[name], "text", None));
        let k = match &value["k"] {
            Value::Null => None,
            k => Some(k.as_f64().ok_or_else(|| refused("k", k, "a number", None))?),
        };
        let by_page = match &value["group"] {
            Value::Null => false,
            group if *group == "block" => false,
            group if *group == "page" => true,
            group => return Err(refused("group", group, "one of block, page", None)),
        };
        Self::formula(of, text("name")?, Formula { text: text("formula")?.into(), k, by_page })
    }

    /// As [`Entry::from_json`] reads it; a known policy by its word alone.
    pub(crate) fn to_json(&self) -> Value {
        let Policy::Formula(Formula { text, k, by_page }) = &self.policy else { return json!(self.name) };
        let mut value = json!({ "name": self.name, "formula": text });
        if let Some(k) = k {
            value["k"] = json!(k);
        }
        if *by_page {
            value["group"] = json!("page");
        }
        value
    }
}

impl Policy {
    /// Whether it is one that is known.
    pub(crate) fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// What an experiment must say for it, by dotted path.
    pub(crate) fn settings(&self, of: Of) -> Vec<(&'static str, Value)> {
        let Formula { text, k, by_page } = match (self, of) {
            (Self::Known(word), Of::Victim) => return vec![("ftl.gc.policy", json!(word))],
            (Self::Known(word), Of::Buffer) => return vec![("buffer.kind", json!(word))],
            (Self::Formula(formula), _) => formula,
        };
        let (chosen, formula, constant) = match of {
            Of::Victim => ("ftl.gc.policy", "ftl.gc.formula", "ftl.gc.k"),
            Of::Buffer => ("buffer.kind", "buffer.formula", "buffer.k"),
        };
        let mut set = vec![(chosen, json!("formula")), (formula, json!(text))];
        set.extend(k.map(|k| (constant, json!(k))));
        if *by_page {
            set.push(("buffer.group", json!("page")));
        }
        set
    }
}
