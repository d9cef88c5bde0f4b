//! How logical blocks are told apart: which of 64 looks each one in sight has.
//!
//! A look goes by the order of first touch: the first eight blocks that the host asked for are plain hues, the next eight
//! are hatched, and so on. Where more than 64 were touched, blocks that are in sight together still look different while
//! there are looks left: the earlier one keeps its look, the later one takes the next that is free.

use super::layer::LayerView;
use super::merges::MergeStory;
use crate::engine::decision::Decision;
use crate::engine::lane::Lane;
use crate::engine::touches::Seats;
use crate::nand::NONE;
use serde::Serialize;
use std::collections::BTreeSet;

/// Looks that can be told apart: 8 hues, 4 patterns, a single or a double outline.
pub const LOOKS: usize = 64;
/// Devices of at most so many pages are drawn page by page.
const CELLS_MAX_PAGES: u32 = 4096;

/// The looks of the logical blocks in sight.
#[derive(Debug, Default, Serialize)]
pub struct Identities {
    /// Their numbers, ascending.
    lbn: Vec<u32>,
    /// The look of each.
    look: Vec<u8>,
}

/// The looks of all that `layer`, `merges` and `decision` tell of, and of all blocks of a small device.
pub fn identities(
    lane: &Lane,
    layer: &LayerView,
    merges: Option<&MergeStory>,
    decision: Option<&Decision>,
) -> Identities {
    let touches = &lane.history.touches;
    let seats = touches.before(lane.position());
    let blocks = touches.blocks();
    let mut told = BTreeSet::new();
    let mut see = |lbn: u32| {
        if lbn < blocks {
            told.insert(lbn);
        }
    };
    if blocks as usize <= LOOKS {
        (0..blocks).for_each(&mut see);
        return looks(&told, &BTreeSet::new(), seats);
    }
    let geometry = &lane.machine().core.nand.geometry;
    let pages_per_block = geometry.pages_per_logical_block();
    layer.owners(pages_per_block, &mut see);
    merges.into_iter().flat_map(MergeStory::owners).for_each(&mut see);
    decision.into_iter().flat_map(|decision| &decision.moved).for_each(|moved| see(moved.lbn));
    let drawn = if geometry.physical_pages() <= CELLS_MAX_PAGES {
        let owners = lane.machine().core.nand.owner.iter().filter(|&&lpn| lpn != NONE);
        owners.map(|lpn| lpn / pages_per_block).filter(|lbn| *lbn < blocks).collect()
    } else {
        BTreeSet::new()
    };
    looks(&told, &drawn, seats)
}

/// Those that are `told` choose before those that are merely `drawn`, those touched earlier before the others.
fn looks(told: &BTreeSet<u32>, drawn: &BTreeSet<u32>, seats: Seats<'_>) -> Identities {
    let mut taken = [false; LOOKS];
    let mut found = Vec::with_capacity(told.len());
    choose(told.iter(), seats, &mut taken, &mut found);
    choose(drawn.difference(told), seats, &mut taken, &mut found);
    found.sort_unstable();
    let (lbn, look) = found.into_iter().unzip();
    Identities { lbn, look }
}

/// Gives looks to `owners`: first to all whose own is free, then to the others what is left.
fn choose<'a>(
    owners: impl Iterator<Item = &'a u32>,
    seats: Seats<'_>,
    taken: &mut [bool; LOOKS],
    found: &mut Vec<(u32, u8)>,
) {
    let mut order: Vec<(u32, u32)> = owners.map(|&lbn| (seats.of(lbn), lbn)).collect();
    order.sort_unstable();
    let mut late = Vec::new();
    for (seat, lbn) in order {
        let own = seat as usize % LOOKS;
        if std::mem::replace(&mut taken[own], true) {
            late.push((lbn, own));
        } else {
            found.push((lbn, own as u8));
        }
    }
    for (lbn, own) in late {
        let free = (1..LOOKS).map(|step| (own + step) % LOOKS).find(|&look| !taken[look]);
        let look = free.unwrap_or(own);
        taken[look] = true;
        found.push((lbn, look as u8));
    }
}
