//! What a request covers, in pages and in the cells that a buffer tells apart; which pages stand side by side.

#[cfg(feature = "layers")]
use super::policy::Written;
use crate::base::request::Request;
use crate::base::span::Span;
use crate::nand::Lpn;
use std::ops::Range;

/// Cells of a page, bit i for cell i. A cell is what a buffer tells apart: a sector, or else a whole page.
pub(crate) type Cells = u64;

/// What a request covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its pages.
    pub span: Span,
    sector: u64,
    sectors: u32,
}

impl Extent {
    /// Of a request that concerns the pages of `span`.
    pub fn new(request: &Request, span: Span) -> Self {
        Self { span, sector: request.sector, sectors: request.sectors }
    }

    /// Its pages.
    pub fn pages(&self) -> Range<Lpn> {
        self.span.first..self.span.first + self.span.count
    }

    /// The cells of a page that it covers, of `cells_per_page`.
    #[inline]
    pub(super) fn cells_of(&self, lpn: Lpn, cells_per_page: u32) -> Cells {
        if cells_per_page == 1 {
            return 1;
        }
        let page = u64::from(lpn) * u64::from(cells_per_page);
        let from = self.sector.saturating_sub(page);
        let to = (self.sector + u64::from(self.sectors) - page).min(u64::from(cells_per_page));
        let below = |n: u64| if n >= u64::from(Cells::BITS) { Cells::MAX } else { (1 << n) - 1 };
        below(to) & !below(from)
    }

    #[cfg(feature = "layers")]
    /// The same for a policy that looks at whole requests.
    pub fn written(&self, now: u64, cells_per_page: u32) -> Written {
        let Span { first, count } = self.span;
        let (from, cells) = match cells_per_page {
            1 => (0, count),
            _ => ((self.sector - u64::from(first) * u64::from(cells_per_page)) as u32, self.sectors),
        };
        Written { now, first, count, from, cells }
    }
}

/// Pages side by side, of `offsets` in ascending order: first and how many. A block without holes is one run.
#[cfg(feature = "layers")]
pub(super) fn runs(offsets: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for offset in offsets {
        match runs.last_mut() {
            Some((first, pages)) if *first + *pages == offset => *pages += 1,
            _ => runs.push((offset, 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;

    #[test]
    fn a_request_covers_some_cells_of_its_first_and_last_page() {
        let request = Request { arrival_ns: 0, op: HostOp::Write, sector: 13, sectors: 12 };
        let extent = Extent::new(&request, Span::new(&request, 8));
        assert_eq!(extent.pages(), 1..4);
        assert_eq!([1, 2, 3].map(|lpn| extent.cells_of(lpn, 8)), [0b1110_0000, 0xff, 1]);
        assert_eq!([1, 2, 3].map(|lpn| extent.cells_of(lpn, 1)), [1, 1, 1]);
        let whole = Request { arrival_ns: 0, op: HostOp::Write, sector: 64, sectors: 64 };
        assert_eq!(Extent::new(&whole, Span::new(&whole, 64)).cells_of(1, 64), u64::MAX);
    }

    #[cfg(feature = "layers")]
    #[test]
    fn pages_without_a_hole_between_them_are_one_run() {
        assert!(runs([]).is_empty());
        assert_eq!(runs([3, 4, 5]), [(3, 3)]);
        assert_eq!(runs([0, 2, 3, 7]), [(0, 1), (2, 2), (7, 1)]);
    }
}
