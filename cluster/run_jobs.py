#!/usr/bin/env python3
"""Does the jobs of `tedomari batch` on many machines, by Dask distributed.

usage: run_jobs.py JOBS OUT [--scheduler ADDRESS | --local N] [--program PATH] [--shard N] ...

JOBS is a file with one job a line, OUT a folder; both may be addresses that fsspec knows, such as s3://bucket/games.
The jobs are cut into shards in the order of the file. A worker does a whole shard by one `tedomari batch`, and then puts
its results into OUT under the name of the shard, in one step. So

* a shard whose file is there is done: a run that is started again does the others only;
* a worker that is killed leaves no file, and another worker does the shard;
* a shard that is done twice, because a worker was taken for dead, still has one file.

At most a few shards for each worker wait at any time, however many jobs there are. A job that brings the program down is
found, and gets a result that says so.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time

import fsspec
from distributed import Client, LocalCluster, as_completed

NAME = "shard-{:08d}.jsonl"


def job_id(line):
    """The name of the job in a line, as text; None if the line names none."""
    try:
        return json.dumps(json.loads(line).get("id"))
    except (ValueError, AttributeError):
        return None


def whole_results(path):
    """The whole lines of a file of results."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line for line in file if line.endswith("\n")]


def run_program(program, jobs, folder):
    """The results of jobs, one for each; a job that ends the program gets one that says so.

    If the program is ended from outside or by itself, it goes on with the jobs that are left, one at a time. If it ends
    again before the first of them has a result, that job is to blame.
    """
    source, target = os.path.join(folder, "jobs"), os.path.join(folder, "results")
    blamed, is_careful = [], False
    while True:
        left = without_result(jobs, whole_results(target) + blamed)
        if not left:
            return whole_results(target) + blamed
        with open(source, "w", encoding="utf-8") as file:
            file.writelines(left)
        command = [*program, "batch", source, "--out", target] + ["--jobs", "1"] * is_careful
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        error = ended.stderr.decode("utf-8", "replace").strip()[-300:]
        if ended.returncode > 0:
            raise RuntimeError(f"{command}: exit code {ended.returncode}: {error}")
        is_stuck = len(without_result(left, whole_results(target))) == len(left)
        if ended.returncode < 0 and is_careful and is_stuck:
            blamed.append(failure(left[0], f"the program was ended by signal {-ended.returncode}: {error}"))
        is_careful = ended.returncode < 0


def without_result(jobs, results):
    """The jobs that none of the results belongs to."""
    done = {job_id(line) for line in results}
    return [line for line in jobs if job_id(line) not in done]


def failure(line, error):
    """The result of a job that could not be done."""
    return json.dumps({"id": json.loads(line).get("id"), "ok": False, "error": error}) + "\n"


def do_shard(program, jobs, address):
    """Does the jobs of a shard on the machine where this runs, and puts the results to an address in one step."""
    with tempfile.TemporaryDirectory(prefix="tedomari-") as folder:
        results = run_program(program, jobs, folder)
    if len(results) != len(jobs):
        raise RuntimeError(f"{len(results)} results of {len(jobs)} jobs")
    put(address, "".join(results))
    return summary(results)


def put(address, text):
    """Writes a file that is there as a whole or not at all."""
    system, path = fsspec.core.url_to_fs(address)
    if "file" in (system.protocol if isinstance(system.protocol, tuple) else (system.protocol,)):
        # An object store replaces an object in one step by itself; a file system by renaming.
        part = f"{path}.{os.getpid()}.part"
        with system.open(part, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, path)
    else:
        with system.open(path, "w", encoding="utf-8") as file:
            file.write(text)


def summary(results):
    """Jobs, failures and seconds of each kind of job."""
    kinds = {}
    for line in results:
        result = json.loads(line)
        kind = kinds.setdefault(result.get("kind") or "none", {"jobs": 0, "failed": 0, "seconds": 0.0})
        kind["jobs"] += 1
        kind["failed"] += not result["ok"]
        kind["seconds"] += result.get("seconds", 0.0)
    return kinds


def shards(address, size):
    """The shards of a file of jobs: their numbers and lines."""
    with fsspec.open(address, "rt", encoding="utf-8", compression="infer") as file:
        lines, number = [], 0
        for line in file:
            if line.strip():
                lines.append(line.rstrip("\n") + "\n")
            if len(lines) == size:
                yield number, lines
                lines, number = [], number + 1
        if lines:
            yield number, lines


