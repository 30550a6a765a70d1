# SPDX-License-Identifier: BSD-2-Clause
"""Many physical groups: their sets are whole on any number of ranks."""
import os
import tempfile
import unittest

import growing  # tools/
import h5py
import numpy as np

from run import RANKS, fsolve


class Groups(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.cwd = folder.name
        self.addCleanup(folder.cleanup)

    def run_(self, n, ranks):
        output = os.path.join(self.cwd, "groups.h5")
        done = fsolve([*growing.groups(os.path.join(self.cwd, "groups.msh"), n), "-output", output, "-overwrite", "-quiet"], ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        return output

    def test_sets(self):
        n = 200
        for ranks in RANKS:
            with h5py.File(self.run_(n, ranks)) as file:
                self.assertEqual(file["mesh/set_names"][()].decode(), ",".join([f"g{i}" for i in range(n)] + ["all"]))
                place = np.argsort(file["mesh/node_id"][:])
                for i in range(n):
                    group = file[f"mesh/sets/g{i}"]
                    cell = n - 1 - i
                    self.assertEqual(sorted(group["nodes"][:]), sorted(place[[cell, cell + 1]]))
                    np.testing.assert_array_equal(group["line"][:], [place[[cell, cell + 1]]])


if __name__ == "__main__":
    unittest.main()
