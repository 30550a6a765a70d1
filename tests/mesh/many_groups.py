# SPDX-License-Identifier: BSD-2-Clause
"""Many physical groups: their sets are whole on any number of ranks, and cost no collective call each."""
import json
import os
import unittest

import growing  # tools/
import h5py
import numpy as np

from run import FSOLVE, RANKS, FolderTest, fsolve


class Groups(FolderTest):
    def run_(self, n, ranks, start=None):
        output = os.path.join(self.folder, "groups.h5")
        done = fsolve([*growing.groups(os.path.join(self.folder, "groups.msh"), n), "-output", output, "-overwrite", "-quiet"], ranks, start=start)
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

    def test_collective_calls(self):
        """Each set had two datasets with two collective calls each; on ranks that share a core, 30,000 sets took minutes."""
        few, many = (self.collective_calls(n) for n in (100, 1000))
        self.assertLess(many - few, 20)

    def collective_calls(self, n):
        """Returns the collective calls of a run with n sets, of the busier of two ranks."""
        path, library = os.path.join(self.folder, "counts"), os.path.join(os.path.dirname(FSOLVE), "tests", "libmpi_count.so")
        self.run_(n, 2, start=["env", "LD_PRELOAD=" + library, "MPI_COUNT=" + path, FSOLVE])
        with open(path) as file:
            return max(sum(rank["c"][kind]["calls"] for kind in ("reduce", "bcast", "barrier", "gather", "alltoall")) for rank in json.load(file))


if __name__ == "__main__":
    unittest.main()
