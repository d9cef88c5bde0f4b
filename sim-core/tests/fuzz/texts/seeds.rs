//! Texts to begin with.

use super::kind::Kind;
use crate::support::command::{Folder, flashlab_in, stdout};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Texts that can be read, and what is put into them.
pub(super) struct Seeds {
    /// Those that are damaged. Results of a sweep stand in order, so that parts of one are neighbours.
    pub damaged: Vec<String>,
    /// Documents, or formulas, of which pieces are taken.
    pub pieces: Vec<String>,
}

impl Seeds {
    /// Those of `kind`.
    pub(super) fn new(kind: Kind) -> Self {
        let own = files(&fixtures().join("fuzz").join(kind.name()));
        let lines = |texts: &[String]| texts.iter().flat_map(|text| text.lines()).map(String::from).collect();
        let damaged = match kind {
            Kind::Experiment => [own, results()].concat(),
            Kind::Sweep => own.iter().flat_map(|text| results_of(text)).chain(own.clone()).collect(),
            Kind::Challenge => [own, files(&source().join("src/challenge/ready"))].concat(),
            Kind::Formula => lines(&own),
        };
        let pieces = match kind {
            Kind::Formula => damaged.clone(),
            _ => {
                let folders = [Kind::Experiment, Kind::Sweep, Kind::Challenge]
                    .map(|kind| fixtures().join("fuzz").join(kind.name()));
                folders.iter().flat_map(|folder| files(folder)).collect()
            }
        };
        assert!(!damaged.is_empty() && !pieces.is_empty(), "no text of the kind {}", kind.name());
        Self { damaged, pieces }
    }
}

fn source() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn fixtures() -> PathBuf {
    source().join("tests/fixtures")
}

fn files(folder: &Path) -> Vec<String> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The documents of which the results are kept.
fn results() -> Vec<String> {
    let text = fs::read_to_string(fixtures().join("results.json")).unwrap();
    let kept: Value = serde_json::from_str(&text).unwrap();
    kept["results"].as_object().unwrap().values().map(|result| result["document"].to_string()).collect()
}

/// What comes of a sweep: both halves, and the file of one that is kept as it goes.
fn results_of(document: &str) -> Vec<String> {
    let folder = Folder::new("fuzz-sweep");
    folder.file("sweep.json", document);
    let run = |more: &[&str]| {
        let output =
            flashlab_in(&folder, &[&["sweep", "--sweep", "sweep.json", "--json", "--jobs", "1"], more].concat(), "");
        stdout(&output).to_owned()
    };
    let halves = ["1/2", "2/2"].map(|shard| run(&["--shard", shard]));
    run(&["--keep", "kept"]);
    let kept = fs::read_to_string(folder.0.join("kept")).unwrap();
    halves.into_iter().chain([kept]).collect()
}
