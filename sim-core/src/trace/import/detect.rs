//! What format a trace has, told from its first lines alone. Names of files count for nothing.

use super::unread::UNREAD;
use crate::trace::Format;
use crate::trace::format::Shape;
#[cfg(feature = "layers")]
use crate::trace::named_columns::names_otherwise;
use crate::trace::quote::{QUOTED_LINE, quote};

/// Lines looked at, without blank ones and comments.
pub(super) const SAMPLE_LINES: usize = 200;
/// How many of 100 lines must have the format's shape.
const ENOUGH_PERCENT: usize = 95;

/// A line of the sample.
#[derive(Clone, Debug)]
pub(super) struct SampleLine {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Its text, without its end.
    pub text: Vec<u8>,
}

/// A format that was recognised and is read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Detection {
    /// The format.
    pub format: Format,
    /// The share of the sample that has its shape, from 0.95 to 1.
    pub confidence: f64,
    /// What gave it away, in words.
    pub reason: String,
}

/// A format that can be told by its lines.
struct Known {
    /// None if it is not read.
    format: Option<Format>,
    title: &'static str,
    shape: Shape,
}

/// All of them in the order in which they are tried.
fn known() -> impl DoubleEndedIterator<Item = Known> {
    let read = Format::ALL.iter().map(|&format| Known {
        format: Some(format),
        title: format.info().title,
        shape: format.entry().shape,
    });
    read.chain(UNREAD.iter().map(|unread| Known { format: None, title: unread.title, shape: unread.shape }))
}

impl Known {
    /// Whether its header stands first.
    fn is_told_by(&self, first: &SampleLine) -> bool {
        self.format.map(Format::entry).is_some_and(|entry| entry.told_by_header && (entry.header)(&first.text))
    }

    /// Whether a header stands first that says otherwise of the columns than this format does.
    #[cfg(feature = "layers")]
    fn is_named_otherwise(&self, sample: &[SampleLine]) -> bool {
        let texts: Vec<&[u8]> = sample.iter().map(|line| &*line.text).collect();
        let Some(entry) = self.format.map(Format::entry).filter(|entry| !(entry.header)(texts[0])) else {
            return false;
        };
        names_otherwise(texts[0], (entry.dialect)(&texts).table.as_deref())
    }

    /// No format of the start page is a table.
    #[cfg(not(feature = "layers"))]
    fn is_named_otherwise(&self, _: &[SampleLine]) -> bool {
        false
    }

    /// Whether `lines`, all of its shape, are its own.
    fn accepts(&self, lines: &[SampleLine]) -> bool {
        let texts: Vec<&[u8]> = lines.iter().map(|line| &*line.text).collect();
        self.format.map(Format::entry).is_none_or(|entry| (entry.accepts)(&texts))
    }

    /// How many of `lines` have its shape.
    fn count(&self, lines: &[SampleLine]) -> usize {
        lines.iter().filter(|line| (self.shape.fits)(&line.text)).count()
    }
}

/// The format of the lines in `sample`.
///
/// # Errors
/// Why it is none that is read, in words: a format recognised but not read, or the first line that is of no format.
pub(super) fn detect(sample: &[SampleLine]) -> Result<Detection, String> {
    let lines = without_header(sample);
    if lines.is_empty() {
        return Err("it has no requests; a request a line was expected".into());
    }
    let is_it = |known: &Known| {
        known.is_told_by(&sample[0])
            || known.count(lines) * 100 >= lines.len() * ENOUGH_PERCENT
                && known.accepts(lines)
                && !known.is_named_otherwise(sample)
    };
    let Some(known) = known().find(is_it) else { return Err(of_no_format(sample, lines)) };
    let format = known.format.ok_or_else(|| not_read(known.title))?;
    if known.is_told_by(&sample[0]) {
        return Ok(Detection { format, confidence: 1.0, reason: format!("{}, by its first line", known.shape.looks) });
    }
    let fits = known.count(lines);
    let reason = format!("{}, in {fits} of the first {} lines", known.shape.looks, lines.len());
    Ok(Detection { format, confidence: fits as f64 / lines.len() as f64, reason })
}

/// The sample without a first line that has no digit: names of columns, which no format's shape has.
fn without_header(sample: &[SampleLine]) -> &[SampleLine] {
    match sample {
        [header, rest @ ..] if !rest.is_empty() && !header.text.iter().any(u8::is_ascii_digit) => rest,
        _ => sample,
    }
}

fn not_read(title: &str) -> String {
    format!("this is {title}: recognised, not read yet; expected {}", Format::alternatives())
}

