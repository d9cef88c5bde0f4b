//! What people get: command line, sweeps, logs, figures and their claims.

mod challenge;
mod clash_claims;
mod cli;
mod figures;
mod hostile_input;
mod lbuffer_claims;
mod log;
mod memory;
mod openchannel_claims;
mod out_files;
mod sensitivity;
mod sweep;
mod trace_overview;
mod traces;
mod ttflash_claims;
