//! One JSON document out of another.

use super::super::mutate::below;
use serde_json::{Map, Value, json};
use sim_core::base::rng::Rng;
use sim_core::experiment::catalogue::{kinds, parameters};
use sim_core::experiment::{device, run};
use sim_core::parameters::parameter::{Kind, Parameter};

/// Values that readers have stumbled over, as JSON text.
const VALUES: [&str; 28] = [
    "null",
    "true",
    "0",
    "-0.0",
    "-1",
    "1",
    "2.0",
    "0.5",
    "1e-320",
    "1e15",
    "1.7976931348623157e308",
    "-1.7976931348623157e308",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "\"\"",
    "\" \"",
    "\"1\"",
    "\"\\u0000\\u001b[2J\\n\"",
    "\"\\u007f\\u0085\\u2028\"",
    "\"é𝄞\"",
    "[]",
    "{}",
    "[null, [1, {\"a\": []}]]",
    "{\"kind\": {\"kind\": 1}}",
];
/// Names of the same sort.
const NAMES: [&str; 10] = ["", ".", "a.", ".a", "kind", "device", "\u{1b}[2J\n", "\u{85}\u{7f}", "é", "run.changes"];
/// Marks a field that is to have the name of another: no name begins so.
const TWICE: &str = "twice/";
const SECTIONS: [&str; 5] = ["device", "buffer", "ftl", "workload", "run"];

/// `seed`, damaged a few times; `other` is another document. What is no JSON is left as it is.
pub(super) fn damaged(seed: &str, other: &str, rng: &mut Rng) -> String {
    let Ok(mut document) = serde_json::from_str::<Value>(seed) else { return seed.into() };
    let other = serde_json::from_str(other).unwrap_or_default();
    let is_pretty = rng.below(4) == 0;
    for _ in 0..below(5, rng) {
        once(&mut document, &other, rng);
    }
    let text = if is_pretty { format!("{document:#}") } else { document.to_string() };
    text.replace(TWICE, "")
}

/// `PATH=VALUE`, as it is typed after `--set`.
pub(super) fn assignment(rng: &mut Rng) -> String {
    if rng.below(4) == 0 {
        return format!("{}={}", name("", rng), value(rng));
    }
    let (section, kind) = component(rng);
    if rng.below(4) == 0 && !kind.is_empty() {
        return format!("{section}.kind={kind}");
    }
    match setting(section, kind, rng) {
        Some((path, value)) => format!("{section}.{path}={value}"),
        None => format!("{section}=1"),
    }
}

fn once(document: &mut Value, other: &Value, rng: &mut Rng) {
    let (places, others) = (places(document), places(other));
    let place = &places[below(places.len(), rng)];
    let piece = others[below(others.len(), rng)].clone();
    let piece = other.pointer(&piece).cloned().unwrap_or_default();
    let choice = rng.below(14);
    if choice < 3 {
        return set_something(document, rng);
    }
    let Some(found) = document.pointer_mut(place) else { return };
    match choice {
        3 => *found = value(rng),
        4 => *found = piece,
        5 => *found = nested(found.take(), rng),
        6 => *found = tweaked(found, rng),
        7..=11 => among(found, choice, piece, rng),
        12 => *found = flattened(found, rng),
        _ => {
            // A text or list that goes on and on.
            let times = [2, 60, 100, 3_000][below(4, rng)];
            *found = match found.take() {
                Value::String(text) => text.repeat(times.min(60_000 / text.len().max(1))).into(),
                Value::Array(list) => list.iter().cycle().take(times).cloned().collect(),
                other => vec![other; times.min(100)].into(),
            };
        }
    }
}

/// Changes what is among the fields or elements of `found`.
fn among(found: &mut Value, choice: u64, piece: Value, rng: &mut Rng) {
    match found {
        Value::Object(fields) => {
            let Some((known, now)) = fields.iter().nth(below(fields.len(), rng)) else {
                fields.insert(name("a", rng), piece);
                return;
            };
            let (known, now) = (known.clone(), now.clone());
            match choice {
                7 => drop(fields.shift_remove(&known)),
                8 => drop(fields.insert(format!("{TWICE}{known}"), now)),
                9 => {
                    fields.shift_remove(&known);
                    fields.insert(name(&known, rng), now);
                }
                10 => drop(fields.insert(name(&known, rng), piece)),
                _ => {
                    if let Value::Object(pieces) = piece {
                        fields.extend(pieces);
                    }
                }
            }
        }
        Value::Array(list) => {
            let at = below(list.len(), rng);
            match choice {
                7 if !list.is_empty() => drop(list.remove(at)),
                8 if !list.is_empty() => list.insert(at, list[at].clone()),
                9 => list.reverse(),
                10 => list.insert(at, piece),
                _ => list.push(value(rng)),
            }
        }
        other => *other = value(rng),
    }
}

