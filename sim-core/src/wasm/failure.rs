//! Errors as the page takes them: JSON with the kind, the text, and the field where there is one.

use crate::base::error::Error;
use serde_json::json;
use wasm_bindgen::JsValue;

/// `error` for the page.
pub fn failure(error: Error) -> JsValue {
    let text = error.to_string();
    let (kind, field, nearest) = match error {
        Error::Value { field, nearest, .. } => ("value", Some(field), nearest),
        Error::UnknownField { field, .. } => ("unknown-field", Some(field), None),
        Error::Conflict(_) => ("conflict", None, None),
        Error::TooLarge { .. } => ("too-large", None, None),
        Error::Document(_) => ("document", None, None),
        Error::Trace(_) => ("trace", None, None),
        Error::Run(_) => ("run", None, None),
    };
    JsValue::from_str(&json!({ "kind": kind, "text": text, "field": field, "nearest": nearest }).to_string())
}
