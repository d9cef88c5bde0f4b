//! A challenge as the page is told of it.

use super::claim::Claim;
use super::document::Challenge;
use super::entry::{Entry, Of};
use super::link::{self, Link};
use super::metric::{METRICS, Metric};
use super::ready;
use serde::Serialize;
use serde_json::Value;

/// A challenge that is open.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeOpened"))]
pub(crate) struct Opened {
    /// Its name, if it came along.
    id: Option<&'static str>,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    document: Value,
    title: String,
    about: String,
    /// The goal in a sentence, without its full stop.
    goal: String,
    of: Of,
    minimise: &'static Metric,
    seeds: Vec<u64>,
    /// Who is on its board from the start.
    entries: Vec<Entry>,
    /// The hash of its address.
    link: String,
    /// Who the address brought, and what they claim.
    entry: Option<Entry>,
    claim: Option<Claim>,
}

impl Opened {
    /// What `link` says.
    pub(crate) fn new(Link { challenge, entry, claim }: Link) -> Self {
        Self {
            id: ready::name_of(&challenge),
            document: challenge.to_json(),
            goal: challenge.goal(),
            of: challenge.of,
            minimise: challenge.minimise,
            seeds: challenge.seeds.clone(),
            entries: challenge.entries(),
            link: link::write(&challenge, None, None),
            title: challenge.title,
            about: challenge.about,
            entry,
            claim,
        }
    }

    /// A challenge alone.
    pub(crate) fn alone(challenge: Challenge) -> Self {
        Self::new(Link { challenge, entry: None, claim: None })
    }
}

/// The challenges that come along, in their order.
pub(crate) fn ready() -> Vec<Opened> {
    ready::names().into_iter().filter_map(ready::ready).map(Opened::alone).collect()
}

/// What a challenge may be made of.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeChoices"))]
pub(crate) struct Choices {
    /// What may be counted.
    #[cfg_attr(test, ts(as = "Vec<Metric>"))]
    metrics: &'static [Metric],
    /// The known policies of victims, and those of a write buffer.
    victim: Vec<Entry>,
    buffer: Vec<Entry>,
}

impl Choices {
    /// All of them.
    pub(crate) fn all() -> Self {
        let known = |of: Of| of.known().into_iter().map(Entry::known).collect();
        Self { metrics: &METRICS, victim: known(Of::Victim), buffer: known(Of::Buffer) }
    }
}
