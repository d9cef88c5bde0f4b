//! JSON in which nothing is said twice. Of two fields of one name, the usual reading keeps the last and forgets the first in silence.

use super::text::told;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// The value of `text`.
///
/// # Errors
/// What is not JSON, a number that cannot be kept, an object with two fields of one name: with line and column.
pub(crate) fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).map(|Once(value)| value)
}

/// A value whose objects have each field once.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(OnceVisitor).map(Self)
    }
}

struct OnceVisitor;

impl<'de> Visitor<'de> for OnceVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        // A text has no other numbers than these; null is what JSON has for them.
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }
    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }
    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = from.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = from.next_key::<String>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the field \"{}\" stands twice in one object", told(&name))));
            }
            let Once(value) = from.next_value()?;
            fields.insert(name, value);
        }
        Ok(fields.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_field_that_stands_twice_is_refused_at_its_place() {
        let refusal = |text| parse(text).unwrap_err().to_string();
        let twice = refusal("{\"ftl\": {\"kind\": \"dftl\",\n \"kind\": \"fast\"}}");
        assert_eq!(twice, "the field \"kind\" stands twice in one object at line 2 column 7");
        assert!(refusal("{\"a\": [{\"b\": 1, \"\\u0062\": 1}]}").starts_with("the field \"b\" stands twice"));
        assert!(refusal("{\"\\u001b\": 1, \"\\u001b\": 1}").starts_with("the field \"\\u{1b}\" stands twice"));
        assert!(refusal(&format!("{{\"{0}\": 1, \"{0}\": 1}}", "x".repeat(99))).contains("xxx...\" stands twice"));
        assert!(parse("{\"a\": {\"kind\": 1}, \"b\": {\"kind\": 1}}").is_ok());
    }

    #[test]
    fn numbers_that_cannot_be_kept_and_what_is_no_json_are_refused() {
        for text in ["1e309", "[-1e309]", "NaN", "{", "{} {}", "", "{\"a\": 01}"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    fn drawn() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(|n| serde_json::json!(n)),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            let fields = prop::collection::vec((any::<String>(), inner.clone()), 0..6);
            prop_oneof![
                prop::collection::vec(inner, 0..6).prop_map(Value::from),
                fields.prop_map(|fields| fields.into_iter().collect::<Map<_, _>>().into()),
            ]
        })
    }

    proptest! {
        #[test]
        fn everything_else_is_read_as_usual(value in drawn()) {
            let text = value.to_string();
            let usual: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(parse(&text).unwrap(), usual);
        }
    }
}
