# SPDX-License-Identifier: BSD-2-Clause
"""Measures runs for scripts/bench, scripts/scaling and tests, by the log of PETSc."""
import argparse
import json
import os
import re
import shlex
import statistics
import subprocess
import tempfile

import h5py

import runs

LAUNCH = "mpirun --oversubscribe -n {ranks}"


class Table(dict):
    """A dictionary that makes missing tables.

    PETSc since 3.20 writes entries of events into tables that it has not made.
    """

    def __missing__(self, key):
        return self.setdefault(key, Table())


class Log:
    """The log that -log_view :file.py:ascii_info_detail wrote.

    PETSc counts messages and bytes at the sender and at the receiver. Here they are the means of both,
    those that a rank sends.
    """

    KEYS = {"calls": ("count", 1), "seconds": ("time", 1), "flops": ("flop", 1), "messages": ("numMessages", 2), "bytes": ("messageLength", 2), "reductions": ("numReductions", 1)}

    def __init__(self, path):
        names = {"Table": Table}
        with open(path) as file:
            exec(file.read().replace("= {}\n", "= Table()\n"), names)
        self.ranks, self.stages = names["size"], names["Stages"]

    def most(self, what, phase, event="summary"):
        """Returns the value of the rank that has most, or 0 if the event did not happen."""
        key, both = self.KEYS[what]
        events = self.stages.get(phase, {}).get(event, {})
        return max(events.get(rank, {}).get(key, 0) for rank in range(self.ranks)) / both

    def seconds(self, phase, event="summary"):
        return self.most("seconds", phase, event)

    def calls(self, phase, event):
        return self.most("calls", phase, event)

    def reductions(self, phase, event="summary"):
        return self.most("reductions", phase, event)


class Measured:
    """A finished run: its output on the screen, its log, its steps, time and peak memory."""

    def __init__(self, words, ranks=1, program=None, launch=LAUNCH, under=(), logged=True):
        """under   words before the program, such as those of a wrapper
        logged  writes the log, which every rank sends to one; use False with hundreds of ranks
        """
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log.py")
            words = [*shlex.split(launch.format(ranks=ranks)), *under, program or runs.program(), *map(str, words), "-memory_view"]
            if logged:
                words += ["-log_view", f":{log}:ascii_info_detail"]
            if not program:
                words += ["-output", os.path.join(folder, "out.h5")]
            self._run(words)
            self.log = Log(log) if logged else None
            if logged and self.log.ranks != ranks:
                raise SystemExit(f"asked for {ranks} ranks, the program ran on {self.log.ranks}: check --launch, '{launch}'")
            if not program:
                with h5py.File(os.path.join(folder, "out.h5")) as file:
                    self.linear, self.newton = (int(file["history/solver/" + kind][:].sum()) for kind in ("linear", "newton"))
        self.steps = int(self._done(r"(\d+) "))
        number = lambda pattern: float((re.search(pattern, self.screen, re.M) or [None, "nan"])[1])  # nan: PETSc does not report it for all programs
        self.peak_all = number(r"^Maximum .*process memory: +total ([\d.e+-]+)")  # bytes
        self.peak = number(r"^Maximum .*process memory: .* max ([\d.e+-]+)")  # of the largest rank

    @property
    def seconds(self):
        """The time of all steps [s], checkpoints included."""
        return self._done(r".* iterations(?: per step)?, ([\d.e+-]+) s\b")

    def _done(self, pattern):
        """Returns a number of the last line, which starts with done."""
        found = re.search("^done: " + pattern, self.screen, re.M)
        if not found:
            raise SystemExit(f"no line of the run is like 'done: {pattern}'; tools/measure.py must know the lines of the program:\n{self.screen}")
        return float(found[1])

    def _run(self, words):
        try:
            done = subprocess.run(words, env=runs.ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except OSError as error:
            raise SystemExit(f"cannot run {words[0]}: {error.strerror}")
        self.screen = done.stdout
        if done.returncode:
            raise SystemExit(f"{shlex.join(words)}\n{self.screen}")


class Counted:
    """The calls of MPI in a step, of the busiest rank.

    tests/mpi_count.c counts them on every rank, between the program and MPI. The counts are the
    difference between runs of 2n and of n steps. c has the calls of fsolve and PETSc, fortran those of
    MUMPS. away has messages to ranks of another node. A node has MPI_COUNT_NODE consecutive ranks, by
    default 64. model is one of growing.MODELS.
    """

    KINDS = ("send", "reduce", "bcast", "barrier", "gather", "alltoall")

    def __init__(self, model, ranks, cells, steps=4, launch=LAUNCH, more=()):
        words, dt, self.dofs = model(ranks, cells)
        with tempfile.TemporaryDirectory() as folder:
            (short, first), (self.run, whole) = (self._run([*words, "-t_end", repr(n * dt), *more], ranks, launch, os.path.join(folder, "counts")) for n in (steps, 2 * steps))
        self.calls, self.bytes = ({who: {kind: max(b[who][kind][what] - a[who][kind][what] for a, b in zip(first, whole)) / steps for kind in self.KINDS}
                                   for who in ("c", "fortran")} for what in ("calls", "bytes"))
        self.away = {what: self._away(first, whole, what, steps) for what in ("calls", "bytes")}
        self.partners, self.memory = max(rank["partners"] for rank in whole), 1024 * max(rank["memory"] for rank in whole)
        self.flops = max(b["flops"] - a["flops"] for a, b in zip(first, whole)) / steps
        self.newton, self.linear = (self.run.newton - short.newton) / steps, (self.run.linear - short.linear) / steps
        self.solver = re.search(r"\d dofs.*?, (.*)", self.run.screen)[1]

    def each(self, who, kind):
        """Returns the bytes of a call."""
        return self.bytes[who][kind] / max(1e-9, self.calls[who][kind])

    @staticmethod
    def _away(first, whole, what, steps):
        """Returns messages to other nodes: of the busiest rank, and the share of those of all ranks."""
        counts = [b["away"][what] - a["away"][what] for a, b in zip(first, whole)]
        return {"most": max(counts) / steps, "share": sum(counts) / max(1, sum(b["c"]["send"][what] - a["c"]["send"][what] for a, b in zip(first, whole)))}

    @staticmethod
    def _run(words, ranks, launch, path):
        library = os.path.join(os.path.dirname(runs.program()), "tests", "libmpi_count.so")
        done = Measured(words, ranks, launch=launch, under=["env", "LD_PRELOAD=" + library, "MPI_COUNT=" + path], logged=False)
        with open(path) as file:
            counts = json.load(file)
        if len(counts) != ranks:
            raise SystemExit(f"asked for {ranks} ranks, the program ran on {len(counts)}: check --launch, '{launch}'")
        return done, counts


def medians(results):
    return {key: statistics.median(one[key] for one in results) for key in results[0]}


def count(text):
    """For argparse: a positive whole number."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}': must be a positive whole number")
    return int(text)


def counts(text):
    return [count(word) for word in text.split(",")]


def positive(text):
    try:
        if float(text) > 0:
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}': must be a positive number")


def path(text):
    """For argparse: the path of a file, whose folder is made."""
    try:
        os.makedirs(os.path.dirname(os.path.abspath(text)), exist_ok=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"'{text}': {error.strerror}")
    return text


def keep(where, results):
    """Writes results into a JSON file, and keeps its other entries."""
    try:
        with open(where) as file:
            old = dict(json.load(file))
    except (OSError, ValueError, TypeError):  # no file, or one of another program
        old = {}
    with open(where, "w") as file:
        json.dump({**old, **results}, file, indent=1)
