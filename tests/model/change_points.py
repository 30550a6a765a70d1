# SPDX-License-Identifier: BSD-2-Clause
"""Mechanisms that pass positions in which a second branch crosses their motion: they continue on their own, exactly. Trains of parallelograms by seeds."""
import os
import re
import tempfile
import unittest

import numpy as np

from redundant import ACCURATE, FourBar, Mechanism, Peaucellier, driven, revolutes, triple
from models import balance
from run import release

SCHEMES = [ACCURATE, {"integrator": "lms4"}, {"integrator": "lms4", "stabilize": "velocity"}, {"integrator": "generalized_alpha"}, {"integrator": "hht_si2"}]


def passed(stdout):
    """Number of change points that a run reports."""
    more = re.search(r"(?m)^done: .*, (\d+) other change points?,", stdout)
    return len(re.findall("(?m)^change point at t = ", stdout)) + (int(more[1]) if more else 0)


def frame(rng):
    """A random orientation."""
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


class Train(Mechanism):
    """Equal cranks on feet in a plane, each joined to the next by a rod: coupled parallelograms. They start at an angle to the x axis of the plane."""

    def __init__(self, feet, length, start, turn=np.eye(3), masses=None, **of_first):
        n = len(feet)
        feet = [np.array([*f, 0.0]) for f in feet]
        crank = length * np.array([np.cos(start), np.sin(start), 0])
        mass = lambda k: 1.0 if masses is None else float(masses[k])
        inertia = lambda m: ",".join(repr(float(x)) for x in [0.3 * m] * 3) + ",0,0,0"  # the same in all directions
        bodies = {f"k{k}": (tuple(turn @ (f + crank / 2)), mass(k), inertia(mass(k))) for k, f in enumerate(feet)}
        bodies.update({f"c{k}": (tuple(turn @ ((feet[k] + feet[k + 1]) / 2 + crank)), mass(n + k), inertia(mass(n + k))) for k in range(n - 1)})
        points, pairs = {}, {}
        for k, f in enumerate(feet):
            points[f"g{k}"], pairs[f"g{k}"] = turn @ f, (None, f"k{k}")
        for k in range(n - 1):
            points[f"a{k}"], pairs[f"a{k}"] = turn @ (feet[k] + crank), (f"k{k}", f"c{k}")
            points[f"b{k}"], pairs[f"b{k}"] = turn @ (feet[k + 1] + crank), (f"k{k + 1}", f"c{k}")
        super().__init__(bodies, driven(revolutes(points, pairs, axis=triple(turn[:, 2])), "g0", **of_first))
        self.n = n


def window(n):
    """The N-four-bar: n + 1 upright rods of 1 m, and n above them."""
    feet = {f"k{k}": np.array([float(k), 0, 0]) for k in range(n + 1)}
    inertia = "0.01,0.083333333333333333,0.083333333333333333,0,0,0"
    bodies = {name: (tuple(f + [0, 0.5, 0]), 1, "0.083333333333333333,0.01,0.083333333333333333,0,0,0") for name, f in feet.items()}
    bodies.update({f"c{k}": ((k + 0.5, 1.0, 0.0), 1, inertia) for k in range(n)})
    points, pairs = {}, {}
    for k in range(n + 1):
        points[f"g{k}"], pairs[f"g{k}"] = feet[f"k{k}"], (None, f"k{k}")
    for k in range(n):
        points[f"a{k}"], pairs[f"a{k}"] = np.array([k, 1.0, 0]), (f"k{k}", f"c{k}")
        points[f"b{k}"], pairs[f"b{k}"] = np.array([k + 1.0, 1, 0]), (f"k{k + 1}", f"c{k}")
    return Mechanism(bodies, revolutes(points, pairs))


