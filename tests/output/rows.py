# SPDX-License-Identifier: BSD-2-Clause
"""The rows of a file are those of the whole mesh in its own order: the same on any number of ranks."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from run import MORE_RANKS, fsolve, options

CASES = {
    "rectangle": ("wave2d", {"mesh_n": "7,9", "mesh_cell": "triangle", "t_end": 0.4}),
    "line of 3-node beams": ("roll_up", {"mesh_n": 11, "mesh_order": 2, "t_end": 0.2}),
    "chain": ("chain", {"let": "links=6", "t_end": 0.02}),
    "frame, bodies": ("seven_body", {"t_end": 0.001}),
    "Gmsh, surfaces": ("inflated_membrane", {"t_end": 0.1}),
}


class Rows(unittest.TestCase):
    def test_any_number_of_ranks(self):
        for name, (case, keys) in CASES.items():
            one = self.contents(case, keys, 1)
            np.testing.assert_array_equal(np.sort(one["mesh/node_id"]), np.unique(one["mesh/node_id"]))
            for ranks in MORE_RANKS:
                other = self.contents(case, keys, ranks)
                self.assertEqual(list(one), list(other))
                for path, values in one.items():
                    with self.subTest(name, ranks=ranks, path=path):
                        if path.startswith("mesh/"):
                            np.testing.assert_array_equal(other[path], values)
                        elif path.endswith("_place"):  # round-off decides at which of equal values, or of values that are zero, an extreme is
                            self.assertTrue(((other[path] >= 0) & (other[path] <= 1)).all())
                        elif path.startswith("snapshots/"):  # solves differ by round-off, which stiff models enlarge; what should be 0 is that of others
                            most = max(abs(v).max() for p, v in one.items() if p.startswith(path.rpartition("/")[0]))
                            np.testing.assert_allclose(other[path], values, rtol=1e-6, atol=1e-6 * most)

    @staticmethod
    def contents(case, keys, ranks):
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(case, quiet=True, output="out.h5", **keys), ranks, cwd=folder)
            if done.returncode:
                raise RuntimeError(done.stderr)
            with h5py.File(os.path.join(folder, "out.h5"), "r") as f:
                f.visititems(lambda path, item: found.update({path: item[()]}) if isinstance(item, h5py.Dataset) and path != "mesh/sets" else None)
        return found


if __name__ == "__main__":
    unittest.main()
