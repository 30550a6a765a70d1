# SPDX-License-Identifier: BSD-2-Clause
"""The studies of inputs/: what inputs/README.md says of them."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from run import fsolve, options
from studies import modes, roots, study


class Cases(unittest.TestCase):
    def test_drum(self):
        out = modes("drum", quiet=True)
        k, l = np.meshgrid(np.arange(1, 6), np.arange(1, 6))
        exact = np.sort((np.sqrt(1000 / 0.3) * np.sqrt(k**2 / 4 + l**2) / 2).ravel())[:6]
        np.testing.assert_allclose(out["frequency"][:6], exact, rtol=5e-3)  # (k h)^2 / 24 of a mode along a side of 32 elements: 4e-3
        np.testing.assert_allclose(out["damping"], 0.01, rtol=1e-9)
        f = out["frequency"][:3]
        out = study("history", "drum", analysis="response", quiet=True, response_frequencies=",".join(f"{v:.17g}" for v in f))
        size = np.hypot(out["middle/real/displacement"], out["middle/imaginary/displacement"])[:, 2]
        self.assertGreater(size[0], 20 * size[1])  # the second mode has a node in the middle, and a mean of 0
        self.assertGreater(size[2], 2 * size[1])

    def test_blade(self):
        out = study("history", "blade", quiet=True, spin_speeds="0,40,80,90,100")
        f = out["campbell/frequency"]
        self.assertGreater(out["campbell/mac"].min(), 0.9)
        self.assertLess(f[-2, 1], f[-2, 2])
        self.assertGreater(f[-1, 1], f[-1, 2])  # flap and lag have crossed
        np.testing.assert_allclose(f[0, :3], [4.935, 30.92, 49.21], rtol=1e-3)  # the digits of inputs/README.md
        slender = np.array([1.8751, 4.6941]) ** 2 / (2 * np.pi) * np.sqrt(7e10 * 0.006**2 / 12 / 2700)
        np.testing.assert_allclose(f[0, :2], slender, rtol=5e-3)  # shear


    def test_portal(self):
        """From linear buckling to the path with an imperfection, as inputs/README.md says."""
        with tempfile.TemporaryDirectory() as folder:
            shapes, path = os.path.join(folder, "shapes.h5"), os.path.join(folder, "path.h5")
            for words in ({"output": shapes}, {"output": path, "analysis": "path", "imperfection": shapes + ":/buckling/shape/1", "imperfection_amplitude": 0.003, "dt": 4000, "path_step": 0.05, "path_steps": 20}):
                done = fsolve(options("portal", quiet=True, **words))
                self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(shapes) as f:
                factor = f["buckling/factor"][0]
            with h5py.File(path) as f:
                load, sway, index = f["history/load_factor"][:], f["history/corner/displacement"][:, 0], f["history/stability_index"][:]
        EI = 2.1e11 * 0.05 * 0.03**3 / 12
        tangent = roots(lambda u: u / np.tan(u) + 6 * 3.0 / 4.0, 1.7, 3.1, 400, 1)[0]  # of a portal that sways, clamped (Timoshenko & Gere): u cot u = -6 (I_b/l)/(I_c/h)
        self.assertAlmostEqual(factor / (EI * tangent**2 / 9), 1, delta=0.01)  # axial and shear strains, which it leaves out
        self.assertTrue((index == 0).all())
        near = np.interp(0.1, abs(sway), load)
        self.assertTrue(0.9 * factor < near < factor)
        self.assertGreater(load[-1], factor)  # a frame that has bent far bears more

    def test_star_dome(self):
        out = study("history", "star_dome", quiet=True, path_steps=60)
        found = out["critical"]
        np.testing.assert_allclose(found["load_factor"][[0, 1, 2]], [0.4321837, 0.5101309, 0.7714056], rtol=1e-6)  # the digits of inputs/README.md
        self.assertEqual(list(out["stability_index"][[0, -1]]), [0, 6])
        out = study("history", "star_dome", quiet=True)  # to the dome turned over, whose path is the same with the other sign: no step jumps
        levels, limit = (out["critical"][k] for k in ("load_factor", "limit"))
        self.assertEqual(len(levels), 26)
        np.testing.assert_allclose(levels, -levels[::-1], rtol=1e-6)
        np.testing.assert_array_equal(limit, limit[::-1])
        self.assertEqual(limit.sum(), 8)
        self.assertEqual(out["stability_index"][-1], 0)

    def test_argyris(self):
        """Out of the plane, at the load of code_aster's plates and beams (SSLL105), both ways."""
        out = study("history", "argyris", quiet=True)
        self.assertAlmostEqual(out["critical"]["load_factor"][0], 0.68133, delta=2e-5)
        self.assertGreater(abs(out["tip/displacement"][-1, 2]), 10)
        out = study("history", "argyris", quiet=True, dt=-0.1, path_switch=0)
        self.assertAlmostEqual(out["critical"]["load_factor"][0], -1.09006, delta=2e-3)


if __name__ == "__main__":
    unittest.main()
