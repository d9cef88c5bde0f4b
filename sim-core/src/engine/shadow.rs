//! What the host wrote, kept beside the device to hold it to its word: every read must return the newest version
//! (SPEC 14.1), and after a power cut nothing acknowledged may be gone unnoticed (SPEC 14b).

use super::checkpoint::Bulk;
use crate::nand::Lpn;

/// Versions by logical page. A version of 0 is "never written, or trimmed".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shadow {
    /// How often each page was written.
    writes: Vec<u32>,
    /// The version a read must return now.
    newest: Vec<u32>,
    /// The version of the last acknowledged write or trim.
    acknowledged: Vec<u32>,
}

impl Shadow {
    /// Nothing written yet.
    pub fn new(logical_pages: u32) -> Self {
        let none = vec![0; logical_pages as usize];
        Self { writes: none.clone(), newest: none.clone(), acknowledged: none }
    }

    /// The host writes a page; its new version.
    #[inline]
    pub fn write(&mut self, lpn: Lpn) -> u32 {
        let version = &mut self.writes[lpn as usize];
        *version += 1;
        self.newest[lpn as usize] = *version;
        *version
    }

    /// The host gives a page up.
    pub fn trim(&mut self, lpn: Lpn) {
        self.newest[lpn as usize] = 0;
    }

    /// The version a read must return; 0 if the page holds nothing.
    #[inline]
    pub fn newest(&self, lpn: Lpn) -> u32 {
        self.newest[lpn as usize]
    }

    /// The response to a write or trim that left the page at `version` was sent.
    #[inline]
    pub fn acknowledge(&mut self, lpn: Lpn, version: u32) {
        self.acknowledged[lpn as usize] = version;
    }

    /// The version the host was last told is written.
    pub fn acknowledged(&self, lpn: Lpn) -> u32 {
        self.acknowledged[lpn as usize]
    }

    /// The arrays, for checkpoints.
    pub fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        [&mut self.writes, &mut self.newest, &mut self.acknowledged].into_iter().for_each(|a| visit(Bulk::U32(a)));
    }

    /// After a power cut: what the device holds of a page is what counts from now on.
    pub fn settle(&mut self, lpn: Lpn, version: u32) {
        self.newest[lpn as usize] = version;
        self.acknowledged[lpn as usize] = version;
    }
}
