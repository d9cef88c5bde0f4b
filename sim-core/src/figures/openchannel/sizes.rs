//! How large a mapping table is, and how much of it is in memory, without its device.

use crate::base::error::Error;
use crate::experiment::device;
use crate::experiment::document::Experiment;
use crate::ftl::openchannel::SELECTIVE;
use crate::ftl::openchannel::map_sizes::{MapSizes, table_bytes};
use crate::ftl::openchannel::memory_sizes::MemorySizes;

/// A table of which a part is in memory.
pub(super) struct Sizes {
    /// All of it, in map blocks.
    pub(super) map: MapSizes,
    /// What of it is in memory.
    pub(super) memory: MemorySizes,
}

/// Bytes of the whole table of `experiment`.
///
/// # Errors
/// A device that is none.
pub fn full_bytes(experiment: &Experiment) -> Result<u64, Error> {
    Ok(table_bytes(device::geometry_of(experiment)?.logical_pages))
}

impl Sizes {
    /// Of an `experiment`, if only part of its table is in memory.
    ///
    /// # Errors
    /// A device that is none, or that map blocks do not fit; a cache with no room for one.
    pub(super) fn of(experiment: &Experiment) -> Result<Option<Self>, Error> {
        if experiment.ftl_kind != SELECTIVE.info.kind {
            return Ok(None);
        }
        let map = MapSizes::of(&experiment.ftl, &device::geometry_of(experiment)?)?;
        Ok(Some(Self { map, memory: MemorySizes::of(&experiment.ftl, &map)? }))
    }
}
