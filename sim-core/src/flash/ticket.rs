//! What is under way on the event clock: requests, each over when its last command is; pages on their way out of a buffer; work
//! of the layer; and parts of these that take a while longer. Of work, and of pages where it asks for it, the layer is told when
//! they are over.

use super::account::{Account, Item, Own};
use crate::base::request::HostOp;
use crate::nand::PlaneId;
use std::collections::VecDeque;

/// A request that was given to the device.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ticket {
    /// Running number of the request.
    pub request: u64,
    /// What it does.
    pub op: HostOp,
    /// When it arrived.
    pub arrival_ns: u64,
    /// Whether it belongs to the background.
    pub background: bool,
    /// Commands it still waits for, plus 1 while it is being handed out.
    pub(crate) waits_for: u32,
    /// What it waits for while nothing of it is under way, where that is known.
    pub(crate) held_by: Option<Item>,
    /// Whether one of its commands was queued behind a garbage collection.
    pub behind_gc: bool,
    /// Whether one of its commands was queued behind a request that is behind a garbage collection.
    pub behind_blocked: bool,
    /// Logical pages it writes or trims, each with the change: acknowledged together when it is over.
    pub changes: Vec<(u32, u32)>,
    /// What it is.
    pub role: Role,
}

impl Ticket {
    /// Nothing is known yet of what it waits for, nor that it belongs to the background.
    pub(crate) fn new(request: u64, op: HostOp, arrival_ns: u64, role: Role) -> Self {
        Self {
            request,
            op,
            arrival_ns,
            background: false,
            waits_for: 0,
            held_by: None,
            behind_gc: false,
            behind_blocked: false,
            changes: Vec::new(),
            role,
        }
    }
}

/// What the time of something went to, along the way that has taken longest so far (`account.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Path {
    /// The time.
    pub account: Account,
    /// Up to when.
    pub(crate) until_ns: u64,
}

/// Commands of something at one plane, from the first issued to the last over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Visit {
    /// The plane.
    pub plane: PlaneId,
    /// How many of them are not over.
    pub(crate) commands: u32,
    /// Added to what the plane has been held for, this is what the time went to.
    account: Account,
}

/// What left a buffer, or work of the layer, that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Over {
    account: Account,
    at_ns: u64,
}

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A request of the host.
    Request,
    /// Pages on their way out of a buffer, so many of whose cells are free when they are there. The layer is told, if it
    /// gave a number to tell it by.
    WriteOut {
        /// The cells.
        cells: u32,
        /// The number.
        tell: Option<u32>,
    },
    /// Work of the layer, which is told this number when it is over.
    Work(u32),
    /// Part of another, which goes on so long after it is over.
    Part {
        /// The other.
        of: u32,
        /// How long, in nanoseconds.
        delay_ns: u64,
    },
}

/// A request that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Finished {
    /// The request.
    pub(crate) ticket: Ticket,
    /// What its time went to.
    pub account: Account,
    /// When its last command ended.
    pub finish_ns: u64,
}

/// All that is under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tickets {
    slots: Vec<Option<Ticket>>,
    /// What the time of each went to.
    paths: Vec<Path>,
    /// The planes at which commands of each are under way.
    visits: Vec<Vec<Visit>>,
    /// What was over last that is no request.
    over_last: Option<Over>,
    free: Vec<u32>,
    requests: usize,
    writes_under_way: u32,
    /// Flushes, oldest first, each with the writes before it that are still under way.
    flushes: Vec<(u32, u32)>,
    /// Cells of a buffer that write-outs under way still take, and those that others have left so far.
    leaving: u32,
    left: u64,
    /// Writes that wait for room in it, oldest first, each with the cells that must have left until then.
    waiting: VecDeque<(u32, u64)>,
    /// Requests that ended since they were last taken.
    pub(crate) finished: Vec<Finished>,
    /// Numbers of the layer's own work that ended since they were last taken.
    pub over: Vec<u32>,
    /// Parts that ended since they were last taken, and how long those that they are part of wait still.
    pub(super) delayed: Vec<(u32, u64)>,
}

