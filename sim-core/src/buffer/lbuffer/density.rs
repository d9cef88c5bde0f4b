//! Group density: θ = 1 / (age^(1−α) · size^(1+α)). The least dense group leaves. α = −1 is age alone, as LRU
//! has it; α = 1 is size alone, as FAB has it.

use crate::buffer::by_size::BySize;

/// Products whose logarithms differ by less are equal: sums of two logarithms are exact to some 1e-14.
const SAME: f64 = 1e-12;

/// The logarithm of 1 / θ, `age` write requests after the last access. What the present request has touched counts as one old, as
/// what the request before has.
#[inline]
pub(super) fn sparseness(age: u64, size: u32, alpha: f64) -> f64 {
    (1.0 - alpha) * libm::log(age.max(1) as f64) + (1.0 + alpha) * libm::log(f64::from(size))
}

/// A group that may leave.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    slot: u32,
    sparseness: f64,
    age: u64,
    lbn: u32,
}

impl Candidate {
    /// Whether it leaves before `other`: the less dense, of equals the older, then the lower number.
    fn is_before(&self, other: &Self) -> bool {
        let more = self.sparseness - other.sparseness;
        if more.abs() > SAME { more > 0.0 } else { (other.age, self.lbn) < (self.age, other.lbn) }
    }
}

/// The slot of the least dense of `groups` in the write request `now`; `lbn` tells a group's logical block.
///
/// Of the groups of one size the one touched longest ago is the least dense, and it is of interest only if it is at least
/// as old as every larger one. So a handful are weighed, however many there are.
pub(super) fn least_dense(groups: &BySize, now: u64, alpha: f64, lbn: impl Fn(u32) -> u32) -> Option<u32> {
    let mut least: Option<Candidate> = None;
    let mut oldest = 0;
    for size in groups.sizes() {
        let Some(slot) = groups.oldest(size).next() else { continue };
        let age = now - groups.used(slot);
        if age < oldest {
            continue;
        }
        oldest = age;
        let candidate = Candidate { slot, sparseness: sparseness(age, size, alpha), age, lbn: lbn(slot) };
        if least.is_none_or(|least| candidate.is_before(&least)) {
            least = Some(candidate);
        }
    }
    least.map(|least| least.slot)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A worked example: α, the products of g1 (a 100, s 4), g2 (a 10, s 40), g3 (a 50, s 10), and the victim.
    const VECTORS: [(f64, [f64; 3], u32); 7] = [
        (-1.0, [10_000.0, 100.0, 2_500.0], 0),
        (-0.5, [2_000.0, 200.0, 1_118.033_988_749_895], 0),
        (-0.25, [894.427_190_999_916, 282.842_712_474_619, 747.674_391_220_928], 0),
        (0.0, [400.0, 400.0, 500.0], 2),
        (0.25, [178.885_438_199_983, 565.685_424_949_238, 334.370_152_488_211], 1),
        (0.5, [80.0, 800.0, 223.606_797_749_979], 1),
        (1.0, [16.0, 1_600.0, 100.0], 1),
    ];
    const GROUPS: [(u64, u32); 3] = [(100, 4), (10, 40), (50, 10)];

    #[test]
    fn the_least_dense_group_is_the_one_of_the_worked_example() {
        let mut groups = BySize::new(1024);
        (0..).zip(GROUPS).for_each(|(slot, (age, size))| groups.touch(slot, size, 1000 - age));
        for (alpha, products, victim) in VECTORS {
            for ((age, size), product) in GROUPS.into_iter().zip(products) {
                let relative = libm::exp(sparseness(age, size, alpha)) / product - 1.0;
                assert!(relative.abs() < 1e-6, "α {alpha}, age {age}, size {size}");
            }
            assert_eq!(least_dense(&groups, 1000, alpha, |slot| slot), Some(victim), "α {alpha}");
        }
    }

    /// Ages are those at the last access: one more would let A leave, 150.2 against 137.7.
    #[test]
    fn age_is_the_distance_from_the_last_access() {
        let mut groups = BySize::new(32);
        groups.touch(0, 24, 97);
        groups.touch(2, 16, 94);
        let products = [(3, 24), (6, 16)].map(|(age, size)| libm::exp(sparseness(age, size, 0.25)));
        assert!((products[0] - 121.1).abs() < 0.1 && (products[1] - 122.7).abs() < 0.1, "{products:?}");
        assert_eq!(least_dense(&groups, 100, 0.25, |slot| slot), Some(2));
    }

    #[test]
    fn what_the_present_request_touched_is_one_old_and_yields_to_what_is() {
        let mut groups = BySize::new(16);
        groups.touch(0, 4, 9);
        groups.touch(1, 3, 10);
        assert_eq!(sparseness(0, 5, 0.0), sparseness(1, 5, 0.0));
        assert_eq!(least_dense(&groups, 10, -1.0, |slot| 9 - slot), Some(0));
    }

    #[test]
    fn one_sector_more_matters_for_small_groups_alone() {
        let ratio = |from: u32, to: u32| libm::exp(sparseness(7, to, 0.0) - sparseness(7, from, 0.0));
        assert!((ratio(1, 2) - 2.0).abs() < 1e-12);
        assert!((ratio(1022, 1023) - 1.0 - 0.000_978).abs() < 1e-6);
    }

    #[test]
    fn of_equals_the_older_leaves_and_then_the_lower_number() {
        // At α = 0: 6 · 4 = 4 · 6 = 12 · 2; the older is smaller.
        let mut groups = BySize::new(16);
        for (slot, age, size) in [(0, 4, 6), (1, 6, 4), (2, 12, 2)] {
            groups.touch(slot, size, 100 - age);
        }
        assert_eq!(least_dense(&groups, 100, 0.0, |slot| slot), Some(2));
        // Touched by one request: equal ages, and at α = −1 size does not count.
        groups.touch(3, 9, 88);
        assert_eq!(least_dense(&groups, 100, -1.0, |slot| 10 - slot), Some(3));
        assert_eq!(least_dense(&groups, 100, -1.0, |slot| slot), Some(2));
    }

    #[test]
    fn weighing_a_few_finds_the_one_that_weighing_all_finds() {
        let mut rng = crate::base::rng::Rng::new(5, crate::base::rng::Component::Policy);
        for round in 0..300 {
            let alpha = [-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 0.3, -0.9][round % 9];
            let mut groups = BySize::new(40);
            let mut all = Vec::new();
            for slot in 0..60 {
                let (size, used) = (1 + rng.below(40) as u32, u64::from(slot / 2));
                groups.touch(slot, size, used);
                let age = 40 - used;
                all.push(Candidate { slot, sparseness: sparseness(age, size, alpha), age, lbn: slot });
            }
            let least = all.iter().copied().reduce(|a, b| if b.is_before(&a) { b } else { a });
            assert_eq!(least_dense(&groups, 40, alpha, |slot| slot), least.map(|least| least.slot), "α {alpha}");
        }
    }
}
