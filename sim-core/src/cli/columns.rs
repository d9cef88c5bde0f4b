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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_one_another() {
        let rows = [["a", "bb", "c"], ["ää", "b", ""]].map(|row| row.map(String::from));
        assert_eq!(aligned(&rows), "  a   bb  c\n  ää  b\n");
    }
}
