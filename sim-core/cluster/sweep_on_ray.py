#!/usr/bin/env python3
"""Carries out a sweep of Flashlab on a Ray cluster, a shard a task, and prints the whole sweep's results.

    python sweep_on_ray.py [--address A] [--shards N] [--flashlab PATH] [--csv | --json] -- ARGUMENTS OF flashlab sweep

The executable, the sweep and its trace travel through Ray's object store: nodes need nothing but Ray.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path, PurePath
from typing import Any

# Ray tells its makers about its use unless it is told not to, before it is loaded.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
from ray.exceptions import RayError, RayTaskError

# What this script says to `flashlab sweep` itself.
RESERVED = ("--jobs", "--shard", "--keep", "--csv", "--json")

# No sweep has so many points, so that this shard has none: it tells what the sweep is and runs nothing.
EMPTY_SHARD = "1000000000/1000000000"

# Shards for each core, so that one with slow points does not keep all others waiting for long.
SHARDS_PER_CORE = 4

# How often a shard is run again when its node is lost.
RETRIES = 3


class Failure(Exception):
    """What went wrong, in a line, and the exit status: 1 failed, 2 unusable arguments."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


def main(words: list[str]) -> int:
    try:
        options, arguments = read(words)
        plan = planned(options.flashlab, arguments)
        # Ray tells of lost workers on standard output, which is for results.
        with contextlib.redirect_stdout(sys.stderr):
            shards = carry_out(options, plan)
        form = ["--csv"] if options.csv else ["--json"] if options.json else []
        sys.stdout.buffer.write(merged(options.flashlab, plan, shards, form))
        return 0
    except Failure as failure:
        print(f"sweep_on_ray: {failure}", file=sys.stderr)
        return failure.status
    except KeyboardInterrupt:
        print("sweep_on_ray: interrupted", file=sys.stderr)
        return 1


