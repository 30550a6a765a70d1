# SPDX-License-Identifier: BSD-2-Clause
"""The file of a run under way, or of one that was killed: whoever comes finds it whole, and what has been done some seconds ago in it."""
import os
import random
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy as np

from run import FSOLVE, LAUNCH, fsolve, options

TRIES = 20


class Running(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.assertNotIn("HDF5_USE_FILE_LOCKING", os.environ)

    def tearDown(self):
        self.folder.cleanup()

    def start(self, ranks):
        self.path = os.path.join(self.folder.name, f"{len(os.listdir(self.folder.name))}.h5")
        words = [FSOLVE] + options("wave2d", mesh_n="10,10", dt=0.01, t_end=1e5, output=self.path, output_every=7, quiet=True)
        run = subprocess.Popen((LAUNCH.format(ranks=ranks).split() if ranks > 1 else []) + words, stderr=subprocess.DEVNULL)
        self.addCleanup(self.kill, run)
        while not os.path.exists(self.path):
            self.assertIsNone(run.poll())
            time.sleep(1e-3)
        return run

    @staticmethod
    def kill(run):
        """All ranks at once, without a chance to do anything."""
        if run.poll() is None:
            with open(f"/proc/{run.pid}/task/{run.pid}/children") as children:  # of mpirun; one rank has none
                ranks = [int(child) for child in children.read().split()]
            for pid in ranks or [run.pid]:
                os.kill(pid, signal.SIGKILL)
            run.wait()

    def opened(self):
        """Open for reading. While the run flushes, some milliseconds now and then, HDF5 does not get its lock, and says so."""
        for _ in range(50):
            try:
                return h5py.File(self.path, "r")
            except BlockingIOError:
                time.sleep(0.02)
        return h5py.File(self.path, "r")

    def frames(self):
        """How many frames there are; they, and the histories, are complete."""
        with self.opened() as f:
            if "history" not in f:
                self.assertEqual(len(f), 0)
                return 0
            time, history = f["snapshots/time"][:], f["history/time"][:]
            np.testing.assert_allclose(time, 0.07 * np.arange(len(time)), rtol=1e-9)
            np.testing.assert_allclose(history, 0.01 * np.arange(len(history)), rtol=1e-9)
            self.assertEqual(len(f["history/energy/total"]), len(history))
            for k in range(len(time)):
                self.assertEqual(f[f"snapshots/{k:06d}/displacement"].shape, (121, 3))
            if len(time):
                self.assertTrue(np.all(np.isfinite(f[f"snapshots/{len(time) - 1:06d}/velocity"][:])))
            return len(time)

    def test_read_while_it_runs(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                run = self.start(ranks)
                seen = [self.frames() for _ in range(TRIES)]  # from the first moment on
                end = time.monotonic() + 60
                while seen[-1] < 20 and time.monotonic() < end:
                    time.sleep(0.1)
                    seen.append(self.frames())
                self.assertEqual(seen, sorted(seen))
                self.assertGreaterEqual(seen[-1], 20)
                with self.assertRaises(OSError):  # who would write is kept out
                    h5py.File(self.path, "r+")
                self.assertIsNone(run.poll())
                self.kill(run)

    def test_killed(self):
        random.seed(2)
        for k in range(8):
            run = self.start(1 + k % 2)
            time.sleep(random.random() * 0.1 * k)
            self.kill(run)
            self.frames()


class Again(unittest.TestCase):
    def test_same_bits(self):
        """The same input on the same ranks: every dataset and attribute is the same but the date, the time it took and the number of the run. On several ranks but for factors: MUMPS adds in
        the order in which messages come."""
        cases = [("wave2d", {"mesh_n": "20,20", "t_end": 1, "ksp_type": "cg", "pc_type": pc}, 2) for pc in ("jacobi", "bjacobi")]
        for case, keys, ranks in cases + [("wave2d", {"mesh_n": "20,20", "t_end": 1}, 1), ("flying_beam", {"t_end": 0.5}, 1), ("slider_crank", {"t_end": 0.05}, 1)]:
            with self.subTest(f"{case} {keys} {ranks}"):
                first, second = (self.contents(case, keys, ranks) for _ in range(2))
                self.assertEqual([name for name in first if first[name] != second.get(name)], [])

    @staticmethod
    def contents(case, keys, ranks):
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(case, quiet=True, output_every=10, output="out.h5", **keys), ranks, cwd=folder)
            if done.returncode:
                raise RuntimeError(done.stderr)

            def visit(name, item):
                if isinstance(item, h5py.Dataset):
                    found[name] = item[()].tobytes() if item.shape != () else bytes(str(item[()]), "utf8")
                found.update({f"{name}@{k}": str(v) for k, v in item.attrs.items()})

            with h5py.File(os.path.join(folder, "out.h5"), "r") as f:
                f.visititems(visit)
                found.update({"@" + k: str(v) for k, v in f.attrs.items() if k not in ("seconds_stepping", "run_id", "date")})
        return found


if __name__ == "__main__":
    unittest.main()
