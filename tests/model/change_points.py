# SPDX-License-Identifier: BSD-2-Clause
"""Mechanisms that pass positions in which a second branch crosses their motion: they continue on their own, exactly. Trains of parallelograms by seeds."""
import itertools
import os
import re
import tempfile
import unittest

import numpy as np

from redundant import ACCURATE, Bennett, FourBar, Mechanism, Peaucellier, driven, revolutes, triple
from models import balance
from run import RELEASE, release

SCHEMES = [ACCURATE, {"integrator": "lms4"}, {"integrator": "lms4", "stabilize": "velocity"}, {"integrator": "generalized_alpha"}, {"integrator": "hht_si2"}]


def passed(stdout):
    """Number of change points that a run reports."""
    more = re.search(r"(?m)^done: .*, at least (\d+) other change points?,", stdout)
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
    """Angle of the N-four-bar's rods from upright."""
    pull = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
    return swing(lambda x: pull * np.sin(x), 0.0, rate, times)


def swing(acceleration, start, rate, times):
    """Angle with a given acceleration, by small steps of Runge and Kutta."""
    slope = lambda y: np.array([y[1], acceleration(y[0])])
    y, angles = np.array([start, rate]), [start]
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
            for more, dt in (({}, 0.013), ({"directions": "xy"}, 0.0123), ({}, 0.1), ({"directions": "xy"}, 0.1))[0 if RELEASE else 1 : 4 if RELEASE else 3]:
                with self.subTest(f"{keys} {more} {dt}"):
                    out, n = self.done(FourBar((1, 3, 1, 3), 0.5, angular_velocity="-1"), assemble="velocities", dt=dt, t_end=4, **more, **keys)
                    np.testing.assert_allclose(out.probe["a"]["angle"], -out.time, atol=1e-13)
                    np.testing.assert_allclose(out.probe["d"]["angle"], -out.time, atol=1e-10)
                    self.assertEqual(n, 2)

    def test_short_steps(self):
        """A step of 0.1 ms ends in the point, and the next one, still beside it, is nearly singular."""
        for scheme, more in itertools.product(("mssth5", "esdirk43_6l", "lms4")[0 if RELEASE else 2:], ({}, {"directions": "xy"}) + (({"ranks": 8},) if RELEASE else ())):
            start, end = (1e-3, 2e-3) if "ranks" in more else (5e-3, 7e-3)  # a step on eight ranks may take a second
            with self.subTest(f"{scheme} {more}"):
                out, n = self.done(FourBar((1, 3, 1, 3), start, angular_velocity="-1"), assemble="velocities", integrator=scheme, stabilize="velocity", dt=1e-4, t_end=end, **more)
                np.testing.assert_allclose(out.probe["d"]["angle"], -out.time, atol=1e-9)
                self.assertEqual(n, 1)

    def test_message(self):
        for more in ({}, {"directions": "xy"}, {"ranks": 2})[:3 if RELEASE else 1]:
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
        for n, keys in ((1, {}), (1, {"directions": "xy"}), (2, {"directions": "xy"}), (2, {"ranks": 2}))[0 if RELEASE else 2:]:
            with self.subTest(f"{n} {keys}"):
                self.check_windows(n, dt=0.01, **keys)

    @release
    def test_many_windows(self):
        self.check_windows(40, dt=0.01, directions="xy")

    def test_bennett(self):
        """With R-R-C-S joints, over half a turn: tan(theta/2) tan(phi/2) = sin((b + a)/2)/sin((b - a)/2) of the twists a and b; nothing slides."""
        mechanism = Bennett(1.0, angle="pi*t")
        for name, type in (("c", "cylindrical"), ("d", "spherical")):
            _, pair, keys = mechanism.joints[name]
            mechanism.joints[name] = (type, pair, {k: keys[k] for k in (("point", "axis") if name == "c" else ("point",))})
        for keys in ({"dt": 0.004, **ACCURATE}, {"dt": 0.01, "integrator": "lms4"}, {"dt": 0.01, "analysis": "kinematic"})[0 if RELEASE else 1:]:
            with self.subTest(str(keys)):
                out, n = self.done(mechanism, assemble="positions" if "analysis" in keys else "velocities", **keys)
                np.testing.assert_allclose(Bennett.phi(1.0) + out.probe["b"]["angle"], Bennett.phi(1.0 + np.pi * out.time), atol=1e-8)
                np.testing.assert_allclose(out.probe["c"]["displacement"], 0, atol=1e-8)
                self.assertGreaterEqual(n, 1)

    def test_peaucellier(self):
        """Over its kite's change points: the corner stays on its line."""
        mechanism = Peaucellier(0.3, 1.4, angle="1.2*sin(2*t)")
        for keys in ({"directions": "xy"}, {})[0 if RELEASE else 1:]:
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

    def test_static_in_the_point(self):
        """Load steps that end in the flat position, at a quarter of the motor's moment, or within round-off of it; gravity bends the path."""
        stiffness, moment, weight = 10.0, 10.0, 10.0
        crank = FourBar((1, 3, 1, 3), 0.5, angle_motor=f"0-{moment}*t", angle_stiffness=stiffness)

        def angle(t):
            x = -t
            for _ in range(50):
                x -= (stiffness * x + moment * t + weight * t * np.cos(0.5 + x)) / (stiffness - weight * t * np.sin(0.5 + x))
            return x

        for more in ({"directions": "xy"}, {}):
            for dt, t_end in ((0.25, 1), (0.24999, 0.6), (0.125, 0.25), (0.05, 1), (0.0625, 0.5), (0.2500001, 0.6))[:6 if RELEASE else 3]:
                with self.subTest(f"{more} {dt}"):
                    result, out = crank.done(analysis="static", dt=dt, t_end=t_end, gravity=f"0,{-weight / 4.5!r},0", **more)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    np.testing.assert_allclose(out.probe["a"]["angle"], [angle(t) for t in out.time], atol=2e-9)
                    np.testing.assert_allclose(out.probe["d"]["angle"], out.probe["a"]["angle"], atol=1e-11)
                    self.assertEqual(passed(result.stdout), 1)
                    self.assertNotRegex(result.stderr, "unstable")
                    if t_end == 0.25:
                        self.assertRegex(result.stdout, r"negative eigenvalues not counted \(the last equilibrium is in a change point\)")

    def test_restart(self):
        """A run that goes on on other ranks, from before the point and from behind it, ends in the same state and counts the same."""
        crank = FourBar((1, 3, 1, 3), 0.5, angular_velocity="-1")
        for more, cases in (({"directions": "xy"}, ((0.48, 2), (0.5, 1), (0.56, 1))[:3 if RELEASE else 1]), ({}, ((0.5, 1), (0.48, 1))[:2 if RELEASE else 1])):
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


