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

from run import FSOLVE, LAUNCH, options

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

    def frames(self):
        """How many frames there are; they, and the histories, are complete."""
        with h5py.File(self.path, "r") as f:
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


if __name__ == "__main__":
    unittest.main()
