//! Write buffers: what stands between the host and the translation layer.
//!
//! Every request passes through here. A buffer may keep pages to itself and hand them to the layer later.
//!
//! - `write_buffer.rs`  what reads, writes and flushes do; `extent.rs` what a request covers
//! - `store.rs`         the pages in RAM, by logical block
//! - `policy.rs`        what chooses which of them leave; one file a policy: `lru.rs`, `cflru.rs`, `fab.rs`, `bplru.rs`,
//!   `clc.rs`, `recently_evicted.rs` (REF), `bpac.rs`, `lbuffer/`, `capbacked.rs`
//! - `by_size.rs`, `recency.rs`, `ghosts.rs`  what several policies choose from: groups by size, anything by last use, what left;
//!   `lists.rs` the orders of use below them
//! - `kept.rs`          what a capacitor keeps through a power cut
//! - `line_steps.rs`    how pages change their places in the line, for those who look
//! - `others.rs`         every buffer there is, as one of them
//! - `settings.rs`      what may be set about all of them; `explain.rs` their choices in words
//!
//! C-lash stands in `crate::clash`, since it can also take the layer's place.

#[cfg(feature = "layers")]
pub mod bpac;
#[cfg(feature = "layers")]
pub mod bplru;
#[cfg(feature = "layers")]
pub mod by_size;
#[cfg(feature = "layers")]
pub mod capbacked;
#[cfg(feature = "layers")]
pub mod cflru;
#[cfg(feature = "layers")]
pub mod clc;
#[cfg(feature = "layers")]
mod explain;
pub mod extent;
#[cfg(feature = "layers")]
pub mod fab;
#[cfg(feature = "layers")]
pub mod ghosts;
#[cfg(feature = "layers")]
pub mod kept;
#[cfg(feature = "layers")]
pub mod lbuffer;
#[cfg(feature = "layers")]
mod line_steps;
pub mod lists;
#[cfg(feature = "layers")]
pub mod lru;
#[cfg(feature = "layers")]
pub mod others;
#[cfg(feature = "layers")]
pub mod policy;
#[cfg(feature = "layers")]
pub mod recency;
#[cfg(feature = "layers")]
pub mod recently_evicted;
#[cfg(feature = "layers")]
pub mod settings;
#[cfg(feature = "layers")]
pub mod store;
#[cfg(feature = "layers")]
pub mod write_buffer;

use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::error::Error;
use crate::experiment::parameter::{Info, Parameter};
use crate::experiment::settings::Settings;
use crate::ftl::Ftl;
use crate::ftl::picture::CachePicture;
use crate::nand::Lpn;
use crate::nand::array::Nand;
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::timing::Timing;
use extent::Extent;
#[cfg(feature = "layers")]
pub use others::BUFFERS;
#[cfg(feature = "layers")]
use {lbuffer::LBuffer, others::Other, policy::Policies, write_buffer::WriteBuffer};

/// A buffer that can be chosen.
pub struct Entry {
    /// What it is and what may be set.
    pub info: Info,
    /// Makes one.
    pub build: fn(&Settings, &Site) -> Result<Buffer, Error>,
}

/// Where a buffer stands.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The flash.
    pub geometry: Geometry,
    /// How long its operations take.
    pub timing: Timing,
    /// Log blocks of the layer below that pages of any logical block go to; what it would have by default, where it has none.
    pub log_blocks: u32,
}

/// Settings that change while a buffer holds pages (`run.changes`).
#[cfg(feature = "layers")]
pub struct Change<'a> {
    /// Its parameters until now.
    pub before: &'a Settings,
    /// Its parameters from now on.
    pub settings: &'a Settings,
    /// Where it stands from now on.
    pub site: &'a Site,
    /// What was counted until now.
    pub counters: &'a crate::metrics::counters::Counters,
}

#[cfg(feature = "layers")]
impl Change<'_> {
    /// Whether it changes any of these parameters.
    pub fn touches(&self, names: &[&str]) -> bool {
        names.iter().any(|&name| self.settings.0.get(name) != self.before.0.get(name))
    }
}

/// None at all.
pub const NONE: Entry = Entry {
    info: Info {
        kind: "none",
        title: "no buffer",
        help: "Requests go directly to the translation layer.",
        source: "",
        parameters: &[Parameter::integer(
            "bytes",
            "0",
            0,
            1 << 40,
            "Has no effect; accepted so that buffers can be compared at the same size.",
        )
        .changing()],
    },
    build: |_, _| Ok(Buffer::None),
};

/// Every buffer that can be chosen.
#[cfg(not(feature = "layers"))]
pub const BUFFERS: &[&Entry] = &[&NONE];

/// A buffer at work. Which one is decided at run time, once a request.
#[derive(Clone, Debug, Hash)]
pub enum Buffer {
    /// Requests go straight to the layer.
    None,
    /// One of those there are.
    #[cfg(feature = "layers")]
    Other(Other),
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
    /// Whether there is one.
    #[inline(always)]
    pub fn is_some(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether it keeps pages in page slots and block slots.
    pub fn has_page_slots(&self) -> bool {
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
            Policies::LBuffer(policy) => Some(policy),
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
    pub fn trim<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        or!(self, ftl.trim(first, count, flash), buffer => {
            flash.switched(|flash| buffer.trim(first, count, ftl, flash))
        })
    }

    /// Makes everything taken durable. That the layer's own writes end first is seen to by the clock.
    pub fn flush<O: Observer>(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        or!(self, Ok::<(), Halt>(()), buffer => flash.switched(|flash| buffer.flush(ftl, flash)))?;
        ftl.flush(flash)
    }

    /// Writes out all that is in RAM, also what a capacitor keeps: another buffer takes its place.
    #[cfg(feature = "layers")]
    pub fn write_out<O: Observer>(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        or!(self, Ok(()), buffer => flash.switched(|flash| buffer.write_out(ftl, flash)))
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
    pub fn resize<O: Observer>(&mut self, new: &Self, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        match (&mut *self, new) {
            (Self::Other(Other::Pages(buffer)), Self::Other(Other::Pages(new))) => {
                flash.switched(|flash| buffer.resize(new, ftl, flash))
            }
            _ => self.write_out(ftl, flash),
        }
    }

    /// The layer is up again after a power cut; what was in RAM is gone, unless a capacitor kept it (SPEC 14b).
    pub fn recover<O: Observer>(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        or!(self, Ok(()), buffer => flash.switched(|flash| buffer.recover(ftl, flash)))
    }

    /// A power cut kept `version` of a page from being programmed.
    pub fn unwritten(&mut self, lpn: Lpn, version: u32) {
        or!(self, (), buffer => buffer.unwritten(lpn, version))
    }

    /// The version of a page that is in RAM and not below; none if there is no such.
    pub fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        or!(self, None, buffer => buffer.version_in_ram(lpn))
    }

    /// Page slots and block slots; none where there are no such.
    pub fn picture(&self, ftl: &Ftl, nand: &Nand) -> Option<CachePicture> {
        or!(self, None, buffer => buffer.picture(ftl, nand))
    }

    /// What must hold of what is in RAM.
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
    pub fn checkpoint_bytes(&self) -> usize {
        or!(self, 0, buffer => buffer.checkpoint_bytes())
    }
}
