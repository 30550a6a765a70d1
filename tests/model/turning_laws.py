# SPDX-License-Identifier: BSD-2-Clause
"""Moments, and forces, that are formulas of the rotation and the angular velocity of their nodes."""
import unittest

import numpy as np

from models import body, cantilever, on_mesh, rotation_vector
import gmsh_file  # tools/

AXLE = {"supports": "body", "support_body_fix": "xyz", "support_body_fix_rotation": "xy"}
PIVOT = {"supports": "body", "support_body_fix": "xyz"}
INERTIA = 0.1


def one_body(x, **keys):
    """A body at x without joints: its set, load and probe is 'body'."""
    defaults = {"parts": "body", "probes": "body", "initials": "body", "loads": "body", "integrator": "esdirk43_6l", "dt": 0.01, "t_end": 1}
    return on_mesh([x], {"body": (gmsh_file.POINT, [(0,)])}, **{**defaults, **body("body"), **keys})


class Closed(unittest.TestCase):
    def test_rotor_with_quadratic_drag(self):
        """J w' = -c w |w|: w = w0/(1 + c w0 t/J), the angle J/c ln(1 + c w0 t/J); scheme of order 4. The drag takes what the rotor loses."""
        w0, c = 20.0, 0.03
        out = one_body((1, 2, 3), initial_body_angular_velocity_z=w0, load_body_law_mz=f"-{c}*wz*abs(wz)", **AXLE)
        slower = 1 + c * w0 * out.time / INERTIA
        np.testing.assert_allclose(out.probe["body"]["angular_velocity"][:, 2], w0 / slower, rtol=1e-7)
        q = out.probe["body"]["rotation"]
        np.testing.assert_allclose(np.unwrap(2 * np.arctan2(q[:, 3], q[:, 0])), INERTIA / c * np.log(slower), atol=1e-6)
        lost = out.energy["kinetic"] - out.energy["kinetic"][0]
        np.testing.assert_allclose(out.energy["external"], lost, atol=2e-3 * abs(lost).max())  # the work is of second order in the step

    def test_torsional_pendulum_with_a_hardening_spring(self):
        """J r'' = -k r - c r^3 from rest at r = 2: a quarter of the period is the integral of sqrt(J/2) dr/sqrt(V(2) - V(r)), r = 2 sin(s)."""
        k, c, most = 1.0, 0.5, 2.0
        s = (np.arange(2000) + 0.5) * np.pi / 4000
        r = most * np.sin(s)
        period = 4 * np.sum(np.sqrt(INERTIA) / np.sqrt(k + c / 2 * (most**2 + r**2))) * np.pi / 4000  # V(a) - V(r) = (a^2 - r^2)/2 (k + c/2 (a^2 + r^2))
        out = one_body((0, 0, 0), initial_body_rotation_z=most, load_body_law_mz=f"-{k}*rz-{c}*rz^3", dt=period / 200, t_end=3 * period, **AXLE)
        turn = rotation_vector(out.probe["body"]["rotation"])[:, 2]
        np.testing.assert_allclose(turn[::100], most * (-1.0) ** np.arange(7), atol=1e-5)
        np.testing.assert_allclose(turn[50::200], 0, atol=2e-5)

    def test_spring_in_space(self):
        """m = -k r is the moment of the potential k r^2/2 in any direction, whatever the inertia: its energy stays, and Newton's method with the
        exact tangent needs few iterations."""
        k = 2.0
        keys = {"part_body_inertia": "0.1,0.2,0.25,0,0,0", "initial_body_angular_velocity_x": 4, "initial_body_angular_velocity_y": -3,
                "initial_body_rotation_z": 1, **{f"load_body_law_m{c}": f"-{k}*r{c}" for c in "xyz"}}
        out = one_body((0, 0, 0), dt=0.01, t_end=2, **keys, **PIVOT)
        r = rotation_vector(out.probe["body"]["rotation"])
        self.assertLess(np.linalg.norm(r, axis=1).max(), 3.1)
        energy = out.energy["kinetic"] + k * np.sum(r**2, axis=1) / 2
        np.testing.assert_allclose(energy, energy[0], rtol=1e-6)
        np.testing.assert_allclose(out.energy["external"], out.energy["kinetic"] - out.energy["kinetic"][0], atol=1e-2 * energy[0])

    def test_exact_tangent(self):
        """With all variables in forces and moments a large step converges like a Newton method: at most 6 iterations a stage."""
        keys = {"initial_body_angular_velocity_x": 4, "initial_body_rotation_z": 1,
                "load_body_law_x": "-ux-2*rx*ry+0.1*wz*wx", "load_body_law_y": "-uy+wx-0.2*vx*rz", "load_body_law_z": "-uz+sin(rx+ry)",
                "load_body_law_mx": "-rx-0.1*wx*ux+0.1*vy*rz", "load_body_law_my": "-ry-0.05*wy*abs(wz)", "load_body_law_mz": "-rz-rz^3+0.2*uy*wx"}
        out = one_body((0, 0, 0), dt=0.1, t_end=1, integrator="trapezoidal", rho_inf=1, newton="full", **keys)
        self.assertLessEqual(out.newton.max(), 6)


class Beams(unittest.TestCase):
    def test_a_moment_of_time_is_a_moment(self):
        """The same as -load_end_moment, fixed in space: results, iterations and work, on any number of ranks."""
        for ranks in (1, 3):
            run = {"ranks": ranks, "analysis": "static", "loads": "end", "dt": 0.1}
            a = cantilever(load_end_moment="0,0,40", **run)
            b = cantilever(load_end_law_mz="40*t", load_end_law_x="0*rz", **run)
            np.testing.assert_allclose(b.probe["end"]["displacement"], a.probe["end"]["displacement"], atol=1e-9)
            np.testing.assert_array_equal(b.newton, a.newton)
            np.testing.assert_allclose(b.reaction["start"][:, 5], -40 * b.time, atol=1e-6)
            np.testing.assert_allclose(b.energy["external"], 40**2 * 10 / (2 * 100) * b.time**2, rtol=1e-6, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
