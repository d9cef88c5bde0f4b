//! What the out-of-band bytes tell after a power cut: which copy of a page is newest, and which pages are copies.

use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, Ppn};

/// Sets every page's validity by sequence number, the highest of each page winning, and fills `page_of`. Returns how many
/// pages were read.
pub(super) fn newest_pages(nand: &mut Nand, page_of: &mut [Ppn]) -> Result<u32, Halt> {
    page_of.fill(NONE);
    let oob = nand.oob.as_ref().ok_or_else(|| Rule::Invariant("recovery without out-of-band bytes".into()))?;
    let mut scanned = 0;
    for ppn in 0..nand.geometry.physical_pages() {
        let lpn = nand.owner[ppn as usize];
        if lpn == NONE || oob.sequence[ppn as usize] == 0 {
            continue;
        }
        scanned += 1;
        let known = page_of[lpn as usize];
        if known == NONE || oob.sequence[known as usize] < oob.sequence[ppn as usize] {
            page_of[lpn as usize] = ppn;
        }
    }
    let page_of = &*page_of;
    // A page left over from earlier use has no owner.
    nand.revalidate(|ppn, lpn| page_of.get(lpn as usize) == Some(&ppn));
    Ok(scanned)
}

/// Erases blocks that hold nothing current, those whose erase was cut off among them.
pub(super) fn erase_what_is_empty(flash: &mut Flash<'_>) -> Result<(), Halt> {
    for block in 0..flash.nand().geometry.blocks() {
        let state = flash.nand().block(block);
        let (state, spent, valid) = (state.state, state.write_ptr > 0, state.valid);
        if state == BlockState::Stale || spent && valid == 0 && state != BlockState::Bad {
            flash.erase(block, Purpose::Recovery)?;
        }
    }
    Ok(())
}

/// The page that the first readable page of a block holds.
pub(crate) fn owner(block: BlockId, nand: &Nand) -> Option<Lpn> {
    nand.geometry.pages_of(block).find_map(|ppn| nand.read(ppn as Ppn).ok())
}

/// When the first readable page of a block was programmed; 0 if it has none.
pub(super) fn first_sequence(block: BlockId, nand: &Nand) -> u64 {
    let first = nand.geometry.pages_of(block).find(|&ppn| nand.read(ppn as Ppn).is_ok());
    first.zip(nand.oob.as_ref()).map_or(0, |(ppn, oob)| oob.sequence[ppn])
}

/// The valid pages of `block`, each with the outdated page of the same plane that it was copied from; `None` if one has
/// none. What was programmed later is no source, but a copy of it that another cut has left behind.
pub(crate) fn copies(block: BlockId, nand: &Nand) -> Option<Vec<(Ppn, Ppn)>> {
    let plane = nand.geometry.blocks_of(nand.geometry.plane_of(block));
    let oob = nand.oob.as_ref()?;
    let source = |copy: Ppn| {
        let same = |&page: &Ppn| {
            page != copy
                && nand.read(page) == Ok(nand.owner[copy as usize])
                && oob.version[page as usize] == oob.version[copy as usize]
                && oob.sequence[page as usize] < oob.sequence[copy as usize]
        };
        let others = plane.clone().filter(|&other| other != block && nand.block(other).state != BlockState::Bad);
        others.flat_map(|other| nand.geometry.pages_of(other)).map(|page| page as Ppn).find(same)
    };
    let valid = nand.geometry.pages_of(block).map(|page| page as Ppn).filter(|&page| nand.is_valid(page));
    valid.map(|copy| Some((copy, source(copy)?))).collect()
}
