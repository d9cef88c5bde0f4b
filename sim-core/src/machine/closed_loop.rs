//! When requests are sent that wait for others to end: a fixed number of them is kept under way. Beside them there may be
//! others that arrive by themselves, a background: it is part of the load, and not of what is measured.

use crate::base::request::Request;
use std::collections::VecDeque;

/// The request that is begun next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    /// It.
    pub request: Request,
    /// When it arrives.
    pub arrival_ns: u64,
    /// Whether it belongs to the background.
    pub background: bool,
}

impl Due {
    /// The one of a run's `own` and of the `background` that arrives first, at equal times its own. The background goes on
    /// for as long as the run has requests to come: `own` is none where the next of them waits for another to end.
    #[inline(always)]
    pub(crate) fn first(own: Option<Self>, background: Option<Request>) -> Option<Self> {
        let Some(request) = background else { return own };
        let background = Self { request, arrival_ns: request.arrival_ns, background: true };
        Some(own.filter(|own| own.arrival_ns <= background.arrival_ns).unwrap_or(background))
    }
}

/// A closed loop. Its first requests are sent at once, each later one when one is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClosedLoop {
    depth: u64,
    /// Requests that may still be sent without waiting for one.
    unsent: u64,
    opened_ns: u64,
    /// Ends of requests that no other was sent for yet.
    ends_ns: VecDeque<u64>,
    /// Requests under way that are one too many: none is sent for them.
    owed: u64,
}

impl ClosedLoop {
    /// A loop of `depth` requests, from time 0.
    pub(crate) fn new(depth: u64) -> Self {
        Self { depth, unsent: depth, opened_ns: 0, ends_ns: VecDeque::new(), owed: 0 }
    }

    /// A loop of `depth` requests, from `now_ns` on, of which some are under way.
    #[cfg(feature = "layers")]
    pub(super) fn among(depth: u64, under_way: u64, now_ns: u64) -> Self {
        let mut closed = Self { opened_ns: now_ns, ..Self::new(under_way) };
        closed.unsent = 0;
        closed.change(depth, now_ns);
        closed
    }

    /// From `now_ns` on, `depth` requests are kept under way: more are sent at once, or fewer as they end.
    #[cfg(feature = "layers")]
    pub(crate) fn change(&mut self, depth: u64, now_ns: u64) {
        let more = depth.saturating_sub(self.depth);
        let fewer = self.depth.saturating_sub(depth);
        self.depth = depth;
        if more > 0 {
            let kept = more.min(self.owed);
            self.owed -= kept;
            (self.unsent, self.opened_ns) = (self.unsent + more - kept, now_ns);
        }
        let unsent = fewer.min(self.unsent);
        self.unsent -= unsent;
        let ended = (fewer - unsent).min(self.ends_ns.len() as u64);
        self.ends_ns.drain(..ended as usize);
        self.owed += fewer - unsent - ended;
    }

    /// When the next request is sent; `None` while it still waits for one to end.
    pub(crate) fn next_ns(&self) -> Option<u64> {
        if self.unsent > 0 { Some(self.opened_ns) } else { self.ends_ns.front().copied() }
    }

    /// It was sent.
    pub(crate) fn sent(&mut self) {
        if self.unsent > 0 {
            self.unsent -= 1;
        } else {
            self.ends_ns.pop_front();
        }
    }

    /// A request was over at `end_ns`.
    pub(crate) fn ended(&mut self, end_ns: u64) {
        match self.owed {
            0 => self.ends_ns.push_back(end_ns),
            _ => self.owed -= 1,
        }
    }

    /// Nothing is under way any more, as after a power cut: as many requests as at the start are sent at once.
    pub(super) fn reopen(&mut self, now_ns: u64) {
        *self = Self { opened_ns: now_ns, ..Self::new(self.depth) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;

    #[test]
    fn a_background_comes_between_and_does_not_wait() {
        let request = |arrival_ns| Request { arrival_ns, op: HostOp::Read, sector: 0, sectors: 1 };
        let own = |arrival_ns| Due { request: request(0), arrival_ns, background: false };
        assert_eq!(Due::first(Some(own(7)), None), Some(own(7)));
        assert_eq!(Due::first(Some(own(7)), Some(request(7))), Some(own(7)));
        let between = Some(Due { request: request(6), arrival_ns: 6, background: true });
        assert_eq!(Due::first(Some(own(7)), Some(request(6))), between);
        assert_eq!(Due::first(None, Some(request(6))), between);
    }

    #[test]
    fn sends_the_first_at_once_and_each_later_one_after_an_end() {
        let mut closed = ClosedLoop::new(2);
        for _ in 0..2 {
            assert_eq!(closed.next_ns(), Some(0));
            closed.sent();
        }
        assert_eq!(closed.next_ns(), None);
        closed.ended(7);
        closed.ended(9);
        assert_eq!(closed.next_ns(), Some(7));
        closed.sent();
        assert_eq!(closed.next_ns(), Some(9));
        closed.reopen(20);
        closed.sent();
        assert_eq!(closed.next_ns(), Some(20));
    }
}
