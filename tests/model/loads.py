# SPDX-License-Identifier: BSD-2-Clause
"""Loads: followers, per length and area, gravity and its equivalent."""
import unittest

import numpy as np

from models import STATIC, cantilever, tip
from run import RANKS, run


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


class MomentsPerLength(unittest.TestCase):
    """A cantilever under m(s) per length about y: no shear force, so the moment at s is that of m beyond s, whatever the rotations, of a Timoshenko
    beam as of a slender one. Of uniform m: theta = m (L s - s^2/2) / EI, the place is the integral of (cos theta, -sin theta)."""

    L, EI = 10, 100

    def held(self, ranks=1, n=20, order=2, **keys):
        return cantilever(ranks=ranks, **STATIC, mesh_n=n, mesh_order=order, loads="all", load_all_moment_per="length", **keys)

    def balanced(self, out):
        self.assertGreater(out.balance["largest"][-1, 1], 0)
        self.assertLess(np.abs(out.balance["moment"]).max(), 1e-6 * out.balance["largest"].max())  # as equilibria are solved

    def check(self, out, theta, places, within, moment):
        q = out.probe["end"]["rotation"][-1]
        self.assertAlmostEqual(2 * np.arctan2(q[2], q[0]), theta, delta=within)
        np.testing.assert_allclose(tip(out), places, atol=within * self.L)
        np.testing.assert_allclose(out.reaction["start"][-1], [0, 0, 0, 0, -moment, 0], atol=1e-7 * moment)

    def place(self, m):
        s = (np.arange(20000) + 0.5) * self.L / 20000
        theta = m * (self.L * s - s**2 / 2) / self.EI
        return np.array([np.cos(theta).mean() - 1, 0, -np.sin(theta).mean()]) * self.L

    def test_small(self):
        """w = -m L^3 / (3 EI), to round-off of three-node beams and of two-node ones. Without their correction these have constant moments, exact
        rotations, and of w the trapezoidal sum of theta, L^2/3 - h^2/12."""
        m = 1e-3
        for keys in ({}, {"load_all_field": "1+0*t"}):
            for order, correction, lacks in ((2, "none", 0), (1, "full", 0), (1, "none", (self.L / 20) ** 2 / 12)):
                for ranks in (1, 2) if order == 1 else (3,):
                    out = self.held(ranks, order=order, part_beam_correction=correction, linearize=True, load_all_moment=f"0,{m},0", show="balance", **keys)
                    w = tip(out)
                    self.assertAlmostEqual(w[2] / (-m * self.L * (self.L**2 / 3 - lacks) / self.EI), 1, delta=1e-7)
                    np.testing.assert_allclose(out.reaction["start"][-1], [0, 0, 0, 0, -m * self.L, 0], atol=1e-7 * m * self.L)  # of a solve with stiffnesses 1e6 apart
                    self.balanced(out)

    def test_large(self):
        """The end turns by 2 rad; dead and following moments are the same about an axis that does not turn, and so is a plane model."""
        m = 2 * 2 * self.EI / self.L**2
        for ranks, keys in ((1, {}), (2, {}), (2, {"load_all_follower": True}), (1, {"directions": "xz"})):
            out = self.held(ranks, n=40, load_all_moment=f"0,{m},0", show="balance", **keys)
            self.check(out, 2, self.place(m), 2e-5, m * self.L)
            self.balanced(out)

    def test_field(self):
        """m = c x: theta(L) = c L^3 / (3 EI), exact at nodes; the moment at the root c L^2 / 2; of turning, following and small ones."""
        for keys in ({}, {"load_all_follower": True}, {"linearize": True}, {"linearize": True, "load_all_field": "t*x", "load_all_time": "1"}):
            out = self.held(2, order=1, load_all_moment="0,3e-5,0", **{"load_all_field": "x", **keys})
            self.assertAlmostEqual(out.reaction["start"][-1][4] / (-3e-5 * self.L**2 / 2), 1, delta=1e-8)
            q = out.probe["end"]["rotation"][-1]
            self.assertAlmostEqual(2 * np.arctan2(q[2], q[0]) / (3e-5 * self.L**3 / 3 / self.EI), 1, delta=1e-7)


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

    def test_lines_and_surfaces(self):
        """A plate of 4 m2 with a rib of 1 m: the traction acts on one of them, on any ranks."""
        for per, force in (("length", 3), ("area", 3 * 4)):
            for ranks in RANKS:
                out = run(ranks=ranks, analysis="static", mesh="rectangle,frame", mesh_n="4,4", mesh_upper="4,1", mesh_join=1e-9, points="a,b", point_a="1,0.5,0",
                          point_b="2,0.5,0", members="rib", member_rib="a,b", parts="plate,rib", part_plate_set="all", part_plate_element="shell", part_plate_young=1e9,
                          part_plate_poisson=0, part_plate_thickness=0.1, part_plate_density=0, part_rib_element="beam", part_rib_section="circle", part_rib_radius=0.1,
                          part_rib_young=1e9, part_rib_poisson=0, part_rib_density=0, supports="left", loads="all", load_all_traction="3,0,0", load_all_traction_per=per)
                np.testing.assert_allclose(out.reaction["left"][-1][:3], [-force, 0, 0], rtol=0, atol=1e-7)


if __name__ == "__main__":
    unittest.main()
