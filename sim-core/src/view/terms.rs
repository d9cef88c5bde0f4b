//! What the parts of the device in a lane are called.

use crate::flash::terms::{Terms, Vocabulary};
use crate::machine::Machine;

/// The words for a machine's device.
pub(crate) fn terms(machine: &Machine) -> Terms<'_> {
    Terms { geometry: &machine.core.nand.geometry, vocabulary: vocabulary(machine) }
}

/// The smallest core has page mapping alone.
#[cfg(not(feature = "layers"))]
fn vocabulary(_: &Machine) -> Vocabulary {
    Vocabulary::Blocks
}

#[cfg(feature = "layers")]
fn vocabulary(machine: &Machine) -> Vocabulary {
    if let Some(device) = machine.ftl.ttflash() {
        return Vocabulary::Stripes { data_pages: device.layout().width() };
    }
    match machine.ftl.host_ftl() {
        Some(ftl) => Vocabulary::Lines { map_block_pages: ftl.map().map_or(1, |map| map.block_pages) },
        None => Vocabulary::Blocks,
    }
}