/// Says which line is of no format: the first that is not like most, or the first of all if none is like anything.
fn of_no_format(sample: &[SampleLine], lines: &[SampleLine]) -> String {
    let Some(best) = known().rev().max_by_key(|known| known.count(lines)).filter(|known| known.count(lines) > 0) else {
        let first = sample.first().map_or(String::new(), told);
        return format!("{first} is of no known trace format; expected {}", Format::alternatives());
    };
    format!(
        "{} is not {}, as {} of the first {} lines are; at least {ENOUGH_PERCENT} % must be (expected {})",
        lines.iter().find(|line| !(best.shape.fits)(&line.text)).map_or(String::new(), told),
        best.title,
        best.count(lines),
        lines.len(),
        best.shape.looks
    )
}

/// A line as it stands in a message.
fn told(line: &SampleLine) -> String {
    format!("line {}: {}", line.number, quote(&line.text, QUOTED_LINE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_names_other_columns_counts_for_more_than_the_look_of_the_rows() {
        let rows = ["1,R,8,4,100", "1,W,16,8,200"];
        let told = |header: &str| detect(&sample(&[&[header], &rows[..]].concat())).map(|detection| detection.format);
        assert_eq!(told("id,op,lba,sectors,time_ms"), Ok(Format::Csv));
        assert_eq!(told("device_id,opcode,offset,length,timestamp"), Ok(Format::Alibaba));
        assert_eq!(detect(&sample(&rows)).map(|detection| detection.format), Ok(Format::Alibaba));
        let like_an_event = "0,read,4096,4096,\"sda [0] 396.3: sched_switch: p\"";
        assert_eq!(format_of(&["time_ns,op,offset_bytes,size_bytes,device_name", like_an_event]), Ok(Format::Csv));
    }

    fn sample(lines: &[&str]) -> Vec<SampleLine> {
        (1..).zip(lines).map(|(number, line)| SampleLine { number, text: line.as_bytes().to_vec() }).collect()
    }

    fn format_of(lines: &[&str]) -> Result<Format, String> {
        detect(&sample(lines)).map(|detection| detection.format)
    }

    #[test]
    fn tells_the_formats_that_are_read() {
        assert_eq!(format_of(&["0,303567,3584,w,0.000000"]), Ok(Format::Spc));
        assert_eq!(format_of(&["128166372003061629,hm,1,Read,383496192,32768,113736"]), Ok(Format::Msr));
        assert_eq!(format_of(&["0 0 303567 7 0", "26214000 0 303574 7 0", "78643005 1 55596 6 1"]), Ok(Format::Ssdsim));
    }

    #[test]
    fn names_the_formats_that_are_not_read() {
        let named = |lines: &[&str], name: &str| {
            let refusal = format_of(lines).unwrap_err();
            assert!(refusal.contains(name) && refusal.contains("recognised, not read yet"), "{refusal}");
            refusal
        };
        named(&["0,4096,512", "1,8192,512"], "fio iolog version 1");
    }

    #[test]
    fn tells_disksim_from_ssdsim_by_all_of_the_lines() {
        assert_eq!(format_of(&["0.5 0 8 16 1", "1.5 0 8 16 0"]), Ok(Format::Disksim));
        assert_eq!(format_of(&["1000000 0 8 16 1", "9000000 0 8 16 a"]), Ok(Format::Disksim));
        assert_eq!(format_of(&["1000000 0 8 16 1", "9000000 0 8 16 3"]), Ok(Format::Disksim));
        assert_eq!(format_of(&["1 0 8 16 1", "2 0 8 16 0", "3 0 8 16 0"]), Ok(Format::Disksim));
        assert_eq!(format_of(&["1000000 0 8 16 1", "9000000 0 8 16 0"]), Ok(Format::Ssdsim));
    }

    #[test]
    fn wants_19_lines_in_20() {
        let mut lines = vec!["0,303567,3584,w,0.000000"; 19];
        lines.insert(4, "hello 7");
        let detection = detect(&sample(&lines)).unwrap();
        assert_eq!((detection.format, detection.confidence), (Format::Spc, 0.95));
        lines.push("there 8");
        let refusal = format_of(&lines).unwrap_err();
        assert!(refusal.starts_with("line 5: \"hello 7\" is not SPC, as 19 of the first 21 lines are"), "{refusal}");
    }

    #[test]
    fn does_not_count_a_header() {
        assert_eq!(format_of(&["ASU,LBA,Size,Opcode,Timestamp", "0,303567,3584,w,0.000000"]), Ok(Format::Spc));
    }

    #[test]
    fn quotes_the_first_line_of_what_is_no_trace() {
        let refusal = format_of(&["# not a comment 1", "dear reader"]).unwrap_err();
        assert!(refusal.starts_with("line 1: \"# not a comment 1\" is of no known trace format; expected SPC, MSR"));
    }
}
