//! Block groups and their metadata, as ext4's documentation ("ext4 Data Structures and Algorithms", kernel.org) describes the disk
//! and as mke2fs makes it by default: groups as large as one block of bitmap can tell, sixteen of them to a flexible group whose
//! bitmaps and inode tables lie together at its beginning, one inode of 256 bytes for every 16 KiB.
//!
//! A block is a page of the device. Left out, since they are not written in everyday work: copies of superblock and group
//! descriptors, and blocks kept free for more descriptors.

use std::ops::Range;

/// Groups of a flexible group.
const FLEX_GROUPS: u64 = 16;
/// Blocks to one block of inode table: 16 KiB to 256 bytes.
const BLOCKS_PER_INODE_BLOCK: u64 = 64;
/// Bytes of an inode.
const INODE_BYTES: u64 = 256;
/// Bytes of a group descriptor.
const DESCRIPTOR_BYTES: u64 = 64;
/// The superblock.
pub(super) const SUPERBLOCK: u64 = 0;

/// The metadata blocks of a file, its directory, and the group that its inode lies in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct File {
    /// The block of the inode table with its inode.
    pub(super) inode: u64,
    /// Its directory.
    pub directory: u64,
    /// The bitmap of its group's blocks.
    pub(super) block_bitmap: u64,
    /// The bitmap of its group's inodes.
    pub(super) inode_bitmap: u64,
    /// The block with its group's descriptor.
    pub(super) descriptor: u64,
}

/// Block groups and their metadata. What lies between the metadata, in order, is the body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Groups {
    /// Blocks of the file system.
    all: u64,
    /// Blocks of a group.
    pub blocks: u64,
    /// Groups.
    count: u64,
    /// Blocks of a group's inode table.
    table: u64,
    /// Inodes in a block of it.
    inodes_per_block: u64,
    /// Descriptors in a block.
    descriptors_per_block: u64,
}

impl Groups {
    /// Of a file system of `all` blocks; none if their tables leave no room.
    pub(crate) fn new(all: u64, block_bytes: u64) -> Option<Self> {
        let blocks = 8 * block_bytes;
        let whole = Self {
            all,
            blocks,
            count: all.div_ceil(blocks),
            table: all.div_ceil(BLOCKS_PER_INODE_BLOCK * all.div_ceil(blocks).max(1)),
            inodes_per_block: (block_bytes / INODE_BYTES).max(1),
            descriptors_per_block: (block_bytes / DESCRIPTOR_BYTES).max(1),
        };
        // A last flexible group too small for its own tables is left alone.
        let last = whole.count.checked_sub(1)? / FLEX_GROUPS;
        if last == 0 || whole.body_start(last) < all {
            return (whole.body_start(last) < all).then_some(whole);
        }
        let count = last * FLEX_GROUPS;
        Some(Self { all: count * blocks, count, ..whole })
    }

    /// Blocks of a flexible group.
    pub(super) fn flex_blocks(&self) -> u64 {
        FLEX_GROUPS * self.blocks
    }

    /// Where the bitmaps of a flexible group begin; in the first, after superblock and descriptors.
    fn tables_start(&self, flex: u64) -> u64 {
        let before = if flex == 0 { 1 + self.count.div_ceil(self.descriptors_per_block) } else { 0 };
        flex * self.flex_blocks() + before
    }

    fn groups_in(&self, flex: u64) -> u64 {
        (self.count - flex * FLEX_GROUPS).min(FLEX_GROUPS)
    }

    /// The first block of a flexible group behind its metadata.
    #[inline]
    fn body_start(&self, flex: u64) -> u64 {
        self.tables_start(flex) + self.groups_in(flex) * (2 + self.table)
    }

    fn flex_end(&self, flex: u64) -> u64 {
        ((flex + 1) * self.flex_blocks()).min(self.all)
    }

    /// Body blocks of the first flexible group, and of a later one that is whole.
    #[inline]
    fn body_sizes(&self) -> (u64, u64) {
        (self.flex_end(0) - self.body_start(0), self.flex_blocks() - FLEX_GROUPS * (2 + self.table))
    }

    /// Blocks of the body.
    pub(super) fn body_blocks(&self) -> u64 {
        self.body_of(self.all - 1) + 1
    }

    /// The place of `block`, which is no metadata, in the body.
    pub(super) fn body_of(&self, block: u64) -> u64 {
        let flex = block / self.flex_blocks();
        let (first, later) = self.body_sizes();
        let before = if flex == 0 { 0 } else { first + (flex - 1) * later };
        before + block - self.body_start(flex)
    }

    /// The block at `body`.
    #[inline]
    pub(crate) fn block_of(&self, body: u64) -> u64 {
        let (first, later) = self.body_sizes();
        if body < first {
            return self.body_start(0) + body;
        }
        let behind = body - first;
        self.body_start(1 + behind / later) + behind % later
    }

    /// In the middle of the file system, or as near to it as one flexible group has room for it behind `files` directories.
    pub(super) fn place_journal(&self, blocks: u64, files: u64) -> Option<Range<u64>> {
        let middle = self.count / 2;
        let flex = middle / FLEX_GROUPS;
        let least = self.body_start(flex) + if flex == 0 { files } else { 0 };
        let latest = self.flex_end(flex).checked_sub(blocks)?;
        let start = (middle * self.blocks).max(least).min(latest);
        (start >= least).then_some(start..start + blocks)
    }

    /// What belongs to the `nth` file of `group`, whose directory is known.
    pub(crate) fn file(&self, group: u64, nth: u64, directory: u64) -> File {
        let (flex, at) = (group / FLEX_GROUPS, group % FLEX_GROUPS);
        let (bitmaps, groups) = (self.tables_start(flex), self.groups_in(flex));
        File {
            inode: bitmaps + 2 * groups + at * self.table + nth / self.inodes_per_block % self.table,
            directory,
            block_bitmap: bitmaps + at,
            inode_bitmap: bitmaps + groups + at,
            descriptor: SUPERBLOCK + 1 + group / self.descriptors_per_block,
        }
    }
}
