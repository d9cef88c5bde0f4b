//! A value of one setting, as the catalogue describes it.

use serde_json::{Value, json};
use sim_core::base::rng::Rng;

/// Small numbers show more on small devices.
const FEW: u64 = 9;
/// What memory is drawn in, the smallest page that a case has.
const MEMORY_UNIT_BYTES: u64 = 512;

/// A value of `setting`; none to leave it as it is.
pub(super) fn drawn(setting: &Value, rng: &mut Rng) -> Option<Value> {
    let kind = &setting["kind"];
    let is_memory = setting["name"].as_str().is_some_and(|name| name.ends_with("_bytes"));
    match kind["type"].as_str()? {
        "boolean" => Some(json!(rng.below(2) == 1)),
        "choice" => {
            let words = kind["words"].as_array()?;
            Some(words[rng.below(words.len() as u64) as usize].clone())
        }
        "integer" if kind["nullable"] == true && rng.below(3) == 0 => Some(Value::Null),
        "integer" => {
            let (min, max) = (kind["min"].as_u64()?, kind["max"].as_u64()?);
            let drawn = if is_memory { MEMORY_UNIT_BYTES * (2 + rng.below(30)) } else { min + rng.below(FEW) };
            Some(json!(drawn.clamp(min, max)))
        }
        "number" => {
            let (min, max) = (kind["min"].as_f64()?, kind["max"].as_f64()?.min(4.0));
            Some(json!(((min + (max - min) * rng.unit()) * 100.0).round() / 100.0))
        }
        _ => None,
    }
}
