//! `flashlab list`: everything that can be chosen and set.

use super::Command;
use super::arguments::{Arguments, JSON};
use super::columns::aligned;
use super::failure::Failure;
use crate::experiment::parameter::{Info, Parameter};
use crate::experiment::{catalogue, device, presets, run};
use crate::trace::format::Format;
use crate::workload::common;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "list",
    arguments: "[--json]",
    help: "lists presets, policies, parameters with their ranges, trace formats",
    execute,
};

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[JSON], 0)?;
    let text = match arguments.has(JSON) {
        true => {
            serde_json::to_string_pretty(&catalogue::to_json()).expect("the catalogue has only plain values") + "\n"
        }
        false => text(),
    };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn text() -> String {
    let presets: Vec<_> =
        presets::PRESETS.iter().map(|preset| [preset.name, preset.title, preset.help].map(String::from)).collect();
    let formats: Vec<_> =
        Format::ALL.iter().map(|format| [format.name(), format.title(), format.columns()].map(String::from)).collect();
    let mut sections = vec![
        format!("Presets (device.preset)\n{}", aligned(&presets)),
        format!("Device\n{}", parameters("device", device::PARAMETERS.iter())),
    ];
    for (section, title) in [("buffer", "Write buffers"), ("ftl", "Translation layers"), ("workload", "Workloads")] {
        sections.extend(catalogue::components(section).iter().map(|info| component(section, title, info)));
    }
    sections.extend(catalogue::shared_by_layers().into_iter().map(|(group, kinds)| {
        let parameters = parameters("ftl", group.parameters.iter());
        format!("Translation layers: {} of {}\n{parameters}", group.title, kinds.join(", "))
    }));
    sections.push(format!("Workloads: every generator\n{}", parameters("workload", common::PARAMETERS.iter())));
    sections.push(format!("Run\n{}", parameters("run", run::PARAMETERS.iter())));
    sections.push(format!("Trace formats (workload.format)\n{}", aligned(&formats)));
    sections.join("\n")
}

fn component(section: &str, title: &str, info: &Info) -> String {
    let source = if info.source.is_empty() { String::new() } else { format!(" [{}]", info.source) };
    let own = parameters(section, info.parameters.iter());
    format!("{title}: {section}.kind={}, {}\n  {}{source}\n{own}", info.kind, info.title, info.help)
}

fn parameters(section: &str, parameters: impl Iterator<Item = &'static Parameter>) -> String {
    let row = |parameter: &Parameter| {
        let name = format!("{section}.{}", parameter.name);
        [name, parameter.default.to_owned(), format!("{} ({})", parameter.help, parameter.expected())]
    };
    aligned(&parameters.map(row).collect::<Vec<_>>())
}
