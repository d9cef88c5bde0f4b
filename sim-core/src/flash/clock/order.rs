//! Commands that wait for others, on whatever plane those are. They wait for what was issued before them only, so that
//! some command can always go on.

use super::command::{Command, MapRole, Order};
use std::collections::{BTreeSet, VecDeque};

/// What is under way that something may wait for.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct UnderWay {
    groups: Groups,
    /// Programs of data, by the translation page that tells of it.
    told: BTreeSet<(u32, u64)>,
    /// Orders of commands, at the places that these name.
    orders: Vec<Order>,
    free: Vec<u32>,
}

impl UnderWay {
    /// A command is issued in an order. Where that is kept until it is over; nowhere, where nothing comes of it.
    pub(super) fn issued(&mut self, operation: u64, order: Order) -> Option<u32> {
        if order == Order::default() {
            return None;
        }
        if let Some(group) = order.group {
            self.groups.enter(group);
        }
        if let Some(MapRole::ToldBy(page)) = order.map {
            self.told.insert((page, operation));
        }
        if let Some(place) = self.free.pop() {
            self.orders[place as usize] = order;
            return Some(place);
        }
        self.orders.push(order);
        Some(self.orders.len() as u32 - 1)
    }

    /// The order that a command is in.
    #[inline(always)]
    fn order(&self, command: &Command) -> Option<&Order> {
        command.order().map(|place| &self.orders[place as usize])
    }

    /// Whether all is over that a command waits for.
    #[inline(always)]
    pub(super) fn lets_begin(&self, command: &Command) -> bool {
        self.order(command).is_none_or(|order| self.lets_begin_by(command.operation, order))
    }

    fn lets_begin_by(&self, operation: u64, order: &Order) -> bool {
        let chained = order.after.is_some_and(|group| self.groups.is_under_way(group));
        let told = match order.map {
            Some(MapRole::Tells(page)) => self.told.range((page, 0)..(page, operation)).next().is_some(),
            _ => false,
        };
        !chained && !told
    }

    /// A command is over. Whether something may have waited for it.
    #[inline(always)]
    pub(super) fn ended(&mut self, command: &Command) -> bool {
        command.order().is_some_and(|place| self.ended_in(place, command.operation))
    }

    fn ended_in(&mut self, place: u32, operation: u64) -> bool {
        let order = self.orders[place as usize];
        self.free.push(place);
        let chained = order.group.is_some_and(|group| self.groups.leave(group));
        let told = match order.map {
            Some(MapRole::ToldBy(page)) => self.told.remove(&(page, operation)),
            _ => false,
        };
        chained || told
    }
}

/// How many commands of each group are under way. Groups are named by operations, whose numbers ascend: those under way stand
/// close together.
#[derive(Clone, Debug, Default, Hash)]
struct Groups {
    /// The group that comes first in `commands`.
    first: u64,
    /// By group from the first on; it has some, and so has the last.
    commands: VecDeque<u32>,
}

impl Groups {
    /// A command of a group is issued.
    fn enter(&mut self, group: u64) {
        if self.commands.is_empty() {
            self.first = group;
        }
        while group < self.first {
            self.commands.push_front(0);
            self.first -= 1;
        }
        let place = (group - self.first) as usize;
        if place >= self.commands.len() {
            self.commands.resize(place + 1, 0);
        }
        self.commands[place] += 1;
    }

    /// Whether commands of a group are under way.
    #[inline]
    fn is_under_way(&self, group: u64) -> bool {
        let place = group.checked_sub(self.first).map(|place| place as usize);
        place.and_then(|place| self.commands.get(place)).is_some_and(|commands| *commands > 0)
    }

    /// A command of a group is over. Whether it was the last.
    fn leave(&mut self, group: u64) -> bool {
        let commands = &mut self.commands[(group - self.first) as usize];
        *commands -= 1;
        let over = *commands == 0;
        while self.commands.front() == Some(&0) {
            self.commands.pop_front();
            self.first += 1;
        }
        while self.commands.back() == Some(&0) {
            self.commands.pop_back();
        }
        over
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;
    use crate::base::rng::{Component, Rng};
    use std::collections::BTreeMap;

    #[test]
    fn groups_agree_with_a_map() {
        let mut rng = Rng::new(3, Component::Policy);
        let (mut groups, mut plain) = (Groups::default(), BTreeMap::<u64, u32>::new());
        for step in 0..5_000 {
            let group = 100 + step / 4 - rng.below(20).min(step / 4);
            if rng.below(2) == 0 {
                groups.enter(group);
                *plain.entry(group).or_default() += 1;
            } else if let Some(left) = plain.get_mut(&group) {
                *left -= 1;
                let over = *left == 0;
                assert_eq!(groups.leave(group), over, "{group}");
                plain.retain(|_, left| *left > 0);
            }
            for asked in group.saturating_sub(30)..group + 5 {
                assert_eq!(groups.is_under_way(asked), plain.contains_key(&asked), "{asked} after {step}");
            }
            let span = plain.keys().next().zip(plain.keys().last()).map_or(0, |(first, last)| last - first + 1);
            assert_eq!(groups.commands.len() as u64, span);
        }
    }

    #[test]
    fn an_earlier_group_may_come_after_those_that_are_over() {
        let mut groups = Groups::default();
        [5, 9].into_iter().for_each(|group| groups.enter(group));
        assert!(groups.leave(5));
        assert_eq!((groups.first, groups.commands.len()), (9, 1), "those that are over take no place");
        groups.enter(7);
        let under_way = |groups: &Groups| (0..12).filter(|&group| groups.is_under_way(group)).collect::<Vec<_>>();
        assert_eq!(under_way(&groups), [7, 9]);
        assert!(groups.leave(9) && groups.leave(7));
        assert!(under_way(&groups).is_empty() && groups.commands.is_empty());
    }
}