def read(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Options of this script, and the arguments of the sweep."""
    if "--" in words:
        own, arguments = words[: words.index("--")], words[words.index("--") + 1 :]
    else:
        own, arguments = words, []
    parser = argparse.ArgumentParser(
        prog="sweep_on_ray.py",
        usage="%(prog)s [OPTIONS] -- ARGUMENTS OF flashlab sweep",
        description="Carries out a sweep on a Ray cluster, and prints its results.",
    )
    parser.add_argument("--address", help="the cluster, such as auto; one on this machine if not given")
    parser.add_argument(
        "--cpus", type=at_least_one, help="cores that a cluster on this machine takes; all if not given"
    )
    parser.add_argument(
        "--shards", type=at_least_one, help=f"parts of the sweep; {SHARDS_PER_CORE} a core if not given"
    )
    parser.add_argument(
        "--flashlab", type=Path, default=Path("flashlab"), help="the executable; ./flashlab if not given"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="results as CSV")
    form.add_argument("--json", action="store_true", help="results as JSON")
    options = parser.parse_args(own)
    if not arguments:
        parser.error("no sweep: give its arguments after --, such as -- --vary workload.write_ratio=0:1:0.1")
    if options.address is not None and options.cpus is not None:
        parser.error("--cpus is of a cluster on this machine, and --address of another")
    for word in arguments:
        if word.split("=")[0] in RESERVED:
            parser.error(f"{word}: what follows -- says what the sweep is, and this how it is carried out")
    if not os.access(options.flashlab, os.X_OK) or options.flashlab.is_dir():
        parser.error(f"{options.flashlab}: no such executable; give --flashlab PATH")
    options.flashlab = options.flashlab.resolve()
    return options, arguments


def at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def planned(flashlab: Path, arguments: list[str]) -> bytes:
    """The results of no point: which sweep it is, found out before the cluster has to do with it."""
    return flashlab_says(flashlab, ["sweep", *arguments, "--shard", EMPTY_SHARD, "--json"])


def flashlab_says(flashlab: Path, arguments: list[str]) -> bytes:
    done = subprocess.run([str(flashlab), *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        raise Failure(what_it_said(done.stderr), done.returncode)
    return done.stdout


def what_it_said(stderr: bytes) -> str:
    return stderr.decode(errors="replace").strip() or "flashlab failed and did not say why"


def bundled(flashlab: Path, sweep: dict[str, Any]) -> dict[str, bytes]:
    """The files that a shard takes, by the name under which it finds them."""
    document = {name: sweep[name] for name in ("version", "experiment", "axes")}
    files = {"flashlab": flashlab.read_bytes(), "sweep.json": json.dumps(document).encode()}
    if sweep["trace_sha256"] is not None:
        # A trace's name stands in the results, so that it must be the same everywhere.
        name = trace_of(sweep["experiment"])
        if PurePath(name).is_absolute() or ".." in PurePath(name).parts or name in files:
            raise Failure(f"{name}: a trace must lie in or below this folder, other than as {' or '.join(files)}", 2)
        files[name] = Path(name).read_bytes()
        beside = Path(f"{name}.json")
        if beside.exists():
            files[str(beside)] = beside.read_bytes()
    return files


def trace_of(experiment: dict[str, Any]) -> str:
    """The file of the trace that it replays, from the beginning or from a change on."""
    stated = [experiment, *(change["set"] for change in experiment.get("run", {}).get("changes", []))]
    names = (fields.get("workload.file") or fields.get("workload", {}).get("file") for fields in stated)
    return next(name for name in names if name)


@ray.remote(num_cpus=1, max_retries=RETRIES)
def run_shard(files: dict[str, bytes], shard: str) -> bytes:
    """The results of one shard as JSON, by one core."""
    with tempfile.TemporaryDirectory(prefix="flashlab-") as folder:
        for name, content in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        Path(folder, "flashlab").chmod(0o755)
        command = ["./flashlab", "sweep", "--sweep", "sweep.json", "--jobs", "1", "--shard", shard, "--json"]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"shard {shard}: {what_it_said(done.stderr)}")
    return done.stdout


def carry_out(options: argparse.Namespace, plan: bytes) -> list[bytes]:
    """The results of all shards."""
    sweep = json.loads(plan)["sweep"]
    files = bundled(options.flashlab, sweep)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if options.address is None:
            # Nobody else may use it. Without a token of its own Ray would leave one in the home folder.
            os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
            ray.init(address="local", num_cpus=options.cpus, include_dashboard=False, **quiet)
        else:
            ray.init(address=options.address, **quiet)
    except (RayError, ConnectionError, ValueError, RuntimeError) as error:
        raise Failure(f"Ray cannot be reached or started: {error}") from error
    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        count = options.shards or max(1, min(sweep["count"], SHARDS_PER_CORE * cores))
        shipped = ray.put(files)
        return gathered([run_shard.remote(shipped, f"{number}/{count}") for number in range(1, count + 1)])
    finally:
        ray.shutdown()


def gathered(tasks: list[ray.ObjectRef[Any]]) -> list[bytes]:
    """What `tasks` give; the first that fails ends the others."""
    results: list[bytes] = []
    pending = tasks
    try:
        while pending:
            ready, pending = ray.wait(pending, num_returns=1)
            results.extend(ray.get(ready))
            print(f"sweep_on_ray: {len(results)} of {len(tasks)} shards", file=sys.stderr)
    except RayTaskError as error:
        raise Failure(str(error.cause)) from error
    except RayError as error:
        raise Failure(f"a shard was lost {RETRIES + 1} times: {error}") from error
    finally:
        for task in pending:
            ray.cancel(task, force=True)
    return results


def merged(flashlab: Path, plan: bytes, shards: list[bytes], form: list[str]) -> bytes:
    """The whole sweep. The plan is among its parts: it has no points, and has those of another sweep refused."""
    with tempfile.TemporaryDirectory(prefix="flashlab-") as folder:
        parts = [Path(folder, f"{place}.json") for place in range(len(shards) + 1)]
        for part, content in zip(parts, [plan, *shards]):
            part.write_bytes(content)
        return flashlab_says(flashlab, ["merge", *map(str, parts), *form])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
