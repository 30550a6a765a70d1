"""Loads: followers, per length and area, gravity and its equivalent."""
import unittest

import numpy as np

from models import STATIC, cantilever, tip
from run import run


class Beams(unittest.TestCase):
    def test_follower(self):
        """A follower force at the end of a cantilever stays square to it: the moment at the clamp is its force times its arm in the turned position."""
        out = cantilever(**STATIC, loads="end", load_end_force="0,0,4", load_end_follower=True, probes="end,root", probe_root_part="beam", probe_root_point="0.5,0,0",
                         mesh_n=40, mesh_order=2)
        q = out.probe["end"]["rotation"][-1]
        theta = -2 * np.arctan2(q[2], q[0])  # about -y
        force = 4 * np.array([-np.sin(theta), 0, np.cos(theta)])
        np.testing.assert_allclose(np.linalg.norm(out.frames[-1]["beam/line3/force"][-1]), 4, rtol=1e-3)
        first = out.frames[-1]["beam/line3/moment"][0]
        arm = np.array([10, 0, 0]) + tip(out) - [0.125, 0, 0]
        self.assertAlmostEqual(abs(first[1]) / abs(np.cross(arm, force)[1]), 1, delta=2e-3)  # mean over the first element

    def test_line_load(self):
        """A uniform load on a linear cantilever: w = q L^4/(8 EI) + q L^2/(2 GA) with consistent nodal forces."""
        out = cantilever(**STATIC, linearize=True, mesh_order=2, mesh_n=20, loads="all", load_all_traction="0,0,1e-3")
        self.assertAlmostEqual(tip(out)[2] / (1e-3 * (1e4 / 800 + 100 / 2e6)), 1, delta=1e-5)

    def test_gravity_is_base_acceleration(self):
        """A heavy cantilever on ground that accelerates upwards: the same motion as under gravity."""
        keys = dict(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", part_beam_center="0.05,0.1", dt=0.05, t_end=2, integrator="ss4")
        a = cantilever(**keys, gravity="0,0,-9.81")
        b = cantilever(**keys, base_acceleration_z="9.81")
        self.assertGreater(abs(tip(a)[2]), 1)
        np.testing.assert_allclose(tip(a), tip(b), atol=1e-9)
        self.assertLess(abs(a.energy["total"] - a.energy["external"]).max(), 2e-2 * a.energy["kinetic"].max())


class Load(unittest.TestCase):
    def test_distributed_load(self):
        """A uniform pressure p on a free membrane: every point moves as p t^2 / (2 mu), exactly for the trapezoidal rule."""
        for cell in ("quadrilateral", "triangle"):
            out = run(ranks=3, mesh="rectangle", mesh_n="7,5", mesh_cell=cell, parts="all", part_all_element="membrane", part_all_tension=1,
                      part_all_mass_per_area=2, loads="all", load_all_traction="0,0,3", t_end=2, dt=0.1, integrator="trapezoidal")
            np.testing.assert_allclose(out.by_id("displacement")[:, 2], 3 * 2**2 / (2 * 2), rtol=1e-10)
            self.assertAlmostEqual(out.energy["external"][-1], 3 * 3, delta=1e-9)

    def test_line_load(self):
        """A load per length on one side of a bar-stiffened strip: total force = load times length."""
        out = run(ranks=2, mesh="line", mesh_n=10, mesh_upper=5, parts="all", part_all_element="bar", part_all_young=1, part_all_area=1,
                  part_all_density=2, loads="all", load_all_traction="3,0,0", t_end=1, dt=0.1, integrator="trapezoidal")
        np.testing.assert_allclose(out.by_id("displacement")[:, 0], 3 / (2 * 2), rtol=1e-10)


if __name__ == "__main__":
    unittest.main()
