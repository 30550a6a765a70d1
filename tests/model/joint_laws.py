# SPDX-License-Identifier: BSD-2-Clause
"""Nonlinear springs, dampers, motors and stops on free coordinates of joints, against closed forms."""
import os
import tempfile
import unittest

import numpy as np

from models import balance, body, joint, on_mesh, one_body, orders
from run import MORE_RANKS, RELEASE, fsolve, options, release, run
import gmsh_file  # tools/

SCHEMES = {"lms4": {"integrator": "lms4", "stabilize": "none"}, "ss4": {"integrator": "ss4", "stabilize": "none"}, "esdirk43_6l": {}, "ce5": {"integrator": "ce5", "stabilize": "none"}}
MASS, INERTIA = 1, 0.1  # of one_body


def guided(velocity=0, place=0, axis="1,0,0", **keys):
    """A body on a straight guide; keys of the coordinate: spring=..., or of the run."""
    laws = {k: v for k, v in keys.items() if k in ("stiffness", "spring", "damper", "motor", "lower", "upper", "stop_stiffness", "stop_restitution", "stop_velocity")}
    others = {k: v for k, v in keys.items() if k not in laws}
    along = "xyz"[[float(a) for a in axis.split(",")].index(1)]
    start = {"initials": "body", f"initial_body_velocity_{along}": velocity, f"initial_body_displacement_{along}": place}
    return one_body((0, 0, 0), joints="guide", **start, **joint("guide", "prismatic", set="body", axis=axis, **{f"displacement_{k}": v for k, v in laws.items()}), **others)


def shaft(**keys):
    """A body that turns about its axis, from rest."""
    laws = {f"angle_{k}": keys.pop(k) for k in ("spring", "damper", "motor") if k in keys}
    return one_body((0, 0, 0), joints="shaft", **joint("shaft", "revolute", set="body", axis="0,0,1", **laws), **keys)


def quarter(m):
    """The complete elliptic integral K(m), by the arithmetic-geometric mean."""
    a, b = 1, np.sqrt(1 - m)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, np.sqrt(a * b)
    return np.pi / (2 * a)


def left(v, e, eps):
    """The rate after a contact with the rate v before it, of the law with its smoothing: where the integrals of w dw / phi(w) on both ways are the same."""
    def phi(w):
        return (1 + e * e) / 2 + (1 - e * e) / 2 * np.tanh(w / eps)

    w = np.linspace(0, v, 200001)
    one, two = (np.concatenate([[0], np.cumsum((f[1:] + f[:-1]) / 2 * (w[1] - w[0]))]) for f in (w / phi(w), w / phi(-w)))
    return np.interp(one[-1], two, w)


