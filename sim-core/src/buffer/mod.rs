//! Write buffers: what stands between the host and the translation layer. One file a buffer.
//!
//! Every request passes through here. A buffer may keep pages to itself and hand them to the layer later. C-lash stands in
//! `crate::clash`, since it can also take the layer's place.

#[cfg(feature = "layers")]
use crate::clash::buffer::{self as clash, ClashBuffer};
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::error::Error;
use crate::experiment::parameter::Info;
use crate::experiment::settings::Settings;
use crate::ftl::Ftl;
use crate::ftl::picture::CachePicture;
use crate::nand::array::Nand;
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, PlaneId};

/// A buffer that can be chosen.
pub struct Entry {
    /// What it is and what may be set.
    pub info: Info,
    /// Makes one.
    pub build: fn(&Settings, &Geometry) -> Result<Buffer, Error>,
}

/// Every buffer that can be chosen.
pub const BUFFERS: &[Entry] = &[
    Entry {
        info: Info {
            kind: "none",
            title: "no buffer",
            help: "Requests go straight to the translation layer.",
            source: "",
            parameters: &[],
        },
        build: |_, _| Ok(Buffer::None),
    },
    #[cfg(feature = "layers")]
    Entry {
        info: clash::INFO,
        build: |settings, geometry| Ok(Buffer::Clash(Box::new(ClashBuffer::new(settings, geometry)?))),
    },
];

/// A buffer at work. Which one is decided at run time, once a request.
#[derive(Clone, Debug, Hash)]
pub enum Buffer {
    /// Requests go straight to the layer.
    None,
    /// Page slots and block slots.
    #[cfg(feature = "layers")]
    Clash(Box<ClashBuffer>),
}

/// Calls a method on the buffer there is, or does without.
macro_rules! each {
    ($self:ident, $none:expr, $buffer:ident => $call:expr) => {
        match $self {
            Buffer::None => $none,
            #[cfg(feature = "layers")]
            Buffer::Clash($buffer) => $call,
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

    /// Reads `count` pages from `first` on.
    #[inline(always)]
    pub fn read<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        each!(self, ftl.read(first, count, flash), buffer => flash.switched(|flash| buffer.read(first, count, ftl, flash)))
    }

    /// Takes `count` pages from `first` on.
    #[inline(always)]
    pub fn write<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        each!(self, ftl.write(first, count, flash), buffer => flash.switched(|flash| buffer.write(first, count, ftl, flash)))
    }

    /// Gives up `count` pages from `first` on.
    pub fn trim<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        each!(self, ftl.trim(first, count, flash), buffer => flash.switched(|flash| buffer.trim(first, count, ftl, flash)))
    }

    /// Makes everything taken durable. That the layer's own writes end first is seen to by the clock.
    pub fn flush<O: Observer>(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, (), buffer => flash.switched(|flash| buffer.flush(ftl, flash))?);
        ftl.flush(flash)
    }

    /// Uses the idle time of a plane; issues at most one flash operation. Event clock only.
    pub fn background<O: Observer>(
        &mut self,
        plane: PlaneId,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        ftl.background(plane, flash)
    }

    /// The layer is up again after a power cut; what was in RAM is gone, unless a capacitor kept it (SPEC 14b).
    pub fn recover<O: Observer>(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, Ok(()), buffer => flash.switched(|flash| buffer.recover(ftl, flash)))
    }

    /// A power cut kept `version` of a page from being programmed.
    pub fn unwritten(&mut self, lpn: Lpn, version: u32) {
        each!(self, (), buffer => buffer.unwritten(lpn, version));
    }

    /// The version of a page that is in RAM and not below; none if there is no such.
    pub fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        each!(self, None, buffer => buffer.version_in_ram(lpn))
    }

    /// What is in RAM; none without a buffer.
    pub fn picture(&self, ftl: &Ftl, nand: &Nand) -> Option<CachePicture> {
        each!(self, None, buffer => Some(buffer.picture(ftl, nand)))
    }

    /// What must hold of what is in RAM.
    pub fn check(&self) -> Result<(), Rule> {
        each!(self, Ok(()), buffer => buffer.check())
    }

    /// RAM that pages of `page_bytes` and tables would take on a device.
    pub fn ram_bytes(&self, page_bytes: u32) -> u64 {
        each!(self, 0, buffer => buffer.pages() * u64::from(page_bytes) + buffer.table_bytes())
    }
}
