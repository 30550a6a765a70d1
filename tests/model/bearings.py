# SPDX-License-Identifier: BSD-2-Clause
"""Plain machines whose bearings hold more than they must: on any axis they turn and slide by their closed forms. By seeds, which choose axes, sizes and masses."""
import os
import tempfile
import unittest

import numpy as np

from models import joint
from run import Output, fsolve, options, release

END = 0.1


def triple(x):
    return ",".join(repr(float(c)) for c in x)


def unit(x):
    return x / np.linalg.norm(x)


class Machine:
    """A machine of a kind: options, and what its first coordinate must be at END."""

    def __init__(self, kind, seed):
        self.rng = np.random.default_rng(seed)
        self.points, self.links, self.parts, self.joints, self.more = {}, {}, {}, {}, {}
        self.size = 10 ** self.rng.uniform(-1, 1)
        self.names = []
        self.first, self.end, self.second, self.second_end = None, 0.0, None, None
        getattr(self, kind)()

    def body(self, name, place, principal=None):
        """A body whose inertia keeps to the triangle inequality; returns its inertia about the axes of the model."""
        mass = 10 ** self.rng.uniform(-1, 1)
        squares = self.rng.uniform(0.01, 0.1, 3) * self.size**2
        moments = mass * (squares.sum() - squares) if principal is None else mass * self.size**2 * np.array(principal)
        self.points[name] = place
        self.parts.update({f"part_{name}_element": "body", f"part_{name}_mass": repr(mass), f"part_{name}_inertia": triple(moments) + ",0,0,0"})
        self.names.append(name)
        return mass, np.diag(moments)

    def hold(self, name, body, type, axis, point, **keys):
        words = {"set": body} | ({} if type == "spherical" else {"axis": triple(axis)})
        self.joints.update(joint(name, type, point=triple(point), **words, **keys))
        self.more.setdefault("joints", []).append(name)

    def axis(self):
        return unit(self.rng.normal(size=3))

    def shaft(self, name, place, axis, types, **keys):
        """A balanced body in two bearings at any points of its axis; returns its moment of inertia about it."""
        _, inertia = self.body(name, place)
        for k, type in enumerate(types):
            along = self.size * self.rng.uniform(0.2, 2) * (-1) ** k
            self.hold(f"{name}{k}", name, type, axis, place + along * axis, **(keys if k == 0 else {}))
        return axis @ inertia @ axis

    def rotor(self, types=("revolute", "revolute")):
        moment = self.rng.uniform(0.5, 2) * self.size**2
        axis = self.axis()
        J = self.shaft("r", self.size * self.rng.normal(size=3), axis, types, angle_motor=repr(moment))
        self.first, self.end = ("r0", "angle"), moment / J * END**2 / 2

    def cylinders(self):
        self.rotor(("cylindrical", "cylindrical"))

    def ball(self):
        self.rotor(("revolute", "spherical"))

    def sled(self):
        axis, place, force = self.axis(), self.size * self.rng.normal(size=3), self.rng.uniform(1, 5) * self.size
        mass, _ = self.body("s", place)
        for k in (0, 1):
            self.hold(f"s{k}", "s", "prismatic", axis, place + self.size * self.rng.normal(size=3), **({"displacement_motor": repr(force)} if k == 0 else {}))
        self.first, self.end = ("s0", "displacement"), force / mass * END**2 / 2

    def gears(self):
        moment, ratio = self.rng.uniform(0.5, 2) * self.size**2, self.rng.uniform(0.5, 2)
        first = self.shaft("r", np.zeros(3), self.axis(), ("revolute", "revolute"), angle_motor=repr(moment))
        second = self.shaft("q", 3 * self.size * self.axis(), self.axis(), ("revolute", "revolute"))
        self.more.update(couplings="g", coupling_g_type="gear", coupling_g_of="r0.angle,q0.angle", coupling_g_radii=f"1,{ratio!r}")
        self.first, self.end = ("r0", "angle"), moment / (first + second / ratio**2) * END**2 / 2
        self.second, self.second_end = ("q0", "angle"), -self.end / ratio

    def shafts(self, bend):
        """Two shafts whose axes meet at the origin; returns the axes."""
        one = self.axis()
        across = unit(np.cross(one, self.axis()))
        other = np.cos(bend) * one + np.sin(bend) * np.cross(across, one)
        self.links["u"] = "r,q"
        self.more["links"] = "u"
        rate = self.rng.uniform(2, 10)
        self.shaft("r", -self.size * one, one, ("revolute", "revolute"), angle=f"{rate!r}*t")
        self.shaft("q", self.size * other, other, ("revolute", "revolute"))
        self.more["assemble"] = "velocities"
        self.first, self.end = ("r0", "angle"), rate * END
        return one, other, across

    def hooke(self):
        bend = self.rng.uniform(0.2, 1)
        one, other, across = self.shafts(bend)
        self.joints.update(joint("u", "universal", point="0,0,0", axis=triple(across), second_axis=triple(np.cross(other, across))))
        self.more["joints"].append("u")
        # the fork of the first shaft is across the plane of the axes at the start
        self.second, self.second_end = ("q0", "angle"), np.arctan(np.tan(self.end) * np.cos(bend))

    def constant_velocity(self):
        one, other, _ = self.shafts(self.rng.uniform(0.2, 1))
        self.joints.update(joint("u", "constant_velocity", point="0,0,0", axis=triple(one), second_axis=triple(other)))
        self.more["joints"].append("u")
        self.second, self.second_end = ("q0", "angle"), self.end

    def run(self, **keys):
        words = {"mesh": "frame", "points": ",".join(self.points), "parts": ",".join(self.names), "dt": 5e-3, "t_end": END}
        words.update({f"point_{name}": triple(x) for name, x in self.points.items()})
        words.update({f"link_{name}": nodes for name, nodes in self.links.items()})
        words.update(self.parts)
        words.update(self.joints)
        words.update(self.more, joints=",".join(self.more["joints"]), integrator="esdirk43_6l", stabilize="projection", **keys)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(output=path, **words))
            return done, Output(path) if done.returncode == 0 else None


