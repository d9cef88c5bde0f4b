//! Blocks lent to owners from a pool of each plane: log blocks to a logical block (BAST) or a group of them (SAST),
//! replacement blocks to a logical block (NFTL). Those of one owner form a chain, the oldest first; only the newest is
//! written.

use super::recency::Recency;
use crate::base::bulk::AnyBulk;
use crate::base::scattered::Scattered;
use crate::ftl::layer::Build;
use crate::ftl::picture::{LENT_MAX, OWNERS_MAX, OwnerPicture, PARKED_MAX, Parked, Role, SharedPicture};
use crate::nand::{BlockId, NONE, PlaneId};
use crate::parameters::parameter::Parameter;

/// How many blocks there are to lend.
pub(crate) const POOL: Parameter = Parameter::optional(
    "log_blocks",
    "null",
    1,
    1 << 24,
    "Log blocks per plane, usually 2 to 10 % of its blocks; null: 3 %, at least 1.",
);

/// What [`POOL`] asks for, in each plane.
pub(crate) fn pool(build: &Build<'_>) -> u32 {
    let usual = (build.nand.geometry.blocks_per_plane * 3 + 50) / 100;
    build.settings.optional(POOL.name).map_or(usual.max(1), |blocks| blocks as u32)
}

/// What every owner holds, and who wrote last.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Chains {
    /// Places of lent blocks, those of one plane together.
    slots: Box<[Slot]>,
    /// By plane, a slot that is not in use; the others follow by their `next`.
    unused: Box<[u32]>,
    pool: u32,
    /// By owner, the slots of its oldest and of its newest block; [`NONE`] if it has none.
    oldest: Scattered<u32>,
    newest: Scattered<u32>,
    /// By owner, how many blocks it has.
    length: Scattered<u32>,
    /// Owners that have a block, by their last write.
    writers: Recency,
}

#[derive(Clone, Copy, Debug, Hash)]
struct Slot {
    block: BlockId,
    owner: u32,
    next: u32,
}

impl Chains {
    /// Nothing lent. Each of `planes` has `pool` blocks to lend, at least 1.
    pub(crate) fn new(planes: u32, owners: u32, pool: u32) -> Self {
        let nobody = || vec![NONE; owners as usize].into();
        let mut chains = Self {
            slots: vec![Slot { block: NONE, owner: NONE, next: NONE }; (planes * pool) as usize].into(),
            unused: vec![NONE; planes as usize].into(),
            pool,
            oldest: nobody(),
            newest: nobody(),
            length: vec![0; owners as usize].into(),
            writers: Recency::new(planes, owners),
        };
        chains.clear();
        chains
    }

    /// Takes everything back.
    pub(crate) fn clear(&mut self) {
        for (slot, at) in self.slots.iter_mut().zip(1u32..) {
            let next = if at.is_multiple_of(self.pool) { NONE } else { at };
            *slot = Slot { block: NONE, owner: NONE, next };
        }
        (0..).zip(&mut self.unused).for_each(|(plane, unused)| *unused = plane * self.pool);
        self.oldest.fill(NONE);
        self.newest.fill(NONE);
        self.length.fill(0);
        self.writers.clear();
    }

    /// Whether a plane has no block left to lend.
    #[inline]
    pub(crate) fn is_exhausted(&self, plane: PlaneId) -> bool {
        self.unused[plane as usize] == NONE
    }

    /// How many blocks of a plane are lent.
    pub(crate) fn lent(&self, plane: PlaneId) -> u32 {
        let first = plane * self.pool;
        self.slots[first as usize..(first + self.pool) as usize].iter().filter(|slot| slot.block != NONE).count() as u32
    }

    /// How many blocks an owner has.
    #[inline]
    pub(crate) fn length(&self, owner: u32) -> u32 {
        self.length[owner as usize]
    }

    /// The block that an owner writes to.
    #[inline]
    pub(crate) fn newest(&self, owner: u32) -> Option<BlockId> {
        self.slots.get(self.newest[owner as usize] as usize).map(|slot| slot.block)
    }

    /// The block that an owner was lent first.
    pub(crate) fn oldest(&self, owner: u32) -> Option<BlockId> {
        self.blocks_of(owner).next()
    }

    /// The blocks of an owner, the oldest first.
    pub(crate) fn blocks_of(&self, owner: u32) -> impl Iterator<Item = BlockId> {
        let first = self.slots.get(self.oldest[owner as usize] as usize);
        std::iter::successors(first, |slot| self.slots.get(slot.next as usize)).map(|slot| slot.block)
    }

