#!/usr/bin/env python3
"""What `flashlab trace overview --json` says of a trace, computed in another way: from its text, with the standard library alone.

Prints one JSON value. `--from`, `--to` (seconds), `--first` and `--end` (bytes) are the window. With one device a file, as it is here.
"""

import argparse
import bisect
import collections
import decimal
import gzip
import json
import sys

SECTOR, PAGE = 512, 8
TIME_BINS, ROWS, REGIONS = 240, 96, 1 << 15
OPS = {"r": "read", "w": "write", "t": "trim", "f": "flush"}


def requests_of(path):
    """(time in ns, op, first sector, sectors) of every line, times counted from the first."""
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as file:
        lines = [line.strip().split(",") for line in file if line.strip()]
    found = []
    for fields in lines:
        if len(fields) == 5:  # SPC: unit, block, bytes, op, seconds
            _, block, size, op, seconds = fields
            time = int(decimal.Decimal(seconds) * 10**9)
            start, end = int(block) * SECTOR, int(block) * SECTOR + int(size)
        else:  # MSR: ticks of 100 ns, host, disk, op, offset, bytes, response
            ticks, _, _, op, offset, size = fields[:6]
            time, start, end = int(ticks) * 100, int(offset), int(offset) + int(size)
        op = OPS[op[0].lower()]
        first = 0 if op == "flush" else start // SECTOR
        found.append((time, op, first, 0 if op == "flush" else -(-end // SECTOR) - first))
    found.sort(key=lambda request: request[0])
    return [(time - found[0][0], *rest) for time, *rest in found]


def powers(values):
    counts = collections.Counter(value.bit_length() for value in values)
    return [counts[power] for power in range(max(counts, default=-1) + 1)]


def amount(requests):
    sizes = [sectors * SECTOR for _, _, _, sectors in requests]
    aligned = sum(1 for _, _, first, sectors in requests if first % PAGE == 0 and sectors % PAGE == 0)
    return {"requests": len(sizes), "bytes": sum(sizes), "max_bytes": max(sizes, default=0), "aligned": aligned}


def footprint(requests):
    sectors = set()
    for _, _, first, count in requests:
        sectors.update(range(first, first + count))
    return {
        "bytes": len(sectors) * SECTOR,
        "pages": len({sector // PAGE for sector in sectors}),
        "unit_bytes": SECTOR,
    }


def reuse(requests):
    """Distances by bisection in a list of the last access of every page."""
    last, places, distances, first, accesses = {}, [], [], 0, 0
    for _, _, start, sectors in requests:
        for page in range(start // PAGE, (start + sectors - 1) // PAGE + 1):
            if page in last:
                at = bisect.bisect_left(places, last[page])
                distances.append(len(places) - at - 1)
                del places[at]
            else:
                first += 1
            last[page] = accesses
            places.append(accesses)
            accesses += 1
    return {"one_in": 1, "accesses": accesses, "first": first, "distances_pages": powers(distances)}


def order(requests):
    counts, jumps = collections.Counter(), []
    for before, after in zip(requests, requests[1:]):
        end = before[2] + before[3]
        if after[2] == end:
            counts["sequential"] += 1
        elif abs(after[2] - before[2]) < 2 * PAGE:
            counts["local"] += 1
        else:
            jumps.append(abs(after[2] - end))
    return {
        "followers": max(0, len(requests) - 1),
        "sequential": counts["sequential"],
        "local": counts["local"],
        "jumps_sectors": powers(jumps),
    }


def hottest(requests):
    sectors = 128
    while len({first // sectors for _, _, first, _ in requests}) > REGIONS:
        sectors *= 2
    reads = collections.Counter(first // sectors for _, op, first, _ in requests if op == "read")
    writes = collections.Counter(first // sectors for _, op, first, _ in requests if op == "write")
    ranked = sorted(set(reads) | set(writes), key=lambda region: (-reads[region] - writes[region], region))
    return [
        {"first_sector": region * sectors, "sectors": sectors, "reads": reads[region], "writes": writes[region]}
        for region in ranked[:12]
    ]


def over_time(requests, start, end):
    width = -(-max(end - start, 1) // TIME_BINS)
    bins = -(-max(end - start, 1) // width)
    names = {"read": "reads", "write": "writes", "trim": "trims", "flush": "flushes"}
    found = {"bin_ns": width, **{name: [0] * bins for name in names.values()}}
    found.update(read_bytes=[0] * bins, written_bytes=[0] * bins)
    for time, op, _, sectors in requests:
        at = (time - start) // width
        found[names[op]][at] += 1
        if op in ("read", "write"):
            found["read_bytes" if op == "read" else "written_bytes"][at] += sectors * SECTOR
    return found


def heat(requests, times, first_ns, low, high):
    columns, bin_ns = len(times["reads"]), times["bin_ns"]
    base = low // PAGE * PAGE
    length = max(high - base, 1)
    height = -(-length // (ROWS * PAGE)) * PAGE
    rows = -(-length // height)
    cells = {"read": [0] * (columns * rows), "write": [0] * (columns * rows)}
    for time, op, first, sectors in requests:
        if op in cells:
            column = (time - first_ns) // bin_ns
            row_of = lambda sector: min(max(sector - base, 0) // height, rows - 1)
            for row in range(row_of(first), row_of(first + sectors - 1) + 1):
                cells[op][column * rows + row] += 1
    return {
        "columns": columns,
        "rows": rows,
        "first_sector": base,
        "row_sectors": height,
        "reads": cells["read"],
        "writes": cells["write"],
    }


def overview(every, from_ns, to_ns, first_sector, end_sector):
    span = every[-1][0]
    to_ns = min(to_ns, span + 1)
    chosen = [
        request
        for request in every
        if from_ns <= request[0] < to_ns
        and (request[3] == 0 or (request[2] < end_sector and request[2] + request[3] > first_sector))
    ]
    of = {op: [request for request in chosen if request[1] == op] for op in OPS.values()}
    addressed = [request for request in chosen if request[3] > 0]
    accessed = [request for request in addressed if request[1] in ("read", "write")]
    lowest = min((request[2] for request in addressed), default=0)
    highest = max((request[2] + request[3] for request in addressed), default=0)
    low, high = max(lowest, first_sector), min(highest, end_sector)
    times = over_time(chosen, from_ns, to_ns)
    return {
        "window": {"from_ns": from_ns, "to_ns": to_ns, "first_sector": low, "end_sector": high},
        "requests": len(chosen),
        "reads": amount(of["read"]),
        "writes": amount(of["write"]),
        "trims": amount(of["trim"]),
        "flushes": len(of["flush"]),
        "over_time": times,
        "heat": heat(accessed, times, from_ns, low, high),
        "touched": footprint(addressed),
        "written": footprint(of["write"]),
        "first_sector": lowest,
        "end_sector": highest,
        "order": order(addressed),
        "read_sizes": powers(sectors for _, _, _, sectors in of["read"]),
        "write_sizes": powers(sectors for _, _, _, sectors in of["write"]),
        "gaps_ns": powers(after[0] - before[0] for before, after in zip(chosen, chosen[1:])),
        "reuse": reuse(accessed),
        "hottest": hottest(accessed),
        "first": [
            {"t_ns": time, "op": op, "sector": first, "sectors": sectors} for time, op, first, sectors in chosen[:16]
        ],
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--from", dest="start", type=decimal.Decimal, default=decimal.Decimal(0))
    parser.add_argument("--to", dest="stop", type=decimal.Decimal, default=decimal.Decimal(1 << 32))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--end", type=int, default=1 << 49)
    window = parser.parse_args()
    told = overview(
        requests_of(window.file),
        int(window.start * 10**9),
        int(window.stop * 10**9),
        window.first // SECTOR,
        -(-window.end // SECTOR),
    )
    json.dump(told, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")


main()
