//! A smaller case that fails alike.

use super::draw::Case;
use super::hold;

/// Leaves requests, changes and settings out for as long as it still fails: ever smaller parts of the requests, then one by one.
/// The device stays: the one of the preset has millions of pages.
pub(super) fn shrunk(case: &Case) -> Case {
    let mut smallest = case.clone();
    let mut part = smallest.requests.len() / 2;
    while part > 0 {
        let mut at = 0;
        while at < smallest.requests.len() {
            let mut trial = smallest.clone();
            trial.requests.drain(at..(at + part).min(smallest.requests.len()));
            match fails(&trial) {
                true => smallest = trial,
                false => at += part,
            }
        }
        part /= 2;
    }
    let changes = (0..smallest.changes.len()).rev();
    smallest = one_by_one(smallest, changes, |trial, at| drop(trial.changes.remove(at)));
    let of_device = |at: usize| case.settings[at].0.starts_with("device.");
    let settings = (0..case.settings.len()).rev().filter(|&at| !of_device(at));
    one_by_one(smallest, settings, |trial, at| drop(trial.settings.remove(at)))
}

/// Leaves out what may be: the places descend, so that those before stay what they are.
fn one_by_one(mut smallest: Case, places: impl Iterator<Item = usize>, leave_out: impl Fn(&mut Case, usize)) -> Case {
    for at in places {
        let mut trial = smallest.clone();
        leave_out(&mut trial, at);
        if fails(&trial) {
            smallest = trial;
        }
    }
    smallest
}

/// A device that is refused, or too small for the requests, is no case.
fn fails(case: &Case) -> bool {
    let Ok(device) = case.device(&[]) else { return false };
    let sectors =
        u64::from(device.core.nand.geometry.logical_pages) * u64::from(device.core.nand.geometry.sectors_per_page());
    let fits = case.requests.iter().all(|request| request.sector + u64::from(request.sectors) <= sectors);
    fits && hold::all(case).is_err()
}
