//! What the tests of every way of packing need.

use super::pieces::{Damaged, Each};
use flate2::{Compression, write::DeflateEncoder};
use std::io::Write;
use std::ops::ControlFlow::{self, Continue};

/// `content`, deflated without a header.
pub(super) fn deflated(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

/// What `feed` gives for a file that comes in pieces of `step` bytes, or why it refuses it.
pub(super) fn unpacked(
    file: &[u8],
    step: usize,
    mut feed: impl FnMut(&[u8], Each<'_, ()>) -> Result<ControlFlow<()>, Damaged>,
) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    for piece in file.chunks(step) {
        let mut keep = |out: &[u8]| {
            text.extend_from_slice(out);
            Continue(())
        };
        let _ = feed(piece, &mut keep).map_err(|damaged| damaged.0.into_owned())?;
    }
    Ok(text)
}
