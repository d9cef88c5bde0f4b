"""Page mapping with greedy garbage collection, written from its description alone.

stdin: a list of cases; stdout: a list of what each did. A case:
  pages_per_block, blocks, logical_pages   the device
  full                                     whether every page holds data at the start
  low, high                                collect when this few blocks are free, until so many are
  requests                                 ["w" or "r", first page, how many pages]
"""

import json
import sys


class Device:
    def __init__(self, case):
        self.size = case["pages_per_block"]
        self.low, self.high = case["low"], case["high"]
        self.home = {}  # page of the host -> block that holds its newest copy
        self.holds = [[] for _ in range(case["blocks"])]  # block -> pages in programming order, None where out of date
        self.erased = [0] * case["blocks"]
        self.free = set(range(case["blocks"]))
        self.closed = []  # in order of closing
        self.active = None
        self.count = dict(reads=0, programs=0, erases=0, copies=0, collected=0)
        if case["full"]:
            for page in range(case["logical_pages"]):
                self.next_page_holds(page)
            self.count["programs"] = 0

    def write(self, page):
        if self.is_active_full():
            self.close_active()
            if len(self.free) <= self.low:
                while len(self.free) < self.high:
                    self.collect()
        self.next_page_holds(page)

    def read(self, page):
        self.count["reads"] += page in self.home

    def collect(self):
        victim = min(self.closed, key=lambda block: len(self.valid(block)))  # of equals, the one closed first
        if len(self.valid(victim)) == self.size:
            sys.exit("the device is full")
        self.closed.remove(victim)
        for page in self.valid(victim):
            self.count["reads"] += 1
            self.count["copies"] += 1
            self.next_page_holds(page)
        self.holds[victim] = []
        self.erased[victim] += 1
        self.free.add(victim)
        self.count["erases"] += 1
        self.count["collected"] += 1

    def next_page_holds(self, page):
        if self.is_active_full():
            self.close_active()
        if self.active is None:
            self.active = min(self.free, key=lambda block: (self.erased[block], block))
            self.free.remove(self.active)
        if page in self.home:
            old = self.holds[self.home[page]]
            old[old.index(page)] = None
        self.holds[self.active].append(page)
        self.home[page] = self.active
        self.count["programs"] += 1

    def valid(self, block):
        return [page for page in self.holds[block] if page is not None]

    def is_active_full(self):
        return self.active is not None and len(self.holds[self.active]) == self.size

    def close_active(self):
        self.closed.append(self.active)
        self.active = None


def serve(case):
    device = Device(case)
    for word, first, pages in case["requests"]:
        for page in range(first, first + pages):
            device.write(page) if word == "w" else device.read(page)
    return device.count


if __name__ == "__main__":
    json.dump([serve(case) for case in json.load(sys.stdin)], sys.stdout)
