# SPDX-License-Identifier: BSD-2-Clause
"""Run fsolve on a case of inputs/ and give its output. For the test scripts, which find this folder and scripts/ through PYTHONPATH."""
import atexit
import os
import re
import socket
import subprocess
import tempfile
import threading
import unittest

import h5py
import numpy as np

import workers

FSOLVE = os.environ["FSOLVE"]
SOURCE = os.environ["FSOLVE_SOURCE"]
BUILD = os.environ["FSOLVE_BUILD"]
RELEASE = bool(os.environ.get("FSOLVE_RELEASE"))  # scripts/test_release sets it
release = unittest.skipUnless(RELEASE, "only before a release")
RANKS = (1, 2, 3, 8) if RELEASE else (1, 3)  # a run on eight ranks takes as long as ten on one
MORE_RANKS = RANKS[1:]                       # compared with one rank
MSH = os.path.join(SOURCE, "tests", "msh")
LAUNCH = "mpirun --mca orte_create_session_dirs 1 --mca mpi_yield_when_idle 1 --oversubscribe -n {ranks}"  # CMakeLists.txt says why


def options(case=None, **keys):
    """Command line of a case with other values for some keys; True is a key without value, None drops nothing."""
    words = ["-options_file", os.path.join(SOURCE, "inputs", case + ".opts")] if case else []
    for key, value in keys.items():
        words += ["-" + key] + ([] if value is True else [str(value)])
    return words


class Start:
    """Words that start fsolve, in a copy of a process that has loaded its libraries (tests/start): half the time of a real start."""

    lock, words, server = threading.Lock(), None, None

    @classmethod
    def get(cls):
        with cls.lock:
            if not cls.words:
                cls.words = [FSOLVE] if RELEASE or "FSOLVE_START" not in os.environ else cls.serve(*os.environ["FSOLVE_START"].split(":"))
            return cls.words

    @classmethod
    def serve(cls, server, client, components=""):
        folder = tempfile.TemporaryDirectory(prefix="fsolve-start-")
        atexit.register(folder.cleanup)
        os.environ["FSOLVE_SERVER"] = os.path.join(folder.name, "socket")
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            listener.bind(os.environ["FSOLVE_SERVER"])
            listener.listen(64)
            cls.server = subprocess.Popen([server, str(listener.fileno()), components], stdin=subprocess.PIPE, pass_fds=[listener.fileno()],
                                          env={**os.environ, "LD_BIND_NOW": "1"})
        atexit.register(cls.server.communicate)  # it ends as its input does
        return [client, FSOLVE]


def launch(ranks):
    return LAUNCH.format(ranks=ranks).split() if ranks > 1 else []


SHARED = workers.Workers(os.environ["FSOLVE_WORKER"], launch) if os.environ.get("FSOLVE_WORKER") and os.environ.get("FSOLVE_SHARE") != "0" else None
WORKERS = None if RELEASE else SHARED


def fsolve(words, ranks=1, cwd=None, timeout=120, env=None, start=None, share=False):
    """A finished run: returncode, stdout, stderr. A process that stays does most runs (workers.py); some start the program.

    env    more of the environment, in which the program is started
    start  words that start the program, such as [FSOLVE], instead of those that do so quickly
    share  whether such a process does the run also before a release: hundreds of small runs take too long with starts
    """
    shared = SHARED if share else WORKERS
    done = shared.run(words, ranks, cwd, timeout) if shared and not env and not start else None
    if not done:
        workers.COUNTS["program"] += 1
        done = subprocess.run(launch(ranks) + (start or Start.get()) + words, capture_output=True, text=True, cwd=cwd, timeout=timeout,
                              env={**os.environ, **(env or {})})
    if "is read after the set-up" in done.stderr:
        raise AssertionError(f"{' '.join(words)}: {done.stderr}")
    return done


class FolderTest(unittest.TestCase):
    """Tests with a folder of their own, self.folder, which goes at the end of a test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *names):
        return os.path.join(self.folder, *names)


def tree(group):
    """All arrays of an HDF5 group by name, those of its groups in a dictionary of their own. h5py's dictionaries would take twice the time of a short run."""
    found = {}
    for name in group:
        item = h5py.h5o.open(group, name)
        if isinstance(item, h5py.h5g.GroupID):
            found[name.decode()] = tree(item)
        else:
            found[name.decode()] = np.empty(item.shape, item.dtype)
            item.read(h5py.h5s.ALL, h5py.h5s.ALL, found[name.decode()])
    return found


def flat(found, prefix=""):
    """The arrays of such a dictionary by their paths."""
    arrays = {}
    for name, item in found.items():
        arrays.update(flat(item, f"{prefix}{name}/") if isinstance(item, dict) else {prefix + name: item})
    return arrays


class Output:
    """What a run left, read into memory."""

    def __init__(self, path):
        with h5py.File(path) as f:
            self.attrs = dict(f.attrs)
            history = tree(f["history"].id)
            solver, self.energy = history.pop("solver"), history.pop("energy", {})
            self.balance, self.constraint = history.pop("balance", {}), history.pop("constraint", {})
            self.history = {name: item for name, item in history.items() if not isinstance(item, dict)}
            self.time, self.newton, self.linear = history["time"], solver["newton"], solver["linear"]
            groups = {name: item for name, item in history.items() if isinstance(item, dict)}
            given = re.search(r"^-supports (.*)$", f["options"][()].decode() if "options" in f else "", re.M)
            supports = given[1].strip("\"'").split(",") if given else []
            self.reaction = {name: groups[name].pop("reaction") for name in groups if name in supports and "reaction" in groups[name]}
            self.probe = {name: series for name, series in groups.items() if series}
            self.nodes, self.node_id = f["mesh/nodes"][:], f["mesh/node_id"][:]
            self.cells = flat(tree(f["mesh/parts"].id))  # nodes of elements, by part/shape
            self.frame_times = f["snapshots/time"][:]
            self.frames = [self._frame(tree(f[f"snapshots/{i:06d}"].id)) for i in range(len(self.frame_times))]

    @staticmethod
    def _frame(group):
        """Fields of nodes by their names, results of elements as part/shape/result, of joints of several cells as joint/result."""
        fields = {name: item for name, item in group.items() if not isinstance(item, dict)}
        for below in ("parts", "joints"):
            fields.update(flat(group.get(below, {})))
        return fields

    def by_id(self, field, frame=-1):
        """A field of a frame in the order of the nodes' numbers: independent of the number of ranks."""
        return self.frames[frame][field][np.argsort(self.node_id)]


def schemes():
    """Names of all schemes, as the program knows them."""
    done = fsolve(options("sdof", integrator="none of them"))
    return done.stderr.split("choose one of ")[1].split(", or name the plug-in")[0].strip().split(", ")


def run(case=None, ranks=1, timeout=120, share=False, **keys):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.h5")
        done = fsolve(options(case, output=path, quiet=True, **keys), ranks, timeout=timeout, share=share)
        if done.returncode:
            raise RuntimeError(f"{case} {keys}: status {done.returncode}: {done.stderr}")
        return Output(path)
