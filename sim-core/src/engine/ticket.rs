//! Requests under way on the event clock: a request is over when its last command is. What a buffer writes to flash in the
//! background is under way likewise, and nobody is told when it is over.

use super::request::HostOp;
use std::collections::VecDeque;

/// A request that was given to the device.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ticket {
    /// Running number of the request.
    pub request: u64,
    /// What it does.
    pub op: HostOp,
    /// When it arrived.
    pub arrival_ns: u64,
    /// Whether it belongs to the background.
    pub background: bool,
    /// Commands it still waits for, plus 1 while it is being handed out.
    pub waits_for: u32,
    /// Whether one of its commands was queued behind a garbage collection.
    pub behind_gc: bool,
    /// Whether one of its commands was queued behind a request that is behind a garbage collection.
    pub behind_blocked: bool,
    /// Logical pages it writes or trims, each with the change: acknowledged together when it is over.
    pub changes: Vec<(u32, u32)>,
    /// Cells of a buffer that are free when it is over, for what is no request.
    pub empties: Option<u32>,
}

/// A request that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finished {
    /// The request.
    pub ticket: Ticket,
    /// When its last command ended.
    pub finish_ns: u64,
}

/// All requests under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tickets {
    slots: Vec<Option<Ticket>>,
    free: Vec<u32>,
    writes_under_way: u32,
    /// Flushes, oldest first, each with the writes before it that are still under way.
    flushes: Vec<(u32, u32)>,
    write_outs: u32,
    /// Cells of a buffer that write-outs under way still take, and those that others have left so far.
    leaving: u32,
    left: u64,
    /// Writes that wait for room in it, oldest first, each with the cells that must have left until then.
    waiting: VecDeque<(u32, u64)>,
    /// Requests that ended since they were last taken.
    pub finished: Vec<Finished>,
}

impl Tickets {
    /// Takes a request in. It cannot end before [`Tickets::handed_out`].
    pub fn begin(&mut self, ticket: Ticket) -> u32 {
        let op = ticket.op;
        let slot = self.enter(ticket);
        match op {
            HostOp::Write => self.writes_under_way += 1,
            HostOp::Flush if self.writes_under_way > 0 => {
                self.add(slot, 1);
                self.flushes.push((slot, self.writes_under_way));
            }
            _ => {}
        }
        slot
    }

    /// Takes in what empties `cells` of a buffer. It cannot end before [`Tickets::handed_out`].
    pub fn begin_write_out(&mut self, cells: u32) -> u32 {
        self.write_outs += 1;
        self.leaving += cells;
        self.enter(Ticket {
            request: 0,
            op: HostOp::Write,
            arrival_ns: 0,
            background: false,
            waits_for: 0,
            behind_gc: false,
            behind_blocked: false,
            changes: Vec::new(),
            empties: Some(cells),
        })
    }

    /// `slot` is over only when what is `used` of a buffer and what is leaving it are within its `capacity` again.
    pub fn wait_for_room(&mut self, slot: u32, used: u32, capacity: u32) {
        let over = (used + self.leaving).saturating_sub(capacity);
        if over > 0 {
            self.add(slot, 1);
            self.waiting.push_back((slot, self.left + u64::from(over)));
        }
    }

    /// The pages that `slot` changes, each with the change.
    pub fn changes(&mut self, slot: u32, changes: Vec<(u32, u32)>) {
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.changes = changes;
        }
    }

    /// All commands of a request have been issued.
    pub fn handed_out(&mut self, slot: u32, now_ns: u64) {
        self.done(slot, now_ns);
    }

    /// A command of `slot` was queued at a plane: behind a garbage collection, or behind a request that is.
    pub fn joined(&mut self, slot: u32, behind_gc: bool, behind_blocked: bool) {
        self.add(slot, 1);
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.behind_gc |= behind_gc;
            ticket.behind_blocked |= behind_blocked && !behind_gc;
        }
    }

    /// Whether a command of `slot` was queued behind a garbage collection.
    pub fn is_behind_gc(&self, slot: u32) -> bool {
        self.slots[slot as usize].as_ref().is_some_and(|ticket| ticket.behind_gc)
    }

    /// One thing that `slot` waited for is over.
    pub fn done(&mut self, slot: u32, now_ns: u64) {
        let Some(ticket) = &mut self.slots[slot as usize] else { return };
        ticket.waits_for -= 1;
        if ticket.waits_for > 0 {
            return;
        }
        let Some(ticket) = self.slots[slot as usize].take() else { return };
        self.free.push(slot);
        if let Some(cells) = ticket.empties {
            return self.written_out(cells, ticket.behind_gc, now_ns);
        }
        let (op, request) = (ticket.op, ticket.request);
        self.finished.push(Finished { ticket, finish_ns: now_ns });
        if op == HostOp::Write {
            self.write_over(request, now_ns);
        }
    }

    /// Requests under way.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len() - self.write_outs as usize
    }

    /// Whether no request is under way.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn enter(&mut self, ticket: Ticket) -> u32 {
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        if slot as usize == self.slots.len() {
            self.slots.push(None);
        }
        self.slots[slot as usize] = Some(Ticket { waits_for: 1, ..ticket });
        slot
    }

    fn add(&mut self, slot: u32, commands: u32) {
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.waits_for += commands;
        }
    }

    /// Cells of a buffer are free, and whoever waited for them goes on.
    fn written_out(&mut self, cells: u32, behind_gc: bool, now_ns: u64) {
        self.write_outs -= 1;
        self.leaving -= cells;
        self.left += u64::from(cells);
        while let Some(&(slot, left)) = self.waiting.front()
            && left <= self.left
        {
            self.waiting.pop_front();
            if let Some(write) = &mut self.slots[slot as usize] {
                write.behind_gc |= behind_gc;
            }
            self.done(slot, now_ns);
        }
    }

    fn write_over(&mut self, request: u64, now_ns: u64) {
        self.writes_under_way -= 1;
        let slots = &self.slots;
        let later = |slot: u32| slots[slot as usize].as_ref().is_some_and(|flush| flush.request > request);
        self.flushes.iter_mut().filter(|(slot, _)| later(*slot)).for_each(|(_, writes)| *writes -= 1);
        let ready: Vec<u32> = self.flushes.iter().filter(|(_, writes)| *writes == 0).map(|(slot, _)| *slot).collect();
        self.flushes.retain(|(_, writes)| *writes > 0);
        ready.into_iter().for_each(|slot| self.done(slot, now_ns));
    }
}
