//! Gets the changes of a run ready, and refuses what the device could not be built with, before it begins.

use super::initial;
use crate::assembly::source;
use crate::base::error::Error;
use crate::buffer::Buffer;
use crate::experiment::changes::within;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::experiment::run::PowerCut;
use crate::ftl::layer::Build;
use crate::machine::changes::{Plan, Planned, Requests, Setup};
use crate::nand::array::Nand;
use crate::trace::replay::SharedRecords;
use crate::workload::{find, trace};

/// The changes of `experiment` on the array `nand`, still empty. `recorded` is the stream to replay, where a change brings a
/// trace.
///
/// # Errors
/// What a device as it is after a change refuses; what only a run without changes can have.
pub(crate) fn plan(experiment: &Experiment, nand: &Nand, recorded: Option<&SharedRecords>) -> Result<Plan, Error> {
    let mut planned = Vec::new();
    let mut before = experiment.changed(0)?;
    let mut buffer =
        if experiment.changes.is_empty() { Buffer::None } else { initial::buffer(&before, &nand.geometry)? };
    for at in 0..experiment.changes.len() {
        let after = experiment.changed(at + 1)?;
        let change = one(experiment, at, &before, &after, &mut buffer, nand, recorded);
        planned.push(change.map_err(|error| within(at, error))?);
        before = after;
    }
    leave_last_ends(&mut planned);
    Ok(Plan::new(planned))
}

/// Of several changes for the same request, the last that says so says how many requests there are: if an earlier one said that
/// it was over, the next request would be lost to the stream.
fn leave_last_ends(planned: &mut [Planned]) {
    let mut decided = None;
    for Planned { request, requests, .. } in planned.iter_mut().rev() {
        if decided == Some(*request) && matches!(requests, Requests::Until(_)) {
            *requests = Requests::Same;
        } else if !matches!(requests, Requests::Same) {
            decided = Some(*request);
        }
    }
}

fn one(
    experiment: &Experiment,
    at: usize,
    before: &Experiment,
    after: &Experiment,
    buffer: &mut Buffer,
    nand: &Nand,
    recorded: Option<&SharedRecords>,
) -> Result<Planned, Error> {
    refuse_hindsight(before, after)?;
    refuse_other_entries(before, after)?;
    if before.ftl != after.ftl && build_layer(before, nand)? != build_layer(after, nand)? {
        return Err(Error::Conflict(
            "the device would keep other pages of its own beside the host's (parity); a lane from the start can".into(),
        ));
    }
    let new = initial::buffer(after, &nand.geometry)?;
    let resized = before.buffer.0.get("bytes") != after.buffer.0.get("bytes") && new.is_some();
    let turns_buffer = buffer.is_some() != new.is_some();
    let replaces = before.buffer_kind != after.buffer_kind || turns_buffer || resized;
    *buffer = new;
    Ok(Planned {
        request: experiment.changes[at].request,
        before: setup(before).into(),
        after: setup(after).into(),
        site: initial::site(after, &nand.geometry),
        buffer: replaces.then(|| buffer.clone()),
        turns_buffer,
        requests: requests(before, after, recorded)?,
    })
}

/// What `experiment` sets about a device, as far as it can change.
fn setup(experiment: &Experiment) -> Setup {
    Setup {
        device: initial::device_setup(experiment),
        buffer_kind: experiment.buffer_kind.clone(),
        buffer: experiment.buffer.clone(),
        ftl: experiment.ftl.clone(),
        queue_depth: initial::queue_depth(experiment),
        seed: experiment.run.integer("seed"),
    }
}

/// What knows the whole run in advance knows it only where nothing changes.
fn refuse_hindsight(before: &Experiment, after: &Experiment) -> Result<(), Error> {
    let has = |experiment: &Experiment| {
        let layer = experiment.ftl.0.get("policy").is_some_and(|policy| policy == "opt");
        let buffer = experiment.buffer.0.get("tuner").is_some_and(|tuner| tuner == "offline");
        [("ftl.policy", "opt", layer), ("buffer.tuner", "offline", buffer)]
    };
    let found = has(before).into_iter().chain(has(after)).find(|(.., has)| *has);
    found.map_or(Ok(()), |(field, value, _)| {
        Err(Error::Value {
            field: field.into(),
            value: format!("\"{value}\""),
            expected: "another one, since it knows the whole run in advance, and this run changes".into(),
            nearest: None,
        })
    })
}

/// Single entries are cached in another memory than map blocks are.
fn refuse_other_entries(before: &Experiment, after: &Experiment) -> Result<(), Error> {
    let has = |experiment: &Experiment| experiment.ftl.0.get("policy").is_some_and(|policy| policy == "entries");
    if has(before) == has(after) {
        return Ok(());
    }
    Err(Error::Value {
        field: "ftl.policy".into(),
        value: after.ftl.0["policy"].to_string(),
        expected: format!(
            "{}, as before, since entries and map blocks have different memories; a lane from the start can have it",
            before.ftl.0["policy"]
        ),
        nearest: Some(before.ftl.0["policy"].to_string()),
    })
}

/// Builds the layer as it is set now, and lets it go: what it refuses at the start it refuses here. How many pages of its own
/// it may have.
fn build_layer(after: &Experiment, nand: &Nand) -> Result<u32, Error> {
    let layer = initial::layer(after)?.build(Build {
        settings: &after.ftl,
        nand,
        timing: device::timing(&after.device),
        event_clock: after.device.word("clock") == "event",
        journal: None,
        future: None,
        operations: None,
        seed: after.run.integer("seed"),
    })?;
    match PowerCut::of(&after.run) {
        Some(cut) if !layer.recovers() => Err(initial::cannot_recover(&cut)),
        _ => Ok(layer.own_pages()),
    }
}

fn requests(before: &Experiment, after: &Experiment, recorded: Option<&SharedRecords>) -> Result<Requests, Error> {
    let is_generated = after.workload_kind != trace::KIND;
    let all = || after.workload.integer("requests");
    let goes_on = |name: &str| name == "queue_depth" || (name == "requests" && is_generated);
    let differs = |(name, value)| after.workload.0.get(name) != Some(value) && !goes_on(name);
    if before.workload_kind == after.workload_kind
        && !before.workload.0.iter().any(|(name, value)| differs((name.as_str(), value)))
    {
        let same = before.workload.0.get("requests") == after.workload.0.get("requests");
        return Ok(if same { Requests::Same } else { Requests::Until(all()) });
    }
    let source = source::of(after, recorded)?;
    Ok(match find(&after.workload_kind) {
        Some(_) => Requests::OthersUntil(source, all()),
        None => Requests::Others(source),
    })
}
