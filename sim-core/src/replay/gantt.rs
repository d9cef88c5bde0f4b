//! What planes were given to do lately, and when they did it: the event clock's commands as they were seen.
//!
//! A command is taken in when it is issued and gets its times when it is over. A run is the same whenever one goes through it, so
//! what was seen holds after a step back; but what was issued before anybody looked, or passed over by a jump, is not here, and
//! [`Gantt::up_to`] says from when on nothing is missing.

use crate::flash::clock::event::{Timed, Transfer};
use crate::flash::operation::{Kind, Operation, PENDING_NS, Purpose};
use crate::nand::{BlockId, Lpn, Ppn};
use std::collections::VecDeque;

/// Most commands kept.
const KEPT: usize = 4096;

/// Where a command works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this page.
    Page(Ppn),
    /// On this block.
    Block(BlockId),
}

/// A command of one plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its operation, by which jobs are in order.
    pub operation: u64,
    /// The operation that made it necessary.
    pub cause: Option<u64>,
    /// The request that was being served.
    pub request: u64,
    /// Read, program, copy or erase.
    pub kind: Kind,
    /// What for.
    pub purpose: Purpose,
    /// Logical page.
    pub lpn: Option<Lpn>,
    /// Where.
    pub place: Place,
    /// When it was given to its plane.
    pub issued_ns: u64,
    /// When its plane took it up; [`PENDING_NS`] while it is not known to be over.
    pub start_ns: u64,
    /// When it was over; [`PENDING_NS`] until then.
    pub end_ns: u64,
    /// Its last transfer, if it had one and is over.
    pub transfer: Option<Transfer>,
}

/// The latest commands.
#[derive(Clone, Debug, Default)]
pub struct Gantt {
    /// No operation between the first of them and `next` is missing.
    jobs: VecDeque<Job>,
    /// The operation after the last one seen.
    next: u64,
    /// Time as far as it has been seen to pass.
    now_ns: u64,
}

impl Gantt {
    /// An operation was carried out, perhaps again: somebody who stands inside a request goes through it from its beginning.
    pub fn operation(&mut self, operation: &Operation) {
        if operation.index > self.next {
            self.jobs.clear();
        }
        while self.jobs.back().is_some_and(|last| last.operation >= operation.index) {
            self.jobs.pop_back();
        }
        self.next = operation.index + 1;
        if operation.start_ns != PENDING_NS {
            self.now_ns = operation.start_ns;
        }
        let place = match operation.kind {
            Kind::Read => operation.from.map(Place::Page),
            Kind::Program | Kind::ProgramFailed | Kind::Copy => operation.to.map(Place::Page),
            Kind::Erase => operation.block.map(Place::Block),
            // What was under way is lost, and was not before: the picture begins anew.
            Kind::PowerCut => return self.jobs.clear(),
            _ => None,
        };
        // The serial clock knows times at once: there one thing is done after another, which needs no picture.
        let Some(place) = place.filter(|_| operation.end_ns == PENDING_NS) else { return };
        if self.jobs.len() == KEPT {
            self.jobs.pop_front();
        }
        self.jobs.push_back(Job {
            operation: operation.index,
            cause: operation.cause,
            request: operation.request,
            kind: operation.kind,
            purpose: operation.purpose,
            lpn: operation.lpn,
            place,
            issued_ns: self.now_ns,
            start_ns: PENDING_NS,
            end_ns: PENDING_NS,
            transfer: None,
        });
    }

    /// An operation is over.
    pub fn timed(&mut self, timed: &Timed) {
        self.now_ns = timed.end_ns;
        let at = self.jobs.partition_point(|job| job.operation < timed.operation);
        if let Some(job) = self.jobs.get_mut(at).filter(|job| job.operation == timed.operation) {
            (job.start_ns, job.end_ns, job.transfer) = (timed.start_ns, timed.end_ns, timed.transfer);
        }
    }

