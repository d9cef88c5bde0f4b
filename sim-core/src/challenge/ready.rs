//! The challenges that come along, in the order in which they are listed: page, command line and tests have them from here.

use super::document::Challenge;
use crate::base::json;

/// Name and document.
const FILES: [(&str, &str); 6] = [
    ("uniform", include_str!("ready/uniform.json")),
    ("ninety-ten", include_str!("ready/ninety-ten.json")),
    ("zipf", include_str!("ready/zipf.json")),
    ("wear", include_str!("ready/wear.json")),
    ("tail", include_str!("ready/tail.json")),
    ("buffer", include_str!("ready/buffer.json")),
];

/// The names, in their order.
pub(crate) fn names() -> [&'static str; FILES.len()] {
    FILES.map(|(name, _)| name)
}

/// The challenge called `name`.
pub(crate) fn ready(name: &str) -> Option<Challenge> {
    let (_, text) = FILES.into_iter().find(|(known, _)| *known == name)?;
    let document = json::parse(text).expect("a ready challenge is JSON");
    Some(Challenge::new(&document).expect("a ready challenge can be taken"))
}

/// The name of `challenge`, if it came along.
pub(crate) fn name_of(challenge: &Challenge) -> Option<&'static str> {
    names().into_iter().find(|name| ready(name).as_ref() == Some(challenge))
}
