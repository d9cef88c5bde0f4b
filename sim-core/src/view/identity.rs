//! How logical blocks are told apart: which of 64 looks each one in sight has.
//!
//! A look goes by the order of first touch: the first eight blocks that the host asked for are plain hues, the next eight
//! are hatched, and so on. Where more than 64 were touched, blocks that are in sight together still look different while
//! there are looks left: the earlier one keeps its look, the later one takes the next that is free.

use super::layer::LayerView;
use super::merges::MergeStory;
use crate::base::order::sorted_by;
use crate::flash::decision::Decision;
use crate::flash::touches::Seats;
use crate::nand::NONE;
use crate::replay::lane::Lane;
use serde::Serialize;

/// Looks that can be told apart: 8 hues, 4 patterns, a single or a double outline.
pub const LOOKS: usize = 64;
/// Devices of at most so many pages are drawn page by page.
const CELLS_MAX_PAGES: u32 = 4096;

/// The looks of the logical blocks in sight.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Identities {
    /// Their numbers.
    lbn: Vec<u32>,
    /// The appearance of each.
    appearance: Vec<u32>,
}

/// The looks of all that `layer`, `merges` and `decision` tell of, and of all blocks of a small device.
pub fn identities(
    lane: &Lane,
    layer: &LayerView,
    merges: Option<&MergeStory>,
    decision: Option<&Decision>,
) -> Identities {
    let touches = &lane.history.touches;
    let (seats, blocks) = (touches.before(lane.position()), touches.blocks());
    let mut chosen = Chosen { seats, found: Identities::default(), taken: [false; LOOKS] };
    if blocks as usize <= LOOKS {
        chosen.choose((0..blocks).collect());
        return chosen.found;
    }
    let nand = &lane.machine().core.nand;
    let pages_per_block = nand.geometry.pages_per_logical_block();
    let mut told = Vec::new();
    layer.owners(pages_per_block, &mut |lbn| told.push(lbn));
    told.extend(merges.into_iter().flat_map(MergeStory::owners));
    told.extend(decision.into_iter().flat_map(|decision| &decision.moved).map(|moved| moved.lbn));
    told.retain(|&lbn| lbn < blocks);
    chosen.choose(told);
    // What is told chooses before what is merely drawn.
    if nand.geometry.physical_pages() <= CELLS_MAX_PAGES {
        let mut drawn = vec![false; blocks as usize];
        for lpn in nand.owner.iter().filter(|&&lpn| lpn != NONE) {
            if let Some(is_drawn) = drawn.get_mut((lpn / pages_per_block) as usize) {
                *is_drawn = true;
            }
        }
        chosen.found.lbn.iter().for_each(|&lbn| drawn[lbn as usize] = false);
        chosen.choose((0..blocks).filter(|&lbn| drawn[lbn as usize]).collect());
    }
    chosen.found
}

/// Looks given so far.
struct Chosen<'a> {
    seats: Seats<'a>,
    found: Identities,
    taken: [bool; LOOKS],
}

impl Chosen<'_> {
    /// Gives looks to `owners`, those touched earlier first: to all whose own is free, then to the others what is left.
    fn choose(&mut self, owners: Vec<u32>) {
        let mut order = sorted_by(&owners, |&lbn| u64::from(self.seats.of(lbn)));
        order.dedup();
        let mut late = Vec::new();
        for lbn in order {
            let look = self.own(lbn);
            if self.taken[look] {
                late.push(lbn);
            } else {
                self.give(lbn, look);
            }
        }
        for lbn in late {
            let own = self.own(lbn);
            let free = (1..LOOKS).map(|step| (own + step) % LOOKS).find(|&look| !self.taken[look]);
            self.give(lbn, free.unwrap_or(own));
        }
    }

    fn own(&self, lbn: u32) -> usize {
        self.seats.of(lbn) as usize % LOOKS
    }

    fn give(&mut self, lbn: u32, look: usize) {
        self.taken[look] = true;
        self.found.lbn.push(lbn);
        self.found.appearance.push(look as u32);
    }
}
