//! Pages of one logical block in RAM. Moving a set from one space to the other moves this, and no page of it.

/// A page in RAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CachedPage {
    /// Its place in the logical block.
    pub offset: u32,
    /// Which version it is, where versions are kept; else 0.
    pub version: u32,
    /// Whether the flash holds the same.
    pub clean: bool,
}

/// Pages of a logical block, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PageSet {
    /// The logical block.
    pub lbn: u32,
    /// When it was last used, in page accesses.
    pub(crate) last_used: u64,
    pages: Vec<CachedPage>,
}

impl PageSet {
    /// No pages yet.
    pub(crate) fn new(lbn: u32, last_used: u64) -> Self {
        Self { lbn, last_used, pages: Vec::new() }
    }

    /// The pages, ascending.
    pub(crate) fn pages(&self) -> &[CachedPage] {
        &self.pages
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.pages.len() as u32
    }

    /// How many of them only RAM holds. Those read up from flash beside them (early merge) are no reason to keep a block.
    pub(crate) fn dirty(&self) -> u32 {
        self.pages.iter().filter(|page| !page.clean).count() as u32
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The page at `offset`.
    #[inline]
    pub(crate) fn get(&self, offset: u32) -> Option<&CachedPage> {
        self.at(offset).ok().map(|at| &self.pages[at])
    }

    /// Adds a page, in the place of an older version of it. Returns whether there was one.
    #[inline]
    pub(crate) fn put(&mut self, page: CachedPage) -> bool {
        match self.at(page.offset) {
            Ok(at) => self.pages[at] = page,
            Err(at) => {
                self.pages.insert(at, page);
                return false;
            }
        }
        true
    }

    /// Takes a page out.
    pub(crate) fn remove(&mut self, offset: u32) -> Option<CachedPage> {
        self.at(offset).ok().map(|at| self.pages.remove(at))
    }

    /// Takes in the pages of another set of the same logical block.
    pub(crate) fn join(&mut self, other: Self) {
        self.last_used = self.last_used.max(other.last_used);
        for page in other.pages {
            self.put(page);
        }
    }

    /// Lets go of what the flash holds too.
    pub(super) fn drop_clean(&mut self) {
        self.pages.retain(|page| !page.clean);
    }

    /// The places of all pages.
    pub(crate) fn offsets(&self) -> Vec<u32> {
        self.pages.iter().map(|page| page.offset).collect()
    }

    #[inline]
    fn at(&self, offset: u32) -> Result<usize, usize> {
        self.pages.binary_search_by_key(&offset, |page| page.offset)
    }
}
