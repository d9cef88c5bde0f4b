//! Commands that wait for others, on whatever plane those are. They wait for what was issued before them only, so that
//! some command can always go on.

use super::command::{Command, MapRole, Order};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// What is under way that something may wait for.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct UnderWay {
    /// Commands of each group.
    groups: BTreeMap<u64, u32>,
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
            *self.groups.entry(group).or_default() += 1;
        }
        if let Some(MapRole::ToldBy(page)) = order.map {
            self.told.insert((page, operation));
        }
        let place = self.free.pop().unwrap_or(self.orders.len() as u32);
        if place as usize == self.orders.len() {
            self.orders.push(order);
        }
        self.orders[place as usize] = order;
        Some(place)
    }

    /// The order that a command is in.
    #[inline(always)]
    fn order(&self, command: &Command) -> Option<&Order> {
        command.order().map(|place| &self.orders[place as usize])
    }

    /// Whether a command comes after others.
    pub(super) fn comes_after(&self, command: &Command) -> bool {
        self.order(command).is_some_and(|order| order.after.is_some())
    }

    /// Whether all is over that a command waits for.
    #[inline(always)]
    pub(super) fn lets_begin(&self, command: &Command) -> bool {
        self.order(command).is_none_or(|order| self.lets_begin_by(command.operation, order))
    }

    fn lets_begin_by(&self, operation: u64, order: &Order) -> bool {
        let chained = order.after.is_some_and(|group| self.groups.contains_key(&group));
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
        let chained = order.group.is_some_and(|group| self.left(group));
        let told = match order.map {
            Some(MapRole::ToldBy(page)) => self.told.remove(&(page, operation)),
            _ => false,
        };
        chained || told
    }

    /// A command of a group is over. Whether it was the last.
    fn left(&mut self, group: u64) -> bool {
        let Entry::Occupied(mut commands) = self.groups.entry(group) else { return false };
        *commands.get_mut() -= 1;
        let over = *commands.get() == 0;
        if over {
            commands.remove();
        }
        over
    }
}
