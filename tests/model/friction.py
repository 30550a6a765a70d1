# SPDX-License-Identifier: BSD-2-Clause
"""Dry friction of joints: against closed forms, and against an integration of its own from event to event."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from models import balance, body, joint, on_mesh, orders
from run import RELEASE, fsolve, options, release, run
import gmsh_file  # tools/
import refusal

G = 9.81
SCHEMES = [{"integrator": "lms4", "stabilize": "none"}, {"integrator": "lms4", "stabilize": "velocity"}, {"integrator": "ss4", "stabilize": "none"},
           {"integrator": "esdirk43_6l", "stabilize": "projection"}, {"integrator": "hht"}]
SOME = SCHEMES if RELEASE else [SCHEMES[0], SCHEMES[3]]
STICK = 1e-6  # the default where nothing has a size: how far what sticks gives way


def one(**keys):
    """A body at a point, of 1 kg and 0.1 kg m2."""
    return on_mesh([(1, 2, 3)], {"body": (gmsh_file.POINT, [(0,)])}, **{"parts": "body", "probes": "body", **body("body"), "t_end": 1, **keys})


def block(slope=0, **keys):
    """Under gravity, on a guide along x, or down a slope [rad]."""
    of_joint = {k: keys.pop(k) for k in list(keys) if k.startswith("displacement_")}
    axis = f"{np.cos(slope)!r},0,{-np.sin(slope)!r}"
    return one(gravity=f"0,0,{-G}", joints="guide", **joint("guide", "prismatic", set="body", axis=axis, **of_joint), **keys)


def disc(speed, **keys):
    """Under gravity, on a pin of 5 cm: its friction is 0.3 * 0.05 m * m g."""
    return one(gravity=f"0,{-G},0", joints="pin", initials="body", initial_body_angular_velocity_z=speed,
               **joint("pin", "revolute", set="body", axis="0,0,1", angle_friction=0.3, angle_friction_radius=0.05), **keys)


class Coulomb(unittest.TestCase):
    def test_a_block_stops_and_stays(self):
        """At v0/(mu g), after v0^2/(2 mu g). A step that ends beyond is off by what the block would go in it; bristles spring back."""
        mu, v0 = 0.4, 2.0
        stop, way = v0 / (mu * G), v0**2 / (2 * mu * G)
        for dt in (0.01, 0.001) if RELEASE else (0.01,):
            for scheme in SCHEMES:
                with self.subTest(dt=dt, **scheme):
                    out = block(displacement_friction=mu, initials="body", initial_body_velocity_x=v0, dt=dt, **scheme)
                    x, before, after = out.probe["guide"]["displacement"], out.time < stop - dt, out.time > stop + 10 * dt
                    np.testing.assert_allclose(x[before], (v0 * out.time - mu * G * out.time**2 / 2)[before], atol=mu * G * dt**2 / 2)
                    np.testing.assert_allclose(out.probe["guide"]["displacement_friction"][before], -mu * G, rtol=1e-12)
                    np.testing.assert_allclose(x[after], way, atol=mu * G * dt**2 / 2 + 2 * STICK)
                    self.assertLess(np.ptp(x[after]), 2 * STICK)
                    np.testing.assert_allclose(out.probe["guide"]["reaction"][before, :3], [[-mu * G, 0, G]] * before.sum(), atol=1e-8)
                    self.assertLess(balance(out), 2 * mu * G * (mu * G * dt**2 / 2 + STICK))
                    np.testing.assert_allclose(out.energy["damping"][-1], v0**2 / 2, atol=mu * G * (mu * G * dt**2 / 2 + 2 * STICK))

    def test_to_six_digits(self):
        """The way to the stop, before the bristles have given back what they took."""
        out = block(displacement_friction=0.4, displacement_friction_stick=1e-8, initials="body", initial_body_velocity_x=2, dt=1e-3, t_end=0.6, **SCHEMES[3])
        way = 4 / (2 * 0.4 * G)
        self.assertAlmostEqual(out.probe["guide"]["displacement"].max(), way, delta=1e-6 * way)
        self.assertAlmostEqual(out.probe["guide"]["displacement"][-1], way, delta=1e-6 * way)

    def test_what_sticks_does_not_creep(self):
        """A constant pull below the limit: after the start nothing moves, to round-off; and nothing rings where the damper of the bristle is resolved."""
        for scheme in SOME:
            out = block(displacement_friction=0.4, loads="body", load_body_force="3.9,0,0", dt=0.005, **scheme)
            x = out.probe["guide"]["displacement"]
            self.assertLess(abs(x).max(), 1e-12, scheme)
            np.testing.assert_allclose(out.probe["guide"]["displacement_friction"][1:], -3.9, atol=1e-6)

    def test_incline(self):
        """It sticks below atan(mu_s), and slides above with g (sin - mu cos), except at the start, where the bristle is let go."""
        mu, mu_s = 0.3, 0.4
        keys = {"displacement_friction": mu, "displacement_friction_static": mu_s, "displacement_friction_stribeck": 1e-3, "dt": 0.005}
        for scheme in SOME:
            for slope in (0.1, 0.3, 0.37, 0.4, 0.6) if RELEASE else (0.37, 0.4):
                out = block(slope, **keys, **scheme)
                x, late = out.probe["guide"]["displacement"], out.time > 0.1
                if np.tan(slope) < mu_s:
                    self.assertLess(abs(x).max(), STICK, (slope, scheme))
                    np.testing.assert_allclose(out.probe["guide"]["displacement_friction"][1:], -G * np.sin(slope), atol=1e-5)
                else:
                    a = G * (np.sin(slope) - mu * np.cos(slope))
                    np.testing.assert_allclose(out.probe["guide"]["displacement_friction"][late], -mu * G * np.cos(slope), rtol=1e-8)
                    np.testing.assert_allclose(np.gradient(np.gradient(x, out.time), out.time)[late][:-3], a, rtol=1e-6)
                    self.assertLess(abs(x[-1] - a / 2), a * 2 * keys["dt"])

    def test_preload_alone(self):
        """A friction force needs no pressure: a free body between ground and nothing, on a spring without stiffness."""
        out = block(displacement_friction_force=3, displacement_friction=0.1, initials="body", initial_body_velocity_x=2, dt=0.005, t_end=0.4, **SCHEMES[3])
        np.testing.assert_allclose(out.probe["guide"]["displacement"], 2 * out.time - (3 + 0.1 * G) * out.time**2 / 2, atol=1e-9)
        keys = joint("damper", "spring_damper", set="body", point="0,2,3", displacement_friction_force=3)
        out = one(joints="damper", supports="body", support_body_fix="yz", support_body_fix_rotation="all", initials="body", initial_body_velocity_x=2, dt=0.005, **keys)
        self.assertAlmostEqual(out.probe["damper"]["displacement"][-1], 4 / 6, delta=3 * 0.005**2)

    def test_a_pin_brakes_a_disc(self):
        """w = w0 - mu r m g t/J, and the disc stops."""
        for scheme in SOME:
            out = disc(30, dt=0.01, t_end=0.5, **scheme)
            moment = 0.3 * 0.05 * G
            np.testing.assert_allclose(out.probe["body"]["angular_velocity"][:, 2], 30 - moment / 0.1 * out.time, rtol=1e-10)
            np.testing.assert_allclose(out.probe["pin"]["angle_friction"], -moment, rtol=1e-10)
            self.assertLess(balance(out), 1e-9)
            out = disc(1, dt=0.01, **scheme)
            self.assertAlmostEqual(out.probe["pin"]["angle"][-1], 1 / (2 * moment / 0.1), delta=moment / 0.1 * 0.01**2 + 2e-6)

    @release
    def test_order_while_it_slides(self):
        """A pendulum whose pin brakes it, pressed by weight and centrifugal force; one way round all the time."""
        mass, length, inertia, mu, radius, speed, end = 1, 0.5, 0.1, 0.2, 0.1, 14.0, 0.6

        def curve(y):
            """theta'' from J theta'' = -m g l sin(theta) - mu r |F|, F the force on the pin, which theta'' is part of: by repetition."""
            a = 0.0
            for _ in range(60):
                force = mass * np.array([length * a * np.cos(y[0]) - length * y[1] ** 2 * np.sin(y[0]), length * a * np.sin(y[0]) + length * y[1] ** 2 * np.cos(y[0]) + G])
                a = (-mass * G * length * np.sin(y[0]) - mu * radius * np.hypot(*force)) / (inertia + mass * length**2)
            return np.array([y[1], a])

        y, n = np.array([0.0, speed]), 1200
        h = end / n
        for _ in range(n):
            k1 = curve(y)
            k2 = curve(y + h / 2 * k1)
            k3 = curve(y + h / 2 * k2)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + curve(y + h * k3))
        self.assertGreater(y[1], 1)
        keys = {"gravity": f"0,{-G},0", "joints": "pin", "initials": "body", "initial_body_angular_velocity_z": speed, "initial_body_velocity_x": speed * length, "t_end": end,
                **joint("pin", "revolute", set="body", axis="0,0,1", point=f"1,{2 + length},3", angle_friction=mu, angle_friction_radius=radius)}
        for scheme, order, steps in ((SCHEMES[0], 2, (0.01, 0.005, 0.0025)), (SCHEMES[1], 2, (0.01, 0.005, 0.0025)), (SCHEMES[3], 4, (0.04, 0.02, 0.01)), (SCHEMES[4], 2, (0.005, 0.0025, 0.00125))):
            errors = [abs(one(dt=dt, **keys, **scheme).probe["pin"]["angle"][-1] - y[0]) for dt in steps]
            self.assertGreater(min(orders(errors)), order - 0.2, (scheme, errors))


class Reversals(unittest.TestCase):
    """Steps end where what slides reverses or stops (-events): closed forms, with the orders of the schemes."""
    LEAST = 1 / 1024  # of a step: events nearer than this to its ends are crossed by so short a step

    def incline(self, mu, slope, speed, dt, **keys):
        """The largest error of a block that goes up a slope and slides down or stays, and the run."""
        up, down = G * (np.sin(slope) + mu * np.cos(slope)), G * (np.sin(slope) - mu * np.cos(slope))
        top = speed / up
        out = block(-slope, displacement_friction=mu, initials="body", initial_body_velocity_x=speed * np.cos(slope), initial_body_velocity_z=speed * np.sin(slope), dt=dt, t_end=1.6 * top, **keys)
        t = out.time
        exact = np.where(t < top, speed * t - up * t**2 / 2, speed * top / 2 - max(down, 0) * (t - top) ** 2 / 2)
        return abs(out.probe["guide"]["displacement"] - exact).max(), 2 * mu * G * self.LEAST * dt * top + (0 if down > 0 else 2 * STICK), out

    def test_an_incline(self):
        """Errors were 1e-3 m for every dt; now they are those of the scheme, and one step more is solved."""
        for scheme in (SCHEMES[3], SCHEMES[4]):
            for dt in (8e-3, 2e-3) if RELEASE else (8e-3,):
                error, _, out = self.incline(0.3, np.arctan(0.5), 3, dt, **scheme)
                self.assertLess(error, 1e-8, (scheme, dt))
                self.assertLess(out.newton.sum(), (len(out.time) + 10) * (5 if "esdirk" in scheme["integrator"] else 1.2))
        for scheme in SCHEMES[:3] if RELEASE else SCHEMES[1:2]:
            errors = [self.incline(0.3, np.arctan(0.5), 3, dt, **scheme)[0] for dt in (8e-3, 4e-3, 2e-3)]
            self.assertGreater(min(orders(errors)), 1.8, (scheme, errors))
            self.assertLess(errors[0], 3e-4)

    def test_it_stays_on_a_flatter_one(self):
        for scheme in SOME:
            error, allowed, out = self.incline(0.5, np.arctan(0.3), 3, 4e-3, **scheme)
            self.assertLess(error, allowed + 10 * 4e-3**2, scheme)
            self.assertLess(np.ptp(out.probe["guide"]["displacement"][-30:]), STICK)

    @release
    def test_sixty_inclines(self):
        rng = np.random.default_rng(3)
        for seed in range(60):
            mu, slope, speed, dt = rng.uniform(0.05, 1), rng.uniform(0.05, 1.2), rng.uniform(0.3, 10), 10 ** rng.uniform(-3, -2)
            if abs(np.tan(slope) / mu - 1) < 0.05:
                continue
            error, allowed, _ = self.incline(mu, slope, speed, dt, **SCHEMES[3 + seed % 2])
            self.assertLess(error, allowed + 1e-8 * speed, (seed, mu, slope, speed, dt))

    def pendulum(self, dt, **scheme):
        """Angles from the vertical of a pendulum of 1 kg, 0.5 m, 0.1 kg m2 with a moment of friction of 0.4 N m, released at 1.2 rad."""
        tilt = {"gravity": f"{G * np.sin(1.2)!r},0,{-G * np.cos(1.2)!r}", "joints": "pin", **joint("pin", "revolute", set="body", axis="0,1,0", point="1,2,3.5", angle_friction_force=0.4)}
        out = one(dt=dt, t_end=8, **tilt, **scheme)
        angle = out.probe["pin"]["angle"]
        return out, angle - angle[0] - 1.2 * np.sign(angle[1] - angle[0])

    @staticmethod
    def amplitudes():
        """The turns of the pendulum, and the angle at which it rests.

        A way from a to b loses the energy 0.4 |a - b|, which weight gives, 4.905 (cos b - cos a). The last one ends before the vertical."""
        found, weight, moment = [1.2], G / 2, 0.4
        while True:
            a = found[-1]
            passes = weight * (1 - np.cos(a)) > moment * a
            low, high = (-a, 0.0) if passes else (0.0, np.arcsin(moment / weight))
            for _ in range(100):
                b = (low + high) / 2
                low, high = (low, b) if weight * (np.cos(b) - np.cos(a)) > moment * (a - b) else (b, high)
            if not passes:
                return np.array(found), low
            found.append(-high)

    def turns(self, angle):
        """Angles of the turns, by parabolas, without their signs."""
        before, here, after = angle[:-2], angle[1:-1], angle[2:]
        at = np.where(((here - before) * (after - here) < 0) & (abs(here) > 0.1))[0]
        before, here, after = before[at], here[at], after[at]
        return abs(here - (after - before) ** 2 / 8 / (after - 2 * here + before))

    def test_a_pendulum_loses_the_energy_of_each_swing(self):
        exact, rest = self.amplitudes()
        self.assertEqual(len(exact), 7)
        out, angle = self.pendulum(5e-3, **SCHEMES[3])
        np.testing.assert_allclose(self.turns(angle)[:5], exact[1:6], atol=1e-5)
        self.assertAlmostEqual(abs(angle[-1]), rest, delta=2e-6)
        self.assertLess(np.ptp(angle[-100:]), 1e-8)
        np.testing.assert_allclose(out.energy["damping"][-1], G / 2 * (np.cos(rest) - np.cos(1.2)), rtol=1e-4)  # sums of second order
        for scheme in (SCHEMES[0], SCHEMES[4]) if RELEASE else ():
            errors = [abs(abs(self.pendulum(dt, **scheme)[1][-1]) - rest) for dt in (1e-2, 5e-3, 2.5e-3)]
            self.assertGreater(min(orders(errors)), 1.5, (scheme, errors))


class Door(unittest.TestCase):
    """Friction moments do not depend on reactions: two hinges on one axis are allowed."""
    HINGES = {"joints": "low,high", **joint("low", "revolute", set="body", axis="0,0,1", point="0.5,2,2", angle_friction_force=2), **joint("high", "revolute", set="body", axis="0,0,1", point="0.5,2,4"),
              "initial_low_angular_velocity": 1, "t_end": 1, "dt": 0.01}

    def test_a_moment_stops_it(self):
        inertia = 0.1 + 0.25
        for scheme, delta in ((SCHEMES[0], 2e-4), (SCHEMES[3], 3e-6), (SCHEMES[4], 3e-6)):
            out = one(**self.HINGES, **scheme)
            self.assertAlmostEqual(out.probe["low"]["angle"][-1], inertia / 4, delta=delta, msg=str(scheme))
            self.assertAlmostEqual(out.energy["damping"][-1], inertia / 2, delta=max(1e-5, 2 * delta))

    def test_a_coefficient_is_still_refused(self):
        keys = {**self.HINGES, "joint_low_angle_friction": 0.3, "joint_low_angle_friction_radius": 0.1}
        with self.assertRaisesRegex(RuntimeError, "status 2: fsolve: friction of joints .* needs independent constraints"):
            one(**keys)


class Zero(unittest.TestCase):
    def test_a_coefficient_of_zero(self):
        """As in a study of the coefficient: the other options of friction stay in the file."""
        keys = {"displacement_friction": 0, "displacement_friction_stick": 1e-5, "displacement_friction_settle": 0.01}
        out = block(0.3, **keys, dt=0.01, t_end=0.2, **SCHEMES[3])
        np.testing.assert_allclose(out.probe["guide"]["displacement"], G * np.sin(0.3) * out.time**2 / 2, atol=1e-9)
        pin = joint("pin", "revolute", set="body", axis="0,0,1", angle_friction=0, angle_friction_static=0, angle_friction_stribeck=0.1, angle_friction_radius=0.05, angle_friction_force=0)
        out = one(joints="pin", initials="body", initial_body_angular_velocity_z=3, dt=0.01, **pin)
        np.testing.assert_allclose(out.probe["pin"]["angle"], 3 * out.time, atol=1e-9)


class StickSlip(unittest.TestCase):
    """A block of 1 kg that a spring of k = 60 N/m drags at 0.15 m/s, with Stribeck's friction."""
    k, pull, mu, mu_s, stribeck = 60, 0.15, 0.2, 0.4, 0.05

    def limit(self, v):
        return G * (self.mu + (self.mu_s - self.mu) * np.exp(-((v / self.stribeck) ** 2)))

    def reference(self, end, times):
        """x at times: it sticks until the spring has the limit at rest, and slides until its velocity is 0: Runge and Kutta, with the last step by bisection."""
        def rate(t, y):
            return np.array([y[1], self.k * (self.pull * t - y[0]) - self.limit(y[1])])

        def step(t, y, h):
            k1 = rate(t, y)
            k2 = rate(t + h / 2, y + h / 2 * k1)
            k3 = rate(t + h / 2, y + h / 2 * k2)
            return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(t + h, y + h * k3))

        t, x, all_t, all_x, h = 0.0, 0.0, [0.0], [0.0], 1e-4
        while t < end:
            t = max(t, (self.limit(0) / self.k + x) / self.pull)
            y = np.array([x, 0.0])
            all_t.append(t)
            all_x.append(x)
            while t < end:
                following = step(t, y, h)
                if following[1] < 0 and t > all_t[0] and y[1] > 0:
                    break
                t, y = t + h, following
                all_t.append(t)
                all_x.append(y[0])
            low, high = 0.0, h
            for _ in range(50):
                middle = (low + high) / 2
                low, high = (middle, high) if step(t, y, middle)[1] > 0 else (low, middle)
            t, x = t + low, step(t, y, low)[0]
            all_t.append(t)
            all_x.append(x)
        return np.interp(times, all_t, all_x)

    @release
    def test_cycles(self):
        end = 3.0
        for scheme in (SCHEMES[0], SCHEMES[3], SCHEMES[4]):
            out = block(displacement_friction=self.mu, displacement_friction_static=self.mu_s, displacement_friction_stribeck=self.stribeck, displacement_friction_stick=1e-7, loads="body",
                        load_body_law_x=f"{self.k}*({self.pull}*t-ux)", dt=1e-3, t_end=end, **scheme)
            x, expected = out.probe["guide"]["displacement"], self.reference(end, out.time)
            slips = np.diff((np.gradient(expected, out.time) > 0.01).astype(int)) == 1
            self.assertGreaterEqual(slips.sum(), 3)
            np.testing.assert_allclose(x, expected, atol=3e-5)  # a slip is 4 cm; it begins within a step, where velocities are 0.15 m/s times that
            self.assertLess(balance(out), 3e-5)


