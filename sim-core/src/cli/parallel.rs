//! Many tasks on several threads, with results that do not depend on who did what when.

use super::arguments::{Arguments, Opt};
use super::failure::Failure;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{self, available_parallelism};

/// `--jobs N`: threads; as many as there are cores if not given.
pub(super) const JOBS: Opt = Opt { name: "--jobs", value: Some("N") };

/// How many threads `arguments` ask for.
pub(super) fn jobs(arguments: &Arguments) -> Result<usize, Failure> {
    match arguments.values(JOBS).last() {
        None => Ok(available_parallelism().map_or(1, NonZero::get)),
        Some(text) => text
            .parse::<NonZero<usize>>()
            .map(NonZero::get)
            .map_err(|_| Failure::usage(format!("--jobs {text}: not a whole number of at least 1"))),
    }
}

/// What `task` gives for 0 up to `count`, in that order, by `jobs` threads. `done` is told how many are done after each.
///
/// # Errors
/// Of the tasks that fail, the failure of the first. No other is begun then.
pub(super) fn in_parallel<T: Send>(
    jobs: usize,
    count: usize,
    task: impl Fn(usize) -> Result<T, Failure> + Sync,
    mut done: impl FnMut(usize),
) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let mut results: Vec<Option<Result<T, Failure>>> = (0..count).map(|_| None).collect();
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !failed.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    let result = task(at);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    // The receiver is there until every sender is gone.
                    let _ = sender.send((at, result));
                }
            });
        }
        drop(sender);
        for (before, (at, result)) in receiver.iter().enumerate() {
            results[at] = Some(result);
            done(before + 1);
        }
    });
    // Tasks are begun in order, so that those that were not stand behind the first failure.
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_tasks() {
        let squares: Vec<usize> = (0..100).map(|n| n * n).collect();
        for jobs in [1, 3, 200] {
            let mut told = Vec::new();
            let results = in_parallel(jobs, 100, |n| Ok(n * n), |done| told.push(done)).unwrap();
            assert_eq!(results, squares);
            assert_eq!(told, (1..=100).collect::<Vec<_>>());
        }
        assert!(in_parallel(4, 0, Ok, |_| ()).unwrap().is_empty());
    }

    #[test]
    fn the_first_failure_is_told_and_nothing_is_begun_after_it() {
        let begun = AtomicUsize::new(0);
        let task = |n: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            if n >= 5 { Err(Failure::Failed(n.to_string())) } else { Ok(n) }
        };
        let failure = in_parallel(3, 1000, task, |_| ()).unwrap_err();
        assert_eq!(failure.text(), Some("5".into()));
        assert!(begun.into_inner() <= 8);
    }
}
