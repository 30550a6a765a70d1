# SPDX-License-Identifier: BSD-2-Clause
"""Loads and reactions are the rates of linear and angular momentum (-show balance): of random structures and mechanisms. More of them:

    FSOLVE_BALANCE=0:200 scripts/test -R relations/balance"""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from random_mechanisms import Mechanism
from run import Output, fsolve, options
from structures import Structure
from view import View

SEEDS = range(*map(int, os.environ.get("FSOLVE_BALANCE", "0:9").split(":")))
ENOUGH = 1e-10  # of the largest single force or moment; Newton's method ends with 1e-10 of the displacements, most often with round-off


def left(out):
    """What is left of forces and moments, over the largest ones of the run."""
    most = np.array([np.linalg.norm(out.balance[k], axis=1).max() for k in ("force", "moment")])
    return (most / np.maximum(out.balance["largest"].max(axis=0), 1e-300)).max()


def structure(seed):
    made = Structure(seed)
    with tempfile.TemporaryDirectory() as folder:
        nodes, sets, keys, _ = made.written(View())
        mesh, path = os.path.join(folder, "model.msh"), os.path.join(folder, "out.h5")
        gmsh_file.write(mesh, nodes, sets)
        done = fsolve(options(mesh=mesh, output=path, show="balance", ksp_rtol=1e-14, **keys))
        if done.returncode not in (0, 3):  # of some there is no equilibrium under all of the loads: what was before counts
            raise RuntimeError(done.stderr)
        return f"{made.kind}, {made.analysis}, {made.integrator}", Output(path) if os.path.exists(path) else None


class Random(unittest.TestCase):
    def test_structures(self):
        for seed in SEEDS:
            what, out = structure(seed)
            with self.subTest(f"seed {seed}: {what}"):
                if out:  # else there was no equilibrium to begin with
                    self.assertLess(left(out), ENOUGH)

    def test_mechanisms(self):
        for seed in list(SEEDS)[::4]:
            with self.subTest(f"seed {seed}"):
                out = Mechanism(seed).output(integrator=("esdirk43_6l", "lms4", "hht_add", "nstiff_si2")[seed // 4 % 4], show="balance")
                self.assertLess(left(out), ENOUGH)


if __name__ == "__main__":
    unittest.main()
