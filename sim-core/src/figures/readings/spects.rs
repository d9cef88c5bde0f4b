//! C-lash, SPECTS 2011.

use super::basis::Basis;
use super::paper::{Contradiction, Paper};
use super::reading::Reading;
use crate::figures::assignments::Assignments;
use crate::figures::clash::inequalities::told_beside;
use crate::figures::clash::setup::{DFTL_ID, PAGE_ID, SPECTS};
use crate::figures::figure::SEEDS;
use crate::figures::metric::Metric;
use crate::figures::points::Points::At;

const SPARE_4_9: Assignments = &[("device.over_provisioning", "0.049")];
const SPARE_6_4: Assignments = &[("device.over_provisioning", "0.064")];

/// What the papers' simulator does.
pub(super) const F: Reading = Reading {
    id: "F",
    name: "as FlashSim computes",
    reason: "The simulator that the paper extends charges other times than the paper states, and draws addresses in sectors, so that \
             requests need not begin at a page; 6.4 % spare space for DFTL and page mapping.",
    basis: Basis::Partly,
    source: "the code of FlashSim and DiskSim 3.0 for latencies, 0.1309/4 and 0.4059/4 ms and 1.5 ms an erase, and for sectors; none for the spare space, which was chosen so that C-lash and DFTL cross near the places of C1 and C3 in SPECTS 2011: that they do is no prediction.",
    chosen_for: &["C1", "C3"],
    settings: &[("device.preset", "\"flashsim-raw\""), ("workload.align", "\"sector\"")],
    systems: &[(DFTL_ID, SPARE_6_4), (PAGE_ID, SPARE_6_4)],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// What the papers' simulator does, with wider locality and less spare space.
const D: Reading = Reading {
    id: "D",
    name: "as FlashSim computes, local requests further away",
    reason: "The paper does not state the spare space of the rivals, nor how wide its normal distribution of local distances is, only that they \
             are \"less than two pages\": as reading F, with a standard deviation of 1.5 pages, by which 18 % of them are two pages or more \
             (5 % with our own, which is one page), and 4.9 % for DFTL and page mapping.",
    basis: Basis::Partly,
    source: "that of reading F for latencies and sectors; none for spread and spare space, which were chosen by experiment for the crossings of C5.",
    chosen_for: &["C5"],
    settings: &[
        ("device.preset", "\"flashsim-raw\""),
        ("workload.align", "\"sector\""),
        ("workload.local_distance.sd", "1.5"),
    ],
    systems: &[(DFTL_ID, SPARE_4_9), (PAGE_ID, SPARE_4_9)],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// The latencies alone.
const R: Reading = Reading {
    id: "R",
    name: "FlashSim's latencies",
    reason: "The simulator that the paper extends charges other times than the paper states; all else is as in our own reading, requests of \
             whole pages and 5.5 % spare space, calibrated for our own latencies, among it.",
    basis: Basis::Published,
    source: "the code of FlashSim: 0.1309/4 and 0.4059/4 ms, 1.5 ms an erase.",
    chosen_for: &[],
    settings: &[("device.preset", "\"flashsim-raw\"")],
    systems: &[],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// The spread of erases as a standard deviation.
const V: Reading = Reading {
    id: "V",
    name: "the standard deviation of erases, not divided by their mean",
    reason: "What the weighted standard deviation of erases is, is not stated. A weighted standard deviation can be taken over the numbers of erases, each weighted by how many blocks \
             have it: that is the plain one over all blocks.",
    basis: Basis::Partly,
    source: "the paper's words \"weighted standard deviation of the erase operations distribution\"; that the weights are numbers of blocks is assumed. That it rises for the three other systems where all requests are local speaks against this reading: there the standard deviation rises for FAST alone, the coefficient of variation for all three.",
    chosen_for: &[],
    settings: &[],
    systems: &[],
    factors: &[],
    measures: &[(Metric::EraseCv, Metric::EraseStdDev), (Metric::EraseStdDev, Metric::EraseCv)],
    seeds: SEEDS.len(),
};

/// What is to be known.
pub(super) const PAPER: Paper = Paper {
    paper: SPECTS,
    readings: &[F, D, R, V],
    ours_chosen_for: &["C1"],
    contradictions: &[Contradiction {
        says: "C5: with more than 10 % local requests C-lash responds faster than DFTL.",
        but: "C7: it does so with requests of more than 6 pages.",
        setting: "They exclude each other if \"greater than 6 pages\" means that it does not with 4: both figures share a point, no request sequential, 20 % local, 4 pages, 60 000 requests. A reading can hold both claims only because a crossing may lie 10 points, or a factor of two, off the paper's place.",
        measured: &[("C5", told_beside(DFTL_ID, At(&[0.2]))), ("C7", told_beside(DFTL_ID, At(&[4.0])))],
    }],
};
