# SPDX-License-Identifier: BSD-2-Clause
"""-show balance: loads and reactions are the rates of linear and angular momentum, at every step of every case of inputs/ (random models are in
relations/balance.py)."""
import glob
import os
import re
import tempfile
import unittest

import numpy as np

from run import RANKS, RELEASE, SOURCE, Output, fsolve, options

ENOUGH = 1e-10  # of the largest single force or moment
# Round-off: a double has 1e-16 of a position, over the length of a cell a strain, times EA a force that nothing can be told about, 1e-10 to 3e-9 of the largest
# here; it falls with EA (elastica: 3e-9, 3e-11, 3e-13 with 1e8, 1e6, 1e4 N). The end of Newton's method: a last step of 1e-6 is followed by one of 1e-12, and
# what that would change is EA times as much: moments of elastica are left with 8e-8, of bend_45 with 2e-10, and with one iteration more 3e-11 and 4e-14.
STIFF = {"bridge": 1e-9, "elastica": 1e-6, "bend_45": 2e-9, "argyris": 5e-9, "lateral_buckling": 1e-9, "beam_slider": 1e-9}


def balanced(words):
    """What is left of forces and of moments, over the largest ones; and what was said."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.h5")
        done = fsolve(words + ["-show", "balance", "-output", path])
        if done.returncode:
            raise RuntimeError(done.stderr)
        out = Output(path)
        left = np.array([np.linalg.norm(out.balance[k], axis=1).max() for k in ("force", "moment")])
        return left / np.maximum(out.balance["largest"].max(axis=0), 1e-300), done


def shortened(case):
    """Options by which a case in time ends after 20 steps."""
    with open(os.path.join(SOURCE, "inputs", case + ".opts")) as file:
        text = file.read()
    if re.search(r"^-analysis", text, re.M):
        return {}
    return {"t_end": 20 * float(re.search(r"^-dt\s+(\S+)", text, re.M)[1]), **({"let": "links=200"} if case == "chain" else {})}


class Cases(unittest.TestCase):
    def test_inputs(self):
        cases = sorted(os.path.basename(f)[:-5] for f in glob.glob(os.path.join(SOURCE, "inputs", "*.opts")))
        self.assertGreater(len(cases), 25)
        for case in cases if RELEASE else cases[::3]:
            with self.subTest(case):
                left, _ = balanced(options(case, ksp_rtol=1e-14, **shortened(case)))
                self.assertLess(left.max(), STIFF.get(case, ENOUGH))

    def test_largest_is_of_a_node(self):
        """Forces on a node that several ranks have are summed before they are compared."""
        with tempfile.TemporaryDirectory() as folder:
            path, largest = os.path.join(folder, "out.h5"), {}
            for ranks in RANKS:
                done = fsolve(options("cable_net", t_end=1, show="balance", mesh_partition="curve", output=path, overwrite=True), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                largest[ranks] = Output(path).balance["largest"]
                np.testing.assert_allclose(largest[ranks], largest[1], rtol=1e-8, err_msg=f"{ranks} ranks")

    def test_paths(self):
        """Shapes of buckling and modes begin at rest; a path goes on."""
        left, _ = balanced(options("star_dome", quiet=True))
        self.assertLess(left.max(), ENOUGH)

    def test_what_is_told(self):
        """A line, and a warning where a solver has been told to stop early."""
        _, done = balanced(options("sdof", t_end=0.2))
        self.assertRegex(done.stdout, r"balance: forces \S+, moments \S+ of the largest, energy \S+\n")
        self.assertEqual(done.stderr, "")
        left, done = balanced(options("wave2d", t_end=1, ksp_type="cg", pc_type="jacobi", ksp_rtol=1e-3, quiet=True))
        self.assertGreater(left.max(), ENOUGH)
        self.assertRegex(done.stderr, r"warning: at t = \S+ forces are out of balance by ")
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
