//! What the host wrote, kept beside the device to hold it to its word: every read must return the newest version
//! (SPEC 14.1), and after a power cut nothing acknowledged may be gone unnoticed (SPEC 14b).

use super::checkpoint::Bulk;
use crate::nand::Lpn;
use std::collections::BTreeMap;

/// Versions by logical page. A version of 0 is "never written, or trimmed".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shadow {
    /// How often each page was written, times 2, plus 1 unless it was trimmed since.
    pages: Vec<u32>,
    /// Pages with a write or trim whose response was not sent yet, and the version the host was last told.
    unacknowledged: BTreeMap<Lpn, u32>,
}

impl Shadow {
    /// Nothing written yet.
    pub fn new(logical_pages: u32) -> Self {
        Self { pages: vec![0; logical_pages as usize], unacknowledged: BTreeMap::new() }
    }

    /// The host writes a page; its new version.
    #[inline]
    pub fn write(&mut self, lpn: Lpn) -> u32 {
        self.unacknowledged.entry(lpn).or_insert(version(self.pages[lpn as usize]));
        let page = &mut self.pages[lpn as usize];
        *page = (*page | 1) + 2;
        version(*page)
    }

    /// The host gives a page up.
    pub fn trim(&mut self, lpn: Lpn) {
        self.unacknowledged.entry(lpn).or_insert(version(self.pages[lpn as usize]));
        self.pages[lpn as usize] &= !1;
    }

    /// The version a read must return; 0 if the page holds nothing.
    #[inline]
    pub fn newest(&self, lpn: Lpn) -> u32 {
        version(self.pages[lpn as usize])
    }

    /// The response to a write or trim that left the page at `version` was sent.
    #[inline]
    pub fn acknowledge(&mut self, lpn: Lpn, version: u32) {
        if version == self.newest(lpn) {
            self.unacknowledged.remove(&lpn);
        } else {
            self.unacknowledged.insert(lpn, version);
        }
    }

    /// The version the host was last told is written.
    pub fn acknowledged(&self, lpn: Lpn) -> u32 {
        self.unacknowledged.get(&lpn).copied().unwrap_or_else(|| self.newest(lpn))
    }

    /// The array, for checkpoints.
    pub fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        visit(Bulk::U32(&mut self.pages));
    }

    /// After a power cut: what the device holds of a page is what counts from now on.
    pub fn settle(&mut self, lpn: Lpn, version: u32) {
        self.pages[lpn as usize] = version << 1 | u32::from(version > 0);
        self.unacknowledged.remove(&lpn);
    }
}

#[inline]
fn version(page: u32) -> u32 {
    if page & 1 == 1 { page >> 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_go_on_across_a_trim() {
        let mut shadow = Shadow::new(1);
        assert_eq!((shadow.write(0), shadow.write(0), shadow.newest(0)), (1, 2, 2));
        shadow.trim(0);
        assert_eq!(shadow.newest(0), 0);
        assert_eq!((shadow.write(0), shadow.newest(0)), (3, 3));
    }

    #[test]
    fn the_host_knows_what_it_was_told() {
        let mut shadow = Shadow::new(1);
        let first = shadow.write(0);
        assert_eq!(shadow.acknowledged(0), 0);
        let second = shadow.write(0);
        shadow.acknowledge(0, first);
        assert_eq!(shadow.acknowledged(0), first);
        shadow.acknowledge(0, second);
        assert_eq!(shadow.acknowledged(0), second);
        shadow.settle(0, first);
        assert_eq!((shadow.newest(0), shadow.acknowledged(0)), (first, first));
    }
}