def pendulum(n, times, rate):
    """Angle of the N-four-bar's rods from upright, by small steps of Runge and Kutta."""
    pull = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
    slope = lambda y: np.array([y[1], pull * np.sin(y[0])])
    y, angles = np.array([0.0, rate]), [0.0]
    for dt in np.diff(times):
        for _ in range(10):
            h = dt / 10
            a = slope(y)
            b = slope(y + h / 2 * a)
            c = slope(y + h / 2 * b)
            d = slope(y + h * c)
            y = y + h / 6 * (a + 2 * b + 2 * c + d)
        angles.append(y[0])
    return np.array(angles)


class ChangePoints(unittest.TestCase):
    def done(self, mechanism, **keys):
        result, out = mechanism.done(**keys)
        self.assertEqual(result.returncode, 0, result.stderr)
        return out, passed(result.stdout)

    def test_parallelogram(self):
        """In the plane and in space, by all kinds of schemes; at 0.1 s steps end in the first change point, at t = 0.5. The rocker turns as the crank."""
        for keys in SCHEMES:
            for more, dt in (({}, 0.013), ({"directions": "xy"}, 0.0123), ({}, 0.1), ({"directions": "xy"}, 0.1)):
                with self.subTest(f"{keys} {more} {dt}"):
                    out, n = self.done(FourBar((1, 3, 1, 3), 0.5, angular_velocity="-1"), assemble="velocities", dt=dt, t_end=4, **more, **keys)
                    np.testing.assert_allclose(out.probe["a"]["angle"], -out.time, atol=1e-13)
                    np.testing.assert_allclose(out.probe["d"]["angle"], -out.time, atol=1e-10)
                    self.assertEqual(n, 2)

    def test_message(self):
        for more in ({}, {"directions": "xy"}, {"ranks": 2}):
            result, _ = FourBar((1, 3, 1, 3), 0.5, angular_velocity="-1").done(assemble="velocities", dt=0.013, **more)
            self.assertRegex(result.stdout, r"(?m)^change point at t = 0\.(5|50000\d*|49999\d*), joint '[a-d]' at .*: another motion branches off, and the model continues its own \(-change_points stop")
        self.assertEqual(FourBar((1, 3, 1, 3), 0.5, angular_velocity="-1").done(assemble="velocities", dt=0.013, quiet=True)[0].stdout, "")

    def test_in_the_point(self):
        """Kinematic states in a change point: positions, velocities and accelerations of a translation on a circle; multipliers of least norm are finite."""
        for more in ({}, {"directions": "xy"}):
            out, n = self.done(FourBar((1, 3, 1, 3), 0.5, angle="0-t"), analysis="kinematic", dt=0.1, probes="coupler", gravity="0,-9.81,0", **more)
            self.assertEqual(n, 1)
            x = 0.5 - out.time[:, None]
            coupler = out.probe["coupler"]
            np.testing.assert_allclose(out.probe["d"]["angle"], -out.time, atol=1e-11)
            np.testing.assert_allclose(coupler["displacement"], np.c_[np.cos(x), np.sin(x), 0 * x] - [np.cos(0.5), np.sin(0.5), 0], atol=1e-11)
            np.testing.assert_allclose(coupler["velocity"], np.c_[np.sin(x), -np.cos(x), 0 * x], atol=1e-8)
            np.testing.assert_allclose(coupler["acceleration"], np.c_[-np.cos(x), -np.sin(x), 0 * x], atol=1e-6)
            self.assertLess(max(abs(out.probe[name]["reaction"]).max() for name in "abcd"), 1e4)

    def check_windows(self, n, **keys):
        out, points = self.done(window(n), gravity="0,-9.81,0", initial_g0_angular_velocity=-1, assemble="velocities", t_end=4, **ACCURATE, **keys)
        angle = out.probe["g0"]["angle"]
        for k in range(1, n + 1):
            np.testing.assert_allclose(out.probe[f"g{k}"]["angle"], angle, atol=1e-10)
        np.testing.assert_allclose(angle, pendulum(n, out.time, -1), atol=1e-6)
        self.assertLess(balance(out), 1e-6 * n)
        self.assertEqual(points, 4)

    def test_windows(self):
        """The N-four-bar falls, turns and rises again: all rods alike, as one pendulum."""
        for n, keys in ((1, {}), (1, {"directions": "xy"}), (2, {"directions": "xy"}), (2, {"ranks": 2})):
            with self.subTest(f"{n} {keys}"):
                self.check_windows(n, dt=0.01, **keys)

    @release
    def test_many_windows(self):
        self.check_windows(40, dt=0.01, directions="xy")

    def test_peaucellier(self):
        """Over its kite's change points: the corner stays on its line."""
        mechanism = Peaucellier(0.3, 1.4, angle="1.2*sin(2*t)")
        for keys in ({"directions": "xy"}, {}):
            out, n = self.done(mechanism, assemble="velocities", probes="ab", dt=0.01, t_end=2, **keys)
            moved = out.probe["ab"]["displacement"]
            np.testing.assert_allclose(moved[:, 0], 0, atol=1e-10)
            np.testing.assert_allclose(moved[:, 1] + mechanism.b[1], mechanism.b[0] * np.tan((0.3 + 1.2 * np.sin(2 * out.time)) / 2), atol=1e-9)

    def test_static(self):
        """A spring turns the crank over the flat position: the path continues along its secant."""
        for keys in ({"directions": "xy"}, {}):
            mechanism = FourBar((1, 3, 1, 3), 0.5, angle_motor="0-t", angle_stiffness=1)
            out, n = self.done(mechanism, analysis="static", dt=0.07, t_end=1, **keys)
            np.testing.assert_allclose(out.probe["a"]["angle"], -out.time, atol=1e-9)
            np.testing.assert_allclose(out.probe["d"]["angle"], out.probe["a"]["angle"], atol=1e-9)
            self.assertEqual(n, 1)

    def test_restart(self):
        """A run that goes on on other ranks, from before the point and from behind it, ends in the same state and counts the same."""
        crank = FourBar((1, 3, 1, 3), 0.5, angular_velocity="-1")
        for more, cases in (({"directions": "xy"}, ((0.48, 2), (0.5, 1), (0.56, 1))), ({}, ((0.5, 1), (0.48, 1)))):
            keys = {"assemble": "velocities", "dt": 0.02, "integrator": "lms4", "gravity": "1,-9.81,0", **more}
            whole, n = self.done(crank, **keys, t_end=0.7)
            self.assertEqual(n, 1)
            for first_end, ranks in cases:
                with tempfile.TemporaryDirectory() as folder:
                    kept = os.path.join(folder, "kept")
                    first, _ = crank.done(**keys, t_end=first_end, checkpoint=kept, folder=folder)
                    self.assertEqual(first.returncode, 0, first.stderr)
                    result, rest = crank.done(**keys, t_end=0.7, restart=kept, ranks=ranks, folder=folder)
                self.assertEqual(result.returncode, 0, result.stderr)
                np.testing.assert_allclose(rest.probe["d"]["angle"], whole.probe["d"]["angle"][-len(rest.time):], atol=1e-10)
                self.assertEqual(passed(first.stdout) + passed(result.stdout), 1, f"{more} {first_end}")