class Springs(unittest.TestCase):
    A, B = 4, 30  # force A u + B u^3
    AMPLITUDE = 0.8

    def duffing(self, **keys):
        v = np.sqrt(self.A * self.AMPLITUDE**2 + self.B * self.AMPLITUDE**4 / 2)
        return guided(v, spring=f"{self.A}*u+{self.B}*u^3", **keys)

    def test_period(self):
        """A hard cubic spring: T = 4 K(m) / sqrt(A + B a^2), m = B a^2 / 2 / (A + B a^2)."""
        stiff = self.A + self.B * self.AMPLITUDE**2
        period = 4 * quarter(self.B * self.AMPLITUDE**2 / 2 / stiff) / np.sqrt(stiff)
        for scheme, keys in SCHEMES.items():
            out = self.duffing(t_end=2 * period, dt=period / 400, **keys)
            u = out.probe["guide"]["displacement"]
            for part in (1, 2, 3, 4):  # where it comes through 0: every half period
                at = np.interp(part * period / 2, out.time, u)
                self.assertLess(abs(at), 2e-6 if scheme == "esdirk43_6l" else 5e-3, scheme)
            self.assertAlmostEqual(abs(u).max(), self.AMPLITUDE, delta=1e-3, msg=scheme)

    def test_energy(self):
        """Kinetic and strain energy: their sum keeps with the order of the scheme, to 1e-10 with short steps; strain is A u^2/2 + B u^4/4."""
        drift = []
        for n in (100, 200, 400, 1600):
            out = self.duffing(t_end=1, dt=1 / n)
            total = out.energy["kinetic"] + out.energy["strain"]
            drift.append(abs(total / total[0] - 1).max())
        self.assertGreater(orders(drift[:3]).min(), 3.8)
        self.assertLess(drift[3], 1e-10)
        u = out.probe["guide"]["displacement"]
        np.testing.assert_allclose(out.energy["strain"], self.A * u**2 / 2 + self.B * u**4 / 4, rtol=1e-12, atol=1e-14)

    def test_table(self):
        """A spring by a table with corners is the formula with corners: motion and energy."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.txt")
            with open(path, "w") as file:
                file.write("-2 -19\n-0.1 0\n0.1 0\n2 38\n")
            keys = {"t_end": 2, "integrator": "lms4", "stabilize": "none"}
            table = guided(1, tables="s", table_s=path, spring="s(u)", **keys)
        formula = guided(1, spring="u<-0.1 ? 10*(u+0.1) : u>0.1 ? 20*(u-0.1) : 0", **keys)
        np.testing.assert_allclose(table.probe["guide"]["displacement"], formula.probe["guide"]["displacement"], atol=1e-10)
        np.testing.assert_allclose(table.energy["strain"], formula.energy["strain"], atol=1e-10)
        self.assertGreater(formula.energy["strain"].max(), 0.4)

    def test_equilibrium_and_small_motions(self):
        """A weight on a hard spring: A u + B u^3 = m g; it swings with the slope there."""
        u = np.roots([self.B, 0, self.A, -9.81])
        u = u[abs(u.imag) < 1e-9].real[0]
        spring = f"{self.A}*u+{self.B}*u^3"
        out = guided(spring=spring, gravity="9.81,0,0", analysis="static", integrator=None, stabilize=None, dt=0.5, t_end=1)
        self.assertAlmostEqual(out.probe["guide"]["displacement"][-1], u, delta=1e-10)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mesh.msh")
            gmsh_file.write(path, [(0, 0, 0)], {"body": (gmsh_file.POINT, [(0,)])})
            keys = {"mesh": path, "parts": "body", **body("body"), "joints": "guide", **joint("guide", "prismatic", set="body", axis="1,0,0", displacement_spring=spring)}
            done = fsolve(options(analysis="modes", modes=1, gravity="9.81,0,0", initial_static=True, output=os.path.join(folder, "o.h5"), **keys))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{np.sqrt(self.A + 3 * self.B * u**2) / 2 / np.pi:.5g}"[:5], done.stdout)


class Dampers(unittest.TestCase):
    def test_drag(self):
        """m v' = -c v |v|: v = v0 / (1 + c v0 t / m)."""
        c, v = 2, 3
        out = guided(v, damper=f"{c}*v*abs(v)", t_end=2)
        np.testing.assert_allclose(out.probe["body"]["velocity"][:, 0], v / (1 + c * v * out.time), rtol=1e-6)
        np.testing.assert_allclose(out.probe["guide"]["displacement"], np.log(1 + c * v * out.time) / c, rtol=1e-6)
        np.testing.assert_allclose(out.energy["damping"], v**2 / 2 - out.energy["kinetic"], atol=2e-3 * v**2)  # the trapezoidal rule in steps of 0.01

    def test_it_may_feed(self):
        """Van der Pol: what a damper gives is no gain from nothing; its account closes."""
        out = guided(0.1, spring="u", damper="-2*(1-u^2)*v", t_end=30, dt=0.02)
        self.assertAlmostEqual(abs(out.probe["guide"]["displacement"][out.time > 15]).max(), 2.0199, delta=1e-3)  # the known limit cycle of mu = 2
        self.assertLess(out.energy["damping"].min(), -1)
        self.assertLess(balance(out), 1e-2)  # of 10 J that go through the damper


