//! Where requests come from: generators and traces.
//!
//! A generator is one file or folder: what may be set about it, its state, and how it makes the next request. It keeps a
//! [`common::Common`] for what most of them share; `mix` and those after it have sizes and arrivals of their own. `generator.rs` is what a
//! generator offers, a line of the list below one more, `generator_macro.rs` what it makes; [`source::Source`] gives out as many requests as a run asks for.
//!
//! Draws come in one order, whatever their result: size, place, direction, gap (those without a `Common` have orders of their own). So two runs that
//! differ in one parameter, say the share of writes, stay comparable request by request.

mod arrivals;
pub(crate) mod common;
mod distribution;
pub(crate) mod generator;
mod generator_macro;
mod scatter;
mod sizes;
pub mod source;
pub(crate) mod trace;
pub mod trace_substitutes;

#[cfg(test)]
mod tests;

use crate::parameters::parameter::{Info, Parameter};
use generator::Entry;
use generator_macro::{Plain, generators};

generators! { $
    synthetic::Synthetic in Plain,
    uniform::Uniform in Plain,
    stride::Stride in Plain,
    seq::Seq in Plain,
    zipf::Zipf in Plain,
    pareto::Pareto in Plain,
    hotcold::HotCold in Plain,
    #[cfg(feature = "layers")]
    mix::Mix in Box,
    #[cfg(feature = "layers")]
    fg_bg::FgBg in Box,
    #[cfg(feature = "layers")]
    filebench::Filebench in Box,
    #[cfg(feature = "layers")]
    oltp_journal::OltpJournal in Box,
    #[cfg(feature = "layers")]
    ext4::Ext4 in Box,
}

/// The generator called `kind`.
pub fn find(kind: &str) -> Option<&'static Entry<Generator>> {
    GENERATORS.iter().find(|entry| entry.info.kind == kind)
}

/// Every workload: the generators, then the trace.
pub(crate) fn infos() -> impl Iterator<Item = Info> {
    GENERATORS.iter().map(|entry| entry.info).chain([trace::INFO])
}

/// All that may be set about the workload called `kind`: of a generator the common parameters, then its own; of a
/// trace only its own. Empty if there is no such workload.
pub fn parameters(kind: &str) -> impl Iterator<Item = &'static Parameter> {
    let common = find(kind).map_or(&[][..], |entry| entry.common);
    let own = infos().find(|info| info.kind == kind).map_or(&[][..], |info| info.parameters);
    common.iter().chain(own)
}
