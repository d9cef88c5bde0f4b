//! The hash of a device's state in the middle and at the end of a run: `cargo run --release --example state_hash < EXPERIMENT.json`.
//! Two versions of the core that agree on it hold the same state, bit for bit.

use sim_core::assembly::{initial, source};
use sim_core::base::state_hash::state_hash;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::NoObserver;
use std::process::ExitCode;

fn main() -> ExitCode {
    match hashes() {
        Ok(hashes) => {
            println!("{hashes}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn hashes() -> Result<String, Box<dyn std::error::Error>> {
    let document = serde_json::from_reader(std::io::stdin())?;
    let experiment = Experiment::new(&document, &[])?;
    let requests = source::of(&experiment, None)?;
    let mut machine = initial::machine(&experiment, requests, true)?;
    let half = machine.requests() / 2;
    let mut at_half = None;
    while machine.step(&mut NoObserver).map_err(|halt| halt.to_string())? {
        machine.completions.clear();
        if machine.requests_begun == half {
            at_half.get_or_insert_with(|| state_hash(&machine));
        }
    }
    Ok(format!("{:016x} {:016x}", at_half.unwrap_or_default(), state_hash(&machine)))
}
