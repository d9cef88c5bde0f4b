//! How many log blocks of a plane are for large requests, how many for small ones, and how many of these may be hot.

use super::super::blocks::supply;
use super::super::layer::Build;
use crate::base::error::Error;

/// Log blocks of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Share {
    /// For large requests.
    pub sequential: u32,
    /// For small ones, hot and cold.
    pub random: u32,
    /// Most of those that may be hot.
    pub hot: u32,
}

impl Share {
    /// As set. Every part that has a share has at least one block.
    pub(crate) fn new(build: &Build<'_>) -> Result<Self, Error> {
        let (sequential, hot) = (build.settings.number("sequential_share"), build.settings.number("hot_share"));
        let log_blocks = supply::log_blocks(build);
        let (least_sequential, least_hot) = (u32::from(sequential > 0.0), u32::from(hot > 0.0));
        let least = least_sequential + least_hot + 1;
        if log_blocks < least {
            return Err(too_few(log_blocks, least));
        }
        let part =
            |share: f64, of: u32, least: u32, most: u32| ((share * f64::from(of)).round() as u32).clamp(least, most);
        let sequential = part(sequential, log_blocks, least_sequential, log_blocks - least_hot - 1);
        let random = log_blocks - sequential;
        Ok(Self { sequential, random, hot: part(hot, random, least_hot, random - 1) })
    }
}

fn too_few(log_blocks: u32, least: u32) -> Error {
    Error::Value {
        field: "ftl.log_blocks".into(),
        value: log_blocks.to_string(),
        expected: format!(
            "at least {least}: one cold, and one each sequential and hot unless ftl.sequential_share or ftl.hot_share is 0"
        ),
        nearest: Some(least.to_string()),
    }
}
