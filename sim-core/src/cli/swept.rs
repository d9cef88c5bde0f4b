//! The sweep that arguments describe: an experiment and what varies, or a document that says both; and the trace it replays.

use super::arguments::{Arguments, Opt};
use super::experiment::{assignment, changed, document, located, stated};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::out_file::Inputs;
use super::trace_file::{files, import_hashed, options, sha256, tell_suspicions};
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::sweep::document::{Sweep, VERSION};
use crate::sweep::range;
use crate::sweep::trace::Trace;
use crate::trace::replay::SharedRecords;
use crate::trace::report::Imported;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// `--sweep FILE`: a sweep as a document.
pub(super) const SWEEP: Opt = Opt { name: "--sweep", value: Some("FILE.json") };
/// `--vary PATH=…`: a setting and its values.
pub(super) const VARY: Opt = Opt { name: "--vary", value: Some("PATH=a:b:step|v,v,…") };
/// `--policy …`: settings with a name. All of them together are the first axis.
pub(super) const POLICY: Opt = Opt { name: "--policy", value: Some("\"TITLE: PATH=VALUE …\"") };

/// Most points of a sweep.
pub(super) const MOST: u64 = 1_000_000;

/// The setting that says which device of a trace is replayed.
const DEVICE: &str = "workload.device";

/// A sweep, and what its points replay.
pub(super) struct Swept {
    /// The sweep.
    pub sweep: Sweep,
    /// The files that were read for it.
    pub(super) inputs: Inputs,
    /// The streams of its trace by the device asked for; empty without a trace.
    records: BTreeMap<Option<u64>, Result<SharedRecords, Error>>,
}

impl Swept {
    /// What `arguments` describe.
    pub(crate) fn new(arguments: &Arguments, interrupt: &Interrupt) -> Result<Self, Failure> {
        let document = described(arguments)?;
        let file = arguments.values(SWEEP).last();
        let placed = |error| located(arguments, file, error);
        // What varies may be told by options.
        let of_sweep = |error: Error| if file.is_some() { placed(error) } else { error.into() };
        let experiment = Experiment::new(&document["experiment"], &[]).map_err(placed)?;
        let traces = files(&experiment)?;
        let documents = arguments.operands.iter().map(String::as_str).chain(arguments.values(SWEEP));
        let inputs = Inputs::of(documents.chain(traces.iter().map(String::as_str)));
        let without = |inputs| {
            let sweep = Sweep::new(&document, None, MOST).map_err(of_sweep)?;
            Ok(Self { sweep, inputs, records: BTreeMap::new() })
        };
        let Some(experiment) = experiment.replaying()? else { return without(inputs) };
        let Some(mut options) = options(&experiment)? else { return without(inputs) };
        // Whichever device a point asks for is in memory.
        options.device = None;
        let (imported, digits) = import_hashed(options, sha256(&experiment), interrupt)?;
        tell_suspicions(&imported, experiment.workload.optional("device").map(|device| device as u32));
        let sweep = Sweep::new(&document, Some(&Trace::new(&digits, imported.journal)), MOST).map_err(of_sweep)?;
        let records = records(imported, devices(&sweep, &experiment));
        match records.values().next() {
            Some(Err(error)) if records.len() == 1 => Err(error.clone().into()),
            _ => Ok(Self { sweep, inputs, records }),
        }
    }

    /// The streams that its points replay.
    pub(crate) fn records(&self) -> impl Iterator<Item = &SharedRecords> {
        self.records.values().flatten()
    }

    /// What `experiment`, one of its points, replays; none if that is no trace.
    pub(crate) fn recorded(&self, experiment: &Experiment) -> Result<Option<&SharedRecords>, Error> {
        let Some(replaying) = experiment.replaying()? else { return Ok(None) };
        self.records
            .get(&replaying.workload.optional("device"))
            .map(|records| records.as_ref().map_err(Clone::clone))
            .transpose()
    }
}

/// The devices that its points ask for.
fn devices(sweep: &Sweep, experiment: &Experiment) -> BTreeSet<Option<u64>> {
    let places = sweep.axes.iter().flat_map(|axis| (0..axis.count()).flat_map(|place| axis.assignments(place)));
    let set = places.filter(|(path, _)| *path == DEVICE).map(|(_, value)| value.as_u64());
    set.chain([experiment.workload.optional("device")]).collect()
}

