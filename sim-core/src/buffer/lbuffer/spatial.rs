//! How a rehearsal keeps which sectors of a group are dirty: few as a list of records, many as a bitmap of
//! coarser steps. Small groups differ much by a sector, large ones hardly do.

/// How finely it is kept. Units are cells: sectors, or pages where only pages are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Resolution {
    /// Cells of a block.
    pub(crate) cells_per_block: u32,
    /// Cells that a record stands for.
    pub(super) record_cells: u32,
    /// Cells that a bit stands for.
    pub(super) bit_cells: u32,
    /// With more records than this a list becomes a bitmap; none: never.
    pub(super) convert_threshold: Option<u32>,
}

impl Resolution {
    /// Every cell by itself, in a bitmap from the first on: full information.
    pub(crate) const fn full(cells_per_block: u32) -> Self {
        Self { cells_per_block, record_cells: 1, bit_cells: 1, convert_threshold: Some(0) }
    }

    /// Bits of one record.
    pub(super) fn record_bits(&self) -> u32 {
        self.cells_per_block.div_ceil(self.record_cells).next_power_of_two().trailing_zeros().max(1)
    }

    /// Bits of a bitmap.
    fn bitmap_bits(&self) -> u32 {
        self.cells_per_block.div_ceil(self.bit_cells)
    }

    /// The largest weight that a group can have.
    pub(super) fn weight_max(&self) -> u32 {
        self.cells_per_block + self.record_cells.max(self.bit_cells)
    }
}

/// Which cells of a group are dirty, as well as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spatial {
    /// Records, ascending.
    Records(Vec<u32>),
    /// Bits in words of 64, and how many are set.
    Bits(Vec<u64>, u32),
}

impl Spatial {
    /// Nothing dirty.
    pub(crate) fn empty() -> Self {
        Self::Records(Vec::new())
    }

    /// Cells that it counts as.
    pub(crate) fn weight(&self, resolution: &Resolution) -> u32 {
        match self {
            Self::Records(records) => records.len() as u32 * resolution.record_cells,
            Self::Bits(_, set) => set * resolution.bit_cells,
        }
    }

    /// Cells that it would count as more with those from `first` to before `end`, a conversion aside.
    pub(crate) fn wants(&self, first: u32, end: u32, resolution: &Resolution) -> u32 {
        match self {
            Self::Records(records) => {
                let (from, to) = (first / resolution.record_cells, (end - 1) / resolution.record_cells);
                let known = records.partition_point(|&r| r <= to) - records.partition_point(|&r| r < from);
                (to - from + 1 - known as u32) * resolution.record_cells
            }
            Self::Bits(words, _) => {
                let (from, to) = (first / resolution.bit_cells, (end - 1) / resolution.bit_cells);
                let unset = (from..=to).filter(|bit| words[*bit as usize / 64] >> (bit % 64) & 1 == 0).count();
                unset as u32 * resolution.bit_cells
            }
        }
    }

    /// Cells from `first` to before `end` are dirty.
    pub(crate) fn add(&mut self, first: u32, end: u32, resolution: &Resolution) {
        match self {
            Self::Records(records) => {
                let (from, to) = (first / resolution.record_cells, (end - 1) / resolution.record_cells);
                let (low, high) = (records.partition_point(|&r| r < from), records.partition_point(|&r| r <= to));
                records.splice(low..high, from..=to);
                let many = resolution.convert_threshold.is_some_and(|most| records.len() as u32 > most);
                if many {
                    *self = Self::converted(records, resolution);
                }
            }
            Self::Bits(words, set) => {
                for bit in first / resolution.bit_cells..=(end - 1) / resolution.bit_cells {
                    let word = &mut words[bit as usize / 64];
                    *set += (*word >> (bit % 64) & 1 == 0) as u32;
                    *word |= 1 << (bit % 64);
                }
            }
        }
    }

    fn converted(records: &[u32], resolution: &Resolution) -> Self {
        let mut bits = Self::Bits(vec![0; resolution.bitmap_bits() as usize / 64 + 1], 0);
        for record in records {
            let first = record * resolution.record_cells;
            let end = (first + resolution.record_cells).min(resolution.cells_per_block);
            bits.add(first, end, resolution);
        }
        bits
    }

    /// The pages, of `cells_per_page`, that any dirty cell is in, ascending.
    pub(crate) fn pages(&self, cells_per_page: u32, resolution: &Resolution) -> Vec<u32> {
        let mut pages = Vec::new();
        let mut add = |first: u32, cells: u32| {
            let last = (first + cells).min(resolution.cells_per_block) - 1;
            for page in first / cells_per_page..=last / cells_per_page {
                if pages.last() != Some(&page) {
                    pages.push(page);
                }
            }
        };
        match self {
            Self::Records(records) => {
                records.iter().for_each(|record| add(record * resolution.record_cells, resolution.record_cells));
            }
            Self::Bits(words, _) => {
                for (at, &word) in (0..).zip(words) {
                    let mut rest = word;
                    while rest != 0 {
                        add((at * 64 + rest.trailing_zeros()) * resolution.bit_cells, resolution.bit_cells);
                        rest &= rest - 1;
                    }
                }
            }
        }
        pages
    }

