//! A file of results that is there whole or not at all: it is written beside its name, and takes that when it is done.

use super::failure::Failure;
use std::fs::{File, remove_file, rename};
use std::io::{self, Write};

/// A file that is being written.
#[derive(Debug)]
pub(super) struct OutFile {
    name: String,
    /// What it is called until it is whole.
    beside: String,
    file: File,
    is_kept: bool,
}

impl OutFile {
    /// Begins to write what is to be called `name`.
    pub fn create(name: &str) -> Result<Self, Failure> {
        let beside = format!("{name}.{}.part", std::process::id());
        let file = File::create(&beside)
            .map_err(|error| Failure::usage(format!("--out {name}: the file cannot be written: {error}")))?;
        Ok(Self { name: name.into(), beside, file, is_kept: false })
    }

    /// It is whole.
    pub fn keep(mut self) -> Result<(), Failure> {
        self.file.flush()?;
        rename(&self.beside, &self.name)?;
        self.is_kept = true;
        Ok(())
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = remove_file(&self.beside);
        }
    }
}
