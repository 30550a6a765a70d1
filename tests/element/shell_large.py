# SPDX-License-Identifier: BSD-2-Clause
"""Shells against published and closed-form values: curved and tapered panels, a tube, paths through limit points."""
import math
import unittest

import numpy as np

from models import orders
from run import run


def case(name):
    """A file of options of the verification manual, from inputs."""
    return f"../verification/cases/{name}"


def moved(name, probe, axis, **keys):
    """A displacement of a probe at the end of a case of the verification manual."""
    return run(case(name), **keys).probe[probe]["displacement"][-1, axis]


class Curved(unittest.TestCase):
    def test_hook(self):
        """Raasch's hook: 5.02201 in by solids. Drilling rotations that are not tied to the surface would make it far too soft."""
        self.assertAlmostEqual(moved("shell_hook", "tip", 2) / 5.02201, 1, delta=0.015)

    def test_saddle(self):
        """A clamped hyperbolic paraboloid at three thicknesses (Bathe, Iosilevich & Chapelle 2000): no membrane locking; the mesh's error is 1.2 %."""
        for h, sag in ((1e-2, 9.3355e-5), (1e-3, 6.3941e-3), (1e-4, 5.2988e-1)):
            self.assertAlmostEqual(-moved("shell_hypar", "edge", 2, let=f"h={h}") / sag, 1, delta=0.015)

    def test_slit_tube(self):
        """Torsion with restrained warping, against Vlasov's closed form, which neglects the shear of the wall (2 to 3 %)."""
        inertia, warping, length = 2 / 3 * math.pi * 1e-3, 2 / 30 * math.pi * (math.pi**2 - 6), 20
        k = math.sqrt(inertia / 2 / warping)
        exact = length / (5e8 * inertia) * (1 - math.tanh(k * length) / (k * length))
        out = run(case("shell_slit_tube"))
        twist = (out.probe["below"]["displacement"][-1, 1] - out.probe["above"]["displacement"][-1, 1]) / 2
        self.assertAlmostEqual(twist / exact, 1, delta=0.04)
        self.assertLess(twist, 0.2 * length / (5e8 * inertia))  # a fifth of the twist with free warping


class Plane(unittest.TestCase):
    def test_cook(self):
        """Cook's panel: 23.97, and its error falls faster than the cells' size."""
        errors = [abs(moved("shell_cook", "tip", 1, mesh_n=f"{n},{n}") / 23.97 - 1) for n in (4, 8, 16)]
        self.assertLess(errors[-1], 6e-3)
        self.assertGreater(orders(errors)[-1], 1.4)


class Paths(unittest.TestCase):
    def limits(self, **keys):
        """Loads at which the path of a roof turns [N]."""
        out = run(case("shell_roof_snap"), **keys)
        t = 3000 * out.time
        return [t[k] for k in range(1, len(t) - 1) if (t[k] - t[k - 1]) * (t[k + 1] - t[k]) < 0]

    def test_roofs(self):
        """Through both limit points (Sabir & Lock 1972, curves): 12.7 mm snaps through at 2.2 kN, 6.35 mm snaps back, at 0.59 and -0.38 kN. Meshes of 32 x 32 cells give 584.6 and -385.0 N."""
        thick, thin = self.limits(), self.limits(let="h=6.35")
        self.assertEqual((len(thick), len(thin)), (2, 2))
        self.assertAlmostEqual(thick[0] / 2200, 1, delta=0.02)
        np.testing.assert_allclose(thin, [584.6, -385.0], rtol=0.02)  # the mesh of 8 x 8 cells


if __name__ == "__main__":
    unittest.main()
