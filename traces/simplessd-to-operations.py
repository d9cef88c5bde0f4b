#!/usr/bin/env python3
"""The debug log of SimpleSSD 2.0 as an operation log that Flashlab plays (columns: sim-core/src/log/mod.rs).

usage: simplessd-to-operations.py [--page-allocation CWDP] LOG > operations.csv

LOG is the file that DebugLogFile names, plain or .gz; - is standard input. Written for, and tried on, logs of SimpleSSD 2.0.13.
The log has to begin with the lines that tell the device, and the device empty: FillRatio and InvalidPageRatio of 0.

What is taken from a line "TICK: MODULE: TEXT", where ticks are picoseconds:
  PAL                 channels, ways (packages), dies, planes, blocks, pages, and what a superblock spans
  FTL                 how many blocks the host sees; READ, WRITE, TRIM: the logical page that the flash operations after it serve
  ICL::GenericCache   how many logical pages a superpage holds, as the line "Logical Page Size" of SIL::None tells it too; which page it
                      asks for, so that a wrong --page-allocation is found
  HIL                 READ, WRITE, FLUSH, TRIM: a request begins
  FTL::PageMapping    GC: a collection begins, or is done
  PAL::PALOLD         READ, WRITE, ERASE with C, W, D, P, B, P: a flash operation and its place
Lines of other known kinds are left out, and counted on standard error, as are reads and trims of FTL that found nothing on flash. A line of
another kind ends the conversion.

Rows stand in the order of the lines. SimpleSSD collects several blocks at once: it reads all their pages, programs them elsewhere, then
erases. So collections overlap: each gc-start stands before the first operation on its block, each gc-end behind its erase. Which logical
page a collection moves is known from what was programmed there; programs follow in the order of the reads.

Numbers: plane = ((die * planes + plane) * ways + way) * channels + channel, so that successive planes change channel first;
block = plane * blocks + block; page = block * pages + page. A superpage of n flash pages is n logical pages, one after another, in the
order of PageAllocation. With multi-plane operations the planes of a die count as one, with pages as many times as large.
"""

import argparse
import gzip
import os
import re
import sys
import zlib
from collections import Counter, deque

COLUMNS = "kind,purpose,request,arrival_ns,lpn,pages,from_ppn,to_ppn,block,channel,chip,plane".split(",")
PS_PER_NS = 1000

LINE = re.compile(r"(\d+): (\w+(?:::\w+)*): (.*)")
DEVICE = re.compile(r" *(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+)")
MULTI_PLANE = re.compile(r"Multi-plane mode (enabled|disabled)")
MULTIPLIER = re.compile(r"x(\d+) \((Channel|Way|Die|Plane)\)")
PAGE_SIZE = re.compile(r"Page size (\d+) -> (\d+)")
LOGICAL_BLOCKS = re.compile(r"Total logical blocks (\d+)")
LINE_COUNT = re.compile(r"CREATE  \| line count in super page (\d+) \|.*")
LOGICAL_PAGE = re.compile(r"SIL::None::Driver: Logical Page Size: (\d+) bytes")
FILLED = re.compile(r"Total (?:logical pages to fill|invalidated pages to create): (\d+) .*")
REQUEST = re.compile(r"(READ |WRITE|FLUSH|TRIM ) \| REQ +\d+ \| LCA (\d+) \+ (\d+)(?: \| BYTE \d+ \+ \d+)?")
ASKED = re.compile(r"(?:READ |WRITE) \| REQ +\d+-\d+ +\| LCA (\d+) \| SIZE \d+")
SERVED = re.compile(r"(READ |WRITE|TRIM ) \| LPN (\d+)")
GC_BEGIN = re.compile(r"GC   \| On-demand \| (\d+) blocks will be reclaimed")
GC_DONE = re.compile(r"GC   \| Done \| .*")
FLASH = re.compile(r"(READ |WRITE|ERASE) \| C +(\d+) \| W +(\d+) \| D +(\d+) \| P +(\d+) \| B +(\d+) \| P +(\d+)")

