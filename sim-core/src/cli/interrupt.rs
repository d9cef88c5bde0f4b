//! Ctrl-C: a command stops at its next look, before it has written anything. A second one ends the process at once.

use super::failure::Failure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C was pressed.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Looks out for Ctrl-C from now on. Where it cannot be caught, it ends the process as always.
    pub fn watch() -> Self {
        let pressed = Self::default();
        let flag = pressed.0.clone();
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
        });
        pressed
    }

    /// Stops here if it was pressed.
    pub fn check(&self) -> Result<(), Failure> {
        if self.0.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
