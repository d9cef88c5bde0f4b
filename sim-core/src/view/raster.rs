//! A large device as a picture: shelves of block columns, page 0 at the foot, a pixel the mean of the pages under it.

use super::page::{Look, age, look};
use crate::base::error::Error;
use crate::base::word::meaning;
use crate::flash::touches::Seats;
use crate::machine::Machine;
use crate::nand::{BlockId, NONE};
use serde::Serialize;
use serde_json::Value;

/// How blocks are laid out on the map. Block b stands on shelf ⌊b / per_shelf⌋ at pixel ⌊(b mod per_shelf) × width / per_shelf⌋.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MapLayout"))]
pub struct Layout {
    /// Pixels across.
    pub width: u32,
    /// Pixels of a shelf, top to bottom.
    shelf_height: u32,
    /// Shelves.
    pub(crate) shelves: u32,
    /// Blocks of a shelf.
    per_shelf: u32,
}

/// What colour stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "kebab-case"))]
pub(crate) enum ColourBy {
    /// The page's state.
    State,
    /// How long ago it was written.
    Age,
    /// How often its block was erased.
    Wear,
    /// How often its logical page is written, against the mean.
    Temperature,
    /// Which logical block it belongs to.
    Owner,
}

/// Colours as 0xAABBGGRR words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Palette {
    /// By [`Look`].
    pub(crate) states: Vec<u32>,
    /// Little to much wear.
    pub wear: Vec<u32>,
    /// Young to old.
    pub age: Vec<u32>,
    /// Cold to hot.
    temperature: Vec<u32>,
    /// Identity hues.
    pub owners: Vec<u32>,
    /// What dimmed pixels fade to.
    pub paper: u32,
}

/// What is to be drawn, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Style {
    /// Where blocks stand.
    pub(crate) layout: Layout,
    /// What colour stands for.
    pub(super) colour_by: ColourBy,
    /// Colours.
    palette: Palette,
    /// The only state in full colour.
    pub(super) isolate: Option<Look>,
}

impl ColourBy {
    /// All of them by their words.
    pub(crate) const WORDS: [(&str, Self); 5] = [
        ("state", Self::State),
        ("age", Self::Age),
        ("wear", Self::Wear),
        ("temperature", Self::Temperature),
        ("owner", Self::Owner),
    ];

    /// Whether a page's colour follows from the state of its block alone, and not from what happens elsewhere.
    fn is_of_the_page(self) -> bool {
        matches!(self, Self::State | Self::Owner)
    }
}

impl Style {
    /// The style that the page asks for. A number that is missing or of another type counts as nothing: no shelf, no colour.
    ///
    /// # Errors
    /// A colouring or a page state that there is not.
    pub(crate) fn from_json(value: &Value) -> Result<Self, Error> {
        let size = |field: &str| value["layout"][field].as_u64().unwrap_or(0).min(1 << 16) as u32;
        let palette = &value["palette"];
        let word = |value: &Value| value.as_u64().unwrap_or(0) as u32;
        let colours = |field: &str| palette[field].as_array().into_iter().flatten().map(word).collect();
        let isolate = Some(&value["isolate"]).filter(|isolate| !isolate.is_null());
        Ok(Self {
            layout: Layout {
                width: size("width"),
                shelf_height: size("shelf_height"),
                shelves: size("shelves"),
                per_shelf: value["layout"]["per_shelf"].as_u64().unwrap_or(0) as u32,
            },
            colour_by: meaning("colour_by", &value["colour_by"], &ColourBy::WORDS)?,
            palette: Palette {
                states: colours("states"),
                wear: colours("wear"),
                age: colours("age"),
                temperature: colours("temperature"),
                owners: colours("owners"),
                paper: word(&palette["paper"]),
            },
            isolate: isolate.map(|isolate| meaning("isolate", isolate, &Look::WORDS)).transpose()?,
        })
    }
}

/// A picture that knows which of its shelves changed.
#[derive(Debug, Default)]
pub(crate) struct Raster {
    style: Option<Style>,
    pixels: Vec<u32>,
    /// What tells a block's states from those drawn: erases, pages written, pages valid.
    drawn: Vec<(u32, u32, u32)>,
    /// How many logical blocks had been touched: more of them are other hues.
    touched: usize,
}

