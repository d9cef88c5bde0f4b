//! Text in columns.

use std::fmt::Write;

/// `rows` with every column but the last as wide as its widest cell, indented by two.
pub(super) fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            // Writing to a string cannot fail.
            let _ = write!(line, "  {cell:<width$}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// `rows` of numbers, each column as wide as its widest cell and written from the right, indented by four.
pub(super) fn right_aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| -> String {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        format!("    {}\n", cells.collect::<Vec<_>>().join("  "))
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_one_another() {
        let rows = [["a", "bb", "c"], ["ää", "b", ""]].map(|row| row.map(String::from));
        assert_eq!(aligned(&rows), "  a   bb  c\n  ää  b\n");
    }

    #[test]
    fn numbers_end_below_one_another() {
        let rows = [["x", "ää"], ["100", "5"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(right_aligned(&rows), "      x  ää\n    100   5\n");
    }
}