# Lines that say nothing that is converted: module, how the text begins, what they are. They are looked at last.
LEFT_OUT = [
    ("PAL", r"Channel \||Superblock multiplier$|Total block count ", "the device"),
    ("FTL", r"Total physical blocks |Logical page size ", "the device"),
    ("FTL::PageMapping", r"Initialization |Total logical pages: |Filling finished|  Total (in)?valid ", "the device"),
    ("PAL::PALOLD", r"NAND timing:|Operation \||   (READ|WRITE|ERASE) ", "the device"),
    ("FTL::PageMapping", r"(READ |WRITE|TRIM ) \| LPN \d+ \| ", "times of the mapping"),
    ("PAL::PALOLD", r"(READ |WRITE|ERASE) \| Block \d+ \| Page \d+$", "flash operations by their superblock"),
    ("ICL", r"", "times of requests"),
    ("ICL::GenericCache", r"", "steps of the cache"),
    ("CPU", r"", "the processor"),
    ("HIL::NVMe", r"", "commands of NVMe"),
    ("HIL::SATA", r"", "commands of SATA"),
    ("HIL::UFS", r"", "commands of UFS"),
    ("info", r"", "information"),
    ("warn", r"", "warnings"),
]
LEFT_OUT = [(module, re.compile(begins), what) for module, begins, what in LEFT_OUT]

DIMENSIONS = {"C": "Channel", "W": "Way", "D": "Die", "P": "Plane"}


class LogError(Exception):
    """A line that cannot be converted: what is wrong with it, and what was expected."""

    def __init__(self, wrong, expected):
        super().__init__(f"{wrong}; expected {expected}")


class Device:
    """The device, as the head of the log tells it."""

    def __init__(self, allocation):
        self.allocation = allocation
        self.counts = None  # channels, ways, dies, planes, blocks, pages
        self.page_bytes = None
        self.superpage_bytes = None
        self.multi_plane = False
        self.spans = set()  # dimensions that a superblock spans, such as "Channel"
        self.logical_blocks = None
        self.lines = None  # logical pages that the cache and the host see in a superpage
        self.logical_page_bytes = None

    def need(self):
        if self.counts is None or self.page_bytes is None:
            raise LogError("no device is known yet", "the lines of PAL on it at the head of the log")

    def set_counts(self, numbers):
        if self.counts:
            raise LogError("a second device", "the log of one run")
        self.counts = dict(zip(["Channel", "Way", "Die", "Plane", "Block", "Page"], numbers))

    def set_page_size(self, page_bytes, superpage_bytes):
        """The last line of PAL: all that it depends on is known."""
        self.superpage_bytes = superpage_bytes
        if self.multi_plane:
            page_bytes *= self.counts["Plane"]
            self.counts["Plane"] = 1
        self.page_bytes = page_bytes
        order = [DIMENSIONS[letter] for letter in self.allocation]
        self.radix = [(name, self.counts[name]) for name in order if name in self.spans and self.counts[name] > 1]
        self.superpage = 1
        for _, count in self.radix:
            self.superpage *= count
        if page_bytes * self.superpage != superpage_bytes:
            expected = f"{page_bytes * self.superpage}, by the lines before"
            raise LogError(f"a superpage of {superpage_bytes} bytes", expected)

    def logical_pages_per_unit(self):
        """Flash pages in what the host counts in: 1, or a whole superpage where the log says that this is its page."""
        lines = self.lines
        if lines is None and self.logical_page_bytes is not None:
            lines = self.superpage_bytes // self.logical_page_bytes
        if lines is None and self.superpage > 1:
            expected = 'a line "CREATE  | line count in super page" of ICL::GenericCache before (a cache is on), or one of SIL::None'
            raise LogError("the size of a logical page is not known", expected)
        return self.superpage // (lines or 1)

    def place(self, numbers):
        """The place of a flash page: its number, its block, channel, chip and plane, and its own number in the superpage."""
        at = dict(zip(self.counts, numbers))
        for name, number in at.items():
            if number >= self.counts[name]:
                raise LogError(f"{name.lower()} {number}", f"at most {self.counts[name] - 1}")
        size = self.counts
        in_chip = at["Die"] * size["Plane"] + at["Plane"]
        plane = (in_chip * size["Way"] + at["Way"]) * size["Channel"] + at["Channel"]
        block = plane * size["Block"] + at["Block"]
        index, weight = 0, 1
        for name, count in self.radix:
            index += at[name] * weight
            weight *= count
        ppn = block * size["Page"] + at["Page"]
        return ppn, {"block": block, "channel": at["Channel"], "chip": at["Way"], "plane": plane}, index

    def __str__(self):
        size = self.counts
        logical = "" if self.logical_blocks is None else (
            f"; {self.logical_blocks * size['Page'] * self.superpage} logical pages"
        )
        return (
            f"{size['Channel']} channels, {size['Way']} chips per channel, {size['Die'] * size['Plane']} planes per chip, "
            f"{size['Block']} blocks per plane, {size['Page']} pages per block, {self.page_bytes} bytes per page{logical}"
        )