    /// Owners of a plane that have a block, the one that wrote longest ago first.
    pub(crate) fn writers(&self, plane: PlaneId) -> impl Iterator<Item = u32> {
        self.writers.iter(plane)
    }

    /// The owner of a plane's `nth` lent block, where its pool is exhausted.
    pub(crate) fn owner_of_nth(&self, plane: PlaneId, nth: u32) -> u32 {
        self.slots[(plane * self.pool + nth) as usize].owner
    }

    /// An owner wrote to its newest block.
    #[inline]
    pub(crate) fn wrote(&mut self, plane: PlaneId, owner: u32) {
        self.writers.touch(plane, owner);
    }

    /// Lends `block` of a plane that is not exhausted.
    pub(crate) fn lend(&mut self, plane: PlaneId, owner: u32, block: BlockId) {
        let slot = self.unused[plane as usize];
        self.unused[plane as usize] = self.slots[slot as usize].next;
        self.slots[slot as usize] = Slot { block, owner, next: NONE };
        match self.newest[owner as usize] {
            NONE => {
                self.oldest[owner as usize] = slot;
                self.writers.insert(plane, owner);
            }
            before => self.slots[before as usize].next = slot,
        }
        self.newest[owner as usize] = slot;
        self.length[owner as usize] += 1;
    }

    /// Takes the oldest block of an owner back, if it has one.
    pub(crate) fn take_back(&mut self, plane: PlaneId, owner: u32) {
        let slot = self.oldest[owner as usize];
        let Some(Slot { next, .. }) = self.slots.get(slot as usize).copied() else { return };
        self.oldest[owner as usize] = next;
        if next == NONE {
            self.newest[owner as usize] = NONE;
            self.writers.remove(plane, owner);
        }
        self.length[owner as usize] -= 1;
        self.slots[slot as usize] = Slot { block: NONE, owner: NONE, next: self.unused[plane as usize] };
        self.unused[plane as usize] = slot;
    }

    /// All blocks that are lent.
    pub(crate) fn blocks(&self) -> Vec<BlockId> {
        self.slots.iter().map(|slot| slot.block).filter(|&block| block != NONE).collect()
    }

    /// The blocks as the stage shows them: those of `near` first where there are more than it shows, then those of the
    /// owner that wrote longest ago. `lbn_of` tells the logical block that is an owner, or [`NONE`].
    pub(crate) fn parked(&self, near: Option<u32>, role: Role, lbn_of: impl Fn(u32) -> u32) -> (Vec<Parked>, u32) {
        let total = self.length.iter().sum();
        let near = near.filter(|_| total as usize > PARKED_MAX);
        let others = (0..self.unused.len() as u32).flat_map(|plane| self.writers(plane));
        let owners = near.into_iter().chain(others.filter(|&owner| Some(owner) != near));
        let parked = owners.flat_map(|owner| self.blocks_of(owner).map(move |block| (block, owner))).take(PARKED_MAX);
        (parked.map(|(block, owner)| Parked { block, role, lbn: lbn_of(owner) }).collect(), total)
    }

    /// Who has blocks, `near` first, then who wrote longest ago, and others while they are few; `most` is what each may have, and `members_of` tells its logical
    /// blocks with their data blocks, and how many they are.
    pub(crate) fn shared(
        &self,
        near: Option<u32>,
        most: u32,
        members_of: impl Fn(u32) -> (Vec<(u32, BlockId)>, u32),
    ) -> SharedPicture {
        let planes = self.unused.len() as u32;
        let others = (0..planes).flat_map(|plane| self.writers(plane)).filter(|&owner| Some(owner) != near);
        let mut owners: Vec<u32> = near.into_iter().chain(others).take(OWNERS_MAX).collect();
        // Whoever has none yet, so that few owners keep their places while blocks come and go.
        let idle: Vec<u32> =
            (0..self.length.len() as u32).filter(|owner| !owners.contains(owner)).take(OWNERS_MAX).collect();
        owners.extend(idle.into_iter().take(OWNERS_MAX - owners.len()));
        let plane = owners.first().and_then(|&owner| self.plane_of(owner)).unwrap_or(0);
        let lent = |owner: u32| -> Vec<BlockId> {
            self.blocks_of(owner).skip((self.length(owner) as usize).saturating_sub(LENT_MAX)).collect()
        };
        let taken = self.writers(plane).map(|owner| self.length(owner)).sum::<u32>();
        SharedPicture {
            owners: owners
                .into_iter()
                .map(|owner| {
                    let (members, members_total) = members_of(owner);
                    OwnerPicture { members, members_total, lent: lent(owner), lent_total: self.length(owner) }
                })
                .collect(),
            owners_total: (0..planes).map(|plane| self.writers(plane).count() as u32).sum(),
            most: most.min(self.pool),
            pool: self.pool,
            free: self.pool - taken,
        }
    }

