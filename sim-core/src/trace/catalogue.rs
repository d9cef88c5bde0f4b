//! Formats that are read, by name: what is asked of each.

use super::Format;
use super::format::Info;
use crate::base::error::Error;

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
            value: format!("\"{name}\""),
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
    use serde_json::json;

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
        let refusal = Format::choice("iometer").unwrap_err().to_string();
        assert!(refusal.contains("one of \"auto\", \"spc\", \"msr\", \"ssdsim\""), "{refusal}");
        assert!(Format::alternatives().starts_with("SPC, MSR Cambridge, SSDSim/MQSim ASCII, "));
    }

    #[test]
    #[cfg(feature = "cli")]
    fn the_readme_lists_all_formats_and_those_that_are_written() {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
        let rows: Vec<Vec<&str>> = readme
            .lines()
            .skip_while(|line| !line.starts_with("| `--format` |"))
            .skip(2)
            .take_while(|line| line.starts_with("| "))
            .map(|row| row.trim_matches('|').split(" |").map(str::trim).collect())
            .collect();
        assert_eq!(rows.len(), Format::ALL.len());
        for (row, format) in rows.iter().zip(Format::ALL) {
            let entry = format.entry();
            assert_eq!(row[0], format!("`{}`", entry.info.name));
            assert!(row[1].starts_with(entry.info.title), "{row:?}");
            assert_eq!(row.get(3).is_some_and(|written| !written.is_empty()), entry.writes.is_some(), "{row:?}");
        }
    }
}
