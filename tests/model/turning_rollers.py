# SPDX-License-Identifier: BSD-2-Clause
"""Rollers whose normal turns with the structure: a joint in_plane from the node that turns to a point that is fixed, or to another body."""
import os
import tempfile
import unittest

import numpy as np

from models import joint, matrix
from run import RANKS, fsolve, options, run

BODY = {"part_a_element": "body", "part_a_mass": 3, "part_a_inertia": "0.4,0.5,0.6,0,0,0"}
LEVER = {"mesh": "frame", "points": "a,peg", "point_a": "0,0,0", "point_peg": "1,0,0", "links": "roller", "link_roller": "a,peg", "parts": "lever", "part_lever_set": "a",
         "supports": "peg", "probes": "end", "probe_end_set": "a", **{k.replace("part_a", "part_lever"): v for k, v in BODY.items()}, "directions": "xz"}
ROLLER = joint("roller", "in_plane", axis="0,0,1", point="0,0,0", second_point="1,0,0")  # the lever's plane z = 0, and the peg in it
GUIDE = joint("guide", "point_on_axis", set="a", axis="0,0,1")


class Lever(unittest.TestCase):
    """A lever whose end goes along a vertical guide, while its side slides over a peg at a distance of 1 m from the guide."""

    def test_reaction(self):
        """The peg pushes at right angles to the lever as it is, not as it was: the moment over the distance."""
        moment = 7.0
        keys = {**LEVER, "joints": "guide,roller", **ROLLER, **GUIDE, "joint_guide_displacement": "t", "analysis": "static", "dt": 0.25, "t_end": 1,
                "loads": "turn", "load_turn_set": "a", "load_turn_moment": f"0,{moment},0"}
        for ranks in RANKS:
            out = run(ranks=ranks, **keys)
            normal = matrix(out.probe["end"]["rotation"]) @ (0, 0, 1)
            arm = np.stack((np.ones_like(out.time), 0 * out.time, -out.time), axis=1)  # from the lever's end to the peg
            np.testing.assert_allclose((normal * arm).sum(axis=1), 0, atol=1e-10)
            force = moment * out.time / np.hypot(1, out.time)  # loads of statics grow with t; the lever presses the peg down
            loaded = out.time > 0
            np.testing.assert_allclose(out.probe["roller"]["reaction"][loaded, :3], -(force[:, None] * normal)[loaded], atol=1e-8)
            np.testing.assert_allclose(out.probe["guide"]["displacement"][-1], 1, atol=1e-10)

    def test_free_motion(self):
        """The lever falls: the roller does no work, and the peg stays in the plane of the lever."""
        out = run(**LEVER, joints="guide,roller", **ROLLER, **GUIDE, gravity="0,0,-9.81", integrator="esdirk43_6l", stabilize="projection", dt=0.005, t_end=0.5)
        e, x = out.energy, out.probe["end"]["displacement"]
        np.testing.assert_allclose(e["kinetic"], e["external"], atol=1e-6 * abs(e["external"]).max())
        normal = matrix(out.probe["end"]["rotation"]) @ (0, 0, 1)
        np.testing.assert_allclose((normal * ((1, 0, 0) - x)).sum(axis=1), 0, atol=1e-9)
        self.assertGreater(abs(x[-1, 2]), 0.5)

    def test_no_warning(self):
        """A support holds the peg, which needs no mass."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**LEVER, joints="guide,roller", **ROLLER, **GUIDE, gravity="0,0,-9.81", dt=0.005, t_end=0.01, output=os.path.join(folder, "o.h5")))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("has no mass", done.stderr)


class OnBody(unittest.TestCase):
    def test_plane_of_a_body(self):
        """A bar on a plane that belongs to a turning body: in the body's axes it moves as in a plane at rest, which turns with the ground."""
        turn = "0.3*t^2"
        keys = {"mesh": "frame", "points": "table,ball", "point_table": "0,0,0", "point_ball": "0.5,0,0", "links": "roller", "link_roller": "table,ball", "directions": "xz",
                "parts": "table,ball", **{k.replace("part_a", "part_table"): v for k, v in BODY.items()}, "part_ball_element": "mass", "part_ball_mass": 1, "joints": "hinge,roller",
                **joint("hinge", "revolute", set="table", axis="0,1,0", angle=turn), **joint("roller", "in_plane", axis="0,0,1", point="0,0,0", second_point="0.5,0,0"),
                "probes": "b", "probe_b_set": "ball", "integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.01, "t_end": 1}
        out = run(**keys)
        x, angle = np.array((0.5, 0, 0)) + out.probe["b"]["displacement"], 0.3 * out.time**2
        np.testing.assert_allclose(x[:, 0] * np.sin(angle) + x[:, 2] * np.cos(angle), 0, atol=1e-9)  # in the plane
        v = 1e-3  # step for the ball on the plane: r'' = angle'^2 r
        state, t = np.array((0.5, 0.0)), 0.0
        while t < 1 - v / 2:
            rate = lambda s, at: np.array((s[1], (0.6 * at) ** 2 * s[0]))
            k1 = rate(state, t)
            k2 = rate(state + v / 2 * k1, t + v / 2)
            k3 = rate(state + v / 2 * k2, t + v / 2)
            k4 = rate(state + v * k3, t + v)
            state, t = state + v / 6 * (k1 + 2 * k2 + 2 * k3 + k4), t + v
        self.assertGreater(state[0] - 0.5, 0.01)
        np.testing.assert_allclose(np.linalg.norm(x[-1]), state[0], rtol=1e-7)


if __name__ == "__main__":
    unittest.main()
