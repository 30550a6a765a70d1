# SPDX-License-Identifier: BSD-2-Clause
"""Orders of all schemes in q, v and lambda on a pendulum that a joint holds."""
import functools
import unittest

import numpy as np

from models import body, joint, two_bodies
from run import RELEASE, run, schemes


@functools.cache
def pendulum(t_end, n):
    """Angles from the vertical and their rates of the pendulum that starts horizontal: Runge-Kutta's method, to 1e-12."""
    f = lambda y: np.array([y[1], -9.81 * np.sin(y[0])])
    many = 40
    h, y, out = t_end / n / many, np.array([np.pi / 2, 0]), []
    for i in range(n * many + 1):
        if i % many == 0:
            out.append(y)
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return np.array(out).T


# Orders of q, v, lambda by scheme and stabilization; None: not asked for. Runge-Kutta schemes with constraints on positions alone fall to those
# of their stages: 2, 2, 1; with velocities to one more.
SECOND = ("lms2", "lms3", "lms4", "ss2", "ss3", "ss4", "bdf2", "nstiff", "hht", "hht_i3", "wbz", "generalized_alpha")
STAGES_2 = ("bathe", "msstc3", "msstc4", "msstc5", "tr_bdf2_q")
HIGHER = {"mssth3": 3, "mssth4": 4, "mssth5": 5, "esdirk32_4l": 3, "esdirk32_5l": 3, "esdirk43_6l": 4}
EXPLICIT = {"central_difference": 2, "ce3": 2, "ce3_2": 2, "ce4": 3, "ce5": 3, "ce5_a": 3, "ce4_5_4": 4, "ce5_4_5": 4, "ce5_1": 4}
ORDERS = {
    **{(s, "none"): (2, 2, 2) for s in SECOND},
    **{(s, "none"): (2, 2, None) for s in ("newmark", "trapezoidal")},
    ("energy_momentum", "none"): (2, 2, 2),
    **{(s, "none"): (2, 2, 1) for s in (*STAGES_2, *HIGHER)},
    **{(s, "velocity"): (2, 2, 2) for s in ("lms2", "lms3", "lms4", "ss2", "ss3", "ss4", "bdf2", "trapezoidal", *STAGES_2)},
    **{(s, "velocity"): (3, 3, 2) for s in HIGHER},
    **{(s, "projection"): (2, 2, 2) for s in ("lms2", "lms3", "lms4", "ss2", "ss3", "ss4", "bdf2", *STAGES_2)},
    **{(s, "projection"): (p, p, p) for s, p in HIGHER.items()},
    **{(s, "none"): (2, 2, 2) for s in ("nstiff_si2", "hht_si2", "hht_add")},
    **{(s, "none"): (p, p, p) for s, p in EXPLICIT.items()},
}


def steps_for(scheme, stabilize):
    """Steps in 2 s at which the order is seen: before round-off, after the first steps' transients."""
    orders = ORDERS[scheme, stabilize]
    if scheme == "mssth5" and stabilize == "projection":
        return 40, 80
    if stabilize == "projection" and orders[0] == 4:
        return 100, 200
    if orders[0] == 4:
        return 200, 400
    return (800, 1600) if scheme == "mssth4" or (scheme, stabilize) == ("mssth3", "none") else (400, 800)