    /// Bits that it takes.
    pub(crate) fn bits(&self, resolution: &Resolution) -> u32 {
        match self {
            Self::Records(records) => records.len() as u32 * resolution.record_bits(),
            Self::Bits(..) => resolution.bitmap_bits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTORS: [u32; 9] = [0, 1, 9, 10, 100, 101, 500, 501, 1000];

    fn kept(resolution: &Resolution, sectors: &[u32]) -> Spatial {
        let mut spatial = Spatial::empty();
        for &sector in sectors {
            let before = spatial.weight(resolution);
            let wanted = spatial.wants(sector, sector + 1, resolution);
            let was_list = matches!(spatial, Spatial::Records(_));
            spatial.add(sector, sector + 1, resolution);
            if was_list == matches!(spatial, Spatial::Records(_)) {
                assert_eq!(spatial.weight(resolution), before + wanted);
            }
        }
        spatial
    }

    #[test]
    fn the_ninth_record_makes_a_list_a_bitmap() {
        let toy = Resolution { cells_per_block: 1024, record_cells: 1, bit_cells: 8, convert_threshold: Some(8) };
        assert_eq!(kept(&toy, &SECTORS[..8]), Spatial::Records(SECTORS[..8].to_vec()));
        let bits = kept(&toy, &SECTORS);
        let set =
            |bit: u32| matches!(&bits, Spatial::Bits(words, _) if words[bit as usize / 64] >> (bit % 64) & 1 == 1);
        assert_eq!((0..128).filter(|&bit| set(bit)).collect::<Vec<_>>(), [0, 1, 12, 62, 125]);
        assert_eq!(bits.weight(&toy), 40);
    }

    #[test]
    fn a_record_of_two_sectors_counts_as_two() {
        let pairs = Resolution { cells_per_block: 1024, record_cells: 2, bit_cells: 8, convert_threshold: Some(24) };
        let records = kept(&pairs, &SECTORS);
        assert_eq!(records, Spatial::Records(vec![0, 4, 5, 50, 250, 500]));
        assert_eq!(records.weight(&pairs), 12);
        assert_eq!(records.pages(8, &pairs), [0, 1, 12, 62, 125]);
        assert_eq!(records.bits(&pairs), 6 * 9);
    }

    #[test]
    fn a_conversion_saves_what_the_formula_says() {
        let saved = |resolution: &Resolution, records: u32| {
            i64::from(records * resolution.record_bits()) - i64::from(resolution.bitmap_bits())
        };
        let table = Resolution { cells_per_block: 1024, record_cells: 2, bit_cells: 8, convert_threshold: Some(24) };
        assert_eq!((table.record_bits(), table.bitmap_bits(), saved(&table, 24)), (9, 128, 88));
    }

    #[test]
    fn full_information_counts_every_cell_once() {
        let full = Resolution::full(64);
        let mut spatial = Spatial::empty();
        spatial.add(3, 40, &full);
        assert_eq!(spatial.wants(0, 64, &full), 27);
        spatial.add(30, 41, &full);
        assert_eq!((spatial.weight(&full), spatial.bits(&full)), (38, 64));
        assert_eq!(spatial.pages(8, &full), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_bit_that_is_not_set_yet_counts_as_all_its_cells() {
        let coarse = Resolution { cells_per_block: 1024, record_cells: 1, bit_cells: 8, convert_threshold: Some(0) };
        let mut spatial = Spatial::empty();
        spatial.add(520, 528, &coarse);
        // Bit 65, and what lies about it.
        let wants = |first: u32, end: u32| spatial.wants(first, end, &coarse);
        assert_eq!([wants(520, 528), wants(527, 528), wants(527, 529), wants(519, 521)], [0, 0, 8, 8]);
        assert_eq!([wants(512, 544), wants(0, 1), wants(0, 1024)], [3 * 8, 8, 127 * 8]);
    }

    #[test]
    fn ranges_and_single_cells_come_to_the_same() {
        let mut rng = crate::base::rng::Rng::new(3, crate::base::rng::Component::Policy);
        for (record_cells, bit_cells, convert_threshold) in
            [(1, 1, None), (2, 8, Some(24)), (3, 5, Some(4)), (1, 1, Some(0))]
        {
            let resolution = Resolution { cells_per_block: 256, record_cells, bit_cells, convert_threshold };
            let (mut ranges, mut single) = (Spatial::empty(), Spatial::empty());
            let mut dirty = [false; 256];
            for _ in 0..40 {
                let first = rng.below(256) as u32;
                let end = (first + 1 + rng.below(12) as u32).min(256);
                ranges.add(first, end, &resolution);
                (first..end).for_each(|cell| single.add(cell, cell + 1, &resolution));
                dirty[first as usize..end as usize].fill(true);
                assert!(ranges.weight(&resolution) <= resolution.weight_max());
                assert!(ranges.weight(&resolution) >= dirty.iter().filter(|&&dirty| dirty).count() as u32);
                let pages = ranges.pages(8, &resolution);
                assert!((0..256u32).filter(|&cell| dirty[cell as usize]).all(|cell| pages.contains(&(cell / 8))));
            }
            if convert_threshold.is_none_or(|most| most == 0) {
                assert_eq!(ranges, single);
            }
        }
    }
}
