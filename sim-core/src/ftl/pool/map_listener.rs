//! Who keeps the map, and so must be told when collecting or wear levelling has moved pages.

use super::Pool;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;

/// Keeps what the pool does not: translation pages, caches of entries. Called once a victim.
pub(crate) trait MapListener {
    /// Pages listed in [`super::plane_pool::PlanePool::moved`] of area `at` live elsewhere now. Takes from the list what it has taken
    /// note of: everything, or in idle time (not `all`) one step's worth.
    fn moved(&mut self, pool: &mut Pool, at: usize, all: bool, flash: &mut Flash<'_>) -> Result<(), Halt>;
}

/// Nothing is kept beside the pool: its own table is the map.
pub(crate) struct NoMap;

impl MapListener for NoMap {
    fn moved(&mut self, _: &mut Pool, _: usize, _: bool, _: &mut Flash<'_>) -> Result<(), Halt> {
        Ok(())
    }
}
