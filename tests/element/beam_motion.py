# SPDX-License-Identifier: BSD-2-Clause
"""Beams that move: inertia, orders in space, damping, small sizes."""
import unittest

import numpy as np

from models import BEAM, STATIC, cantilever, orders, tip
from run import run


class Motion(unittest.TestCase):
    def test_rigid_mass_and_inertia(self):
        """A beam that turns as a whole has m v, the inertia of a rod with its sections' own, and the kinetic energy of both."""
        w, u = np.array([0.3, -0.7, 0.5]), np.array([1.0, 2.0, -0.5])
        middle, along = np.array([3.0, 4.0, 0]), np.array([-0.6, 0.8, 0])
        fields = {f"initial_all_velocity_{c}": f"{u[k]}+{w[(k + 1) % 3]}*({'xyz'[(k + 2) % 3]}-{middle[(k + 2) % 3]})-{w[(k + 2) % 3]}*({'xyz'[(k + 1) % 3]}-{middle[(k + 1) % 3]})"
                  for k, c in enumerate("xyz")}
        spin = {f"initial_all_angular_velocity_{c}": w[k] for k, c in enumerate("xyz")}
        rod = 100 * 10 / 12 * (np.eye(3) - np.outer(along, along))
        for order in (1, 2):
            for mass, least in (("consistent", 1e-12), ("lumped", None)):
                out = run("flying_beam", mesh_order=order, initials="all", **fields, **spin, part_beam_mass=mass, dt=1e-3, t_end=1e-3)
                sections = 10 * (20 * np.outer(along, along) + 10 * (np.eye(3) - np.outer(along, along)))
                inertia = rod + sections
                if least is None:  # mass at the nodes: the trapezoidal sum of x^2 (Simpson's is exact)
                    inertia = inertia + (1 / 10**2 * rod * 2 if order == 1 else 0)
                np.testing.assert_allclose(out.history["momentum"][0], 10 * u, rtol=1e-12)
                np.testing.assert_allclose(out.history["angular_momentum"][0], np.cross(middle, 10 * u) + inertia @ w, rtol=1e-11)
                self.assertAlmostEqual(out.energy["kinetic"][0] / (5 * u @ u + w @ inertia @ w / 2), 1, delta=1e-12)

    def test_orders_in_space(self):
        """A cantilever let go from a bend: the tip at t = 1 against a fine mesh, at one small step."""
        keys = dict(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", loads="end", load_end_force="1,4,6", load_end_time="sin(pi*t/4)^2",
                    integrator="esdirk43_6l", dt=0.02, t_end=2)
        fine = tip(cantilever(**keys, mesh_n=64, mesh_order=2))
        for order, wanted, n in ((1, 2, (16, 32, 64)), (2, 4, (4, 8, 16))):
            errors = [np.linalg.norm(tip(cantilever(**keys, mesh_n=k, mesh_order=order)) - fine) for k in n]
            self.assertGreater(orders(errors)[-1], wanted - 0.25, f"{errors}")

    def test_small_things(self):
        """A beam of 100 micrometres in SI units: entries of 1e-25 are not zero."""
        keys = dict(mesh="line", mesh_n=10, mesh_upper=1e-4, **BEAM, part_beam_set="all", part_beam_section="rectangle", part_beam_width=2e-6, part_beam_height=2e-6,
                    part_beam_young=160e9, part_beam_poisson=0.2, part_beam_density=2330, supports="start", loads="end", load_end_force="0,0,1e-6", probes="end",
                    integrator="trapezoidal", dt=1e-7, t_end=1e-5)
        self.assertGreater(abs(tip(run(**keys))[2]), 1e-8)
        wire = run(**STATIC, mesh="line", mesh_n=40, mesh_upper=1e-5, **BEAM, part_beam_set="all", part_beam_section="circle", part_beam_radius=5e-8, part_beam_young=1e12,
                   part_beam_poisson=0.3, supports="start", loads="end", load_end_force="0,0,4.9087e-10", probes="end")
        self.assertAlmostEqual(tip(wire)[2] / (4.9087e-10 * 1e-15 / (3 * 1e12 * np.pi / 4 * 5e-8**4)), 1, delta=2e-3)  # (w/L)^2, and h^2

    def test_damped_beam(self):
        """Kelvin-Voigt: energy goes where the balance says."""
        out = cantilever(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", part_beam_damping=0.05, loads="end", load_end_force="1,4,6",
                         load_end_time="t<1 ? sin(pi*t)^2 : 0", integrator="trapezoidal", dt=0.01, t_end=4)
        self.assertGreater(out.energy["damping"][-1], 0.1 * out.energy["external"][-1])
        balance = out.energy["total"] + out.energy["damping"] - out.energy["external"]
        self.assertLess(np.abs(balance).max(), 5e-3 * out.energy["total"].max())


if __name__ == "__main__":
    unittest.main()