KINDS = ("rotor", "cylinders", "ball", "sled", "gears", "hooke", "constant_velocity")


class Bearings(unittest.TestCase):
    def check(self, kind, seed):
        machine = Machine(kind, seed)
        with self.subTest(f"{kind}, seed {seed}"):
            done, out = machine.run()
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"rows of joints follow from the others \([a-z0-9, ]+\)")
            for place, value in ((machine.first, machine.end), (machine.second, machine.second_end)):
                if place:
                    got = out.probe[place[0]][place[1]][-1]
                    self.assertAlmostEqual(got, value, delta=1e-9 * max(1, machine.size))

    def test_some(self):
        for k, kind in enumerate(KINDS):
            self.check(kind, k)

    @release
    def test_many(self):
        for k, kind in enumerate(KINDS):
            for seed in range(7 + 9 * k, 16 + 9 * k):
                self.check(kind, seed)


class Locked(unittest.TestCase):
    BODY = {"mesh": "frame", "points": "r", "point_r": "0,0,0", "parts": "r", "part_r_element": "body", "part_r_mass": 2, "part_r_inertia": "0.02,0.03,0.04,0,0,0", "dt": 0.005, "t_end": 0.02}
    LINE = "(?m)^joints and supports hold all nodes"

    def done(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output=os.path.join(folder, "out.h5"), **{**self.BODY, **keys}))
            self.assertEqual(done.returncode, 0, done.stderr)
            return done

    def test_locked(self):
        """By an axis beside the other, or by a gear between the two angles of one shaft; a shaft that turns, or is driven, is not locked."""
        bearings = {"joints": "a,b", **joint("a", "revolute", set="r", axis="0,0,1"), **joint("b", "revolute", set="r", axis="0,0,1", point="0,0,1")}
        self.assertNotRegex(self.done(**bearings).stdout, self.LINE)
        self.assertRegex(self.done(**{**bearings, "joint_b_point": "0.1,0,0"}).stdout, self.LINE)
        self.assertRegex(self.done(**bearings, couplings="g", coupling_g_type="gear", coupling_g_of="a.angle,b.angle", coupling_g_radii="1,1").stdout, self.LINE)
        self.assertNotRegex(self.done(**bearings, joint_a_angle="t", assemble="velocities").stdout, self.LINE)
        self.assertEqual(self.done(**{**bearings, "joint_b_point": "0.1,0,0"}, quiet=True).stdout, "")

    def test_inertia(self):
        """Moments that no mass has, also in turned axes and away from the node; a thin disk with few digits is right, and a wheel has one moment."""
        warning = r"part 'r': no mass has the principal moments of inertia 1, 2, 9 kg m2"
        c, s = np.cos(0.5), np.sin(0.5)
        turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.diag([1.0, 9, 2]) @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        mixed = ",".join(repr(float(turned[i])) for i in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
        for keys in ({"part_r_inertia": "1,2,9,0,0,0"}, {"part_r_inertia": mixed, "part_r_center": "0.3,-0.2,0.5"}):
            self.assertRegex(self.done(**keys).stderr, warning)
        for keys in ({}, {"part_r_inertia": "1,2,9,0,0,0", "directions": "xy"}, {"part_r_inertia": "0,0,9,0,0,0", "directions": "xy"}, {"part_r_inertia": "0.0833,0.0833,0.167,0,0,0"}):
            self.assertEqual(self.done(**keys).stderr, "", keys)


if __name__ == "__main__":
    unittest.main()
