//! Every layer but page mapping: what a line of their list in `mod.rs` makes, and their common methods. They can be left out: the
//! start page has no use for them, and is there sooner.

use super::layer::{Candidates, Change, FreeBlocks, Layer, Traits};
use super::picture::Picture;
use super::{AnyLayer, each_layer};
use crate::base::bulk::AnyBulk;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, PlaneId, Ppn};

/// `file::Type,` for each layer, in the order in which they are listed to people. Such a line declares the layer's module, makes a
/// variant of `AnyLayer`, and an entry of `LAYERS` out of the type's `ENTRY`; `= ENTRY | ENTRY` names others, where it is chosen in
/// several ways, or none, where it is not on the list to choose from. The first token is the dollar sign of the macro that this one makes.
macro_rules! layers {
    ($d:tt $($seen:vis $file:ident::$name:ident $(= $($entry:path)|*)?,)*) => {
        $($seen mod $file;)*

        /// A layer other than page mapping.
        #[derive(Clone, Debug, Hash)]
        pub enum AnyLayer {
            $(
                #[doc = concat!("See `", stringify!($file), "`.")]
                $name(Box<$file::$name>),
            )*
        }

        /// The ways in which each layer is chosen.
        const ENTRIES: &[&[LayerEntry]] = &[&[PAGE], $(entries!($file::$name $(= $($entry)|*)?)),*];

        /// Calls the same method on whichever layer it is.
        macro_rules! each_layer {
            ($d any:ident, $d layer:ident => $d call:expr) => {
                match $d any {
                    $(AnyLayer::$name($d layer) => $d call,)*
                }
            };
        }
        use each_layer;
    };
}
pub(super) use layers;

/// The entries of a layer: those that are named, or its own.
macro_rules! entries {
    ($file:ident::$name:ident) => {
        entries!($file::$name = $file::$name::ENTRY)
    };
    ($file:ident::$name:ident = $($entry:path)|*) => {
        &[$(LayerEntry::of(
            &$entry,
            Make::Other(|from| ($entry.build)(from).map(|layer| AnyLayer::$name(Box::new(layer)))),
        )),*]
    };
}
pub(super) use entries;

/// The methods of [`Layer`], whichever layer it is.
impl AnyLayer {
    pub(super) fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.read(first, count, flash))
    }
    pub(super) fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.write(first, count, flash))
    }
    pub(super) fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.trim(first, count, flash))
    }
    pub(super) fn flush(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.flush(flash))
    }
    pub(super) fn on_program_lost(&mut self, lpn: Lpn, version: u32, rewritten: bool) {
        each_layer!(self, layer => layer.on_program_lost(lpn, version, rewritten))
    }
    pub(super) fn in_transit(&self, nand: &Nand) -> Vec<(Lpn, u32)> {
        each_layer!(self, layer => layer.in_transit(nand))
    }
    pub(super) fn cache_pages(&self) -> u64 {
        each_layer!(self, layer => layer.cache_pages())
    }
    pub(super) fn background(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.background(plane, flash))
    }
    pub(super) fn recovers(&self) -> bool {
        each_layer!(self, layer => layer.recovers())
    }
    pub(super) fn checkpoint_bytes(&self) -> usize {
        each_layer!(self, layer => layer.checkpoint_bytes())
    }
    pub(super) fn on_queue_drained(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.on_queue_drained(plane, flash))
    }
    pub(super) fn on_work_done(&mut self, work: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.on_work_done(work, flash))
    }
    pub(super) fn age(&mut self, used: f64, valid: Option<u32>, nand: &mut Nand) -> Result<Option<u32>, Halt> {
        each_layer!(self, layer => layer.age(used, valid, nand))
    }
    pub(super) fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each_layer!(self, layer => layer.recover(flash))
    }
    pub(super) fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        each_layer!(self, layer => layer.fill(lpn, version, nand))
    }
    pub(super) fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        each_layer!(self, layer => layer.filled(nand))
    }
    pub(super) fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        each_layer!(self, layer => layer.change(change, nand))
    }
    pub(super) fn lookup(&self, lpn: Lpn) -> Ppn {
        each_layer!(self, layer => layer.lookup(lpn))
    }
    pub(super) fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        each_layer!(self, layer => layer.version_in_ram(lpn))
    }
    pub(super) fn own_pages(&self) -> u32 {
        each_layer!(self, layer => layer.own_pages())
    }
    pub(super) fn map_entries(&self) -> u32 {
        each_layer!(self, layer => layer.map_entries())
    }
    pub(super) fn traits(&self) -> Traits {
        each_layer!(self, layer => layer.traits())
    }
    pub(super) fn joins_commands(&self) -> bool {
        each_layer!(self, layer => layer.joins_commands())
    }
    pub(super) fn free_blocks(&self) -> FreeBlocks {
        each_layer!(self, layer => layer.free_blocks())
    }
    pub(super) fn candidates(&self, chosen: Option<BlockId>, nand: &Nand) -> Option<Candidates> {
        each_layer!(self, layer => layer.candidates(chosen, nand))
    }
    pub(super) fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        each_layer!(self, layer => layer.picture(near, nand))
    }
    pub(super) fn ram_bytes(&self) -> u64 {
        each_layer!(self, layer => layer.ram_bytes())
    }
    pub(super) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        each_layer!(self, layer => layer.bulk(visit))
    }
    pub(super) fn check(&self, nand: &Nand) -> Result<(), Rule> {
        each_layer!(self, layer => layer.check(nand))
    }
}