class Collection:
    """Blocks that are being collected."""

    def __init__(self, blocks):
        self.blocks = blocks  # flash blocks to be erased
        self.begun = set()
        self.erased = 0
        self.read = deque()  # logical pages read, and not yet programmed elsewhere


class Converter:
    """Takes lines in, and writes rows."""

    def __init__(self, device, write):
        self.device = device
        self.write = write
        self.line = 0
        self.request = None  # running number of the request under way
        self.asked = None  # logical pages that the cache asked for in the line before
        self.served = None  # what FTL said last: READ, WRITE or TRIM, and the logical page, in superpages
        self.is_on_flash = False  # whether anything on flash was done for that
        self.wanted = None  # logical pages that it has to be among, where the cache said so
        self.collection = None
        self.holds = {}  # flash page -> logical page last programmed there
        self.newest = {}  # logical page -> flash page
        self.rows = Counter()
        self.left_out = Counter()
        self.unmapped = Counter()
        self.moved_stale = 0
        self.first_stale = None
        self.handlers = [
            ("PAL::PALOLD", FLASH, self.flash),
            ("FTL", SERVED, self.serve),
            ("ICL::GenericCache", ASKED, self.ask),
            ("HIL", REQUEST, self.begin_request),
            ("FTL::PageMapping", GC_BEGIN, self.begin_collection),
            ("FTL::PageMapping", GC_DONE, self.end_collection),
            ("PAL", DEVICE, lambda _, *numbers: device.set_counts(map(int, numbers))),
            ("PAL", MULTI_PLANE, self.multi_plane),
            ("PAL", MULTIPLIER, lambda _, count, name: device.spans.add(name)),
            ("PAL", PAGE_SIZE, self.page_size),
            ("FTL", LOGICAL_BLOCKS, self.logical_blocks),
            ("FTL::PageMapping", FILLED, self.filled),
            ("ICL::GenericCache", LINE_COUNT, self.line_count),
            ("info", LOGICAL_PAGE, self.logical_page),
        ]

    def take(self, text):
        """A line of the log."""
        self.line += 1
        parts = LINE.fullmatch(text)
        if not parts:
            raise LogError(f"{text[:80]!r}", '"TICK: MODULE: TEXT"')
        tick, module, text = parts.groups()
        asked, self.asked = self.asked, None
        if module == "FTL":
            self.wanted = asked
        for name, form, handle in self.handlers:
            match = name == module and form.fullmatch(text)
            if match:
                handle(int(tick), *match.groups())
                return
        for name, form, what in LEFT_OUT:
            if name == module and form.match(text):
                self.left_out[f"{module}: {what}"] += 1
                return
        if module == "panic":
            raise LogError(f"SimpleSSD gave up: {text}", "a run that comes to its end; cut this line off to convert those before")
        raise LogError(f"{module}: {text[:80]!r}", "a line of SimpleSSD 2.0 that this converter knows")

    # The head.

    def multi_plane(self, _, word):
        self.device.multi_plane = word == "enabled"

    def page_size(self, _, page_bytes, superpage_bytes):
        if self.device.counts is None:
            raise LogError("a page size", "channels, ways, dies, planes, blocks and pages before")
        self.device.set_page_size(int(page_bytes), int(superpage_bytes))

    def logical_blocks(self, _, blocks):
        self.device.logical_blocks = int(blocks)

    def filled(self, _, pages):
        if int(pages):
            expected = "an empty device (FillRatio and InvalidPageRatio of 0), since no line tells which pages were filled"
            raise LogError(f"{pages} pages were filled before the first request", expected)

    def line_count(self, _, lines):
        self.device.lines = int(lines)

    def logical_page(self, _, size_bytes):
        self.device.logical_page_bytes = int(size_bytes)

    # Requests.

    def begin_request(self, tick, word, first, count):
        self.device.need()
        unit = self.device.logical_pages_per_unit()
        self.request = 0 if self.request is None else self.request + 1
        self.leave_served()
        row = {"purpose": "host", "arrival_ns": tick // PS_PER_NS}
        if word != "FLUSH":
            row.update(lpn=int(first) * unit, pages=int(count) * unit)
            if not int(count):
                raise LogError("a request of no pages", "at least one")
        self.row("host-" + word.strip().lower(), row)

    def ask(self, _, page):
        """The cache asks for a page. If FTL serves it in the next line, it is one of these."""
        self.device.need()
        unit = self.device.logical_pages_per_unit()
        self.asked = range(int(page) * unit, (int(page) + 1) * unit)

    def serve(self, _, word, number):
        if self.request is None:
            raise LogError("FTL serves a page", "a request of HIL before")
        self.leave_served()
        self.served = (word.strip(), int(number))
        if word != "TRIM ":
            return
        size = self.device.superpage
        pages = range(int(number) * size, (int(number) + 1) * size)
        given_up = [lpn for lpn in pages if self.newest.pop(lpn, None) is not None]
        for lpn in given_up:
            self.row("trim", {"purpose": "host", "lpn": lpn, "pages": 1})
        self.is_on_flash = bool(given_up)

    def leave_served(self):
        """The page that FTL served is done with. Of one that was never written, or given up, there was nothing on flash."""
        if self.served and not self.is_on_flash:
            self.unmapped[self.served[0]] += 1
        self.served, self.is_on_flash = None, False

    # Flash.

    def flash(self, _, word, *numbers):
        self.device.need()
        if self.served is None or self.served[0] == "TRIM":
            raise LogError("a flash operation", "a line READ or WRITE of FTL before that it serves")
        ppn, place, index = self.device.place(map(int, numbers))
        operate = {"READ ": self.read, "WRITE": self.program, "ERASE": self.erase}[word]
        lpn = self.served[1] * self.device.superpage + index
        if self.wanted and not self.collection and lpn not in self.wanted:
            expected = f"{self.wanted[0]}, for which the cache asked: PageAllocation is not {self.device.allocation} (--page-allocation)"
            raise LogError(f"logical page {lpn} is served", expected)
        operate(ppn, place, lpn)
        self.is_on_flash = True

    def read(self, ppn, place, lpn):
        held = self.holds.get(ppn)
        if held is None:
            raise LogError(f"page {ppn} is read", "one that was programmed before, in a log that begins with an empty device")
        if self.collection:
            self.begin_victim(place)
            lpn = held
            self.collection.read.append(lpn)
            if self.newest.get(lpn) != ppn:
                self.moved_stale += 1
                self.first_stale = self.first_stale or self.line
        elif held != lpn:
            raise LogError(f"page {ppn}, which holds logical page {held}, is read", f"one that holds logical page {lpn}")
        self.row("read", {"purpose": self.purpose(), "lpn": lpn, "pages": 1, "from_ppn": ppn, **place})

    def program(self, ppn, place, lpn):
        if self.collection:
            if not self.collection.read:
                raise LogError("a collection programs a page", "one that it read before")
            lpn = self.collection.read.popleft()
        elif self.served[0] != "WRITE":
            raise LogError("a page is programmed", "a line WRITE of FTL before that it serves")
        self.holds[ppn] = lpn
        self.newest[lpn] = ppn
        self.row("program", {"purpose": self.purpose(), "lpn": lpn, "pages": 1, "to_ppn": ppn, **place})

    def erase(self, ppn, place, _):
        if not self.collection:
            raise LogError("a block is erased", "a line \"GC   | On-demand\" of FTL::PageMapping before")
        self.begin_victim(place)
        pages = self.device.counts["Page"]
        for page in range(place["block"] * pages, (place["block"] + 1) * pages):
            self.holds.pop(page, None)
        self.row("erase", {"purpose": "gc", **place})
        self.row("gc-end", {"purpose": "gc", **place})
        self.collection.erased += 1

    def purpose(self):
        return "gc" if self.collection else "host"

    # Collections.

    def begin_collection(self, _, blocks):
        if self.collection or self.served is None:
            raise LogError("a collection begins", "one at a time, while FTL serves a page")
        self.collection = Collection(int(blocks) * self.device.superpage)

    def begin_victim(self, place):
        if place["block"] not in self.collection.begun:
            self.collection.begun.add(place["block"])
            self.row("gc-start", {"purpose": "gc", **place})

    def end_collection(self, _):
        done, self.collection = self.collection, None
        if done is None:
            raise LogError("a collection is done", "one that began before")
        if done.read:
            raise LogError("a collection is done", f"{len(done.read)} pages more to be programmed, as they were read")
        if done.erased != done.blocks:
            raise LogError(f"a collection is done with {done.erased} blocks erased", str(done.blocks))

    def row(self, kind, values):
        values = {"kind": kind, "request": self.request, **values}
        self.write(",".join(str(values.get(column, "")) for column in COLUMNS) + "\n")
        self.rows[kind] += 1

    def account(self):
        """What was converted and what was not, in lines."""
        self.leave_served()
        yield f"device: {self.device}"
        yield "rows: " + ", ".join(f"{count} {kind}" for kind, count in sorted(self.rows.items()))
        for what, count in sorted(self.left_out.items()):
            yield f"left out: {count} lines of {what}"
        for what, count in self.unmapped.items():
            yield f"left out: {count} {what} of FTL that found nothing on flash"
        if self.moved_stale:
            yield (
                f"note: collections moved {self.moved_stale} pages that had been written anew or given up, first in line "
                f"{self.first_stale}; SimpleSSD 2.0 does so where a superpage is a single page (SuperblockSize)"
            )
        if self.collection:
            yield "note: the log ends within a collection"


def open_log(name):
    if name == "-":
        return sys.stdin.buffer
    return gzip.open(name, "rb") if name.endswith(".gz") else open(name, "rb")


def order(text):
    if sorted(text) != sorted(DIMENSIONS):
        raise argparse.ArgumentTypeError(f"{text}: the letters C, W, D and P in the order of PageAllocation expected")
    return text


def say(text):
    print(f"simplessd-to-operations: {text}", file=sys.stderr)


def convert(name, allocation):
    """Converts the log of this name to standard output. The exit code."""
    sys.stdout.reconfigure(newline="\n")
    sys.stdout.write(",".join(COLUMNS) + "\n")
    converter = Converter(Device(allocation), sys.stdout.write)
    try:
        with open_log(name) as log:
            for text in log:
                converter.take(text.decode("utf-8", "replace").rstrip("\r\n"))
        if converter.request is None:
            raise LogError("the log ends", "a request of HIL")
        sys.stdout.flush()
    except LogError as error:
        say(f"{name}, line {converter.line}: {error}")
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (OSError, EOFError, zlib.error) as error:
        say(f"{name}: {error}")
        return 1
    for line in converter.account():
        say(line)
    return 0


def main():
    parser = argparse.ArgumentParser(
        usage="simplessd-to-operations.py [--page-allocation CWDP] LOG > operations.csv",
        description="Turns the debug log of SimpleSSD 2.0 (plain or .gz; - is standard input) into an operation log.",
    )
    parser.add_argument("--page-allocation", type=order, default="CWDP", help="PageAllocation of the run's configuration; CWDP if not given")
    parser.add_argument("log", metavar="LOG")
    options = parser.parse_args()
    return convert(options.log, options.page_allocation)


if __name__ == "__main__":
    sys.exit(main())
