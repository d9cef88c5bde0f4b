//! Everything that can be chosen and set: the source of `flashlab list`, the experiment panel and its types.

#[cfg(feature = "layers")]
use super::changes::{self, can_change};
use super::{device, presets, run};
#[cfg(feature = "layers")]
use crate::base::formula::vocabulary::Vocabulary;
#[cfg(feature = "layers")]
use crate::flash::observables::Observables;
#[cfg(feature = "layers")]
use crate::flash::operation::Purpose;
#[cfg(feature = "layers")]
use crate::ftl::layer::Traits;
use crate::parameters::parameter::{Group, Info, Kind, Parameter, word_title};
use crate::parameters::preset::Preset;
use crate::trace::Format;
use crate::trace::format::Info as FormatInfo;
use crate::workload::trace_substitutes;
use crate::{buffer, ftl, workload};
use serde::Serialize;
use serde_json::{Map, Value};

/// The components that `section` can name.
pub(crate) fn components(section: &str) -> Vec<Info> {
    match section {
        "buffer" => buffer::BUFFERS.iter().map(|entry| entry.info).collect(),
        "ftl" => ftl::layers().map(|entry| entry.info).collect(),
        _ => workload::infos().collect(),
    }
}

/// The words that `section.kind` accepts.
pub fn kinds(section: &str) -> Vec<&'static str> {
    components(section).iter().map(|info| info.kind).collect()
}

/// Everything that may be set about the component `kind` of `section`.
pub fn parameters(section: &str, kind: &str) -> Vec<&'static Parameter> {
    match section {
        "workload" => workload::parameters(kind).collect(),
        "ftl" => ftl::layer(kind)
            .into_iter()
            .flat_map(|entry| {
                entry.info.parameters.iter().chain(entry.shared.iter().flat_map(|group| group.parameters))
            })
            .collect(),
        _ => {
            components(section).into_iter().filter(|info| info.kind == kind).flat_map(|info| info.parameters).collect()
        }
    }
}

/// The dotted path of every field that some experiment has.
pub(crate) fn paths() -> Vec<String> {
    let mut paths = Vec::new();
    let mut add = |section: &str, name: &str| paths.push(format!("{section}.{name}"));
    device::PARAMETERS.iter().for_each(|parameter| add("device", parameter.name));
    run::PARAMETERS.iter().for_each(|parameter| add("run", parameter.name));
    for section in ["buffer", "ftl", "workload"] {
        add(section, "kind");
        let kinds = kinds(section);
        kinds.iter().flat_map(|kind| parameters(section, kind)).for_each(|parameter| add(section, parameter.name));
    }
    paths
}

/// The parameters that several layers share, each group once, with the words of the layers that have it.
pub(crate) fn shared_by_layers() -> Vec<(&'static Group, Vec<&'static str>)> {
    let mut groups: Vec<(&'static Group, Vec<&'static str>)> = Vec::new();
    for entry in ftl::LAYERS {
        for &group in entry.shared {
            match groups.iter_mut().find(|(known, _)| known.title == group.title) {
                Some((_, kinds)) => kinds.push(entry.info.kind),
                None => groups.push((group, vec![entry.info.kind])),
            }
        }
    }
    groups
}

/// Everything that can be set in an experiment, as `flashlab list --json` prints it but for the figures.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreSchema"))]
pub struct Schema {
    /// The version of documents.
    version: u64,
    device: Vec<Settable>,
    run: Vec<Settable>,
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<String, NamedValues>"))]
    presets: Map<String, Value>,
    /// Ready values for a workload of the kind `mix`, chosen by `workload.standin`.
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<String, NamedValues>"))]
    standins: Map<String, Value>,
    buffer: Vec<Component>,
    ftl: Vec<Component>,
    workload: Vec<Component>,
    formats: Vec<FormatInfo>,
    #[cfg(feature = "layers")]
    changes: ChangeRules,
    #[cfg(feature = "layers")]
    formula: Formulas,
}

/// What formulas may name, by what they are of.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Formulas {
    /// `ftl.gc.formula`: which closed block is collected.
    victim: &'static Vocabulary,
    /// `buffer.formula`: what leaves a write buffer.
    buffer: &'static Vocabulary,
}

/// What may be another from a request on.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ChangeRules {
    /// How often, at most.
    most: usize,
    request_max: u64,
    /// The sections that may get another component.
    kinds: &'static [&'static str],
}

/// A choosable component: a translation layer, a write buffer, a workload.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Component {
    kind: &'static str,
    title: &'static str,
    help: &'static str,
    source: &'static str,
    parameters: Vec<Settable>,
    /// Of a translation layer.
    #[cfg(feature = "layers")]
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    traits: Option<LayerTraits>,
    /// Of a translation layer or a write buffer.
    #[cfg(feature = "layers")]
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    observables: Option<Observables>,
}

/// One settable value.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Parameter"))]
struct Settable {
    /// Its name below the component, a dot at each level: `gc.low`.
    name: &'static str,
    kind: Accepted,
    #[cfg_attr(test, ts(type = "unknown"))]
    default: Value,
    help: &'static str,
    /// Whether it can change on a device that holds data.
    changes: bool,
}