    /// The plane whose blocks an owner has; none while it has none.
    fn plane_of(&self, owner: u32) -> Option<PlaneId> {
        let slot = self.oldest[owner as usize];
        (slot != NONE).then(|| slot / self.pool)
    }

    /// The large arrays.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.oldest.bulk()));
        visit(AnyBulk::U32(self.newest.bulk()));
        visit(AnyBulk::U32(self.length.bulk()));
        self.writers.bulk(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lends_a_pool_out_and_takes_it_back_oldest_first() {
        let mut chains = Chains::new(2, 4, 2);
        chains.lend(1, 3, 70);
        chains.lend(1, 3, 60);
        assert!(chains.is_exhausted(1) && !chains.is_exhausted(0));
        assert_eq!((chains.newest(3), chains.length(3)), (Some(60), 2));
        assert_eq!(chains.blocks_of(3).collect::<Vec<_>>(), [70, 60]);
        chains.take_back(1, 3);
        chains.lend(1, 2, 50);
        assert_eq!(chains.writers(1).collect::<Vec<_>>(), [3, 2]);
        chains.wrote(1, 3);
        assert_eq!(chains.writers(1).collect::<Vec<_>>(), [2, 3]);
        let shared = chains.shared(Some(3), 5, |owner| (vec![(owner, 9)], 1));
        let told: Vec<_> = shared.owners.iter().map(|owner| (owner.members[0].0, owner.lent.clone())).collect();
        assert_eq!(told, [(3, vec![60]), (2, vec![50]), (0, vec![]), (1, vec![])]);
        assert_eq!((shared.owners_total, shared.most, shared.pool, shared.free), (2, 2, 2, 0));
        assert_eq!((chains.owner_of_nth(1, 0), chains.owner_of_nth(1, 1)), (2, 3));
        chains.take_back(1, 3);
        chains.take_back(1, 3);
        assert_eq!((chains.newest(3), chains.length(3), chains.blocks()), (None, 0, vec![50]));
        chains.clear();
        assert!(chains.blocks().is_empty() && !chains.is_exhausted(0) && !chains.is_exhausted(1));
    }

    #[test]
    fn lent_blocks_are_counted_plane_by_plane() {
        let mut chains = Chains::new(3, 6, 4);
        chains.lend(1, 3, 70);
        [20, 21, 22].into_iter().for_each(|block| chains.lend(2, 5, block));
        assert_eq!([0, 1, 2].map(|plane| chains.lent(plane)), [0, 1, 3]);
    }

    #[test]
    fn who_is_worked_for_comes_first_where_not_all_lent_blocks_are_shown() {
        let most = PARKED_MAX as u32;
        let mut chains = Chains::new(1, most + 1, most + 1);
        let parked = |chains: &Chains| {
            let (parked, total) = chains.parked(Some(5), Role::Log, |owner| owner);
            (parked.iter().map(|parked| parked.lbn).collect::<Vec<_>>(), total)
        };
        (0..most).for_each(|owner| chains.lend(0, owner, 100 + owner));
        assert_eq!(parked(&chains), ((0..most).collect(), most));
        chains.lend(0, most, 100 + most);
        let others = (0..most).filter(|&owner| owner != 5);
        assert_eq!(parked(&chains), ([5].into_iter().chain(others).collect(), most + 1));
    }

    #[test]
    fn of_many_owners_only_so_many_are_told() {
        let mut chains = Chains::new(1, 20, 4);
        [7, 3].into_iter().for_each(|owner| chains.lend(0, owner, 100 + owner));
        let shared = chains.shared(None, 2, |owner| (vec![(owner, NONE)], 1));
        let told: Vec<u32> = shared.owners.iter().map(|owner| owner.members[0].0).collect();
        assert_eq!(told, [7, 3, 0, 1, 2, 4, 5, 6]);
    }
}
