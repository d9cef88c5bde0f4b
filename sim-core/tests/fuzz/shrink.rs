//! A shorter trace that fails alike.

use super::case::Case;
use super::hold;

/// `case` without every piece that is not needed for it to fail.
pub(super) fn shrunk(case: &Case) -> Case {
    let mut smallest = case.clone();
    let mut piece = smallest.bytes.len() / 2;
    while piece > 0 {
        let mut at = 0;
        while at < smallest.bytes.len() {
            let mut shorter = smallest.clone();
            shorter.bytes.drain(at..(at + piece).min(shorter.bytes.len()));
            if hold::all(&shorter).is_err() {
                smallest = shorter;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    smallest
}
