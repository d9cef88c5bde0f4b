//! What the host wrote, kept beside the device to hold it to its word: every read must return the newest
//! version, and after a power cut nothing acknowledged may be gone unnoticed.

use crate::base::bulk::{AnyBulk, Bulk};
use crate::nand::Lpn;
use std::collections::BTreeMap;

/// Marks a change as a trim.
const TRIM: u32 = 1 << 31;

/// Versions by logical page: the running number of the write, among the page's writes and trims, that made it. A version
/// of 0 is "never written, or trimmed".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shadow {
    /// How often each page was written or trimmed, times 2, plus 1 if the last of it was a write.
    pages: Bulk<u32>,
    /// The last acknowledged change, trims marked, of pages that have a later one under way.
    unacknowledged: BTreeMap<Lpn, u32>,
    /// The last trim of pages that have a change under way.
    trims: BTreeMap<Lpn, u32>,
}

impl Shadow {
    /// Nothing written yet.
    pub fn new(logical_pages: u32) -> Self {
        Self { pages: vec![0; logical_pages as usize].into(), unacknowledged: BTreeMap::new(), trims: BTreeMap::new() }
    }

    /// The host writes a page; its new version.
    #[inline]
    pub fn write(&mut self, lpn: Lpn) -> u32 {
        self.unacknowledged.entry(lpn).or_insert(last_change(self.pages[lpn as usize]));
        let page = &mut self.pages[lpn as usize];
        *page = (*page | 1) + 2;
        newest(*page)
    }

    /// The host gives a page up.
    pub fn trim(&mut self, lpn: Lpn) {
        self.unacknowledged.entry(lpn).or_insert(last_change(self.pages[lpn as usize]));
        let page = &mut self.pages[lpn as usize];
        *page = (*page & !1) + 2;
        self.trims.insert(lpn, *page >> 1);
    }

    /// The version a read must return; 0 if the page holds nothing.
    #[inline]
    pub fn newest(&self, lpn: Lpn) -> u32 {
        newest(self.pages[lpn as usize])
    }

    /// The last write or trim of a page, to be acknowledged when its response is sent.
    #[inline]
    pub(crate) fn last_change(&self, lpn: Lpn) -> u32 {
        last_change(self.pages[lpn as usize])
    }

    /// The response to a change was sent. Responses may come in another order than the changes did.
    #[inline]
    pub(crate) fn acknowledge(&mut self, lpn: Lpn, change: u32) {
        if change == self.last_change(lpn) {
            self.unacknowledged.remove(&lpn);
            self.trims.remove(&lpn);
        } else if let Some(last) = self.unacknowledged.get_mut(&lpn).filter(|last| change & !TRIM > **last & !TRIM) {
            *last = change;
        }
    }

    /// The version the host was last told is written; 0 for none.
    pub fn acknowledged(&self, lpn: Lpn) -> u32 {
        let last = self.last_acknowledged(lpn);
        if last & TRIM == 0 { last } else { 0 }
    }

    /// Whether a page may show nothing after a power cut, or what it held at any time, whatever it was told to hold: a later trim was
    /// under way, and the page's newest copy may have been erased since.
    pub(crate) fn is_given_up(&self, lpn: Lpn) -> bool {
        self.trims.get(&lpn).is_some_and(|&trim| trim > self.last_acknowledged(lpn) & !TRIM)
    }

    /// Whether `version` of a page was given up by an acknowledged trim.
    pub(crate) fn is_trimmed(&self, lpn: Lpn, version: u32) -> bool {
        let last = self.last_acknowledged(lpn);
        last & TRIM != 0 && version > 0 && version < last & !TRIM
    }

    fn last_acknowledged(&self, lpn: Lpn) -> u32 {
        self.unacknowledged.get(&lpn).copied().unwrap_or_else(|| self.last_change(lpn))
    }

    /// The array, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.pages));
    }

    /// After a power cut: what the device holds of a page is what counts from now on.
    pub(crate) fn settle(&mut self, lpn: Lpn, version: u32) {
        self.pages[lpn as usize] = version << 1 | u32::from(version > 0);
        self.unacknowledged.remove(&lpn);
        self.trims.remove(&lpn);
    }
}

#[inline]
fn newest(page: u32) -> u32 {
    if page & 1 == 1 { page >> 1 } else { 0 }
}

