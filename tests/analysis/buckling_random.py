# SPDX-License-Identifier: BSD-2-Clause
"""Buckling of small random columns and frames of beams in a plane: no run fails, and the factors are those of the same mesh in numpy."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from run import RELEASE, fsolve, options

SEEDS = range(200) if RELEASE else range(0, 200, 17)


class Frame:
    """A random model: nodes in the plane x, z, members of several beams each, supports, loads at nodes, two sections."""

    def __init__(self, seed):
        random = np.random.default_rng(seed)
        kind = seed % 3
        cells = int(random.integers(1, 7)) if kind else int(random.integers(1, 13))
        height, width = random.uniform(1, 4, 2)
        corners = {0: [(0, 0), (random.uniform(-0.2, 0.2), height)], 1: [(0, 0), (0, height), (width, height), (width, 0)],
                   2: [(0, 0), (width, height * random.uniform(0.2, 1)), (0, height)]}[kind]
        self.nodes, self.cells, self.corner = [corners[0]], [], [0]
        for a, b in zip(corners[:-1], corners[1:]):
            for k in range(1, cells + 1):
                self.nodes.append(tuple(np.add(a, np.subtract(b, a) * k / cells)))
                self.cells.append((len(self.nodes) - 2, len(self.nodes) - 1))
            self.corner.append(len(self.nodes) - 1)
        size = 10 ** random.uniform(-3, 3)
        self.ea, self.ga, self.ei = size * 10 ** random.uniform(4, 6), size * 10 ** random.uniform(3, 5), size
        pinned = bool(random.integers(2))
        self.fixed = {0: "xz" if pinned else "xzb", self.corner[-1]: ("xz" if pinned else "xzb") if kind else ("x" if pinned else "")}
        top = self.corner[-1] if kind == 0 else self.corner[1]
        self.force = {top: size * np.array([random.uniform(-0.05, 0.05), -1])}
        if kind == 1:
            self.force[self.corner[2]] = size * np.array([0, random.uniform(-1, 0.5)])

    def keys(self):
        sets = {"all": (gmsh_file.LINE, self.cells)}
        keys = {"directions": "xz", "parts": "all", "part_all_element": "beam", "part_all_ea": self.ea, "part_all_gay": self.ga, "part_all_gaz": self.ga, "part_all_gj": self.ei,
                "part_all_eiy": self.ei, "part_all_eiz": self.ei, "analysis": "buckling", "quiet": True}
        names = []
        for node, fixed in self.fixed.items():
            if fixed:
                sets[f"s{node}"] = (gmsh_file.POINT, [(node,)])
                names.append(f"s{node}")
                keys[f"support_s{node}_fix"] = "all" if "b" in fixed else fixed
        keys["supports"] = ",".join(names)
        for node, f in self.force.items():
            sets[f"f{node}"] = (gmsh_file.POINT, [(node,)])
            keys[f"load_f{node}_force"] = f"{f[0]:.17g},0,{f[1]:.17g}"
        keys["loads"] = ",".join(f"f{node}" for node in self.force)
        return [(x, 0, z) for x, z in self.nodes], sets, keys

    def factors(self):
        """Those of the pencil: the energy of a beam with one point of integration, to the third order about no load. A cell has the stretch
        e = u' + w' t - t^2 / 2, the shear g = w' - t - u' t and the curvature t' along its axis, to the second order."""
        n = len(self.nodes)
        K, rest = np.zeros((3 * n, 3 * n)), []
        for a, b in self.cells:
            d = np.subtract(self.nodes[b], self.nodes[a])
            h = np.hypot(*d)
            c, s = d / h
            forms = np.zeros((4, 3 * n))  # u', w', t, t'
            forms[0, [3 * a, 3 * a + 1, 3 * b, 3 * b + 1]] = np.array([-c, -s, c, s]) / h
            forms[1, [3 * a, 3 * a + 1, 3 * b, 3 * b + 1]] = np.array([s, -c, -s, c]) / h
            forms[2, [3 * a + 2, 3 * b + 2]] = 0.5
            forms[3, [3 * a + 2, 3 * b + 2]] = -1 / h, 1 / h
            u, w, t, k = forms
            e2 = np.outer(w, t) + np.outer(t, w) - np.outer(t, t)
            g2 = -np.outer(u, t) - np.outer(t, u)
            K += h * (self.ea * np.outer(u, u) + self.ga * np.outer(w - t, w - t) + self.ei * np.outer(k, k))
            rest.append((h, u, w - t, e2, g2))
        free = np.ones(3 * n, bool)
        for node, fixed in self.fixed.items():
            free[3 * node:3 * node + 3] = ["x" not in fixed, "z" not in fixed, "b" not in fixed]
        f = np.zeros(3 * n)
        for node, force in self.force.items():
            f[3 * node:3 * node + 2] = force
        q = np.zeros(3 * n)
        q[free] = np.linalg.solve(K[np.ix_(free, free)], f[free])
        G = np.zeros_like(K)
        for h, e1, g1, e2, g2 in rest:
            for stiffness, one, two in ((self.ea, e1, e2), (self.ga, g1, g2)):
                G += h * stiffness * ((one @ q) * two + np.outer(one, two @ q) + np.outer(two @ q, one))
        half = np.linalg.inv(np.linalg.cholesky(K[np.ix_(free, free)]))
        inverse = np.linalg.eigvalsh(-half @ G[np.ix_(free, free)] @ half.T)
        inverse = inverse[abs(inverse) > 1e-8 * abs(inverse).max()]
        return sorted(1 / inverse, key=abs)


class Random(unittest.TestCase):
    def factors(self, frame, wanted, **more):
        with tempfile.TemporaryDirectory() as folder:
            nodes, sets, keys = frame.keys()
            gmsh_file.write(os.path.join(folder, "mesh.msh"), nodes, sets)
            done = fsolve(options(**{**keys, "mesh": "mesh.msh", "buckling": wanted, "output": "out.h5", **more}), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(folder, "out.h5")) as f:
                return f["buckling/factor"][:], f["buckling"].attrs["certified"]

    def test_linear(self):
        """The factors of the linear pencil, all of them counted."""
        for seed in SEEDS:
            with self.subTest(seed=seed):
                frame = Frame(seed)
                exact = frame.factors()
                wanted = 1 + seed % 5
                found, certified = self.factors(frame, wanted)
                self.assertEqual(certified, 1)
                self.assertGreaterEqual(len(found), min(wanted, len(exact)))
                np.testing.assert_allclose(found, exact[:len(found)], rtol=1e-7)


if __name__ == "__main__":
    unittest.main()