class Motors(unittest.TestCase):
    TORQUE, RATE = 0.6, 20  # at rest; without load

    def check(self, out, tolerance):
        w = self.RATE * (1 - np.exp(-self.TORQUE * out.time / (INERTIA * self.RATE)))
        power = self.TORQUE * (1 - w / self.RATE) * w
        np.testing.assert_allclose(out.probe["body"]["angular_velocity"][:, 2], w, atol=tolerance * self.RATE)
        np.testing.assert_allclose(out.probe["shaft"]["motor_power"], power, atol=tolerance * power.max() * 10)
        np.testing.assert_allclose(out.probe["shaft"]["angle_moment"], self.TORQUE * (1 - w / self.RATE), atol=tolerance * self.TORQUE * 10)
        np.testing.assert_allclose(out.probe["shaft"]["motor_work"], INERTIA * w**2 / 2, atol=1e-4 * self.TORQUE * self.RATE)  # second order
        np.testing.assert_allclose(out.probe["shaft"]["motor_work"], out.energy["external"], atol=1e-14 * self.TORQUE * self.RATE)
        self.assertLess(balance(out), 1e-4 * self.TORQUE * self.RATE)

    def test_torque_curve(self):
        """w = w0 (1 - exp(-T t / J w0)); its power, and its work, which is the energy."""
        for scheme, keys in SCHEMES.items():
            out = shaft(motor=f"{self.TORQUE}*(1-v/{self.RATE})", show="works", t_end=4, **keys)
            self.check(out, {"esdirk43_6l": 1e-8, "ce5": 1e-6}.get(scheme, 1e-4))

    def test_table(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "curve.txt")
            with open(path, "w") as file:
                file.write(f"0 {self.TORQUE}\n{self.RATE / 4} {self.TORQUE * 3 / 4}\n{2 * self.RATE} {-self.TORQUE}\n")
            out = shaft(motor="curve(v)", tables="curve", table_curve=path, show="works", t_end=4)
        self.check(out, 1e-8)

    def test_equilibrium(self):
        """At rest a motor holds against a spring; its work is that of the path."""
        out = shaft(motor="t*3", spring="2*u", show="works", analysis="static", integrator=None, stabilize=None, dt=0.25)
        np.testing.assert_allclose(out.probe["shaft"]["angle"], 1.5 * out.time, atol=1e-10)
        np.testing.assert_allclose(out.probe["shaft"]["motor_work"], out.energy["strain"], atol=1e-10)
        self.assertLess(balance(out), 1e-10)

    def test_on_what_moves(self):
        """Between two bodies, one of which a support moves: power and work are those of the difference of rates, and the account closes."""
        sets = {"one": (gmsh_file.POINT, [(0,)]), "two": (gmsh_file.POINT, [(1,)]), "pair": (gmsh_file.LINE, [(0, 1)])}
        keys = {"parts": "one,two", **body("one"), **body("two"), "supports": "one", "support_one_fix": "all", "support_one_rotation_z": "t^2", "joints": "pair", "probes": "two",
                **joint("pair", "revolute", axis="0,0,1", angle_motor="0.2+t", angle_damper="0.01*v"), "show": "works", "integrator": "esdirk43_6l", "dt": 0.005, "t_end": 2}
        out = on_mesh([(0, 0, 0), (0, 0, 0)], sets, **keys)
        power = out.probe["pair"]["motor_power"]
        rate = out.probe["two"]["angular_velocity"][:, 2] - 2 * out.time
        np.testing.assert_allclose(power, (0.2 + out.time) * rate, atol=1e-9)
        work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(out.time))])
        np.testing.assert_allclose(out.energy["external"] - out.energy["external"][0], out.energy["kinetic"] + out.energy["damping"] - out.energy["kinetic"][0], atol=1e-4 * abs(work).max())
        self.assertGreater(abs(work).max(), 10)

    def test_power_of_drivers(self):
        """Effort times rate; its integral is the work."""
        out = one_body((1, 0, 0), gravity="0,0,-9.81", joints="motor", t_end=2, show="works", **joint("motor", "revolute", set="body", axis="0,-1,0", point="0,0,0", angle="sin(t)^2"))
        phi, rate, curve = np.sin(out.time) ** 2, np.sin(2 * out.time), 2 * np.cos(2 * out.time)
        np.testing.assert_allclose(out.probe["motor"]["motor_power"][1:], ((1.1 * curve + 9.81 * np.cos(phi)) * rate)[1:], atol=1e-4)
        np.testing.assert_allclose(out.probe["motor"]["angle_moment"][1:], (1.1 * curve + 9.81 * np.cos(phi))[1:], atol=1e-4)

    def test_force_along_a_coordinate(self):
        """It is the sum of the spring, the damper and the motor, without friction, and positive towards larger values; a spring of no length pulls along its distance."""
        out = guided(3, spring="5*u", damper="0.3*v", motor="2+t", joint_guide_displacement_friction_force=0.5, t_end=1)
        guide = out.probe["guide"]
        np.testing.assert_allclose(guide["displacement_force"], 2 + out.time - 5 * guide["displacement"] - 0.3 * out.probe["body"]["velocity"][:, 0], atol=1e-12)
        self.assertGreater(abs(guide["displacement_friction"]).max(), 0.4)
        out = one_body((1, 0, 0), joints="tied", t_end=1, initials="body", initial_body_velocity_y=3, **joint("tied", "spring_damper", set="body", displacement_stiffness=7))
        distance = out.probe["tied"]["displacement"]
        np.testing.assert_allclose(out.probe["tied"]["displacement_force"], -7 * distance, atol=1e-12)
        self.assertGreater(distance.max(), 1)


