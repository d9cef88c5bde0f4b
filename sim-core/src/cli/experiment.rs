//! The experiment that arguments describe: a document, `--trace`, `--format` and `--columns`, then each `--set` in order.

use super::arguments::{Arguments, Opt, called};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::options::{COLUMNS, FORMAT, OPERATIONS, SET, TRACE};
use super::terminal::tell;
use super::trace_file;
use crate::base::error::Error;
use crate::base::json;
use crate::experiment::document::{Experiment, flatten};
use crate::trace::import::ImportOptions;
use crate::workload::trace;
use serde_json::{Map, Value, json};
use std::io::Read;

/// Options that set a field.
const FIELDS: [(Opt, &str); 2] = [(FORMAT, "workload.format"), (COLUMNS, "workload.columns")];

/// The experiment of `arguments`: its one operand is the document, `-` for stdin, none for the defaults. With `--operations` the log says what no
/// document and no `--set` does.
pub(super) fn experiment_or_operations(arguments: &Arguments, interrupt: &Interrupt) -> Result<Experiment, Failure> {
    let Some(file) = arguments.values(OPERATIONS).last() else { return experiment(arguments) };
    if file == "-" || arguments.has(TRACE) {
        return Err(Failure::usage("--operations FILE: a file, since it is read twice, and no --trace beside it"));
    }
    let imported = trace_file::import(ImportOptions::new(file), None, interrupt)?;
    let Some(log) = &imported.operations else {
        return Err(Failure::usage(format!(
            "{file}: this is a trace of requests ({}), not a log of flash operations; give it as --trace",
            imported.format.info().title
        )));
    };
    log.shape.notes.iter().for_each(|note| tell(&format!("{file}: {note}")));
    let mut leaves = Map::new();
    flatten("", &log.document(), &mut leaves)?;
    let workload = json!({ "kind": trace::KIND, trace::FILE.name: file, "address": "exact" });
    flatten("workload", &workload, &mut leaves)?;
    flatten("", &stated(arguments)?, &mut leaves)?;
    Experiment::new(&Value::Object(leaves), &[]).map_err(|error| located(arguments, None, error))
}

/// The experiment of `arguments`: its one operand is the document, `-` for stdin, none for the defaults.
pub(super) fn experiment(arguments: &Arguments) -> Result<Experiment, Failure> {
    Experiment::new(&stated(arguments)?, &[]).map_err(|error| located(arguments, None, error))
}

/// `error` with the name of the file in which it is to be mended: the document `file`, or the one that `arguments` name. What an option
/// sets is named by its field alone.
pub(super) fn located(arguments: &Arguments, file: Option<&str>, error: Error) -> Failure {
    let field = match &error {
        Error::Value { field, .. } | Error::UnknownField { field, .. } => Some(field.clone()),
        _ => None,
    };
    let is_of = |path: &str| {
        let rest = field.as_deref().and_then(|field| field.strip_prefix(path));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let is_set = arguments.values(SET).filter_map(assignment).any(|(path, _)| is_of(&path))
        || FIELDS.iter().any(|&(option, path)| arguments.has(option) && is_of(path));
    let file = file.or(arguments.operands.first().map(String::as_str)).filter(|_| !is_set);
    match (file, Failure::from(error.clone())) {
        (Some(name), Failure::Usage(text)) if !matches!(error, Error::Trace(_)) => {
            Failure::Usage(format!("{}: {text}", called(name)))
        }
        (_, failure) => failure,
    }
}

/// What `arguments` state of an experiment: nothing is filled in, nothing is checked.
pub(super) fn stated(arguments: &Arguments) -> Result<Value, Failure> {
    let document = arguments.operands.first().map_or(Ok(json!({})), |name| document(name))?;
    changed(document, arguments)
}

/// `document` with what `--trace`, `--format`, `--columns` and `--set` say.
pub(super) fn changed(mut document: Value, arguments: &Arguments) -> Result<Value, Failure> {
    if let Some(file) = arguments.values(TRACE).last() {
        if file == "-" && arguments.operands.iter().any(|word| word == "-") {
            return Err(Failure::usage("--trace -: standard input already has the experiment"));
        }
        replay(&mut document, file);
    }
    let mut leaves = Map::new();
    flatten("", &document, &mut leaves).map_err(|error| located(arguments, None, error))?;
    for (option, path) in FIELDS {
        if let Some(value) = arguments.values(option).last() {
            flatten(path, &json!(value), &mut leaves)?;
        }
    }
    for text in arguments.values(SET) {
        let (path, value) = assignment(text)
            .ok_or_else(|| Failure::usage(format!("--set {text}: not PATH=VALUE, such as ftl.gc.policy=fifo")))?;
        flatten(&path, &value, &mut leaves)?;
    }
    Ok(Value::Object(leaves))
}

/// Reads the JSON document `name`, `-` for stdin.
pub(super) fn document(name: &str) -> Result<Value, Failure> {
    let text = match name {
        "-" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map(|_| text)
        }
        _ => std::fs::read_to_string(name),
    };
    let refused = |what: String| Failure::usage(format!("{}: {what}", called(name)));
    let text = text.map_err(|error| refused(format!("the experiment cannot be read: {error}")))?;
    json::parse(&text).map_err(|error| refused(format!("not a JSON document: {error}")))
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
