//! Traces to begin with.

use sim_core::trace::Format;
use std::fs;
use std::path::Path;

/// A trace that can be read.
pub(super) struct Seed {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// All of them, those as text first.
pub(super) struct Seeds(pub Vec<Seed>);

impl Seeds {
    /// Those of the folder; every format must have one.
    pub(super) fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/traces");
        let mut seeds: Vec<Seed> =
            [root.clone(), root.join("packed")].iter().flat_map(|folder| files(folder)).collect();
        seeds.sort_by(|a, b| a.name.cmp(&b.name));
        for format in Format::ALL {
            let file = format!("{}.txt", format.info().name);
            assert!(seeds.iter().any(|seed| seed.name == file), "{} has no {file}", root.display());
        }
        Self(seeds)
    }
}

fn files(folder: &Path) -> Vec<Seed> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file() && path.extension().is_none_or(|ending| ending != "md"));
    files
        .map(|path| Seed { name: path.file_name().unwrap().to_string_lossy().into(), bytes: fs::read(&path).unwrap() })
        .collect()
}
