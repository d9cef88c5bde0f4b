//! The device of an experiment: what may be set, and the geometry and timing that follow.

use super::document::Experiment;
use crate::base::error::Error;
use crate::base::rng::{Component, Rng};
use crate::nand::PlaneId;
use crate::nand::array::ProgramOrder;
use crate::nand::geometry::{ByBlocks, Geometry};
use crate::nand::reserve::Reserve;
use crate::nand::timing::Timing;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;

const ERASE_FAILURES: &str = "erase_failures";
const PROGRAM_FAILURES: &str = "program_failures";
const RESERVE_BLOCKS: &str = "reserve_blocks";
const FACTORY_BAD_BLOCKS: &str = "factory_bad_blocks";

/// What may be set about a device, below `device.`.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::choice("preset", "\"micron-lb\"", &super::presets::NAMES, "A device from the papers to start from."),
    Parameter::integer("channels", "1", 1, 256, "Independent channels."),
    Parameter::integer("chips_per_channel", "1", 1, 256, "Chips per channel."),
    Parameter::integer("planes_per_chip", "1", 1, 16, "Planes per chip."),
    Parameter::optional(
        "logical_bytes",
        "null",
        512,
        1 << 44,
        "Capacity that the host sees, in bytes; the number of blocks follows from it.",
    ),
    Parameter::optional(
        "blocks_per_plane",
        "null",
        2,
        1 << 24,
        "Blocks per plane; the capacity that the host sees follows from it.",
    ),
    Parameter::integer("pages_per_block", "64", 1, 8192, "Pages per block."),
    Parameter::integer("page_bytes", "2048", 512, 65_536, "Page size in bytes; a multiple of 512."),
    Parameter::integer(
        "read_ns",
        "130900",
        0,
        1_000_000_000_000,
        "Time to read a page from the array (tR), in nanoseconds.",
    )
    .changing(),
    Parameter::integer("program_ns", "405900", 0, 1_000_000_000_000, "Time to program a page (tPROG), in nanoseconds.")
        .changing(),
    Parameter::integer("erase_ns", "2000000", 0, 1_000_000_000_000, "Time to erase a block (tBERS), in nanoseconds.")
        .changing(),
    Parameter::integer(
        "transfer_ns",
        "0",
        0,
        1_000_000_000_000,
        "Time to transfer a page over the channel, in nanoseconds.",
    )
    .changing(),
    Parameter::integer(
        "command_ns",
        "0",
        0,
        1_000_000_000_000,
        "Time to transfer a command over the channel, in nanoseconds.",
    )
    .changing(),
    Parameter::integer("controller_ns", "0", 0, 1_000_000_000_000, "Controller time per host page, in nanoseconds.")
        .changing(),
    Parameter::boolean("copyback", "false", "Whether copies within a plane use copyback instead of the channel.")
        .changing(),
    Parameter::boolean("read_priority", "false", "Whether reads overtake other commands of their plane. Event clock.")
        .changing(),
    Parameter::number("over_provisioning", "0.055", 0.0, 100.0, "Physical pages per logical page, minus 1."),
    Parameter::integer("endurance", "100000", 1, 4_000_000_000, "Erases after which a block is bad.").changing(),
    Parameter::optional(
        ERASE_FAILURES,
        "null",
        0,
        1 << 32,
        "Number of erases of the run that fail, the next ones from where it is set: their blocks go bad; null for none.",
    )
    .changing()
    .unsaid(),
    Parameter::optional(
        PROGRAM_FAILURES,
        "null",
        0,
        1 << 32,
        "Number of programs of the run that fail, the next ones from where it is set: their blocks are replaced from the reserve; null for none.",
    )
    .changing()
    .unsaid(),
    Parameter::optional(
        RESERVE_BLOCKS,
        "null",
        0,
        1 << 24,
        "Blocks of each plane in reserve, beside its physical blocks; null for 2 % of these, rounded up.",
    )
    .unsaid(),
    Parameter::optional(
        FACTORY_BAD_BLOCKS,
        "null",
        0,
        1 << 24,
        "Blocks of the device that were bad when it was made, on planes drawn by run.seed: the reserve has so many fewer; null for none.",
    )
    .unsaid(),
    Parameter::choice(
        "clock",
        "\"serial\"",
        &["serial", "event"],
        "serial: one operation at a time; event: channels and planes work in parallel.",
    ),
    Parameter::choice(
        "program_order",
        "\"layer\"",
        &["layer", "strict", "skip-ok", "off"],
        "How strictly the pages of a block must be programmed in ascending order; layer: as the translation layer requires.",
    ),
];

/// Bytes of flash are not a whole number of pages in floating point; this much is forgiven when rounding.
const SLACK: f64 = 1e-9;

/// The shape that `settings` ask for, rounded to whole blocks (DESIGN: sizes).
///
/// # Errors
/// A page size that is not a multiple of 512, a device without a logical page, or one with 2³² pages or more.
pub fn geometry(settings: &Settings) -> Result<Geometry, Error> {
    shape(settings, WHOLE)
}

/// The shape of the device of `experiment`: a layer that keeps parity leaves less of the flash to the host.
///
/// # Errors
/// As [`geometry`].
pub(crate) fn geometry_of(experiment: &Experiment) -> Result<Geometry, Error> {
    let channels = experiment.device.integer("channels");
    let share = if experiment.has_stripes() { (channels - 1, channels) } else { WHOLE };
    shape(&experiment.device, share)
}

/// All that over-provisioning leaves is the host's.
const WHOLE: (u64, u64) = (1, 1);

