//! Every buffer there is, in one place that can be left out: the start page has no use for them, and is there sooner.

use super::clash::{self, ClashBuffer};
use super::entry::{BufferContext, Change, Entry, NONE};
use super::extent::Extent;
use super::rules::Rules;
use super::settings;
use super::store::Store;
use super::write_buffer::WriteBuffer;
use super::{AnyPolicy, POLICIES};
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::observables::Observables;
use crate::ftl::picture::CachePicture;
use crate::ftl::{self, Ftl};
use crate::nand::Lpn;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::parameters::parameter::Info;
use crate::parameters::settings::Settings;

/// A buffer that can be chosen.
pub struct BufferEntry {
    /// What it is and what may be set.
    pub info: Info,
    /// What can be observed in it; nothing where there is none.
    pub observables: Option<Observables>,
    make: Make,
}

/// What a buffer is made of.
enum Make {
    None,
    Pages(fn(&Settings, &BufferContext, &Store) -> AnyPolicy),
    PageSlots,
}

/// Every buffer that can be chosen: none, each policy's, C-lash.
pub const BUFFERS: &[BufferEntry] = &{
    let mut buffers = [const { BufferEntry { info: NONE, observables: None, make: Make::None } }; POLICIES.len() + 2];
    let mut i = 0;
    while i < POLICIES.len() {
        let Entry { info, observables, build } = POLICIES[i];
        buffers[i + 1] = BufferEntry { info, observables: Some(observables), make: Make::Pages(build) };
        i += 1;
    }
    buffers[i + 1] =
        BufferEntry { info: clash::INFO, observables: Some(ftl::clash::settings::OBSERVABLES), make: Make::PageSlots };
    buffers
};

impl BufferEntry {
    /// The buffer as it is set, empty; none where it has no room.
    ///
    /// # Errors
    /// What it refuses of its settings.
    pub fn build(&self, settings: &Settings, site: &BufferContext) -> Result<Option<AnyBuffer>, Error> {
        match self.make {
            Make::None => Ok(None),
            Make::PageSlots => {
                let cache = ClashBuffer::new(settings, &site.geometry)?;
                Ok(Some(AnyBuffer::Clash(Box::new(cache))))
            }
            Make::Pages(policy) => Ok(settings::store(settings, site)?.map(|store| {
                let rules = Rules::new(self.info.kind, settings, site, &store);
                let policy = policy(settings, site, &store);
                AnyBuffer::Pages(Box::new(WriteBuffer::new(store, policy, rules)))
            })),
        }
    }
}

/// A buffer.
#[derive(Clone, Debug, Hash)]
pub enum AnyBuffer {
    /// Page slots and block slots.
    Clash(Box<ClashBuffer>),
    /// Pages by logical block, which leave as a policy chooses.
    Pages(Box<WriteBuffer>),
}

/// Calls the same method on whichever buffer it is.
macro_rules! each {
    ($self:ident, $buffer:ident => $call:expr) => {
        each!($self, $buffer => $call, $call)
    };
    ($self:ident, $buffer:ident => $clash:expr, $pages:expr) => {
        match $self {
            AnyBuffer::Clash($buffer) => $clash,
            AnyBuffer::Pages($buffer) => $pages,
        }
    };
}

/// The methods of [`Buffer`](super::Buffer), whichever it is.
impl AnyBuffer {
    pub(super) fn has_page_slots(&self) -> bool {
        matches!(self, Self::Clash(_))
    }
    pub(super) fn write_buffer(&self) -> Option<&WriteBuffer> {
        if let Self::Pages(buffer) = self { Some(buffer) } else { None }
    }
    pub(super) fn read(&mut self, extent: &Extent, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (first, count) = (extent.span.first, extent.span.count);
        each!(self, buffer => buffer.read(first, count, ftl, flash), buffer.read(extent, ftl, flash))
    }
    pub(super) fn write(&mut self, extent: &Extent, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (first, count) = (extent.span.first, extent.span.count);
        each!(self, buffer => buffer.write(first, count, ftl, flash), buffer.write(extent, ftl, flash))
    }
    pub(super) fn trim(&mut self, first: Lpn, count: u32, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, buffer => buffer.trim(first, count, ftl, flash))
    }
    pub(super) fn flush(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, buffer => buffer.flush(ftl, flash))
    }
    pub(super) fn write_out(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, buffer => buffer.write_out(ftl, flash))
    }
    pub(super) fn change(&mut self, change: &Change<'_>) {
        each!(self, buffer => buffer.change(change))
    }
    pub(super) fn recover(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, buffer => buffer.recover(ftl, flash))
    }
    pub(super) fn on_program_lost(&mut self, lpn: Lpn, version: u32) {
        each!(self, buffer => buffer.on_program_lost(lpn, version))
    }
    pub(super) fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        each!(self, buffer => buffer.version_in_ram(lpn))
    }
    pub(super) fn picture(&self, ftl: &Ftl, nand: &Nand) -> Option<CachePicture> {
        if let Self::Clash(buffer) = self { Some(buffer.picture(ftl, nand)) } else { None }
    }
    pub(super) fn check(&self) -> Result<(), Rule> {
        each!(self, buffer => buffer.check())
    }
    pub(super) fn capacity_bytes(&self, page_bytes: u32) -> u64 {
        each!(self, buffer => buffer.pages() * u64::from(page_bytes), buffer.capacity_bytes())
    }
    pub(super) fn table_bytes(&self) -> u64 {
        each!(self, buffer => buffer.table_bytes())
    }
    pub(super) fn checkpoint_bytes(&self) -> usize {
        if let Self::Pages(buffer) = self { buffer.checkpoint_bytes() } else { 0 }
    }
}
