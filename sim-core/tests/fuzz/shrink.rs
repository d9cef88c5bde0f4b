//! Fewer bytes that fail alike.

use std::time::{Duration, Instant};

/// Nobody waits longer for fewer.
const TIME_MAX: Duration = Duration::from_secs(20);

/// `bytes` without every piece that is not needed for them to fail, as far as there is time.
pub(super) fn shrunk(bytes: Vec<u8>, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let (mut smallest, start) = (bytes, Instant::now());
    let mut piece = smallest.len() / 2;
    while piece > 0 {
        let mut at = 0;
        while at < smallest.len() && start.elapsed() < TIME_MAX {
            let mut shorter = smallest.clone();
            shorter.drain(at..(at + piece).min(shorter.len()));
            if fails(&shorter) {
                smallest = shorter;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    smallest
}
