//! What holds for every generator, and helpers for the tests of each.

use super::common::WRITE_RATIO;
use super::generator::{Entry, Generate, Space};
use super::{GENERATORS, Generator};
use super::{find, parameters};
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::rng::{Component, Rng};
use crate::base::state_hash::state_hash;
use crate::parameters::settings::Settings;
use proptest::prelude::*;

/// Sectors of a page in tests.
pub(super) const SPP: u32 = 4;

/// A generator's draws.
pub(crate) fn rng(seed: u64) -> Rng {
    Rng::new(seed, Component::Workload)
}

/// The defaults of the generator called `kind`, with some of them replaced.
pub(crate) fn settings(kind: &str, overrides: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::default();
    for parameter in parameters(kind) {
        settings.0.insert(parameter.name.into(), parameter.default_value());
    }
    for (name, json) in overrides {
        let parameter = parameters(kind).find(|parameter| parameter.name == *name).expect("a known parameter");
        let value = parameter.accept(&serde_json::from_str(json).unwrap()).expect("an accepted value");
        settings.0.insert((*name).into(), value);
    }
    settings
}

/// The generator called `kind` over `pages` pages.
pub(super) fn try_build(kind: &str, overrides: &[(&str, &str)], pages: u64, seed: u64) -> Result<Generator, Error> {
    let space = Space { logical_pages: pages, sectors_per_page: SPP };
    (find(kind).unwrap().build)(&settings(kind, overrides), space, rng(seed))
}

/// The first `count` requests of the generator called `kind` over `pages` pages.
pub(crate) fn requests(kind: &str, overrides: &[(&str, &str)], pages: u64, count: usize) -> Vec<Request> {
    let mut generator = try_build(kind, overrides, pages, 1).unwrap();
    (0..count).map(|_| generator.next_request()).collect()
}

#[test]
fn kinds_and_parameter_names_are_distinct_and_defaults_are_accepted() {
    let mut kinds: Vec<&str> = GENERATORS.iter().map(|entry| entry.info.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), GENERATORS.len());
    for kind in kinds {
        let mut names: Vec<&str> = parameters(kind).map(|parameter| parameter.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), parameters(kind).count(), "{kind}");
        for parameter in parameters(kind) {
            assert!(parameter.accept(&parameter.default_value()).is_some(), "{kind}: {}", parameter.name);
        }
    }
}

#[test]
fn same_seed_same_requests_and_same_state() {
    for entry in GENERATORS {
        let run = |seed| {
            let mut generator = try_build(entry.info.kind, &[], 100_000, seed).unwrap();
            let requests: Vec<Request> = (0..100).map(|_| generator.next_request()).collect();
            (requests, state_hash(&generator))
        };
        assert_eq!(run(1), run(1), "{}", entry.info.kind);
        assert_ne!(run(1), run(2), "{}", entry.info.kind);
    }
}

/// Those that are told how many requests write.
fn with_write_ratio() -> impl Iterator<Item = &'static Entry<Generator>> {
    GENERATORS.iter().filter(|entry| entry.common.iter().any(|parameter| parameter.name == WRITE_RATIO.name))
}

#[test]
fn four_in_five_requests_write() {
    for entry in with_write_ratio() {
        let writes = requests(entry.info.kind, &[], 1000, 50_000)
            .iter()
            .filter(|request| request.op == crate::base::request::HostOp::Write)
            .count();
        assert!((writes as f64 / 50_000.0 - 0.8).abs() < 0.01, "{}: {writes}", entry.info.kind);
    }
}

#[test]
fn the_share_of_writes_changes_nothing_else() {
    for entry in with_write_ratio() {
        let places = |ratio| {
            requests(entry.info.kind, &[("write_ratio", ratio)], 1000, 100)
                .iter()
                .map(|request| (request.arrival_ns, request.sector, request.sectors))
                .collect::<Vec<_>>()
        };
        assert_eq!(places("0"), places("0.7"), "{}", entry.info.kind);
    }
}

/// Those with the sizes and arrivals of [`common::PARAMETERS`]; the others have tests of their own.
fn with_common_sizes() -> Vec<&'static Entry<Generator>> {
    GENERATORS.iter().filter(|entry| entry.has_common_sizes()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// Whatever is asked of whichever space: a refusal, or requests in the space and in order of arrival.
    #[test]
    fn requests_stay_in_the_space(
        entry in prop::sample::select(with_common_sizes()),
        pages in 1u64..60,
        address_pages in prop::option::of(1u64..60),
        request_pages in 1u64..24,
        sizes in prop::sample::select(&["constant", "exponential", "uniform", "normal"]),
        gaps in prop::sample::select(&["exponential", "constant", "uniform", "normal", "poisson", "twovalue"]),
        ratios in (0.0f64..=1.0, 0.0f64..=1.0),
        seed: u64,
    ) {
        let kind = entry.info.kind;
        let mut overrides = vec![
            ("request_pages", request_pages.to_string()),
            ("address_pages", address_pages.map_or("null".into(), |pages| pages.to_string())),
            ("size.distribution", format!("\"{sizes}\"")),
            ("inter_arrival_ms.distribution", format!("\"{gaps}\"")),
        ];
        match kind {
            "synthetic" => {
                overrides.push(("sequential_ratio", ratios.0.to_string()));
                overrides.push(("spatial_locality", ratios.1.to_string()));
                overrides.push(("local_distance.sd", "20".into()));
            }
            "hotcold" => {
                overrides.push(("hot_request_ratio", ratios.0.to_string()));
                overrides.push(("hot_page_ratio", ratios.1.to_string()));
            }
            "stride" => overrides.push(("stride_pages", (1 + seed % 70).to_string())),
            "zipf" => overrides.push(("theta", (ratios.0 * 3.0).to_string())),
            "pareto" => overrides.push(("scatter", (seed % 2 == 0).to_string())),
            _ => {}
        }
        let overrides: Vec<(&str, &str)> = overrides.iter().map(|(name, json)| (*name, json.as_str())).collect();
        let addressed = address_pages.unwrap_or(pages);
        let fits = addressed <= pages && request_pages <= addressed;
        match try_build(kind, &overrides, pages, seed) {
            Err(error) => {
                let tighter = matches!(kind, "synthetic" | "hotcold");
                prop_assert!(!fits || tighter, "{error}");
                prop_assert!(error.to_string().starts_with("workload."), "{error}");
            }
            Ok(mut generator) => {
                prop_assert!(fits);
                let mut clock_ns = 0;
                for _ in 0..200 {
                    let request = generator.next_request();
                    prop_assert!(request.sectors > 0 && request.sectors % SPP == 0);
                    prop_assert!(request.sector % u64::from(SPP) == 0);
                    prop_assert!(request.sector + u64::from(request.sectors) <= addressed * u64::from(SPP));
                    prop_assert!(request.arrival_ns >= clock_ns);
                    clock_ns = request.arrival_ns;
                }
            }
        }
    }
}
