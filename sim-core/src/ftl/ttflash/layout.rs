//! Where pages stand: a stripe has a page on every channel, one of them its parity where there is parity. A page
//! keeps its plane for good; inside it, it may be anywhere.

use crate::nand::geometry::Geometry;
use crate::nand::{Lpn, PlaneId};

/// The most channels: the members of a stripe are the bits of a word.
pub(super) const CHANNELS_MAX: u32 = 64;

/// Stripes over channels.
///
/// A member of a stripe is told by its *place*: data pages from 0 on in the order of their addresses, the parity behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    /// Channels, N.
    pub channels: u32,
    /// Planes of a channel, G. The planes with the same number on all channels are a group.
    pub groups: u32,
    /// Whether one page of a stripe is the parity of the others. Else a stripe is a row of N pages.
    pub parity: bool,
    /// Pages of the host.
    pub logical_pages: u32,
}

impl Layout {
    /// Stripes over the planes of a device.
    pub(crate) fn new(geometry: &Geometry, parity: bool) -> Self {
        let groups = geometry.chips_per_channel * geometry.planes_per_chip;
        Self { channels: geometry.channels, groups, parity, logical_pages: geometry.logical_pages }
    }

    /// Pages of the host in a stripe.
    #[inline(always)]
    pub(crate) fn width(&self) -> u32 {
        self.channels - u32::from(self.parity)
    }

    /// Stripes.
    pub(crate) fn stripes(&self) -> u32 {
        self.logical_pages.div_ceil(self.width())
    }

    /// The stripe of a page, and its place in it.
    #[inline(always)]
    pub(crate) fn stripe_of(&self, lpn: Lpn) -> (u32, u32) {
        (lpn / self.width(), lpn % self.width())
    }

    /// The page of the host at a place.
    #[inline(always)]
    pub(crate) fn lpn(&self, stripe: u32, place: u32) -> Lpn {
        stripe * self.width() + place
    }

    /// The number of a member: of its page for data; parity pages follow those of the host.
    #[inline(always)]
    pub(crate) fn id(&self, stripe: u32, place: u32) -> u32 {
        if place == self.width() { self.logical_pages + stripe } else { self.lpn(stripe, place) }
    }

    /// The stripe and place of a member by its number.
    pub(crate) fn member(&self, id: u32) -> (u32, u32) {
        match id.checked_sub(self.logical_pages) {
            Some(stripe) => (stripe, self.width()),
            None => self.stripe_of(id),
        }
    }

    /// The places of the host's pages in a stripe, as bits. The last stripe may have fewer.
    #[inline(always)]
    pub(crate) fn data(&self, stripe: u32) -> u64 {
        let first = self.lpn(stripe, 0);
        bits(self.width().min(self.logical_pages - first))
    }

    /// The group of a stripe.
    #[inline(always)]
    pub(crate) fn group(&self, stripe: u32) -> u32 {
        stripe % self.groups
    }

    /// The channel of a stripe's parity: another one from stripe to stripe of a group, so that each plane gets as many.
    #[inline(always)]
    pub(super) fn parity_channel(&self, stripe: u32) -> u32 {
        self.channels - 1 - (stripe % self.groups + stripe / self.groups) % self.channels
    }

    /// The channel of a member: data pages take the channels in ascending order, passing over the parity's.
    #[inline(always)]
    pub(crate) fn channel(&self, stripe: u32, place: u32) -> u32 {
        if !self.parity {
            return place;
        }
        let parity = self.parity_channel(stripe);
        if place == self.width() { parity } else { place + u32::from(place >= parity) }
    }

    /// The plane of a member.
    #[inline(always)]
    pub(crate) fn plane(&self, stripe: u32, place: u32) -> PlaneId {
        self.group(stripe) * self.channels + self.channel(stripe, place)
    }

    /// The group of a plane.
    pub(super) fn group_of(&self, plane: PlaneId) -> u32 {
        plane / self.channels
    }
}

/// The lowest `count` bits.
pub(crate) fn bits(count: u32) -> u64 {
    if count >= u64::BITS { u64::MAX } else { (1 << count) - 1 }
}

/// The places that are set in `mask`, ascending.
pub(crate) fn places(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(channels: u32, groups: u32) -> Layout {
        let logical_pages = (channels - 1) * channels * groups * 2;
        Layout { channels, groups, parity: true, logical_pages }
    }

    /// With 4 channels: stripes 0 to 3 on channels 0 to 3.
    #[test]
    fn the_first_stripes_stand_as_in_the_paper() {
        let layout = layout(4, 4);
        let row = |stripe: u32| -> Vec<String> {
            let mut row = vec![String::new(); 4];
            for place in 0..4 {
                let name = if place == 3 { "P".into() } else { layout.lpn(stripe, place).to_string() };
                row[layout.channel(stripe, place) as usize] = name;
            }
            row
        };
        assert_eq!(row(0), ["0", "1", "2", "P"]);
        assert_eq!(row(1), ["3", "4", "P", "5"]);
        assert_eq!(row(2), ["6", "P", "7", "8"]);
        assert_eq!(row(3), ["P", "9", "10", "11"]);
        assert_eq!((0..4).map(|stripe| layout.group(stripe)).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    #[test]
    fn each_plane_gets_as_many_parity_pages() {
        for (channels, groups) in [(8, 8), (4, 3), (4, 4), (3, 5), (2, 1), (5, 4), (64, 2)] {
            let layout = layout(channels, groups);
            let mut parities = vec![0; (channels * groups) as usize];
            (0..channels * groups).for_each(|s| parities[layout.plane(s, layout.width()) as usize] += 1);
            assert!(parities.iter().all(|&count| count == 1), "{channels} × {groups}: {parities:?}");
        }
    }

    #[test]
    fn members_stand_on_channels_of_their_own() {
        for (channels, groups) in [(8, 8), (4, 3), (2, 2)] {
            let layout = layout(channels, groups);
            for stripe in 0..layout.stripes() {
                let mut on: Vec<u32> = (0..channels).map(|place| layout.channel(stripe, place)).collect();
                on.sort_unstable();
                assert_eq!(on, (0..channels).collect::<Vec<_>>());
                (0..channels).for_each(|place| assert_eq!(layout.member(layout.id(stripe, place)), (stripe, place)));
            }
        }
    }

    #[test]
    fn without_parity_a_stripe_is_a_row() {
        let layout = Layout { parity: false, logical_pages: 21, ..layout(4, 2) };
        assert_eq!((layout.width(), layout.stripes(), layout.data(5), layout.data(0)), (4, 6, 1, 0b1111));
        assert_eq!((layout.plane(1, 2), layout.plane(2, 2)), (6, 2));
        assert_eq!(places(0b1011).collect::<Vec<_>>(), [0, 1, 3]);
    }
}
