# SPDX-License-Identifier: BSD-2-Clause
"""Frequencies of random frames whose members lie along the axes, against frames.py, which shares nothing with fsolve: stiffnesses and masses by
numbers, without and with rotary inertia, and sections by their shape. More of them by FSOLVE_FRAMES=100:200; 200 before a release."""
import os
import unittest

import numpy as np

import gmsh_file  # tools/
from frames import ExactBeam, Frame
from models import on_mesh
from run import RELEASE
from studies import modes

SEEDS = range(*map(int, os.environ.get("FSOLVE_FRAMES", "0:200" if RELEASE else "0:9").split(":")))
WORST = os.environ.get("FSOLVE_WORST")  # a file to which each frame adds the largest error
NMODES = 8
KINDS = ("bare", "inertia", "circle")
TEXT = lambda x: ",".join(f"{v:.17g}" for v in np.ravel(x))


def rotation(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q * np.linalg.det(q)


class Model:
    """A box of columns, girders and a brace, on the axes or turned; units from 1e-3 to 1e3 in length and mass. The feet are clamped."""

    def __init__(self, seed):
        self.rng = rng = np.random.default_rng(seed)
        self.length, self.mass = 10.0 ** (3 * rng.integers(-1, 2, 2))
        size = rng.uniform(2, 5, 3)
        corners = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)]) * size
        pairs = [(0, 4), (1, 5), (3, 7), (4, 5), (5, 7), (4, 6), (6, 7)][: int(rng.integers(3, 8))]
        if rng.random() < 0.3:
            pairs.append((0, 5))
        order = rng.permutation(3)  # any axis is up
        corners = corners[:, order] * rng.choice([-1, 1], 3)
        if rng.random() < 0.3:
            corners = corners @ rotation(rng).T
        used = sorted({i for pair in pairs for i in pair})
        self.X = [corners[i] * self.length for i in used]
        self.held = [6 * used.index(i) + c for i in (0, 1, 3) if i in used for c in range(6)]
        self.feet = [used.index(i) for i in (0, 1, 3) if i in used]
        self.keys, self.sets, self.elements = {}, {}, []
        for k, (a, b) in enumerate(pairs):
            self.member(f"m{k}", used.index(a), used.index(b), KINDS[rng.integers(3)] if seed % 4 == 3 else KINDS[seed % 4])
        self.sets["feet"] = (gmsh_file.POINT, [(i,) for i in self.feet])
        self.keys.update(parts=",".join(k for k in self.sets if k != "feet"), supports="feet")
        self.frame = Frame(self.X, self.elements, self.held)

    def member(self, name, a, b, kind):
        rng, n, L, M = self.rng, int(self.rng.integers(1, 4)), self.length, self.mass
        line = [a] + list(range(len(self.X), len(self.X) + n - 1)) + [b]
        self.X += [self.X[a] + s * (self.X[b] - self.X[a]) for s in np.linspace(0, 1, n + 1)[1:-1]]
        cells = list(zip(line[:-1], line[1:]))
        self.sets[name] = (gmsh_file.LINE, cells)
        keys = {"element": "beam"}
        if kind == "circle":
            r, young, nu, rho = rng.uniform(0.1, 0.3) * L, 1e6 * M / L, 0.3, rng.uniform(1, 3) * M / L**3
            A, I, G = np.pi * r**2, np.pi * r**4 / 4, young / (2 + 2 * nu)
            shear = 6 * (1 + nu) / (7 + 6 * nu) * G * A
            stiffness, mass, J = [young * A, shear, shear, 2 * G * I, young * I, young * I], rho * A, [2 * rho * I, rho * I, rho * I]
            keys.update(section="circle", radius=r, young=young, poisson=nu, density=rho)
        else:
            stiffness = rng.uniform([1e6, 3e5, 3e5, 1e3, 2e3, 2e3], [3e6, 9e5, 9e5, 4e3, 8e3, 8e3]) * M * np.array([L, L, L, L**3, L**3, L**3])
            mass = rng.uniform(1, 3) * M / L
            J = rng.uniform(1e-3, 2e-3, 3) * M * L * (kind == "inertia")
            keys.update({k: f"{v:.17g}" for k, v in zip(("ea", "gay", "gaz", "gj", "eiy", "eiz"), stiffness)}, mass_per_length=mass)
            if kind == "inertia":
                keys["inertia"] = TEXT([*J, 0, 0, 0])
        self.keys.update({f"part_{name}_{k}": v if isinstance(v, str) else f"{v:.17g}" for k, v in keys.items()})
        self.elements += [ExactBeam(cell, None, stiffness, mass, J) for cell in cells]


class Frames(unittest.TestCase):
    def test_modes(self):
        """Round-off, times the condition of small frames."""
        for seed in SEEDS:
            with self.subTest(seed):
                model = Model(seed)
                exact = model.frame.frequencies(NMODES)
                found = on_mesh(model.X, model.sets, runner=modes, modes=NMODES, quiet=True, **model.keys)["frequency"][: len(exact)]
                self.assertEqual(len(found), len(exact))
                error = abs(found / exact - 1).max()
                if WORST:
                    with open(WORST, "a") as f:
                        f.write(f"{error:.3g} {seed}\n")
                self.assertLess(error, 1e-8)

    def test_ranks_and_intervals(self):
        """The same on three ranks, and all between two limits."""
        for seed in SEEDS[::50] if RELEASE else SEEDS[:1]:
            with self.subTest(seed):
                model = Model(seed)
                exact = model.frame.frequencies(NMODES + 1)
                low, high = exact[0] * 0.9, (exact[-2] + exact[-1]) / 2
                if high - exact[-2] < 1e-6 * high:
                    continue
                for ranks in (1, 3):
                    out = on_mesh(model.X, model.sets, runner=modes, ranks=ranks, modes_between=f"{low:.17g},{high:.17g}", quiet=True, **model.keys)
                    np.testing.assert_allclose(out["frequency"], exact[:-1], rtol=1e-8)


if __name__ == "__main__":
    unittest.main()