class Ends(unittest.TestCase):
    def test_dead_centers(self):
        """A motion that ends stays a failure: a driver that pushes beyond the dead center, in the plane and in space."""
        for more in ({"directions": "xy"}, {}):
            result, out = Peaucellier(angle="t").done(assemble="velocities", **more)
            self.assertEqual(result.returncode, 3)
            self.assertLess(abs(out.time[-1] - (2 * np.arccos(0.9) - 0.5)), 0.01)
            # a crank that cannot turn round: the coupler and the rocker are in a line
            result, out = FourBar((1.5, 1.2, 1.3, 2), 1.0, angle="t").done(analysis="kinematic", dt=0.05, t_end=6, **more)
            end = np.arccos((1.5**2 + 2**2 - (1.2 + 1.3) ** 2) / (2 * 1.5 * 2)) - 1
            self.assertEqual(result.returncode, 3)
            self.assertRegex(result.stderr, "step .* stops at t = .*joint")
            self.assertLess(abs(out.time[-1] - end), 0.05 + 1e-9)

    def test_start(self):
        """A start in a change point is an input error."""
        result, _ = FourBar((1, 3, 1, 3), 0.0).done()
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, "hold the same motion more than once only in this position")

    def test_driven_start(self):
        """A slider that is driven in a dead center: no other joint is to blame."""
        crank, rod, end = (np.array([x, 0.0, 0]) for x in (0.25, 1.0, 1.5))
        bodies = {"crank": (tuple(crank), 1, "0.1,0.1,0.1,0,0,0"), "rod": (tuple(rod), 1, "0.1,0.1,0.1,0,0,0")}
        joints = revolutes({"shaft": np.zeros(3), "pin": np.array([0.5, 0, 0])}, {"shaft": (None, "crank"), "pin": ("crank", "rod")})
        joints["slider"] = ("point_on_axis", (None, "rod"), {"axis": "1,0,0", "point": triple(end), "displacement": "0-0.1*t"})
        for more in ({"directions": "xy"}, {}):
            result, _ = Mechanism(bodies, joints).done(assemble="velocities", **more)
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, "starts in a dead center of its drivers: slider; they cannot move it there")


