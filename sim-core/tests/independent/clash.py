"""C-lash: page slots and block slots in RAM over blocks with a fixed place, written from its description alone.

stdin: a list of cases; stdout: a list of what each did. A case:
  pages_per_block, logical_pages   the device
  full                             whether every page holds data at the start
  page_slots, block_slots          the RAM
  early                            whether a block is completed from flash when it takes a slot, or when it is flushed
  fifo                             whether the block that came first is flushed, or the least recently used
  reads_count                      whether reading a block uses it
  absorb                           whether a flush takes the block's pages in page slots along
  requests                         ["w" or "r", first page, how many pages]

Of equals the least recently used is taken, then the first logical block.
"""

import json
import sys


class Slot:
    """A block slot: its pages by offset, True where newer than the flash."""

    def __init__(self, offsets, now):
        self.pages = dict.fromkeys(offsets, True)
        self.used = self.came = now

    def newer(self):
        return {offset for offset, newer in self.pages.items() if newer}


class Clash:
    def __init__(self, case):
        self.case = case
        self.size = case["pages_per_block"]
        blocks = range(case["logical_pages"] // self.size)
        self.flash = {b: set(range(self.size)) if case["full"] else set() for b in blocks}
        self.sets = {}  # logical block -> offsets in page slots
        self.written = {}  # logical block -> when its set was last written
        self.slots = {}  # logical block -> Slot
        self.now = 0
        names = ["reads", "programs", "erases", "swaps", "flushes", "read_hits", "flushed_pages"]
        self.count = dict.fromkeys(names, 0)

    def read(self, page):
        self.now += 1
        b, offset = divmod(page, self.size)
        if offset in self.sets.get(b, ()):
            self.count["read_hits"] += 1
        elif b in self.slots and offset in self.slots[b].pages:
            self.count["read_hits"] += 1
            if self.case["reads_count"]:
                self.slots[b].used = self.now
        elif offset in self.flash[b]:
            self.count["reads"] += 1

    def write(self, page):
        self.now += 1
        b, offset = divmod(page, self.size)
        # Making room may bring the page itself to a block slot (early), where it is then written: a page is in one slot only.
        while not self.holds(b, offset) and sum(map(len, self.sets.values())) == self.case["page_slots"]:
            self.evict()
        if b in self.slots and offset in self.slots[b].pages:
            self.slots[b].pages[offset] = True
            self.slots[b].used = self.now
        else:
            self.sets.setdefault(b, set()).add(offset)
            self.written[b] = self.now
        self.flash[b].discard(offset)

    def holds(self, b, offset):
        return offset in self.sets.get(b, ()) or (b in self.slots and offset in self.slots[b].pages)

    def evict(self):
        victim = min(self.sets, key=lambda b: (-len(self.sets[b]), self.written[b], b))
        if victim in self.slots:
            slot = self.slots[victim]
            slot.pages.update(dict.fromkeys(self.sets.pop(victim), True))
            slot.used = self.now
        elif len(self.slots) < self.case["block_slots"]:
            self.takes_slot(victim)
        else:
            emptiest = min(self.slots, key=lambda b: (len(self.slots[b].newer()), self.slots[b].used, b))
            if len(self.slots[emptiest].newer()) < len(self.sets[victim]):
                self.swap(victim, emptiest)
            else:
                self.flush(min(self.slots, key=self.next_out))
                self.takes_slot(victim)

    def next_out(self, b):
        slot = self.slots[b]
        return (slot.came if self.case["fifo"] else 0, slot.used, b)

    def takes_slot(self, b):
        slot = self.slots[b] = Slot(self.sets.pop(b), self.now)
        if self.case["early"]:
            for offset in self.flash[b] - slot.pages.keys():
                self.count["reads"] += 1
                slot.pages[offset] = False

    def swap(self, victim, emptiest):
        """Pages that the flash has too are forgotten; the set that goes up is as old as its block was."""
        self.count["swaps"] += 1
        slot = self.slots.pop(emptiest)
        stays = emptiest in self.sets
        self.written[emptiest] = max(slot.used, self.written[emptiest]) if stays else slot.used
        self.sets.setdefault(emptiest, set()).update(slot.newer())
        self.takes_slot(victim)

    def flush(self, b):
        slot, taken_along = self.slots.pop(b), set()
        if self.case["absorb"]:
            taken_along = self.sets.pop(b, set())
        going = slot.pages.keys() | taken_along
        missing = self.flash[b] - going
        self.count["reads"] += len(missing)
        self.count["erases"] += 1
        self.count["flushes"] += 1
        self.count["flushed_pages"] += len(slot.newer() | taken_along)
        self.flash[b] = going | missing
        self.count["programs"] += len(self.flash[b])


def serve(case):
    device = Clash(case)
    for word, first, pages in case["requests"]:
        for page in range(first, first + pages):
            device.write(page) if word == "w" else device.read(page)
    return device.count


if __name__ == "__main__":
    json.dump([serve(case) for case in json.load(sys.stdin)], sys.stdout)