class Failures(unittest.TestCase):
    def test_a_formula_that_ends(self):
        """In the run: the step fails, the place and the formula are told; a spring beyond its table as well."""
        with self.assertRaisesRegex(RuntimeError, r"status 3: .*fsolve: step \d+ from t = 0\.[45]\d* failed.*joint 'shaft' at \(0, 0, 0\), where -joint_shaft_angle_motor \"sqrt\(0.5-t\)\" has no finite value at t = 0\.5"):
            shaft(motor="sqrt(0.5-t)")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.txt")
            with open(path, "w") as file:
                file.write("-1 0\n0.4 0\n0.5 0\n")
            with self.assertRaisesRegex(RuntimeError, "(?s)status 3: .*joint 'guide' at .*where -joint_guide_displacement_spring .*outside of the table"):
                guided(1, tables="s", table_s=path, spring="s(u)")


class Stops(unittest.TestCase):
    K = 1e4

    def contact(self, e, v=1, eps=0.01, **keys):
        more = {"stop_restitution": e, "stop_velocity": eps} if e < 1 else {}
        omega = np.sqrt(self.K / MASS)
        return guided(v, upper=0.01, stop_stiffness=self.K, t_end=0.01 / v + 1.2 * np.pi / omega * (1 + 1 / e) / 2, **more, **{"dt": 0.02 / omega, **keys})

    def test_restitution(self):
        """The rate after the contact, without smoothing e v; how long it lasts: pi sqrt(m/k) (1 + 1/e) / 2; the loss is what is missing."""
        for e in (1, 0.8, 0.3) if RELEASE else (0.3,):
            for scheme, keys in SCHEMES.items():
                with self.subTest(e=e, scheme=scheme):
                    out = self.contact(e, **keys)
                    u, v = out.probe["guide"]["displacement"], out.probe["body"]["velocity"][:, 0]
                    exact = left(1, e, 0.01) if e < 1 else 1
                    self.assertAlmostEqual(exact, e, delta=1e-3)
                    self.assertAlmostEqual(-v[-1], exact, delta=2e-3)
                    self.assertLess(u[-1], 0.01)
                    last = np.nonzero(u > 0.01)[0][-1]
                    end, omega = out.time[last] + (u[last] - 0.01) / -v[last], np.sqrt(self.K / MASS)
                    smoothing = 3 * 0.01 / (e**2 * omega)  # at most what the rate needs to pass through it
                    self.assertAlmostEqual(end - 0.01, np.pi / omega * (1 + 1 / e) / 2, delta=0.01 / omega + (smoothing if e < 1 else 0))
                    self.assertAlmostEqual(out.energy["damping"][-1], (1 - exact**2) / 2, delta=3e-3)
                    self.assertLess(balance(out), 5e-3)
                    self.assertGreaterEqual(np.diff(out.energy["damping"]).min(), 0)
                    self.assertGreater(out.energy["strain"].max(), 0.99 * (1 + e * e) / 4)

    @release
    def test_order(self):
        """Of the steps: the corner at the touch leaves second order at least, the account closes with that; steps that end there are better."""
        for events in ("ignore", "locate"):
            errors, open_by = [], []
            for n in (1, 2, 4, 8, 16):
                out = self.contact(0.5, eps=0.1, dt=0.04 / np.sqrt(self.K) / n, events=events)
                errors.append(abs(out.probe["body"]["velocity"][-1, 0] + left(1, 0.5, 0.1)))
                open_by.append(balance(out))
            self.assertGreater(np.log2(open_by[0] / open_by[-1]) / 4, 1.7)
            self.assertLess(open_by[-1], 2e-5)
            if events == "ignore":
                self.assertGreater(np.log2(errors[0] / errors[-1]) / 4, 1.7)
        self.assertLess(max(errors), 1e-7)  # left() is by quadrature, to about 1e-8

    def ball(self, e=0.7, eps=0.005, h=0.05, t_end=0.5, k=1e6, **keys):
        return guided(place=h, axis="0,0,1", lower=0, stop_stiffness=k, stop_restitution=e, stop_velocity=eps, gravity="0,0,-9.81", t_end=t_end, **{"dt": 2e-4, **keys})

    @release
    def test_bouncing_ball(self):
        """Heights fall by e^2 and times in the air by e; a stop gives a little of the weight's work with it: v'^2 = e^2 v^2 - 2 g x (1 - e^2), x the penetration."""
        e, h, k, g = 0.7, 0.05, 1e6, 9.81
        out = self.ball(e, h=h, k=k, dt=5e-5, integrator="lms4", stabilize="none")
        u, top, at = out.probe["guide"]["displacement"], [], []
        for i in range(1, len(u) - 1):
            if u[i] > u[i - 1] and u[i] >= u[i + 1] and u[i] > 1e-3:
                top.append(u[i])
                at.append(out.time[i])
        self.assertGreater(len(top), 2)
        v, t = np.sqrt(2 * g * h), np.sqrt(2 * h / g)
        for height, time in zip(top, at):
            x = (MASS * g + np.sqrt((MASS * g) ** 2 + k * MASS * v**2)) / k
            t += np.pi * np.sqrt(MASS / k) * (1 + 1 / e) / 2
            v = np.sqrt(e**2 * v**2 - 2 * g * x * (1 - e**2))
            self.assertAlmostEqual(height, v**2 / 2 / g, delta=1e-2 * height)
            self.assertAlmostEqual(time, t + v / g, delta=2e-3 * t)
            t += 2 * v / g
        self.assertLess(balance(out), 1e-3 * MASS * g * h)

    def test_rest(self):
        """It comes to rest where the stiffness at rest, (1 + e^2) / 2 k, carries it; so do statics, which may begin beyond the stop and off it."""
        e, k = 0.4, 1e4
        rest = -MASS * 9.81 / ((1 + e**2) / 2 * k)
        out = self.ball(e, eps=0.02, h=0.01, k=k, t_end=1, dt=1e-3)
        self.assertAlmostEqual(out.probe["guide"]["displacement"][-1], rest, delta=1e-3 * abs(rest))
        for place in (0, -0.5, 0.2):
            out = self.ball(e, k=k, h=place, analysis="static", integrator=None, stabilize=None, dt=1, t_end=1, spring="u/10")
            self.assertAlmostEqual(out.probe["guide"]["displacement"][-1], rest, delta=1e-4 * abs(rest))

    def test_pendulum(self):
        """A pendulum that falls against a stop at the bottom: it comes up again to e^2 of its height."""
        e, g = 0.6, 9.81
        keys = joint("hinge", "revolute", set="body", axis="0,-1,0", point="0,0,0", angle_lower=-np.pi / 2, angle_stop_stiffness=1e5, angle_stop_restitution=e, angle_stop_velocity=0.02)
        out = one_body((1, 0, 0), joints="hinge", gravity=f"0,0,-{g}", dt=2e-4, t_end=1.2, **keys)
        phi = out.probe["hinge"]["angle"]
        hit = np.nonzero(phi < -np.pi / 2)[0][-1]
        after = 1 + out.probe["body"]["displacement"][hit:, 2].max()
        self.assertAlmostEqual(after, e**2, delta=5e-3)
        self.assertLess(balance(out), 2e-3 * g)

    def test_case(self):
        """What inputs/README.md says of pendulum_stop."""
        out = run("pendulum_stop", dt=1e-3)
        phi = out.probe["hinge"]["angle"]
        first = np.nonzero(phi < -1)[0][0]
        self.assertAlmostEqual(out.time[first], 0.4594, delta=1.6e-3)  # the integral of d phi / sqrt(2 g sin phi) from 0 to 1; a step; friction
        tops = [phi[i] for i in range(first, len(phi) - 1) if phi[i] > phi[i - 1] and phi[i] >= phi[i + 1]]
        np.testing.assert_allclose(tops[:3], [-0.592, -0.847, -0.951], atol=2e-3)
        self.assertAlmostEqual(-1 - phi[-1], 7.795e-4, delta=6e-6)  # by mu r m g cos(1) over the stiffness at most, and some for the stop's own reaction
        self.assertTrue((phi[out.time > 2.4] < -1).all())

    def test_contacts_within_a_step_are_told(self):
        """pendulum_stop leaves its stop after 42 ms: steps of 40 ms do not tell what comes back, those of 4 ms do."""
        with tempfile.TemporaryDirectory() as folder:
            for dt, warned in ((0.04, True), (0.004, False)):
                done = fsolve(options("pendulum_stop", dt=dt, t_end=1, quiet=True, output=os.path.join(folder, f"{dt}.h5")))
                self.assertEqual(done.returncode, 0, done.stderr)
                pattern = "^fsolve: warning: a contact with a stop of joint 'hinge' lasted [1-4] steps? only: " if warned else "^$"
                self.assertRegex(done.stderr, pattern)

    def test_explicit_schemes_mind_it(self):
        """Their steps are limited by the stop before it is touched."""
        with self.assertRaisesRegex(RuntimeError, "status 2: .*beyond the stable step"):
            self.contact(1, dt=2.5 / np.sqrt(self.K), **SCHEMES["ce5"])


