//! The union of extents: what is touched, each sector counted once.

use super::page::PAGE_SECTORS;
use crate::base::request::SECTOR_BYTES;
use serde::Serialize;
use std::ops::Range;

/// Extents that are gathered before they are united.
const GATHERED: usize = 1 << 18;
/// Most extents that are kept apart: 64 MiB.
const MOST: usize = 1 << 22;

/// Addresses that are touched, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceFootprint"))]
pub struct Footprint {
    /// How much, in pieces of `unit_bytes`.
    pub bytes: u64,
    /// Pages of 4 KiB that hold some of it.
    pub pages: u64,
    /// What is counted whole if any of it is touched: a sector; more where there would be too many pieces to keep apart.
    pub unit_bytes: u64,
}

/// The union of the extents added so far.
#[derive(Debug)]
pub(in crate::trace) struct Touched {
    /// First sector and the one after the last. Up to `united` ascending and apart.
    extents: Vec<(u64, u64)>,
    united: usize,
    most: usize,
    /// Edges are multiples of this.
    unit: u64,
}

impl Default for Touched {
    fn default() -> Self {
        Self::keeping(MOST)
    }
}

impl Touched {
    /// Keeps at most `most` extents apart.
    fn keeping(most: usize) -> Self {
        Self { extents: Vec::new(), united: 0, most, unit: 1 }
    }

    /// Adds `sectors`, of which there are some.
    #[inline]
    pub(in crate::trace) fn add(&mut self, sectors: Range<u64>) {
        let Range { start, end } = sectors;
        let (start, end) = match self.unit {
            1 => (start, end),
            unit => (start / unit * unit, end.next_multiple_of(unit)),
        };
        // What goes on where the one before ended is a piece of it.
        if self.extents.len() > self.united
            && let Some(last) = self.extents.last_mut()
            && last.0 <= start
            && start <= last.1
        {
            last.1 = last.1.max(end);
            return;
        }
        self.extents.push((start, end));
        if self.extents.len() >= 2 * self.united + GATHERED {
            self.unite();
        }
    }

    /// What is touched.
    pub(in crate::trace) fn footprint(mut self) -> Footprint {
        self.unite();
        let (mut sectors, mut pages, mut page_end) = (0, 0, 0);
        for (start, end) in self.extents {
            sectors += end - start;
            let end_page = end.div_ceil(PAGE_SECTORS);
            pages += end_page - page_end.max(start / PAGE_SECTORS);
            page_end = end_page;
        }
        Footprint { bytes: sectors * SECTOR_BYTES, pages, unit_bytes: self.unit * SECTOR_BYTES }
    }

    /// Makes the extents ascend, each apart from the next; coarser until they are few enough.
    fn unite(&mut self) {
        self.extents.sort_unstable();
        self.join();
        while self.extents.len() > self.most {
            self.unit *= 2;
            for (start, end) in &mut self.extents {
                (*start, *end) = (*start / self.unit * self.unit, end.next_multiple_of(self.unit));
            }
            self.join();
        }
        self.united = self.extents.len();
    }

    /// Makes one of those that overlap or meet.
    fn join(&mut self) {
        self.extents.dedup_by(|next, last| {
            let meets = next.0 <= last.1;
            if meets {
                last.1 = last.1.max(next.1);
            }
            meets
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn is_what_a_set_of_sectors_holds(extents in proptest::collection::vec((0u64..4_000, 1u64..40), 0..300), most in 4usize..400) {
            let (mut touched, mut set) = (Touched::keeping(most), BTreeSet::new());
            for (start, length) in extents {
                touched.add(start..start + length);
                set.extend(start..start + length);
                // As often as there are extents, not only when many have been gathered.
                touched.unite();
            }
            let footprint = touched.footprint();
            let whole = |unit: u64| set.iter().map(|sector| sector / unit).collect::<BTreeSet<_>>().len() as u64;
            let unit = footprint.unit_bytes / SECTOR_BYTES;
            if unit == 1 {
                prop_assert_eq!(footprint.bytes, whole(1) * SECTOR_BYTES);
                prop_assert_eq!(footprint.pages, whole(PAGE_SECTORS));
            } else {
                prop_assert!(footprint.bytes >= whole(1) * SECTOR_BYTES);
                prop_assert!(footprint.bytes <= whole(unit) * footprint.unit_bytes, "{} of {unit}", footprint.bytes);
            }
        }
    }
}
