//! Formats that are read: what a line of their list in `mod.rs` makes, and what is asked of each.

use super::Format;
use super::format::Info;
use crate::base::error::Error;

/// `file::Name,` for each format, in the order in which they are listed and tried. Such a line declares the file's module, and makes a
/// variant of `Format`; the file's `ENTRY` says what there is to know of it.
macro_rules! formats {
    ($($file:ident::$name:ident,)*) => {
        $(mod $file;)*

        /// A trace format that is read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceFormat"))]
        #[serde(rename_all = "lowercase")]
        pub enum Format {
            $(
                #[doc = concat!("See `", stringify!($file), ".rs`.")]
                $name,
            )*
        }

        impl Format {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// What its file says of it.
            const fn entry(self) -> &'static Entry {
                match self {
                    $(Self::$name => &$file::ENTRY,)*
                }
            }

            /// The request in `line`, which has no end of line. Called for every line, so that each format's parser is compiled into
            /// the caller.
            ///
            /// # Errors
            /// The column that is not what it should be.
            #[inline]
            fn parse(self, line: &[u8]) -> Result<Line<'_>, Reason<'_>> {
                match self {
                    $(Self::$name => ($file::ENTRY.parse)(line),)*
                }
            }
        }
    };
}
pub(super) use formats;

/// What a document's `workload.format` may say: `auto`, or the name of a format.
pub const WORDS: [&str; Format::ALL.len() + 1] = {
    let mut words = ["auto"; Format::ALL.len() + 1];
    let mut i = 0;
    while i < Format::ALL.len() {
        words[i + 1] = Format::ALL[i].info().name;
        i += 1;
    }
    words
};

impl Format {
    /// What it is called and what its columns mean.
    pub const fn info(self) -> &'static Info {
        &self.entry().info
    }

    /// What one of [`WORDS`] asks for: a format, or none for `auto`.
    ///
    /// # Errors
    /// A name that no format read here has.
    pub fn choice(name: &str) -> Result<Option<Self>, Error> {
        if name == WORDS[0] {
            return Ok(None);
        }
        let found = Self::ALL.iter().copied().find(|format| format.info().name == name);
        found.map(Some).ok_or_else(|| Error::Value {
            field: "workload.format".into(),
            value: format!("\"{}\"", name.escape_default()),
            expected: format!("one of {}", WORDS.map(|word| format!("\"{word}\"")).join(", ")),
            nearest: Some(format!("\"{}\"", WORDS[0])),
        })
    }

    /// The titles of all of them as alternatives: "A, B or C".
    pub(super) fn alternatives() -> String {
        let titles: Vec<&str> = Self::ALL.iter().map(|format| format.info().title).collect();
        match titles.split_last() {
            Some((last, [])) => (*last).into(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::detect::{SampleLine, detect};
    use crate::trace::format::Line;
    use crate::trace::import::{ImportOptions, Importer};
    use crate::trace::report::Imported;
    use flate2::{Compression, write::GzEncoder};
    use serde_json::json;
    use std::io::Write;

    fn lines(format: Format) -> impl Iterator<Item = &'static [u8]> {
        format.entry().example.lines().map(str::as_bytes)
    }

    fn import(file: &[u8]) -> Imported {
        let mut importer = Importer::new(ImportOptions::new("t"));
        importer.push(file).unwrap();
        importer.finish().unwrap()
    }

    #[test]
    fn names_are_the_formats_own_and_those_of_json() {
        for &format in Format::ALL {
            let name = format.info().name;
            assert_eq!(WORDS.iter().filter(|word| **word == name).count(), 1, "{name}");
            assert_eq!(json!(format), json!(name));
            assert_eq!(Format::choice(name), Ok(Some(format)));
        }
    }

    #[test]
    fn a_word_that_no_format_has_is_refused_with_those_there_are() {
        let refusal = Format::choice("blkparse").unwrap_err().to_string();
        assert!(refusal.contains("one of \"auto\", \"spc\", \"msr\", \"ssdsim\""), "{refusal}");
        assert_eq!(Format::alternatives(), "SPC, MSR Cambridge or SSDSim/MQSim ASCII");
    }

    #[test]
    fn a_format_takes_its_own_lines_and_no_other_does() {
        for &format in Format::ALL {
            let sample: Vec<SampleLine> =
                (1..).zip(lines(format)).map(|(number, text)| SampleLine { number, text: text.into() }).collect();
            assert_eq!(detect(&sample).map(|detection| detection.format), Ok(format));
            for line in lines(format) {
                for &other in Format::ALL {
                    let text = line.escape_ascii();
                    assert_eq!((other.entry().shape.fits)(line), other == format, "{other:?}: {text}");
                    assert_eq!(other.parse(line).is_ok(), other == format, "{other:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn columns_at_fault_are_the_lines_own() {
        for &format in Format::ALL {
            for line in lines(format) {
                let Some(Line { host, device, .. }) = format.parse(line).ok() else {
                    panic!("{}", line.escape_ascii())
                };
                let entry = format.entry();
                assert!((entry.time_misfit)(line).text.is_some_and(|time| time.iter().any(u8::is_ascii_digit)));
                assert_eq!((entry.device_misfit)(line).text, Some(device.to_string().as_bytes()));
                assert!((entry.device_label)(host, device).ends_with(&device.to_string()));
            }
        }
    }

    #[test]
    fn an_example_is_the_same_packed() {
        for &format in Format::ALL {
            let text = format.entry().example;
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(text.as_bytes()).unwrap();
            let (plain, packed) = (import(text.as_bytes()), import(&encoder.finish().unwrap()));
            assert_eq!((plain.format, plain.requests), (format, text.lines().count() as u64));
            assert_eq!((packed.devices, packed.format, packed.bad_lines), (plain.devices, format, plain.bad_lines));
        }
    }
}
