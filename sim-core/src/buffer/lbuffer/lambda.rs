//! Plug or log: whether the holes of a leaving group are filled and its block written whole, or its pages go to
//! the log and are merged later. Plugging costs the same whatever the group holds, logging a page each: they cross at λ.

use crate::nand::timing::Timing;

/// From how many pages on plugging is cheaper, kept as the two costs so that comparing is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lambda {
    /// What plugging costs beside programming the group's own pages.
    plug: u64,
    /// What a page saves by being plugged.
    page: u64,
}

impl Lambda {
    /// Never worth it.
    pub(crate) const NEVER: Self = Self { plug: 1, page: 0 };

    /// From `pages` on.
    pub const fn fixed(pages: u64) -> Self {
        Self { plug: pages, page: 1 }
    }

    /// Where plugging and logging cost the same, for blocks of `pages` pages of which each logged one costs `merge_ns` of
    /// merging: (P(R + W) + E) / (R + W + c).
    pub(super) const fn break_even(pages: u32, timing: &Timing, merge_ns: u64) -> Self {
        let move_ns = timing.read_ns + timing.program_ns + 2 * (timing.command_ns + timing.transfer_ns);
        Self { plug: pages as u64 * move_ns + timing.erase_ns + timing.command_ns, page: move_ns + merge_ns }
    }

    /// Whether a group of so many pages is to be plugged.
    pub fn plugs(self, pages: u32) -> bool {
        u128::from(pages) * u128::from(self.page) >= u128::from(self.plug)
    }

    /// The number of pages, at least 1; none if not even a whole block of `pages` is plugged.
    pub fn pages(self, pages: u32) -> Option<f64> {
        self.plugs(pages).then(|| (self.plug as f64 / self.page as f64).max(1.0))
    }
}

/// What merges have cost for the pages that were logged, over all sessions: each counts seven eighths of the one after it.
///
/// One session by itself is a poor guide: what it merges was logged in others, and a λ below every group has nothing logged from
/// which it could be learnt that it is too low.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct MergeCost {
    merge_ns: u64,
    logged_pages: u64,
}

impl MergeCost {
    /// After a session that spent `merge_ns` on merges and logged so many pages. Where it logged none the cost of a page fades all
    /// the same, until pages are logged and their merges seen again.
    pub(super) const fn after(self, merge_ns: u64, logged_pages: u64) -> Self {
        let before = if logged_pages == 0 { self.logged_pages } else { faded(self.logged_pages) };
        Self { merge_ns: faded(self.merge_ns) + merge_ns, logged_pages: before + logged_pages }
    }

    /// For each logged page; none before the first.
    pub(super) fn per_page(self) -> Option<u64> {
        self.merge_ns.checked_div(self.logged_pages)
    }
}

const fn faded(sum: u64) -> u64 {
    sum - sum / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The thesis' flash: 60, 800 and 1500 µs.
    const NCTU: Timing = Timing::of_array(60_000, 800_000, 1_500_000);

    #[test]
    fn without_merges_nothing_is_plugged() {
        let lambda = Lambda::break_even(128, &NCTU, 0);
        assert_eq!(lambda.plug, 111_580_000);
        assert!(!lambda.plugs(128));
        assert!(lambda.plugs(130), "129.7");
        assert_eq!(lambda.pages(128), None);
    }

    #[test]
    fn a_log_block_of_ten_logical_blocks_makes_it_eleven_point_six() {
        let merge_ns = (10 * 111_580_000 + 1_500_000) / 128;
        assert_eq!(merge_ns, 8_728_906);
        let lambda = Lambda::break_even(128, &NCTU, merge_ns);
        assert!((lambda.pages(128).unwrap() - 11.636).abs() < 0.001);
        assert!(!lambda.plugs(11) && lambda.plugs(12));
    }

    #[test]
    fn dearer_merges_make_it_smaller() {
        let pages = |merge_ns| Lambda::break_even(128, &NCTU, merge_ns).pages(128).unwrap();
        assert!((1..100).all(|ms| pages(ms * 1_000_000 + 1_000_000) < pages(ms * 1_000_000)));
        assert_eq!(pages(1 << 40), 1.0);
    }

    #[test]
    fn the_cost_of_a_logged_page_follows_all_sessions_the_last_ones_most() {
        assert_eq!(MergeCost::default().per_page(), None);
        let near = |cost: MergeCost, expected: u64| cost.per_page().unwrap().abs_diff(expected) < 120;
        let steady = (0..50).fold(MergeCost::default(), |cost, _| cost.after(8_000_000, 1_000));
        assert!(near(steady, 8_000), "{steady:?}");
        // One session without merges, and one with eight times as many, move it by an eighth.
        assert!(near(steady.after(0, 1_000), 7_000) && near(steady.after(64_000_000, 1_000), 15_000));
    }

    #[test]
    fn a_lambda_below_every_group_rises_again() {
        let stuck = MergeCost::default().after(60_000_000 * 100, 100);
        let lambda = |cost: MergeCost| Lambda::break_even(128, &NCTU, cost.per_page().unwrap());
        assert!(lambda(stuck).plugs(2));
        // Everything is plugged: no page is logged, and nothing is merged.
        let later = (0..40).fold(stuck, |cost, _| cost.after(0, 0));
        assert!(!lambda(later).plugs(60), "{:?}", lambda(later).pages(128));
    }

    #[test]
    fn a_fixed_number_is_that_number() {
        assert!(!Lambda::fixed(3).plugs(2) && Lambda::fixed(3).plugs(3));
        assert!(Lambda::fixed(1).plugs(1));
        assert!(!Lambda::NEVER.plugs(u32::MAX));
        assert_eq!((Lambda::fixed(3).pages(4), Lambda::fixed(5).pages(4)), (Some(3.0), None));
    }
}
