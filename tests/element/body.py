# SPDX-License-Identifier: BSD-2-Clause
"""Rigid bodies and springs of rotation: falls, pendulums, spins, far from the origin and fast."""
import unittest

import numpy as np

from run import run


class Body(unittest.TestCase):
    def test_free_fall(self):
        """A body, its center beside its node, spins as it falls: its center moves on a parabola."""
        center = np.array([0.3, -0.1, 0.2])
        out = run(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=2, part_body_inertia="1,2,2.5,0.1,0,0.2",
                  part_body_center="0.3,-0.1,0.2", gravity="0,0,-9.81", initials="end", initial_end_angular_velocity_x=3, initial_end_angular_velocity_y=0.1,
                  initial_end_velocity_x=1, probes="end", integrator="esdirk43_6l", dt=0.01, t_end=2)
        w, x, y, z = out.probe["end"]["rotation"].T
        R = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
        at = out.probe["end"]["displacement"] + np.einsum("ijt,j->ti", R, center)
        start = np.array([1, 0, 0]) + np.cross([3, 0.1, 0], center)
        t = out.time[:, None]
        np.testing.assert_allclose(at, center + start * t + [0, 0, -9.81 / 2] * t**2, atol=1e-7)  # order 4 at 0.01
        spin = out.history["angular_momentum"] - np.cross(np.array([1.0, 0, 0]) + at, out.history["momentum"])
        self.assertLess(np.abs(spin - spin[0]).max(), 1e-6 * np.linalg.norm(spin[0]))  # likewise
        self.assertLess(np.abs(out.energy["total"] - out.energy["external"] - out.energy["total"][0]).max(), 1e-3 * out.energy["total"][0])  # work: order 2

    def test_fast_turns_are_cut_back(self):
        """A body that turns by 6 rad a step: the step is cut, the motion is that of short steps."""
        keys = dict(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=1, part_body_inertia="2,3,4,0,0,0", supports="end",
                    support_end_fix="xyz", initials="end", initial_end_angular_velocity_x=60, initial_end_angular_velocity_y=1, probes="end", t_end=1)
        long = run(**keys, integrator="esdirk43_6l", dt=0.1)
        short = run(**keys, integrator="esdirk43_6l", dt=0.005)
        self.assertGreater(long.attrs["steps"], 0)
        self.assertLess(np.ptp(long.energy["total"]), 1e-2 * long.energy["total"][0])
        self.assertLess(abs(abs(long.probe["end"]["rotation"][-1] @ short.probe["end"]["rotation"][-1]) - 1), 1e-2)

    def test_far_flight(self):
        """A free body that spins about its middle axis, at home and at 6.4e6 m: the same motion."""
        keys = dict(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=1, part_body_inertia="1,2,2.5,0,0,0", initials="end",
                    initial_end_angular_velocity_x=0.1, initial_end_angular_velocity_y=5, probes="end", integrator="lms4", rho_inf=1, dt=0.1, t_end=20)
        home, away = run(**keys), run(**keys, initial_end_displacement_x=6.4e6)
        np.testing.assert_allclose(away.probe["end"]["angular_velocity"], home.probe["end"]["angular_velocity"], atol=1e-7)

    def test_compound_pendulum(self):
        """A body on a hinge, its center 1 m beside, J about the hinge 3: at the bottom after a fall from the horizontal w^2 = 2 m g l/J."""
        out = run(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=2, part_body_center="1,0,0", part_body_inertia="1,1,1,0,0,0",
                  supports="end", support_end_fix="xyz", support_end_fix_rotation="xz", gravity="0,0,-9.81", probes="end", integrator="esdirk43_6l", dt=5e-3, t_end=2)
        self.assertAlmostEqual(out.probe["end"]["angular_velocity"][:, 1].max() / np.sqrt(2 * 2 * 9.81 / 3), 1, delta=1e-4)  # samples near the bottom

    def test_torsional_oscillator(self):
        """A body on a rotational spring to ground: theta'' = -(k/J) theta about one axis, any angle."""
        keys = dict(mesh="line", parts="body,spring", part_body_set="end", part_body_element="body", part_body_mass=1, part_body_inertia="2,3,4,0,0,0",
                    part_spring_set="end", part_spring_element="rotational_spring", part_spring_stiffness=8, supports="end", support_end_fix="xyz",
                    initials="end", initial_end_rotation_x=2, probes="end", integrator="esdirk43_6l", dt=0.01, t_end=3)
        out = run(**keys)
        theta = 2 * np.arctan2(out.probe["end"]["rotation"][:, 1], out.probe["end"]["rotation"][:, 0])
        np.testing.assert_allclose(theta, 2 * np.cos(2 * out.time), atol=1e-6)
        self.assertLess(np.ptp(out.energy["total"]), 1e-6 * 16)
        damped = run(**keys, part_spring_damping=0.8)
        xi, w = 0.1, 2
        wd = w * np.sqrt(1 - xi**2)
        exact = 2 * np.exp(-xi * w * out.time) * (np.cos(wd * out.time) + xi * w / wd * np.sin(wd * out.time))
        theta = 2 * np.arctan2(damped.probe["end"]["rotation"][:, 1], damped.probe["end"]["rotation"][:, 0])
        np.testing.assert_allclose(theta, exact, atol=1e-6)
        self.assertLess(np.ptp(damped.energy["total"] + damped.energy["damping"]), 1e-4 * 16)  # the sum is of order 2

    def test_eccentric_body(self):
        """A body that only turns, its center of mass at (1, 2, 3): weight moves it though no displacement is free, and 2 g (3 - height) is its energy."""
        out = run(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=2, part_body_center="1,2,3", part_body_inertia="1,1.2,1.4,0,0,0",
                  supports="end", support_end_fix="xyz", gravity="0,0,-10", probes="end", integrator="esdirk43_6l", dt=0.01, t_end=1)
        w, x, y, z = out.probe["end"]["rotation"].T
        height = 2 * (x * z - w * y) * 1 + 2 * (y * z + w * x) * 2 + (1 - 2 * (x**2 + y**2)) * 3
        self.assertGreater(out.energy["kinetic"][-1], 50)
        np.testing.assert_allclose(out.energy["kinetic"], 2 * 10 * (3 - height), atol=1e-7)  # the steps leave 2e-9


if __name__ == "__main__":
    unittest.main()
