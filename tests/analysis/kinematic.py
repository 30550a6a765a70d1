# SPDX-License-Identifier: BSD-2-Clause
"""Kinematic analysis: drivers prescribe all motion; positions, reactions and efforts of drivers against closed forms, exact to round-off."""
import tempfile
import unittest

import numpy as np

import refusal
from models import body, joint
from run import RANKS, RELEASE, fsolve, options, run

L1, L2 = 0.3, 0.6  # crank and rod of inputs/slider_crank.opts
CRANK = {"analysis": "kinematic", "joint_shaft_angle": "3*t+0.4*sin(5*t)", "initial_shaft_angle": None, "probes": "crank,rod"}
ARM = {"analysis": "kinematic", "mesh": "frame", "points": "one,two", "point_one": "0.4,0,0", "point_two": "1.25,0,0", "links": "elbow", "link_elbow": "one,two", "directions": "xy",
       "parts": "one,two", "part_one_element": "body", "part_one_mass": 3, "part_one_inertia": "0,0,0.2,0,0,0", "part_two_element": "body", "part_two_mass": 2, "part_two_inertia": "0,0,0.1,0,0,0",
       "gravity": "0,-9.81,0", "joints": "shoulder,elbow", **joint("shoulder", "revolute", set="one", point="0,0,0", angle="0.3+t^2"), **joint("elbow", "revolute", point="1,0,0", angle="sin(3*t)-0.5"),
       "assemble": "positions", "dt": 0.05, "t_end": 1, "probes": "one,two"}

SHORT = {"analysis": "kinematic", "mesh": "frame", "points": "one,two", "point_one": "0.3,0,0", "point_two": "0.75,0,0", "links": "pin", "link_pin": "one,two", "directions": "xy", "parts": "one,two",
         "part_one_element": "body", "part_one_mass": 1, "part_one_inertia": "0,0,0.1,0,0,0", "part_two_element": "body", "part_two_mass": 1, "part_two_inertia": "0,0,0.1,0,0,0",
         "joints": "shaft,pin,slider", **joint("pin", "revolute", point="0.6,0,0"), **joint("slider", "point_on_axis", set="two", axis="1,0,0", point="0.9,0,0"), "dt": 0.02, "t_end": 2}


def slider_crank(ranks=1, **keys):
    keys = {**CRANK, "t_end": 2, "dt": 0.02, **keys}
    return run("slider_crank", ranks=ranks, **{k: v for k, v in keys.items() if v is not None})


def arm_torques(t):
    """Lagrange's equations of two links: lengths 1, 0.5 to the second's center; 0.4 to the first's."""
    q1, w1, a1 = 0.3 + t**2, 2 * t, 2
    q2, w2, a2 = np.sin(3 * t) - 0.5, 3 * np.cos(3 * t), -9 * np.sin(3 * t)
    m1, m2, J1, J2, c1, l1, c2, g = 3, 2, 0.2, 0.1, 0.4, 1, 0.25, 9.81
    m12 = J2 + m2 * (c2**2 + l1 * c2 * np.cos(q2))
    m11 = J1 + m1 * c1**2 + J2 + m2 * (l1**2 + c2**2 + 2 * l1 * c2 * np.cos(q2))
    h = m2 * l1 * c2 * np.sin(q2)
    weight2 = m2 * g * c2 * np.cos(q1 + q2)
    one = m11 * a1 + m12 * a2 - h * (2 * w1 * w2 + w2**2) + (m1 * c1 + m2 * l1) * g * np.cos(q1) + weight2
    two = m12 * a1 + (J2 + m2 * c2**2) * a2 + h * w1**2 + weight2
    return one, two


