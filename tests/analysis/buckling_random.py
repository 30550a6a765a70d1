# SPDX-License-Identifier: BSD-2-Clause
"""Buckling of small random columns and frames of beams in a plane: no run fails, and the factors are those of the same mesh in numpy."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from run import RELEASE, fsolve, options

SEEDS = range(200) if RELEASE else [*range(0, 200, 17), 14, 38, 57]  # the last three: two eigenvalues meet just before a critical point


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
        keys = {"directions": "xz", "parts": "all", "part_all_element": "beam", "part_all_correction": "none", "part_all_ea": self.ea, "part_all_gay": self.ga, "part_all_gaz": self.ga, "part_all_gj": self.ei,
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

    def assemble(self):
        """Matrix of linear forms u', w', t, t' of each cell along its axis, with its length; free dofs; forces."""
        n, cells = len(self.nodes), []
        for a, b in self.cells:
            d = np.subtract(self.nodes[b], self.nodes[a])
            h = np.hypot(*d)
            c, s = d / h
            forms = np.zeros((4, 3 * n))
            forms[0, [3 * a, 3 * a + 1, 3 * b, 3 * b + 1]] = np.array([-c, -s, c, s]) / h
            forms[1, [3 * a, 3 * a + 1, 3 * b, 3 * b + 1]] = np.array([s, -c, -s, c]) / h
            forms[2, [3 * a + 2, 3 * b + 2]] = 0.5
            forms[3, [3 * a + 2, 3 * b + 2]] = -1 / h, 1 / h
            cells.append((h, forms))
        free = np.ones(3 * n, bool)
        for node, fixed in self.fixed.items():
            free[3 * node:3 * node + 3] = ["x" not in fixed, "z" not in fixed, "b" not in fixed]
        f = np.zeros(3 * n)
        for node, force in self.force.items():
            f[3 * node:3 * node + 2] = force
        return cells, free, f

    def tangent(self, q, strains=None):
        """Stiffness and internal forces of beams with one point of integration: e = (1 + u') cos t + w' sin t - 1, g = w' cos t - (1 + u') sin t, and t'.
        strains: [cell] of the stresses, if they are not those of q."""
        K, r = np.zeros((q.size, q.size)), np.zeros(q.size)
        for i, (h, forms) in enumerate(self.cells_):
            u, w, t, k = forms
            c, s = np.cos(t @ q), np.sin(t @ q)
            e, g = (1 + u @ q) * c + (w @ q) * s, (w @ q) * c - (1 + u @ q) * s
            values = np.array([e - 1, g, k @ q]) if strains is None else strains[i]
            slopes = (c * u + s * w + g * t, c * w - s * u - e * t, k)
            turn_e, turn_g = c * w - s * u, -(c * u + s * w)
            curved = (np.outer(turn_e, t) + np.outer(t, turn_e) - e * np.outer(t, t), np.outer(turn_g, t) + np.outer(t, turn_g) - g * np.outer(t, t), 0)
            for stiffness, value, slope, bend in zip((self.ea, self.ga, self.ei), values, slopes, curved):
                K += h * stiffness * (np.outer(slope, slope) + value * bend)
                r += h * stiffness * value * slope
        return K, r

    def prepare(self):
        self.cells_, self.free, self.f = self.assemble()
        self.rate = np.zeros(self.f.size)
        self.rate[self.free] = np.linalg.solve(self.tangent(0 * self.f)[0][np.ix_(self.free, self.free)], self.f[self.free])
        self.strain_rates = [(u @ self.rate, w @ self.rate - t @ self.rate, k @ self.rate) for _, (u, w, t, k) in self.cells_]

    def proportional(self, p):
        """The number of negative eigenvalues of the stiffness if displacements and strains are p times those of the first order."""
        K = self.tangent(p * self.rate, p * np.array(self.strain_rates))[0]
        return int((np.linalg.eigvalsh(K[np.ix_(self.free, self.free)]) < 0).sum())

    def true(self, p, steps=12):
        """The same at the equilibrium under p times the loads, by Newton's method, or None if it fails or jumps."""
        q = 0 * self.f
        for level in np.linspace(0, p, steps + 1)[1:]:
            q = q + p / steps * self.rate if level == p / steps else 2 * q - last
            last = q if level == p / steps else now
            guess, way = q, abs(q - (0 * q if level == p / steps else now)).max()
            for _ in range(30):
                K, r = self.tangent(q)
                step = np.zeros_like(q)
                step[self.free] = np.linalg.solve(K[np.ix_(self.free, self.free)], (level * self.f - r)[self.free])
                q = q + step
                if abs(step).max() < 1e-10:
                    break
            else:
                return None
            if abs(q - guess).max() > 0.5 * way:
                return None  # a jump to another path
            now = q
        return int((np.linalg.eigvalsh(self.tangent(q)[0][np.ix_(self.free, self.free)]) < 0).sum())

    def factors(self):
        """Those of the pencil: K, and its derivative by p on the proportional path."""
        h = 1e-3 / abs(self.rate).max()
        A = [self.tangent(p * self.rate, p * np.array(self.strain_rates))[0][np.ix_(self.free, self.free)] for p in (0, h, -h, 2 * h, -2 * h)]
        G = (8 * (A[1] - A[2]) - (A[3] - A[4])) / (12 * h)
        half = np.linalg.inv(np.linalg.cholesky(A[0]))
        inverse = np.linalg.eigvalsh(-half @ G @ half.T)
        inverse = inverse[abs(inverse) > 1e-8 * abs(inverse).max()]
        return np.array(sorted(1 / inverse, key=abs))


