//! An operation with all that is known of it.

use crate::flash::clock::event::Transfer;
use crate::flash::operation::{Kind, Operation};
use crate::nand::geometry::Geometry;
use crate::nand::{BlockId, PlaneId};

/// An operation of the stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// It, with its times as far as they are known. A request's end is when it was answered.
    pub operation: Operation,
    /// Of a request, when it arrived.
    pub arrival_ns: Option<u64>,
    /// Its last transfer over the channel. Event clock.
    pub transfer: Option<Transfer>,
    /// Whether something of it is still to come.
    pub is_open: bool,
}

/// Where on the flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub block: BlockId,
    pub channel: u32,
    /// Of the channel.
    pub chip: u32,
    /// Of the device.
    pub plane: PlaneId,
}

impl Row {
    /// Where on the flash it was.
    pub(crate) fn place(&self, geometry: &Geometry) -> Option<Place> {
        let Operation { to, from, stale, block, .. } = self.operation;
        let page = to.or(from).or(stale);
        let block = page.map(|ppn| geometry.block_of(ppn)).or(block.filter(|_| !self.is_of_map()))?;
        let plane = geometry.plane_of(block);
        let chip = plane / geometry.channels % geometry.chips_per_channel;
        Some(Place { block, channel: geometry.channel_of(plane), chip, plane })
    }

    /// The block of the map that it is about.
    pub(crate) fn map_block(&self) -> Option<u32> {
        self.operation.block.filter(|_| self.is_of_map())
    }

    fn is_of_map(&self) -> bool {
        matches!(self.operation.kind, Kind::MapHit | Kind::MapMiss | Kind::MapEvict | Kind::MapStep)
    }
}

/// Whether a request of the host begins.
pub(super) fn is_hosts(kind: Kind) -> bool {
    matches!(kind, Kind::HostRead | Kind::HostWrite | Kind::HostTrim | Kind::HostFlush)
}

/// What kinds of operations are called: as in the page, each put into words once.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// The name of `kind`.
    pub(crate) fn of(&mut self, kind: Kind) -> &str {
        let at = kind as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, String::new());
        }
        let name = &mut self.0[at];
        if name.is_empty()
            && let Ok(serde_json::Value::String(word)) = serde_json::to_value(kind)
        {
            *name = word;
        }
        name
    }
}
