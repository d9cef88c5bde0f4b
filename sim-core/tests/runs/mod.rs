//! Runs: clocks, changes in mid-run, going back, traces, and reports against theory.

mod analytic;
mod background;
mod changes;
mod changes_drawn;
mod changes_parameters;
mod changes_refused;
mod clock_event;
mod clock_golden;
mod clock_order;
mod cost_identities;
mod formula_ranking;
mod formula_seeds;
mod gantt;
mod identities;
mod lane_interrupted;
mod lane_positions;
mod mix_golden;
mod observables;
mod power_loss;
mod report;
mod time_by_purpose;
mod trace_import;
mod trace_replay;
mod triggers;
