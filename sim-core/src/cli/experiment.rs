//! The experiment that arguments describe: a document, `--trace`, then each `--set` in order.

use super::arguments::{Arguments, Opt};
use super::failure::Failure;
use crate::experiment::document::{Experiment, flatten};
use crate::workload::trace;
use serde_json::{Map, Value, json};
use std::io::Read;

/// `--set PATH=VALUE`: another value for a field.
pub(super) const SET: Opt = Opt { name: "--set", value: Some("PATH=VALUE") };
/// `--trace FILE`: a trace as the workload.
pub(super) const TRACE: Opt = Opt { name: "--trace", value: Some("FILE") };

/// The experiment of `arguments`: its one operand is the document, `-` for stdin, none for the defaults.
pub(super) fn experiment(arguments: &Arguments) -> Result<Experiment, Failure> {
    Ok(Experiment::new(&stated(arguments)?, &[])?)
}

/// What `arguments` state of an experiment: nothing is filled in, nothing is checked.
pub(super) fn stated(arguments: &Arguments) -> Result<Value, Failure> {
    let document = arguments.operands.first().map_or(Ok(json!({})), |name| document(name))?;
    changed(document, arguments)
}

/// `document` with what `--trace` and `--set` say.
pub(super) fn changed(mut document: Value, arguments: &Arguments) -> Result<Value, Failure> {
    if let Some(file) = arguments.values(TRACE).last() {
        replay(&mut document, file);
    }
    let mut leaves = Map::new();
    flatten("", &document, &mut leaves)?;
    for text in arguments.values(SET) {
        let (path, value) = assignment(text)
            .ok_or_else(|| Failure::usage(format!("--set {text}: not PATH=VALUE, such as ftl.gc.policy=fifo")))?;
        flatten(&path, &value, &mut leaves)?;
    }
    Ok(Value::Object(leaves))
}

/// Reads the JSON document `name`, `-` for stdin.
pub(super) fn document(name: &str) -> Result<Value, Failure> {
    let (called, text) = match name {
        "-" => {
            let mut text = String::new();
            ("standard input", std::io::stdin().read_to_string(&mut text).map(|_| text))
        }
        _ => (name, std::fs::read_to_string(name)),
    };
    let text = text.map_err(|error| Failure::usage(format!("{called}: the experiment cannot be read: {error}")))?;
    serde_json::from_str(&text).map_err(|error| Failure::usage(format!("{called}: not a JSON document: {error}")))
}

/// Makes the trace `file` the workload. What the document says of another trace stays, what it says of a generator does
/// not apply.
fn replay(document: &mut Value, file: &str) {
    let Value::Object(sections) = document else { return };
    let workload = sections.entry("workload").or_insert(Value::Null);
    if workload.get("kind").and_then(Value::as_str) != Some(trace::KIND) {
        *workload = Value::Object(Map::from_iter([("kind".into(), json!(trace::KIND))]));
    }
    workload[trace::FILE.name] = json!(file);
}

/// `PATH=VALUE`, the value as JSON if it is some, else as text.
pub(super) fn assignment(text: &str) -> Option<(String, Value)> {
    let (path, value) = text.split_once('=').filter(|(path, _)| !path.is_empty())?;
    Some((path.into(), serde_json::from_str(value).unwrap_or_else(|_| json!(value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_json_or_text() {
        let value = |text| assignment(text).map(|(_, value)| value);
        assert_eq!(value("a.b=5"), Some(json!(5)));
        assert_eq!(value("a=fifo"), Some(json!("fifo")));
        assert_eq!(value("a={\"b\":[1]}"), Some(json!({ "b": [1] })));
        assert_eq!(value("a=x=y"), Some(json!("x=y")));
        assert_eq!((value("a"), value("=1")), (None, None));
    }

    #[test]
    fn a_trace_replaces_a_generator_and_joins_a_trace() {
        let replayed = |workload: Value| {
            let mut document = json!({ "workload": workload });
            replay(&mut document, "b.spc");
            document["workload"].clone()
        };
        assert_eq!(replayed(json!({ "kind": "zipf", "requests": 5 })), json!({ "kind": "trace", "file": "b.spc" }));
        let kept = json!({ "kind": "trace", "file": "b.spc", "requests": 5 });
        assert_eq!(replayed(json!({ "kind": "trace", "file": "a.spc", "requests": 5 })), kept);
        assert_eq!(replayed(Value::Null), json!({ "kind": "trace", "file": "b.spc" }));
    }
}
