//! Of which versions a figure that is kept may be: making it anew takes hours, and few changes of results concern one.

use crate::base::error::Error;
use serde_json::Value;

/// The first version whose figures are those of this one: what any version from it on has made is kept.
///
/// A new version leaves it as it is if both have been shown, and otherwise becomes it, with all of `public/figures` made anew:
/// - `flashlab figures --quick --json` says the same before and after, of every system, byte for byte but for the version;
/// - no figure and no reading, at full size either, sets or meets what gives other results now.
const FIGURES_SINCE: &str = "0.1.0";

/// This version.
const NOW: &str = env!("CARGO_PKG_VERSION");

/// The version that made `kept`.
///
/// # Errors
/// Figures of that version are not those of this one.
pub(super) fn maker(kept: &Value) -> Result<&Value, Error> {
    let version = &kept["settings"]["version"];
    if version.as_str().is_some_and(|version| is_among(version, FIGURES_SINCE, NOW)) {
        return Ok(version);
    }
    let id = kept["id"].as_str().unwrap_or_default();
    Err(Error::Document(format!(
        "{id}: kept as version {version} made it, but only figures of {FIGURES_SINCE} to {NOW} are those of {NOW}"
    )))
}

/// Whether `version` is `first`, `last` or one between.
fn is_among(version: &str, first: &str, last: &str) -> bool {
    match [first, version, last].map(numbers) {
        [Some(first), Some(version), Some(last)] => (first..=last).contains(&version),
        _ => false,
    }
}

/// `0.1.12` is after `0.1.2`.
fn numbers(version: &str) -> Option<[u32; 3]> {
    let numbers: Option<Vec<u32>> = version.split('.').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn figures_of_this_version_are_its_own_since_one_that_has_been() {
        assert!(is_among(FIGURES_SINCE, FIGURES_SINCE, NOW), "{FIGURES_SINCE} is later than {NOW}, or no version");
        for version in [FIGURES_SINCE, NOW] {
            let kept = json!({ "id": "clash-seq", "settings": { "version": version } });
            assert_eq!(maker(&kept).unwrap(), version);
        }
    }

    #[test]
    fn older_and_later_figures_and_those_of_no_version_are_refused() {
        assert!(["0.1.9", "0.1.10", "0.2.0"].iter().all(|version| is_among(version, "0.1.9", "0.2.0")));
        let others = ["0.1.8", "0.0.10", "0.2.1", "0.10.0", "1.0.0", "", "0.1", "0.1.9.0", "0.1.x"];
        assert!(!others.iter().any(|version| is_among(version, "0.1.9", "0.2.0")));
        for version in [json!("0.0.9"), json!("4294967295.0.0"), Value::Null] {
            let refused = maker(&json!({ "id": "clash-seq", "settings": { "version": version } })).unwrap_err();
            let begins = format!("clash-seq: kept as version {version} made it, but only figures of ");
            assert!(refused.to_string().starts_with(&begins), "{refused}");
        }
    }
}
