//! A buffer at work, whichever it is, or none.

#[cfg(not(feature = "layers"))]
use super::entry;
use super::entry::BufferContext;
use super::extent::Extent;
#[cfg(feature = "layers")]
use super::{
    AnyPolicy, catalogue::AnyBuffer, catalogue::BufferEntry, entry::Change, lbuffer::LBuffer, write_buffer::WriteBuffer,
};
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
#[cfg(not(feature = "layers"))]
use crate::flash::observables::Observables;
use crate::flash::observer::Observer;
use crate::ftl::Ftl;
use crate::ftl::picture::CachePicture;
use crate::nand::Lpn;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
#[cfg(not(feature = "layers"))]
use crate::parameters::parameter::Info;
use crate::parameters::settings::Settings;

/// Every buffer that can be chosen.
#[cfg(not(feature = "layers"))]
pub const BUFFERS: &[BufferEntry] = &[BufferEntry { info: entry::NONE, observables: None }];

/// A buffer that can be chosen.
#[cfg(not(feature = "layers"))]
pub struct BufferEntry {
    /// What it is and what may be set.
    pub info: Info,
    /// What can be observed in it.
    pub observables: Option<Observables>,
}

/// A buffer at work. Which one is decided at run time, once a request.
#[derive(Clone, Debug, Hash)]
pub enum Buffer {
    /// Requests go straight to the layer.
    None,
    /// One of those there are.
    #[cfg(feature = "layers")]
    Other(AnyBuffer),
}

/// What a buffer does, or what there is without one.
macro_rules! or {
    ($self:ident, $none:expr, $buffer:ident => $call:expr) => {
        match $self {
            Buffer::None => $none,
            #[cfg(feature = "layers")]
            Buffer::Other($buffer) => $call,
        }
    };
}

#[cfg_attr(not(feature = "layers"), allow(unused_variables))]
impl Buffer {
    /// The buffer of an entry as it is set, empty.
    ///
    /// # Errors
    /// What it refuses of its settings.
    pub fn new(entry: &BufferEntry, settings: &Settings, site: &BufferContext) -> Result<Self, Error> {
        #[cfg(feature = "layers")]
        return Ok(entry.build(settings, site)?.map_or(Self::None, Self::Other));
        #[cfg(not(feature = "layers"))]
        Ok(Self::None)
    }

    /// Whether there is one.
    #[inline(always)]
    pub fn is_some(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether it keeps pages in page slots and block slots.
    pub(crate) fn has_page_slots(&self) -> bool {
        or!(self, false, buffer => buffer.has_page_slots())
    }

    /// The one whose pages leave as a policy chooses.
    #[cfg(feature = "layers")]
    pub fn pages(&self) -> Option<&WriteBuffer> {
        or!(self, None, buffer => buffer.write_buffer())
    }

    /// l-buffer's policy.
    #[cfg(feature = "layers")]
    pub fn lbuffer(&self) -> Option<&LBuffer> {
        match &self.pages()?.policy {
            AnyPolicy::LBuffer(policy) => Some(policy),
            _ => None,
        }
    }

    /// Reads what `extent` covers.
    #[inline(always)]
    pub fn read<O: Observer>(&mut self, extent: &Extent, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let (first, count) = (extent.span.first, extent.span.count);
        or!(self, ftl.read(first, count, flash), buffer => flash.switched(|flash| buffer.read(extent, ftl, flash)))
    }

    /// Takes what `extent` covers.
    #[inline(always)]
    pub fn write<O: Observer>(&mut self, extent: &Extent, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let (first, count) = (extent.span.first, extent.span.count);
        or!(self, ftl.write(first, count, flash), buffer => flash.switched(|flash| buffer.write(extent, ftl, flash)))
    }

    /// Gives up `count` pages from `first` on.
    pub fn trim(&mut self, first: Lpn, count: u32, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        or!(self, ftl.trim(first, count, flash), buffer => buffer.trim(first, count, ftl, flash))
    }

    /// Makes everything taken durable. That the layer's own writes end first is seen to by the clock.
    pub fn flush(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        or!(self, Ok::<(), Halt>(()), buffer => buffer.flush(ftl, flash))?;
        ftl.flush(flash)
    }

    /// Writes out all that is in RAM, also what a capacitor keeps: another buffer takes its place.
    #[cfg(feature = "layers")]
    pub(crate) fn write_out(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        or!(self, Ok(()), buffer => buffer.write_out(ftl, flash))
    }

    /// Takes over what changes of its settings; everything else stays. Only parameters that are said to change do, and only to
    /// values that it could be built with.
    #[cfg(feature = "layers")]
    pub fn change(&mut self, change: &Change<'_>) {
        or!(self, (), buffer => buffer.change(change))
    }

    /// Has the room of `new`, an empty one of its kind: what is too much leaves first. Without a buffer, before or after, all
    /// leaves.
    #[cfg(feature = "layers")]
    pub(crate) fn resize(&mut self, new: &Self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        match (&mut *self, new) {
            (Self::Other(AnyBuffer::Pages(buffer)), Self::Other(AnyBuffer::Pages(new))) => {
                buffer.resize(new, ftl, flash)
            }
            _ => self.write_out(ftl, flash),
        }
    }

    /// The layer is up again after a power cut; what was in RAM is gone, unless a capacitor kept it.
    pub fn recover(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_>) -> Result<(), Halt> {
        or!(self, Ok(()), buffer => buffer.recover(ftl, flash))
    }

    /// A power cut kept `version` of a page from being programmed.
    pub(crate) fn on_program_lost(&mut self, lpn: Lpn, version: u32) {
        or!(self, (), buffer => buffer.on_program_lost(lpn, version))
    }

    /// The version of a page that is in RAM and not below; none if there is no such.
    pub fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        or!(self, None, buffer => buffer.version_in_ram(lpn))
    }

    /// Page slots and block slots; none where there are no such.
    pub fn picture(&self, ftl: &Ftl, nand: &Nand) -> Option<CachePicture> {
        or!(self, None, buffer => buffer.picture(ftl, nand))
    }

    /// Checks the buffer's invariants.
    pub fn check(&self) -> Result<(), Rule> {
        or!(self, Ok(()), buffer => buffer.check())
    }

    /// Bytes of pages that there is room for, where pages are of `page_bytes`.
    pub fn capacity_bytes(&self, page_bytes: u32) -> u64 {
        or!(self, 0, buffer => buffer.capacity_bytes(page_bytes))
    }

    /// Bytes of tables that it would take on a device.
    pub fn table_bytes(&self) -> u64 {
        or!(self, 0, buffer => buffer.table_bytes())
    }

    /// Bytes that a checkpoint of it takes, about.
    pub(crate) fn checkpoint_bytes(&self) -> usize {
        or!(self, 0, buffer => buffer.checkpoint_bytes())
    }
}
