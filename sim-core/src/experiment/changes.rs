//! Changes in mid-run: from a request on, other values for some fields, on the device as it stands.
//!
//! `run.changes` is a list of `{ "request": 1200, "set": { "ftl.gc.policy": "fifo" } }`, ascending by request. What is set is
//! in force before that request begins; everything else is kept: flash, clock, counters, RAM, the chance of other components.
//! Only fields whose value differs are acted on, so a change of nothing is none.
//!
//! | fields | what happens |
//! |---|---|
//! | `device.*_ns`, `copyback`, `read_priority` | holds for phases of commands that begin from then on |
//! | `device.endurance` | a block at or beyond it goes bad at its next erase; bad blocks stay so |
//! | `device.erase_failures`, `program_failures` | of the erases, or programs, from then on the first ones fail, until so many have in the whole run |
//! | `ftl.gc.*` | marks, scope and idle collecting at once; another policy, or the same otherwise set, takes note of the closed blocks in the order of their closing and draws from the beginning of its chance; an open block of moved pages that is to be no more is closed |
//! | `ftl.wear_leveling.*` | free blocks are put in the new order; a policy counts anew, but for erases of blocks |
//! | `ftl.skip_busy`, `group_request`, `evict_batch`, `read_threshold`, `hot_at`, `hot_decay_writes` | at once |
//! | C-lash: `tie`, `equal_sizes`, `b_policy`, `b_lru_on`, `absorb_pspace`, `capacitor`, `split`, `split_window` | at once; a dynamic split looks at the writes from then on |
//! | ttFlash: `series` and its switches, marks, `xor_ns`, whose rules | collections under way go on as they were begun; where planes take turns from then on, those that collect come to their end first; what changes whether there is parity is refused |
//! | host FTL: `policy`, numbers of hotness, `journal_*`, `gc_high`, `gc_reserve_lines` | blocks in memory stay, and come to another policy in the order in which they would make way; not to or from `entries`, nor `opt` |
//! | `buffer.*` of policies: shares, windows, ties, α, λ, sessions, rehearsals … | at once; rehearsals begin anew where what they are made of changes |
//! | `buffer.bytes` | what is too much leaves at once, the rest comes to the new room in the order in which it would leave; that is all a policy then knows of the time before, but l-buffer goes on with its session |
//! | `buffer.kind`, and to or from no bytes | all that is in RAM is written out, the new buffer begins empty; `buffer` is as for an experiment with that kind |
//! | `workload.requests` of a generator, `queue_depth` | the same stream goes on to another end, or is sent otherwise: more at once, or fewer as others end; from a closed loop to open arrivals, the next one arrives now |
//! | any other field of `workload`, its `kind` too | a new stream from its beginning, its clock begins at the change |
//! | all others: the shape of the device, its clock and preset, `ftl.kind`, sizes of caches and logs, `run.*`, a trace's file | refused: built into what holds data, or into the beginning of the run |
//!
//! `workload.requests` counts the requests of the whole run, also after a change; a trace is replayed from its beginning to its
//! end, however many requests went before. A new `workload.kind` (or `standin`) replaces all that was said of the workload but a
//! generator's `requests`.

use super::document::{Experiment, flatten, refused};
use super::{catalogue, device, run};
use crate::base::error::Error;
use crate::parameters::parameter::Parameter;
use crate::workload::trace;
use serde_json::{Map, Value, json};

/// The field.
pub(super) const FIELD: &str = "run.changes";
/// Most changes of a run.
pub(super) const CHANGES_MAX: usize = 16;
/// The latest request before which something can change.
pub(super) const REQUEST_MAX: u64 = 1 << 50;

/// Other values for some fields, from a request on.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// They are in force before this request begins.
    pub request: u64,
    /// Value by dotted path.
    pub set: Map<String, Value>,
}

/// Fields of a trace that say which requests were recorded, rather than how they are replayed: a run has one recording.
const RECORDING: [&str; 4] = [trace::FILE.name, trace::SHA256.name, trace::FORMAT.name, trace::DEVICE.name];

/// Whether this field can change while the device holds data.
pub fn can_change(section: &str, kind: &str, parameter: &Parameter) -> bool {
    match section {
        "workload" => kind != trace::KIND || !RECORDING.contains(&parameter.name),
        _ => parameter.changes,
    }
}

