//! Every layer that can be chosen, and how it is made.

use super::at_work::Ftl;
use super::layer::{Build, Entry, Layer, Traits};
use super::page::PageMapping;
#[cfg(feature = "layers")]
use super::{AnyLayer, ENTRIES, recorded};
use crate::base::error::Error;
use crate::base::lists::{joined, total};
use crate::nand::array::ProgramOrder;
use crate::parameters::parameter::{Group, Info};
use crate::parameters::settings::Settings;

/// The layer that carries out an operation log. Nobody chooses it but by the log, so that it is not on the list.
#[cfg(feature = "layers")]
const RECORDED: LayerEntry = LayerEntry::of(
    &recorded::ENTRY,
    Make::Other(|from| (recorded::ENTRY.build)(from).map(|layer| AnyLayer::RecordedOperations(Box::new(layer)))),
);

/// Every layer that a document can name: those that are chosen, then that of operation logs.
pub(crate) fn layers() -> impl Iterator<Item = &'static LayerEntry> {
    #[cfg(feature = "layers")]
    return LAYERS.iter().chain([&RECORDED]);
    #[cfg(not(feature = "layers"))]
    LAYERS.iter()
}

/// The layer that a document calls `kind`; none if there is none.
pub fn layer(kind: &str) -> Option<&'static LayerEntry> {
    layers().find(|entry| entry.info.kind == kind)
}

/// A layer that can be chosen.
#[derive(Clone, Copy)]
pub struct LayerEntry {
    /// What it is, and what may be set about it alone.
    pub info: Info,
    /// What may be set about it as about others: victim policies, wear levelling …
    pub shared: &'static [&'static Group],
    /// The order in which it programs the pages of a block.
    pub(crate) program_order: ProgramOrder,
    spare_pages: Option<&'static str>,
    /// What it does and does not do.
    pub traits: Traits,
    make: Make,
}

/// How it is made.
#[derive(Clone, Copy)]
pub(super) enum Make {
    Page(fn(Build<'_>) -> Result<PageMapping, Error>),
    #[cfg(feature = "layers")]
    Other(fn(Build<'_>) -> Result<AnyLayer, Error>),
}

/// Page mapping, which every core has.
pub(super) const PAGE: LayerEntry = LayerEntry::of(&PageMapping::ENTRY, Make::Page(PageMapping::ENTRY.build));

/// The ways in which each layer is chosen.
#[cfg(not(feature = "layers"))]
const ENTRIES: &[&[LayerEntry]] = &[&[PAGE]];

/// Every layer that can be chosen: page mapping, then the others.
pub const LAYERS: &[LayerEntry] = &joined::<_, { total(ENTRIES) }>(ENTRIES);

impl LayerEntry {
    pub(super) const fn of<L>(entry: &Entry<L>, make: Make) -> Self {
        let Entry { info, shared, program_order, spare_pages, traits, .. } = *entry;
        Self { info, shared, program_order, spare_pages, traits, make }
    }

    /// Pages of each block that it keeps for updates, as it is set.
    pub(crate) fn spare_pages(&self, settings: &Settings) -> u32 {
        self.spare_pages.map_or(0, |name| settings.integer(name) as u32)
    }

    /// The layer over an empty array.
    ///
    /// # Errors
    /// What it refuses of its settings.
    pub fn build(&self, from: Build<'_>) -> Result<Ftl, Error> {
        match self.make {
            Make::Page(build) => build(from).map(Ftl::Page),
            #[cfg(feature = "layers")]
            Make::Other(build) => build(from).map(Ftl::Other),
        }
    }
}
