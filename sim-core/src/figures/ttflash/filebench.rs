//! Mixes in the manner of Filebench. No claim is judged by them: they are no runs of Filebench.
//!
//! The web server is not among them: it writes so little that Base blocks 2.3 % of its reads only where reads alone fill the
//! channels, and there nothing else can be told.

use super::rates::{FILESERVER, VARMAIL, WEBPROXY};
use super::series::ALL;
use super::setup::{PAPER, QUICK, SETTING, TTFLASH};
use super::substitutes::case;
use crate::figures::axis::Axis;
use crate::figures::figure::{Figure, ONE_PANEL};
use crate::figures::metric::Metric;
use crate::figures::ttflash::assumptions;

/// The figure. One seed also at full size.
pub const FIGURE: Figure = Figure {
    id: "ttflash-filebench",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 8",
    title: "File server mixes",
    what: "Request mixes modelled on three of Filebench's personalities, at rates found as for the trace substitutes. They are no runs of Filebench.",
    x: Axis::cases(
        "server",
        &[
            case(&[FILESERVER.settings], FILESERVER),
            case(&[VARMAIL.settings], VARMAIL),
            case(&[WEBPROXY.settings], WEBPROXY),
        ],
    ),
    panels: ONE_PANEL,
    systems: ALL,
    settings: &[SETTING],
    metrics: &[Metric::ReadMean, Metric::ReadP99, Metric::Blocked],
    log: &[Metric::ReadMean, Metric::ReadP99],
    seeds: &[1],
    quick: QUICK,
    claims: &[],
    assumptions: &[assumptions::DEVICE, assumptions::WITHOUT_PARITY, assumptions::TURNS, assumptions::FILES],
};
