//! The first lines of a table that is of no known format: what stands in its columns, what they may be, and the requests that they come to once somebody has said what they are.

mod column;
mod guess;
mod proposal;

pub use column::{ColumnTold, WordTold};
pub use guess::Guess;

use super::columns::Columns;
use super::dialect::SEPARATORS;
use super::scan::Separated;
use super::shape::is_decimal;
use crate::base::error::Error;
use crate::base::request::SECTOR_BYTES;
use serde::Serialize;

/// Least columns of a table: a request has an operation, an address and a size.
const LEAST_COLUMNS: usize = 3;
/// How many of 100 lines must have as many columns as most.
const ENOUGH_PERCENT: usize = 90;
/// Rows that are shown.
const SHOWN: usize = 6;
/// Rows that are read to see what they come to.
const READ: usize = 3;

/// A table of no known format.
#[derive(Clone, Debug)]
pub struct Sheet {
    lines: Vec<Vec<u8>>,
    separator: u8,
    has_header: bool,
}

/// What stands in a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceSheet"))]
pub struct Told {
    /// Its columns in their order.
    pub columns: Vec<ColumnTold>,
    /// Its first rows without a header.
    pub rows: Vec<Vec<String>>,
}

/// What the first rows of a sheet come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceSheetReading"))]
pub struct Reading {
    /// The rows, up to [`READ`] of them; none while the columns do not make requests.
    pub rows: Vec<RowRead>,
    /// What of the columns is missing or wrong.
    pub refused: Option<String>,
}

/// A row of a sheet as a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceRowRead"))]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum RowRead {
    /// A request.
    Request {
        /// When, in nanoseconds after the first of the rows; negative if it came before that.
        after_ns: i64,
        /// What it does.
        op: &'static str,
        /// First byte.
        first_byte: u64,
        /// Bytes, widened to whole sectors.
        bytes: u64,
    },
    /// None.
    Unreadable {
        /// The column at fault.
        why: String,
    },
}

impl Sheet {
    /// The sheet that `lines`, the first of a file, are; none if they are no table.
    pub(in crate::trace) fn of(lines: Vec<Vec<u8>>) -> Option<Self> {
        // A header may have fewer columns, the lines after it are alike.
        let model = lines.get(1).or(lines.first())?;
        let count = |line: &[u8], separator| Separated::new(line, separator).count();
        let alike = |separator| {
            let columns = count(model, separator);
            let alike = lines.iter().filter(|line| count(line, separator) == columns).count();
            (columns >= LEAST_COLUMNS && alike * 100 >= lines.len() * ENOUGH_PERCENT)
                .then_some((alike, columns, separator))
        };
        let found = SEPARATORS.into_iter().rev().filter_map(alike).max_by_key(|&(alike, columns, _)| (alike, columns));
        let separator = found?.2;
        let has_number = |line: &[u8]| Separated::new(line, separator).any(is_decimal);
        let has_header = lines.len() > 1 && !has_number(&lines[0]);
        lines[usize::from(has_header)..].iter().any(|line| has_number(line)).then_some(Self {
            lines,
            separator,
            has_header,
        })
    }

    fn body(&self) -> &[Vec<u8>] {
        &self.lines[usize::from(self.has_header)..]
    }

    /// What stands in it.
    pub fn told(&self) -> Told {
        let names: Vec<&[u8]> = match (self.has_header, self.lines.first()) {
            (true, Some(header)) => Separated::new(header, self.separator).collect(),
            _ => Vec::new(),
        };
        let texts =
            |line: &Vec<u8>| -> Vec<String> { Separated::new(line, self.separator).map(column::text_of).collect() };
        let columns = self.body().iter().map(|line| Separated::new(line, self.separator).count()).max().unwrap_or(0);
        let values: Vec<Vec<&[u8]>> = (0..columns)
            .map(|place| {
                self.body().iter().filter_map(|line| Separated::new(line, self.separator).nth(place)).collect()
            })
            .collect();
        let guesses = guess::guesses(&names, &values);
        let column = |place: usize| ColumnTold {
            name: names.get(place).map(|name| column::text_of(name)).unwrap_or_default(),
            guess: guesses[place],
            words: column::words(&values[place]),
        };
        Told { columns: (0..columns).map(column).collect(), rows: self.body().iter().take(SHOWN).map(texts).collect() }
    }