fn records(
    imported: Imported,
    mut devices: BTreeSet<Option<u64>>,
) -> BTreeMap<Option<u64>, Result<SharedRecords, Error>> {
    let records = |imported: Imported, device: Option<u64>| imported.into_records(device.map(|device| device as u32));
    let last = devices.pop_last().flatten();
    let mut of_devices: BTreeMap<_, _> =
        devices.into_iter().map(|device| (device, records(imported.clone(), device))).collect();
    of_devices.insert(last, records(imported, last));
    of_devices
}

/// The sweep's document.
fn described(arguments: &Arguments) -> Result<Value, Failure> {
    let Some(file) = arguments.values(SWEEP).last() else {
        let experiment = stated(arguments)?;
        return Ok(json!({ "version": VERSION, "experiment": experiment, "axes": axes(arguments)? }));
    };
    if let Some(word) = arguments.operands.first() {
        return Err(Failure::usage(format!("{word}: --sweep {file} already has an experiment")));
    }
    if let Some(option) = [VARY, POLICY].into_iter().find(|&option| arguments.has(option)) {
        return Err(Failure::usage(format!("{}: --sweep {file} already says what varies", option.name)));
    }
    let mut document = document(file)?;
    if let Some(experiment) = document.get_mut("experiment") {
        *experiment = changed(experiment.take(), arguments)?;
    }
    Ok(document)
}

fn axes(arguments: &Arguments) -> Result<Vec<Value>, Failure> {
    let policies = arguments.values(POLICY).map(policy).collect::<Result<Vec<_>, _>>()?;
    let varied = arguments.values(VARY).map(varied).collect::<Result<Vec<_>, _>>()?;
    if policies.is_empty() && varied.is_empty() {
        return Err(Failure::usage(
            "nothing varies: give --vary PATH=VALUES, --policy \"TITLE: PATH=VALUE …\" or --sweep FILE",
        ));
    }
    let policies = if policies.is_empty() { None } else { Some(json!({ "policies": policies })) };
    Ok(policies.into_iter().chain(varied).collect())
}

fn varied(text: &str) -> Result<Value, Failure> {
    let Some((path, values)) = text.split_once('=').filter(|(path, _)| !path.is_empty()) else {
        let form = "not PATH=VALUES, such as workload.write_ratio=0:1:0.1 or ftl.kind=page,dftl";
        return Err(Failure::usage(format!("--vary {text}: {form}")));
    };
    match range::values(values) {
        Ok(values) => Ok(json!({ "path": path, "values": values })),
        Err(what) => Err(Failure::usage(format!("--vary {text}: {what}"))),
    }
}

fn policy(text: &str) -> Result<Value, Failure> {
    let refused =
        || Failure::usage(format!("--policy {text}: not \"TITLE: PATH=VALUE …\", such as \"DFTL: ftl.kind=dftl\""));
    let (title, set) = text.split_once(':').ok_or_else(refused)?;
    let set = set.split_whitespace().map(assignment).collect::<Option<Map<_, _>>>().ok_or_else(refused)?;
    Ok(json!({ "title": title.trim(), "set": set }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_have_a_title_and_settings() {
        let of = |text| policy(text).ok();
        let set = json!({ "ftl.kind": "clash", "ftl.p_pages": 128 });
        assert_eq!(of("C-lash: ftl.kind=clash ftl.p_pages=128"), Some(json!({ "title": "C-lash", "set": set })));
        assert_eq!(of("as it is:"), Some(json!({ "title": "as it is", "set": {} })));
        assert_eq!((of("ftl.kind=page"), of("Page: ftl.kind")), (None, None));
    }

    #[test]
    fn what_varies_is_a_path_and_its_values() {
        let of = |text| varied(text).ok();
        assert_eq!(of("run.seed=1:3:1"), Some(json!({ "path": "run.seed", "values": [1, 2, 3] })));
        assert_eq!(of("ftl.kind=page,dftl"), Some(json!({ "path": "ftl.kind", "values": ["page", "dftl"] })));
        assert_eq!((of("run.seed"), of("=1"), of("run.seed=1:2")), (None, None, None));
    }
}
