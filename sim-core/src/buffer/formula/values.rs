//! The value of what may leave, by the formula.

use super::times::{Clock, Now, Times};
use crate::base::formula::bounds::Bounds;
use crate::base::formula::program::Program;
use crate::base::real::Real;
use crate::buffer::group_quantities::{DIRTY, RUN, VOCABULARY, longest_run};
use crate::buffer::store::Page;
use std::sync::Arc;

/// The quantities of a group, in the order of the vocabulary.
pub(crate) type Quantities = [f64; VOCABULARY.quantities.len()];

/// All that values come from, besides the pages and their times.
#[derive(Clone, Debug, Hash)]
pub(super) struct Values {
    pub(super) program: Arc<Program>,
    pub(super) k: Real,
    /// Cells of a whole group.
    pub(super) whole: u32,
    pub(super) now: Now,
}

impl Values {
    /// The value of pages that were used at `times`.
    pub(super) fn value(&self, times: &Times, pages: &[Page]) -> f64 {
        self.program.value(&self.quantities(times, pages, self.k.0, |place| self.program.names_any(place)))
    }

    /// The quantities of pages that were used at `times`, where `k` is called so. One that takes work and is not asked for is anything.
    pub(super) fn quantities(
        &self,
        times: &Times,
        pages: &[Page],
        k: f64,
        is_asked: impl Fn(u32) -> bool,
    ) -> Quantities {
        let held = f64::from(cells(pages, |page| page.held));
        let dirty = if is_asked(DIRTY) { f64::from(cells(pages, |page| page.dirty)) } else { held };
        let run = if is_asked(RUN) { f64::from(longest_run(pages)) } else { held };
        let [age, idle, unwritten, requests, uses] = times.quantities(self.now);
        [held, dirty, run, f64::from(self.whole), k, age, idle, unwritten, requests, uses]
    }

    /// No group of so many cells has a higher value, of those from `first` to `last` by the clock.
    pub(super) fn highest(&self, cells: u32, clock: Clock, [first, last]: [&Times; 2]) -> f64 {
        let [age, idle, unwritten, requests, uses] = first.bounds_to(last, clock, self.now);
        let cells = f64::from(cells);
        let [held, pages, k] = [cells, f64::from(self.whole), self.k.0].map(Bounds::of);
        let [dirty, run] = [0.0, 1.0].map(|least| Bounds::between(least, cells));
        self.program.bounds(&[held, dirty, run, pages, k, age, idle, unwritten, requests, uses]).highest()
    }
}

/// How many cells of some pages are set.
pub(super) fn cells(pages: &[Page], of: fn(&Page) -> u64) -> u32 {
    pages.iter().map(|page| of(page).count_ones()).sum()
}
