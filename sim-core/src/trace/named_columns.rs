//! The columns of a table that its first line names, whatever format the file has.

use super::dialect::SEPARATORS;
use super::header::{Named, Role, named};
use super::scan::Separated;
use super::table::Table;

/// The columns that a header names, and its separator; none if one is missing that every request needs.
pub(super) fn columns(header: &[u8]) -> Option<(u8, Vec<Option<Named>>)> {
    SEPARATORS.into_iter().find_map(|separator| {
        let mut columns: Vec<Option<Named>> = Separated::new(header, separator).map(named).collect();
        for place in 0..columns.len() {
            // Of two columns for one thing the first counts.
            let is_same = |other: &Option<Named>| other.map(|other| other.role) == columns[place].map(|this| this.role);
            if columns[..place].iter().any(is_same) {
                columns[place] = None;
            }
        }
        let has = |wanted: fn(Role) -> bool| columns.iter().flatten().any(|column| wanted(column.role));
        let is_enough = has(|role| matches!(role, Role::Op { .. }))
            && has(|role| role == Role::Offset)
            && has(|role| role == Role::Size);
        is_enough.then_some((separator, columns))
    })
}

/// Whether `header` names columns, and one of them otherwise than `table` has it, in what it is or in its unit; where there is no table, any.
pub(super) fn names_otherwise(header: &[u8], table: Option<&Table>) -> bool {
    let Some((_, columns)) = columns(header) else { return false };
    let Some(table) = table else { return true };
    let mut named = columns.iter().enumerate().filter_map(|(place, column)| Some((place, column.as_ref()?)));
    named.any(|(place, column)| !table.fields.get(place).is_some_and(|&field| column.may_be(field)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_needs_an_operation_an_address_and_a_size() {
        for header in ["time,op,offset", "time,offset,size", "name,value", "0,303567,3584,w,0.000000", ""] {
            assert!(columns(header.as_bytes()).is_none(), "{header}");
        }
    }
}
