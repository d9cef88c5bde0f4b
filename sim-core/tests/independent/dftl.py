"""DFTL: a page table on flash, part of it cached, written from its description alone. One pool of blocks for data and table.

stdin: a list of cases; stdout: a list of what each did. A case:
  pages_per_block, blocks, logical_pages   the device
  full                                     whether every page holds data at the start, and the table is on flash
  low, high                                collect when this few blocks are free, until so many are
  entries_per_page                         entries in a page of the table
  protected, probationary                  entries in the two segments of the cache
  batch                                    whether a write-back cleans all cached entries of its page of the table
  requests                                 ["w" or "r", first page, how many pages]

What is stored has a key: ("data", page of the host) or ("table", page of the table). A block is a list of keys, None where out of date.
"""

import json
import sys


class Dftl:
    def __init__(self, case):
        self.size, self.per_page, self.batch = case["pages_per_block"], case["entries_per_page"], case["batch"]
        self.low, self.high, self.free = case["low"], case["high"], case["blocks"]
        self.room = (case["protected"], case["protected"] + case["probationary"])
        # Page -> dirty; the least recently used first.
        self.segments = self.protected, self.probationary = {}, {}
        self.home = {}  # key -> block with its newest copy
        self.closed = []  # in order of closing
        self.active = {"data": None, "table": None}
        names = ["reads", "programs", "erases", "copies", "hits", "evictions", "write_backs", "lazy"]
        names += ["map_reads", "map_programs", "update_reads", "update_programs"]
        self.count = dict.fromkeys(names, 0)
        if case["full"]:
            pages = range(case["logical_pages"])
            for page in pages:
                self.program(("data", page))
            for table_page in sorted({page // self.per_page for page in pages}):
                self.program(("table", table_page))
            self.count["programs"] = 0

    def read(self, page):
        self.look_up(page, False)
        self.count["reads"] += ("data", page) in self.home

    def write(self, page):
        self.look_up(page, True)
        self.make_room("data")
        self.program(("data", page))

    def look_up(self, page, dirty):
        for segment in self.segments:
            if page in segment:
                self.count["hits"] += 1
                self.use(page, segment.pop(page) or dirty)
                return
        if sum(map(len, self.segments)) == self.room[1]:
            self.evict()
        self.read_table(page // self.per_page, "map_reads")
        self.probationary[page] = dirty

    def use(self, page, dirty):
        self.protected[page] = dirty
        if len(self.protected) > self.room[0]:
            first = next(iter(self.protected))
            self.probationary[first] = self.protected.pop(first)

    def evict(self):
        segment = self.probationary or self.protected
        page = next(iter(segment))
        self.count["evictions"] += 1
        if segment[page]:
            self.write_back(page // self.per_page)
        # The description takes the entry out first; it stays, so that a collection meanwhile keeps it up to date.
        del segment[page]

    def write_back(self, table_page):
        self.count["write_backs"] += 1
        self.read_table(table_page, "map_reads")
        self.make_room("table")
        self.program(("table", table_page))
        self.count["map_programs"] += 1
        if self.batch:
            for segment in self.segments:
                segment.update({page: False for page in segment if page // self.per_page == table_page})

    def read_table(self, table_page, purpose):
        is_there = ("table", table_page) in self.home
        self.count["reads"] += is_there
        self.count[purpose] += is_there

    def make_room(self, kind):  # before a page takes a new block, also the first of its kind, unless a collection moves it
        self.close_if_full(kind)
        if self.active[kind] is None and self.free <= self.low:
            while self.free < self.high:
                self.collect()

    def collect(self):
        victim = max(self.closed, key=lambda block: block.count(None))  # of equals, the one closed first
        if None not in victim:
            sys.exit("the device is full")
        self.closed.remove(victim)
        moved = [key for key in victim if key is not None]
        for key in moved:
            self.count["reads"] += 1
            self.count["copies"] += 1
            self.program(key)
        self.free += 1
        self.count["erases"] += 1
        self.bring_up_to_date([page for kind, page in moved if kind == "data"])

    def bring_up_to_date(self, moved):  # cached entries in the cache, the others on flash
        for segment in self.segments:
            cached = [page for page in moved if page in segment]
            segment.update(dict.fromkeys(cached, True))
            self.count["lazy"] += len(cached)
        others = {page // self.per_page for page in moved if not any(page in segment for segment in self.segments)}
        for table_page in sorted(others):
            self.read_table(table_page, "update_reads")
            self.program(("table", table_page))
            self.count["update_programs"] += 1

    def program(self, key):
        kind = key[0]
        self.close_if_full(kind)
        if self.active[kind] is None:
            self.free -= 1
            self.active[kind] = []
        if key in self.home:
            old = self.home[key]
            old[old.index(key)] = None
        self.active[kind].append(key)
        self.home[key] = self.active[kind]
        self.count["programs"] += 1

    def close_if_full(self, kind):
        if self.active[kind] is not None and len(self.active[kind]) == self.size:
            self.closed.append(self.active[kind])
            self.active[kind] = None


def serve(case):
    device = Dftl(case)
    for word, first, pages in case["requests"]:
        for page in range(first, first + pages):
            device.write(page) if word == "w" else device.read(page)
    return device.count


if __name__ == "__main__":
    json.dump([serve(case) for case in json.load(sys.stdin)], sys.stdout)
