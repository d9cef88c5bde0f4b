//! Words that stand for one of several things.

use super::error::Error;
use serde_json::Value;

/// What the word `value`, which stands at `field`, means among those that are `known`.
///
/// # Errors
/// No word, or none of those: the text names it and lists them.
pub fn meaning<T: Copy>(field: &str, value: &Value, known: &[(&str, T)]) -> Result<T, Error> {
    let found = known.iter().find(|(word, _)| value == word);
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        Error::Value {
            field: field.into(),
            value: value.to_string(),
            expected: format!("one of {}", words.join(", ")),
            nearest: None,
        }
    })
}
