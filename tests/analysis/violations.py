# SPDX-License-Identifier: BSD-2-Clause
"""-show constraints, and the line about a large violation: the gaps of joints and couplings, from where the bodies are."""
import re
import unittest

import numpy as np

from models import body, joint, two_bodies
from run import FolderTest, fsolve, options, run

LINE = r"  (?:joint|coupling) '(\w+)'(.*)"


def told(text):
    """Of each name its numbers: {unit: (largest, time)}."""
    behind = text.split("constraints, largest violations:\n")[1].splitlines()
    lines = [m for m in map(re.compile(LINE).fullmatch, behind) if m]
    return {m[1]: {u: (float(x), float(t)) for x, u, t in re.findall(r", (\S+) (\S+) at t = ([^\s,]+)", m[2])} for m in lines}


def turn(q):
    """Matrices of quaternions w, x, y, z."""
    w, x, y, z = q.T
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]).transpose(2, 0, 1)


class Violations(FolderTest):
    places = (0.5, 0, 0), (1.5, 0, 0)

    def words(self, **keys):
        return options(**keys) + ["-output", self.path("out.h5"), "-overwrite"]

    def said(self, ranks, **keys):
        return fsolve(self.words(show="constraints", **keys), ranks)

    def agree(self, of, unit, gap, time):
        """Two digits are told; the first of the times at which the gap is so large."""
        self.assertAlmostEqual(of[unit][0] / gap.max(), 1, delta=0.06)
        self.assertAlmostEqual(of[unit][1], time[gap.argmax()], delta=1e-6)

    def test_gaps(self):
        """Two bodies on ball joints. Velocities are off by the error of the scheme, positions only where Newton's method ends early."""
        words = []
        keys = {"gravity": "0,0,-9.81", "joints": "top,pin", **joint("top", "spherical", set="one", point="0,0,0"), **joint("pin", "spherical", set="pair", point="1,0,0"),
                "integrator": "lms4", "stabilize": "none", "dt": 0.02, "t_end": 0.6, "snes_rtol": 0.5}
        out = two_bodies(*self.places, runner=lambda **k: (words.append(self.said(1, **k)), run(**k))[1], **keys)
        found = told(words[0].stdout)
        self.assertEqual(words[0].stderr, "")
        a, b, pin = *np.array(self.places), np.array([1, 0, 0])
        R, S = (turn(out.probe[k]["rotation"]) for k in ("one", "two"))
        x, y = out.probe["one"]["displacement"] + a, out.probe["two"]["displacement"] + b
        self.agree(found["top"], "m", abs(x - R @ a).max(axis=1), out.time)
        self.agree(found["pin"], "m", abs(y + S @ (pin - b) - x - R @ (pin - a)).max(axis=1), out.time)
        self.assertEqual(set(found), {"top", "pin"})
        for unit, level in (("m", "position"), ("m/s", "velocity")):
            self.assertAlmostEqual(max(v[unit][0] for v in found.values()) / out.constraint[level].max(), 1, delta=0.06)

    def test_couplings(self):
        """A wheel that goes as the sine of another: its rate is off by w2 - cos(angle1) w1. The same words on any number of ranks."""
        keys = {**body("one"), **body("two"), "joints": "a,b", **joint("a", "revolute", set="one", axis="0,0,1"), **joint("b", "revolute", set="two", axis="0,0,1"), "couplings": "cam",
                "coupling_cam_type": "relation", "coupling_cam_of": "a.angle,b.angle", "coupling_cam_formula": "sin(u)", "initial_a_angular_velocity": 2, "mesh": "frame", "points": "one,two",
                "point_one": "0,0,0", "point_two": "1,0,0", "parts": "one,two", "probes": "one,two", "integrator": "lms4", "stabilize": "none", "dt": 0.01, "t_end": 1}
        out = run(**keys)
        said = [told(self.said(ranks, **keys).stdout) for ranks in (1, 2, 3)]
        spins = [out.probe[k]["angular_velocity"][:, 2] for k in ("one", "two")]
        for found in said:
            self.assertEqual(set(found), {"a", "b", "cam"})
            self.agree(found["cam"], "rad/s", abs(spins[1] - np.cos(out.probe["a"]["angle"]) * spins[0]), out.time)

    def test_large(self):
        """The slider-crank with steps that are too long: its worst joint, in m/s, and 1 % of the largest speed, the crank's pin at most; of a scheme that keeps
        velocities, or of shorter steps, nothing."""
        rough = self.said(1, case="slider_crank", integrator="newmark", dt=0.05, t_end=1)
        name, of = max(told(rough.stdout).items(), key=lambda pair: pair[1]["m/s"])
        line = re.search(r"^constraints: largest violation (\S+) m/s at joint '(\w+)', t = (\S+), (\S+) % of the largest; ", rough.stdout, re.M)
        self.assertEqual((line[2], float(line[1]), float(line[3])), (name, *of["m/s"]))
        self.assertGreaterEqual(float(line[4]), 1)
        for keys in ({"stabilize": "projection", "integrator": "esdirk43_6l", "dt": 0.05}, {"integrator": "newmark", "dt": 1e-3}):
            self.assertNotIn("constraints: largest violation", self.said(2, case="slider_crank", t_end=1, **keys).stdout)
        self.assertEqual(fsolve(self.words(case="slider_crank", integrator="newmark", dt=0.05, t_end=1, quiet=True)).stdout, "")

    def test_at_rest(self):
        """Two welded bodies that are put together and stay at rest: round-off is compared with nothing that is zero."""
        keys = {**body("start", mass=3, inertia="0.7,0.3,0.9,0.1,0.05,0.02"), **body("end", mass=7, inertia="0.3,0.5,0.7,0.02,0.03,0.01")}
        done = fsolve(self.words(mesh="line", mesh_upper="1,0,0", parts="start,end", **keys, joints="w", **joint("w", "weld", set="all"), initials="end", initial_end_rotation_x=1,
                                 initial_end_rotation_y=0.5, assemble="positions", dt=0.01, t_end=0.1))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn("violation", done.stdout)


if __name__ == "__main__":
    unittest.main()