/// Sections whose kind can change.
pub const KINDS: [&str; 2] = ["buffer", "workload"];

/// The changes that `value` lists for `experiment`.
///
/// # Errors
/// What is no such list; a field that does not exist, does not accept its value, or cannot change any more.
pub fn read(value: &Value, experiment: &Experiment) -> Result<Vec<Change>, Error> {
    let expected = format!("a list of at most {CHANGES_MAX} objects with \"request\" and \"set\"");
    let Some(list) = value.as_array().filter(|list| list.len() <= CHANGES_MAX) else {
        return Err(refused(FIELD, value, &expected, Some("[]")));
    };
    let mut changes = Vec::new();
    let mut now = experiment.clone();
    let mut recording = recording_of(&now);
    for (at, entry) in list.iter().enumerate() {
        let change = entry_of(at, entry, changes.last())?;
        let changed = now.with(&change.set).map_err(|error| within(at, error))?;
        let recorded = recording_of(&changed);
        if let (Some(first), Some(other)) = (&recording, &recorded)
            && first != other
        {
            let expected = "another way to replay the trace this run has: it has one recording";
            return Err(refused(&format!("{FIELD}[{at}].set"), &json!(change.set), expected, None));
        }
        recording = recording.or(recorded);
        now = changed;
        changes.push(change);
    }
    Ok(changes)
}

/// The same as a document has it.
pub fn to_json(changes: &[Change]) -> Value {
    changes.iter().map(|Change { request, set }| json!({ "request": request, "set": set })).collect()
}

/// Names the change in an error that came of it.
pub(crate) fn within(at: usize, error: Error) -> Error {
    let place = |field: String| format!("{FIELD}[{at}].set.{field}");
    match error {
        Error::Value { field, value, expected, nearest } => {
            Error::Value { field: place(field), value, expected, nearest }
        }
        Error::Formula { field, text, problem } => Error::Formula { field: place(field), text, problem },
        Error::UnknownField { field, hint } => Error::UnknownField { field: place(field), hint },
        Error::Conflict(text) => Error::Conflict(format!("{FIELD}[{at}].set: {text}")),
        Error::Run(text) => Error::Run(format!("{FIELD}[{at}].set: {text}")),
        Error::Trace(text) => Error::Trace(format!("{FIELD}[{at}].set: {text}")),
        other => other,
    }
}

fn entry_of(at: usize, entry: &Value, before: Option<&Change>) -> Result<Change, Error> {
    let place = format!("{FIELD}[{at}]");
    let fields =
        entry.as_object().ok_or_else(|| refused(&place, entry, "an object with \"request\" and \"set\"", None))?;
    if let Some(other) = fields.keys().find(|name| !matches!(name.as_str(), "request" | "set")) {
        return Err(Error::UnknownField { field: format!("{place}.{other}"), hint: None });
    }
    let least = before.map_or(0, |before| before.request);
    let request = Parameter::integer("request", "0", least, REQUEST_MAX, "");
    let given = fields.get("request").unwrap_or(&Value::Null);
    let number = request.accept(given).and_then(|number| number.as_u64());
    let number = number.ok_or_else(|| refused(&format!("{place}.request"), given, &request.expected(), None))?;
    let given = fields.get("set").unwrap_or(&Value::Null);
    if !given.is_object() {
        return Err(refused(&format!("{place}.set"), given, "an object of dotted paths and values", Some("{}")));
    }
    let mut set = Map::new();
    flatten("", given, &mut set)?;
    Ok(Change { request: number, set })
}

/// What tells one recording from another, where requests are replayed.
fn recording_of(experiment: &Experiment) -> Option<[Value; 4]> {
    (experiment.workload_kind == trace::KIND).then(|| RECORDING.map(|name| experiment.workload.0[name].clone()))
}

impl Experiment {
    /// The experiment as it stands after its first `count` changes, with no more to come.
    ///
    /// # Errors
    /// None, since changes are read with the document.
    pub fn changed(&self, count: usize) -> Result<Self, Error> {
        let mut changed = Self { changes: Vec::new(), ..self.clone() };
        for (at, change) in self.changes.iter().enumerate().take(count) {
            changed = changed.with(&change.set).map_err(|error| within(at, error))?;
        }
        Ok(changed)
    }