def several(**keys):
    """Five blocks side by side, of one joint of five cells, with other velocities: some slide, some stick; and a sixth on a spring."""
    nodes = [(0, y, 0) for y in range(6)]
    sets = {"body": (gmsh_file.POINT, [(n,) for n in range(6)]), "guide": (gmsh_file.POINT, [(n,) for n in range(5)]), "sprung": (gmsh_file.POINT, [(5,)])}
    both = {"axis": "1,0,0", "displacement_friction": 0.3, "displacement_friction_static": 0.4, "displacement_friction_stribeck": 0.1}
    return nodes, sets, {"parts": "body", **body("body"), "gravity": f"0,0,-{G}", "joints": "guide,sprung", **joint("guide", "cylindrical", angle_friction=0.2, angle_friction_radius=0.1, **both),
                         **joint("sprung", "prismatic", displacement_stiffness=100, displacement_rest=0.1, **both), "loads": "guide,sprung", "load_guide_law_x": "3.5*sin(9*t)",
                         "load_sprung_law_x": "5*sin(20*t)", "initials": "body", "initial_body_velocity_x": "0.3*y*(y<4.5)", "initial_body_angular_velocity_x": "y*(y<4.5)", "dt": 0.005, "t_end": 0.25, **keys}


class Distributed(unittest.TestCase):
    def test_any_number_of_ranks(self):
        for scheme, all_ranks in ((SCHEMES[1], (2, 8)), (SCHEMES[3], (3,)))[0 if RELEASE else 1:]:
            nodes, sets, keys = several(**scheme)
            first = on_mesh(nodes, sets, **keys).probe
            x = first["guide"]["displacement"][:, :, 0]
            self.assertLess(abs(x[:, 0]).max(), 1e-5)  # it sticks, the others have slid
            self.assertGreater(abs(x[:, 4]).max(), 0.05)
            for ranks in all_ranks:
                other = on_mesh(nodes, sets, ranks=ranks, **keys).probe
                for name in first:
                    for k, series in first[name].items():
                        np.testing.assert_allclose(other[name][k], series, atol=1e-6 * max(1, abs(series).max()), err_msg=f"{name} {k} on {ranks}")

    def test_a_restart_is_the_same_run(self):
        """Taken up where all slide, where some do, and where all stick: the same bits."""
        nodes, sets, keys = several()
        for scheme in (SCHEMES[0], SCHEMES[3]) if RELEASE else (SCHEMES[0],):
            with tempfile.TemporaryDirectory() as folder:
                gmsh_file.write(os.path.join(folder, "mesh.msh"), nodes, sets)
                given = {**keys, **scheme, "mesh": "mesh.msh", "quiet": True, "checkpoint": "kept", "overwrite": True}

                def histories(name, *ends):
                    for k, end in enumerate(ends):
                        done = fsolve(options(**{**given, "t_end": end, "output": name}, **({"restart": "kept"} if k else {})), cwd=folder)
                        self.assertEqual(done.returncode, 0, done.stderr)
                    with h5py.File(os.path.join(folder, name)) as f:
                        found = {}
                        f["history"].visititems(lambda path, item: found.update({path: item[()]}) if isinstance(item, h5py.Dataset) and "solver" not in path else None)
                        return found

                straight = histories("straight.h5", 0.25)
                for ends in ((0.05, 0.25), (0.1, 0.2, 0.25)) if RELEASE else ((0.1, 0.2, 0.25),):
                    broken = histories("broken.h5", *ends)
                    self.assertEqual(set(broken), set(straight))
                    for path, series in straight.items():
                        np.testing.assert_array_equal(broken[path], series, err_msg=f"{path} {ends} {scheme}")


