//! Where files and journal lie: the journal in the middle, as mke2fs puts it, and as large; files one behind the other over what is left.
//! Chosen: directories lie before the data of the first group, a block each.

use super::groups::{File, Groups};
use std::ops::Range;
use std::sync::Arc;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    /// Blocks of the file system.
    pub blocks: u64,
    /// Bytes of a block.
    pub(crate) block_bytes: u64,
    /// Blocks of the journal; none for as many as mke2fs takes.
    pub(super) journal_blocks: Option<u64>,
    /// Files that share the data, each with a directory of its own.
    pub(crate) files: u64,
}

/// The places of everything. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    groups: Groups,
    journal: Range<u64>,
    /// The journal's first block, among the blocks that are no metadata.
    journal_at: u64,
    /// Directories, which come before the data.
    directories: u64,
    files: Arc<[File]>,
    /// Blocks of data of each file; the last may have fewer.
    file_blocks: u64,
}

impl Layout {
    /// The layout for `wish`; none if it has no room for the journal, or none for data beside it.
    pub(crate) fn new(wish: Wish) -> Option<Self> {
        let groups = Groups::new(wish.blocks, wish.block_bytes)?;
        // In one piece, whatever a block's size: with those of 4 KiB no less than mke2fs takes.
        let default = default_journal_blocks(wish.blocks).min(groups.flex_blocks() / 2);
        let journal_blocks = wish.journal_blocks.unwrap_or(default);
        let journal = groups.place_journal(journal_blocks, wish.files)?;
        let journal_at = groups.body_of(journal.start);
        let free = groups.body_blocks().checked_sub(wish.files + journal_blocks).filter(|&free| free > 0)?;
        let layout = Self { groups, journal, journal_at, directories: wish.files, files: [].into(), file_blocks: 1 };
        Some(layout.with_data(free))
    }

    /// The journal, its superblock first.
    pub(crate) fn journal(&self) -> Range<u64> {
        self.journal.clone()
    }

    /// Blocks of data, at most: those that are neither metadata nor directories nor the journal.
    pub(crate) fn data_blocks(&self) -> u64 {
        self.groups.body_blocks() - self.directories - (self.journal.end - self.journal.start)
    }

    /// The same where the files have no more than the first `data_blocks` of them, which are at least 1, in equal parts.
    pub(super) fn with_data(mut self, data_blocks: u64) -> Self {
        self.file_blocks = data_blocks.div_ceil(self.directories);
        let last_start = (data_blocks - 1) / self.file_blocks * self.file_blocks;
        let mut previous = (u64::MAX, 0);
        let file = |file: u64| {
            let group = self.data((file * self.file_blocks).min(last_start)) / self.groups.blocks;
            let nth = if previous.0 == group { previous.1 + 1 } else { 0 };
            previous = (group, nth);
            self.groups.file(group, nth, self.groups.block_of(file))
        };
        self.files = (0..self.directories).map(file).collect();
        self
    }

    /// The `at`-th block of data.
    #[inline]
    pub(crate) fn data(&self, at: u64) -> u64 {
        let body = at + self.directories;
        let journal_blocks = self.journal.end - self.journal.start;
        self.groups.block_of(if body < self.journal_at { body } else { body + journal_blocks })
    }

    /// The file that has the `at`-th block of data.
    #[inline]
    pub(super) fn file_of(&self, at: u64) -> &File {
        &self.files[(at / self.file_blocks) as usize]
    }
}

/// Blocks that mke2fs takes for the journal of a file system of `blocks`; below 2048, where it makes none, an eighth.
const fn default_journal_blocks(blocks: u64) -> u64 {
    const KI: u64 = 1 << 10;
    match blocks {
        ..2048 => blocks / 8,
        2048..32_768 => KI,
        32_768..262_144 => 4 * KI,
        262_144..524_288 => 8 * KI,
        524_288..4_194_304 => 16 * KI,
        4_194_304..8_388_608 => 32 * KI,
        8_388_608..16_777_216 => 64 * KI,
        16_777_216..33_554_432 => 128 * KI,
        _ => 256 * KI,
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::SUPERBLOCK;
    use super::*;

    fn layout(blocks: u64, files: u64) -> Layout {
        Layout::new(Wish { blocks, block_bytes: 4096, journal_blocks: None, files }).unwrap()
    }

    #[test]
    fn journal_and_tables_lie_where_mke2fs_puts_them() {
        // 256 MiB, as recorded: the journal at the beginning of the second of two groups, 16 MiB. mke2fs keeps 33 blocks there for
        // copies of superblock and descriptors.
        let layout = layout(65_536, 1);
        assert_eq!(layout.journal(), 32_768..36_864);
        assert_eq!(
            *layout.file_of(0),
            File { inode: 6, directory: 1030, block_bitmap: 2, inode_bitmap: 4, descriptor: 1 }
        );
        assert_eq!((layout.data(0), layout.data(31_736), layout.data(31_737)), (1031, 32_767, 36_864));
        assert_eq!(layout.data_blocks(), 65_536 - 1030 - 1 - 4096);
        assert_eq!(layout.data(layout.data_blocks() - 1), 65_535);
    }

    #[test]
    fn every_block_has_one_use() {
        for (blocks, files) in [(100, 1), (2048, 3), (65_536, 1), (600_000, 40), (524_288 + 200, 2), (1_600_000, 1000)]
        {
            let layout = layout(blocks, files);
            let mut uses = vec![0u8; blocks as usize];
            layout.journal().for_each(|block| uses[block as usize] += 1);
            (0..layout.data_blocks()).for_each(|at| uses[layout.data(at) as usize] += 1);
            assert!((1..layout.data_blocks()).all(|at| layout.data(at - 1) < layout.data(at)));
            let metadata: Vec<u64> = (0..layout.data_blocks())
                .step_by(layout.file_blocks as usize)
                .flat_map(|at| {
                    let File { inode, directory, block_bitmap, inode_bitmap, descriptor } = *layout.file_of(at);
                    [inode, directory, block_bitmap, inode_bitmap, descriptor, SUPERBLOCK]
                })
                .collect();
            assert!(metadata.iter().all(|&block| uses[block as usize] == 0), "{blocks} blocks, {files} files");
            assert!(uses.iter().all(|&uses| uses <= 1), "{blocks} blocks, {files} files");
        }
    }

    #[test]
    fn files_of_different_groups_have_different_bitmaps_and_those_of_one_share_them() {
        let layout = layout(1 << 20, 16);
        assert!(
            layout
                .files
                .windows(2)
                .all(|two| two[0].inode != two[1].inode && two[0].block_bitmap != two[1].block_bitmap)
        );
        let many =
            super::Layout::new(Wish { blocks: 30_000, block_bytes: 4096, journal_blocks: None, files: 40 }).unwrap();
        let inodes: Vec<u64> = many.files.iter().map(|file| file.inode - many.files[0].inode).collect();
        assert_eq!(inodes, (0..40).map(|file| file / 16).collect::<Vec<_>>());
        assert!(many.files.iter().all(|file| file.block_bitmap == many.files[0].block_bitmap));
    }

    #[test]
    fn without_room_there_is_none() {
        let wish = |blocks, journal_blocks| {
            Layout::new(Wish { blocks, block_bytes: 4096, journal_blocks: Some(journal_blocks), files: 1 })
        };
        assert!(wish(3, 1).is_none());
        assert!(wish(1000, 990).is_none());
        assert!(wish(1000, 900).is_some());
        assert!(wish(1 << 20, 1 << 19).is_none(), "more than a flexible group");
    }
}
