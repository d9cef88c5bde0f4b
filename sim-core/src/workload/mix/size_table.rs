//! Request sizes as a table: how many pages, in which share of the requests.

use super::cumulative::Cumulative;
use crate::base::error::Error;
use crate::base::rng::Rng;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;
use serde_json::{Value, json};

/// The table as text.
pub(crate) const SIZES: Parameter = Parameter::text(
    "sizes",
    "\"1:60 2:15 4:10 8:8 16:7\"",
    "Request sizes as pages:percent, with spaces between; requests are cut at the end of their unit of 512 KiB.",
);

/// The largest size: a unit of 512 KiB has no more pages than sectors.
const PAGES_MAX: u32 = 1024;
const EXPECTED: &str =
    "pages:percent pairs such as \"1:65 2:35\", pages from 1 to 1024, percents above 0 that add up to 100";
/// Percents in decimals rarely add up to 100 in floating point.
const SLACK: f64 = 1e-6;

/// Draws sizes, in pages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SizeTable {
    pages: Box<[u32]>,
    shares: Cumulative,
}

impl SizeTable {
    /// The sizes of `settings`.
    ///
    /// # Errors
    /// [`Error::Value`] for a text that is no such table.
    pub(crate) fn new(settings: &Settings) -> Result<Self, Error> {
        Self::read(settings.word(SIZES.name)).ok_or_else(|| Error::Value {
            field: format!("workload.{}", SIZES.name),
            value: json!(settings.word(SIZES.name)).to_string(),
            expected: EXPECTED.into(),
            nearest: None,
        })
    }

    fn read(text: &str) -> Option<Self> {
        let (mut pages, mut percents) = (Vec::new(), Vec::new());
        for entry in text.split_ascii_whitespace() {
            let (size, percent) = read_entry(entry)?;
            pages.push(size);
            percents.push(percent);
        }
        let shares = Cumulative::new(percents.len() as u32, &|place| percents[place as usize]);
        ((shares.total() - 100.0).abs() <= SLACK).then(|| Self { pages: pages.into(), shares })
    }

    /// A number of pages.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> u32 {
        self.pages[self.shares.draw(rng) as usize]
    }
}

fn read_entry(text: &str) -> Option<(u32, f64)> {
    let (pages, percent) = text.split_once(':')?;
    // Numbers are read as in the experiment around them: the standard library's way would be a second one to carry along.
    let percent = serde_json::from_str::<Value>(percent).ok()?.as_f64()?;
    let pages = pages.parse().ok()?;
    ((1..=PAGES_MAX).contains(&pages) && percent > 0.0 && percent <= 100.0).then_some((pages, percent))
}
