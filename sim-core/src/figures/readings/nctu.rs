//! l-buffer, the thesis of National Chiao Tung University, 2011.

use super::basis::Basis;
use super::paper::Paper;
use super::reading::Reading;
use crate::figures::lbuffer::setup::THESIS;

/// Traces that touch more of the device.
const W: Reading = Reading {
    id: "W",
    name: "traces that touch twice as many blocks",
    reason: "How many blocks the traces touch is not stated. Ours touch 2 048 on the notebook, 4 096 on the desktop and 6 144 on Ubuntu, but \
             with \u{3b1} = 1 a buffer of 16 MiB holds pages of 2 304 on the notebook: twice as many for each, 10 to 15 % of the device.",
    basis: Basis::Assumed,
    source: "No source says how many. Table 0.1 bounds the number from below, and two is the least whole factor by which the notebook can hold as many; it then holds 2 556 (seed 1).",
    chosen_for: &[],
    settings: &[],
    systems: &[],
    factors: &[("workload.footprint_units", 2.0)],
    measures: &[],
    seeds: 1,
};

/// What is to be known.
pub(super) const PAPER: Paper = Paper { paper: THESIS, readings: &[W], ours_chosen_for: &[], contradictions: &[] };