class Random(unittest.TestCase):
    def factors(self, frame, wanted, **more):
        with tempfile.TemporaryDirectory() as folder:
            nodes, sets, keys = frame.keys()
            gmsh_file.write(os.path.join(folder, "mesh.msh"), nodes, sets)
            done = fsolve(options(**{**keys, "mesh": "mesh.msh", "buckling": wanted, "output": "out.h5", **more}), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(folder, "out.h5")) as f:
                # cells that are compressed too much are right here: both programs have them
                return f["buckling/factor"][:], f["buckling"].attrs["certified"] or "cells are compressed" in done.stderr, f["buckling/exact"][:]

    def crosses(self, count, p, plain):
        """Asserts that the number of negative eigenvalues changes near p: within 1e-6, or within 1 % if p is a factor of the pencil, which is kept then."""
        near = 1.05e-2 if np.isclose(plain, p, rtol=1e-6).any() else 1e-6
        before, behind = count(p * (1 - near)), count(p * (1 + near))
        if before is not None and behind is not None:
            self.assertNotEqual(before, behind, (p, plain[:6]))

    def test_linear(self):
        """The factors of the pencil; or, where the structure bends before it buckles, those of the stiffness on the proportional path."""
        for seed in SEEDS:
            with self.subTest(seed=seed):
                frame = Frame(seed)
                frame.prepare()
                plain = frame.factors()
                found, certified, _ = self.factors(frame, 1 + seed % 5, buckling_exact=False)
                self.assertEqual(certified, 1)
                self.assertGreater(len(found), 0)
                if len(found) > len(plain) or not np.allclose(found, plain[:len(found)], rtol=1e-6):
                    for p in found:
                        self.crosses(frame.proportional, p, plain)

    def test_true(self):
        """The true equilibria are critical at the factors of which the run says so."""
        number = 0
        for seed in SEEDS:
            with self.subTest(seed=seed):
                frame = Frame(seed)
                frame.prepare()
                plain = frame.factors()
                found, _, exact = self.factors(frame, 1 + seed % 3)
                for p in found[exact == 1]:
                    self.crosses(frame.true, p, plain)
                    number += 1
        self.assertGreater(number, len(SEEDS) // 2)


if __name__ == "__main__":
    unittest.main()