def antiparallel(angle):
    """Angle of the rocker of a flat parallelogram with cranks of 1 m, 3 m apart, that moves as an antiparallelogram."""
    return np.unwrap(2 * np.arctan(-2 * np.tan(angle / 2)))


class Starts(unittest.TestCase):
    """Starts in a change point: initial velocities satisfy the constraints to second order on one branch only, and choose it."""

    MOTIONS = ((-1, lambda angle: angle), (2, antiparallel))  # angular velocity of the rocker, and its angle from that of the crank

    def check(self, rate, rocker, atol=1e-11, **keys):
        of_crank = {"angle": "0-t"} if "analysis" in keys else {"angular_velocity": "-1"}
        result, out = FourBar((1, 3, 1, 3), 0.0, **of_crank).done(initial_d_angular_velocity=rate, **{"assemble": "velocities", "dt": 0.013, "t_end": 3, **keys})
        self.assertEqual(result.returncode, 0, result.stderr)
        np.testing.assert_allclose(out.probe["d"]["angle"], rocker(-out.time), atol=atol)
        self.assertEqual(passed(result.stdout), 1)
        return result, out

    def test_driven(self):
        """A flat parallelogram, in the plane and in space, as a parallelogram and as an antiparallelogram."""
        for rate, rocker in self.MOTIONS:
            for keys in SCHEMES[:4] if RELEASE else SCHEMES[:2]:
                for more in ({"directions": "xy"}, {}):
                    with self.subTest(f"{rate} {keys} {more}"):
                        self.check(rate, rocker, **keys, **more)
            if RELEASE or rate > 0:
                self.check(rate, rocker, ranks=2, t_end=0.2)

    def test_kinematic(self):
        """Also the accelerations in the point are those of the branch: the coupler moves on a circle, or turns."""
        for rate, rocker in self.MOTIONS:
            for more in ({"directions": "xy"}, {}):
                _, out = self.check(rate, rocker, analysis="kinematic", assemble="positions", probes="coupler", **more)
                middle = (np.exp(-1j * out.time) + 3 + np.exp(1j * out.probe["d"]["angle"])) / 2
                moved = out.probe["coupler"]["displacement"]
                np.testing.assert_allclose(moved[:, 0] + 1j * moved[:, 1], middle - middle[0], atol=1e-11)
                np.testing.assert_allclose(out.probe["coupler"]["acceleration"][0], [-1 if rate < 0 else -2.5, 0, 0], atol=1e-9)

    def test_restart(self):
        for more in ({"directions": "xy"}, {}):
            keys = {"assemble": "velocities", "dt": 0.02, "integrator": "lms4", "initial_d_angular_velocity": 2, **more}
            crank = FourBar((1, 3, 1, 3), 0.0, angular_velocity="-1")
            for first_end in (0.02, 0.04)[:2 if RELEASE else 1]:
                with tempfile.TemporaryDirectory() as folder:
                    kept = os.path.join(folder, "kept")
                    first, _ = crank.done(**keys, t_end=first_end, checkpoint=kept, folder=folder)
                    self.assertEqual(first.returncode, 0, first.stderr)
                    result, rest = crank.done(**keys, t_end=0.2, restart=kept, folder=folder)
                self.assertEqual(result.returncode, 0, result.stderr)
                np.testing.assert_allclose(rest.probe["d"]["angle"], antiparallel(-rest.time), atol=1e-11)

    def train(self, seed):
        """Cranks in one line with their feet, which fall together: one pendulum."""
        rng = np.random.default_rng(seed)
        n, heading = int(rng.integers(2, 6)), rng.uniform(0, 2 * np.pi)
        turn = np.eye(3) if seed % 2 else frame(rng)
        feet = np.r_[0, np.cumsum(rng.uniform(0.5, 2, n - 1))][:, None] * [np.cos(heading), np.sin(heading)]
        length, rate, masses = rng.uniform(0.3, 1.5), rng.choice([-1, 1]) * rng.uniform(1, 4), rng.uniform(0.2, 3, 2 * n - 1)
        keys = {f"initial_g{k}_angular_velocity": rate for k in range(n)} | ({"directions": "xy"} if seed % 2 else {})
        result, out = Train(feet, length, heading, turn, masses).done(dt=0.01, t_end=0.3, gravity="1,-9,2", assemble="velocities", **keys, **ACCURATE)
        self.assertEqual(result.returncode, 0, f"{seed}: {result.stderr}")
        inertia = sum(masses[:n]) * (0.3 + length**2 / 4) + sum(masses[n:]) * length**2
        moment, (gx, gy, _) = length * (sum(masses[:n]) / 2 + sum(masses[n:])), turn.T @ [1, -9, 2]
        angle = swing(lambda x: moment * (np.cos(x) * gy - np.sin(x) * gx) / inertia, heading, rate, out.time) - heading
        for k in range(n):
            np.testing.assert_allclose(out.probe[f"g{k}"]["angle"], angle, atol=1e-7, err_msg=str(seed))

    def test_trains(self):
        for seed in range(2):
            self.train(seed)

    @release
    def test_more_trains(self):
        for seed in range(2, 62):
            self.train(seed)

    def test_undecided(self):
        """At rest, with velocities of no branch, and with those of a mechanism that moves elsewhere: input errors."""
        crank = FourBar((1, 3, 1, 3), 0.0)
        for more in ({"directions": "xy"}, {}):
            for mechanism, keys, reason in ((crank, {}, "the model is at rest"), (crank, {"initial_a_angular_velocity": 1, "initial_d_angular_velocity": 3}, "belong to none of these motions"),
                                            (crank, {"initial_a_angular_velocity": 1, "initial_d_angular_velocity": 1, "change_points": "stop"}, "-change_points stop lets no motion start here"),
                                            (crank, {"analysis": "static"}, "nothing moves yet that could choose one")):
                result, _ = mechanism.done(**keys, **more, **({} if "analysis" in keys else {"assemble": "velocities"}))
                self.assertEqual(result.returncode, 2)
                self.assertRegex(result.stderr, f"hold the same motion more than once only in this position, where motions branch or end: a, b, c, d; .*{reason}. Start in another position")


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
        for seed in range(6 if RELEASE else 4):
            self.check(seed)

    @release
    def test_many(self):
        for seed in range(6, 66):
            self.check(seed)


if __name__ == "__main__":
    unittest.main()
