//! What the host wrote, kept beside the device to hold it to its word: every read must return the newest version
//! (SPEC 14.1), and after a power cut nothing acknowledged may be gone unnoticed (SPEC 14b).

use crate::nand::Lpn;

/// Marks a change as a trim.
const TRIM: u32 = 1 << 31;

/// Versions by logical page: the running number of the write, among the page's writes and trims, that made it. A version
/// of 0 is "never written, or trimmed".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shadow {
    /// How often each page was written or trimmed.
    changes: Vec<u32>,
    /// The version a read must return now.
    newest: Vec<u32>,
    /// The last acknowledged change, trims marked.
    acknowledged: Vec<u32>,
}

impl Shadow {
    /// Nothing written yet.
    pub fn new(logical_pages: u32) -> Self {
        let none = vec![0; logical_pages as usize];
        Self { changes: none.clone(), newest: none.clone(), acknowledged: none }
    }

    /// The host writes a page; its new version.
    #[inline]
    pub fn write(&mut self, lpn: Lpn) -> u32 {
        let version = &mut self.changes[lpn as usize];
        *version += 1;
        self.newest[lpn as usize] = *version;
        *version
    }

    /// The host gives a page up.
    pub fn trim(&mut self, lpn: Lpn) {
        self.changes[lpn as usize] += 1;
        self.newest[lpn as usize] = 0;
    }

    /// The version a read must return; 0 if the page holds nothing.
    #[inline]
    pub fn newest(&self, lpn: Lpn) -> u32 {
        self.newest[lpn as usize]
    }

    /// The last write or trim of a page, to be acknowledged when its response is sent.
    #[inline]
    pub fn last_change(&self, lpn: Lpn) -> u32 {
        let change = self.changes[lpn as usize];
        if self.newest[lpn as usize] == change { change } else { change | TRIM }
    }

    /// The response to a change was sent. Responses may come in another order than the changes did.
    #[inline]
    pub fn acknowledge(&mut self, lpn: Lpn, change: u32) {
        let last = &mut self.acknowledged[lpn as usize];
        if change & !TRIM > *last & !TRIM {
            *last = change;
        }
    }

    /// The version the host was last told is written; 0 for none.
    pub fn acknowledged(&self, lpn: Lpn) -> u32 {
        let last = self.acknowledged[lpn as usize];
        if last & TRIM == 0 { last } else { 0 }
    }

    /// Whether `version` of a page was given up by an acknowledged trim.
    pub fn is_trimmed(&self, lpn: Lpn, version: u32) -> bool {
        let last = self.acknowledged[lpn as usize];
        last & TRIM != 0 && version > 0 && version < last & !TRIM
    }

    /// After a power cut: what the device holds of a page is what counts from now on.
    pub fn settle(&mut self, lpn: Lpn, version: u32) {
        self.newest[lpn as usize] = version;
        self.acknowledged[lpn as usize] = version;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_responses_do_not_take_back_later_ones() {
        let mut shadow = Shadow::new(1);
        shadow.write(0);
        let first = shadow.last_change(0);
        shadow.write(0);
        shadow.acknowledge(0, shadow.last_change(0));
        shadow.acknowledge(0, first);
        assert_eq!(shadow.acknowledged(0), 2);
        shadow.trim(0);
        shadow.acknowledge(0, shadow.last_change(0));
        assert_eq!((shadow.newest(0), shadow.acknowledged(0)), (0, 0));
        assert!(shadow.is_trimmed(0, 2));
        let after = shadow.write(0);
        assert!(!shadow.is_trimmed(0, after));
    }
}