class Trains(unittest.TestCase):
    def check(self, seed):
        rng = np.random.default_rng(seed)
        n, flat = int(rng.integers(2, 6)), seed % 2
        turn = np.eye(3) if flat else frame(rng)
        heading = rng.uniform(0, 2 * np.pi)
        steps = np.array([rng.uniform(0.5, 2) * np.array([np.cos(a), np.sin(a)]) for a in heading + (rng.uniform(-1, 1, n - 1) if seed % 3 else np.zeros(n - 1))])
        feet = np.r_[[[0, 0]], np.cumsum(steps, axis=0)]
        length, start, rate = rng.uniform(0.3, 1.5), heading + rng.uniform(0.2, 1.2), rng.uniform(1, 4)
        keys = {"dt": rng.uniform(0.02, 0.15) / rate, "t_end": 6.5 / rate, "assemble": "velocities"}
        keys |= {"directions": "xy"} if flat else {}
        keys |= {"analysis": "kinematic"} if seed % 4 == 3 else SCHEMES[seed // 2 % len(SCHEMES)]
        train = Train(feet, length, start, turn, rng.uniform(0.2, 3, 2 * n - 1), **({"angle": f"0-{rate!r}*t"} if seed % 4 == 3 else {"angular_velocity": f"0-{rate!r}"}))
        with self.subTest(f"seed {seed}: {n} cranks, {keys}"):
            result, out = train.done(**keys)
            self.assertEqual(result.returncode, 0, result.stderr)
            for k in range(n):
                np.testing.assert_allclose(out.probe[f"g{k}"]["angle"], -rate * out.time, atol=1e-7)  # errors of a state are larger near a point
            angles = [(start - a) % np.pi for a in np.arctan2(steps[:, 1], steps[:, 0])]
            passes = {round(first + k * np.pi, 9) for first in angles for k in range(3) if first + k * np.pi < 6.5 * (1 - 1e-9)}
            # points in one step, or in neighbouring ones, may count as one
            self.assertTrue(1 <= passed(result.stdout) <= len(passes), f"{passed(result.stdout)} of {len(passes)}")

    def test_some(self):
        for seed in range(6):
            self.check(seed)

    @release
    def test_many(self):
        for seed in range(6, 66):
            self.check(seed)


if __name__ == "__main__":
    unittest.main()
