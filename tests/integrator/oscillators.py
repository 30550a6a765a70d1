# SPDX-License-Identifier: BSD-2-Clause
"""Oscillators of 003: closed forms, orders of all schemes, a stiff mode that is forgotten, how a multi-step scheme starts."""
import os
import tempfile
import unittest

import numpy as np

from run import RELEASE, fsolve, options, release, run

ORDER = {"lms2": 2, "lms3": 2, "lms4": 2, "bdf2": 2, "ss2": 2, "ss3": 2, "ss4": 2, "trapezoidal": 2, "newmark": 2, "wbz": 2, "generalized_alpha": 2,
         "bathe": 2, "msstc3": 2, "msstc5": 2, "tr_bdf2_q": 2, "mssth3": 3, "mssth4": 4, "mssth5": 5, "esdirk32_4l": 3, "esdirk32_5l": 3, "esdirk43_6l": 4}
SCHEMES = [s for s in ORDER if s not in ("bdf2", "newmark", "wbz", "esdirk32_4l") and not s.startswith(("ms", "tr_"))]  # a selection for the slower tests
STAGES = {"bathe": 2, "msstc3": 3, "msstc5": 5, "tr_bdf2_q": 2, "mssth3": 3, "mssth4": 4, "mssth5": 5, "esdirk32_4l": 3, "esdirk32_5l": 4, "esdirk43_6l": 5}


class Sdof(unittest.TestCase):
    """003 (77)-(78): closed form."""

    def test_end_values(self):
        mass = run("sdof", integrator="esdirk43_6l").probe["mass"]
        for field, exact in (("displacement", -0.6581887893014), ("velocity", 0.2383173315398), ("acceleration", 3.2183843182786)):
            # order 4 at dt = 0.01: the coarser runs of tests/integrator/order.c put the error near 1e-8
            self.assertAlmostEqual(mass[field][-1, 0], exact, delta=2e-7)
            self.assertTrue((mass[field][:, 1:] == 0).all())

    def test_every_scheme_converges(self):
        """Loads at the times of the stages, those beyond the step included."""
        for scheme, order in list(ORDER.items())[:: 1 if RELEASE else 3]:  # tests/integrator/order.c has them all
            with self.subTest(scheme):
                steps = (0.1, 0.05) if order == 5 else (0.02, 0.01)
                error = [abs(run("sdof", integrator=scheme, dt=dt).probe["mass"]["displacement"][-1, 0] + 0.6581887893014) for dt in steps]
                self.assertGreater(np.log2(error[0] / error[1]), order - 0.3)

    def test_one_solve_per_stage(self):
        for scheme in SCHEMES[:: 1 if RELEASE else 3]:
            out = run("sdof", integrator=scheme)
            self.assertEqual(out.newton[0], 0)
            self.assertTrue((out.newton[1:] == STAGES.get(scheme, 1)).all(), scheme)


class Dissipation(unittest.TestCase):
    def test_that_a_scheme_does_not_have_is_told(self):
        """-rho_inf beside a scheme that has one of its own, another one: a warning; the case of a figure may still run with any scheme."""
        for scheme, rho, told in (("trapezoidal", 0, 1), ("newmark", 0.6, 1), ("trapezoidal", 1, None), ("lms4", 0.6, None), ("esdirk43_6l", 0, None)):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options("sdof", output=os.path.join(folder, "out.h5"), integrator=scheme, rho_inf=rho, t_end=0.1))
            self.assertEqual(done.returncode, 0)
            text = f"fsolve: warning: -rho_inf {rho} has no effect with -integrator {scheme}, whose rho_inf is {told}\n"
            self.assertEqual(done.stderr, text if told else "")


class StiffSoft(unittest.TestCase):
    """003 (81). Without the stiff mode: q1, v1, a1 at t = 10."""
    SOFT = {"displacement": -0.53657296803052, "velocity": 1.01262433605, "acceleration": 0.77266500868}

    def test_dissipative_schemes_forget_the_stiff_mode(self):
        for scheme in [s for s in SCHEMES if s != "trapezoidal"][:: 1 if RELEASE else 3]:
            with self.subTest(scheme):
                m1 = run("stiff_soft", integrator=scheme, rho_inf=0).probe["m1"]
                # velocity and acceleration of the driven node by the scheme itself, second order: (0.13 1.2)^2 / 4 = 0.6 %
                self.assertAlmostEqual(m1["displacement"][-1, 0], self.SOFT["displacement"], delta=1e-6)
                self.assertAlmostEqual(m1["velocity"][-1, 0], self.SOFT["velocity"], delta=0.02)
                self.assertAlmostEqual(m1["acceleration"][-1, 0], self.SOFT["acceleration"], delta=0.06)

    def test_order_on_the_soft_motion(self):
        error = [abs(run("stiff_soft", dt=dt).probe["m1"]["velocity"][-1, 0] - self.SOFT["velocity"]) for dt in (0.05, 0.025)]
        self.assertGreater(np.log2(error[0] / error[1]), 1.8)

    @release
    def test_resolved_stiff_mode(self):
        """The stiff mode (3162 rad/s) has amplitude 3.8e-4; fourth order with 50 steps a period leaves a few per cent of a
        radian of phase after 5000 periods."""
        q1 = run("stiff_soft", integrator="esdirk43_6l", dt=4e-5).probe["m1"]["displacement"][-1, 0]
        self.assertAlmostEqual(q1, -0.53639321790717, delta=1e-5)

    def test_trapezoidal_rule_does_not(self):
        a1 = run("stiff_soft", integrator="trapezoidal").probe["m1"]["acceleration"]
        self.assertGreater(abs(a1[-20:, 0]).max(), 100)

    def test_base_follows_its_motion(self):
        out = run("stiff_soft", probes="base", probe_base_set="base")
        q = out.probe["base"]
        for field, exact in (("displacement", np.sin(1.2 * out.time)), ("velocity", 1.2 * np.cos(1.2 * out.time)), ("acceleration", -1.44 * np.sin(1.2 * out.time))):
            np.testing.assert_allclose(q[field][:, 0], exact, atol=1e-7)  # differences of the formula, expression.h


class LmsStart(unittest.TestCase):
    def test_trapezoidal_start_is_more_accurate(self):
        """003 Fig. 14: the first-order start shows at the beginning and fades."""
        exact = run("sdof", integrator="esdirk43_6l", dt=0.01).probe["mass"]["velocity"]
        early = {}
        for start in ("one_step", "trapezoidal"):
            v = run("sdof", lms_startup=start, dt=0.01).probe["mass"]["velocity"]
            early[start] = abs(v - exact)[:20].max()
        self.assertLess(early["trapezoidal"], early["one_step"] / 2)


if __name__ == "__main__":
    unittest.main()
