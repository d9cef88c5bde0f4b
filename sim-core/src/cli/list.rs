//! `flashlab list`: everything that can be chosen and set.

use super::arguments::{Arguments, JSON};
use super::challenge_text;
use super::columns::aligned;
use super::command::Command;
use super::failure::Failure;
use crate::base::formula::vocabulary::{Example, Quantity, Vocabulary};
use crate::buffer::group_quantities::VOCABULARY as GROUPS;
use crate::experiment::{catalogue, device, presets, run};
use crate::figures;
use crate::flash::observables::{BreakpointKind, Moment, Stage};
use crate::ftl::gc::victim_quantities::VOCABULARY as VICTIMS;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::preset::Preset;
use crate::trace::Format;
use crate::workload::GENERATORS;
use crate::workload::{common, trace_substitutes};
use serde_json::json;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "list",
    arguments: "[--json]",
    help: "lists presets, trace substitutes, policies, parameters with their ranges, trace formats, challenges, figures",
    execute,
};

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[JSON], 0)?;
    let text = if arguments.has(JSON) { json() } else { text() };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

const CHANGES: [&str; 3] = [
    "run.changes",
    "[]",
    "New values from a request on; at most 16, in ascending order: [{\"request\": 1200, \"set\": {\"ftl.gc.policy\": \"fifo\"}}]. \
     list --json says which fields can change.",
];

fn json() -> String {
    let mut listed = catalogue::to_json();
    listed["figures"] = figures::to_json();
    let explained = |word: &str, sentence: &str| json!({ "name": word, "help": sentence });
    listed["stages"] = Stage::ALL.iter().map(|stage| explained(stage.word(), stage.sentence())).collect();
    listed["moments"] = Moment::ALL.iter().map(|moment| explained(moment.word(), moment.sentence())).collect();
    listed["breakpoints"] = BreakpointKind::ALL.iter().map(|kind| explained(kind.word(), kind.sentence())).collect();
    listed["challenges"] = challenge_text::documents();
    format!("{listed:#}\n")
}

fn text() -> String {
    let presets = |presets: &[Preset]| {
        aligned(
            &presets
                .iter()
                .map(|preset| [preset.name, preset.title, preset.help].map(String::from))
                .collect::<Vec<_>>(),
        )
    };
    let format = |format: &Format| [format.info().name, format.info().title, format.info().columns].map(String::from);
    let formats: Vec<_> = Format::ALL.iter().map(format).collect();
    let mut sections = vec![
        format!("Presets (device.preset)\n{}", presets(presets::PRESETS)),
        format!("Device\n{}", parameters("device", device::PARAMETERS.iter())),
    ];
    for (section, title) in [("buffer", "Write buffers"), ("ftl", "Translation layers"), ("workload", "Workloads")] {
        sections.extend(catalogue::components(section).iter().map(|info| component(section, title, info)));
    }
    sections.extend(catalogue::shared_by_layers().into_iter().map(|(group, kinds)| {
        let parameters = parameters("ftl", group.parameters.iter());
        format!("Translation layers: {} of {}\n{parameters}", group.title, kinds.join(", "))
    }));
    sections
        .extend([("ftl.gc.formula", VICTIMS), ("buffer.formula", GROUPS)].map(|(field, known)| formulas(field, known)));
    let in_all = |parameter: &&'static Parameter| common::BASIC.iter().any(|basic| basic.name == parameter.name);
    sections.push(format!("Workloads: every generator\n{}", parameters("workload", common::BASIC.iter())));
    sections.push(format!(
        "Workloads: sizes and arrivals of {}\n{}",
        with_common_sizes(),
        parameters("workload", common::PARAMETERS.iter().filter(|parameter| !in_all(parameter)))
    ));
    sections.push(format!("Trace substitutes (workload.standin of mix)\n{}", presets(trace_substitutes::SUBSTITUTES)));
    sections.push(format!("Run\n{}", parameters("run", run::PARAMETERS.iter())));
    sections.push(format!("Changes in mid-run\n{}", aligned(&[CHANGES.map(String::from)])));
    sections.push(format!("Trace formats (workload.format)\n{}", aligned(&formats)));
    sections.push(format!("Challenges (flashlab challenge --of NAME)\n{}", challenge_text::list()));
    sections.push(format!("Figures (flashlab figures ID)\n{}", aligned(&figures())));
    sections.join("\n")
}

/// The generators that have their sizes and arrivals from [`common::PARAMETERS`].
fn with_common_sizes() -> String {
    let have = GENERATORS.iter().filter(|entry| entry.has_common_sizes());
    have.map(|entry| entry.info.kind).collect::<Vec<_>>().join(", ")
}

fn figures() -> Vec<[String; 3]> {
    let row = |figure: &&figures::figure::Figure| {
        let claims: Vec<&str> = figure.claims.iter().map(|claim| claim.id).collect();
        [figure.id.into(), claims.join(" "), figure.title.into()]
    };
    figures::FIGURES.iter().map(row).collect()
}

/// What a formula at `field` may name, and examples.
fn formulas(field: &str, vocabulary: &Vocabulary) -> String {
    let quantity = |known: &Quantity| [known.name, known.unit, known.help].map(String::from);
    let example = |known: &Example| {
        let set: String = known.with.iter().map(|(path, value)| format!("{path}={value} ")).collect();
        [known.title.into(), known.formula.into(), set]
    };
    let quantities: Vec<_> = vocabulary.quantities.iter().map(quantity).collect();
    let examples: Vec<_> = vocabulary.examples.iter().map(example).collect();
    format!("Quantities of {field}\n{}\nExamples of {field}\n{}", aligned(&quantities), aligned(&examples))
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
