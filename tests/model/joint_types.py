# SPDX-License-Identifier: BSD-2-Clause
"""Planes, screws and joints of constant velocity against closed forms."""
import unittest

import numpy as np

from models import balance, joint, matrix, one_body, rotation_vector, two_bodies


def text(x):
    return ",".join(repr(float(v)) for v in x)


class Screw(unittest.TestCase):
    def test_falls_as_it_turns(self):
        """Along its vertical axis: a = g / (1 + J (2 pi / p)^2 / m), over some turns, right-handed or left-handed; in history, angles with their turns."""
        g, t_end = 9.81, 3
        for pitch in (0.4, -0.3):
            ratio = 2 * np.pi / pitch
            out = one_body((0, 0, 1), gravity=f"0,0,{-g}", joints="nut", t_end=t_end, **joint("nut", "screw", set="body", axis="0,0,1", pitch=pitch))
            s = -g / (1 + 0.1 * ratio**2) * out.time**2 / 2
            self.assertGreater(abs(s[-1] * ratio), 4 * np.pi)
            np.testing.assert_allclose(out.probe["body"]["displacement"][:, 2], s, atol=1e-9)
            np.testing.assert_allclose(out.probe["nut"]["angle"], s * ratio, atol=1e-8)
            np.testing.assert_allclose(out.probe["nut"]["reaction"][1:, 5], 0.1 * ratio * s[-1] / (t_end**2 / 2), atol=1e-7)

    def test_turns_fast(self):
        """More than half a turn in every step: it moves on as fast as it began."""
        keys = joint("nut", "screw", set="body", axis="0,0,1", pitch=0.1)
        speed = 500 * 0.1 / (2 * np.pi)
        for scheme in ({"stabilize": "projection", "integrator": "esdirk43_6l"}, {"stabilize": "none", "integrator": "lms4"}):
            out = one_body((0, 0, 0), joints="nut", initials="body", initial_body_velocity_z=speed, initial_body_angular_velocity_z=500, t_end=0.2, **{**scheme, **keys})
            np.testing.assert_allclose(out.probe["nut"]["angle"], 500 * out.time, rtol=1e-10, atol=1e-9)
            np.testing.assert_allclose(out.probe["body"]["displacement"][:, 2], speed * out.time, rtol=1e-10, atol=1e-10)

    def test_driven(self):
        """The angle drives the displacement; the motor's moment moves the mass: its work is the energy."""
        keys = joint("nut", "screw", set="body", axis="0,0,2", pitch=0.5, angle="10*t^3")
        out = one_body((0, 0, 0), joints="nut", **keys)
        np.testing.assert_allclose(out.probe["body"]["displacement"][:, 2], 0.5 / (2 * np.pi) * 10 * out.time**3, atol=1e-10)
        finer = one_body((0, 0, 0), joints="nut", dt=0.005, **keys)
        self.assertLess(balance(finer), balance(out) / 3.9)  # works are sums of second order

    def test_spring_at_the_angle(self):
        """It swings with the inertia that it has about the axis, its mass in it."""
        keys = joint("nut", "screw", set="body", axis="0,0,1", pitch=2 * np.pi, angle_stiffness=4.4, angle_rest=1)
        out = one_body((0, 0, 0), joints="nut", **keys)
        np.testing.assert_allclose(out.probe["nut"]["angle"], 1 - np.cos(2 * out.time), atol=1e-6)