def crank_torque(t):
    """By virtual work with the accelerations of the closed form: the torque on the crank, with the spring and the damper of the slider."""
    A, w, a = 3 * t + 0.4 * np.sin(5 * t), 3 + 2 * np.cos(5 * t), -10 * np.sin(5 * t)
    B = -np.arcsin(L1 / L2 * np.sin(A))
    B1 = -L1 * np.cos(A) / (L2 * np.cos(B))  # dB/dA
    B2 = (L1 * np.sin(A) + L2 * np.sin(B) * B1**2) / (L2 * np.cos(B))
    x1, y1 = -L1 * np.sin(A) - L2 / 2 * np.sin(B) * B1, L1 * np.cos(A) + L2 / 2 * np.cos(B) * B1  # of the rod's center, by A
    x2 = -L1 * np.cos(A) - L2 / 2 * (np.cos(B) * B1**2 + np.sin(B) * B2)
    y2 = -L1 * np.sin(A) - L2 / 2 * (np.sin(B) * B1**2 - np.cos(B) * B2)
    s, s1 = L1 * np.cos(A) + L2 * np.cos(B) - L1 - L2, -L1 * np.sin(A) - L2 * np.sin(B) * B1
    inertia = 3 * L1**2 / 4 + 0.0225 + 0.9 * (x1**2 + y1**2) + 0.027 * B1**2
    slope = 0.9 * (x1 * x2 + y1 * y2) + 0.027 * B1 * B2
    return inertia * a + slope * w**2 + 9.81 * (3 * L1 / 2 * np.cos(A) + 0.9 * y1) + s1 * (100 * s + 5 * s1 * w), A, w, B, B1 * w


