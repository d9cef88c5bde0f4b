//! Where requests come from: generators and traces.
//!
//! A generator is one file or folder: what may be set about it, its state, and how it makes the next request. It keeps a
//! [`common::Common`] for what most of them share; `mix` and those after it have sizes and arrivals of their own. [`GENERATORS`] is the list
//! of them, [`source::Source`] gives out as many requests as a run asks for.
//!
//! Draws come in one order, whatever their result: size, place, direction, gap (those without a `Common` have orders of their own). So two runs that
//! differ in one parameter, say the share of writes, stay comparable request by request.

pub mod arrivals;
pub mod common;
pub mod distribution;
#[cfg(feature = "layers")]
pub mod ext4;
#[cfg(feature = "layers")]
pub mod fg_bg;
#[cfg(feature = "layers")]
pub mod filebench;
pub mod hotcold;
#[cfg(feature = "layers")]
pub mod mix;
#[cfg(feature = "layers")]
pub mod oltp_journal;
pub mod pareto;
pub mod real;
pub mod scatter;
pub mod seq;
pub mod sizes;
pub mod source;
pub mod stride;
pub mod synthetic;
pub mod trace;
pub mod trace_substitutes;
pub mod uniform;
pub mod zipf;

#[cfg(test)]
mod tests;

use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::Rng;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use std::ops::Range;

/// The address space that a device offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    /// Pages the host can address.
    pub logical_pages: u64,
    /// Sectors of a page.
    pub sectors_per_page: u32,
}

/// Makes a generator from its settings, or says which of them do not fit the space or one another.
pub type Build = fn(&Settings, Space, Rng) -> Result<Generator, Error>;

/// A generator that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, and the parameters of its own.
    pub info: Info,
    /// The parameters that it shares with others: [`common::PARAMETERS`] or [`common::BASIC`].
    pub common: &'static [Parameter],
    /// Makes it.
    pub build: Build,
}

impl Entry {
    /// Whether sizes and arrivals are those of [`common::PARAMETERS`].
    pub fn has_common_sizes(&self) -> bool {
        self.common.iter().any(|parameter| parameter.name == sizes::REQUEST_PAGES.name)
    }
}

/// Every generator, in the order in which they are listed to people.
pub const GENERATORS: &[Entry] = &[
    Entry { info: synthetic::INFO, common: common::PARAMETERS, build: synthetic::Synthetic::build },
    Entry { info: uniform::INFO, common: common::PARAMETERS, build: uniform::Uniform::build },
    Entry { info: stride::INFO, common: common::PARAMETERS, build: stride::Stride::build },
    Entry { info: seq::INFO, common: common::PARAMETERS, build: seq::Seq::build },
    Entry { info: zipf::INFO, common: common::PARAMETERS, build: zipf::Zipf::build },
    Entry { info: pareto::INFO, common: common::PARAMETERS, build: pareto::Pareto::build },
    Entry { info: hotcold::INFO, common: common::PARAMETERS, build: hotcold::HotCold::build },
    #[cfg(feature = "layers")]
    Entry { info: mix::INFO, common: common::BASIC, build: mix::Mix::build },
    #[cfg(feature = "layers")]
    Entry { info: fg_bg::INFO, common: &[common::ADDRESS_PAGES], build: fg_bg::FgBg::build },
    #[cfg(feature = "layers")]
    Entry {
        info: filebench::INFO,
        common: &[common::REQUESTS, common::QUEUE_DEPTH, common::ADDRESS_PAGES],
        build: filebench::Filebench::build,
    },
    #[cfg(feature = "layers")]
    Entry {
        info: oltp_journal::INFO,
        common: &[common::REQUESTS, common::QUEUE_DEPTH, common::ADDRESS_PAGES],
        build: oltp_journal::OltpJournal::build,
    },
    #[cfg(feature = "layers")]
    Entry {
        info: ext4::INFO,
        common: &[common::REQUESTS, common::QUEUE_DEPTH, common::ADDRESS_PAGES],
        build: ext4::Ext4::build,
    },
];

