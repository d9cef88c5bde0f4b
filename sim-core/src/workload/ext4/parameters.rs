//! What may be set about the model.

use crate::parameters::parameter::{Info, Parameter};
use crate::workload::mix::bursts::{BURST, RATE};
use crate::workload::oltp_journal::{DATA_PAGES, READ_RATIO};
use crate::workload::pareto::{H, SCATTER};

/// What goes through the journal.
pub(super) const MODE: Parameter = Parameter::choice(
    "mode",
    "\"ordered\"",
    &["ordered", "journal"],
    "What goes through the journal: metadata, after the data in place (ordered, ext4's default), or data too (journal).",
);
/// Size of the journal.
pub(crate) const JOURNAL_PAGES: Parameter = Parameter::optional(
    "journal_pages",
    "null",
    16,
    1 << 19,
    "Pages of the journal, in the middle of the space; null is what mke2fs takes for a file system of this size.",
);
/// Written pages of a transaction.
pub(crate) const TRANSACTION_PAGES: Parameter =
    Parameter::integer("transaction_pages", "16", 1, 1 << 16, "Pages of data written between two fsyncs.");
/// Number of files.
pub(crate) const FILES: Parameter = Parameter::integer(
    "files",
    "1",
    1,
    4096,
    "Files that share the data in equal parts, each with a directory of its own.",
);
/// Whether more than inodes changes.
pub(super) const MAKES_FILE: Parameter = Parameter::boolean(
    "makes_file",
    "true",
    "Each transaction also makes or deletes a file, as SQLite does with its own journal: beside inodes it changes a \
     directory, both bitmaps and the descriptor of a group, and the superblock.",
);
/// When the journal is too full.
pub(super) const CHECKPOINT_AT: Parameter = Parameter::number(
    "checkpoint_at",
    "0.75",
    0.05,
    1.0,
    "Share of the journal; if a transaction would fill more, the oldest are written in place first.",
);
/// How much a checkpoint frees.
pub(super) const CHECKPOINT_SHARE: Parameter = Parameter::number(
    "checkpoint_share",
    "0.25",
    0.0,
    1.0,
    "Share of the journal that a checkpoint makes free below that; 0 frees no more than it must.",
);
/// Whether barriers are sent.
pub(crate) const FLUSHES: Parameter = Parameter::boolean(
    "flushes",
    "true",
    "Send the flushes that a barrier means: before and after a commit block and a change of the journal's superblock.",
);

/// What is said about it.
pub(crate) const INFO: Info = Info {
    kind: "ext4",
    title: "database on ext4",
    help: "A model of what ext4 sends for transactions of a database: data, metadata, a journal in a circle, checkpoints.",
    source: "ext4 and jbd2 as the Linux kernel documents them; open-channel SSDs",
    parameters: &[
        MODE,
        H,
        SCATTER,
        DATA_PAGES,
        FILES,
        READ_RATIO,
        TRANSACTION_PAGES,
        MAKES_FILE,
        JOURNAL_PAGES,
        CHECKPOINT_AT,
        CHECKPOINT_SHARE,
        FLUSHES,
        RATE,
        BURST,
    ],
};
