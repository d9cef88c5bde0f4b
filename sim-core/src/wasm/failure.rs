//! Errors as JavaScript throws them: JSON text.

use crate::base::error::Error;
use crate::boundary::failure::Failure;
use wasm_bindgen::JsValue;

/// `error` for the page.
pub(super) fn failure(error: Error) -> JsValue {
    let failure = Failure::from(error);
    let text = serde_json::to_string(&failure).unwrap_or(failure.text);
    JsValue::from_str(&text)
}