impl Raster {
    /// Draws the device; hues of owners go by `seats`. Returns the shelves that differ from the picture before; all of
    /// them if the style did.
    pub(crate) fn draw(&mut self, machine: &Machine, seats: Seats<'_>, style: &Style, full: bool) -> Vec<u32> {
        let layout = style.layout;
        let shelf_pixels = (layout.width * layout.shelf_height) as usize;
        let all = full || self.style.as_ref() != Some(style);
        if all {
            self.style = Some(style.clone());
            self.pixels = vec![0; shelf_pixels * layout.shelves as usize];
        }
        let painter = Painter::new(machine, seats, style);
        let touched = std::mem::replace(&mut self.touched, seats.touched());
        let other_hues = style.colour_by == ColourBy::Owner && touched != self.touched;
        let changed = self.changed_blocks(machine, all || other_hues || !style.colour_by.is_of_the_page());
        let shelves = (0..layout.shelves).filter(|&index| {
            let first = (index * layout.per_shelf) as usize;
            let blocks = first..(first + layout.per_shelf as usize).min(changed.len());
            first < changed.len() && changed[blocks].contains(&true)
        });
        let shelves: Vec<u32> = if all { (0..layout.shelves).collect() } else { shelves.collect() };
        for &index in &shelves {
            let place = &mut self.pixels[index as usize * shelf_pixels..][..shelf_pixels];
            painter.shelf(index, &changed, place);
        }
        shelves
    }

    /// Which blocks may look different from when they were drawn. Within a run, equal counts mean equal pages: a block
    /// goes through the same states each time it is replayed.
    fn changed_blocks(&mut self, machine: &Machine, all: bool) -> Vec<bool> {
        let now = machine.core.nand.blocks.iter().map(|block| (block.erase_count, block.write_ptr, block.valid));
        let now: Vec<_> = now.collect();
        let before = std::mem::replace(&mut self.drawn, now);
        let same = |(at, state): (usize, &(u32, u32, u32))| before.get(at) == Some(state);
        self.drawn.iter().enumerate().map(|pair| all || !same(pair)).collect()
    }

    /// The pixels of some shelves, one after another, as RGBA bytes.
    pub(crate) fn shelves(&self, shelves: &[u32]) -> Vec<u8> {
        let Some(style) = &self.style else { return Vec::new() };
        let shelf_pixels = (style.layout.width * style.layout.shelf_height) as usize;
        let shelf = |&index: &u32| bytemuck::cast_slice(&self.pixels[index as usize * shelf_pixels..][..shelf_pixels]);
        let shelves: Vec<&[u8]> = shelves.iter().map(shelf).collect();
        shelves.concat()
    }
}

/// Sums of red, green and blue over the pages below a height, 21 bits each: one addition a page.
type Sum = u64;
/// Pages whose sums fit.
const SUM_PAGES: u32 = (1 << 21) / 256;

/// A colour as a sum of one page.
#[inline]
fn packed(colour: u32) -> Sum {
    let channel = |shift: u32| u64::from(colour >> shift & 0xff);
    channel(0) | channel(8) << 21 | channel(16) << 42
}

/// The pages under a row of pixels, and 2¹⁶ divided by their number.
struct Row {
    low: usize,
    high: usize,
    per_page: u32,
}

struct Painter<'a> {
    machine: &'a Machine,
    style: &'a Style,
    states: [u32; Look::COUNT],
    /// Free and invalid pages under a ramp: their state's colour, faded.
    faded: [u32; Look::COUNT],
    most_erases: u32,
    mean_version: u64,
    /// Numbers that hues of logical blocks go by; empty where no hue does.
    seats: Vec<u32>,
}

impl<'a> Painter<'a> {
    fn new(machine: &'a Machine, seats: Seats<'_>, style: &'a Style) -> Self {
        let state = |i: usize| style.palette.states.get(i).copied().unwrap_or(style.palette.paper);
        let shown = |i: usize| style.isolate.is_none_or(|only| only as usize == i);
        let mix = |i: usize, percent: u32| blend(state(i), style.palette.paper, percent);
        let counters = &machine.core.counters;
        let geometry = &machine.core.nand.geometry;
        let pages = u64::from(geometry.logical_pages);
        let blocks = geometry.logical_pages.div_ceil(geometry.pages_per_logical_block());
        let by_owner = style.colour_by == ColourBy::Owner;
        Self {
            machine,
            style,
            states: std::array::from_fn(|i| if shown(i) { state(i) } else { mix(i, 15) }),
            faded: std::array::from_fn(|i| mix(i, 40)),
            most_erases: machine.core.nand.blocks.iter().map(|block| block.erase_count).max().unwrap_or(0).max(1),
            mean_version: 1 + counters.host_written_pages() / pages,
            seats: if by_owner { (0..blocks).map(|lbn| seats.of(lbn)).collect() } else { Vec::new() },
        }
    }