impl Tickets {
    /// Takes a request in. It cannot end before [`Tickets::handed_out`].
    pub(crate) fn begin(&mut self, ticket: Ticket, path: Path) -> u32 {
        let op = ticket.op;
        self.requests += 1;
        let slot = self.enter(ticket, path);
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

    /// Takes in what is no request. It cannot end before it is handed out.
    pub(super) fn begin_other(&mut self, role: Role, now_ns: u64) -> u32 {
        let mut path = Path { account: Account::default(), until_ns: now_ns };
        match role {
            Role::WriteOut { cells, .. } => self.leaving += cells,
            Role::Part { of, .. } => {
                self.add(of, 1);
                self.goes_to(of, now_ns);
                path = self.paths[of as usize];
            }
            Role::Request | Role::Work(_) => {}
        }
        let ticket = Ticket::new(0, HostOp::Write, 0, role);
        self.enter(ticket, path)
    }

    /// `slot` is over only when what is `used` of a buffer and what is leaving it are within its `capacity` again.
    pub(super) fn wait_for_room(&mut self, slot: u32, used: u32, capacity: u32) {
        let over = (used + self.leaving).saturating_sub(capacity);
        if over > 0 {
            self.add(slot, 1);
            self.waiting.push_back((slot, self.left + u64::from(over)));
        }
    }

    /// Cells of a buffer that are still taken by what is on its way out of it: all its commands are queued.
    pub(crate) fn on_way(&self) -> u32 {
        let on_way = |(slot, visits): (&Option<Ticket>, &Vec<Visit>)| match slot {
            // What is being handed out waits for that besides its commands.
            Some(Ticket { role: Role::WriteOut { cells, .. }, waits_for, .. })
                if *waits_for <= visits.iter().map(|visit| visit.commands).sum() =>
            {
                *cells
            }
            _ => 0,
        };
        self.slots.iter().zip(&self.visits).map(on_way).sum()
    }

    /// The pages that `slot` changes, each with the change.
    pub(crate) fn changes(&mut self, slot: u32, changes: Vec<(u32, u32)>) {
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.changes = changes;
        }
    }

