//! The footprint of a mix: units of 512 KiB, spread evenly over the addressed space.

use crate::base::error::Error;
use crate::base::request::SECTOR_BYTES;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;
use crate::workload::common::{ADDRESS_PAGES, addressed_pages, space_in_words};
use crate::workload::generator::Space;
use crate::workload::scatter::Scatter;

/// How many units are used.
pub(super) const FOOTPRINT_UNITS: Parameter = Parameter::optional(
    "footprint_units",
    "null",
    1,
    UNITS_MAX,
    "Units of 512 KiB that are used, spread evenly over the space; null is all of them, up to 1048576.",
);

const UNITS_MAX: u64 = 1 << 20;
const UNIT_BYTES: u64 = 512 << 10;

/// The units that are used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Units {
    /// Pages of a unit.
    pages: u32,
    /// Units of the footprint.
    count: u32,
    /// Units of the space.
    of: u64,
    scatter: Scatter,
}

impl Units {
    /// The footprint that `settings` ask for.
    ///
    /// # Errors
    /// [`Error::Value`] for a space without a whole unit, or with fewer than are to be used.
    pub(crate) fn new(settings: &Settings, space: Space) -> Result<Self, Error> {
        let addressed = addressed_pages(settings, space)?;
        // At least 8: no device has pages of more than 64 KiB.
        let pages = UNIT_BYTES / (u64::from(space.sectors_per_page) * SECTOR_BYTES);
        let of = addressed / pages;
        if of == 0 {
            return Err(Error::Value {
                field: format!("workload.{}", ADDRESS_PAGES.name),
                value: settings.optional(ADDRESS_PAGES.name).map_or("null".into(), |pages| pages.to_string()),
                expected: format!("at least {pages} pages, a unit of 512 KiB (logical pages: {})", space.logical_pages),
                nearest: (space.logical_pages >= pages).then(|| pages.to_string()),
            });
        }
        let count = settings.optional(FOOTPRINT_UNITS.name).unwrap_or(of.min(UNITS_MAX));
        if count > of {
            return Err(Error::Value {
                field: format!("workload.{}", FOOTPRINT_UNITS.name),
                value: count.to_string(),
                expected: format!("at most {of}, the units of 512 KiB in the space{}", space_in_words(settings, space)),
                nearest: Some(of.to_string()),
            });
        }
        Ok(Self { pages: pages as u32, count: count as u32, of, scatter: Scatter::new(count, true) })
    }

    /// Pages of a unit.
    #[inline]
    pub(crate) fn pages(&self) -> u32 {
        self.pages
    }

    /// Units of the footprint.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The unit of the footprint with the popularity rank `rank`, from 0 on.
    #[inline]
    pub(super) fn of_rank(&self, rank: u32) -> u32 {
        self.scatter.place(u64::from(rank)) as u32
    }

    /// The first page of a unit of the footprint.
    #[inline]
    pub(crate) fn first_page(&self, unit: u32) -> u64 {
        u64::from(unit) * self.of / u64::from(self.count) * u64::from(self.pages)
    }
}
