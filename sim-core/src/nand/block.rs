//! What a block remembers about itself.

/// Whether a block can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BlockState {
    /// Erased, every page free.
    Free = 0,
    /// Being filled.
    Open = 1,
    /// No longer written; may be collected.
    Closed = 2,
    /// Worn out, or its erase failed: holds nothing and takes nothing.
    Bad = 3,
    /// Full of remains: its erase was cut off, or it came that way. Must be erased before its first program.
    Stale = 4,
}

/// What a block is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BlockKind {
    /// Host data.
    Data = 0,
    /// Updates waiting for a merge.
    Log = 1,
    /// Parts of a mapping table.
    Translation = 2,
    /// Parity pages only.
    Parity = 3,
    /// Anything else a layer keeps on flash.
    Meta = 4,
}

/// The state of one block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Next programmable offset.
    pub write_ptr: u32,
    /// Pages that hold current data.
    pub valid: u32,
    /// Pages that hold outdated data.
    pub invalid: u32,
    /// Erases so far.
    pub erase_count: u32,
    /// Running number of the device's block closings; smaller is older.
    pub close_time: u64,
    /// Host page writes of the device when it was closed.
    pub closed_at: u64,
    /// Host page writes of the device when a page of this block last became invalid.
    pub last_invalidate: u64,
    /// Whether it can be written.
    pub state: BlockState,
    /// What it is used for.
    pub kind: BlockKind,
}

impl Block {
    /// A block that was never written.
    pub(super) const ERASED: Self = Self {
        write_ptr: 0,
        valid: 0,
        invalid: 0,
        erase_count: 0,
        close_time: 0,
        closed_at: 0,
        last_invalidate: 0,
        state: BlockState::Free,
        kind: BlockKind::Data,
    };
}
