//! Finds the rates of `figures/ttflash/rates.rs` again: `cargo run --release --example ttflash_rates [TITLE]...`
//! Each line: the workload, its rate, and every rate that was tried with the share of reads that Base blocked.

use sim_core::base::error::Error;
use sim_core::experiment::document::Experiment;
use sim_core::figures::ttflash::rates::{RULED, Ruled, document, find};
use sim_core::metrics::run;
use std::thread;

fn main() -> Result<(), Error> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let ruled: Vec<&Ruled> =
        RULED.iter().filter(|ruled| wanted.is_empty() || wanted.iter().any(|title| title == ruled.title)).collect();
    // Two at a time: each takes a device of its own.
    for pair in ruled.chunks(2) {
        let lines: Vec<Result<String, Error>> = thread::scope(|scope| {
            let found: Vec<_> = pair.iter().map(|ruled| scope.spawn(|| line(ruled))).collect();
            found.into_iter().map(|line| line.join().expect("a run does not panic")).collect()
        });
        for line in lines {
            println!("{}", line?);
        }
    }
    Ok(())
}

fn line(ruled: &Ruled) -> Result<String, Error> {
    let mut tried = Vec::new();
    let rate = find(|rate| {
        let report = run::report(&Experiment::new(&document(ruled, rate), &[])?, None)?;
        let share = report.blocked.and_then(|blocked| blocked.gc_fraction).unwrap_or_default();
        tried.push(format!("{rate}: {:.3} %", share * 100.0));
        Ok::<f64, Error>(share)
    })?;
    let rate = rate.map_or_else(|| "none".into(), |rate| rate.to_string());
    Ok(format!("{}  {rate}  ({})", ruled.title, tried.join(", ")))
}
