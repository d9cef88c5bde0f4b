//! What the parts of a device are called, wherever it is told in words: the same name for the same thing in each sentence, link and picture.

use super::operation::Operation;
use crate::base::text::grouped;
use crate::nand::geometry::Geometry;
use crate::nand::{BlockId, Lpn, Ppn};

/// What a layer speaks of besides blocks and pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    /// Nothing else; pages of its own are translation pages.
    Blocks,
    /// Stripes of so many pages of the host; pages of its own are their parities.
    Stripes {
        /// Pages of the host in a stripe.
        data_pages: u32,
    },
    /// Lines: chunk i of every parallel unit. Pages of its own are those of its map blocks.
    Lines {
        /// Flash pages of a map block.
        map_block_pages: u32,
    },
}

/// The words for a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a> {
    /// Its shape.
    pub geometry: &'a Geometry,
    /// What its layer speaks of.
    pub(crate) vocabulary: Vocabulary,
}

/// A logical block by its number: "B21".
pub(crate) fn block_name(lbn: u32) -> String {
    format!("B{lbn}")
}

/// A page by what it holds: a logical page by its number, a translation page by its own.
pub(crate) fn page_name(lpn: Lpn, geometry: &Geometry) -> String {
    Terms { geometry, vocabulary: Vocabulary::Blocks }.page(lpn)
}

fn number(n: u32) -> String {
    grouped(u64::from(n))
}

impl Terms<'_> {
    /// A page by what it holds: a logical page by its number, a page of the layer's own by what it is to the layer.
    pub(crate) fn page(&self, lpn: Lpn) -> String {
        let Some(own) = lpn.checked_sub(self.geometry.logical_pages) else {
            return format!("LPN {}", number(lpn));
        };
        match self.vocabulary {
            Vocabulary::Blocks => format!("translation page {}", number(own)),
            Vocabulary::Stripes { .. } => format!("the parity of stripe {}", number(own)),
            Vocabulary::Lines { map_block_pages: 1 } => format!("map block {}", number(own)),
            Vocabulary::Lines { map_block_pages } => {
                let (block, page) = (own / map_block_pages, own % map_block_pages);
                format!("page {} of map block {}", number(page + 1), number(block))
            }
        }
    }

    /// A page by its place: `block·page`, with its line where there are lines.
    pub(crate) fn place(&self, ppn: Ppn) -> String {
        let block = self.geometry.block_of(ppn);
        let place = format!("{}·{}", number(block), self.geometry.offset_of(ppn));
        match self.line_of(block) {
            Some((line, _)) => format!("{place} in line {}", number(line)),
            None => place,
        }
    }

    /// A block by its number, and by its place in its line where there are lines.
    pub(crate) fn block(&self, block: BlockId) -> String {
        match self.line_of(block) {
            Some((line, chunk)) => {
                format!("block {} (chunk {} of line {})", number(block), number(chunk), number(line))
            }
            None => format!("block {}", number(block)),
        }
    }

    /// What is collected with a block: it, or the line that it is a chunk of.
    pub(crate) fn collected(&self, block: BlockId) -> String {
        match self.line_of(block) {
            Some((line, _)) => format!("line {}", number(line)),
            None => format!("block {}", number(block)),
        }
    }

    /// The line of a block, and which chunk of it the block is. Both count from 1, as in the paper.
    fn line_of(&self, block: BlockId) -> Option<(u32, u32)> {
        let lines = self.geometry.blocks_per_plane;
        matches!(self.vocabulary, Vocabulary::Lines { .. }).then(|| (block % lines + 1, block / lines + 1))
    }

    /// What leaves RAM together with a page: its stripe, or its logical block.
    pub(crate) fn group(&self, lpn: Lpn) -> String {
        match self.vocabulary {
            Vocabulary::Stripes { data_pages } => format!("stripe {}", number(lpn / data_pages)),
            _ => block_name(lpn / self.geometry.pages_per_logical_block()),
        }
    }

    /// The pages that an operation covers: "LPN 7", "LPN 7 to 9".
    pub(crate) fn pages(&self, operation: &Operation) -> String {
        match (operation.lpn, operation.pages) {
            (None, _) => String::new(),
            (Some(lpn), 1) => self.page(lpn),
            (Some(first), n) => format!("{} to {}", self.page(first), number(first + n - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GEOMETRY: Geometry = Geometry { channels: 2, spare_pages: 2, ..Geometry::of_one_plane(120, 8, 900) };

    #[test]
    fn a_layer_names_its_own_pages_places_and_groups() {
        let of = |vocabulary| Terms { geometry: &GEOMETRY, vocabulary };
        let [blocks, stripes, whole, parts] = [
            of(Vocabulary::Blocks),
            of(Vocabulary::Stripes { data_pages: 3 }),
            of(Vocabulary::Lines { map_block_pages: 1 }),
            of(Vocabulary::Lines { map_block_pages: 4 }),
        ];
        let own = [blocks, stripes, whole, parts].map(|terms| terms.page(906));
        assert_eq!(own, ["translation page 6", "the parity of stripe 6", "map block 6", "page 3 of map block 1"]);
        assert!([blocks, stripes, whole, parts].iter().all(|terms| terms.page(899) == "LPN 899"));
        // Block 121 is the second of the second plane.
        assert_eq!(blocks.place(121 * 8 + 5), "121·5");
        assert_eq!(whole.place(121 * 8 + 5), "121·5 in line 2");
        assert_eq!((blocks.block(121), blocks.collected(121)), ("block 121".into(), "block 121".into()));
        assert_eq!(whole.block(121), "block 121 (chunk 2 of line 2)");
        assert_eq!(whole.collected(121), "line 2");
        assert_eq!((blocks.group(13), stripes.group(13)), ("B2".into(), "stripe 4".into()));
    }

    #[test]
    fn a_line_is_a_blocks_place_in_its_plane_and_a_chunk_its_plane() {
        let terms = Terms { geometry: &GEOMETRY, vocabulary: Vocabulary::Lines { map_block_pages: 1 } };
        assert_eq!(terms.block(7), "block 7 (chunk 1 of line 8)");
        assert_eq!(terms.place(125 * 8 + 1), "125·1 in line 6");
        assert_eq!(terms.collected(239), "line 120");
    }
}
