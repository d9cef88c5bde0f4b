//! Whether a device has room for what a pool needs beside the data.

use super::Shape;
use super::plane_pool::Watermarks;
use crate::base::error::Error;
use crate::nand::geometry::Geometry;

/// Free blocks that a plane's own area for the layer's pages collects at, and for.
pub(super) const OWN_MARKS: Watermarks = Watermarks { low: 1, high: 2 };

/// Each plane must have room for its data, the layer's own pages, its frontiers and the blocks that collecting ends with.
pub(crate) fn fits(
    marks: Watermarks,
    shape: Shape,
    own_pages: u32,
    frontiers: u32,
    geometry: &Geometry,
) -> Result<(), Error> {
    let conflict = |text: String| Err(Error::Conflict(text));
    if marks.high <= marks.low {
        return conflict(format!("ftl.gc.high: {} is not above ftl.gc.low, which is {}", marks.high, marks.low));
    }
    let pages = geometry.pages_per_block;
    let own_blocks = own_blocks(own_pages, geometry);
    let (fixed, frontiers, own) = match shape {
        Shape::Data => (0, frontiers, String::new()),
        Shape::Shared if marks.low < 2 => {
            return conflict(
                "ftl.gc.low: 1 is too few where the map shares the blocks: it may need one of them".into(),
            );
        }
        Shape::Shared => (own_blocks, frontiers + 1, format!(", {own_blocks} for the map")),
        Shape::Separate(blocks) => {
            let needed = own_blocks + 1 + OWN_MARKS.high;
            if blocks < needed {
                return conflict(format!(
                    "ftl.translation_blocks: {blocks} a plane are too few: the map needs at least {needed}"
                ));
            }
            (blocks, frontiers, format!(", {blocks} set apart for the map"))
        }
    };
    let data_blocks = geometry.logical_pages.div_ceil(geometry.planes()).div_ceil(pages);
    let spare = geometry.blocks_per_plane.saturating_sub(data_blocks);
    let needed = marks.high + frontiers + fixed;
    if spare < needed {
        return Err(Error::Value {
            field: "device.over_provisioning".into(),
            value: format!("{:.4}", geometry.over_provisioning()),
            expected: format!(
                "enough: it leaves {spare} spare blocks a plane, and {needed} are needed (ftl.gc.high {} and {frontiers} \
                 being written{own}); a larger device (device.logical_bytes, device.blocks_per_plane) would do too",
                marks.high
            ),
            nearest: geometry.over_provisioning_for(needed),
        });
    }
    Ok(())
}

/// Blocks of a plane that the layer's own pages fill.
pub(crate) fn own_blocks(own_pages: u32, geometry: &Geometry) -> u32 {
    own_pages.div_ceil(geometry.planes()).div_ceil(geometry.pages_per_block)
}
