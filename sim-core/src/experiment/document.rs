//! From a JSON document to validated settings: defaults, then the device's preset, then the workload's stand-in, then the
//! document, then `--set` in order.

#[cfg(feature = "layers")]
use super::changes;
use super::presets::{self, PRESETS};
use super::{catalogue, device, run};
use crate::base::error::{Error, Hint};
use crate::base::nearest::{nearest, nearest_path};
use crate::base::text::told;
use crate::ftl;
use crate::parameters::parameter::{Kind, Parameter};
use crate::parameters::preset::Preset;
use crate::parameters::settings::Settings;
use crate::workload;
use crate::workload::trace_substitutes;
use serde_json::{Map, Value, json};

/// The version of documents that this code reads and writes.
pub(crate) const VERSION: u64 = 1;

/// An experiment with every field filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// `device.*`
    pub device: Settings,
    /// `buffer.kind`
    pub buffer_kind: String,
    /// `buffer.*`
    pub buffer: Settings,
    /// `ftl.kind`
    pub(crate) ftl_kind: String,
    /// `ftl.*`
    pub ftl: Settings,
    /// `workload.kind`
    pub(crate) workload_kind: String,
    /// `workload.*`
    pub workload: Settings,
    /// `run.*`
    pub run: Settings,
    /// `run.changes`: what changes in mid-run.
    #[cfg(feature = "layers")]
    pub changes: Vec<changes::Change>,
}

/// The sections that name a component by `kind`, with the kind taken when none is named.
const KINDED: [(&str, &str); 3] = [("buffer", "none"), ("ftl", "page"), ("workload", "synthetic")];

impl Experiment {
    /// The experiment of `document`, with the assignments `set` on top.
    ///
    /// # Errors
    /// A document that is no object or of another version; a field that does not exist or does not accept its value;
    /// both sizes of a device given at once.
    pub fn new(document: &Value, set: &[(String, Value)]) -> Result<Self, Error> {
        let mut given = Map::new();
        flatten("", document, &mut given)?;
        check_version(given.shift_remove("version"))?;
        for (path, value) in set {
            flatten(path, value, &mut given)?;
        }
        #[cfg(feature = "layers")]
        let listed = given.shift_remove(changes::FIELD);
        let kinds = KINDED.map(|(section, default)| kind_of(section, default, &mut given));
        let [buffer_kind, ftl_kind, workload_kind] =
            kinds.into_iter().collect::<Result<Vec<_>, _>>()?.try_into().expect("three sections");
        let mut preset = preset_values(&given)?;
        if workload_kind == workload::trace::KIND {
            // What a preset says about requests is meant for generators; a trace has its own.
            preset.retain(|(path, _)| !path.starts_with("workload."));
        }
        let of_preset = std::mem::replace(&mut preset, standin_values(&given));
        preset.extend(of_preset);
        refuse_two_sizes(&given)?;

        let mut build =
            |section: &str, parameters: Vec<&'static Parameter>| fill_in(section, &parameters, &preset, &mut given);
        #[cfg_attr(not(feature = "layers"), allow(unused_mut))]
        let mut experiment = Self {
            device: build("device", device::PARAMETERS.iter().collect())?,
            buffer: build("buffer", catalogue::parameters("buffer", &buffer_kind))?,
            ftl: build("ftl", catalogue::parameters("ftl", &ftl_kind))?,
            workload: build("workload", catalogue::parameters("workload", &workload_kind))?,
            run: build("run", run::PARAMETERS.iter().collect())?,
            buffer_kind,
            ftl_kind,
            workload_kind,
            #[cfg(feature = "layers")]
            changes: Vec::new(),
        };
        if let Some((field, value)) = given.iter().next() {
            return Err(unknown(field, value, &experiment));
        }
        #[cfg(feature = "layers")]
        if let Some(listed) = listed {
            experiment.changes = changes::read(&listed, &experiment)?;
        }
        Ok(experiment)
    }

