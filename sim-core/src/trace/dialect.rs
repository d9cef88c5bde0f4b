//! How one file of a format is written, where its copies differ.

#[cfg(feature = "layers")]
use super::operations::OperationsReader;
#[cfg(feature = "layers")]
use super::table::Table;

/// What the first lines of a file say of all of it, and what lines say of those that follow. A format uses what it needs.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    /// The byte between columns.
    pub separator: u8,
    /// Which of the format's variants it is, or which kind of its events are requests.
    pub variant: u8,
    /// The time that lines before have told, in nanoseconds.
    pub clock_ns: u64,
    /// The columns, in formats that are a table of them.
    #[cfg(feature = "layers")]
    pub table: Option<Box<Table>>,
    /// The operations so far, in a log of them.
    #[cfg(feature = "layers")]
    pub operations: Option<Box<OperationsReader>>,
    /// What a person should know about how it was read.
    pub notes: Vec<String>,
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            separator: b',',
            variant: 0,
            clock_ns: 0,
            #[cfg(feature = "layers")]
            table: None,
            #[cfg(feature = "layers")]
            operations: None,
            notes: Vec::new(),
        }
    }
}

#[cfg(feature = "layers")]
impl Dialect {
    /// That of a file whose lines are read by `table`.
    pub(super) fn of_table(table: Table) -> Self {
        Self { separator: table.separator, table: Some(table.into()), ..Self::default() }
    }
}

/// Separators that copies of a format with commas may have instead.
pub(super) const SEPARATORS: [u8; 4] = *b",\t; ";

/// The separator with which most of `lines` fit; a comma if none does.
pub(super) fn separator(lines: &[&[u8]], fits: impl Fn(&[u8], u8) -> bool) -> u8 {
    let count = |separator: u8| lines.iter().filter(|line| fits(line, separator)).count();
    SEPARATORS.into_iter().rev().max_by_key(|&separator| count(separator)).unwrap_or(b',')
}

/// Whether `line` fits with one of the separators.
pub(super) fn with_any_separator(line: &[u8], fits: impl Fn(&[u8], u8) -> bool) -> bool {
    SEPARATORS.into_iter().any(|separator| fits(line, separator))
}

/// What is said of a separator other than the usual one.
pub(super) fn separator_note(separator: u8) -> Option<String> {
    let name = match separator {
        b'\t' => "tabs",
        b';' => "semicolons",
        b' ' => "spaces",
        _ => return None,
    };
    Some(format!("its columns stand between {name}"))
}
