//! Counts of what happened since the start of a run, of which a part of the run has the difference of two.

/// A count, or several.
pub(crate) trait Count: Copy {
    /// Nothing has happened.
    const NONE: Self;

    /// What has happened from `earlier` on.
    fn since(self, earlier: Self) -> Self;
}

impl Count for u64 {
    const NONE: Self = 0;

    #[inline(always)]
    fn since(self, earlier: Self) -> Self {
        self - earlier
    }
}

impl<const N: usize> Count for [u64; N] {
    const NONE: Self = [0; N];

    #[inline(always)]
    fn since(self, earlier: Self) -> Self {
        std::array::from_fn(|at| self[at].since(earlier[at]))
    }
}

/// A struct of counts: its default is nothing, and two are subtracted field by field.
macro_rules! counts {
    ($(#[$about:meta])* $sight:vis struct $name:ident { $($(#[$what:meta])* $seen:vis $field:ident: $count:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $sight struct $name { $($(#[$what])* $seen $field: $count,)* }

        impl $crate::flash::count::Count for $name {
            const NONE: Self = Self { $($field: <$count as $crate::flash::count::Count>::NONE,)* };

            fn since(self, earlier: Self) -> Self {
                Self { $($field: $crate::flash::count::Count::since(self.$field, earlier.$field),)* }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $crate::flash::count::Count::NONE
            }
        }

        impl std::ops::Sub for $name {
            type Output = Self;
            fn sub(self, earlier: Self) -> Self {
                $crate::flash::count::Count::since(self, earlier)
            }
        }
    };
}
pub(crate) use counts;

#[cfg(test)]
mod tests {
    counts! {
        /// Those of a part.
        struct Inner {
            one: u64,
        }
    }
    counts! {
        /// All.
        struct Outer {
            several: [u64; 3],
            part: Inner,
            last: u64,
        }
    }

    #[test]
    fn a_part_of_a_run_has_the_difference_of_every_count() {
        let earlier = Outer { several: [1, 2, 3], part: Inner { one: 4 }, last: 5 };
        let now = Outer { several: [11, 22, 33], part: Inner { one: 44 }, last: 55 };
        assert_eq!(now - earlier, Outer { several: [10, 20, 30], part: Inner { one: 40 }, last: 50 });
        assert_eq!(now - now, Outer::default());
        assert_eq!(now - Outer::default(), now);
    }
}