class Orders(unittest.TestCase):
    def errors(self, scheme, stabilize, n):
        keys = {"part_bob_inertia": "0,0,1e-12,0,0,0"} if scheme == "hht_add" else {}  # it divides by the mass matrix
        out = run("pendulum_dae", integrator=scheme, stabilize=stabilize, t_end=2, dt=repr(2 / n), rho_inf=0.6, allow_unstable=True, **keys)
        theta, rate = pendulum(2, n)
        along, across = np.array([np.sin(theta), -np.cos(theta)]).T, np.array([np.cos(theta), np.sin(theta)]).T
        force = -(9.81 * np.cos(theta) + rate**2)[:, None] * along
        exact = along - [1, 0], rate[:, None] * across, force
        found = out.probe["bob"]["displacement"], out.probe["bob"]["velocity"], out.probe["pivot"]["reaction"]
        late = out.time > 1
        return [abs(a[late, :2] - b[late]).max() for a, b in zip(found, exact)], out

    def test_every_scheme_is_here(self):
        self.assertEqual({s for s, _ in ORDERS} | {"ce5_top", "ce4_1_4"}, set(schemes()))

    def test_pendulum(self):
        for (scheme, stabilize), wanted in list(ORDERS.items())[:: 1 if RELEASE else 8]:
            with self.subTest(f"{scheme} {stabilize}"):
                n = steps_for(scheme, stabilize)
                (coarse, _), (fine, out) = (self.errors(scheme, stabilize, k) for k in n)
                found = np.log2(np.array(coarse) / fine)
                for what, order, expected in zip(("q", "v", "lambda"), found, wanted):
                    if expected is not None:
                        self.assertAlmostEqual(order, expected, delta=0.15 if expected < 5 else 0.3, msg=f"{what}: {found}")
                self.assertLess(out.constraint["position"].max(), 1e-13)
                if stabilize != "none" or scheme in ("nstiff_si2", "hht_si2", "hht_add"):
                    self.assertLess(out.constraint["velocity"].max(), 1e-12)

    def test_newmark_with_dissipation_is_of_first_order(self):
        errors = [self.first_order(n) for n in (800, 1600)]
        np.testing.assert_allclose(np.log2(np.array(errors[0]) / errors[1]), 1, atol=0.15)

    def first_order(self, n):
        out = run("pendulum_dae", integrator="newmark", newmark_gamma=0.6, newmark_beta=0.3025, t_end=2, dt=repr(2 / n))
        theta, rate = pendulum(2, n)
        late = out.time > 1
        return [abs(out.probe["bob"]["displacement"][late, 1] + np.cos(theta)[late]).max(), abs(out.probe["bob"]["velocity"][late, 1] - (rate * np.sin(theta))[late]).max()]


class Sizes(unittest.TestCase):
    def motion(self, L, T, **keys):
        """Two bodies that hang on ball joints, of size L and in T times the time: the motion of the second over these."""
        turn = ",".join(repr(x * L**2) for x in (0.01, 0.08, 0.08, 0, 0, 0))
        out = two_bodies((0.5 * L, 0, 0), (1.5 * L, 0, 0), gravity=f"0,0,{-9.81 * L / T**2!r}", joints="top,pin", **body("one", inertia=turn), **body("two", inertia=turn),
                         **joint("top", "spherical", set="one", point="0,0,0"), **joint("pin", "spherical", set="pair", point=f"{L!r},0,0"), initials="two",
                         initial_two_velocity_y=0.5 * L / T, initial_two_angular_velocity_z=1 / T, t_end=0.3 * T, **{**keys, "dt": keys["dt"] * T})
        return out.probe["two"]["displacement"] / L, out.newton, out.probe["two"]["velocity"] * T / L

    def test_tolerances_are_of_the_model(self):
        """Micrometres or kilometres, milliseconds or hours: one motion in as many iterations; -snes_atol leaves the constraints to their own test."""
        for scheme, stabilize, dt in (("lms4", "none", 0.01), ("lms4", "velocity", 0.01), ("esdirk43_6l", "projection", 0.02), ("ce3", "none", 0.002)):
            atol = {"snes_atol": 1e300} if scheme == "lms4" else {}
            exact = self.motion(1, 1, integrator=scheme, stabilize=stabilize, dt=dt, **atol)
            for L, T in ((1e-6, 1e-3), (1e-3, 1e4), (1e3, 1))[:: 1 if RELEASE else 2]:
                with self.subTest(f"{scheme} {stabilize} {L} {T}"):
                    for one, other in zip(exact, self.motion(L, T, integrator=scheme, stabilize=stabilize, dt=dt, **atol)):
                        np.testing.assert_allclose(other, one, rtol=0, atol=1e-10)


if __name__ == "__main__":
    unittest.main()
