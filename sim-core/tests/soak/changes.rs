//! Settings that change in mid-run.

use super::draw::{Case, one_of};
use super::value;
use serde_json::{Map, Value, json};
use sim_core::base::rng::Rng;

/// Most changes of a case.
const CHANGES_MAX: u64 = 5;

/// Gives half of all cases changes: whatever the catalogue says can change, as far as the device accepts it.
pub(super) fn draw(case: &mut Case, schema: &Value, rng: &mut Rng) {
    if rng.below(2) == 0 {
        return;
    }
    let (mut at, mut buffer) = (0, case.buffer.clone());
    for _ in 0..1 + rng.below(CHANGES_MAX) {
        // Sometimes several at once.
        at += *one_of(&[0, 1, 10, 40, 80], rng);
        let Some(set) = drawn(schema, [("ftl", &case.layer), ("buffer", &buffer)], rng) else { continue };
        case.changes.push(json!({ "request": at, "set": set }));
        match case.device(&[]) {
            Ok(_) => buffer = set.get("buffer.kind").and_then(Value::as_str).map_or(buffer, Into::into),
            Err(_) => drop(case.changes.pop()),
        }
    }
}

/// One setting, or another buffer.
fn drawn(schema: &Value, components: [(&str, &String); 2], rng: &mut Rng) -> Option<Map<String, Value>> {
    let set = |path: String, value: Value| Map::from_iter([(path, value)]);
    if rng.below(4) == 0 {
        let kind = one_of(schema["buffer"].as_array()?, rng)["kind"].clone();
        return Some(set("buffer.kind".into(), kind));
    }
    let of_device = schema["device"].as_array()?.iter().map(|setting| ("device", setting));
    let of_components = components.into_iter().flat_map(|(section, kind)| {
        let all = schema[section].as_array().into_iter().flatten();
        let parameters = all.filter(move |one| one["kind"] == **kind).flat_map(|one| one["parameters"].as_array());
        parameters.flatten().map(move |setting| (section, setting))
    });
    let can: Vec<(&str, &Value)> =
        of_device.chain(of_components).filter(|(_, setting)| setting["changes"] == true).collect();
    let (section, setting) = one_of(&can, rng);
    let path = format!("{section}.{}", setting["name"].as_str()?);
    value::drawn(setting, rng).map(|value| set(path, value))
}
