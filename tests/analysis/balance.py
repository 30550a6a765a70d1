"""-show balance: loads and reactions are the rates of linear and angular momentum, at every step of every case of inputs/ (random models are in
relations/balance.py)."""
import glob
import os
import re
import tempfile
import unittest

import numpy as np

from run import SOURCE, Output, fsolve, options

ENOUGH = 1e-10  # of the largest single force or moment
# Round-off of the strains times EA, over the forces: 1e-15 (1e8 N / 10 N), moments over what the beam is long in its elements; likewise
# 1e-15 (1e7 N / 600 N), 1e-15 (1.3e6 N / 1 N), and 1e-15 (1.6e7 N / 5e-6 N) of a chain whose links weigh so much;
# 1e-15 (3.8e9 N / 1e4 N) of the bridge
STIFF = {"bridge": 1e-9, "elastica": 1e-6, "bend_45": 2e-9, "argyris": 1e-8, "chain": 1e-6, "lateral_buckling": 2e-9}


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
        for case in cases:
            with self.subTest(case):
                left, _ = balanced(options(case, ksp_rtol=1e-14, **shortened(case)))
                self.assertLess(left.max(), STIFF.get(case, ENOUGH))

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
