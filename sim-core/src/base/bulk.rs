//! The large arrays of a device, which checkpoints share where they did not change.

/// A large array of a machine, as its parts show it to a checkpoint. Each part shows the same arrays in the same order
/// every time. Which there are and how long they are changes only where the run does (`changes.rs`).
pub enum Bulk<'a> {
    /// Bytes.
    U8(&'a mut Box<[u8]>),
    /// 32-bit words.
    U32(&'a mut Box<[u32]>),
    /// 64-bit words.
    U64(&'a mut Box<[u64]>),
}
