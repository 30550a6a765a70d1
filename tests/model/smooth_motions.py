# SPDX-License-Identifier: BSD-2-Clause
"""Motions that start smoothly from rest: drivers and supports, in any order of their terms, with exact rates at the start."""
import random
import unittest

import numpy as np

from models import joint, one_body
from run import fsolve, options, release, run


def smooth(rng):
    """A random motion with the value 0 and the velocity 0 at t = 0: its text, and a function of t."""
    a, n, p = round(rng.uniform(0.1, 1.5), 3), rng.randint(2, 6), round(rng.uniform(1.5, 4), 2)
    terms = rng.choice([
        [(f"{a}*t^{n}", lambda t: a * t**n)],
        [(f"{a}*sin(2*t)^{n}", lambda t: a * np.sin(2 * t)**n)],
        [("10*t^3", lambda t: 10 * t**3), ("(-15)*t^4", lambda t: -15 * t**4), ("6*t^5", lambda t: 6 * t**5)],
        [(f"{a}*t", lambda t: a * t), (f"(-{a})*sin(2*pi*t)/(2*pi)", lambda t: -a * np.sin(2 * np.pi * t) / (2 * np.pi))],
        [(f"{a}", lambda t: a + 0 * t), (f"(-{a})*cos({p}*t)", lambda t: -a * np.cos(p * t))],
        [(f"t^{p}", lambda t: t**p)],
        [(f"(t>0 ? {a}*t^{n} : 0)", lambda t: a * t**n)],
        [(f"(t<=0 ? 0 : {a}*exp(-0.05/t))", lambda t: a * np.exp(-0.05 / np.maximum(t, 1e-9)))],
        [(f"{a}*t*t/(1+t)", lambda t: a * t * t / (1 + t))],
        [(f"exp({a}*t)", lambda t: np.exp(a * t)), ("(-1)", lambda t: -1 + 0 * t), (f"(-{a})*t", lambda t: -a * t)],
        [(f"max(t,0)*abs(t)*{a}", lambda t: a * t * t)],
        [(f"ln(1+t^{n})", lambda t: np.log(1 + t**n))]])
    rng.shuffle(terms)
    scale = rng.choice([1, 0.3, -2])
    return f"{scale}*({'+'.join(text for text, _ in terms)})", lambda t: scale * sum(f(t) for _, f in terms)


class SmoothMotions(unittest.TestCase):
    def try_seed(self, seed):
        motion, value = smooth(random.Random(seed))
        with self.subTest(seed=seed, motion=motion):
            out = one_body((1, 0, 0), joints="hinge", **joint("hinge", "revolute", set="body", axis="0,0,1", point="0.5,0,0", angle=motion), dt=0.01, t_end=0.1)
            w, z = out.probe["body"]["rotation"][:, [0, 3]].T
            np.testing.assert_allclose(2 * np.arctan2(z, w), value(out.time), atol=1e-9)

    def test_drivers(self):
        """Earlier runs rejected them, because differences with t < 0 gave a velocity at the start."""
        for seed in range(6):
            self.try_seed(seed)

    @release
    def test_more_drivers(self):
        for seed in range(6, 66):
            self.try_seed(seed)

    CANTILEVER = {"mesh": "line", "mesh_n": 2, "mesh_upper": "1,0,0", "parts": "rod", "part_rod_set": "all", "part_rod_element": "beam", "part_rod_section": "rectangle", "part_rod_width": 0.05,
                  "part_rod_height": 0.05, "part_rod_young": 8e9, "part_rod_poisson": 0.3, "part_rod_density": 600, "part_rod_direction": "0,0,1", "supports": "start", "support_start_fix": "all",
                  "support_start_fix_rotation": "all", "probes": "start,end", "t_start": 0.3, "t_end": 0.4, "dt": 1e-3}

    def test_acceleration_of_a_support(self):
        """An acceleration is the motion that is its double integral, 0 at the start with its rate; also one with corners, given by a formula."""
        moved = run(**self.CANTILEVER, support_start_motion_z="0.01*(1-cos(50*(t-0.3)))")
        shaken = run(**self.CANTILEVER, support_start_acceleration_z="25*cos(50*(t-0.3))")
        np.testing.assert_allclose(shaken.probe["start"]["displacement"][:, 2], 0.01 * (1 - np.cos(50 * (shaken.time - 0.3))), atol=1e-15)
        np.testing.assert_allclose(shaken.probe["end"]["displacement"], moved.probe["end"]["displacement"], atol=3e-6)  # rows of constraints: another method of the same order
        out = run(**self.CANTILEVER, support_start_acceleration_z="20*abs(t-0.35)")
        s = out.time - 0.35
        np.testing.assert_allclose(out.probe["start"]["displacement"][:, 2], 20 * (abs(s)**3 / 6 - 0.05**3 / 6 + (0.05**2 / 2) * (s + 0.05)), atol=1e-14)

    def test_rates_of_a_rotation(self):
        """The rate and the acceleration of a rotation about one axis; about several they are refused."""
        turned = run(**self.CANTILEVER, support_start_rotation_y="0.3*(t-0.3)^2")
        for given in ({"support_start_rotation_velocity_y": "0.6*(t-0.3)"}, {"support_start_rotation_acceleration_y": "0.6"}):
            out = run(**self.CANTILEVER, **given)
            for what in ("displacement", "rotation", "velocity"):
                np.testing.assert_allclose(out.probe["end"][what], turned.probe["end"][what], atol=1e-9)
        for wrong, message in (({"support_start_rotation_velocity_y": "1", "support_start_rotation_z": "t"}, "-support_start_rotation_velocity_y: the support also rotates about another axis"),
                               ({"support_start_acceleration_z": "1", "support_start_motion_z": "t"}, "-support_start_acceleration_z and the motion in z of support 'start': give one of them"),
                               ({"support_start_acceleration_z": "1", "support_start_velocity_z": "t"}, "-support_start_acceleration_z and the velocity in z of support 'start'"),
                               ({"support_start_rotation_acceleration_y": "t+("}, "-support_start_rotation_acceleration_y")):
            done = fsolve(options(output="none", **self.CANTILEVER, **wrong))
            self.assertEqual(done.returncode, 2, wrong)
            self.assertIn(message, done.stderr)

    def test_support(self):
        """The state at the start has the velocity and the acceleration after the start."""
        out = run(mesh="line", mesh_n=2, mesh_upper=1, parts="all", part_all_set="all", part_all_element="bar", part_all_young=1e6, part_all_area=1, part_all_density=1000,
                  supports="start", support_start_motion_x="t>0 ? t*t : 0", probes="start", dt=0.01, t_end=0.02)
        self.assertEqual(out.probe["start"]["velocity"][0, 0], 0)
        self.assertEqual(out.probe["start"]["acceleration"][0, 0], 2)


if __name__ == "__main__":
    unittest.main()
