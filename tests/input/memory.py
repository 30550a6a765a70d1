# SPDX-License-Identifier: BSD-2-Clause
"""Memory that is not there: one message, status 3, never a trace; told before it is taken where that can be foreseen."""
import os
import re
import resource
import subprocess
import tempfile
import unittest

import h5py

from run import FSOLVE, LAUNCH, options

GIGA = 1_000_000_000


class Memory(unittest.TestCase):
    def run_within(self, limit, cells, ranks):
        """The message of a run that ends for want of memory; None: it has enough."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = subprocess.run((LAUNCH.format(ranks=ranks).split() if ranks > 1 else []) + [FSOLVE] + options("wave2d", mesh_n=f"{cells},{cells}", t_end=0.1, output=path, quiet=True),
                                  capture_output=True, text=True, timeout=60, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertNotIn("PETSC ERROR", done.stderr)
            if done.returncode == 0:
                return None
            self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
            if os.path.exists(path):  # memory was enough to begin: what was written is there
                with h5py.File(path) as f:
                    self.assertGreaterEqual(len(f["history/time"]), 1)
                self.assertIn("fsolve: out of memory", done.stderr)
            return [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]

    def test_foreseen(self):
        """400 B a cell are more than a rank may take: both numbers are told."""
        for ranks, cells in ((1, 3000), (2, 4500)):
            lines = self.run_within(3 * GIGA, cells, ranks)
            self.assertEqual(len(lines), 1)
            self.assertRegex(lines[0], r"of -mesh_n needs (3.6|4.05) GB or more on rank \d, which has 2\.\d* GB left: make it")

    def test_met_on_the_way(self):
        """With more and more room, until it is enough (where that is depends on the libraries that PETSc brings along): wherever it ends there is
        one message, foreseen or not."""
        told = []
        for limit in range(300, 1000, 30):
            lines = self.run_within(limit * GIGA // 1000, 610, 1)
            if lines is None:
                break
            told += lines
        else:
            self.fail("1 GB is not enough")
        for line in told:
            self.assertRegex(line, r"(needs .* GB or more on rank \d, which has .* GB left|out of memory): make .*smaller, or use more ranks")
        self.assertTrue(any(re.search("out of memory|a matrix of the model", line) for line in told), told)

    def test_peak(self):
        """A dof of a matrix-free wave takes 520 B at the most crowded moment of a run, the snapshot with results of elements, with 32-bit
        indices, and 500 B before, as M and K exist; a vector more is 8, a copy of M 112, the states of all nodes 248. With 64-bit indices it takes 665."""
        bound = {"32": 575, "64": 720}[os.environ["FSOLVE_PETSC_INDEX"]]
        peak = {}
        for cells in (300, 500):
            with tempfile.TemporaryDirectory() as folder:
                words = options("wave2d", mesh_n=f"{cells},{cells}", dt=0.1, t_end=0.2, quiet=True, output=os.path.join(folder, "out.h5"))
                run = subprocess.Popen([FSOLVE] + words)
                _, status, usage = os.wait4(run.pid, 0)
                run.returncode = status
                self.assertEqual(status, 0)
                peak[cells] = 1024 * usage.ru_maxrss
        self.assertLess((peak[500] - peak[300]) / (500**2 - 300**2), bound)

    def test_in_factors(self):
        """Libraries tell of it in ways of their own; none is a singular matrix, nor a wrong option."""
        for package, kind, limit in (("petsc", "lu", 350), ("umfpack", "lu", 320), ("cholmod", "cholesky", 300), ("mumps", "lu", 345)):
            with self.subTest(package), tempfile.TemporaryDirectory() as folder:
                words = options("wave2d", mesh_n="300,300", t_end=0.3, quiet=True, ksp_type="preonly", pc_type=kind, pc_factor_mat_solver_type=package)
                done = subprocess.run([FSOLVE] + words, capture_output=True, text=True, timeout=60, cwd=folder, env={**os.environ, "OMP_NUM_THREADS": "1"},
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit << 20, limit << 20)))
                self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                lines = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]  # the libraries have some of their own
                self.assertEqual(len(lines), 1, done.stderr)
                self.assertIn("out of memory: make", lines[0])


if __name__ == "__main__":
    unittest.main()