class Exact(unittest.TestCase):
    def test_arm(self):
        for ranks in RANKS:
            out = run(ranks=ranks, **ARM)
            one, two = arm_torques(out.time)
            np.testing.assert_allclose(out.probe["shoulder"]["reaction"][:, 5], one, atol=1e-12 * abs(one).max())
            np.testing.assert_allclose(out.probe["elbow"]["reaction"][:, 5], two, atol=1e-12 * abs(one).max())
            self.assertLess(out.constraint["position"].max(), 1e-14)
            self.assertLess(out.constraint["velocity"].max(), 1e-14)

    def test_slider_crank(self):
        """Whatever the step: each state is exact for itself."""
        for dt in (0.02, 0.1):
            out = slider_crank(dt=dt)
            torque, A, w, B, rod = crank_torque(out.time)
            np.testing.assert_allclose(out.probe["shaft"]["reaction"][:, 5], torque, atol=1e-12 * abs(torque).max())
            np.testing.assert_allclose(out.probe["shaft"]["angle"], A, atol=1e-13)
            np.testing.assert_allclose(out.probe["rod"]["angular_velocity"][:, 2], rod, atol=1e-13 * abs(rod).max())

    def test_redundant_joints(self):
        """The same in space, where the joints hold more than once what the plane holds: the torque is the same."""
        for ranks in (1, 3) if RELEASE else (1,):
            out = slider_crank(ranks, dt=0.1, directions="xyz", part_crank_inertia="1,1,0.0225,0,0,0", part_rod_inertia="1,1,0.027,0,0,0")
            torque = crank_torque(out.time)[0]
            np.testing.assert_allclose(out.probe["shaft"]["reaction"][:, 5], torque, atol=1e-11 * abs(torque).max())

    def test_as_the_transient_run(self):
        """The reactions of a transient run of a scheme of fourth order come near, the nearer the shorter its steps."""
        exact = slider_crank(t_end=1, dt=0.1)
        errors = []
        for dt in (0.02, 0.01):
            out = slider_crank(analysis="transient", t_end=1, dt=dt, integrator="esdirk43_6l", rho_inf=None, stabilize="projection", initials="crank", initial_crank_angular_velocity_z=5, initial_crank_velocity_y=0.75, assemble="all")
            at = np.searchsorted(out.time, exact.time - 1e-9)
            errors.append(abs(out.probe["pin"]["reaction"][at] - exact.probe["pin"]["reaction"]).max())
        self.assertLess(errors[1], 1e-2)
        self.assertGreater(errors[0] / errors[1], 6)

    def test_work_of_drivers(self):
        """What drivers do is what the bodies and the spring have, and the damper loses: of second order in the step, by the trapezoidal rule."""
        left = []
        for dt in (0.02, 0.01):
            e = slider_crank(dt=dt).energy
            left.append(abs(e["total"] + e["damping"] - e["external"] - e["total"][0]).max())
        self.assertAlmostEqual(left[0] / left[1], 4, delta=0.4)

    def test_turns_in_space(self):
        """A spatial arm: a body on a joint that turns about z, on its end a joint about x, turned by several turns; Euler's equations of what is prescribed."""
        keys = {"mesh": "frame", "points": "one,two", "point_one": "0.5,0,0", "point_two": "1,0.5,0", "links": "b", "link_b": "one,two", "parts": "one,two", "joints": "a,b",
                "part_one_element": "body", "part_one_mass": 1, "part_one_inertia": "0.1,0.2,0.3,0,0,0", "part_two_element": "body", "part_two_mass": 2, "part_two_inertia": "0.3,0.1,0.25,0,0,0",
                **joint("a", "revolute", set="one", axis="0,0,1", point="0,0,0", angle="7*t"), **joint("b", "revolute", axis="1,0,0", point="1,0,0", angle="11*t+t^2")}
        out = run(analysis="kinematic", dt=0.05, t_end=3, probes="one,two", **keys)
        t = out.time
        b, p, dp = 11 * t + t**2, 11 + 2 * t, 2
        W, J = 7, np.array([0.3, 0.1, 0.25])
        w = np.array([p, W * np.sin(b), W * np.cos(b)])  # of the second body, in its axes
        wd = np.array([dp + 0 * t, W * np.cos(b) * p, -W * np.sin(b) * p])
        moment = J[0] * wd[0] - (J[1] - J[2]) * w[1] * w[2]
        # its center: 0.5 along the body's y axis from the axis of b, which runs at 1 from that of a
        y, z = 0.5 * np.cos(b), 0.5 * np.sin(b)
        ydd, zdd = -0.5 * (np.sin(b) * dp + np.cos(b) * p**2), 0.5 * (np.cos(b) * dp - np.sin(b) * p**2)
        moment += 2 * (y * zdd - z * (ydd - W**2 * y))  # of m a about the axis of b, in axes that turn with a
        axis = np.array([np.cos(7 * t), np.sin(7 * t), 0 * t])
        found = np.sum(out.probe["b"]["reaction"][:, 3:].T * axis, axis=0)
        np.testing.assert_allclose(found, moment, atol=1e-11 * abs(moment).max())
        np.testing.assert_allclose(out.probe["b"]["angle"], b, atol=1e-12 * b.max())

    def test_excavator_arm(self):
        """At rest the boom's cylinder has the moment of the weights about the foot over its arm; moving, the arm comes back to where it was, and the cylinders' work
        is what is in the motion, to second order."""
        still = {f"joint_{name}_cylinder_displacement": 0 for name in ("boom", "stick", "bucket")}
        out = run("excavator_arm", t_end=0.02, **still)
        along = np.array([1.2, 2.1]) / np.hypot(1.2, 2.1)
        force = 9.81 * (1800 * 2 + 900 * 5 + 1500 * 6.3) / (0.7 * along[1] + 0.6 * along[0])
        np.testing.assert_allclose(out.probe["boom_cylinder"]["reaction"][:, :2], [force * along] * 2, atol=1e-12 * force)
        left = []
        for dt in (0.04, 0.02):
            out = run("excavator_arm", dt=dt)
            self.assertLess(max(abs(out.probe[name]["angle"][-1]) for name in ("foot", "elbow", "wrist")), 1e-13)
            left.append(abs(out.energy["total"] - out.energy["external"] - out.energy["total"][0]).max())
        self.assertAlmostEqual(left[0] / left[1], 4, delta=0.1)

    def test_bodies_without_mass(self):
        """Motion is prescribed, so no mass is needed to find it: the torque is that of the other body's weight."""
        out = run(**{**ARM, "part_one_mass": 1e-300, "part_one_inertia": "0,0,1e-300,0,0,0"})
        self.assertLess(out.constraint["position"].max(), 1e-14)


