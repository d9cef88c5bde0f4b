//! Words that stand for one of several things.

use super::error::Error;
use serde_json::Value;

/// What the word `value`, which stands at `field`, means among those that are `known`.
///
/// # Errors
/// No word, or none of those: the text names it and lists them.
pub(crate) fn meaning<T: Copy>(field: &str, value: &Value, known: &[(&str, T)]) -> Result<T, Error> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_not_known_is_named_with_those_that_are() {
        let known = [("near", 1), ("far", 2)];
        assert_eq!(meaning("how", &"far".into(), &known), Ok(2));
        let refusal = |value: Value| meaning("how", &value, &known).map_err(|error| error.to_string());
        assert_eq!(refusal("fair".into()), Err("how: \"fair\" is not one of near, far".into()));
        assert_eq!(refusal(2.into()), Err("how: 2 is not one of near, far".into()));
    }
}
