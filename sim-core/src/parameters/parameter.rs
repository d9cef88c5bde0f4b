//! What may be set, and to what: one table a component, from which validation, `flashlab list`, the experiment panel
//! and the TypeScript types are all made.

#[cfg(feature = "layers")]
use crate::base::formula::{problem::Problem, program::Program, vocabulary::Vocabulary};
use serde_json::{Value, json};

/// Words of choices that are abbreviations.
const ABBREVIATIONS: [&str; 9] = ["arc", "cat", "clock", "fifo", "lfu", "lru", "mru", "opt", "slru"];

/// A word of a choice as people read it: abbreviations in capitals, others as they are.
pub(crate) fn word_title(word: &str) -> String {
    if ABBREVIATIONS.contains(&word) { word.to_ascii_uppercase() } else { word.into() }
}

/// One settable value of a component.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name below the component, with a dot at each level: `gc.low`.
    pub name: &'static str,
    /// What it accepts.
    pub kind: Kind,
    /// What it is when nothing sets it, as JSON text.
    pub default: &'static str,
    /// One plain sentence: what it does, its unit.
    pub help: &'static str,
    /// Whether it can change while the device holds data (`changes.rs`).
    pub changes: bool,
    /// Whether documents do not mention it where it is `null`.
    pub unsaid: bool,
}

/// The values a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from `min` to `max`, both included.
    Integer {
        /// Smallest accepted value.
        min: u64,
        /// Largest accepted value.
        max: u64,
        /// Whether `null` is accepted too.
        nullable: bool,
    },
    /// A number from `min` to `max`, both included.
    Number {
        /// Smallest accepted value.
        min: f64,
        /// Largest accepted value.
        max: f64,
    },
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text, or `null`.
    Text,
    /// A formula of these quantities.
    #[cfg(feature = "layers")]
    Formula(&'static Vocabulary),
}

impl Parameter {
    /// A whole number from `min` to `max`.
    pub const fn integer(name: &'static str, default: &'static str, min: u64, max: u64, help: &'static str) -> Self {
        Self { name, kind: Kind::Integer { min, max, nullable: false }, default, help, changes: false, unsaid: false }
    }
    /// A whole number from `min` to `max`, or `null`.
    pub(crate) const fn optional(
        name: &'static str,
        default: &'static str,
        min: u64,
        max: u64,
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Integer { min, max, nullable: true }, default, help, changes: false, unsaid: false }
    }
    /// A number from `min` to `max`.
    pub const fn number(name: &'static str, default: &'static str, min: f64, max: f64, help: &'static str) -> Self {
        Self { name, kind: Kind::Number { min, max }, default, help, changes: false, unsaid: false }
    }
    /// `true` or `false`.
    pub(crate) const fn boolean(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self { name, kind: Kind::Boolean, default, help, changes: false, unsaid: false }
    }
    /// One of `words`. `default` is JSON text, so with its quotes.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        words: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Choice(words), default, help, changes: false, unsaid: false }
    }
    /// Any text, or `null`.
    pub const fn text(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self { name, kind: Kind::Text, default, help, changes: false, unsaid: false }
    }

    /// A formula of the quantities of `vocabulary`. `default` is JSON text, so with its quotes.
    #[cfg(feature = "layers")]
    pub(crate) const fn formula(
        name: &'static str,
        default: &'static str,
        vocabulary: &'static Vocabulary,
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Formula(vocabulary), default, help, changes: false, unsaid: false }
    }

    /// The same, which can also change while the device holds data (`run.changes`).
    pub const fn changing(self) -> Self {
        Self { changes: true, ..self }
    }

    /// The same, which documents do not mention where it is `null`: few need it.
    pub(crate) const fn unsaid(self) -> Self {
        Self { unsaid: true, ..self }
    }

    /// The default as a value.
    pub(crate) fn default_value(&self) -> Value {
        let value = serde_json::from_str(self.default).expect("a parameter's default is JSON");
        self.accept(&value).expect("a parameter's default is one of its values")
    }

    /// `value` made fit for this parameter (2.0 becomes 2 where a whole number is meant), or `None` if it is refused.
    pub fn accept(&self, value: &Value) -> Option<Value> {
        match (self.kind, value) {
            (Kind::Integer { nullable: true, .. } | Kind::Text, Value::Null) => Some(Value::Null),
            (Kind::Integer { min, max, .. }, Value::Number(n)) => {
                let whole = n.as_u64().or_else(|| whole_number(n.as_f64()?))?;
                (min..=max).contains(&whole).then(|| json!(whole))
            }
            (Kind::Number { min, max }, Value::Number(n)) => {
                let n = n.as_f64()?;
                (min..=max).contains(&n).then(|| json!(n))
            }
            (Kind::Boolean, Value::Bool(_)) | (Kind::Text, Value::String(_)) => Some(value.clone()),
            // A number alone is a formula too, and comes as a number from the command line.
            #[cfg(feature = "layers")]
            (Kind::Formula(_), Value::Number(number)) => self.accept(&json!(number.to_string())),
            #[cfg(feature = "layers")]
            (Kind::Formula(_), Value::String(_)) => self.problem(value).is_none().then(|| value.clone()),
            (Kind::Choice(words), Value::String(word)) => words.contains(&word.as_str()).then(|| value.clone()),
            _ => None,
        }
    }

    /// What is accepted, in words: "a whole number from 1 to 64".
    pub fn expected(&self) -> String {
        match self.kind {
            Kind::Integer { min, max, nullable } => {
                let or_null = if nullable { ", or null" } else { "" };
                match max {
                    u64::MAX => format!("a whole number of at least {min}{or_null}"),
                    _ => format!("a whole number from {min} to {max}{or_null}"),
                }
            }
            Kind::Number { min, max } if max >= f64::MAX => format!("a number of at least {min}"),
            Kind::Number { min, max } => format!("a number from {min} to {max}"),
            Kind::Boolean => "true or false".into(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Text => "text, or null".into(),
            #[cfg(feature = "layers")]
            Kind::Formula(vocabulary) => {
                let names: Vec<&str> = vocabulary.quantities.iter().map(|quantity| quantity.name).collect();
                format!("a formula of {}", names.join(", "))
            }
        }
    }

    /// What is wrong with `value`, where it is to be a formula and is a text that is none.
    #[cfg(feature = "layers")]
    pub(crate) fn problem(&self, value: &Value) -> Option<Problem> {
        let Kind::Formula(vocabulary) = self.kind else { return None };
        Program::new(value.as_str()?, vocabulary).err()
    }
}

fn whole_number(n: f64) -> Option<u64> {
    (n >= 0.0 && n.fract() == 0.0 && n < (1u64 << 53) as f64).then_some(n as u64)
}

/// Parameters that several components have.
#[derive(Debug)]
pub struct Group {
    /// What they are about: "garbage collection".
    pub title: &'static str,
    /// They.
    pub parameters: &'static [Parameter],
}

/// A choosable component: a translation layer, a write buffer, a workload.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The word for it in an experiment: `page`.
    pub kind: &'static str,
    /// Its name for people: `page mapping`.
    pub title: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What may be set about it, besides `kind`.
    pub parameters: &'static [Parameter],
}