/// What a parameter accepts.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ParameterKind"))]
#[serde(rename_all = "kebab-case", tag = "type")]
enum Accepted {
    Integer {
        min: u64,
        max: u64,
        nullable: bool,
    },
    Number {
        min: f64,
        max: f64,
    },
    Boolean,
    Choice {
        words: &'static [&'static str],
        /// How people read those words that they read otherwise.
        #[cfg_attr(test, ts(type = "Record<string, string>"))]
        titles: Map<String, Value>,
    },
    Text,
    /// A formula, a text, of the quantities that `formula` of the schema lists for it.
    #[cfg(feature = "layers")]
    Formula {
        of: &'static str,
    },
}

/// Values of several parameters under one name.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Preset"))]
struct NamedValues {
    title: &'static str,
    help: &'static str,
    /// By dotted path, the section included.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    values: Map<String, Value>,
}

/// All of it.
pub fn schema() -> Schema {
    let section = |name: &str| -> Vec<Component> {
        let component = |Info { kind, title, help, source, .. }: Info| Component {
            kind,
            title,
            help,
            source,
            parameters: parameters(name, kind).into_iter().map(|known| settable(name, kind, known)).collect(),
            #[cfg(feature = "layers")]
            traits: layer(name, kind).map(|entry| (&entry.traits).into()),
            #[cfg(feature = "layers")]
            observables: observables(name, kind),
        };
        components(name).into_iter().map(component).collect()
    };
    let list = |section: &str, parameters: &[Parameter]| {
        parameters.iter().map(|known| settable(section, "", known)).collect::<Vec<_>>()
    };
    Schema {
        version: super::document::VERSION,
        device: list("device", device::PARAMETERS),
        run: list("run", run::PARAMETERS),
        presets: presets::PRESETS.iter().map(preset).collect(),
        standins: trace_substitutes::known().iter().map(preset).collect(),
        buffer: section("buffer"),
        ftl: section("ftl"),
        workload: section("workload"),
        formats: Format::ALL.iter().map(|format| *format.info()).collect(),
        #[cfg(feature = "layers")]
        changes: ChangeRules { most: changes::CHANGES_MAX, request_max: changes::REQUEST_MAX, kinds: &changes::KINDS },
        #[cfg(feature = "layers")]
        formula: Formulas {
            victim: ftl::gc::victim_quantities::VOCABULARY,
            buffer: buffer::group_quantities::VOCABULARY,
        },
    }
}

/// All of it as JSON.
pub fn to_json() -> Value {
    serde_json::to_value(schema()).expect("the catalogue has plain values only")
}

/// What a layer does and does not do.
#[cfg(feature = "layers")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct LayerTraits {
    merges: bool,
    collects: bool,
    caches_map: bool,
    /// Whether it keeps pages of the host in RAM of its own, and so takes no buffer.
    caches_pages: bool,
    /// Whether pages stand in stripes across the channels, one page of each being parity.
    has_stripes: bool,
    /// What its operations are for, besides the host's.
    purposes: &'static [Purpose],
}

#[cfg(feature = "layers")]
impl From<&Traits> for LayerTraits {
    fn from(traits: &Traits) -> Self {
        Self {
            merges: traits.merges(),
            collects: traits.collects(),
            caches_map: traits.caches_map(),
            caches_pages: traits.caches_pages,
            has_stripes: traits.has_stripes,
            purposes: traits.purposes,
        }
    }
}

/// The layer of this name, if `section` is that of layers.
#[cfg(feature = "layers")]
fn layer(section: &str, kind: &str) -> Option<&'static ftl::LayerEntry> {
    ftl::layer(kind).filter(|_| section == "ftl")
}

/// What can be observed in a layer or a buffer.
#[cfg(feature = "layers")]
fn observables(section: &str, kind: &str) -> Option<Observables> {
    let buffer = || buffer::BUFFERS.iter().find(|entry| section == "buffer" && entry.info.kind == kind);
    layer(section, kind).map(|entry| entry.traits.observables).or_else(|| buffer()?.observables)
}

/// Nothing changes in mid-run here.
#[cfg(not(feature = "layers"))]
fn can_change(_: &str, _: &str, _: &Parameter) -> bool {
    false
}

fn preset(&Preset { name, title, help, values }: &Preset) -> (String, Value) {
    let value = |text: &str| -> Value { serde_json::from_str(text).expect("a preset's values are JSON") };
    let values = values.iter().map(|&(path, text)| (path.into(), value(text))).collect();
    let named = serde_json::to_value(NamedValues { title, help, values });
    (name.into(), named.expect("a preset has plain values only"))
}

/// Words, and how people read those that they read otherwise.
fn choice(words: &'static [&'static str]) -> Accepted {
    let titled = words.iter().map(|&word| (word, word_title(word))).filter(|(word, title)| word != title);
    Accepted::Choice { words, titles: titled.map(|(word, title)| (word.into(), title.into())).collect() }
}

fn settable(section: &str, of: &str, parameter: &Parameter) -> Settable {
    Settable {
        name: parameter.name,
        kind: match parameter.kind {
            Kind::Integer { min, max, nullable } => Accepted::Integer { min, max, nullable },
            Kind::Number { min, max } => Accepted::Number { min, max },
            Kind::Boolean => Accepted::Boolean,
            Kind::Choice(words) => choice(words),
            Kind::Text => Accepted::Text,
            #[cfg(feature = "layers")]
            Kind::Formula(vocabulary) => Accepted::Formula { of: vocabulary.of },
        },
        default: parameter.default_value(),
        help: parameter.help,
        changes: can_change(section, of, parameter),
    }
}
