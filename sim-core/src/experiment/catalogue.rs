//! Everything that can be chosen and set: the source of `flashlab list`, the experiment panel and its types.

#[cfg(feature = "layers")]
use super::changes::{self, can_change};
use super::{device, presets, run};
#[cfg(feature = "layers")]
use crate::ftl::layer::Traits;
use crate::parameters::parameter::{Group, Info, Kind, Parameter, word_title};
use crate::parameters::preset::Preset;
use crate::trace::format::Format;
use crate::workload::trace_substitutes;
use crate::{buffer, ftl, workload};
use serde_json::{Value, json};

/// The components that `section` can name.
pub fn components(section: &str) -> Vec<Info> {
    match section {
        "buffer" => buffer::BUFFERS.iter().map(|entry| entry.info).collect(),
        "ftl" => ftl::LAYERS.iter().map(|entry| entry.info).collect(),
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
        "ftl" => ftl::LAYERS
            .iter()
            .filter(|entry| entry.info.kind == kind)
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
pub fn paths() -> Vec<String> {
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
pub fn shared_by_layers() -> Vec<(&'static Group, Vec<&'static str>)> {
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

/// All of it as JSON. `changes` of a parameter tells whether it can change in mid-run, and `changes` of all how often that is
/// possible and for which sections `kind` can.
pub fn to_json() -> Value {
    let section = |name: &str| -> Vec<Value> {
        let component = |info: &Info| {
            #[cfg_attr(not(feature = "layers"), allow(unused_mut))]
            let mut component = json!({
                "kind": info.kind, "title": info.title, "help": info.help, "source": info.source,
                "parameters": parameters(name, info.kind).into_iter().map(|known| parameter(name, info.kind, known)).collect::<Vec<_>>(),
            });
            #[cfg(feature = "layers")]
            describe(name, info.kind, &mut component);
            component
        };
        components(name).iter().map(component).collect()
    };
    let list = |section: &str, parameters: &'static [Parameter]| {
        parameters.iter().map(|known| parameter(section, "", known)).collect::<Vec<_>>()
    };
    #[cfg_attr(not(feature = "layers"), allow(unused_mut))]
    let mut listed = json!({
        "version": super::document::VERSION,
        "device": list("device", device::PARAMETERS),
        "run": list("run", run::PARAMETERS),
        "presets": presets::PRESETS.iter().map(preset).collect::<serde_json::Map<_, _>>(),
        "standins": trace_substitutes::known().iter().map(preset).collect::<serde_json::Map<_, _>>(),
        "buffer": section("buffer"),
        "ftl": section("ftl"),
        "workload": section("workload"),
        "formats": Format::ALL.map(format),
    });
    #[cfg(feature = "layers")]
    {
        let (most, request_max) = (changes::CHANGES_MAX, changes::REQUEST_MAX);
        listed["changes"] = json!({ "most": most, "request_max": request_max, "kinds": changes::KINDS });
    }
    listed
}

/// Says of a layer what it does and does not do, and of a layer or a buffer what can be observed in it.
#[cfg(feature = "layers")]
fn describe(section: &str, kind: &str, component: &mut Value) {
    match section {
        "ftl" => {
            let entry = ftl::LAYERS.iter().find(|entry| entry.info.kind == kind);
            component["traits"] = json!(entry.map(|entry| traits(&entry.traits)));
            component["observables"] = json!(entry.map(|entry| entry.traits.observables));
        }
        "buffer" => {
            let entry = buffer::BUFFERS.iter().find(|entry| entry.info.kind == kind);
            component["observables"] = json!(entry.and_then(|entry| entry.observables));
        }
        _ => {}
    }
}

#[cfg(feature = "layers")]
fn traits(traits: &Traits) -> Value {
    json!({
        "merges": traits.merges(), "collects": traits.collects(), "caches_map": traits.caches_map(),
        "caches_pages": traits.caches_pages, "purposes": traits.purposes,
    })
}

/// Nothing changes in mid-run here.
#[cfg(not(feature = "layers"))]
fn can_change(_: &str, _: &str, _: &Parameter) -> bool {
    false
}

fn preset(preset: &Preset) -> (String, Value) {
    let value = |text: &str| -> Value { serde_json::from_str(text).expect("a preset's values are JSON") };
    let values: serde_json::Map<_, _> =
        preset.values.iter().map(|(path, text)| ((*path).into(), value(text))).collect();
    (preset.name.into(), json!({ "title": preset.title, "help": preset.help, "values": values }))
}

fn format(format: Format) -> Value {
    json!({
        "name": format.name(), "title": format.title(), "columns": format.columns(), "time_unit": format.time_unit(),
        "address_unit": format.address_unit(), "op_convention": format.op_convention(),
    })
}

/// Words, and how people read those that they read otherwise.
fn choice(words: &[&str]) -> Value {
    let titled = words.iter().map(|&word| (word, word_title(word))).filter(|(word, title)| word != title);
    let titles: serde_json::Map<String, Value> = titled.map(|(word, title)| (word.into(), title.into())).collect();
    json!({ "type": "choice", "words": words, "titles": titles })
}

fn parameter(section: &str, of: &str, parameter: &Parameter) -> Value {
    let kind = match parameter.kind {
        Kind::Integer { min, max, nullable } => {
            json!({ "type": "integer", "min": min, "max": max, "nullable": nullable })
        }
        Kind::Number { min, max } => json!({ "type": "number", "min": min, "max": max }),
        Kind::Boolean => json!({ "type": "boolean" }),
        Kind::Choice(words) => choice(words),
        Kind::Text => json!({ "type": "text" }),
    };
    json!({
        "name": parameter.name, "kind": kind, "default": parameter.default_value(), "help": parameter.help,
        "changes": can_change(section, of, parameter),
    })
}