class Equilibria(unittest.TestCase):
    def test_a_spring_drags_a_block_there_and_back(self):
        """Quasi-static: it sticks, slips where the spring has mu N, and turns round with a hysteresis of twice that; weight grows with t."""
        k, mu = 100, 0.4
        keys = {"analysis": "static", "loads": "body", "load_body_law_x": "8*sin(pi*t)", "t_end": 2, "dt": 0.05}
        out = block(displacement_friction=mu, displacement_stiffness=k, **keys)
        x, limit, expected, at = out.probe["guide"]["displacement"], mu * G, [], 0.0
        for t in out.time:
            at = min(max(at, (8 * np.sin(np.pi * t) - limit * t) / k), (8 * np.sin(np.pi * t) + limit * t) / k)
            expected.append(at)
        np.testing.assert_allclose(x, expected, atol=3 * STICK)

    def test_what_slides_has_no_equilibrium(self):
        """Below the limit a block on a slope rests, in -analysis static and where a motion begins at rest; above it nothing holds it."""
        for slope, status in ((0.3, 0), (0.5, 3)):
            axis = f"{np.cos(slope)!r},0,{-np.sin(slope)!r}"
            for more in ({"analysis": "static"}, {"initial_static": True, "dt": 0.01, "t_end": 0.1}):
                with tempfile.TemporaryDirectory() as folder:
                    gmsh_file.write(os.path.join(folder, "mesh.msh"), [(1, 2, 3)], {"body": (gmsh_file.POINT, [(0,)])})
                    done = fsolve(options(mesh="mesh.msh", parts="body", **body("body"), gravity=f"0,0,{-G}", joints="guide", quiet=True, output="out.h5",
                                          **joint("guide", "prismatic", set="body", axis=axis, displacement_friction=0.4), **more), cwd=folder)
                self.assertEqual(done.returncode, status, (slope, more, done.stderr))


