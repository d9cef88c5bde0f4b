//! What may be set about several write buffers, and how it is read.

use super::entry::BufferContext;
use super::store::{CELLS_MAX, Group, Store};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;

/// Room for pages.
pub(crate) const BYTES: Parameter =
    Parameter::integer("bytes", "1048576", 0, 1 << 40, "Capacity in bytes; 0 is no buffer.").changing();
/// What is told apart.
pub(super) const GRAIN: Parameter = Parameter::choice(
    "grain",
    "\"page\"",
    &["page", "sector"],
    "Unit of the buffer: whole pages, or sectors; a page with only some sectors buffered is completed from flash.",
);
/// Whether reads take room.
pub(super) const READ_ALLOC: Parameter =
    Parameter::boolean("read_alloc", "false", "Whether a read miss allocates buffer space.").changing();
/// Whether what is being written stays.
pub(super) const PROTECT: Parameter = Parameter::boolean(
    "protect_current",
    "false",
    "Whether the logical block being written is protected from eviction while another candidate exists.",
)
.changing();
/// When pages leave although there is room.
pub(super) const HIGH_WATER: Parameter = Parameter::number(
    "high_water",
    "0.8",
    0.0,
    1.0,
    "High watermark: share of the capacity above which pages are written out.",
)
.changing();
/// When holes are filled.
pub(super) const PAD_THRESHOLD: Parameter = Parameter::number(
    "pad_threshold",
    "0.5",
    0.0,
    1.0,
    "A block is padded if more than this share of its pages is in RAM; 0 always, 1 never.",
)
.changing();

/// A share of a block's pages, above which its holes are filled.
#[derive(Clone, Copy, Debug, Hash)]
pub(crate) struct Threshold(Real);

impl Threshold {
    /// As set.
    pub(crate) fn of(settings: &Settings) -> Self {
        Self(Real(settings.number(PAD_THRESHOLD.name)))
    }

    /// Whether a group holds more than that.
    pub(super) fn is_passed(self, group: &Group, store: &Store) -> bool {
        group.pages.len() as f64 > self.0.0 * f64::from(store.pages_per_block)
    }
}

/// An empty store as it is set; none where it has no room.
///
/// # Errors
/// Room for less than a page; sectors that cannot be told apart.
pub(crate) fn store(settings: &Settings, site: &BufferContext) -> Result<Option<Store>, Error> {
    let (bytes, geometry) = (settings.integer(BYTES.name), &site.geometry);
    if bytes == 0 {
        return Ok(None);
    }
    let page = u64::from(geometry.page_bytes);
    if bytes < page {
        return Err(Error::Value {
            field: "buffer.bytes".into(),
            value: bytes.to_string(),
            expected: format!("0, or at least a page: device.page_bytes is {page}"),
            nearest: Some(page.to_string()),
        });
    }
    let by_sector = settings.word(GRAIN.name) == "sector";
    if by_sector && geometry.sectors_per_page() > CELLS_MAX {
        return Err(Error::Value {
            field: "buffer.grain".into(),
            value: "sector".into(),
            expected: format!("page, since device.page_bytes ({page}) is more than {CELLS_MAX} sectors"),
            nearest: Some("\"page\"".into()),
        });
    }
    Ok(Some(Store::new(bytes, by_sector, geometry)))
}
