//! C-lash, SympA 2011.

use super::basis::Basis;
use super::paper::{Contradiction, Paper};
use super::reading::Reading;
use super::spects::F;
use crate::figures::assignments::Assignments;
use crate::figures::clash::inequalities::told_beside;
use crate::figures::clash::setup::{DFTL_ID, PAGE_ID, SYMPA};
use crate::figures::figure::SEEDS;
use crate::figures::points::Points::At;

const SPARE_20: Assignments = &[("device.over_provisioning", "0.2")];
const TWO_PAGES: Assignments = &[("workload.request_pages", "2")];

/// Small requests.
const S: Reading = Reading {
    id: "S",
    name: "requests of 2 pages",
    reason: "The size of the requests is not stated, and the paper limits the losses of C-lash below 60 % sequential requests to small ones: 2 pages.",
    basis: Basis::Partly,
    source: "the paper for small requests, to which it limits the losses below 60 % sequential requests (C11); none for their size of 2 pages, which was chosen by experiment for the losses of C11, which it does not reach, and of C12.",
    chosen_for: &["C11", "C12"],
    settings: TWO_PAGES,
    systems: &[],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// The same, with spare space in plenty.
const S20: Reading = Reading {
    id: "S20",
    name: "requests of 2 pages, 20 % spare",
    reason: "Neither the size of the requests nor the spare space of the rivals is stated: 2 pages, and 20 % for DFTL and page mapping.",
    basis: Basis::Partly,
    source: "the paper for small requests, as in reading S; none for their size, nor for 20 % spare space, which was chosen by experiment for the losses of C11 and is much more than our own 5.5 %.",
    chosen_for: &["C11"],
    settings: TWO_PAGES,
    systems: &[(DFTL_ID, SPARE_20), (PAGE_ID, SPARE_20)],
    factors: &[],
    measures: &[],
    seeds: SEEDS.len(),
};

/// What is to be known.
pub(super) const PAPER: Paper = Paper {
    paper: SYMPA,
    readings: &[F, S, S20],
    ours_chosen_for: &[],
    contradictions: &[Contradiction {
        says: "C10: C-lash \"s'approche de la FTL à page mapping\" (comes close to page mapping), the more so the more requests write; it names 80 % beside this.",
        but: "C12: with more than 30 % local requests it outperforms \"les autres FTLs\" (the other FTLs) by more than 40 %.",
        setting: "They exclude each other only if page mapping is one of the other FTLs, and if the share of writes in the second figure, which is not stated, is 80 %: then both share a point, 80 % of the requests sequential, 40 % local, 80 % writes.",
        measured: &[("C10", told_beside(PAGE_ID, At(&[0.8]))), ("C12", told_beside(PAGE_ID, At(&[0.4])))],
    }],
};