class Run:
    """Hands out shards, and keeps the books."""

    def __init__(self, options, client):
        self.options, self.client = options, client
        self.system, self.folder = fsspec.core.url_to_fs(options.out)
        self.system.makedirs(self.folder, exist_ok=True)
        self.done = {os.path.basename(path) for path in self.system.ls(self.folder, detail=False)}
        self.kinds = collections.defaultdict(collections.Counter)
        self.begin = self.told = time.monotonic()
        self.n_done = self.n_skipped = 0
        self.failed = []

    def address(self, number):
        return f"{self.options.out.rstrip('/')}/{NAME.format(number)}"

    def submit(self, number, jobs):
        self.check_ids(number, jobs)
        future = self.client.submit(
            do_shard, self.options.program, jobs, self.address(number),
            key=f"shard-{number}", retries=self.options.retries, pure=False,
        )
        future.shard = (number, len(jobs))
        return future

    @staticmethod
    def check_ids(number, jobs):
        ids = collections.Counter(map(job_id, jobs))
        bad = [name for name, count in ids.items() if count > 1 or name in (None, "null")]
        if bad:
            sys.exit(f"shard {number}: jobs need names of their own: {bad[:3]}")

    def all(self):
        """Does all shards that have no file yet."""
        waiting = as_completed(with_results=False)
        n_waiting = 0
        for number, jobs in shards(self.options.jobs, self.options.shard):
            if NAME.format(number) in self.done:
                self.n_skipped += len(jobs)
                continue
            while n_waiting >= self.options.in_flight * max(1, len(self.client.nthreads())):
                self.collect(next(waiting))
                n_waiting -= 1
            waiting.add(self.submit(number, jobs))
            n_waiting += 1
        for future in waiting:
            self.collect(future)

    def collect(self, future):
        number, n_jobs = future.shard
        if future.status == "finished":
            for kind, numbers in future.result().items():
                self.kinds[kind].update(numbers)
            self.n_done += n_jobs
        else:
            self.failed.append(number)
            print(f"shard {number} failed: {future.exception()!r}", file=sys.stderr, flush=True)
        if time.monotonic() - self.told >= self.options.progress:
            self.told = time.monotonic()
            self.tell()

    def tell(self):
        seconds = time.monotonic() - self.begin
        text = f"{self.n_done} jobs, {self.n_done / seconds:.1f} jobs/s, {len(self.client.nthreads())} workers"
        if self.options.total:
            left = self.options.total - self.n_done - self.n_skipped
            text += f", {left * seconds / max(1, self.n_done):.0f} s left"
        print(text, file=sys.stderr, flush=True)

    def report(self):
        """What the run cost; the core-seconds are those of the jobs themselves."""
        seconds = time.monotonic() - self.begin
        kinds = {
            kind: {**numbers, "core_seconds_per_job": round(numbers["seconds"] / numbers["jobs"], 4)}
            for kind, numbers in sorted(self.kinds.items())
        }
        return {
            "jobs": self.n_done, "skipped": self.n_skipped, "failed_shards": self.failed,
            "seconds": round(seconds, 1), "jobs_per_second": round(self.n_done / seconds, 2), "kinds": kinds,
        }


def verify(options):
    """Compares the jobs with the results: how many are lost, and how many are doubled."""
    wanted = collections.Counter()
    for _, jobs in shards(options.jobs, options.shard):
        wanted.update(map(job_id, jobs))
    found = collections.Counter()
    system, folder = fsspec.core.url_to_fs(options.out)
    for path in system.ls(folder, detail=False):
        if os.path.basename(path).startswith("shard-") and path.endswith(".jsonl"):
            with system.open(path, "rt", encoding="utf-8") as file:
                found.update(map(job_id, file))
    return {
        "jobs": sum(wanted.values()), "results": sum(found.values()),
        "lost": sum((wanted - found).values()), "doubled": sum((found - wanted).values()),
    }


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("jobs", help="file with one job a line; .gz is read, too")
    parser.add_argument("out", help="folder for the results")
    parser.add_argument("--scheduler", help="address of a Dask scheduler, such as tcp://host:8786, or file:PATH of its scheduler file")
    parser.add_argument("--local", type=int, metavar="N", help="start N workers on this machine instead")
    parser.add_argument("--program", default="tedomari", help="the program with options, as the workers find it")
    parser.add_argument("--shard", type=int, default=1000, help="jobs in a shard")
    parser.add_argument("--in-flight", type=int, default=2, help="shards for each worker that wait or run")
    parser.add_argument("--retries", type=int, default=3, help="how often a shard that fails is tried again")
    parser.add_argument("--progress", type=float, default=10, help="seconds between two messages")
    parser.add_argument("--total", type=int, help="number of jobs, to tell the time left")
    parser.add_argument("--verify", action="store_true", help="only compare jobs and results")
    options = parser.parse_args()
    options.program = options.program.split()
    return options


def main():
    options = arguments()
    if options.verify:
        checked = verify(options)
        print(json.dumps(checked))
        sys.exit(1 if checked["lost"] or checked["doubled"] else 0)
    if not options.local and not options.scheduler:
        sys.exit("either --scheduler or --local says who works")
    if options.local:
        cluster = LocalCluster(n_workers=options.local, threads_per_worker=1)
    if options.scheduler and options.scheduler.startswith("file:"):
        client = Client(scheduler_file=options.scheduler.removeprefix("file:"))
    else:
        client = Client(cluster if options.local else options.scheduler)
    print(f"dashboard: {client.dashboard_link}", file=sys.stderr, flush=True)
    run = Run(options, client)
    run.all()
    report = run.report()
    put(f"{options.out.rstrip('/')}/report.json", json.dumps(report, indent=1) + "\n")
    print(json.dumps(report))
    sys.exit(1 if run.failed else 0)


if __name__ == "__main__":
    main()
