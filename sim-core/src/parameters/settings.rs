//! A component's parameters after validation: every one present, every one in range.

use serde_json::{Map, Value};

/// Parameter values by dotted name, in the order in which the component declares them.
///
/// The getters panic on a name that the component did not declare: a mistake in the program, which its first test
/// finds, never one a user can make.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(pub Map<String, Value>);

impl Settings {
    fn get(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or_else(|| unreachable!("parameter {name} is not declared"))
    }
    /// A whole number.
    pub fn integer(&self, name: &str) -> u64 {
        self.get(name).as_u64().expect("validated as a whole number")
    }
    /// A whole number, or `None` where the value is `null`.
    pub(crate) fn optional(&self, name: &str) -> Option<u64> {
        self.get(name).as_u64()
    }
    /// A number.
    pub fn number(&self, name: &str) -> f64 {
        self.get(name).as_f64().expect("validated as a number")
    }
    /// A truth value.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).as_bool().expect("validated as true or false")
    }
    /// A text that documents do not mention where it is `null`.
    pub(crate) fn said(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }
    /// A whole number that documents do not mention where it is `null`.
    pub(crate) fn said_integer(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }
    /// A word or text; empty where the value is `null`.
    pub fn word(&self, name: &str) -> &str {
        self.get(name).as_str().unwrap_or_default()
    }
}
