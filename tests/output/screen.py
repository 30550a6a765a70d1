# SPDX-License-Identifier: BSD-2-Clause
"""Lines on the screen that nobody reads."""
import os
import subprocess
import tempfile
import unittest

import h5py

from run import FSOLVE, options


class Screen(unittest.TestCase):
    def test_closed_pipe(self):
        """Nobody reads the lines any more: the output is whole. mpirun itself dies then (README), the file remains readable."""
        for words in ([], ["-log_view"], ["-ksp_monitor", "-ksp_type", "cg", "-pc_type", "jacobi"]):
            with self.subTest(words=words), tempfile.TemporaryDirectory() as folder:
                run = subprocess.Popen([FSOLVE] + options("wave2d", mesh_n="20,20", output="out.h5") + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder)
                run.stdout.close()
                self.assertEqual(run.wait(60), 0)
                with h5py.File(os.path.join(folder, "out.h5")) as f:
                    self.assertEqual(len(f["history/time"]), f.attrs["steps"] + 1)
                    self.assertEqual(len(f["snapshots/time"]), 1)


if __name__ == "__main__":
    unittest.main()
