//! Traces to begin with.

use sim_core::trace::Format;
use std::fs;
use std::path::Path;

/// A trace that can be read.
#[derive(Clone)]
pub(super) struct Seed {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Traces to begin with, and what is put into them.
pub(super) struct Seeds {
    /// Those that are damaged.
    pub damaged: Vec<Seed>,
    /// All of them.
    pub all: Vec<Seed>,
}

impl Seeds {
    /// Those of the folder; every format must have one. Only those are damaged whose names begin with `only`.
    pub(super) fn new(only: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/traces");
        let mut all: Vec<Seed> = [root.clone(), root.join("packed")].iter().flat_map(|folder| files(folder)).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        for format in Format::ALL {
            let file = format!("{}.txt", format.info().name);
            assert!(all.iter().any(|seed| seed.name == file), "{} has no {file}", root.display());
        }
        let damaged: Vec<Seed> = all.iter().filter(|seed| seed.name.starts_with(only)).cloned().collect();
        assert!(!damaged.is_empty(), "no trace of {} begins with {only:?}", root.display());
        Self { damaged, all }
    }
}

fn files(folder: &Path) -> Vec<Seed> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file() && path.extension().is_none_or(|ending| ending != "md"));
    files
        .map(|path| Seed { name: path.file_name().unwrap().to_string_lossy().into(), bytes: fs::read(&path).unwrap() })
        .collect()
}
