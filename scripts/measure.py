"""Measured runs, for scripts/bench and scripts/scaling: a program with PETSc's log, its phases and events summed over the ranks."""
import os
import re
import shlex
import statistics
import subprocess
import tempfile
import time

import h5py

import runs

LAUNCH = "mpirun --oversubscribe -n {ranks}"


class Log:
    """What -log_view :file.py:ascii_info_detail wrote. Messages and bytes are those sent by all ranks; counted on both sides in the file."""

    def __init__(self, path):
        names = {}
        with open(path) as file:
            exec(file.read(), names)
        self.ranks, self.stages = names["size"], names["Stages"]

    def ranks_of(self, phase, event="summary"):
        """One dictionary for each rank; {} where the event did not happen."""
        events = self.stages.get(phase, {}).get(event, {})
        return [events.get(rank, {}) for rank in range(self.ranks)]

    def most(self, phase, event, key):
        return max(one.get(key, 0) for one in self.ranks_of(phase, event))

    def seconds(self, phase, event="summary"):
        return self.most(phase, event, "time")

    def calls(self, phase, event):
        return self.most(phase, event, "count")

    def reductions(self, phase, event="summary"):
        return self.most(phase, event, "numReductions")

    def messages(self, phase, event="summary"):
        return sum(one.get("numMessages", 0) for one in self.ranks_of(phase, event)) / 2

    def bytes(self, phase, event="summary"):
        return sum(one.get("messageLength", 0) for one in self.ranks_of(phase, event)) / 2


class Measured:
    """A finished run: screen, log, wall seconds, peak bytes of the largest rank on this machine."""

    def __init__(self, words, ranks=1, program=None, launch=LAUNCH):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as screen:
            log = os.path.join(folder, "log.py")
            words = [*shlex.split(launch.format(ranks=ranks)), program or runs.program(), *map(str, words), "-log_view", f":{log}:ascii_info_detail"]
            if not program:
                words += ["-output", os.path.join(folder, "out.h5")]
            start = time.time()
            process = subprocess.Popen(words, env=runs.ENVIRONMENT, stdout=screen, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)  # of the launcher and the ranks it waited for
            self.wall, self.peak = time.time() - start, usage.ru_maxrss * 1024
            process.returncode = os.waitstatus_to_exitcode(status)
            screen.seek(0)
            self.screen = screen.read()
            if process.returncode:
                raise SystemExit(f"{shlex.join(words)}\n{self.screen}")
            self.log = Log(log)
            if not program:
                with h5py.File(os.path.join(folder, "out.h5")) as file:
                    self.linear, self.newton = (int(file["history/solver/" + kind][:].sum()) for kind in ("linear", "newton"))
        done = next(line for line in self.screen.splitlines() if line.startswith("done:"))
        self.steps = int(re.search(r"done: (\d+)", done).group(1))
        self.iterations = float(re.search(r"([\d.e+-]+) (?:linear|Newton) iterations", done).group(1))  # per step, rounded
        self.seconds = float(re.search(r"([\d.e+-]+) s$", done).group(1))  # of stepping


def medians(results):
    return {key: statistics.median(one[key] for one in results) for key in results[0]}