/// The generator called `kind`.
pub fn find(kind: &str) -> Option<&'static Entry> {
    GENERATORS.iter().find(|entry| entry.info.kind == kind)
}

/// Every workload: the generators, then the trace.
pub fn infos() -> impl Iterator<Item = Info> {
    GENERATORS.iter().map(|entry| entry.info).chain([trace::INFO])
}

/// All that may be set about the workload called `kind`: of a generator the common parameters, then its own; of a
/// trace only its own. Empty if there is no such workload.
pub fn parameters(kind: &str) -> impl Iterator<Item = &'static Parameter> {
    let common = find(kind).map_or(&[][..], |entry| entry.common);
    let own = infos().find(|info| info.kind == kind).map_or(&[][..], |info| info.parameters);
    common.iter().chain(own)
}

/// A generator at work: its settings and all its state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Generator {
    /// DiskSim's synthetic generator.
    Synthetic(synthetic::Synthetic),
    /// Every place alike.
    Uniform(uniform::Uniform),
    /// Equal steps.
    Stride(stride::Stride),
    /// One page after the other.
    Seq(seq::Seq),
    /// Zipf's law.
    Zipf(zipf::Zipf),
    /// Pareto's law, as fio has it.
    Pareto(pareto::Pareto),
    /// Two temperatures.
    HotCold(hotcold::HotCold),
    /// Streams, hot and cold places.
    #[cfg(feature = "layers")]
    Mix(Box<mix::Mix>),
    /// Reads one after another beside writes that arrive.
    #[cfg(feature = "layers")]
    FgBg(Box<fg_bg::FgBg>),
    /// Whole files and their ends.
    #[cfg(feature = "layers")]
    Filebench(Box<filebench::Filebench>),
    /// Data, and a journal behind it.
    #[cfg(feature = "layers")]
    OltpJournal(Box<oltp_journal::OltpJournal>),
    /// Data, metadata and the journal of a file system.
    #[cfg(feature = "layers")]
    Ext4(Box<ext4::Ext4>),
}

impl Generator {
    /// The next request. There is always one, it lies inside the space, and it arrives no earlier than the one before.
    #[inline]
    pub fn next_request(&mut self) -> Request {
        match self {
            Self::Synthetic(generator) => generator.next_request(),
            Self::Uniform(generator) => generator.next_request(),
            Self::Stride(generator) => generator.next_request(),
            Self::Seq(generator) => generator.next_request(),
            Self::Zipf(generator) => generator.next_request(),
            Self::Pareto(generator) => generator.next_request(),
            Self::HotCold(generator) => generator.next_request(),
            #[cfg(feature = "layers")]
            Self::Mix(generator) => generator.next_request(),
            #[cfg(feature = "layers")]
            Self::FgBg(generator) => generator.next_request(),
            #[cfg(feature = "layers")]
            Self::Filebench(generator) => generator.next_request(),
            #[cfg(feature = "layers")]
            Self::OltpJournal(generator) => generator.next_request(),
            #[cfg(feature = "layers")]
            Self::Ext4(generator) => generator.next_request(),
        }
    }

    /// The pages of the journal that it writes; none if it writes none.
    pub fn journal(&self) -> Option<Range<u64>> {
        match self {
            #[cfg(feature = "layers")]
            Self::OltpJournal(generator) => Some(generator.journal()),
            #[cfg(feature = "layers")]
            Self::Ext4(generator) => Some(generator.journal()),
            _ => None,
        }
    }

    /// The large arrays, for a checkpoint of the run.
    pub fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        match self {
            #[cfg(feature = "layers")]
            Self::Ext4(generator) => visit(Bulk::U32(generator.homes_mut())),
            _ => _ = visit,
        }
    }

    /// The next request of a background beside the others, in order of arrival; none where there is no background.
    pub fn next_background(&mut self) -> Option<Request> {
        match self {
            #[cfg(feature = "layers")]
            Self::FgBg(generator) => generator.next_background(),
            _ => None,
        }
    }
}
