//! What a capacitor keeps through a power cut.

use crate::nand::Lpn;
use std::collections::{BTreeMap, btree_map};

/// Pages that a capacitor kept, each in its newest version alone.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct CapacitorPages(BTreeMap<Lpn, u32>);

impl CapacitorPages {
    /// `version` of a page was kept.
    pub(crate) fn keep(&mut self, lpn: Lpn, version: u32) {
        let known = self.0.entry(lpn).or_insert(version);
        *known = version.max(*known);
    }

    /// Whether any version of a page was.
    pub(crate) fn holds(&self, lpn: Lpn) -> bool {
        self.0.contains_key(&lpn)
    }
}

impl IntoIterator for CapacitorPages {
    type Item = (Lpn, u32);
    type IntoIter = btree_map::IntoIter<Lpn, u32>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_of_a_page_is_kept() {
        let mut kept = CapacitorPages::default();
        [(7, 2), (3, 1), (7, 5), (7, 4)].into_iter().for_each(|(lpn, version)| kept.keep(lpn, version));
        assert!(kept.holds(3) && kept.holds(7) && !kept.holds(5));
        assert_eq!(kept.into_iter().collect::<Vec<_>>(), [(3, 1), (7, 5)]);
    }
}
