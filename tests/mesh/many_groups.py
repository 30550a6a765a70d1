# SPDX-License-Identifier: BSD-2-Clause
"""Many physical groups: their sets are whole on any number of ranks, and the time grows as their number."""
import os
import resource
import tempfile
import unittest

import h5py
import numpy as np

from run import FSOLVE, RANKS, fsolve, options

BAR = {"parts": "all", "part_all_element": "bar", "part_all_young": 1, "part_all_area": 1, "part_all_density": 1, "supports": "g0", "dt": 0.1, "t_end": 0.1, "quiet": True}


def write_line(path, n):
    """A line of n cells, each of which is a group, from the largest number to the smallest."""
    with open(path, "w") as file:
        file.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{n}\n" + "".join(f'1 {i + 1} "g{i}"\n' for i in range(n)))
        file.write(f"$EndPhysicalNames\n$Nodes\n{n + 1}\n" + "".join(f"{i + 1} {i / n:g} 0 0\n" for i in range(n + 1)))
        file.write(f"$EndNodes\n$Elements\n{n}\n" + "".join(f"{i + 1} 1 2 {n - i} {n - i} {i + 1} {i + 2}\n" for i in range(n)) + "$EndElements\n")


class Groups(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.cwd = folder.name
        self.addCleanup(folder.cleanup)

    def run_(self, n, ranks=1):
        mesh, output = (os.path.join(self.cwd, f"{n}.{kind}") for kind in ("msh", "h5"))
        write_line(mesh, n)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = fsolve(options(mesh=mesh, output=output, overwrite=True, **BAR), ranks, start=[FSOLVE])  # a child, whose time counts
        self.assertEqual(done.returncode, 0, done.stderr)
        return output, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    def test_sets(self):
        n = 200
        for ranks in RANKS:
            with h5py.File(self.run_(n, ranks)[0]) as file:
                self.assertEqual(file["mesh/set_names"][()].decode(), ",".join([f"g{i}" for i in range(n)] + ["all"]))
                place = np.argsort(file["mesh/node_id"][:])
                for i in range(n):
                    group = file[f"mesh/sets/g{i}"]
                    cell = n - 1 - i
                    self.assertEqual(sorted(group["nodes"][:]), sorted(place[[cell, cell + 1]]))
                    np.testing.assert_array_equal(group["line"][:], [place[[cell, cell + 1]]])

    def test_time(self):
        """Four times as many groups take about four times as long; they took twelve times."""
        pairs = [[self.run_(n)[1] for n in (4000, 16000)] for _ in range(2)]  # of CPU times; the quieter pair counts
        self.assertLess(min(many / few for few, many in pairs), 7)


if __name__ == "__main__":
    unittest.main()
