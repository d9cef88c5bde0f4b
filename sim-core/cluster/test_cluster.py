"""The ways to carry out a sweep on many machines, held against the same sweep on one: `npm run test:ray` runs this.

FLASHLAB names the executable. Slurm and Kubernetes are not there: their commands run as they would start them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
FLASHLAB = os.environ["FLASHLAB"]

DEVICE = {"device": {"logical_bytes": 8388608, "over_provisioning": 0.25}, "workload": {"requests": 300}}
POLICIES = [
    "--policy=Page: ftl.kind=page",
    "--policy=DFTL: ftl.kind=dftl",
    "--policy=FAST: ftl.kind=fast",
    "--policy=C-lash: ftl.kind=clash ftl.p_pages=64",
]
SWEEP = ["small.json", *POLICIES, "--vary=workload.write_ratio=0.1:0.9:0.2"]
TRACE = "0,0,2048,w,0.0\n0,4,2048,w,0.001\n0,0,2048,r,0.002\n"


class Cluster(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="flashlab-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "small.json").write_text(json.dumps(DEVICE))

    def run_in_folder(self, command: list[str], **environment: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )

    def flashlab(self, *arguments: str) -> bytes:
        done = self.run_in_folder([FLASHLAB, *arguments])
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def on_ray(self, *arguments: str, flashlab: str = FLASHLAB) -> subprocess.CompletedProcess[bytes]:
        script = str(HERE / "sweep_on_ray.py")
        return self.run_in_folder([sys.executable, script, "--cpus", "2", "--flashlab", flashlab, *arguments])

    def wrapper(self, lines: str) -> str:
        """An executable that does `lines` before it becomes flashlab."""
        path = self.folder / "wrapper"
        path.write_text(f'#!/bin/sh\n{lines}\nexec "{FLASHLAB}" "$@"\n')
        path.chmod(0o755)
        return str(path)

    def test_ray_gives_the_bytes_of_the_whole_and_of_shards(self) -> None:
        whole = self.flashlab("sweep", *SWEEP, "--json")
        self.assertEqual(len(json.loads(whole)["points"]), 20)
        for number in "123":
            part = self.flashlab("sweep", *SWEEP, "--shard", f"{number}/3", "--json")
            (self.folder / f"{number}.json").write_bytes(part)
        self.assertEqual(self.flashlab("merge", "3.json", "1.json", "2.json", "--json"), whole)
        done = self.on_ray("--shards", "5", "--json", "--", *SWEEP)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, whole)
        self.assertIn(b"sweep_on_ray: 5 of 5 shards", done.stderr)

    def test_ray_ships_a_trace_and_runs_a_lost_shard_again(self) -> None:
        (self.folder / "traces").mkdir()
        (self.folder / "traces/a.spc").write_text(TRACE)
        sweep = ["small.json", "--trace", "traces/a.spc", "--vary=ftl.gc.low=1:6:1"]
        # The worker of the second shard is killed when it comes there first.
        lost = self.folder / "lost"
        wrapper = self.wrapper(f'case "$*" in *"--shard 2/3"*) if mkdir "{lost}"; then kill -9 "$PPID"; fi ;; esac')
        done = self.on_ray("--shards", "3", "--csv", "--", *sweep, flashlab=wrapper)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, self.flashlab("sweep", *sweep, "--csv"))
        self.assertTrue(lost.exists())

    def test_ray_ships_a_trace_that_a_change_replays(self) -> None:
        (self.folder / "a.spc").write_text(TRACE)
        replaying = {"request": 20, "set": {"workload.kind": "trace", "workload.file": "a.spc"}}
        small = json.loads((self.folder / "small.json").read_text())
        changed = {**small, "workload": {"requests": 40}, "run": {"changes": [replaying]}}
        (self.folder / "changed.json").write_text(json.dumps(changed))
        sweep = ["changed.json", "--vary=ftl.gc.low=1,2"]
        done = self.on_ray("--shards", "2", "--csv", "--", *sweep)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, self.flashlab("sweep", *sweep, "--csv"))

    def test_a_shard_that_fails_is_told(self) -> None:
        wrapper = self.wrapper('case "$*" in *"--shard 2/3"*) echo "flashlab: no space left" >&2; exit 1 ;; esac')
        done = self.on_ray("--shards", "3", "--", *SWEEP, flashlab=wrapper)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"sweep_on_ray: shard 2/3: flashlab: no space left", done.stderr)

    def test_arguments_that_cannot_be_used_are_refused_before_ray_starts(self) -> None:
        def refused(*arguments: str) -> str:
            done = self.on_ray(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, b""), done.stderr)
            return done.stderr.decode().splitlines()[-1]

        self.assertIn("no sweep: give its arguments after --", refused("--json"))
        self.assertIn("--shards: invalid", refused("--shards", "0", "--", *SWEEP))
        self.assertIn("--jobs=2: what follows --", refused("--", *SWEEP, "--jobs=2"))
        self.assertIn("flashlab: run.sede: no such field", refused("--", "--vary=run.sede=1,2"))
        outside = self.folder / "a.spc"
        outside.write_text(TRACE)
        absolute = refused("--", "--trace", str(outside), "--vary=run.seed=1,2")
        self.assertIn("a trace must lie in or below this folder", absolute)
        missing = self.on_ray("--", *SWEEP, flashlab="nowhere/flashlab")
        self.assertIn(b"nowhere/flashlab: no such executable; give --flashlab PATH", missing.stderr)

    def test_slurm_tasks_are_the_whole(self) -> None:
        script = str(HERE / "sweep.sbatch")
        tasks = [
            {"SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "1"}
            for number in (1, 2, 3)
        ]
        # One of them twice, as when it was requeued; one submitted alone.
        tasks.append(tasks[1])
        tasks.append({"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1", "SHARDS": "3"})
        for task in tasks:
            done = self.run_in_folder(["bash", script, *SWEEP], FLASHLAB=FLASHLAB, **task)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_kept_is_the_whole(3)

    def test_kubernetes_indices_are_the_whole(self) -> None:
        job = yaml.safe_load((HERE / "sweep-job.yaml").read_text())
        spec = job["spec"]
        (container,) = spec["template"]["spec"]["containers"]
        (shards,) = container["env"]
        self.assertEqual((job["apiVersion"], job["kind"], spec["completionMode"]), ("batch/v1", "Job", "Indexed"))
        self.assertEqual((shards["name"], shards["value"]), ("SHARDS", str(spec["completions"])))
        head = json.loads(self.flashlab("sweep", *SWEEP, "--shard", "100/100", "--json"))["sweep"]
        sweep = {name: head[name] for name in ("version", "experiment", "axes")}
        (self.folder / "sweep.json").write_text(json.dumps(sweep))
        (self.folder / "flashlab").symlink_to(FLASHLAB)
        for index in range(spec["completions"]):
            done = self.run_in_folder(container["command"], JOB_COMPLETION_INDEX=str(index), SHARDS=shards["value"])
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_kept_is_the_whole(spec["completions"])

    def assert_kept_is_the_whole(self, count: int) -> None:
        parts = sorted(str(part) for part in self.folder.glob("parts/*.kept"))
        self.assertEqual(len(parts), count)
        self.assertEqual(self.flashlab("merge", *parts, "--json"), self.flashlab("sweep", *SWEEP, "--json"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
