"""FAST: one log block for pages in order, others for any page, written from its description alone.

stdin: a list of cases; stdout: a list of what each did. A case:
  pages_per_block, logical_pages   the device
  full                             whether every page holds data at the start
  log_blocks                       the sequential one included
  rides_along                      whether a page out of order goes into the merge it causes, or to the log after it
  requests                         ["w" or "r", first page, how many pages]

A block is a list of what its pages hold, None where it was never programmed; its length is where programming may go on.
A page of the host is valid in the one block that `newest` names.
"""

import json
import sys


class Fast:
    def __init__(self, case):
        self.size = case["pages_per_block"]
        self.log_blocks = case["log_blocks"]
        self.rides_along = case["rides_along"]
        blocks = case["logical_pages"] // self.size
        full = [list(range(b * self.size, (b + 1) * self.size)) for b in range(blocks)]
        self.data = full if case["full"] else [[] for _ in range(blocks)]
        self.newest = {page: block for block in self.data for page in block}
        self.ordered, self.owner = None, None  # the sequential log block and its logical block
        self.log = []  # blocks for any page, the oldest first
        names = ["reads", "programs", "erases", "copies", "switch", "partial", "full", "reclaims", "associativity"]
        self.count = dict.fromkeys(names, 0)

    def read(self, page):
        self.count["reads"] += page in self.newest

    def write(self, page):
        b, offset = divmod(page, self.size)
        if offset >= len(self.data[b]):
            self.program(self.data[b], offset, page)
        elif offset == 0:
            self.close_ordered()
            self.ordered, self.owner = [], b
            self.program(self.ordered, 0, page)
        elif b != self.owner:
            self.append(page)
        elif offset == len(self.ordered):
            self.program(self.ordered, offset, page)
        elif self.rides_along and offset < len(self.ordered):
            self.rebuild_ordered(page)
        elif self.rides_along:
            self.close_ordered(page)
        else:
            if offset > len(self.ordered):
                self.close_ordered()
            self.append(page)

    def append(self, page):
        if not self.log or len(self.log[-1]) == self.size:
            if len(self.log) == self.log_blocks - 1:
                self.reclaim()
            self.log.append([])
        self.program(self.log[-1], len(self.log[-1]), page)

    def close_ordered(self, pending=None):
        """The sequential log block becomes the data block, without copies if it is full."""
        if self.ordered is None:
            return
        block, b = self.give_up_ordered()
        if len(block) == self.size:
            self.count["switch"] += 1
        else:
            self.count["partial"] += 1
            self.fill(block, b, len(block), pending)
        self.becomes_data(block, b)

    def rebuild_ordered(self, pending=None):
        """A new block becomes the data block, and the sequential log block is given up."""
        block, b = self.give_up_ordered()
        self.rebuild(b, pending)
        self.count["erases"] += 1

    def give_up_ordered(self):
        block, b = self.ordered, self.owner
        self.ordered, self.owner = None, None
        return block, b

    def rebuild(self, b, pending=None):
        self.count["full"] += 1
        block = []
        self.fill(block, b, 0, pending)
        self.becomes_data(block, b)

    def fill(self, block, b, start, pending):
        for offset in range(start, self.size):
            page = b * self.size + offset
            if page == pending:
                self.program(block, offset, page)
            elif page in self.newest:
                self.count["reads"] += 1
                self.count["copies"] += 1
                self.program(block, offset, page)

    def becomes_data(self, block, b):
        self.data[b] = block
        self.count["erases"] += 1

    def reclaim(self):
        victim = self.log[0]
        blocks = 0
        for page in victim:
            if self.newest[page] is victim:
                blocks += 1
                b = page // self.size
                if b != self.owner:
                    self.rebuild(b)
                elif any(self.newest[page] is victim for page in self.ordered):
                    # The description would lose pages that are newer than the sequential block's: their block is rebuilt.
                    self.rebuild_ordered()
                else:
                    self.close_ordered()
        self.log.pop(0)
        self.count["erases"] += 1
        self.count["reclaims"] += 1
        self.count["associativity"] += blocks

    def program(self, block, offset, page):
        block.extend([None] * (offset - len(block)))
        block.append(page)
        self.newest[page] = block
        self.count["programs"] += 1


def serve(case):
    device = Fast(case)
    for word, first, pages in case["requests"]:
        for page in range(first, first + pages):
            device.write(page) if word == "w" else device.read(page)
    return device.count


if __name__ == "__main__":
    json.dump([serve(case) for case in json.load(sys.stdin)], sys.stdout)
