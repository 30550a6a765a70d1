# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.integrate: equations of motion from Python functions have the exact motion, to the order of the scheme, and errors say why."""
import unittest

import numpy as np

import fsolve

SPRING = 4.0  # rad^2/s^2
PENDULUM = dict(constraints=(lambda q: (q @ q - 1) / 2, lambda q: q, lambda q: np.eye(2)))


def weight(t, q, v, a):
    return a + [0, 9.81]


class Integrate(unittest.TestCase):
    def oscillator(self, scheme, steps, **keys):
        """The error of a forced oscillator q'' + 4 q = cos t with the exact motion (cos t)/3 at its end."""
        motion = fsolve.integrate(lambda t, q, v, a: a + SPRING * q - np.cos(t), [1 / 3], [0], 2, steps, scheme=scheme, **keys)
        np.testing.assert_allclose(motion.t, np.linspace(0, 2, steps + 1), atol=1e-15)
        return abs(motion.q[-1, 0] - np.cos(2) / 3)

    def test_orders(self):
        for scheme, order in (("lms4", 2), ("generalized_alpha", 2), ("ce4", 3), ("esdirk43_6l", 4), ("mssth5", 5)):
            with self.subTest(scheme):
                coarse, fine = (self.oscillator(scheme, n) for n in (20, 40))
                self.assertGreater(np.log2(coarse / fine), order - 0.3)

    def test_tangent_by_differences(self):
        """The motion does not depend on where the tangent comes from, to the tolerance of Newton's method (1e-8 of the motion)."""
        given = dict(tangent=lambda t, q, v, a, ck, cc, cm: cm + ck * SPRING)
        self.assertAlmostEqual(self.oscillator("lms4", 20), self.oscillator("lms4", 20, **given), delta=1e-8)

    def test_pendulum(self):
        """With each stabilization the pendulum keeps its energy, to the error of the step, and its constraint; the multiplier is the force in the
        rod over its length, m (v^2 + g depth)."""
        for scheme, stabilize in (("lms4", "none"), ("bathe", "velocity"), ("esdirk43_6l", "projection"), ("ce3", "none")):
            with self.subTest(f"{scheme} {stabilize}"):
                motion = fsolve.integrate(weight, [1, 0], [0, 0], 2, 800, scheme=scheme, stabilize=stabilize, **PENDULUM)
                np.testing.assert_allclose((motion.q**2).sum(1), 1, atol=1e-12)
                energy = (motion.v**2).sum(1) / 2 + 9.81 * motion.q[:, 1]
                np.testing.assert_allclose(energy, 0, atol=2e-3)
                np.testing.assert_allclose(motion.lam[1:, 0], ((motion.v**2).sum(1) - 9.81 * motion.q[:, 1])[1:], atol=0.02)

    def test_constant_gradient(self):
        """Two masses that a rigid, straight link makes one: a constraint that needs no second derivatives."""
        motion = fsolve.integrate(lambda t, q, v, a: a * [1, 3] - [8, 0], [0, 0], [0, 0], 1, 10,
                                  constraints=(lambda q: q[0] - q[1], lambda q: [1, -1]), scheme="newmark")
        np.testing.assert_allclose(motion.q[-1], 1, atol=1e-12)  # 8 N on 4 kg for 1 s
        np.testing.assert_allclose(motion.lam[-1], 6, atol=1e-10)  # what accelerates the 3 kg

    def test_parameters(self):
        """Newmark's method has an error of the frequency of (w dt)^2 (1/12 - beta)/2, so that beta = 1/12 is of order 4 (Fox and Goodwin)."""
        free = lambda n, **keys: abs(fsolve.integrate(lambda t, q, v, a: a + SPRING * q, [1], [0], 2, n, scheme="newmark", **keys).q[-1, 0] - np.cos(4))  # noqa: E731
        fox = {"parameters": {"newmark_beta": 1 / 12, "newmark_gamma": 0.5}}
        self.assertAlmostEqual(np.log2(free(40) / free(80)), 2, delta=0.1)
        self.assertAlmostEqual(np.log2(free(40, **fox) / free(80, **fox)), 4, delta=0.1)

    def test_adaptive(self):
        """The error of a pendulum falls with the tolerance, and steps follow the motion: from the side, where it turns, to the bottom they change by more than a half."""
        exact = fsolve.integrate(weight, [1, 0], [0, 0], 2, 4000, scheme="esdirk43_6l", stabilize="projection", **PENDULUM)
        errors, counts = [], []
        for rtol in (1e-4, 1e-6, 1e-8):
            motion = fsolve.integrate(weight, [1, 0], [0, 0], 2, 100, scheme="esdirk43_6l", stabilize="projection", rtol=rtol, **PENDULUM)
            self.assertEqual((motion.t[0], motion.t[-1]), (0, 2))
            self.assertEqual(motion.lam.shape, (len(motion.t), 1))
            errors.append(abs(motion.q[-1] - exact.q[-1]).max())
            counts.append(len(motion.t))
        for rtol, error in zip((1e-4, 1e-6, 1e-8), errors):
            self.assertLess(error, 100 * rtol)
        self.assertLess(errors[2], errors[0] / 1e3)
        steps = np.diff(motion.t)[2:-1]
        self.assertGreater(steps.max() / steps.min(), 1.5)

    def test_moving_constraint(self):
        """A mass that is driven by q_1 = sin t and pulls another one by a spring: the multiplier is the force of the drive, a_1 + 4 (q_1 - q_2), and the
        second mass has the exact motion (2 sin t - sin 2 t)/1.5 of a forced oscillator."""
        for scheme, stabilize in (("lms4", "none"), ("bathe", "velocity"), ("esdirk43_6l", "projection"), ("ce3", "none")):
            with self.subTest(scheme):
                motion = fsolve.integrate(lambda t, q, v, a: a + SPRING * np.array([q[0] - q[1], q[1] - q[0]]), [0, 0], [1, 0], 2, 800, scheme=scheme, stabilize=stabilize,
                                          constraints=(lambda q, t: q[0] - np.sin(t), lambda q, t: [1, 0]), rates=lambda q, t: (-np.cos(t), np.sin(t)))
                t = motion.t
                np.testing.assert_allclose(motion.q[:, 0], np.sin(t), atol=1e-10)
                second = (4 * np.sin(t) - 2 * np.sin(2 * t)) / 3
                np.testing.assert_allclose(motion.q[:, 1], second, atol=3e-5)
                np.testing.assert_allclose(motion.lam[1:, 0], (np.sin(t) - SPRING * (np.sin(t) - second))[1:], atol=3e-3)

    def refused(self, status, words, **keys):
        given = {"residual": lambda t, q, v, a: a, "q0": [1], "v0": [0], "t_end": 1, "steps": 10, **keys}
        with self.assertRaisesRegex(fsolve.FsolveError, words) as caught:
            fsolve.integrate(**given)
        self.assertEqual(caught.exception.status, status)
        return caught.exception

    def test_refused(self):
        self.refused(2, "there is no scheme nix", scheme="nix")
        self.refused(2, "takes values from", rho_inf=3)
        self.refused(2, "at least one step", steps=0)
        self.refused(2, "not a first-order scheme", scheme="newmark", stabilize="projection", q0=[1, 0], v0=[0, 0], **PENDULUM)
        self.refused(2, "the initial positions violate constraint 0 by 0.105", q0=[1.1, 0], v0=[0, 0], **PENDULUM)
        self.refused(2, "the initial velocities violate constraint 0", q0=[0.6, -0.8], v0=[1, 0.7], **PENDULUM)
        fsolve.integrate(weight, [0.6, -0.8000001], [1, 0.7500001], 0.1, 10, **PENDULUM)  # seven digits are enough
        self.refused(0, "stabilize is", stabilize="both")
        self.refused(2, "scheme newmark has no parameter nix; it has newmark_gamma, newmark_beta", scheme="newmark", parameters={"nix": 1})
        self.refused(2, "rtol 0 and atol -1", atol=-1)
        self.refused(2, "no error estimate|has no estimate", scheme="ce3", rtol=1e-3)
        self.refused(0, "rates without constraints", rates=lambda q, t: (0, 0))
        clock = iter(range(100000))
        self.refused(2, "the constraints change with the time t", q0=[0, 0], v0=[0, 0], residual=weight,
                     constraints=(lambda q: q[0] - 1e-12 * next(clock), lambda q: [1, 0]))
        self.refused(0, "a number for each unknown", v0=[0, 0])
        self.refused(3, "step 1, which starts at 0.* s, cannot be solved", residual=lambda t, q, v, a: a * a + 1)

        def fail(t, q, v, a):
            raise ValueError("no")
        error = self.refused(3, "the function residual of the program has failed", residual=fail)
        self.assertIsInstance(error.__cause__, ValueError)
        self.assertLess(self.oscillator("lms4", 40), 1e-2)  # the next call is not disturbed

    def test_curvature_forgotten(self):
        """A gradient that changes needs second derivatives: without them the rod of this pendulum pulled with 6 N instead of 18 N. A gradient by
        differences, whose round-off changes, is constant."""
        pendulum = dict(q0=[1, 0], v0=[0, 0], residual=weight, constraints=PENDULUM["constraints"][:2])
        for scheme, stabilize in (("esdirk43_6l", "projection"), ("lms4", "none"), ("bathe", "velocity"), ("ce3", "none")):
            with self.subTest(scheme):
                self.refused(2, "give their second derivatives", scheme=scheme, stabilize=stabilize, **pendulum)
        link = fsolve.integrate(lambda t, q, v, a: a * [1, 3] - [8, 0], [0, 0], [0, 0], 1, 10, scheme="newmark",
                                constraints=(lambda q: q[0] - q[1], lambda q: [1 + 1e-8 * np.sin(1e3 * q[0]), -1]))
        np.testing.assert_allclose(link.q[-1], 1, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
