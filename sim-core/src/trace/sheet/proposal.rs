//! What a person may say of a table of no known format, by what its columns probably are: an example that is ready to be used or mended.

use super::column::{ColumnTold, WordTold};
use crate::base::request::HostOp;
use crate::trace::columns::{MEANINGS, NEEDED};

/// Most columns that are named.
const NAMED: usize = 12;

/// The columns of a request among `columns`, as they are stated; `COLUMN` stands where nothing tells which one is needed.
pub(super) fn stated(columns: &[ColumnTold]) -> String {
    let parts = MEANINGS.iter().filter_map(|&(meaning, role, _)| {
        let is_it = |column: &ColumnTold| column.guess.is_some_and(|guess| guess.meaning == meaning);
        match columns.iter().position(is_it) {
            Some(place) => Some(format!("{meaning}={}{}", place + 1, more(&columns[place]))),
            None => NEEDED.iter().any(|(needed, _)| *needed == role).then(|| format!("{meaning}=COLUMN")),
        }
    });
    parts.collect::<Vec<_>>().join(",")
}

/// The names in the header with their numbers: `1 when, 2 what`; none without a header.
pub(super) fn names(columns: &[ColumnTold]) -> Option<String> {
    let named = (1..).zip(columns).filter(|(_, column)| !column.name.is_empty()).take(NAMED);
    let named: Vec<String> = named.map(|(number, column)| format!("{number} {}", column.name.escape_debug())).collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// What stands behind a column's number: its unit, or words of operations that are not common ones.
fn more(column: &ColumnTold) -> String {
    match column.guess {
        Some(guess) if !guess.unit.is_empty() => format!(":{}", guess.unit),
        Some(guess) if guess.meaning == "op" => match [HostOp::Read, HostOp::Write].map(|op| words(column, op)) {
            [reads, writes] if reads.is_empty() && writes.is_empty() => String::new(),
            [reads, writes] => format!(":{reads}/{writes}"),
        },
        _ => String::new(),
    }
}

/// The words of `op` that are not common ones, between `+`.
fn words(column: &ColumnTold, op: HostOp) -> String {
    let is_meant = |word: &&WordTold| word.known.is_none() && word.guess == Some(op.word());
    column.words.iter().filter(is_meant).map(|word| encoded(&word.word)).collect::<Vec<_>>().join("+")
}

/// `word` with escapes for what a list of columns or a shell gives a meaning.
fn encoded(word: &str) -> String {
    let letter = |byte: u8| match byte {
        b'_' | b'-' | b'.' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    word.bytes().map(letter).collect()
}