class Refused(refusal.Table):
    ROWS = [
        ("slider_crank", {"joint_slider_displacement_friction": -1}, r"-joint_slider_displacement_friction -1: must not be negative"),
        ("slider_crank", {"joint_slider_displacement_friction": 0.3, "joint_slider_displacement_friction_static": 0.2}, r"-joint_slider_displacement_friction_static 0.2: must not be less"),
        ("slider_crank", {"joint_slider_displacement_friction": 0.3, "joint_slider_displacement_friction_static": 0.4}, r"give -joint_slider_displacement_friction_stribeck"),
        ("slider_crank", {"joint_slider_displacement_friction": 0.3, "joint_slider_displacement_friction_stribeck": 0.4}, r"_stribeck has no effect without a larger -joint_slider_displacement_friction_static"),
        ("slider_crank", {"joint_slider_displacement_friction_stick": 1e-3}, r"-joint_slider_displacement_friction_stick has no effect: -joint_slider_displacement_friction and .*_force are 0"),
        ("slider_crank", {"joint_slider_displacement_friction_radius": 1e-3}, r"-joint_slider_displacement_friction_radius"),
        ("slider_crank", {"joint_pin_angle_friction": 0.3}, r"-joint_pin_angle_friction acts at the surface of a pin: give its radius, -joint_pin_angle_friction_radius"),
        ("slider_crank", {"joint_pin_angle_friction_force": 0.3, "joint_pin_angle_friction_radius": 1}, r"-joint_pin_angle_friction_radius has no effect"),
        ("slider_crank", {"joint_pin_angle_friction_force": 0.3, "joint_pin_angle": "t"}, r"-joint_pin_angle_friction_force: the angle of joint 'pin' is not free"),
        ("slider_crank", {"joint_pin_displacement_friction_force": 0.3}, r"-joint_pin_displacement_friction_force: the displacement of joint 'pin' is not free"),
        ("squeezer", {"joint_spring_displacement_friction": 0.3}, r"-joint_spring_displacement_friction: a spring_damper has no normal force; give -joint_spring_displacement_friction_force"),
        ("slider_crank", {"joint_slider_displacement_friction": 0.3, "joint_slider_displacement_damping": 0, "integrator": "central_difference", "dt": 1e-4}, r"-integrator central_difference: the friction of joints needs an implicit scheme"),
        ("slider_crank", {"joint_slider_displacement_friction": 0.3, "analysis": "modes"}, r"-joint_<name>_..._friction is for motions and -analysis static"),
    ]


if __name__ == "__main__":
    unittest.main()