class Planes(unittest.TestCase):
    """A puck on a plane that is inclined by 0.3: axes of the plane down the slope and across."""

    down, across, normal = np.array([np.cos(0.3), 0, -np.sin(0.3)]), np.array([0.0, 1, 0]), np.array([np.sin(0.3), 0, np.cos(0.3)])
    axes = {"set": "body", "axis": text(normal), "second_axis": text(2 * down)}

    def test_slides(self):
        """Down the slope with g sin, across as it began; in_plane leaves its rotation alone, planar keeps it upright."""
        for type, w in (("in_plane", (1.0, 2.0, -1.5)), ("planar", 3 * self.normal)):
            start = {f"initial_body_{k}_{c}": repr(float(v)) for k, x in (("velocity", 0.7 * self.across), ("angular_velocity", w)) for c, v in zip("xyz", x)}
            out = one_body((1, 2, 3), gravity="0,0,-9.81", joints="ice", initials="body", **start, **joint("ice", type, **self.axes))
            s, y = 9.81 * np.sin(0.3) * out.time**2 / 2, 0.7 * out.time
            np.testing.assert_allclose(out.probe["body"]["displacement"], np.outer(s, self.down) + np.outer(y, self.across), atol=1e-10)
            np.testing.assert_allclose(out.probe["ice"]["displacement"], s, atol=1e-10)
            np.testing.assert_allclose(out.probe["ice"]["second_displacement"], y, atol=1e-10)
            np.testing.assert_allclose(rotation_vector(out.probe["body"]["rotation"]), np.outer(out.time, w), atol=1e-9)  # a sphere's inertia
            np.testing.assert_allclose(out.probe["ice"]["reaction"], [[*9.81 * np.cos(0.3) * self.normal, 0, 0, 0]] * len(s), atol=1e-8)
            self.assertEqual("angle" in out.probe["ice"], type == "planar")

    def test_driven_along_a_circle(self):
        """All three coordinates at once: a plane path, and a turn beside it."""
        out = one_body((1, 2, 3), joints="ice", **joint("ice", "planar", **self.axes, displacement="cos(t^2)-1", second_displacement="sin(t^2)", angle="-5*t^2"))
        t = out.time**2
        np.testing.assert_allclose(out.probe["body"]["displacement"], np.outer(np.cos(t) - 1, self.down) + np.outer(np.sin(t), self.across), atol=1e-10)
        np.testing.assert_allclose(out.probe["body"]["angular_velocity"], np.outer(-10 * out.time, self.normal), atol=1e-9)

    def test_springs(self):
        """Each coordinate swings for itself: a Lissajous figure that turns."""
        keys = joint("ice", "planar", **self.axes, displacement_stiffness=9, displacement_rest=1, second_displacement_stiffness=25, angle_stiffness=0.4, angle_rest=-2)
        out = one_body((0, 0, 0), joints="ice", initials="body", initial_body_velocity_y=1, **keys)
        np.testing.assert_allclose(out.probe["ice"]["displacement"], 1 - np.cos(3 * out.time), atol=1e-6)
        np.testing.assert_allclose(out.probe["ice"]["second_displacement"], np.sin(5 * out.time) / 5, atol=1e-6)
        np.testing.assert_allclose(out.probe["ice"]["angle"], -2 * (1 - np.cos(2 * out.time)), atol=1e-6)

    def test_in_a_plane_model(self):
        """A line in the plane that a point stays on; a joint in the plane of the model holds nothing, but prescribes."""
        keys = {"directions": "xz", "gravity": "0,0,-9.81"}
        out = one_body((1, 0, 3), joints="ice", **keys, **joint("ice", "in_plane", **self.axes))
        np.testing.assert_allclose(out.probe["body"]["displacement"], np.outer(9.81 * np.sin(0.3) * out.time**2 / 2, self.down), atol=1e-10)
        out = one_body((1, 0, 3), joints="ice", **keys, **joint("ice", "planar", set="body", axis="0,1,0", second_axis="1,0,0", displacement="t^2", angle="2*t^2"))
        np.testing.assert_allclose(out.probe["body"]["displacement"], np.outer(out.time**2, [1, 0, 0]) - np.outer(9.81 * out.time**2 / 2, [0, 0, 1]), atol=1e-9)
        np.testing.assert_allclose(out.probe["ice"]["angle"], 2 * out.time**2, atol=1e-10)


class ConstantVelocity(unittest.TestCase):
    def test_shafts_turn_alike(self):
        """At any angle between them, and over turns."""
        for bend in (0.0, 0.5, 1.5, 2.5):
            shaft = text([np.cos(bend), np.sin(bend), 0])
            keys = {**joint("motor", "revolute", set="one", axis="1,0,0", angle="9*t^2"), **joint("output", "point_on_axis", set="two", axis=shaft, point=shaft),
                    **joint("ball", "constant_velocity", set="pair", axis="1,0,0", second_axis=shaft, point="0,0,0")}
            out = two_bodies((0, 0, 0), (0, 0, 0), joints="motor,output,ball", **keys)
            np.testing.assert_allclose(out.probe["two"]["angular_velocity"], np.outer(18 * out.time, [np.cos(bend), np.sin(bend), 0]), atol=1e-8)
            np.testing.assert_allclose(out.probe["two"]["displacement"], 0 * out.probe["two"]["displacement"], atol=1e-9)

    def test_free_bodies(self):
        """Two that float and tumble, joined: however they bend, no twist; momentum, angular momentum and energy stay."""
        keys = joint("ball", "constant_velocity", set="pair", axis="1,0.2,0", second_axis="1,-0.5,0.3", point="0.3,0.1,0")
        start = {f"initial_{b}_angular_velocity_{c}": v for b, w in (("one", (3, 2, -1)), ("two", (3, -2, 4))) for c, v in zip("xyz", w)}
        out = two_bodies((0, 0, 0), (1, 0, 0), joints="ball", assemble="velocities", initials="one,two", part_one_inertia="0.1,0.2,0.25,0,0,0", **start, **keys)
        first, second = (np.array(v) / np.linalg.norm(v) for v in ((1, 0.2, 0), (1, -0.5, 0.3)))
        x = np.cross(first, [0, 0, 1]) / np.linalg.norm(np.cross(first, [0, 0, 1]))
        axis = np.cross(first, second)
        turn = matrix(np.array([[1 + first @ second, *axis]]) / np.linalg.norm([1 + first @ second, *axis]))[0]  # the shortest from the first to the second
        (x1, y1), (x2, y2) = ([R @ v for v in (u, np.cross(shaft, u))] for R, u, shaft in ((matrix(out.probe["one"]["rotation"]), x, first), (matrix(out.probe["two"]["rotation"]), turn @ x, second)))
        np.testing.assert_allclose(np.einsum("ij,ij->i", x1, y2), np.einsum("ij,ij->i", y1, x2), atol=1e-11)
        self.assertGreater(np.ptp(np.einsum("ij,ij->i", np.cross(x1, y1), np.cross(x2, y2))), 0.5)  # of the cosine of the bend
        for name in ("momentum", "angular_momentum"):
            np.testing.assert_allclose(out.history[name], out.history[name][:1].repeat(len(out.time), 0), atol=1e-6)
        np.testing.assert_allclose(out.energy["total"], out.energy["total"][0], rtol=1e-6)


if __name__ == "__main__":
    unittest.main()