#[inline]
fn last_change(page: u32) -> u32 {
    match (page >> 1, page & 1) {
        (0, _) => 0,
        (change, 1) => change,
        (change, _) => change | TRIM,
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;
    use crate::base::rng::{Component, Rng};

    #[test]
    fn late_responses_do_not_take_back_later_ones() {
        let mut shadow = Shadow::new(1);
        shadow.write(0);
        let first = shadow.last_change(0);
        shadow.write(0);
        shadow.acknowledge(0, shadow.last_change(0));
        shadow.acknowledge(0, first);
        assert_eq!(shadow.acknowledged(0), 2);
        assert!(!shadow.is_given_up(0));
        shadow.trim(0);
        assert!(shadow.is_given_up(0));
        shadow.acknowledge(0, shadow.last_change(0));
        assert_eq!((shadow.newest(0), shadow.acknowledged(0)), (0, 0));
        assert!(shadow.is_trimmed(0, 2));
        let after = shadow.write(0);
        assert!(!shadow.is_trimmed(0, after));
    }

    /// One page, with all that was ever done to it: what the shadow knows in a few numbers.
    #[derive(Default)]
    struct Page {
        /// Of each change since it was last settled: whether it is a trim. The first is number `first`.
        trims: Vec<bool>,
        first: u32,
        acknowledged: u32,
    }

    impl Page {
        fn last(&self) -> u32 {
            self.first + self.trims.len() as u32
        }
        fn is_trim(&self, number: u32) -> bool {
            number > self.first && self.trims[(number - self.first - 1) as usize]
        }
        fn shown(&self, number: u32) -> u32 {
            if self.is_trim(number) { 0 } else { number }
        }
    }

    #[test]
    fn it_knows_what_a_list_of_all_changes_knows() {
        let (mut shadow, mut page, mut under_way) = (Shadow::new(2), Page::default(), Vec::new());
        let mut rng = Rng::new(5, Component::Policy);
        let mut seen = [0; 3];
        for _ in 0..20_000 {
            match rng.below(20) {
                0 => {
                    let version = rng.below(u64::from(page.last()) + 1) as u32;
                    shadow.settle(1, version);
                    page = Page { trims: Vec::new(), first: version, acknowledged: version };
                    under_way.clear();
                }
                1..=10 => {
                    let is_trim = rng.below(3) == 0;
                    page.trims.push(is_trim);
                    if is_trim {
                        shadow.trim(1);
                    } else {
                        assert_eq!(shadow.write(1), page.last());
                    }
                    under_way.push((page.last(), shadow.last_change(1)));
                }
                _ if !under_way.is_empty() => {
                    let (number, change) = under_way.swap_remove(rng.below(under_way.len() as u64) as usize);
                    shadow.acknowledge(1, change);
                    page.acknowledged = page.acknowledged.max(number);
                }
                _ => {}
            }
            assert_eq!(shadow.newest(1), page.shown(page.last()));
            assert_eq!(shadow.acknowledged(1), page.shown(page.acknowledged));
            let is_given_up = (page.acknowledged + 1..=page.last()).any(|number| page.is_trim(number));
            assert_eq!(shadow.is_given_up(1), is_given_up);
            for version in page.acknowledged.saturating_sub(2)..page.acknowledged + 2 {
                let is_trimmed = page.is_trim(page.acknowledged) && version > 0 && version < page.acknowledged;
                assert_eq!(shadow.is_trimmed(1, version), is_trimmed, "version {version}");
                seen[1] += u32::from(is_trimmed);
            }
            seen[0] += u32::from(is_given_up);
            seen[2] += u32::from(page.acknowledged < page.last());
            assert_eq!((shadow.newest(0), shadow.acknowledged(0)), (0, 0), "the page beside it");
        }
        assert!(seen.iter().all(|&count| count > 1_000), "{seen:?}");
    }

    #[test]
    fn nothing_is_kept_of_pages_whose_changes_are_all_acknowledged() {
        let mut shadow = Shadow::new(3);
        for lpn in 0..3 {
            shadow.write(lpn);
            shadow.trim(lpn);
            let trim = shadow.last_change(lpn);
            shadow.write(lpn);
            shadow.acknowledge(lpn, trim);
            shadow.acknowledge(lpn, shadow.last_change(lpn));
        }
        assert!(shadow.unacknowledged.is_empty() && shadow.trims.is_empty());
    }

    #[test]
    fn a_checkpoint_is_shown_the_versions_of_all_pages() {
        let mut shadow = Shadow::new(3);
        shadow.write(1);
        let mut shown = Vec::new();
        shadow.bulk(&mut |bulk| {
            let AnyBulk::U32(pages) = bulk else { panic!("words of 32 bits") };
            shown.push(pages.to_vec());
        });
        assert_eq!(shown, [[0, 3, 0]]);
    }
}
