//! A challenge, an entry and its claim in the hash of an address: `#v=1&challenge=zipf&name=Ada&formula=invalid&values=1.5,1.6&reports=…`.
//! `challenge-text=` holds a whole challenge instead, its JSON in base64url. `k` and `group` stand there where they are set.

use super::claim::Claim;
use super::document::Challenge;
use super::entry::{Entry, Formula, Policy};
use super::ready;
use crate::base::error::Error;
use crate::base::json;
use crate::base::text::told;
use crate::experiment::document::refused;
use serde_json::json;

const VERSION: &str = "1";
const NAMES: [&str; 9] = ["v", "challenge", "challenge-text", "name", "formula", "k", "group", "values", "reports"];
/// Most characters of an address: more than any challenge needs.
const LENGTH_MAX: usize = 100_000;

/// What an address says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) challenge: Challenge,
    pub(crate) entry: Option<Entry>,
    pub(crate) claim: Option<Claim>,
}

/// Whether `text` is meant as an address of a challenge.
pub(crate) fn is_link(text: &str) -> bool {
    hash_of(text).is_some_and(|hash| hash.split('&').any(|pair| pair.starts_with("challenge")))
}

/// The hash of `challenge`, with an entry and its claim.
pub(crate) fn write(challenge: &Challenge, entry: Option<&Entry>, claim: Option<&Claim>) -> String {
    let mut pairs = vec![("v", VERSION.into())];
    match ready::name_of(challenge) {
        Some(name) => pairs.push(("challenge", name.into())),
        None => pairs.push(("challenge-text", to_base64url(challenge.to_json().to_string().as_bytes()))),
    }
    if let Some(Entry { name, policy: Policy::Formula(Formula { text, k, by_page }) }) = entry {
        pairs.extend([("name", name.clone()), ("formula", text.clone())]);
        pairs.extend(k.map(|k| ("k", json!(k).to_string())));
        pairs.extend(by_page.then(|| ("group", "page".into())));
        if let Some([values, reports]) = claim.map(Claim::words) {
            pairs.extend([("values", values), ("reports", reports)]);
        }
    }
    let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    format!("#{}", pairs.join("&"))
}

/// Reads an address, or its hash alone.
///
/// # Errors
/// What is no such address, or says what there is not.
pub(crate) fn read(text: &str) -> Result<Link, Error> {
    let hash = hash_of(text).filter(|_| text.len() <= LENGTH_MAX);
    let pairs = pairs(hash.ok_or_else(|| damaged("expected an address with #v=1&challenge=…"))?)?;
    let said = |name: &str| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    if said("v") != Some(VERSION) {
        return Err(damaged(&format!("it says v = {}; expected {VERSION}", told(said("v").unwrap_or("nothing")))));
    }
    let challenge = match (said("challenge"), said("challenge-text")) {
        (Some(name), None) => ready::ready(name).ok_or_else(|| {
            refused("challenge", &json!(name), &format!("one of {}", ready::names().join(", ")), None)
        })?,
        (None, Some(packed)) => unpacked(packed)?,
        _ => return Err(damaged("expected either challenge or challenge-text")),
    };
    let entry = match (said("name"), said("formula")) {
        (Some(name), Some(text)) => {
            let k = said("k").map(number).transpose()?;
            let by_page = match said("group") {
                None | Some("block") => false,
                Some("page") => true,
                Some(word) => return Err(refused("group", &json!(word), "one of block, page", None)),
            };
            Some(Entry::formula(challenge.of, name, Formula { text: text.into(), k, by_page })?)
        }
        (None, None) => None,
        _ => return Err(damaged("expected both name and formula, or neither")),
    };
    let claim = match (said("values"), said("reports")) {
        (Some(values), Some(reports)) => Some(Claim::from_words(values, reports)?),
        (None, None) => None,
        _ => return Err(damaged("expected both values and reports, or neither")),
    };
    Ok(Link { challenge, entry, claim })
}

fn hash_of(text: &str) -> Option<&str> {
    text.trim().split_once('#').map(|(_, hash)| hash)
}

fn damaged(what: &str) -> Error {
    Error::Document(format!("this link is no link of a challenge, or was cut short: {what}"))
}

fn number(text: &str) -> Result<f64, Error> {
    let value = text.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| refused("k", &json!(text), "a number", None))
}

fn pairs(hash: &str) -> Result<Vec<(String, String)>, Error> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for pair in hash.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let decoded = |text| decoded(text).ok_or_else(|| damaged("part of it is not readable text"));
        let (name, value) = (decoded(name)?, decoded(value)?);
        if !NAMES.contains(&name.as_str()) {
            return Err(damaged(&format!("it says {}; expected {}", told(&name), NAMES.join(", "))));
        }
        if pairs.iter().any(|(known, _)| *known == name) {
            return Err(damaged(&format!("it says {name} twice")));
        }
        pairs.push((name, value));
    }
    Ok(pairs)
}

fn unpacked(packed: &str) -> Result<Challenge, Error> {
    let text = from_base64url(packed).and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.ok_or_else(|| damaged("the challenge in it cannot be unpacked"))?;
    Challenge::new(&json::parse(&text).map_err(|error| damaged(&format!("the challenge in it is not JSON: {error}")))?)
}

/// As a browser writes a part of an address.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => out.push(char::from(byte)),
            byte if b"-_.!~*'()".contains(&byte) => out.push(char::from(byte)),
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |at: usize| rest.get(at).and_then(|&digit| char::from(digit).to_digit(16));
        bytes.push((digit(0)? * 16 + digit(1)?) as u8);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn to_base64url(bytes: &[u8]) -> String {
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for at in 0..=group.len() {
            out.push(char::from(LETTERS[(bits >> (18 - 6 * at)) as usize & 63]));
        }
    }
    out
}

fn from_base64url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for letter in group {
            bits = bits << 6 | LETTERS.iter().position(|known| known == letter)? as u32;
        }
        bits <<= 6 * (4 - group.len());
        let count = group.len().checked_sub(1).filter(|count| *count > 0)?;
        bytes.extend((0..count).map(|at| (bits >> (16 - 8 * at)) as u8));
    }
    Some(bytes)
}
