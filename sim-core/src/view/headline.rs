//! The headline: what is happening and why, in a sentence.

use super::power::told;
use super::terms::terms;
use crate::base::text::{capitalised, count, grouped};
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::machine::{End, EndKind, Machine};
use crate::nand::geometry::Geometry;
use crate::replay::describe::{label, sentence};
use crate::replay::lane::Lane;
use serde::Serialize;

/// What is happening and why.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Headline {
    text: String,
    /// The chain of causes, oldest first, ending with the present operation; `trigger`: the condition that began it when it did.
    causes: Vec<Cause>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Cause {
    op: u64,
    label: String,
    /// Why it began when it did, in words.
    trigger: Option<String>,
}

/// What the operation at which `lane` stands does, or what ended the run, or how it begins.
pub(super) fn headline(lane: &Lane) -> Headline {
    let machine = lane.machine();
    let terms = terms(machine);
    let causes = lane.seen.causes();
    let text = match (&machine.end, causes.last()) {
        (Some(end), _) => ended(end, machine),
        (None, None) => beginning(machine),
        (None, Some(last)) => match (lane.seen.choice(), last.kind) {
            (Some(decision), _) if decision.op == last.index => decision.headline.clone(),
            (_, Kind::Copy) if last.purpose == Purpose::Gc => copying(last, machine),
            _ => sentence(last, &terms),
        },
    };
    let link = |cause: &Operation| Cause {
        op: cause.index,
        label: label(cause, &terms),
        trigger: cause.trigger.map(|trigger| trigger.words()),
    };
    let causes = causes.iter().map(link).collect();
    Headline { text, causes }
}

fn ended(end: &End, machine: &Machine) -> String {
    if end.kind == EndKind::Rule {
        return format!("A rule of flash is broken: {}.", end.text);
    }
    if let (EndKind::PowerCut, Some(loss)) = (end.kind, &machine.power_loss) {
        return format!("Power was cut, and the device has recovered: {}.", told(loss));
    }
    let counters = &machine.core.counters;
    let mut text = end.text.clone();
    text[..1].make_ascii_uppercase();
    let host = counters.host_written_pages();
    match counters.write_amplification() {
        Some(amplification) => format!(
            "{text}: {} written, {} programmed, so write amplification is **{amplification:.3}**.",
            count(host, "page"),
            grouped(counters.nand_programs())
        ),
        None => format!("{text}."),
    }
}

fn beginning(machine: &Machine) -> String {
    let nand = &machine.core.nand;
    let valid: u64 = nand.blocks.iter().map(|block| u64::from(block.valid)).sum();
    let geometry: &Geometry = &nand.geometry;
    match valid {
        0 => "Nothing is written yet: every page is free.".into(),
        _ => format!(
            "The device holds {} of data; {} of its {} are spare.",
            count(valid, "page"),
            count(u64::from(geometry.physical_pages()) - valid, "page"),
            count(u64::from(geometry.blocks()), "block")
        ),
    }
}

/// A copy, with what it is for: how many valid pages the victim still has.
fn copying(copy: &Operation, machine: &Machine) -> String {
    let (geometry, terms) = (&machine.core.nand.geometry, terms(machine));
    let (Some(from), Some(lpn)) = (copy.from, copy.lpn) else { return sentence(copy, &terms) };
    let victim = geometry.block_of(from);
    let name = format!("**block {}**", grouped(u64::from(victim)));
    let left = u64::from(machine.core.nand.block(victim).valid);
    let to = copy.to.map(|to| grouped(u64::from(geometry.block_of(to)))).unwrap_or_default();
    let page = capitalised(&terms.page(lpn));
    match left {
        0 => format!("{page} was the last live page in {name}. It is in block {to} now, so {name} can be erased."),
        _ => format!("{page} moves from {name} to block {to}; {} still to move before the erase.", count(left, "page")),
    }
}
