//! How a write buffer behaves beside what leaves.

use super::entry::BufferContext;
use super::settings::{HIGH_WATER, PROTECT, READ_ALLOC};
use super::store::Store;
use crate::nand::timing::Timing;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;

/// What holds whatever leaves.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Rules {
    /// How it is chosen.
    pub kind: &'static str,
    /// Sectors of a page.
    pub sectors_per_page: u32,
    /// Whether pages that the host reads stay in RAM.
    pub read_alloc: bool,
    /// Whether the group being written stays, if anything else can leave.
    pub(super) protect_current: bool,
    /// Cells held above which something leaves although there is room; the capacity for most.
    pub high_water: u32,
    /// How long flash operations take.
    pub(crate) timing: Timing,
}

impl Rules {
    /// How the buffer `kind` behaves beside what leaves, as it is set.
    pub(crate) fn new(kind: &'static str, settings: &Settings, site: &BufferContext, store: &Store) -> Self {
        let flag =
            |parameter: &Parameter| settings.0.get(parameter.name).and_then(|value| value.as_bool()) == Some(true);
        let high_water = settings.0.get(HIGH_WATER.name).and_then(|value| value.as_f64()).unwrap_or(1.0);
        Self {
            kind,
            sectors_per_page: site.geometry.sectors_per_page(),
            read_alloc: flag(&READ_ALLOC),
            protect_current: flag(&PROTECT),
            high_water: (high_water * f64::from(store.capacity)) as u32,
            timing: site.timing,
        }
    }
}