    /// A command of `slot` was queued at a plane, perhaps behind a request that is behind a garbage collection; what the plane
    /// has been `held` for so far.
    pub(crate) fn joined(&mut self, slot: u32, plane: PlaneId, now_ns: u64, held: &Account, behind_blocked: bool) {
        self.add(slot, 1);
        match self.visits[slot as usize].iter_mut().find(|visit| visit.plane == plane) {
            Some(visit) => visit.commands += 1,
            None => {
                self.goes_to(slot, now_ns);
                let mut account = self.paths[slot as usize].account;
                account.subtract(held);
                self.visits[slot as usize].push(Visit { plane, commands: 1, account });
            }
        }
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.behind_blocked |= behind_blocked;
        }
    }

    /// A command of `slot` is over at a plane: its time went to what is its `own`, and was `seen` by others otherwise.
    pub(super) fn left_plane(&mut self, slot: u32, plane: PlaneId, now_ns: u64, held: &Account, own: &Own, seen: Item) {
        let visits = &mut self.visits[slot as usize];
        let Some(place) = visits.iter().position(|visit| visit.plane == plane) else { return };
        let visit = &mut visits[place];
        own.add_to(&mut visit.account);
        visit.account[seen] = visit.account[seen].wrapping_sub(own.took_ns);
        let path = &mut self.paths[slot as usize];
        *path = Path { account: visit.account, until_ns: now_ns };
        path.account.add(held);
        visit.commands -= 1;
        if visit.commands == 0 {
            visits.swap_remove(place);
        }
    }

    /// A command of `slot` is begun at a plane now that another has let it. If that one was its own too, the way leads there.
    pub(crate) fn goes_on(&mut self, slot: u32, plane: PlaneId, now_ns: u64, held: &Account) {
        let path = &self.paths[slot as usize];
        let visit = self.visits[slot as usize].iter_mut().find(|visit| visit.plane == plane);
        if let Some(visit) = visit.filter(|_| path.until_ns == now_ns) {
            visit.account = path.account;
            visit.account.subtract(held);
        }
    }

    /// The way of `slot` goes on to now, when nothing of it was under way last.
    fn goes_to(&mut self, slot: u32, now_ns: u64) {
        let Path { account, until_ns } = &mut self.paths[slot as usize];
        let waited_ns = now_ns - *until_ns;
        if waited_ns == 0 {
            return;
        }
        *until_ns = now_ns;
        let held_by = self.slots[slot as usize].as_ref().and_then(|ticket| ticket.held_by);
        match (held_by, &self.over_last) {
            (Some(item), _) => account[item] += waited_ns,
            (None, Some(over)) if over.at_ns == now_ns => {
                account.add(&over.account.in_proportion(waited_ns, Item::Flush));
            }
            (None, _) => account[Item::Waiting] += waited_ns,
        }
    }

    /// Whether `slot` is a request or a part of one.
    pub(super) fn is_of_request(&self, slot: u32) -> bool {
        let role = self.slots[slot as usize].as_ref().map(|ticket| ticket.role);
        matches!(role, Some(Role::Request | Role::Part { .. }))
    }

    /// What `slot` is part of; itself if it is none.
    pub(crate) fn whole(&self, slot: u32) -> u32 {
        match self.slots[slot as usize].as_ref().map(|ticket| ticket.role) {
            Some(Role::Part { of, .. }) => of,
            _ => slot,
        }
    }

    /// `slot` is behind a garbage collection from now on. Returns where commands of it are under way.
    pub(super) fn set_behind_gc(&mut self, slot: u32) -> &[Visit] {
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.behind_gc = true;
        }
        &self.visits[slot as usize]
    }

    /// Whether a command of `slot` was queued behind a garbage collection.
    pub(crate) fn is_behind_gc(&self, slot: u32) -> bool {
        self.slots[slot as usize].as_ref().is_some_and(|ticket| ticket.behind_gc)
    }

    /// One thing that `slot` waited for is over.
    pub(crate) fn done(&mut self, slot: u32, now_ns: u64) {
        let Some(ticket) = &mut self.slots[slot as usize] else { return };
        ticket.waits_for -= 1;
        if ticket.waits_for > 0 {
            return;
        }
        let role = ticket.role;
        self.goes_to(slot, now_ns);
        if let Role::Part { delay_ns, .. } = role {
            return self.delayed.push((slot, delay_ns));
        }
        let Some(ticket) = self.leave(slot) else { return };
        if role != Role::Request {
            self.over_last = Some(Over { account: self.paths[slot as usize].account, at_ns: now_ns });
        }
        match ticket.role {
            Role::WriteOut { cells, tell } => {
                self.over.extend(tell);
                self.written_out(cells, ticket.behind_gc, now_ns);
            }
            Role::Work(tell) => self.over.push(tell),
            Role::Request | Role::Part { .. } => self.request_over(ticket, slot, now_ns),
        }
    }

    /// A part is over, and so is the delay after it. Returns what it was part of, and whether it was behind a collection.
    pub(super) fn end_part(&mut self, slot: u32, now_ns: u64) -> Option<(u32, bool)> {
        let part = self.leave(slot)?;
        let Role::Part { of, .. } = part.role else { return None };
        let Path { mut account, until_ns } = self.paths[slot as usize];
        account[Item::Parity] += now_ns - until_ns;
        self.paths[of as usize] = Path { account, until_ns: now_ns };
        if let Some(whole) = &mut self.slots[of as usize] {
            whole.behind_blocked |= part.behind_blocked;
        }
        Some((of, part.behind_gc))
    }

    fn request_over(&mut self, ticket: Ticket, slot: u32, now_ns: u64) {
        let (op, request) = (ticket.op, ticket.request);
        self.requests -= 1;
        self.finished.push(Finished { ticket, account: self.paths[slot as usize].account, finish_ns: now_ns });
        if op == HostOp::Write {
            self.write_over(request, now_ns);
        }
    }

    /// Requests under way.
    pub(crate) fn len(&self) -> usize {
        self.requests
    }

    /// Their numbers, in no order; those included that ended since they were last taken.
    pub(crate) fn requests(&self) -> impl Iterator<Item = u64> {
        let under_way = self.slots.iter().flatten().filter(|ticket| ticket.role == Role::Request);
        under_way.chain(self.finished.iter().map(|finished| &finished.ticket)).map(|ticket| ticket.request)
    }

    /// Whether no request is under way.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn enter(&mut self, ticket: Ticket, path: Path) -> u32 {
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        if slot as usize == self.slots.len() {
            self.slots.push(None);
            self.paths.push(path);
            self.visits.push(Vec::new());
        }
        self.slots[slot as usize] = Some(Ticket { waits_for: 1, ..ticket });
        self.paths[slot as usize] = path;
        slot
    }

    fn leave(&mut self, slot: u32) -> Option<Ticket> {
        let ticket = self.slots[slot as usize].take()?;
        self.free.push(slot);
        Some(ticket)
    }

    /// `slot` waits for so many things more.
    pub(crate) fn add(&mut self, slot: u32, commands: u32) {
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.waits_for += commands;
        }
    }

    /// `slot` waits for one thing more, for as long as a plane collects.
    pub(super) fn add_for_gc(&mut self, slot: u32) {
        self.add(slot, 1);
        if let Some(ticket) = &mut self.slots[slot as usize] {
            ticket.held_by = Some(Item::Gc);
        }
    }

    /// Cells of a buffer are free, and whoever waited for them goes on.
    fn written_out(&mut self, cells: u32, behind_gc: bool, now_ns: u64) {
        self.leaving -= cells;
        self.left += u64::from(cells);
        while let Some(&(slot, left)) = self.waiting.front()
            && left <= self.left
        {
            self.waiting.pop_front();
            // One that has commands under way besides is behind a collection if those are.
            if let Some(write) = self.slots[slot as usize].as_mut().filter(|_| self.visits[slot as usize].is_empty()) {
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
