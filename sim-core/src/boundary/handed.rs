//! Texts that somebody hands in, read as the page and the command line read them, and written out again in the one form that they have:
//! what reads back must be the same.

use crate::base::error::Error;
use crate::base::json;
#[cfg(feature = "layers")]
use crate::{
    challenge::{document::Challenge, link, link::Link},
    sweep::{json as results, merge, part::Part},
};
use serde_json::Value;

/// The JSON document of `text`.
///
/// # Errors
/// What is no JSON, or says a field twice: with line and column.
pub fn document(text: &str) -> Result<Value, Error> {
    json::parse(text).map_err(|error| Error::Document(error.to_string()))
}

/// A sweep.
#[cfg(feature = "layers")]
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep(crate::sweep::document::Sweep);

#[cfg(feature = "layers")]
impl Sweep {
    /// That of the document `text`, which replays no trace and has at most `most` points.
    ///
    /// # Errors
    /// What is no JSON, or no such sweep.
    pub fn new(text: &str, most: u64) -> Result<Self, Error> {
        Ok(Self(crate::sweep::document::Sweep::new(&document(text)?, None, most)?))
    }

    /// How many points there are.
    pub fn count(&self) -> u64 {
        self.0.count()
    }

    /// The experiment of the point `index`.
    pub fn experiment(&self, index: u64) -> Value {
        self.0.document(index)
    }

    /// As [`Sweep::new`] reads it.
    pub fn text(&self) -> String {
        let mut head = results::head(&self.0, None);
        if let Value::Object(fields) = &mut head {
            fields.retain(|name, _| ["version", "experiment", "axes"].contains(&name.as_str()));
        }
        head.to_string()
    }
}

/// Files with results of a sweep, each a name and a text, put together: the text of one file with all of them.
///
/// # Errors
/// A file of something else, or that was changed; what does not make one whole sweep of at most `most` points.
#[cfg(feature = "layers")]
pub fn merged(parts: &[(&str, &str)], most: u64) -> Result<String, Error> {
    let parts = parts.iter().map(|(name, text)| Part::from_text(name, text, most)).collect::<Result<Vec<_>, _>>()?;
    let (sweep, points) = merge::merge(parts)?;
    Ok(results::text(&sweep, None, &points))
}

/// A challenge, perhaps with an entry and what is claimed of it.
#[cfg(feature = "layers")]
#[derive(Clone, Debug, PartialEq)]
pub struct Challenged(Link);

#[cfg(feature = "layers")]
impl Challenged {
    /// That of the document `text`.
    ///
    /// # Errors
    /// What is no JSON, or no challenge.
    pub fn of_document(text: &str) -> Result<Self, Error> {
        Ok(Self(Link { challenge: Challenge::new(&document(text)?)?, entry: None, claim: None }))
    }

    /// That of an address, or of its hash alone.
    ///
    /// # Errors
    /// What is no such address.
    pub fn of_link(address: &str) -> Result<Self, Error> {
        link::read(address).map(Self)
    }

    /// The challenge alone, as [`Challenged::of_document`] reads it.
    pub fn text(&self) -> String {
        self.0.challenge.to_json().to_string()
    }

    /// All of it, as [`Challenged::of_link`] reads it.
    pub fn link(&self) -> String {
        link::write(&self.0.challenge, self.0.entry.as_ref(), self.0.claim.as_ref())
    }

    /// The experiment of each that takes part, the entry among them, at the first seed.
    pub fn experiments(&self) -> Vec<Value> {
        let Link { challenge, entry, .. } = &self.0;
        let all = challenge.entries().into_iter().chain(entry.clone());
        all.map(|entry| challenge.document(&entry.policy, challenge.seeds[0])).collect()
    }

    /// What is told of it: the goal in a sentence.
    pub fn goal(&self) -> String {
        self.0.challenge.goal()
    }
}