    /// The experiment that replays the run's recording: this one, or what changes make of it; none if none does.
    ///
    /// # Errors
    /// As [`Experiment::changed`].
    pub fn replaying(&self) -> Result<Option<Self>, Error> {
        for count in 0..=self.changes.len() {
            let changed = self.changed(count)?;
            if changed.workload_kind == trace::KIND {
                return Ok(Some(changed));
            }
        }
        Ok(None)
    }

    /// This experiment with other values, as they can be set while the device holds data.
    fn with(&self, set: &Map<String, Value>) -> Result<Self, Error> {
        let mut document = self.to_document();
        for section in KINDS {
            if let Some(kind) = self.new_kind(section, set) {
                let kept = document[section].get("requests").filter(|requests| !requests.is_null()).cloned();
                document[section] = json!({ "kind": kind });
                if let Some(requests) = kept.filter(|_| kind != trace::KIND) {
                    document[section]["requests"] = requests;
                }
            }
        }
        // What is fixed is refused before it can contradict anything. A section that is set up anew has nothing fixed.
        let is_anew =
            |path: &str| KINDS.iter().any(|kind| path.starts_with(kind) && self.new_kind(kind, set).is_some());
        let fixed = set.iter().filter(|(path, _)| !is_anew(path));
        fixed.into_iter().try_for_each(|(path, value)| self.refuse_fixed(path, value))?;
        let set: Vec<(String, Value)> = set.iter().map(|(path, value)| (path.clone(), value.clone())).collect();
        Self::new(&document, &set)
    }

    /// The kind of a section that is set up anew; a stand-in does the same to its generator.
    fn new_kind(&self, section: &str, set: &Map<String, Value>) -> Option<String> {
        let now = if section == "buffer" { &self.buffer_kind } else { &self.workload_kind };
        let differs = |path: &str, now: &str| set.get(path).and_then(Value::as_str).filter(|new| *new != now);
        let kind = differs(&format!("{section}.kind"), now);
        let standin = self.workload.0.get("standin").and_then(Value::as_str);
        let standin = standin.filter(|standin| section == "workload" && differs("workload.standin", standin).is_some());
        kind.or(standin.map(|_| now.as_str())).map(String::from)
    }

    fn refuse_fixed(&self, path: &str, value: &Value) -> Result<(), Error> {
        let Some((section, name)) = path.split_once('.') else { return Ok(()) };
        let (kind, settings) = match section {
            "device" => ("", &self.device),
            "buffer" => (self.buffer_kind.as_str(), &self.buffer),
            "ftl" => (self.ftl_kind.as_str(), &self.ftl),
            "workload" => (self.workload_kind.as_str(), &self.workload),
            "run" => ("", &self.run),
            _ => return Ok(()),
        };
        let kind_of_ftl = json!(self.ftl_kind);
        let (now, why) = match (section, name) {
            ("ftl", "kind") => (&kind_of_ftl, HOLDS_DATA),
            ("run", "changes") => return Err(Error::UnknownField { field: path.into(), hint: None }),
            _ => {
                let known = match section {
                    "device" => device::PARAMETERS.iter().find(|known| known.name == name),
                    "run" => run::PARAMETERS.iter().find(|known| known.name == name),
                    _ => catalogue::parameters(section, kind).into_iter().find(|known| known.name == name),
                };
                let Some(parameter) = known else { return Ok(()) };
                let now = settings.0.get(name).unwrap_or(&Value::Null);
                if can_change(section, kind, parameter) || parameter.accept(value).as_ref() == Some(now) {
                    return Ok(());
                }
                (
                    now,
                    if section == "run" {
                        BEGAN
                    } else if section == "workload" {
                        RECORDED
                    } else {
                        HOLDS_DATA
                    },
                )
            }
        };
        match value == now {
            true => Ok(()),
            false => Err(refused(path, value, &format!("{now}, as before: {why}"), Some(&now.to_string()))),
        }
    }
}

const HOLDS_DATA: &str = "it is built into the device that holds data; a lane from the start can have it";
const BEGAN: &str = "it belongs to the beginning of the run; a lane from the start can have it";
const RECORDED: &str = "a run has one recording; a lane from the start can have another";