/// The shape where the host has so many parts of so many of what over-provisioning leaves.
fn shape(settings: &Settings, (hosts, parts): (u64, u64)) -> Result<Geometry, Error> {
    let page_bytes = settings.integer("page_bytes");
    if !page_bytes.is_multiple_of(512) {
        return Err(Error::Value {
            field: "device.page_bytes".into(),
            value: page_bytes.to_string(),
            expected: "a multiple of 512".into(),
            nearest: Some((page_bytes.div_ceil(512) * 512).to_string()),
        });
    }
    let [channels, chips_per_channel, planes_per_chip] =
        ["channels", "chips_per_channel", "planes_per_chip"].map(|name| settings.integer(name));
    let planes = channels * chips_per_channel * planes_per_chip;
    let pages_per_block = settings.integer("pages_per_block");
    let ratio = 1.0 + settings.number("over_provisioning");
    let (blocks_per_plane, logical_pages) = match settings.optional("blocks_per_plane") {
        Some(blocks) => {
            let physical = (blocks * planes * pages_per_block) as f64;
            let logical_blocks = (physical / ratio / pages_per_block as f64 * (1.0 + SLACK)) as u64;
            (blocks, logical_blocks * pages_per_block / parts * hosts)
        }
        None => {
            let logical = settings.optional("logical_bytes").unwrap_or(1 << 30) / page_bytes;
            let kept = logical as f64 * ratio * parts as f64 / hosts.max(1) as f64;
            let blocks = (kept / (pages_per_block * planes) as f64 * (1.0 - SLACK)).ceil() as u64;
            (blocks, logical)
        }
    };
    let physical = blocks_per_plane.saturating_mul(planes).saturating_mul(pages_per_block);
    if logical_pages == 0 || physical >= u64::from(u32::MAX) {
        return Err(Error::Conflict(format!(
            "the device would have {logical_pages} logical and {physical} physical pages; \
             at least 1 and fewer than 4294967295 are possible (device.logical_bytes, device.blocks_per_plane)"
        )));
    }
    Ok(Geometry {
        channels: channels as u32,
        chips_per_channel: chips_per_channel as u32,
        planes_per_chip: planes_per_chip as u32,
        blocks_per_plane: blocks_per_plane as u32,
        pages_per_block: pages_per_block as u32,
        spare_pages: 0,
        page_bytes: page_bytes as u32,
        logical_pages: logical_pages as u32,
        by_blocks: ByBlocks(settings.optional("blocks_per_plane").is_some()),
    })
}

/// The durations that `settings` ask for.
pub(crate) fn timing(settings: &Settings) -> Timing {
    Timing {
        read_ns: settings.integer("read_ns"),
        program_ns: settings.integer("program_ns"),
        erase_ns: settings.integer("erase_ns"),
        transfer_ns: settings.integer("transfer_ns"),
        command_ns: settings.integer("command_ns"),
        controller_ns: settings.integer("controller_ns"),
        copyback: settings.flag("copyback"),
    }
}

/// Erases of the run that fail.
pub(crate) fn erase_failures(settings: &Settings) -> u64 {
    settings.said_integer(ERASE_FAILURES).unwrap_or(0)
}

/// Programs of the run that fail.
pub(crate) fn program_failures(settings: &Settings) -> u64 {
    settings.said_integer(PROGRAM_FAILURES).unwrap_or(0)
}

/// The reserve of each plane, without the blocks that were bad when the device was made.
///
/// # Errors
/// More bad blocks than the reserve of a plane replaces.
pub(crate) fn reserve(settings: &Settings, geometry: &Geometry, seed: u64) -> Result<Reserve, Error> {
    let each = settings.said_integer(RESERVE_BLOCKS).unwrap_or(u64::from(geometry.blocks_per_plane.div_ceil(50)));
    let mut reserve = Reserve::new(each as u32);
    let mut rng = Rng::new(seed, Component::BadBlocks);
    let bad = settings.said_integer(FACTORY_BAD_BLOCKS).unwrap_or(0);
    for placed in 0..bad {
        let plane = rng.below(u64::from(geometry.planes())) as PlaneId;
        if reserve.left(plane) == 0 {
            return Err(Error::Value {
                field: format!("device.{FACTORY_BAD_BLOCKS}"),
                value: bad.to_string(),
                expected: format!(
                    "at most {placed} with this seed, since plane {plane} has {each} in reserve (device.{RESERVE_BLOCKS})"
                ),
                nearest: Some(placed.to_string()),
            });
        }
        reserve.begins_without(plane);
    }
    Ok(reserve)
}

/// Whether erases or programs of the run fail, from its start on or after a change.
pub(crate) fn has_failures(experiment: &Experiment) -> bool {
    erase_failures(&experiment.device) + program_failures(&experiment.device) > 0 || fail_later(experiment)
}

#[cfg(feature = "layers")]
fn fail_later(experiment: &Experiment) -> bool {
    let fields = [ERASE_FAILURES, PROGRAM_FAILURES].map(|name| format!("device.{name}"));
    experiment.changes.iter().any(|change| fields.iter().any(|field| change.set.contains_key(field)))
}

/// A core without changes in mid-run.
#[cfg(not(feature = "layers"))]
fn fail_later(_: &Experiment) -> bool {
    false
}

/// Erases after which a block is bad.
pub(crate) fn endurance(settings: &Settings) -> u32 {
    settings.integer("endurance").min(u64::from(u32::MAX)) as u32
}

/// The program order that `settings` ask for, where they leave it to the layer `of_layer`.
pub(crate) fn program_order(settings: &Settings, of_layer: ProgramOrder) -> ProgramOrder {
    match settings.word("program_order") {
        "strict" => ProgramOrder::Strict,
        "skip-ok" => ProgramOrder::SkipOk,
        "off" => ProgramOrder::Off,
        _ => of_layer,
    }
}
