//! The write buffers that the figures compare: l-buffer with α tuned and fixed, and others.

use crate::figures::assignments::Assignments;
use crate::figures::figure::{Source, System};
use crate::figures::metric::Metric;

/// l-buffer; its sessions and its holes are the same whether α is tuned or not.
pub(super) const L_BUFFER: Assignments =
    &[("buffer.kind", "\"lbuffer\""), ("buffer.session", "10000"), ("buffer.plug", "\"tuned\"")];
/// α is tuned by rehearsals with little memory.
pub(super) const BY_DEVICE: Assignments = &[
    ("buffer.tuner", "\"device\""),
    ("buffer.record_sectors", "2"),
    ("buffer.bit_sectors", "8"),
    ("buffer.convert_threshold", "24"),
    ("buffer.log_nodes", "3000"),
    ("buffer.log_records", "4"),
    ("buffer.log_information", "\"committed\""),
];
const BY_HOST: Assignments = &[("buffer.tuner", "\"host\"")];
/// α stays as it is.
pub(super) const FIXED: Assignments = &[("buffer.tuner", "\"fixed\"")];

pub(super) const DEVICE: &str = "device";
pub(super) const HOST: &str = "host";
pub(super) const OFFLINE: &str = "offline";
pub(super) const MINUS_ONE: &str = "alpha-minus-1";
pub(super) const MINUS_HALF: &str = "alpha-minus-0.5";
pub(super) const MINUS_QUARTER: &str = "alpha-minus-0.25";
pub(super) const ZERO: &str = "alpha-0";
pub(super) const QUARTER: &str = "alpha-0.25";
pub(super) const HALF: &str = "alpha-0.5";
pub(super) const ONE: &str = "alpha-1";
pub(super) const BPLRU: &str = "bplru";
pub(super) const FAB: &str = "fab";
pub(super) const CLC: &str = "clc";
pub(super) const REF: &str = "ref";

pub(super) const TUNED_BY_DEVICE: System = runs(DEVICE, "l-buffer (device)", [L_BUFFER, BY_DEVICE, &[]]);
pub(super) const TUNED_BY_HOST: System = runs(HOST, "l-buffer (host)", [L_BUFFER, BY_HOST, &[]]);

/// Of the fixed values the best at each point, known only afterwards: a bound, not a buffer.
pub(super) const BEST_FIXED: System = System {
    id: OFFLINE,
    title: "offline",
    source: Source::Least {
        of: &[MINUS_ONE, MINUS_HALF, MINUS_QUARTER, ZERO, QUARTER, HALF, ONE],
        by: Metric::WriteTime,
    },
};

pub(super) const AT_MINUS_ONE: System = fixed(MINUS_ONE, "α = −1", &[("buffer.alpha", "-1")]);
pub(super) const AT_MINUS_HALF: System = fixed(MINUS_HALF, "α = −0.5", &[("buffer.alpha", "-0.5")]);
pub(super) const AT_MINUS_QUARTER: System = fixed(MINUS_QUARTER, "α = −0.25", &[("buffer.alpha", "-0.25")]);
pub(super) const AT_ZERO: System = fixed(ZERO, "α = 0", &[("buffer.alpha", "0")]);
pub(super) const AT_QUARTER: System = fixed(QUARTER, "α = 0.25", &[("buffer.alpha", "0.25")]);
pub(super) const AT_HALF: System = fixed(HALF, "α = 0.5", &[("buffer.alpha", "0.5")]);
pub(super) const AT_ONE: System = fixed(ONE, "α = 1", &[("buffer.alpha", "1")]);

/// Holes of victims with more than half of their block's pages are filled.
const PAD_HALF: Assignments = &[("buffer.pad_threshold", "0.5")];

/// The others as the thesis sets them.
pub(super) const OTHERS: [System; 4] = [
    runs(BPLRU, "BPLRU", [&[("buffer.kind", "\"bplru\"")], PAD_HALF, &[("buffer.compensation", "\"block\"")]]),
    runs(FAB, "FAB", [&[("buffer.kind", "\"fab\"")], &[("buffer.tie", "\"lru\"")], &[]]),
    runs(CLC, "CLC", [&[("buffer.kind", "\"clc\"")], &[("buffer.upper", "0.1")], &[]]),
    runs(
        REF,
        "REF",
        [&[("buffer.kind", "\"ref\"")], PAD_HALF, &[("buffer.window", "0.75"), ("buffer.victim_blocks", "3")]],
    ),
];

pub(super) const fn runs(id: &'static str, title: &'static str, settings: [Assignments; 3]) -> System {
    System { id, title, source: Source::Runs(settings) }
}

const fn fixed(id: &'static str, title: &'static str, alpha: Assignments) -> System {
    runs(id, title, [L_BUFFER, FIXED, alpha])
}