class Many(unittest.TestCase):
    """Chains of sliders with springs, dampers, motors and stops."""
    N = 9

    def case(self, folder):
        path = os.path.join(folder, "mesh.msh")
        nodes = [(0.3 * k, 0, 0) for k in range(self.N)]
        gmsh_file.write(path, nodes, {"all": (gmsh_file.POINT, [(k,) for k in range(self.N)]), "links": (gmsh_file.LINE, [(k, k + 1) for k in range(self.N - 1)]), "wall": (gmsh_file.POINT, [(0,)])})
        laws = {"displacement_spring": "50*u+4e3*u^3", "displacement_damper": "0.5*v*abs(v)", "displacement_lower": -0.02, "displacement_upper": 0.03,
                "displacement_stop_stiffness": 3e4, "displacement_stop_restitution": 0.5, "displacement_stop_velocity": 0.02}
        return {"mesh": path, "parts": "all", **body("all"), "joints": "wall,links", **joint("wall", "prismatic", axis="1,0,0", displacement_motor="90*cos(40*t)*(1-v/5)"),
                **joint("links", "prismatic", axis="1,0,0", **laws), "dt": 2e-3, "show": "works"}

    def test_ranks(self):
        with tempfile.TemporaryDirectory() as folder:
            keys = {**self.case(folder), "t_end": 0.12, "stabilize": "none", "integrator": "lms4"}
            first = run(**keys)
            x = first.probe["links"]["displacement"][:, :, 0]
            self.assertTrue(x.min() < -0.02 and x.max() > 0.03, (x.min(), x.max()))  # both stops
            for ranks in MORE_RANKS:
                out = run(ranks=ranks, **{**keys, "t_end": 0.12 if ranks < 8 else 0.05})
                n = len(out.time)
                for name, series in first.probe.items():
                    for key, values in series.items():
                        np.testing.assert_allclose(out.probe[name][key], values[:n], atol=1e-7 * max(1, abs(values).max()), err_msg=f"{name} {key} {ranks}")
                np.testing.assert_allclose(out.energy["damping"], first.energy["damping"][:n], atol=1e-8)


if __name__ == "__main__":
    unittest.main()
