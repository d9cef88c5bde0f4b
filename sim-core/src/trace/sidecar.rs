//! `NAME.json`, the optional file beside a trace that says where it comes from.

use crate::base::error::Error;
use crate::base::request::SECTOR_BYTES;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ops::Range;

/// What stands beside a trace. Every field is optional; fields not known here are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sidecar {
    /// Where the trace comes from, in words.
    pub source: Option<String>,
    /// SHA-256 of the trace as stored, 64 lower-case hexadecimal digits.
    pub sha256: Option<String>,
    /// Page size of the recorded system, in bytes.
    pub page_bytes: Option<u64>,
    /// Where the recorded file system kept its journal.
    pub journal: Option<Journal>,
    /// Versions of the tools that recorded it.
    pub versions: BTreeMap<String, String>,
}

/// An extent of the trace's address space that holds a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceJournal"))]
pub struct Journal {
    /// Its first byte.
    pub first_byte: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

impl Journal {
    /// Reads `{ "first_byte", "bytes" }`, which stands at `field` of the file `name`.
    ///
    /// # Errors
    /// A value that is not such an object, by name.
    pub fn from_json(name: &str, field: &str, value: &Value) -> Result<Self, Error> {
        let fields = Fields::of(name, field, value)?;
        Ok(Self { first_byte: fields.required("first_byte")?, bytes: fields.required("bytes")? })
    }

    /// The sectors that overlap it.
    pub fn sectors(self) -> Range<u64> {
        self.first_byte / SECTOR_BYTES..self.first_byte.saturating_add(self.bytes).div_ceil(SECTOR_BYTES)
    }
}

impl Sidecar {
    /// Reads the sidecar `name` from its text.
    ///
    /// # Errors
    /// Text that is not a JSON object, or a field that is not what it should be, by name.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Error> {
        let value: Value = serde_json::from_str(text).map_err(|error| Error::Trace(format!("{name}: {error}")))?;
        let top = Fields::of(name, "", &value)?;
        let journal = top.get("journal").map(|value| Journal::from_json(name, "journal", value)).transpose()?;
        Ok(Self {
            source: top.text("source")?,
            sha256: top.text("sha256")?.map(|digits| sha256_digits(name, &digits)).transpose()?,
            page_bytes: top.whole("page_bytes")?,
            journal,
            versions: top.get("versions").map_or(Ok(BTreeMap::new()), |value| versions(name, value))?,
        })
    }

    /// Checks that the trace `trace` is the one this stands beside.
    ///
    /// # Errors
    /// The sidecar gives another SHA-256.
    pub fn check(&self, trace: &str, digest: FileDigest) -> Result<(), Error> {
        self.sha256.as_ref().map_or(Ok(()), |expected| check_sha256(trace, expected, digest))
    }
}

/// Checks that the trace `trace`, whose digest is `digest`, has the SHA-256 `expected`, in hexadecimal digits of any case.
///
/// # Errors
/// It has another.
pub fn check_sha256(trace: &str, expected: &str, digest: FileDigest) -> Result<(), Error> {
    let found = digest.hexadecimal();
    if found.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    Err(Error::Trace(format!("{trace}: sha256 is {found}; expected {expected}: this is not the same file")))
}

/// The SHA-256 of a file that comes in pieces.
#[derive(Clone, Debug, Default)]
pub struct FileDigest(Sha256);

impl FileDigest {
    /// Takes the next bytes of the file as stored.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all that was taken, in 64 lower-case hexadecimal digits.
    pub fn hexadecimal(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The fields of an object at `path` of the sidecar `name`. A field that is null counts as absent.
struct Fields<'a> {
    name: &'a str,
    path: &'a str,
    fields: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn of(name: &'a str, path: &'a str, value: &'a Value) -> Result<Self, Error> {
        let fields = value.as_object().ok_or_else(|| wrong(name, path, value, "an object"))?;
        Ok(Self { name, path, fields })
    }

    fn get(&self, field: &str) -> Option<&'a Value> {
        self.fields.get(field).filter(|value| !value.is_null())
    }

