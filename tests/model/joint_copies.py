# SPDX-License-Identifier: BSD-2-Clause
"""Joints in patterns: points and axes are copied with the cells, as if each copy had been described by hand."""
import unittest

import numpy as np

from models import joint
from run import RANKS, release, run

ROTOR = {"element": "body", "mass": 2, "inertia": "0.3,0.3,0.3,0,0,0"}
RUN = {"integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.05, "t_end": 0.4, "gravity": "0.3,-0.4,-9.81"}


def text(x):
    return ",".join(repr(float(v)) for v in x)


def turn(axis, degrees):
    """The matrix of a rotation, by Rodrigues."""
    a = np.array(axis) / np.linalg.norm(axis)
    w = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    t = np.radians(degrees)
    return np.eye(3) + np.sin(t) * w + (1 - np.cos(t)) * w @ w


def frame(n, **pattern):
    """n copies of two bodies 'a' and 'b' with a link 'pair' between them."""
    keys = {"mesh": "frame", "points": "a,b", "point_a": "2,0.1,0.3", "point_b": "2.5,0.3,0.1", "links": "pair", "link_pair": "a,b"}
    keys.update({"patterns": "ring", "pattern_ring": "a,b", "pattern_ring_n": n})
    keys.update({f"pattern_ring_{k}": v for k, v in pattern.items()})
    keys.update({"parts": "a,b", "probes": ",".join(f"probe_{p}{k}" for p in "ab" for k in range(n))})
    keys.update({f"part_{p}_{k}": v for p in "ab" for k, v in ROTOR.items()})
    for k in range(n):
        keys.update({f"probe_probe_{p}{k}_set": f"{p}+{k}" for p in "ab"})
    return keys


def by_hand(name, n, move, type, points, axes, **more):
    """One joint for each copy; move(k) gives its R and translation."""
    keys = {}
    for k in range(n):
        R, c = move(k)
        placed = {w: text(R @ np.array(x) + c) for w, x in points.items()}
        turned = {w: text(R @ np.array(x)) for w, x in axes.items()}
        keys.update(joint(f"{name}{k}", type, set=f"{name}+{k}", **placed, **turned, **more))
    return keys


def copied(name, type, points, axes, **more):
    return joint(name, type, **{w: text(x) for w, x in {**points, **axes}.items()}, **more)


STIFFNESS = np.diag([900, 700, 500, 60, 50, 40.0]) + 20 * np.eye(6)[::-1]
CASES = (
    ("revolute", {"point": (2.2, 0, 0.4)}, {"axis": (1, 2, -1)}, {}),
    ("revolute", {"point": (2.2, 0, 0.4)}, {"axis": (1, 0, 0)}, {"angle": "0.8*t^3"}),
    ("cylindrical", {"point": (2.2, 0, 0.4)}, {"axis": (1, 2, -1)}, {"displacement_stiffness": 500}),
    ("universal", {"point": (2.2, 0, 0.4)}, {"axis": (1, 0, 0), "second_axis": (0, 1, 2)}, {}),
    ("in_plane", {}, {"axis": (1, 1, 0), "second_axis": (0, 0, 1)}, {"second_displacement_stiffness": 100}),
    ("screw", {"point": (2.2, 0, 0.4)}, {"axis": (0, 2, -1)}, {"pitch": 0.5}),
    ("spring_damper", {"point": (2.1, 0, 0.4), "second_point": (2.4, 0.2, 0.5)}, {}, {"displacement_stiffness": 300}),
    ("bushing", {"point": (2.2, 0, 0.4)}, {"axis": (1, 2, -1), "second_axis": (2, -1, 0)}, {"stiffness": text(STIFFNESS.ravel())}),
)


class Copies(unittest.TestCase):
    def compare(self, n, pattern, move, cases=CASES, **more):
        """Motions and reactions with one copied joint are those with a joint for each copy."""
        for type, points, axes, law in cases:
            hinge = {"point": (1.9, 0, 0.2)}, {"axis": (0, 1, 0)}
            keys = {**frame(n, **pattern), **RUN, **more}
            hand = {**by_hand("a", n, move, "revolute", *hinge), **by_hand("pair", n, move, type, points, axes, **law)}
            one = run(**keys, joints="a,pair", **copied("a", "revolute", *hinge), **copied("pair", type, points, axes, **law))
            each = run(**keys, joints=",".join(f"{j}{k}" for j in ("a", "pair") for k in range(n)), **hand)
            with self.subTest(type=type):
                for p in one.probe:
                    if p.startswith("probe_"):
                        np.testing.assert_allclose(one.probe[p]["displacement"], each.probe[p]["displacement"], atol=1e-10)
                moved = max(np.abs(one.probe[f"probe_b{k}"]["displacement"]).max() for k in range(n))
                self.assertGreater(moved, 0.01)
                for k in range(n):
                    np.testing.assert_allclose(one.probe["a"]["reaction"][:, k], each.probe[f"a{k}"]["reaction"], rtol=1e-7, atol=1e-7)

    def about_an_axis(self, cases):
        axis, point, vector = (1, 2, 2), np.array((0.2, 0.1, 0)), np.array((0.1, 0, 0.2))
        pattern = {"axis": text(axis), "point": text(point), "angle": 50, "vector": text(vector)}

        def move(k):
            R = turn(axis, 50 * k)
            return R, point - R @ point + k * vector

        self.compare(3, pattern, move, cases)

    def test_about_an_axis(self):
        """Turned about an axis off the origin, along a screw."""
        self.about_an_axis(CASES[1::6])

    @release
    def test_all_types_about_an_axis(self):
        self.about_an_axis(CASES)

    def test_in_a_row(self):
        """Each copy has its own point, which was that of the first one for all."""
        self.compare(3, {"vector": "0,1,0.5"}, lambda k: (np.eye(3), k * np.array((0, 1, 0.5))), CASES[:1])

    def test_in_a_mesh_that_is_placed(self):
        """Points and axes are those of the mesh after -mesh_scale, -mesh_rotate and -mesh_translate."""
        M, t = turn((1, 0, 0), 30), np.array((0.5, -1, 2))

        def move(k):
            R = M @ turn((0, 0, 1), 90 * k) @ M.T
            return R, t - R @ t

        self.compare(4, {"axis": "0,0,1"}, move, CASES[:1], mesh_scale=0.8, mesh_rotate="30,0,0", mesh_translate=text(t))

    def test_rotors(self):
        """Four pendulums about tangents of a circle: each moves as the first one, turned."""
        keys = {**frame(4, axis="0,0,1"), **RUN, "gravity": "0,0,-9.81", "joints": "a,b"}
        keys.update(joint("a", "revolute", point="1.5,0.1,0.3", axis="0,1,0"))
        keys.update(joint("b", "weld"))
        runs = [run(**keys, ranks=ranks) for ranks in RANKS]
        for out in runs:
            first = out.probe["probe_a0"]["displacement"]
            self.assertGreater(np.abs(first).max(), 0.1)
            for k in range(4):
                np.testing.assert_allclose(out.probe[f"probe_a{k}"]["displacement"], first @ turn((0, 0, 1), 90 * k).T, atol=1e-12)
                np.testing.assert_allclose(out.probe[f"probe_a{k}"]["displacement"], runs[0].probe[f"probe_a{k}"]["displacement"], atol=1e-12)

    def test_one_copy(self):
        """The options of a joint in one copy describe this copy."""
        keys = {**frame(4, axis="0,0,1"), **RUN, "joints": "a,rest", **joint("a", "revolute", set="a+1", point="0,1.5,0.3", axis="1,0,0")}
        out = run(**keys, **joint("rest", "weld", set="a+0,a+2,a+3"))
        np.testing.assert_allclose(out.probe["probe_a1"]["displacement"][:, 0], 0, atol=1e-12)
        self.assertGreater(np.abs(out.probe["probe_a1"]["displacement"]).max(), 0.1)


if __name__ == "__main__":
    unittest.main()
