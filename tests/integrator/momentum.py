# SPDX-License-Identifier: BSD-2-Clause
"""Momentum: what it is in every model; of a flying beam: kept, or kept to the order of the scheme."""
import unittest

import numpy as np

from models import on_mesh, orders
from run import run
import gmsh_file  # tools/


class Models(unittest.TestCase):
    """Linear momentum and angular momentum about the origin are the integrals of rho v and rho x v, of held and moved nodes as well."""

    def check(self, out, P, L, tolerance=1e-12):
        for name, exact in (("momentum", P), ("angular_momentum", L)):
            self.assertLess(abs(out.history[name] - exact).max(), tolerance, name)

    def test_linear(self):
        """A membrane of 2 by 1 that flies and turns, v = 1 + 2 x + 3 y: integrals of polynomials, kept; with a matrix or without. One whose left side is held: v = x."""
        keys = {"mesh": "rectangle", "mesh_n": "40,20", "mesh_upper": "2,1", "parts": "skin", "part_skin_set": "all", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 0.3, "initials": "all", "dt": 0.01, "t_end": 0.1, "ksp_rtol": 1e-13}
        for operator, ranks in (("matrix_free", 1), ("assembled", 1), ("assembled", 3)):
            free = run(ranks=ranks, initial_all_velocity_z="1+2*x+3*y", operator=operator, **{**keys, "part_skin_tension": 1e-9})
            self.check(free, [0, 0, 0.3 * 9], [0.3 * 5, -0.3 * (2 + 16 / 3 + 3), 0], 1e-9)
            held = run(ranks=ranks, initial_all_velocity_z="x", supports="left", operator=operator, **keys)
            np.testing.assert_allclose(held.history["momentum"][0], [0, 0, 0.3 * 2], atol=1e-12)
            np.testing.assert_allclose(held.history["angular_momentum"][0], [0.3, -0.3 * 8 / 3, 0], atol=1e-12)

    def test_only_a_law_is_nonlinear(self):
        """A planet: its momentum is m v, its angular momentum about the sun stays m x v."""
        law = {f"load_sun_law_{c}": f"-2*({p})/((1+ux)^2+uy^2)^1.5" for c, p in (("x", "1+ux"), ("y", "uy"))}
        out = on_mesh([(1, 0, 0)], {"planet": (gmsh_file.POINT, [(0,)])}, parts="planet", part_planet_element="mass", part_planet_mass=2, directions="xy", loads="sun", load_sun_set="planet", **law,
                      initials="planet", initial_planet_velocity_y=1.1, probes="planet", integrator="esdirk43_6l", dt=0.02, t_end=2)
        self.check(out, 2 * out.probe["planet"]["velocity"], [0, 0, 2.2], 1e-5)

    def test_moved_supports(self):
        """A mass and a body that supports move, and a bar between them: linear, and with large displacements."""
        keys = {"parts": "ends,bar", "part_ends_mass": 3, "part_bar_ea": 1, "part_bar_mass_per_length": 2, "supports": "ends", "support_ends_motion_y": "sin(t)", "support_ends_fix": "xz", "dt": 0.1, "t_end": 1}
        sets = {"ends": (gmsh_file.POINT, [(0,), (2,)]), "bar": (gmsh_file.LINE, [(0, 1), (1, 2)])}
        for linear in (True, None):
            out = on_mesh([(0, 0, 0), (1, 0, 0), (2, 0, 0)], sets, part_ends_element="mass", part_bar_element="truss", part_bar_strain="biot", initials="bar", initial_bar_velocity_y=1,
                          **({"linearize": True} if linear else {"integrator": "esdirk43_6l"}), **keys)
            np.testing.assert_allclose(out.history["momentum"][0], [0, 6 + 4, 0], atol=1e-12)
            np.testing.assert_allclose(out.history["angular_momentum"][0], [0, 0, 6 + 4], atol=1e-12)


class Momentum(unittest.TestCase):
    def test_flying_beam(self):
        """From t = 5 on nothing acts. Linear momentum is 8 (2.5 s of mean force) exactly, for every scheme of Runge-Kutta type; multi-step schemes and those with an
        averaged acceleration remember the load for some steps. Angular momentum is kept to the order of the scheme, none keeps it exactly."""
        after = lambda out, t: out.time > t
        for scheme in ("trapezoidal", "bathe", "msstc3", "esdirk32_5l", "esdirk43_6l", "mssth3", "tr_bdf2_q"):
            out = run("flying_beam", integrator=scheme, t_end=8)
            P = out.history["momentum"][after(out, 5.05)]
            self.assertLess(np.ptp(P, axis=0).max(), 1e-9 * 20, scheme)
            self.assertAlmostEqual(P[-1, 0], 20, delta=1e-4 * 20, msg=scheme)  # kinks of the force within steps
        for scheme in ("lms2", "lms4", "ss2", "ss4", "generalized_alpha", "hht"):
            out = run("flying_beam", integrator=scheme, t_end=12)
            P = out.history["momentum"][after(out, 10)]  # rho_inf^100 of what was remembered
            self.assertLess(np.ptp(P, axis=0).max(), 1e-7 * 20, scheme)

    def test_angular_momentum(self):
        for scheme, order in (("trapezoidal", 2), ("ss4", 2), ("esdirk43_6l", 4)):
            drift = []
            for dt in (0.1, 0.05):
                out = run("flying_beam", integrator=scheme, dt=dt, t_end=8)
                L = out.history["angular_momentum"][out.time > 6]
                drift.append(np.ptp(L, axis=0).max())
            self.assertGreater(orders(drift)[-1], order - 0.5, f"{scheme} {drift}")


if __name__ == "__main__":
    unittest.main()