/// Sets a field that there is, or another component, in the experiment of `document`.
fn set_something(document: &mut Value, rng: &mut Rng) {
    let (section, kind) = component(rng);
    let experiment = if document.get("experiment").is_some() { &mut document["experiment"] } else { document };
    if !matches!(experiment, Value::Object(_)) {
        return;
    }
    let chosen = experiment[section].get("kind").and_then(Value::as_str).map(String::from);
    let kind = chosen.filter(|_| rng.below(4) != 0).unwrap_or_else(|| kind.to_owned());
    let fields = &mut experiment[section];
    if !matches!(fields, Value::Object(_)) {
        *fields = json!({});
    }
    if !kind.is_empty() {
        fields["kind"] = json!(kind);
    }
    if let Some((path, value)) = setting(section, &kind, rng) {
        fields[path] = value;
    }
}

fn component(rng: &mut Rng) -> (&'static str, &'static str) {
    let section = SECTIONS[below(SECTIONS.len(), rng)];
    let kinds = kinds(section);
    (section, kinds.get(below(kinds.len(), rng)).copied().unwrap_or_default())
}

/// A field of a component, and a value that it mostly accepts.
fn setting(section: &str, kind: &str, rng: &mut Rng) -> Option<(&'static str, Value)> {
    let parameters: Vec<&Parameter> = match section {
        "device" => device::PARAMETERS.iter().collect(),
        "run" => run::PARAMETERS.iter().collect(),
        _ => parameters(section, kind),
    };
    let parameter = *parameters.get(below(parameters.len(), rng))?;
    let value = match parameter.kind {
        _ if rng.below(8) == 0 => value(rng),
        Kind::Integer { min, max, .. } => {
            let some =
                [min, min.saturating_add(1), max, max - 1, max.saturating_add(1), rng.below(70), 1 << rng.below(40)];
            json!(some[below(some.len(), rng)])
        }
        Kind::Number { min, max } => {
            let some = [min, max, min - 1e-9, 0.5, 1.0, rng.below(100) as f64 / 7.0];
            json!(some[below(some.len(), rng)])
        }
        Kind::Boolean => json!(rng.below(2) == 0),
        Kind::Choice(words) => json!(words[below(words.len(), rng)]),
        _ => value(rng),
    };
    Some((parameter.name, value))
}

fn value(rng: &mut Rng) -> Value {
    serde_json::from_str(VALUES[below(VALUES.len(), rng)]).unwrap_or_default()
}

/// Another name: one that is nearly `known`, or that nobody would give.
fn name(known: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = known.chars().collect();
    let at = below(letters.len(), rng);
    match rng.below(8) {
        0 => return NAMES[below(NAMES.len(), rng)].into(),
        1 => return "a.".repeat(1 << rng.below(17)),
        2 => return known.repeat(20_000 / known.len().max(1)),
        3 => return format!("{}.{}", SECTIONS[below(SECTIONS.len(), rng)], known),
        4 if !letters.is_empty() => drop(letters.remove(at)),
        5 if letters.len() > 1 => letters.swap(0, at),
        6 => letters.insert(at, 'x'),
        _ => letters.push('s'),
    }
    letters.into_iter().collect()
}

/// `value` inside many lists or objects.
fn nested(value: Value, rng: &mut Rng) -> Value {
    let (depth, is_list) = ([1, 3, 100, 130][below(4, rng)], rng.below(2) == 0);
    (0..depth).fold(value, |inner, _| if is_list { json!([inner]) } else { json!({ "a": inner }) })
}

/// Nearly `value`.
fn tweaked(value: &Value, rng: &mut Rng) -> Value {
    match (value.as_u64(), value.as_f64(), value) {
        (Some(n), ..) => match rng.below(5) {
            0 => json!(n.wrapping_add(1)),
            1 => json!(n.wrapping_sub(1)),
            2 => json!(n as f64),
            3 => json!(n.wrapping_mul(2)),
            _ => json!(n.to_string()),
        },
        (_, Some(n), _) => match rng.below(3) {
            0 => json!(-n),
            1 => json!(n * 1e9),
            _ => json!(n.floor()),
        },
        (.., Value::String(text)) => json!(name(text, rng)),
        (.., Value::Bool(truth)) => json!(!truth),
        (.., other) => other.clone(),
    }
}

/// The fields of an object inside the other one, by dotted path.
fn flattened(value: &Value, rng: &mut Rng) -> Value {
    let Value::Object(fields) = value else { return value.clone() };
    let mut flat = Map::new();
    for (name, inner) in fields {
        match inner {
            Value::Object(below) if rng.below(2) == 0 => {
                flat.extend(below.iter().map(|(inner, value)| (format!("{name}.{inner}"), value.clone())));
            }
            _ => drop(flat.insert(name.clone(), inner.clone())),
        }
    }
    flat.into()
}

/// Every place of `value`, as a JSON pointer.
fn places(value: &Value) -> Vec<String> {
    let mut places = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((place, value)) = open.pop() {
        match value {
            Value::Object(fields) => {
                let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
                open.extend(fields.iter().map(|(name, inner)| (format!("{place}/{}", escaped(name)), inner)));
            }
            // The first of very many do.
            Value::Array(list) => {
                open.extend(list.iter().take(50).enumerate().map(|(at, inner)| (format!("{place}/{at}"), inner)));
            }
            _ => {}
        }
        places.push(place);
    }
    places
}
