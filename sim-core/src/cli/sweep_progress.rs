//! How far a sweep has come, counting the points under way by what they have done of their requests; and the time left.

use super::progress::Progress;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Parts that a point is counted in.
const PARTS: u64 = 1000;

/// A line that all threads of a sweep write on.
pub(super) struct HowFar {
    all: u64,
    begun: Instant,
    /// Points that were done before it began.
    earlier: u64,
    points: AtomicU64,
    parts: AtomicU64,
    line: Mutex<Progress>,
}

impl HowFar {
    /// `all` points, of which `earlier` are done already.
    pub(crate) fn new(all: usize, earlier: usize) -> Self {
        let (all, earlier) = (all as u64, earlier as u64);
        let (points, parts) = (AtomicU64::new(earlier), AtomicU64::new(0));
        let how_far = Self { all, begun: Instant::now(), earlier, points, parts, line: Mutex::new(Progress::new()) };
        how_far.show();
        how_far
    }

    /// A point that begins.
    pub(crate) fn point(&self) -> UnderWay<'_> {
        UnderWay { of: self, parts: 0 }
    }

    fn show(&self) {
        // Whoever holds the line shows as much.
        let Ok(mut line) = self.line.try_lock() else { return };
        let (points, parts) = (self.points.load(Ordering::Relaxed), self.parts.load(Ordering::Relaxed));
        line.show(|| text(points, self.all, left(self.begun.elapsed(), parts, (self.all - self.earlier) * PARTS)));
    }
}

/// A point under way; once it is dropped it counts as done.
pub(super) struct UnderWay<'a> {
    of: &'a HowFar,
    parts: u64,
}

impl UnderWay<'_> {
    /// It has begun `requests` of `all`.
    pub(crate) fn tell(&mut self, (requests, all): (u64, u64)) {
        let parts = (u128::from(requests) * u128::from(PARTS) / u128::from(all.max(1))).min(u128::from(PARTS)) as u64;
        self.of.parts.fetch_add(parts.saturating_sub(self.parts), Ordering::Relaxed);
        self.parts = self.parts.max(parts);
        self.of.show();
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.of.parts.fetch_add(PARTS - self.parts, Ordering::Relaxed);
        self.of.points.fetch_add(1, Ordering::Relaxed);
        self.of.show();
    }
}

fn text(points: u64, all: u64, left: Option<Duration>) -> String {
    let left = left.map_or(String::new(), |left| format!(", about {} left", in_words(left)));
    format!("{points} of {all} points{left}")
}

/// How long the rest takes if it goes on as it did.
fn left(elapsed: Duration, done: u64, all: u64) -> Option<Duration> {
    (done > 0).then(|| elapsed.mul_f64(all.saturating_sub(done) as f64 / done as f64))
}

fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_the_time_left() {
        let after = |seconds, parts| text(parts / PARTS, 80, left(Duration::from_secs(seconds), parts, 80 * PARTS));
        assert_eq!(after(0, 0), "0 of 80 points");
        assert_eq!(after(1, 500), "0 of 80 points, about 2 min 39 s left");
        assert_eq!(after(10, 20_000), "20 of 80 points, about 30 s left");
        assert_eq!(after(1000, 10_000), "10 of 80 points, about 1 h 56 min left");
    }

    #[test]
    fn a_point_counts_by_its_requests_and_once() {
        let how_far = HowFar::new(3, 1);
        let mut point = how_far.point();
        let counted = || (how_far.points.load(Ordering::Relaxed), how_far.parts.load(Ordering::Relaxed));
        point.tell((5, 10));
        assert_eq!(counted(), (1, 500));
        point.tell((11, 10));
        assert_eq!(counted(), (1, 1000));
        drop(point);
        assert_eq!(counted(), (2, 1000));
        drop(how_far.point());
        assert_eq!(counted(), (3, 2000));
    }
}
