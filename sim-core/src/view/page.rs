//! What a single page is to the eye.

use crate::machine::Machine;
use crate::nand::array::PageState;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::{NONE, Ppn};
use serde::Serialize;

/// States as they are drawn. The numbers are those of the page's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PageState"))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub(crate) enum Look {
    /// Erased.
    Free = 0,
    /// Current data.
    Valid = 1,
    /// Outdated data.
    Invalid = 2,
    /// Parity of other pages.
    Parity = 3,
    /// Part of a mapping table.
    Translation = 4,
    /// In a bad block.
    Bad = 5,
    /// Cut off by a power loss.
    Torn = 6,
}

impl Look {
    /// All of them by their words, in the order of their numbers.
    pub(crate) const WORDS: [(&str, Self); Self::COUNT] = [
        ("free", Self::Free),
        ("valid", Self::Valid),
        ("invalid", Self::Invalid),
        ("parity", Self::Parity),
        ("translation", Self::Translation),
        ("bad", Self::Bad),
        ("torn", Self::Torn),
    ];
    /// How many there are.
    pub(crate) const COUNT: usize = 7;
}

/// How a page of a block of this state and kind looks.
#[inline]
pub(crate) fn look(page: u8, state: BlockState, kind: BlockKind) -> Look {
    if state == BlockState::Bad {
        return Look::Bad;
    }
    match page {
        p if p == PageState::Valid as u8 => match kind {
            BlockKind::Translation => Look::Translation,
            BlockKind::Parity => Look::Parity,
            _ => Look::Valid,
        },
        p if p == PageState::Invalid as u8 => Look::Invalid,
        p if p == PageState::Torn as u8 => Look::Torn,
        _ if state == BlockState::Stale => Look::Invalid,
        _ => Look::Free,
    }
}

/// Host page writes since the content of a page was written.
#[inline]
pub(crate) fn age(machine: &Machine, ppn: Ppn) -> u32 {
    let nand = &machine.core.nand;
    let written = nand.oob.as_ref().map_or(0, |oob| oob.written_at[ppn as usize]);
    if nand.owner[ppn as usize] == NONE { 0 } else { (nand.host_pages as u32).wrapping_sub(written) }
}

/// What is known about a page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PageDetails {
    /// Physical page number.
    pub page: Ppn,
    /// Its block.
    pub block: u32,
    /// Its place in the block.
    pub offset: u32,
    /// How it looks.
    pub state: Look,
    /// The logical page it holds or held.
    pub lpn: Option<u32>,
    /// Which version of it.
    pub version: u32,
    /// The 8 bytes that stand for its content, in hexadecimal.
    pub content: Option<String>,
    /// Host page writes since then.
    age_writes: u32,
    /// Erases of its block.
    block_erases: u32,
    /// Valid pages of its block.
    block_valid: u32,
    /// Mean erases of all blocks.
    mean_erases: f64,
}

/// Everything about page `ppn`; `None` beyond the device.
pub(crate) fn details(machine: &Machine, ppn: Ppn) -> Option<PageDetails> {
    let nand = &machine.core.nand;
    let page_state = *nand.page_state.get(ppn as usize)?;
    let block = nand.geometry.block_of(ppn);
    let state = nand.block(block);
    let erases: u64 = nand.blocks.iter().map(|block| u64::from(block.erase_count)).sum();
    let lpn = Some(nand.owner[ppn as usize]).filter(|&lpn| lpn != NONE);
    let content = nand.oob.as_ref().zip(lpn).map(|(oob, lpn)| oob.content(ppn, lpn));
    Some(PageDetails {
        page: ppn,
        block,
        offset: nand.geometry.offset_of(ppn),
        state: look(page_state, state.state, state.kind),
        lpn,
        content: content.map(|bytes| format!("{bytes:016x}")),
        version: nand.oob.as_ref().map_or(0, |oob| oob.version[ppn as usize]),
        age_writes: age(machine, ppn),
        block_erases: state.erase_count,
        block_valid: state.valid,
        mean_erases: erases as f64 / nand.blocks.len() as f64,
    })
}