    /// Whether its layer keeps pages in stripes across the channels, one page of each being parity.
    pub(crate) fn has_stripes(&self) -> bool {
        ftl::layer(&self.ftl_kind).is_some_and(|entry| entry.traits.has_stripes)
    }

    /// The document again, every field filled in; `run.changes` only where something changes.
    pub fn to_document(&self) -> Value {
        let section = |kind: Option<&str>, settings: &Settings| {
            let mut object = Map::new();
            kind.into_iter().for_each(|kind| {
                object.insert("kind".into(), json!(kind));
            });
            settings.0.iter().for_each(|(name, value)| insert(&mut object, name, value.clone()));
            Value::Object(object)
        };
        #[cfg_attr(not(feature = "layers"), allow(unused_mut))]
        let mut document = json!({
            "version": VERSION,
            "device": section(None, &self.device),
            "buffer": section(Some(&self.buffer_kind), &self.buffer),
            "ftl": section(Some(&self.ftl_kind), &self.ftl),
            "workload": section(Some(&self.workload_kind), &self.workload),
            "run": section(None, &self.run),
        });
        #[cfg(feature = "layers")]
        if !self.changes.is_empty() {
            document["run"]["changes"] = changes::to_json(&self.changes);
        }
        document
    }
}

/// Most levels of a path: more than any field has, and few enough to go down them one by one.
const LEVELS_MAX: usize = 16;

/// Turns a tree of objects at `path`, nothing for a whole document, into dotted paths and leaves, in the place of those that there are.
///
/// # Errors
/// A tree that is no object or deeper than any field; a leaf that it has twice.
pub(crate) fn flatten(path: &str, value: &Value, leaves: &mut Map<String, Value>) -> Result<(), Error> {
    let mut own = Map::new();
    match value {
        Value::Object(sections) if path.is_empty() => {
            sections.iter().try_for_each(|(name, value)| flatten_below(name, value, &mut own))?;
        }
        _ if path.is_empty() => {
            return Err(Error::Document(format!("an experiment is a JSON object, but this is {}", shortened(value))));
        }
        _ => flatten_below(path, value, &mut own)?,
    }
    leaves.extend(own);
    Ok(())
}

/// The same below a document: a field whose name is empty has it at the end of its path.
fn flatten_below(path: &str, value: &Value, leaves: &mut Map<String, Value>) -> Result<(), Error> {
    if path.split('.').nth(LEVELS_MAX).is_some() {
        return Err(Error::UnknownField { field: path.into(), hint: None });
    }
    if let Value::Object(fields) = value {
        return fields.iter().try_for_each(|(name, value)| flatten_below(&format!("{path}.{name}"), value, leaves));
    }
    match leaves.insert(path.to_string(), value.clone()) {
        None => Ok(()),
        Some(_) => Err(Error::Conflict(format!(
            "{}: it is given twice, as a path and in its section; expected it once",
            told(path)
        ))),
    }
}

/// Puts `value` at the dotted path `name` below `object`.
pub(crate) fn insert(object: &mut Map<String, Value>, name: &str, value: Value) {
    match name.split_once('.') {
        None => {
            object.insert(name.into(), value);
        }
        Some((head, rest)) => {
            if let Value::Object(inner) = object.entry(head).or_insert_with(|| json!({})) {
                insert(inner, rest, value);
            }
        }
    }
}

fn check_version(version: Option<Value>) -> Result<(), Error> {
    match version {
        None => Ok(()),
        Some(version) if version == json!(VERSION) => Ok(()),
        Some(version) => {
            Err(refused("version", &version, &format!("{VERSION}, the version this build reads"), Some("1")))
        }
    }
}