    fn at(&self, field: &str) -> String {
        if self.path.is_empty() { field.to_owned() } else { format!("{}.{field}", self.path) }
    }

    fn text(&self, field: &str) -> Result<Option<String>, Error> {
        let Some(value) = self.get(field) else { return Ok(None) };
        value
            .as_str()
            .map(|text| Some(text.to_owned()))
            .ok_or_else(|| wrong(self.name, &self.at(field), value, "a text"))
    }

    fn whole(&self, field: &str) -> Result<Option<u64>, Error> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let wrong = || wrong(self.name, &self.at(field), value, "a whole number from 0");
        value.as_u64().map(Some).ok_or_else(wrong)
    }

    fn required(&self, field: &str) -> Result<u64, Error> {
        self.whole(field)?.ok_or_else(|| wrong(self.name, &self.at(field), &Value::Null, "a whole number from 0"))
    }
}

fn versions(name: &str, value: &Value) -> Result<BTreeMap<String, String>, Error> {
    let fields = Fields::of(name, "versions", value)?;
    let tools = fields.fields.keys();
    tools.filter_map(|tool| fields.text(tool).map(|version| Some((tool.clone(), version?))).transpose()).collect()
}

fn sha256_digits(name: &str, digits: &str) -> Result<String, Error> {
    if digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Ok(digits.to_ascii_lowercase());
    }
    Err(wrong(name, "sha256", &Value::from(digits), "64 hexadecimal digits"))
}

fn wrong(name: &str, field: &str, value: &Value, expected: &str) -> Error {
    let field = if field.is_empty() { "the document" } else { field };
    Error::Trace(format!("{name}: {field}: {value} is not {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(pieces: &[&[u8]]) -> FileDigest {
        let mut digest = FileDigest::default();
        pieces.iter().for_each(|piece| digest.push(piece));
        digest
    }

    /// FIPS 180-2, appendix B.1.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn reads_every_field_and_ignores_others() {
        let text = format!(
            r#"{{ "source": "recorded", "sha256": "{}", "page_bytes": 4096, "more": [1],
                 "journal": {{ "first_byte": 1048576, "bytes": 4194304 }}, "versions": {{ "fio": "3.41" }} }}"#,
            ABC.to_ascii_uppercase()
        );
        let sidecar = Sidecar::from_json("a.json", &text).unwrap();
        assert_eq!(sidecar.journal, Some(Journal { first_byte: 1 << 20, bytes: 4 << 20 }));
        assert_eq!((sidecar.source.as_deref(), sidecar.page_bytes), (Some("recorded"), Some(4096)));
        assert_eq!(sidecar.versions["fio"], "3.41");
        assert_eq!(sidecar.check("a", digest(&[b"a", b"bc"])), Ok(()));
        let Err(Error::Trace(text)) = sidecar.check("a", digest(&[b"abd"])) else { panic!("another file passed") };
        assert!(text.starts_with("a: sha256 is a52d159f") && text.contains(ABC), "{text}");
    }

    #[test]
    fn may_be_empty() {
        let sidecar = Sidecar::from_json("a.json", r#"{ "journal": null }"#).unwrap();
        assert_eq!(sidecar, Sidecar::default());
        assert_eq!(sidecar.check("a", digest(&[b"anything"])), Ok(()));
    }

    #[test]
    fn names_the_field_at_fault() {
        let refusal = |text: &str| Sidecar::from_json("a.json", text).unwrap_err().to_string();
        assert_eq!(refusal("[]"), "a.json: the document: [] is not an object");
        assert!(refusal("{").starts_with("a.json: EOF"));
        assert_eq!(refusal(r#"{"sha256":"12"}"#), "a.json: sha256: \"12\" is not 64 hexadecimal digits");
        assert_eq!(refusal(r#"{"page_bytes":-1}"#), "a.json: page_bytes: -1 is not a whole number from 0");
        assert_eq!(
            refusal(r#"{"journal":{"bytes":1}}"#),
            "a.json: journal.first_byte: null is not a whole number from 0"
        );
        assert_eq!(refusal(r#"{"versions":{"fio":3}}"#), "a.json: versions.fio: 3 is not a text");
    }
}
