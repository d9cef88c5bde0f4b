//! Damaged texts, and of what kind they are.

use super::super::mutate::{below, once};
use super::kind::Kind;
use super::seeds::Seeds;
use super::{document, formula};
use sim_core::base::rng::{Component, Rng};
use std::fmt::{Display, Formatter};

/// What is read.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub kind: Kind,
    /// A document and its assignments; parts of a sweep; or one text alone.
    pub texts: Vec<String>,
}

/// Bytes of a text, about: what is damaged again and again must not grow without end.
const BYTES_MAX: usize = 300_000;
/// Bytes that are shown of a text.
const SHOWN: usize = 3000;

impl Case {
    /// The case of that number.
    pub(super) fn drawn(number: u64, kind: Kind, seeds: &Seeds) -> Self {
        let rng = &mut Rng::new(number, Component::Workload);
        let first = below(seeds.damaged.len(), rng);
        let mut texts = vec![damaged(&seeds.damaged[first], kind, seeds, rng)];
        match kind {
            Kind::Experiment if rng.below(4) == 0 => {
                texts.extend((0..=below(3, rng)).map(|_| document::assignment(rng)));
            }
            // The parts that belong to one another, or others.
            Kind::Sweep if rng.below(2) == 0 => {
                for _ in 0..=below(2, rng) {
                    let at = if rng.below(4) == 0 {
                        below(seeds.damaged.len(), rng)
                    } else {
                        (first + 1) % seeds.damaged.len()
                    };
                    let other = &seeds.damaged[at];
                    texts.push(if rng.below(2) == 0 { other.clone() } else { damaged(other, kind, seeds, rng) });
                }
            }
            _ => {}
        }
        Self { kind, texts }
    }
}

/// `seed`, perhaps not damaged at all.
fn damaged(seed: &str, kind: Kind, seeds: &Seeds, rng: &mut Rng) -> String {
    let other = &seeds.pieces[below(seeds.pieces.len(), rng)];
    let mut text = match kind {
        Kind::Formula => formula::damaged(seed, other, rng),
        _ => document::damaged(seed, other, rng),
    };
    // Damage that knows nothing of what it meets.
    if rng.below(4) == 0 {
        let mut bytes = text.into_bytes();
        (0..=below(3, rng)).for_each(|_| once(&mut bytes, other.as_bytes(), rng));
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    match text.char_indices().map(|(at, _)| at).find(|at| *at >= BYTES_MAX) {
        Some(end) => text[..end].into(),
        None => text,
    }
}

impl Display for Case {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        for text in &self.texts {
            let first = &text.as_bytes()[..text.len().min(SHOWN)];
            write!(to, "{} bytes:\n{}\n", text.len(), first.escape_ascii())?;
        }
        Ok(())
    }
}
