//! ttFlash: a device in which reads do not wait for garbage collection. Pages stand in stripes across the channels,
//! with parity; a collection blocks only its plane; a read that meets one is put together from the rest of its stripe; planes
//! of a group collect in turn, so that one at most is ever missing; and writes wait in RAM that a capacitor keeps.
//!
//! - `layer.rs`    the device in the place of a translation layer
//! - `settings.rs` what may be set: the series of the paper, each switch, and what the authors' code does otherwise
//! - `layout.rs`   where pages stand: stripes, groups, parity
//! - `read.rs`     what a read does · `choose.rs` wait or rebuild: the rule · `content.rs` the XOR itself
//! - `ram.rs`      pages in RAM, by stripe
//! - `flush.rs`    which stripe goes to flash, and its way there · `parity.rs` what must be read for its parity
//! - `plane.rs`    what a plane keeps for itself
//! - `collect.rs`  a collection: when, of what, and what stands still · `turns.rs` whose turn it is · `yielding.rs` steps that give way
//! - `fault.rs`    planes that fail
//! - `age.rs`      a device that has been used before · `recover.rs` start-up after a power cut · `check.rs` what must hold
//! - `explain.rs`, `picture.rs`  choices in words, and what the stage shows
//!
//! The clock tells the layer two things: that what was queued at a plane is over (`Flash::tell`, then `told_of`: first the copies of
//! a collection, then all of it), and that reads or programs of a stripe are (`Role::Work` and `Role::WriteOut`, then
//! `stripe_goes_on`).
//!
//! A write's way: `layer.rs` · `ram.rs` takes its pages, and it is over · once RAM is fuller than `flush_high`, `flush.rs` chooses a stripe, has read what its parity
//! needs and programs its pages, but for those whose plane collects · `collect.rs` is told when that is over, and they follow.
//! A read's way: `read.rs` finds its page in RAM, on a plane that is free, or on one that collects: then `choose.rs` decides.
//!
//! Source: Yan et al., "Tiny-Tail Flash: near-perfect elimination of garbage collection tail latencies in NAND SSDs", FAST 2017,
//! and the authors' code where the paper is silent.

mod age;
mod check;
mod choose;
mod collect;
mod content;
mod explain;
pub(crate) mod fault;
mod flush;
mod layer;
mod layout;
mod observables;
mod parity;
pub(crate) mod picture;
mod plane;
mod ram;
mod read;
mod recover;
mod settings;
mod turns;
mod yielding;

use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::ftl::layer::Build;
use crate::nand::array::Nand;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use fault::Faults;
use flush::Awaited;
use layout::Layout;
use picture::LastRead;
use plane::Plane;
use ram::Ram;
use settings::Rules;
use std::collections::BTreeMap;
use turns::Turns;

/// ttFlash at work.
#[derive(Clone, Debug, Hash)]
pub struct Ttflash {
    layout: Layout,
    rules: Rules,
    /// Where each page lives on flash: those of the host, then parities.
    places: Bulk<Ppn>,
    planes: Box<[Plane]>,
    turns: Turns,
    ram: Ram,
    faults: Faults,
    /// By slot, flush requests that wait for its stripe. Without a capacitor.
    awaited: BTreeMap<u32, Vec<Awaited>>,
    /// The last read that met a collection.
    last_read: Option<LastRead>,
}

impl Ttflash {
    /// The device over an empty array.
    pub fn new(build: &Build<'_>) -> Result<Self, Error> {
        let geometry = &build.nand.geometry;
        let rules = Rules::new(build)?;
        let layout = Layout::new(geometry, rules.parity);
        fits(&layout, geometry.blocks_per_plane, geometry.pages_per_block)?;
        let (blocks, pages) = (geometry.blocks_per_plane, geometry.pages_per_block);
        let own_pages = if rules.parity { layout.stripes() } else { 0 };
        let capacity = (build.settings.integer("ram_bytes") / u64::from(geometry.page_bytes)).max(1) as u32;
        let [high, low] = ["flush_high", "flush_low"].map(|name| build.settings.number(name));
        Ok(Self {
            layout,
            rules,
            places: vec![NONE; (geometry.logical_pages + own_pages) as usize].into(),
            planes: (0..geometry.planes()).map(|plane| Plane::new(plane * blocks, blocks, pages)).collect(),
            turns: Turns::new(layout.groups),
            ram: Ram::new(capacity, high, low, &layout, build.nand.oob.is_some()),
            faults: Faults::new(build.settings, geometry)?,
            awaited: BTreeMap::new(),
            last_read: None,
        })
    }

    fn place(&self, id: u32) -> Ppn {
        self.places[id as usize]
    }

    /// The plane of a page.
    fn plane_of(&self, lpn: Lpn) -> PlaneId {
        let (stripe, place) = self.layout.stripe_of(lpn);
        self.layout.plane(stripe, place)
    }

    /// A page moved, or was programmed: where it is now. What it was before is outdated.
    fn moved(&mut self, id: u32, to: Ppn, plane: PlaneId, nand: &Nand) {
        let before = std::mem::replace(&mut self.places[id as usize], to);
        self.outdated(before, plane, nand);
    }

    fn outdated(&mut self, ppn: Ppn, plane: PlaneId, nand: &Nand) {
        if ppn != NONE {
            self.planes[plane as usize].outdated(nand.geometry.block_of(ppn), nand);
        }
    }
}

/// Every page has a plane for good, so each plane must have room for all of its own, and two blocks beside.
fn fits(layout: &Layout, blocks: u32, pages_per_block: u32) -> Result<(), Error> {
    let valid = layout.stripes().div_ceil(layout.groups);
    let room = blocks.saturating_sub(2) * pages_per_block;
    if valid <= room {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "each plane would hold up to {valid} pages, but has room for {room} beside the two blocks that collecting needs \
         (device.over_provisioning, device.blocks_per_plane)"
    )))
}
