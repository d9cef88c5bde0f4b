//! Mixes in the manner of Filebench. No claim is judged by them: they are no runs of Filebench.

use super::rates::{FILESERVER, VARMAIL, WEBPROXY, WEBSERVER};
use super::series::ALL;
use super::{PAPER, QUICK, SETTING, TTFLASH, case};
use crate::figures::axis::Axis;
use crate::figures::figure::{Figure, ONE_PANEL};
use crate::figures::metric::Metric;

/// The figure. One seed also at full size.
pub const FIGURE: Figure = Figure {
    id: "ttflash-filebench",
    system: TTFLASH,
    paper: PAPER,
    place: "Fig. 7",
    title: "Mixes of files",
    what: "Servers in the manner of Filebench's personalities, at rates found as the stand-ins' are.",
    x: Axis::cases(
        "server",
        &[
            case(&[FILESERVER.settings], FILESERVER),
            case(&[VARMAIL.settings], VARMAIL),
            case(&[WEBSERVER.settings], WEBSERVER),
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
};
