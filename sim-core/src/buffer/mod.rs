//! Write buffers: what stands between the host and the translation layer. One file a buffer.
//!
//! Every request passes through here. A buffer may keep pages to itself and hand them to the layer later; none does yet.

use crate::engine::checkpoint::Bulk;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::experiment::parameter::Info;
use crate::ftl::Ftl;
use crate::nand::{Lpn, PlaneId};

/// A buffer that can be chosen.
pub struct Entry {
    /// What it is and what may be set.
    pub info: Info,
    /// Makes one.
    pub build: fn() -> Buffer,
}

/// Every buffer that can be chosen.
pub const BUFFERS: &[Entry] = &[Entry {
    info: Info {
        kind: "none",
        title: "no buffer",
        help: "Requests go straight to the translation layer.",
        source: "",
        parameters: &[],
    },
    build: || Buffer::None,
}];

/// A buffer at work. Which one is decided at run time, once a request.
#[derive(Clone, Debug, Hash)]
pub enum Buffer {
    /// Requests go straight to the layer.
    None,
}

impl Buffer {
    /// Reads `count` pages from `first` on.
    #[inline(always)]
    pub fn read<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        match self {
            Self::None => ftl.read(first, count, flash),
        }
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
        match self {
            Self::None => ftl.write(first, count, flash),
        }
    }

    /// Gives up `count` pages from `first` on.
    pub fn trim<O: Observer>(
        &mut self,
        first: Lpn,
        count: u32,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        match self {
            Self::None => ftl.trim(first, count, flash),
        }
    }

    /// Makes everything taken durable. That the layer's own writes end first is seen to by the clock.
    pub fn flush<O: Observer>(&mut self, ftl: &mut Ftl, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        match self {
            Self::None => ftl.flush(flash),
        }
    }

    /// Uses the idle time of a plane; issues at most one flash operation. Event clock only.
    pub fn background<O: Observer>(
        &mut self,
        plane: PlaneId,
        ftl: &mut Ftl,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        match self {
            Self::None => ftl.background(plane, flash),
        }
    }

    /// Power is gone, and with it what was in RAM (SPEC 14b).
    pub fn power_lost(&mut self) {
        match self {
            Self::None => {}
        }
    }

    /// The buffer's large arrays, which checkpoints share where they did not change.
    pub fn bulk(&mut self, _visit: &mut dyn FnMut(Bulk<'_>)) {
        match self {
            Self::None => {}
        }
    }

    /// RAM that data and tables would take on a device.
    pub fn ram_bytes(&self) -> u64 {
        match self {
            Self::None => 0,
        }
    }
}