fn kind_of(section: &str, default: &str, given: &mut Map<String, Value>) -> Result<String, Error> {
    let field = format!("{section}.kind");
    let Some(value) = given.shift_remove(&field) else { return Ok(default.into()) };
    let known = catalogue::kinds(section);
    match value.as_str().filter(|kind| known.contains(kind)) {
        Some(kind) => Ok(kind.into()),
        None => Err(refused_word(&field, &value, &known)),
    }
}

/// The preset's values by path, without the size that the document replaces.
fn preset_values(given: &Map<String, Value>) -> Result<Vec<(&'static str, Value)>, Error> {
    let name = given.get("device.preset").cloned().unwrap_or(json!("micron-lb"));
    let Some(preset) = PRESETS.iter().find(|preset| Some(preset.name) == name.as_str()) else {
        return Err(refused_word("device.preset", &name, &presets::NAMES));
    };
    let replaces_size = SIZES.iter().any(|size| given.get(*size).is_some_and(|value| !value.is_null()));
    let mut values = values(preset);
    values.retain(|(path, _)| !(replaces_size && SIZES.contains(path)));
    Ok(values)
}

/// The values of the stand-in by path. A word that names none, or a workload that has none, is refused where fields are read.
fn standin_values(given: &Map<String, Value>) -> Vec<(&'static str, Value)> {
    let name = given.get(STANDIN).and_then(Value::as_str);
    trace_substitutes::known().iter().find(|standin| Some(standin.name) == name).map_or_else(Vec::new, values)
}

const STANDIN: &str = "workload.standin";

fn values(preset: &Preset) -> Vec<(&'static str, Value)> {
    let value = |text: &str| serde_json::from_str(text).expect("a preset's values are JSON");
    preset.values.iter().map(|&(path, text)| (path, value(text))).collect()
}

const SIZES: [&str; 2] = ["device.logical_bytes", "device.blocks_per_plane"];

fn refuse_two_sizes(given: &Map<String, Value>) -> Result<(), Error> {
    // Anything else is refused as no number.
    let set = |path: &str| given.get(path).filter(|value| value.is_number());
    match SIZES.map(set) {
        [Some(bytes), Some(blocks)] => Err(Error::Conflict(format!(
            "device.logical_bytes ({bytes}) and device.blocks_per_plane ({blocks}) both state the size; give one of them"
        ))),
        _ => Ok(()),
    }
}

