//! The out-of-band bytes of pages: what survives a power cut besides the data, and what a page's age and
//! content are told by.
//!
//! Kept only where somebody looks: in observed lanes, in tests and in runs with a power cut.

use super::{Lpn, Ppn};
use crate::base::bulk::Bulk;
use std::ops::Range;

/// Out-of-band bytes of every page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Oob {
    /// Device-wide running number of the program that wrote the page, from 1; 0 if unreadable or never written.
    pub(crate) sequence: Bulk<u64>,
    /// Which version of its logical page the page holds, from 1.
    pub version: Bulk<u32>,
    /// Host page writes of the device when the content was written by the host, modulo 2³².
    pub(crate) written_at: Bulk<u32>,
}

impl Oob {
    /// Out-of-band bytes of `pages` erased pages.
    pub fn erased(pages: usize) -> Self {
        Self { sequence: vec![0; pages].into(), version: vec![0; pages].into(), written_at: vec![0; pages].into() }
    }

    /// The bytes of some pages.
    pub fn slice(&self, pages: Range<usize>) -> Self {
        Self {
            sequence: self.sequence[pages.clone()].to_vec().into(),
            version: self.version[pages.clone()].to_vec().into(),
            written_at: self.written_at[pages].to_vec().into(),
        }
    }

    /// Puts back what [`Oob::slice`] took of the same pages.
    pub(crate) fn restore(&mut self, pages: Range<usize>, kept: &Self) {
        self.sequence[pages.clone()].copy_from_slice(&kept.sequence);
        self.version[pages.clone()].copy_from_slice(&kept.version);
        self.written_at[pages].copy_from_slice(&kept.written_at);
    }

    /// The content of a page of the host.
    pub fn content(&self, ppn: Ppn, owner: Lpn) -> u64 {
        content(owner, self.version[ppn as usize])
    }

    /// The content of a parity page: its 8 bytes stand where other pages have their version and their age.
    pub fn parity(&self, ppn: Ppn) -> u64 {
        u64::from(self.version[ppn as usize]) << 32 | u64::from(self.written_at[ppn as usize])
    }
}

/// The two words in which a parity page keeps its 8 bytes.
pub(crate) fn words(parity: u64) -> [u32; 2] {
    [(parity >> 32) as u32, parity as u32]
}

/// The 8 bytes that stand for the content of version `version` of logical page `lpn`: computed, never stored.
pub(crate) fn content(lpn: Lpn, version: u32) -> u64 {
    let mut z = (u64::from(lpn) << 32 | u64::from(version)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_those_of_splitmix64() {
        assert_eq!(
            [1, 2, 3].map(|version| content(0, version)),
            [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]
        );
        assert_ne!(content(1, 1), content(0, 1));
    }
}
