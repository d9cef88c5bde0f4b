//! One first-come-first-served server: a request takes as long as all flash operations it triggered.

use super::command::CommandKind;
use crate::flash::account::{Account, Item};
use crate::nand::timing::Timing;

/// The serial clock.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Serial {
    pub(super) timing: Timing,
    /// What an operation is charged: within a command of several pages, only what each page adds.
    charged: Timing,
    /// Time reached: the end of the operation last issued.
    pub now_ns: u64,
    /// What time went to since the last request was over.
    spent: Account,
    /// When it was.
    settled_ns: u64,
    /// Work that was done outside any request, as far as requests may still have waited for it.
    outside: Vec<Stretch>,
}

/// A stretch of work that no request made necessary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stretch {
    from_ns: u64,
    to_ns: u64,
    item: Item,
}

impl Serial {
    /// A clock at time 0.
    pub fn new(timing: Timing) -> Self {
        Self { timing, charged: timing, now_ns: 0, spent: Account::default(), settled_ns: 0, outside: Vec::new() }
    }

    /// Operations take as long as `timing` says from here on.
    #[cfg(feature = "layers")]
    pub fn change(&mut self, timing: Timing) {
        (self.timing, self.charged) = (timing, timing);
    }

    /// Carries out a command at once, on the account of `item`; its end.
    #[inline(always)]
    pub(crate) fn spend(&mut self, kind: CommandKind, item: Item) -> u64 {
        // An erase is a command by itself, whatever it is in the middle of.
        let timing = if kind == CommandKind::Erase { &self.timing } else { &self.charged };
        let cost_ns = kind.cost(timing);
        self.spent[item] += cost_ns;
        self.now_ns += cost_ns;
        self.now_ns
    }

    /// What follows belongs to the command that was just given: each page adds its transfer alone.
    pub(crate) fn joins(&mut self) {
        self.charged = Timing { read_ns: 0, program_ns: 0, command_ns: 0, ..self.timing };
    }

    /// What follows is charged in full. What was charged before, to be given back to [`Serial::charges`].
    pub(crate) fn charges_whole(&mut self) -> Timing {
        std::mem::replace(&mut self.charged, self.timing)
    }

    /// Ends what [`Serial::charges_whole`] began.
    pub(crate) fn charges(&mut self, charged: Timing) {
        self.charged = charged;
    }

    /// Ends what [`Serial::joins`] began.
    pub fn parts(&mut self) {
        self.charged = self.timing;
    }

    /// Begins a request that arrives at `arrival_ns`: not before it arrives, not before the server is free.
    #[inline(always)]
    pub fn begin(&mut self, arrival_ns: u64, pages: u64) {
        if self.now_ns != self.settled_ns {
            self.worked_outside();
        }
        let (controller_ns, started_ns) = (self.timing.controller_ns * pages, self.now_ns.max(arrival_ns));
        self.spent[Item::Waiting] = started_ns - arrival_ns;
        self.spent[Item::Host] = controller_ns;
        if !self.outside.is_empty() {
            self.waited_for_what_was_outside(arrival_ns, started_ns);
        }
        self.now_ns = started_ns + controller_ns;
    }

    /// The request is over: where its time went.
    #[inline(always)]
    pub fn end(&mut self) -> Account {
        self.settled_ns = self.now_ns;
        std::mem::take(&mut self.spent)
    }

    /// The request being served will never be over: for those after it, its time is like that of any before them.
    pub fn cut_off(&mut self) {
        self.end();
    }

    /// Takes down what was done since the last request, in the order of the items.
    #[cold]
    fn worked_outside(&mut self) {
        let mut from_ns = self.settled_ns;
        for (item, ns) in self.end().items().filter(|&(_, ns)| ns > 0) {
            self.outside.push(Stretch { from_ns, to_ns: from_ns + ns, item });
            from_ns += ns;
        }
    }

    /// What was done outside any request while this one waited is not done for earlier requests.
    #[cold]
    fn waited_for_what_was_outside(&mut self, arrival_ns: u64, started_ns: u64) {
        // Requests are served in the order in which they arrive.
        self.outside.retain(|stretch| stretch.to_ns > arrival_ns);
        for stretch in &self.outside {
            let waited_ns = stretch.to_ns.min(started_ns) - stretch.from_ns.max(arrival_ns);
            self.spent[Item::Waiting] -= waited_ns;
            self.spent[stretch.item] += waited_ns;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_erase_is_a_command_by_itself_in_the_middle_of_another() {
        let timing = Timing { transfer_ns: 30, command_ns: 7, ..Timing::of_array(40, 200, 900) };
        let mut clock = Serial::new(timing);
        clock.joins();
        assert_eq!(clock.spend(CommandKind::Program, Item::Host), 30);
        assert_eq!(clock.spend(CommandKind::Erase, Item::Host), 30 + 900 + 7);
        clock.parts();
        assert_eq!(clock.spend(CommandKind::Read, Item::Host), 937 + 7 + 40 + 30);
    }

    const TIMING: Timing = Timing {
        read_ns: 40,
        program_ns: 200,
        erase_ns: 900,
        transfer_ns: 0,
        command_ns: 0,
        controller_ns: 5,
        copyback: false,
    };

    fn parts(account: &Account) -> Vec<(Item, u64)> {
        account.items().filter(|&(_, ns)| ns > 0).collect()
    }

    #[test]
    fn the_controllers_work_for_its_pages_is_the_requests_own() {
        let mut clock = Serial::new(TIMING);
        clock.begin(100, 3);
        clock.spend(CommandKind::Program, Item::Host);
        clock.spend(CommandKind::Read, Item::Map);
        assert_eq!((clock.now_ns, parts(&clock.end())), (100 + 15 + 240, vec![(Item::Host, 215), (Item::Map, 40)]));
    }

    #[test]
    fn a_request_waits_for_what_is_done_outside_requests_as_far_as_it_is_there() {
        let mut clock = Serial::new(TIMING);
        clock.begin(0, 1);
        clock.spend(CommandKind::Read, Item::Host);
        clock.end();
        // From 45 to 245, and from there to 1145, outside any request.
        clock.spend(CommandKind::Program, Item::Flush);
        clock.spend(CommandKind::Erase, Item::Other);
        clock.begin(145, 1);
        let first = clock.end();
        assert_eq!(parts(&first), [(Item::Host, 5), (Item::Flush, 100), (Item::Other, 900)]);
        // One that comes at the end of the first stretch waits for the second, and for the request before it.
        clock.begin(245, 1);
        assert_eq!(parts(&clock.end()), [(Item::Host, 5), (Item::Waiting, 5), (Item::Other, 900)]);
        clock.begin(1_150, 1);
        assert_eq!(parts(&clock.end()), [(Item::Host, 5), (Item::Waiting, 5)]);
    }
}
