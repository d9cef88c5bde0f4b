//! Options that several commands take.

use super::arguments::Opt;

/// `--set PATH=VALUE`: another value for a field.
pub(super) const SET: Opt = Opt { name: "--set", value: Some("PATH=VALUE") };
/// `--trace FILE`: a trace as the workload.
pub(super) const TRACE: Opt = Opt { name: "--trace", value: Some("FILE") };
/// `--operations FILE`: an operation log that is carried out, on the device that it tells.
pub(super) const OPERATIONS: Opt = Opt { name: "--operations", value: Some("FILE") };
/// `--format NAME`: the format of the trace, whatever it looks like.
pub(super) const FORMAT: Opt = Opt { name: "--format", value: Some("NAME") };
/// `--columns LIST`: what the columns of a trace are that is a table of no known format.
pub(super) const COLUMNS: Opt = Opt { name: "--columns", value: Some("LIST") };
/// `--strict`: whatever of a trace is lost is an error.
pub(super) const STRICT: Opt = Opt { name: "--strict", value: None };
/// `--device NUMBER`: the one device that counts.
pub(super) const DEVICE: Opt = Opt { name: "--device", value: Some("NUMBER") };
/// `--quick`: one seed, and no more points than the claims take, or smaller experiments.
pub(super) const QUICK: Opt = Opt { name: "--quick", value: None };
/// `--reading ID`: by this other reading of the paper.
pub(super) const READING: Opt = Opt { name: "--reading", value: Some("ID") };