    /// Draws the columns of a shelf in which a block changed.
    fn shelf(&self, index: u32, changed: &[bool], pixels: &mut [u32]) {
        let Layout { width, shelf_height, per_shelf, .. } = self.style.layout;
        let blocks = self.machine.core.nand.geometry.blocks();
        let pages = self.machine.core.nand.geometry.pages_per_block;
        let first = index * per_shelf;
        let mut sums: Vec<Sum> = vec![0; pages as usize + 1];
        let rows: Vec<Row> = (0..shelf_height).map(|y| row(shelf_height - 1 - y, shelf_height, pages)).collect();
        let mut drawn: Option<(u32, u32)> = None;
        for x in 0..width {
            let from = first + (u64::from(x) * u64::from(per_shelf) / u64::from(width)) as u32;
            let to = first + ((u64::from(x) + 1) * u64::from(per_shelf)).div_ceil(u64::from(width)) as u32;
            let (from, to) = (from.min(blocks), to.max(from + 1).min(blocks).min(first + per_shelf));
            let to = to.min(from + (SUM_PAGES / pages).max(1));
            if from >= to {
                (0..shelf_height).for_each(|y| pixels[(y * width + x) as usize] = self.style.palette.paper);
                continue;
            }
            if !changed[from as usize..to as usize].contains(&true) {
                continue;
            }
            if drawn != Some((from, to)) {
                self.column(from, to, &mut sums);
                drawn = Some((from, to));
            }
            for (y, &Row { low, high, per_page }) in rows.iter().enumerate() {
                let sum = sums[high] - sums[low];
                let share = per_page / (to - from);
                let mean = |shift: u32| (((sum >> shift) & 0x1f_ffff) as u32 * share + 0x8000) >> 16;
                pixels[y * width as usize + x as usize] = 0xff00_0000 | mean(42) << 16 | mean(21) << 8 | mean(0);
            }
        }
    }

    /// Adds up the colours of the pages of some blocks, from the foot upwards.
    fn column(&self, from: BlockId, to: BlockId, sums: &mut [Sum]) {
        sums.fill(0);
        let nand = &self.machine.core.nand;
        for block in from..to {
            let pages = nand.geometry.pages_of(block);
            let state = nand.block(block);
            let of_state = |page: u8| packed(self.states[look(page, state.state, state.kind) as usize]);
            let by_state = [of_state(0), of_state(1), of_state(2), of_state(3)];
            let mut sum = 0;
            for (above, ppn) in sums[1..].iter_mut().zip(pages) {
                sum += match self.style.colour_by {
                    ColourBy::State => by_state[usize::from(nand.page_state[ppn] & 3)],
                    _ => packed(self.colour(ppn as u32, block)),
                };
                *above += sum;
            }
        }
    }

    /// The colour of a page under a ramp or by owner.
    #[inline]
    fn colour(&self, ppn: u32, block: BlockId) -> u32 {
        let nand = &self.machine.core.nand;
        let state = nand.block(block);
        let look = look(nand.page_state[ppn as usize], state.state, state.kind);
        if !matches!(look, Look::Valid | Look::Parity | Look::Translation) && self.style.colour_by != ColourBy::Wear {
            return self.faded[look as usize];
        }
        let palette = &self.style.palette;
        match self.style.colour_by {
            ColourBy::Wear => step(&palette.wear, u64::from(state.erase_count), u64::from(self.most_erases)),
            ColourBy::Age => {
                step(&palette.age, u64::from(age(self.machine, ppn)), 2 * u64::from(nand.geometry.logical_pages))
            }
            ColourBy::Temperature => self.temperature(ppn),
            _ => {
                let owner = nand.owner[ppn as usize];
                let hues = palette.owners.len().max(1);
                let lbn = owner / nand.geometry.pages_per_logical_block();
                let seat = self.seats.get(lbn as usize).filter(|_| owner != NONE);
                seat.and_then(|&seat| palette.owners.get(seat as usize % hues))
                    .copied()
                    .unwrap_or(self.faded[look as usize])
            }
        }
    }

    /// Writes of the page's logical page against the mean: each step of the ramp is a factor of 2.
    fn temperature(&self, ppn: u32) -> u32 {
        let version = self.machine.core.nand.oob.as_ref().map_or(1, |oob| u64::from(oob.version[ppn as usize]));
        let ramp = &self.style.palette.temperature;
        let middle = (ramp.len() / 2) as i64;
        let log2 = |n: u64| i64::from(n.max(1).ilog2());
        let at = (middle + log2(version) - log2(self.mean_version)).clamp(0, ramp.len() as i64 - 1);
        ramp.get(at as usize).copied().unwrap_or(self.style.palette.paper)
    }
}

/// The row of pixels that is `above` others, of `height` in all.
fn row(above: u32, height: u32, pages: u32) -> Row {
    let low = (above * pages / height) as usize;
    let high = (((above + 1) * pages).div_ceil(height) as usize).max(low + 1);
    Row { low, high, per_page: (1 << 16) / (high - low) as u32 }
}

/// The ramp's colour for `value` between 0 and `most`.
fn step(ramp: &[u32], value: u64, most: u64) -> u32 {
    let at = (value.min(most) * ramp.len() as u64 / (most + 1)) as usize;
    ramp.get(at).copied().unwrap_or(0xff00_0000)
}

/// `percent` of `colour` over `paper`.
fn blend(colour: u32, paper: u32, percent: u32) -> u32 {
    let channel = |shift: u32| ((colour >> shift & 0xff) * percent + (paper >> shift & 0xff) * (100 - percent)) / 100;
    0xff00_0000 | channel(16) << 16 | channel(8) << 8 | channel(0)
}
