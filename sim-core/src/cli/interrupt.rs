//! Ctrl-C, and being asked to end: a command stops at its next look, before it has written anything. A second one ends the process at once, without
//! the files that were not complete.

use super::failure::Failure;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Requests between two looks, of a run that goes on until it is over.
pub(super) const REQUESTS_BETWEEN_LOOKS: u64 = 1000;

/// Whether Ctrl-C was pressed.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    pressed: AtomicBool,
    /// Files that are not complete.
    incomplete: Mutex<Vec<PathBuf>>,
}

impl Interrupt {
    /// Looks out for Ctrl-C from now on. Where it cannot be caught, it ends the process as always.
    pub(crate) fn watch() -> Self {
        let pressed = Self::default();
        let interrupt = pressed.clone();
        let _ = ctrlc::set_handler(move || {
            if interrupt.0.pressed.swap(true, Ordering::Relaxed) {
                for file in interrupt.incomplete().iter() {
                    let _ = std::fs::remove_file(file);
                }
                std::process::exit(1);
            }
        });
        pressed
    }

    /// Stops here if it was pressed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.0.pressed.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// `file` is to be removed if the process is ended.
    pub(super) fn removes(&self, file: &Path) {
        self.incomplete().push(file.into());
    }

    /// `file` is no longer to be removed.
    pub(crate) fn leaves(&self, file: &Path) {
        self.incomplete().retain(|other| other != file);
    }

    fn incomplete(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.incomplete.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
