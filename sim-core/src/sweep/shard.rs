//! Every n-th point of a sweep: what one of several machines does.

use serde_json::{Value, json};

/// Shard `number` of `of`: the points whose index leaves `number` − 1 when divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1 on.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// All points.
    pub(crate) const WHOLE: Self = Self { number: 1, of: 1 };

    /// Shard `number` of `of`, if there is one.
    pub(crate) fn new(number: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Reads `i/n`.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        Self::new(number.parse().ok()?, of.parse().ok()?)
    }

    /// Reads `[i, n]`.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        match value.as_array()?.as_slice() {
            [number, of] => Self::new(number.as_u64()?, of.as_u64()?),
            _ => None,
        }
    }

    /// `[i, n]`.
    pub(crate) fn to_json(self) -> Value {
        json!([self.number, self.of])
    }

    /// The shard of `of` that has the point `index`.
    pub(crate) fn with(index: u64, of: u64) -> Self {
        Self { number: index % of + 1, of }
    }

    /// Its points of `count`, ascending.
    pub(crate) fn points(self, count: u64) -> impl Iterator<Item = u64> {
        (0..count).filter(move |&index| Self::with(index, self.of) == self)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(Shard::from_text("2/3"), Some(Shard { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1", "1/0", "-1/3", "1/3/5", ""] {
            assert_eq!(Shard::from_text(wrong), None, "{wrong}");
        }
        assert_eq!(Shard::from_text("2/3").unwrap().points(8).collect::<Vec<_>>(), [1, 4, 7]);
        assert_eq!(Shard::WHOLE.points(3).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(Shard::from_json(&json!([2, 3])), Shard::from_text("2/3"));
    }
}
