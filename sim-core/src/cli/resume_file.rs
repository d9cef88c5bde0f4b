//! The file where the points of a sweep are kept as they come: a line that says which sweep, then a line a point. A sweep
//! that was stopped goes on from there. One process at a time has it.

use super::arguments::Opt;
use super::failure::Failure;
use super::out_file::{Inputs, writable};
use super::swept::MOST;
use crate::sweep::document::Sweep;
use crate::sweep::json::{head, line};
use crate::sweep::merge::difference;
use crate::sweep::part::Part;
use crate::sweep::point::Point;
use serde_json::json;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::sync::Mutex;

/// Such a file, open for more.
pub(super) struct ResumeFile {
    name: String,
    file: Mutex<File>,
}

impl ResumeFile {
    /// Opens the file `name`, made if need be, and gives the points of `sweep` that are in it. A last line that was cut off is
    /// taken away.
    ///
    /// # Errors
    /// What is no plain file, or one of `inputs`; a file of something else, of another sweep, or that another process has; it is left as it is.
    pub(crate) fn open(option: Opt, name: &str, sweep: &Sweep, inputs: &Inputs) -> Result<(Self, Vec<Point>), Failure> {
        writable(option, name, inputs)?;
        let unusable = |error| Failure::usage(format!("{name}: points cannot be kept there: {error}"));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(name).map_err(unusable)?;
        // Held until the file is closed, or the process ends. A file system without locks has to do without.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Failure::usage(format!(
                "{name}: another process is writing points there; give --keep another file"
            )));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unusable)?;
        let first = json!({ "sweep": head(sweep, None) }).to_string() + "\n";
        let points = if first.as_bytes().starts_with(&bytes) {
            file.set_len(0).map_err(unusable)?;
            file.write_all(first.as_bytes()).map_err(unusable)?;
            Vec::new()
        } else {
            let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let points = points(name, &String::from_utf8_lossy(&bytes), &first, sweep)?;
            file.set_len(end as u64).map_err(unusable)?;
            points
        };
        Ok((Self { name: name.into(), file: Mutex::new(file) }, points))
    }

    /// Keeps `point`: once this has returned it is there even if the process is killed.
    pub(crate) fn add(&self, sweep: &Sweep, point: &Point) -> Result<(), Failure> {
        let line = line(sweep, point) + "\n";
        // Nobody leaves the file half-written while holding it but by ending the process.
        let mut file = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        file.write_all(line.as_bytes())
            .map_err(|error| Failure::Failed(format!("{}: a point cannot be kept: {error}", self.name)))
    }
}

fn points(name: &str, text: &str, first: &str, sweep: &Sweep) -> Result<Vec<Point>, Failure> {
    let part = Part::from_text(name, text, MOST);
    if text.starts_with(first) {
        return Ok(part?.points);
    }
    let what = match part {
        Ok(part) if part.sweep.id == sweep.id => {
            "it has results of this sweep, but not one per line, so --keep did not write it".into()
        }
        Ok(part) => format!("it has points of another sweep: {}", difference(&part.sweep, sweep)),
        Err(error) => {
            return Err(Failure::usage(format!("{error}; the file is unchanged, --keep needs one of its own")));
        }
    };
    Err(Failure::usage(format!("{name}: {what}; the file is unchanged, --keep needs one of its own")))
}