    /// How to say what its columns are, with `option`: a ready example by what they probably are.
    pub fn hint(&self, option: &str) -> String {
        let columns = self.told().columns;
        let named = proposal::names(&columns).map_or(String::new(), |names| format!(" ({names})"));
        format!("if it is a table, say what its columns{named} are, such as {option} {}", proposal::stated(&columns))
    }

    /// What its first rows come to with the columns that `text` states.
    pub fn read(&self, text: &str) -> Reading {
        let columns = match Columns::stated("workload.columns", text) {
            Ok(columns) => columns,
            Err(error) => return Reading { rows: Vec::new(), refused: Some(missing(error)) },
        };
        let lines: Vec<&[u8]> = self.lines.iter().map(|line| &**line).collect();
        let Some(table) = columns.dialect(&lines).table else { return Reading { rows: Vec::new(), refused: None } };
        let mut began_ns = None;
        let rows = self.body().iter().take(READ).filter_map(|line| match table.parse(line) {
            Ok(None) => None,
            Ok(Some(line)) => Some(RowRead::Request {
                after_ns: line.time_ns.wrapping_sub(*began_ns.get_or_insert(line.time_ns)) as i64,
                op: line.op.word(),
                first_byte: line.sector * SECTOR_BYTES,
                bytes: line.sectors * SECTOR_BYTES,
            }),
            Err(reason) => Some(RowRead::Unreadable { why: reason.to_string() }),
        });
        Reading { rows: rows.collect(), refused: None }
    }
}

/// What an error expected, which a person who chooses has not written.
fn missing(error: Error) -> String {
    match error {
        Error::Value { expected, .. } => expected,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::import::{ImportOptions, Importer};

    fn sheet(text: &str) -> Option<Sheet> {
        let mut importer = Importer::new(ImportOptions::new("t"));
        let pushed = importer.push(text.as_bytes());
        let sheet = importer.sheet();
        assert!(pushed.is_err() || importer.finish().is_err(), "{text}");
        sheet
    }

    #[test]
    fn a_table_is_told_from_prose() {
        assert!(sheet("Dear reader,\nthis is no trace.\n").is_none());
        assert!(sheet("a,b\n1,2\n").is_none(), "too few columns");
        assert!(sheet("a,b,c\nd,e,f\n").is_none(), "no number");
        assert!(sheet("when;what;where;much\n1;GET;4096;512\n").is_some());
    }

    #[test]
    fn a_table_that_is_refused_has_an_example_of_its_own() {
        let hint = |text| sheet(text).unwrap().hint("--columns");
        assert_eq!(
            hint("lat_ms;req_stamp_ms;op_verb;begin;req_len(KB)\n7;0.5;GET;0;4\n9;2.5;p,t;16;8\n"),
            "if it is a table, say what its columns (1 lat_ms, 2 req_stamp_ms, 3 op_verb, 4 begin, 5 req_len(KB)) are, \
             such as --columns time=2:ms,op=3:GET/p%2Ct,offset=4:sectors,size=5:KiB"
        );
        assert!(hint("x-y-z,v,7.5\nx-y-q,w,8.5\n").ends_with("time=3:s,op=2,offset=COLUMN,size=COLUMN"));
    }

    #[test]
    fn its_rows_are_read_as_somebody_says() {
        let sheet = sheet("when;what;where;much\n1.5;GET;8;512\n1.25;PUT;x;512\n").unwrap();
        let told = sheet.told();
        assert_eq!(told.rows[0], ["1.5", "GET", "8", "512"]);
        assert_eq!(told.columns[1].words[1].guess, Some("write"));
        let refused = sheet.read("time=1:ms,op=2:GET/PUT,size=4").refused.unwrap();
        assert!(refused.contains("the address"), "{refused}");
        let rows = sheet.read("time=1:ms,op=2:GET/PUT,offset=3:sectors,size=4").rows;
        assert_eq!(rows[0], RowRead::Request { after_ns: 0, op: "read", first_byte: 4096, bytes: 512 });
        assert!(matches!(&rows[1], RowRead::Unreadable { why } if why.starts_with("offset: \"x\"")));
    }
}