class Ends(unittest.TestCase):
    def stops(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output="out.h5", **keys), cwd=folder)
            self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
            return done.stderr

    def test_lockup(self):
        """A rod shorter than the crank: the crank stops at asin(1/2), at t = 0.5236."""
        keys = {**SHORT, **joint("shaft", "revolute", set="one", point="0,0,0", angle="t")}
        self.assertRegex(self.stops(**keys), r"stops at t = 0\.523[456]\d*, with steps down to .*; it is farthest off at joint '\w+' at")

    def test_dead_point(self):
        """Driven by the slider to its dead point, at t = 1: there the crank may go either way."""
        keys = {**SHORT, **joint("shaft", "revolute", set="one", point="0,0,0"), **joint("slider", "prismatic", set="two", axis="1,0,0"), "joint_slider_displacement": "0.1*t-0.1"}
        keys |= {"point_two": "0.8,0,0", "joint_slider_type": "point_on_axis", "joint_slider_point": "1,0,0", "joint_pin_point": "0.6,0,0", "initials": "one", "initial_one_rotation_z": 0.3, "assemble": "positions"}
        self.assertRegex(self.stops(**keys), r"stops at t = (1|0\.99\d*|1\.00\d*), with .* joint '\w+'")

    def test_scissor_lift(self):
        """Two crossed beams in space, a table on a pin and a slide: 2 rows are redundant. The slide's driver has the power of what is lifted, m g z', while nothing
        accelerates much. Upright, at t = 0.5, it has no lever, and passes to the other side, until its beams lie flat."""
        keys = {"mesh": "frame", "points": "a,b,table", "point_a": "0.5,0,0.3", "point_b": "0.5,0,0.3", "point_table": "0.5,0,0.6", "links": "cross,ta,tb", "link_cross": "a,b", "link_ta": "table,a",
                "link_tb": "b,table", "analysis": "kinematic", "gravity": "0,0,-9.81", "parts": "a,b,table", **body("a", mass=5), **body("b", mass=5), **body("table", mass=50),
                "joints": "foot,slide,cross,ta,tb", **joint("foot", "revolute", set="a", axis="0,1,0", point="0,0,0"), **joint("slide", "point_on_axis", set="b", axis="1,0,0", point="1,0,0"),
                **joint("cross", "revolute", axis="0,1,0", point="0.5,0,0.3"), **joint("ta", "point_on_axis", axis="1,0,0", point="1,0,0.6"), **joint("tb", "revolute", axis="0,1,0", point="0,0,0.6")}
        out = run(**keys, joint_slide_displacement="-1e-3*t", dt=0.1, t_end=2)
        span = 1 - 1e-3 * out.time
        climb = 1e-3 * span / np.sqrt(1.36 - span**2)  # of the table; the beams' centers are half as high
        np.testing.assert_allclose(out.probe["slide"]["motor_power"], 9.81 * (50 + 5) * climb, rtol=1e-5)
        fast = {"joint_slide_displacement": "-2*t", "dt": 0.05, "t_end": 3}
        self.assertRegex(self.stops(**keys, **fast, change_points="stop"), r"stops at t = 0\.(4999|5)\d*, with .* where its joints lock or its motion branches")
        self.assertRegex(self.stops(**keys, **fast), r"stops at t = 1\.08\d*, with .* the joints do not let the mechanism follow its drivers from here")
        self.assertLess(1 - 2 * 1.084, -np.sqrt(1.36))
        out = run(**keys, **{**fast, "t_end": 1}, probes="table")
        np.testing.assert_allclose(0.6 + out.probe["table"]["displacement"][:, 2], np.sqrt(1.36 - (1 - 2 * out.time) ** 2), atol=1e-9)


class Refused(refusal.Table):
    ROWS = [
        ("slider_crank", {"analysis": "kinematic"}, r"needs drivers for all motion: one degree of freedom is left; drive shaft.angle "),
        ("flexible_slider_crank", {"analysis": "kinematic"}, r"is for rigid bodies.*: part '\w+' is flexible, and \d+ degrees of freedom are left; use -analysis transient"),
        ("double_pendulum", {"analysis": "kinematic"}, r"4 degrees of freedom are left, of which joints could drive 1: hinge.angle; add joints"),
        ("sdof", {"analysis": "kinematic"}, r"the model has no -joints"),
        ("slider_crank", {"analysis": "kinematic", "joint_shaft_angle": "t", "joint_pin_angle": "-2*t"}, r"prescribe motions that other joints and supports already hold"),
        ("slider_crank", {"analysis": "kinematic", "joint_shaft_angle": "t", "dt_min": 1}, r"-dt_min 1 is more than the step"),
    ]


if __name__ == "__main__":
    unittest.main()