/// The settings of one section: defaults, presets, of which the first to have a field counts, and what is `given`, which is
/// used up by it. What a preset says about fields that the section does not have goes by the board.
fn fill_in(
    section: &str,
    parameters: &[&'static Parameter],
    preset: &[(&'static str, Value)],
    given: &mut Map<String, Value>,
) -> Result<Settings, Error> {
    let mut settings = Settings::default();
    let of_preset = |path: &str| preset.iter().find(|(known, _)| *known == path).map(|(_, value)| value.clone());
    for parameter in parameters {
        let path = format!("{section}.{}", parameter.name);
        // A buffer of which the size follows from other fields keeps to those, unless it is stated.
        let follows = section == "buffer" && parameter.default == "null";
        let stated = given.shift_remove(&path).or_else(|| of_preset(&path).filter(|_| !follows));
        let value = match stated {
            None => parameter.default_value(),
            Some(value) => parameter.accept(&value).ok_or_else(|| refused_by(parameter, &path, &value))?,
        };
        if !(parameter.unsaid && value.is_null()) {
            settings.0.insert(parameter.name.to_string(), value);
        }
    }
    Ok(settings)
}

/// That `parameter`, at `path`, does not accept `value`.
fn refused_by(parameter: &Parameter, path: &str, value: &Value) -> Error {
    #[cfg(feature = "layers")]
    if let (Some(problem), Some(text)) = (parameter.problem(value), value.as_str()) {
        return Error::Formula { field: path.into(), text: text.into(), problem: Box::new(problem) };
    }
    match parameter.kind {
        Kind::Choice(words) => refused_word(path, value, words),
        _ => refused(path, value, &parameter.expected(), nearest_number(parameter, value).as_deref()),
    }
}

fn nearest_number(parameter: &Parameter, value: &Value) -> Option<String> {
    match parameter.kind {
        Kind::Integer { min, max, .. } => Some((value.as_f64()?.max(0.0).round() as u64).clamp(min, max).to_string()),
        Kind::Number { min, max } => Some(value.as_f64()?.clamp(min, max).to_string()),
        _ => None,
    }
}

/// Why `field` is not `value`, which is none of `words`; perhaps a similar one was meant.
fn refused_word(field: &str, value: &Value, words: &[&'static str]) -> Error {
    let meant = value.as_str().and_then(|text| nearest(text, words.iter().copied()));
    let hint = meant.map(|word| format!("; did you mean \"{word}\"?")).unwrap_or_default();
    let expected = format!("one of {}{hint}", words.join(", "));
    refused(field, value, &expected, meant.map(|word| json!(word).to_string()).as_deref())
}

pub(crate) fn refused(field: &str, value: &Value, expected: &str, nearest: Option<&str>) -> Error {
    Error::Value {
        field: field.into(),
        value: shortened(value),
        expected: expected.into(),
        nearest: nearest.map(Into::into),
    }
}

/// `value` as a sentence repeats it.
pub(crate) fn shortened(value: &Value) -> String {
    told(&value.to_string())
}

/// `ftl.kind=fast` for `fast` in the place of a whole section: what chooses it there, if `value` is a word, or nearly one, for that.
fn chosen_by(section: &str, value: &Value) -> Option<String> {
    let (name, words) = match section {
        "device" => ("preset", presets::NAMES.to_vec()),
        _ if KINDED.iter().any(|(kinded, _)| *kinded == section) => ("kind", catalogue::kinds(section)),
        _ => return None,
    };
    Some(format!("{section}.{name}={}", nearest(value.as_str()?, words.into_iter())?))
}

/// Why `field`, which is `value`, is none of an experiment with these components.
fn unknown(field: &str, value: &Value, experiment: &Experiment) -> Error {
    let sections = [
        ("device", &experiment.device),
        ("buffer", &experiment.buffer),
        ("ftl", &experiment.ftl),
        ("workload", &experiment.workload),
        ("run", &experiment.run),
    ];
    let known =
        sections.iter().flat_map(|(section, settings)| settings.0.keys().map(move |name| format!("{section}.{name}")));
    #[cfg(feature = "layers")]
    let known = known.chain([changes::FIELD.to_string()]);
    let known: Vec<String> = known.collect();
    let inside = format!("{field}.");
    if let Some(within) = known.iter().find(|name| name.starts_with(&inside)) {
        let hint = chosen_by(field, value).map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
        return refused(field, value, &format!("an object with fields such as {within}{hint}"), None);
    }
    let kinds = |(section, name)| {
        let has = |kind: &&str| catalogue::parameters(section, kind).iter().any(|known| known.name == name);
        let is_kinded = KINDED.iter().any(|(kinded, _)| *kinded == section);
        is_kinded.then(|| catalogue::kinds(section).into_iter().filter(has).collect::<Vec<_>>())
    };
    match field.split_once('.').and_then(kinds).filter(|kinds| !kinds.is_empty()) {
        Some(kinds) => {
            let section = field.split('.').next().unwrap_or_default().into();
            Error::UnknownField { field: field.into(), hint: Some(Hint::OfOthers { section, kinds }) }
        }
        None => unknown_among(field, known.into_iter()),
    }
}

/// `field` is none of the `known` ones; perhaps a similar one was meant.
pub(crate) fn unknown_among(field: &str, known: impl Iterator<Item = String>) -> Error {
    Error::UnknownField { field: field.into(), hint: nearest_path(field, known).map(Hint::Similar) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(document: Value) -> Result<Experiment, Error> {
        Experiment::new(&document, &[])
    }

    #[test]
    fn an_empty_document_is_the_default_experiment() {
        let experiment = experiment(json!({})).unwrap();
        assert_eq!(experiment.device.integer("read_ns"), 130_900);
        assert_eq!(experiment.workload.integer("requests"), 60_000);
        assert_eq!(Experiment::new(&experiment.to_document(), &[]), Ok(experiment));
    }

    #[test]
    fn later_layers_win() {
        let document = json!({ "device": { "preset": "toy", "read_ns": 7 } });
        let set = [("device.read_ns".to_string(), json!(8)), ("ftl.gc.policy".to_string(), json!("fifo"))];
        let experiment = Experiment::new(&document, &set).unwrap();
        assert_eq!(experiment.device.integer("read_ns"), 8);
        assert_eq!(experiment.device.integer("program_ns"), 4000);
        assert_eq!(experiment.ftl.word("gc.policy"), "fifo");
        assert_eq!(experiment.ftl.integer("gc.low"), 1);
    }

    #[test]
    fn a_stand_in_is_overridden_by_what_is_stated_and_reads_back() {
        for standin in trace_substitutes::SUBSTITUTES {
            let document = json!({
                "device": { "preset": "nctu" },
                "workload": { "kind": "mix", "standin": standin.name, "write_ratio": 0.125 },
            });
            let set = [("workload.footprint_units".to_string(), Value::Null)];
            let experiment = Experiment::new(&document, &set).unwrap();
            assert_eq!(experiment.workload.number("write_ratio"), 0.125);
            assert_eq!(experiment.workload.optional("footprint_units"), None);
            for (path, value) in values(standin) {
                let name = path.strip_prefix("workload.").unwrap();
                let stated = matches!(name, "write_ratio" | "footprint_units");
                let parameter = catalogue::parameters("workload", "mix").into_iter().find(|known| known.name == name);
                let accepted = parameter.and_then(|parameter| parameter.accept(&value)).expect("a field and its value");
                assert_eq!(experiment.workload.0[name] == accepted, !stated, "{}: {name}", standin.name);
            }
            assert_eq!(Experiment::new(&experiment.to_document(), &[]), Ok(experiment));
        }
    }

    #[test]
    fn a_stand_in_comes_after_the_preset_and_belongs_to_its_generator() {
        let mix =
            |standin: &str| json!({ "device": { "preset": "toy" }, "workload": { "kind": "mix", "standin": standin } });
        let requests = |document| experiment(document).unwrap().workload.integer("requests");
        assert_eq!(requests(mix("tpcc")), 400, "what it does not say is the preset's");
        let plain = experiment(mix("none")).unwrap();
        let of_kind = experiment(json!({ "device": { "preset": "toy" }, "workload": { "kind": "mix" } })).unwrap();
        assert_eq!(plain, of_kind);
        let error = experiment(mix("TPCC")).unwrap_err().to_string();
        assert!(error.starts_with("workload.standin: \"TPCC\" is not one of none, notebook, desktop"), "{error}");
        let elsewhere = experiment(json!({ "workload": { "kind": "zipf", "standin": "tpcc" } })).unwrap_err();
        assert!(elsewhere.to_string().starts_with("workload.standin: no such field"), "{elsewhere}");
    }

    #[test]
    fn errors_name_field_value_and_range() {
        let text = |document| experiment(document).unwrap_err().to_string();
        assert_eq!(
            text(json!({ "ftl": { "gc": { "low": -1 } } })),
            "ftl.gc.low: -1 is not a whole number from 1 to 1000000"
        );
        assert_eq!(
            text(json!({ "ftl": { "gc": { "lwo": 1 } } })),
            "ftl.gc.lwo: no such field; did you mean ftl.gc.low?"
        );
        let whole = |section: &str, word: &str| text(json!({ section: word }));
        assert_eq!(
            whole("ftl", "fast"),
            "ftl: \"fast\" is not an object with fields such as ftl.gc.policy; did you mean ftl.kind=fast?"
        );
        assert!(whole("buffer", "bplur").ends_with("such as buffer.bytes; did you mean buffer.kind=bplru?"));
        assert!(whole("device", "toi").ends_with("; did you mean device.preset=toy?"));
        assert!(whole("workload", "nothing such").ends_with("fields such as workload.requests"));
        assert!(!whole("run", "fast").contains("did you mean"));
        assert_eq!(text(json!({ "version": 2 })), "version: 2 is not 1, the version this build reads");
        assert!(text(json!({ "ftl": { "kind": "magic" } })).starts_with("ftl.kind: \"magic\" is not one of page"));
        assert!(text(json!([])).starts_with("an experiment is a JSON object"));
        let both = json!({ "device": { "logical_bytes": 1_048_576, "blocks_per_plane": 9 } });
        assert!(text(both).contains("both state the size"));
        let twice = json!({ "device": { "channels": 2 }, "device.channels": 4 });
        assert_eq!(text(twice), "device.channels: it is given twice, as a path and in its section; expected it once");
        let no_number = json!({ "device": { "logical_bytes": "\u{7f}", "blocks_per_plane": 9 } });
        assert!(text(no_number).starts_with("device.logical_bytes: "));
        let long = text(json!({ "ftl": { "kind": format!("\u{7f}{}", "x".repeat(5000)) } }));
        assert!(long.starts_with("ftl.kind: \"\\u{7f}xxx") && long.len() < 1000, "{long}");
    }

    #[test]
    fn a_name_that_nobody_gives_a_field_is_refused_in_one_sentence() {
        let text = |name: &str, value| experiment(json!({ name: value })).unwrap_err().to_string();
        assert_eq!(text("", json!(5)), "\"\": no such field");
        assert_eq!(text("", json!({ "run": { "seed": 1 } })), ".run.seed: no such field; did you mean run.seed?");
        assert_eq!(text("a\u{1b}[2J\u{85}", json!(1)), "a\\u{1b}[2J\\u{85}: no such field");
        assert_eq!(
            text("run", json!({ "seed": "\u{7f}" })),
            "run.seed: \"\\u{7f}\" is not a whole number from 0 to 9007199254740991"
        );
        assert_eq!(text(&"x".repeat(1 << 20), json!(1)), format!("{}...: no such field", "x".repeat(97)));
        // Every level costs a call.
        assert_eq!(text(&"a.".repeat(1 << 20), json!(1)), format!("{}a...: no such field", "a.".repeat(48)));
    }

    #[test]
    fn a_preset_sizes_a_buffer_but_not_one_that_is_sized_by_its_slots() {
        let bytes = |kind: &str| experiment(json!({ "buffer": { "kind": kind } })).unwrap().buffer.optional("bytes");
        assert_eq!((bytes("fab"), bytes("clash")), (Some(524_288), None));
    }

    #[test]
    fn stating_one_size_replaces_the_presets() {
        let by_blocks = experiment(json!({ "device": { "blocks_per_plane": 100 } })).unwrap();
        assert_eq!(device::geometry(&by_blocks.device).unwrap().blocks_per_plane, 100);
        let by_bytes = experiment(json!({ "device": { "preset": "toy", "logical_bytes": 65_536 } })).unwrap();
        assert_eq!(device::geometry(&by_bytes.device).unwrap().logical_pages, 32);
    }

    #[test]
    fn sizes_round_as_stated() {
        let geometry = |document| device::geometry(&experiment(document).unwrap().device).unwrap();
        assert_eq!(geometry(json!({})).blocks(), 8643);
        let toy = geometry(json!({ "device": { "preset": "toy" } }));
        assert_eq!((toy.logical_pages, toy.physical_pages()), (20, 32));
        assert_eq!(geometry(json!({ "device": { "preset": "ocssd" } })).logical_pages, 104_857_600);
    }
}
