//! A value of one setting, as the catalogue describes it.

use serde_json::{Value, json};
use sim_core::base::rng::Rng;

/// Small numbers show more on small devices.
const FEW: u64 = 9;
/// What memory is drawn in, the smallest page that a case has.
const MEMORY_UNIT_BYTES: u64 = 512;
/// As long as an erase, which is what takes longest.
const TIME_MAX_NS: u64 = 2_000_000;

/// A value of `setting`; none to leave it as it is.
pub(super) fn drawn(setting: &Value, rng: &mut Rng) -> Option<Value> {
    let kind = &setting["kind"];
    let name = setting["name"].as_str()?;
    match kind["type"].as_str()? {
        "boolean" => Some(json!(rng.below(2) == 1)),
        "choice" => {
            let words = kind["words"].as_array()?;
            Some(words[rng.below(words.len() as u64) as usize].clone())
        }
        "integer" if kind["nullable"] == true && rng.below(3) == 0 => Some(Value::Null),
        "integer" => {
            let (min, max) = (kind["min"].as_u64()?, kind["max"].as_u64()?);
            let drawn = match name {
                _ if name == "bytes" || name.ends_with("_bytes") => MEMORY_UNIT_BYTES * (2 + rng.below(30)),
                _ if name.ends_with("_ns") => rng.below(TIME_MAX_NS),
                _ => min + rng.below(FEW),
            };
            Some(json!(drawn.clamp(min, max)))
        }
        "number" => {
            let (min, max) = (kind["min"].as_f64()?, kind["max"].as_f64()?.min(4.0));
            Some(json!(((min + (max - min) * rng.unit()) * 100.0).round() / 100.0))
        }
        _ => None,
    }
}