    /// The commands before operation `position`, in order: whatever was issued from the first of them on. None if they
    /// do not reach so far.
    pub fn up_to(&self, position: u64) -> impl Iterator<Item = &Job> {
        let reaches = self.next >= position;
        self.jobs.iter().take_while(move |job| reaches && job.operation < position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(index: u64) -> Operation {
        Operation {
            index,
            from: Some(index as u32),
            start_ns: PENDING_NS,
            end_ns: PENDING_NS,
            ..Operation::new(Kind::Read, Purpose::Host)
        }
    }

    fn host(index: u64, at_ns: u64) -> Operation {
        Operation { index, start_ns: at_ns, end_ns: at_ns, ..Operation::new(Kind::HostRead, Purpose::Host) }
    }

    fn seen(gantt: &Gantt, position: u64) -> Vec<u64> {
        gantt.up_to(position).map(|job| job.operation).collect()
    }

    #[test]
    fn a_command_is_issued_at_the_time_of_its_request_and_timed_later() {
        let mut gantt = Gantt::default();
        gantt.operation(&host(0, 50));
        gantt.operation(&read(1));
        let transfer = Some(Transfer { start_ns: 100, end_ns: 200 });
        gantt.timed(&Timed { operation: 1, start_ns: 60, end_ns: 200, transfer });
        gantt.timed(&Timed { operation: 77, start_ns: 1, end_ns: 2, transfer: None });
        let job = gantt.up_to(2).next().unwrap();
        assert_eq!((job.issued_ns, job.start_ns, job.end_ns, job.transfer), (50, 60, 200, transfer));
    }

    #[test]
    fn a_command_is_issued_when_the_one_before_is_over_if_time_has_come_so_far() {
        let mut gantt = Gantt::default();
        gantt.operation(&host(0, 50));
        gantt.operation(&read(1));
        gantt.timed(&Timed { operation: 1, start_ns: 60, end_ns: 200, transfer: None });
        gantt.operation(&read(2));
        assert_eq!(gantt.up_to(3).map(|job| job.issued_ns).collect::<Vec<_>>(), [50, 200]);
    }

    #[test]
    fn times_are_those_of_the_command_itself() {
        let mut gantt = Gantt::default();
        gantt.operation(&read(0));
        gantt.operation(&host(1, 50));
        gantt.operation(&read(2));
        gantt.timed(&Timed { operation: 1, start_ns: 60, end_ns: 200, transfer: None });
        assert!(gantt.up_to(3).all(|job| (job.start_ns, job.end_ns) == (PENDING_NS, PENDING_NS)));
    }

    #[test]
    fn what_is_over_when_it_is_issued_is_no_command_of_a_plane() {
        let mut gantt = Gantt::default();
        gantt.operation(&Operation { start_ns: 10, end_ns: 20, ..read(0) });
        assert!(seen(&gantt, 1).is_empty());
    }

    #[test]
    fn a_request_gone_through_again_is_there_once() {
        let mut gantt = Gantt::default();
        for _ in 0..2 {
            gantt.operation(&host(0, 50));
            gantt.operation(&read(1));
            gantt.operation(&read(2));
        }
        assert_eq!(seen(&gantt, 3), [1, 2]);
        assert_eq!(seen(&gantt, 2), [1]);
        gantt.operation(&read(2));
        assert_eq!(seen(&gantt, 3), [1, 2]);
    }

    #[test]
    fn what_a_jump_passed_over_is_not_pretended_to_have_been_seen() {
        let mut gantt = Gantt::default();
        gantt.operation(&read(0));
        assert!(seen(&gantt, 40).is_empty());
        gantt.operation(&read(40));
        assert_eq!(seen(&gantt, 41), [40]);
    }

    #[test]
    fn it_forgets_the_oldest() {
        let mut gantt = Gantt::default();
        let commands = KEPT as u64 + 10;
        (0..commands).for_each(|index| gantt.operation(&read(index)));
        assert_eq!(seen(&gantt, commands), (10..commands).collect::<Vec<_>>());
    }

    #[test]
    fn power_takes_what_is_under_way() {
        let mut gantt = Gantt::default();
        gantt.operation(&read(0));
        gantt.operation(&Operation { index: 1, ..Operation::new(Kind::PowerCut, Purpose::Host) });
        assert!(seen(&gantt, 2).is_empty());
    }
}
