"""l-buffer with a fixed weight of age and size over FAST, written from its description alone. Below it is FAST of fast.py.

stdin: a list of cases; stdout: a list of what each did. A case is one of fast.py and:
  capacity      pages of the buffer
  alpha_fourths the weight from -4 (age alone) to 4 (size alone)
  plug_from     groups of so many pages are filled up from flash and written whole, smaller ones go to the log
"""

import json
import sys

from fast import Fast


class LBuffer:
    def __init__(self, case):
        self.below = Fast(case)
        self.size, self.capacity = case["pages_per_block"], case["capacity"]
        self.alpha_fourths, self.plug_from = case["alpha_fourths"], case["plug_from"]
        self.groups = {}  # logical block -> pages in RAM
        self.last = {}  # logical block -> number of the write request that accessed it last
        self.now = 0
        self.count = dict(self.below.count, read_hits=0, flushes=0, flushed_pages=0, plugs=0)

    def write(self, first, pages):
        self.now += 1
        for page in range(first, first + pages):
            group = page // self.size
            if page not in self.groups.get(group, ()):
                if sum(map(len, self.groups.values())) == self.capacity:
                    self.flush(self.least_dense())
                self.groups.setdefault(group, set()).add(page)
            self.last[group] = self.now

    def read(self, first, pages):
        for page in range(first, first + pages):
            if page in self.groups.get(page // self.size, ()):
                self.count["read_hits"] += 1
            else:
                self.below.read(page)

    def least_dense(self):
        """Density is 1 / (age^(1-alpha) * size^(1+alpha)); its fourth power is exact in whole numbers."""

        def order(group):
            age, size = max(1, self.now - self.last[group]), len(self.groups[group])
            # The description lets the older of equals go; what the current request accessed is younger than all else.
            return (-(age ** (4 - self.alpha_fourths)) * size ** (4 + self.alpha_fourths), self.last[group], group)

        return min(self.groups, key=order)

    def flush(self, group):
        pages = self.groups.pop(group)
        self.count["flushes"] += 1
        self.count["flushed_pages"] += len(pages)
        if len(pages) >= self.plug_from:
            self.count["plugs"] += 1
            whole = range(group * self.size, (group + 1) * self.size)
            missing = [page for page in whole if page not in pages and page in self.below.newest]
            for page in missing:
                self.below.read(page)
            pages.update(missing)
        for page in sorted(pages):
            self.below.write(page)


def serve(case):
    device = LBuffer(case)
    for word, first, pages in case["requests"]:
        device.write(first, pages) if word == "w" else device.read(first, pages)
    return dict(device.count, **device.below.count)


if __name__ == "__main__":
    json.dump([serve(case) for case in json.load(sys.stdin)], sys.stdout)
