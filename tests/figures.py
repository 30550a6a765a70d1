"""What 003 (Zhang, Zhang & Masarati 2021) says of its Figs. 9-17, 30-32 and 34-35, 004 (Zupan & Zupan) of its Figs. 3-9, 002 (Negrut, Jay &
Khude 2009) of its Figs. 3-16 and 000 (Zhang et al. 2022) of its Figs. 9-12 and 25-28 holds for the data that scripts/figures draws."""
import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.join(os.environ["FSOLVE_SOURCE"], "scripts"))
import figures_000
import figures_002
import figures_003 as paper
import figures_004


def rms(values):
    return np.sqrt(np.mean(np.asarray(values) ** 2, axis=-1))


class Overshoot(unittest.TestCase):
    def test_figures_9_and_10(self):
        for (name, rho), (t, q, v, _) in paper.figures_9_10(30).items():
            with self.subTest(name=name, rho_inf=rho):
                self.assertLessEqual(abs(q).max(), 1 + 1e-12)  # no growth at all
                self.assertLessEqual(abs(v).max(), 2 * np.pi)
                if rho < 1:  # forgotten, after a disturbance of v
                    self.assertLess(abs(q[-1]), 0.02)
                    self.assertLess(abs(v[-1]), 0.1)
                else:  # the trapezoidal rule's energy
                    np.testing.assert_allclose((2 * np.pi * q) ** 2 + v**2, (2 * np.pi) ** 2, rtol=1e-7)


class Sdof(unittest.TestCase):
    def test_figure_11(self):
        errors = paper.figure_11((0.005, 0.0025))
        for scheme, e in errors.items():
            for order, field in zip(np.log2(e[0] / e[1]), "qva"):
                self.assertAlmostEqual(order, 2, delta=0.1, msg=f"{scheme}, {field}")
        for field in range(3):
            ranking = [errors[s][-1, field] for s in ("lms4", "lms3", "lms2", "generalized_alpha")]
            self.assertEqual(ranking, sorted(ranking))
            for multi, single in zip(paper.MULTI, paper.SINGLE):
                self.assertAlmostEqual(errors[single][-1, field] / errors[multi][-1, field], 1, delta=0.05)

    def test_figures_12_and_13(self):
        for rho in (0, 0.6):
            late = {scheme: rms(e[:, t > 2]) for scheme, (t, e) in paper.figures_12_13(rho).items()}
            for field in range(3):
                order = sorted(late, key=lambda scheme: late[scheme][field])
                self.assertEqual(set(order[:2]), {"lms4", "ss4"}, f"rho_inf {rho}")
                self.assertLess(order.index("lms3"), order.index("lms2"))
                self.assertLess(order.index("ss3"), order.index("ss2"))
                if rho == 0:
                    self.assertEqual(order[-1], "generalized_alpha")

    def test_figure_14(self):
        """The start-ups differ at the beginning and not in the end."""
        errors = paper.figure_14()
        first = [rms(e[0][(t > 0) & (t < 0.1)]) for t, e in errors.values()]
        last = [rms(e[0][t > 8]) for t, e in errors.values()]
        self.assertGreater(max(first) / min(first), 2)
        self.assertLess(max(last) / min(last), 1.1)
        trapezoidal, single = errors["lms4, trapezoidal"][1][0], errors["ss4"][1][0]
        self.assertLess(rms(trapezoidal - single), 0.2 * rms(trapezoidal))  # close over the whole time


class StiffSoft(unittest.TestCase):
    def test_figure_16(self):
        """All forget the stiff mode: what is left moves as the soft mass on the base, q1 = sin 1.2 t."""
        for scheme, (t, q, v, a) in paper.figures_16_17().items():
            with self.subTest(scheme=scheme):
                late = t > 3
                self.assertLess(abs(q - np.sin(1.2 * t)).max(), 1e-5)
                self.assertLess(abs(v - 1.2 * np.cos(1.2 * t))[late].max(), 0.1)
                self.assertLess(abs(a + 1.44 * np.sin(1.2 * t))[late].max(), 0.2)

    def test_figure_17(self):
        """The trapezoidal start swings most, SS4 least in the first three steps; at the sixth the stiff component is gone."""
        a = {name: abs(data[3]) for name, data in paper.figures_16_17("starts").items()}
        early = {name: values[1:4].max() for name, values in a.items()}
        self.assertGreater(early["lms4, trapezoidal"], early["lms4"])
        self.assertGreater(early["lms4"], early["ss4"])
        for name, values in a.items():
            self.assertLess(values[7:].max(), 0.15 * values[:6].max(), name)


class SpringPendulum(unittest.TestCase):
    def test_figures_30_and_31(self):
        for curve in (3, 4):
            error = {scheme: rms(data[curve]) for scheme, data in paper.figures_30_31(5).items()}
            order = sorted(error, key=error.get)
            self.assertEqual(set(order[:2]), {"lms4", "ss4"})
            self.assertEqual(order[-1], "generalized_alpha")
            for multi, single in zip(paper.MULTI, paper.SINGLE):
                self.assertAlmostEqual(error[single] / error[multi], 1, delta=0.2)

    def test_figure_32(self):
        """From about the sixth step on r is what the quasi-static spring gives."""
        for scheme, (t, r, theta) in paper.figure_32().items():
            rate = np.gradient(theta, t)
            static = (0.5 * rate**2 + 9.81 * np.cos(theta)) / 98.1e6
            with self.subTest(scheme=scheme):
                np.testing.assert_allclose(r[8:-1], static[8:-1], rtol=0.05)


def highest(values):
    """The top of a smooth curve: of the parabola through the highest sample and its neighbours."""
    i = np.argmax(values)
    left, top, right = values[i - 1 : i + 2]
    return top + (right - left) ** 2 / (8 * (2 * top - left - right))


class TrussPendulum(unittest.TestCase):
    def test_values(self):
        """EA = 1e4 N against an independent program. The scheme's error at dt = 0.002 is 6e-11 m and 7e-10 rad."""
        _, elongation, angle, energy = paper.truss_pendulum("esdirk43_6l", 0.002)
        self.assertAlmostEqual(highest(elongation), 0.10913845300, delta=1e-8)
        self.assertAlmostEqual(angle[-1], 24.491452825508, delta=1e-7)
        self.assertLess(np.ptp(energy), 1e-8 * energy[0])

    def test_figure_34(self):
        """Amplitude and energy decay with generalized_alpha, lms2 and ss2; lms4 and ss4 keep them best."""
        data = paper.figures_34_35()
        swing = {scheme: np.ptp(elongation[t > 8]) for scheme, (t, elongation, _, _) in data.items()}
        loss = {scheme: energy[0] - energy[-1] for scheme, (_, _, _, energy) in data.items()}
        for scheme in ("generalized_alpha", "lms2", "ss2"):
            self.assertLess(swing[scheme], 0.85 * 0.10914)  # a lossless rod swings between 0 and its greatest elongation
            self.assertGreater(loss[scheme], 2)  # [J] of 298
        for scheme in ("lms3", "ss3", "lms4", "ss4"):
            self.assertGreater(swing[scheme], 0.99 * 0.10914)
            self.assertLess(loss[scheme], 0.2)
        self.assertEqual(set(sorted(loss, key=loss.get)[:2]), {"lms4", "ss4"})

    def test_figure_35(self):
        """With rho_inf 0 the stiff component is gone after eight steps: what is left is the elongation m v^2/EA of a rod that turns."""
        static = paper.TRUSS_MASS * paper.TRUSS_SPEED**2 / 1e10
        for scheme, (t, elongation, angle, energy) in paper.figures_34_35(stiff=True).items():
            with self.subTest(scheme=scheme):
                np.testing.assert_allclose(elongation[8:], static, rtol=0.02)  # v itself loses up to 0.2 %, elongation twice that
                self.assertGreater(np.ptp(elongation[:5]), 0.3 * static)  # it was there
                self.assertGreater(energy[-1], 0.997 * energy[0])
                self.assertAlmostEqual(angle[-1], paper.TRUSS_SPEED / paper.TRUSS_LENGTH * 10, delta=0.04)  # [rad] of 25.36

    def test_trapezoidal_energy(self):
        """It conserves the energy of linear motions; of this one as dt^2, and not at all where the rod is stiff."""
        drift = []
        for dt in (0.01, 0.005):
            energy = paper.truss_pendulum("trapezoidal", dt)[3]
            drift.append(abs(energy / energy[0] - 1).max())
        self.assertLess(drift[0], 0.01)
        self.assertAlmostEqual(np.log2(drift[0] / drift[1]), 2, delta=0.1)
        energy = paper.truss_pendulum("trapezoidal", 0.01, stiff=True)[3]
        self.assertGreater(energy.max(), 10 * energy[0])


class RotatingBody(unittest.TestCase):
    ORDERS = {"lms4": 2, "ss4": 2, "generalized_alpha": 2, "trapezoidal": 2, "bathe": 2, "tr_bdf2_q": 2, "esdirk32_5l": 3, "mssth3": 3,
              "esdirk43_6l": 4}

    def test_orders(self):
        """Of the whole rotation. The next term of the error is still seen: 0.07 of lms4 in case (ii), 0.04 of generalized_alpha in (i)."""
        for case, steps in (("quadratic", (0.01, 0.005)), ("harmonic", (0.02, 0.01))):
            for scheme, order in self.ORDERS.items():
                coarse, fine = (figures_004.rotating_body(case, scheme, dt)[2].max() for dt in steps)
                self.assertAlmostEqual(np.log2(coarse / fine), order, delta=0.1, msg=f"{scheme}, {case}")

    def test_fifth_order(self):
        """With longer steps: at dt = 0.01 of case (ii) its error is 3e-12."""
        for case in ("quadratic", "harmonic"):
            coarse, fine = (figures_004.rotating_body(case, "mssth5", dt)[2].max() for dt in (0.04, 0.02))
            self.assertAlmostEqual(np.log2(coarse / fine), 5, delta=0.25, msg=case)

    def test_against_the_paper(self):
        """Largest errors of the angle in case (ii) that section IV.A names: its own scheme's, and Simo & Vu-Quoc's."""
        for dt, paper_error, simo in ((0.05, 0.0022, 0.084), (0.01, 0.000017, 0.0035)):
            error = {scheme: figures_004.rotating_body("harmonic", scheme, dt)[1].max() for scheme in self.ORDERS}
            for scheme, order in self.ORDERS.items():
                self.assertLess(error[scheme], simo / 10 if order == 2 else paper_error / 50, f"{scheme}, dt {dt}")
            if dt == 0.05:  # with short steps second order falls behind
                self.assertLess(error["tr_bdf2_q"], paper_error)

    def test_quadrature(self):
        """The paper's scheme itself, with 24 for the 48 of (20): errors of the size that it names, 0.0022 and 0.000017, half and 2.7 times. The
        velocities are of second order, so the rotations are; they gain a little."""
        for dt, size in ((0.05, 0.0022), (0.01, 0.000017)):
            advanced, plain = (
                figures_004.rotating_body("harmonic", "tr_bdf2_q", dt, tr_bdf2_q_advance=by) for by in ("quadrature", "bdf2")
            )
            self.assertLess(advanced[2].max(), plain[2].max())
            self.assertLess(abs(np.log(advanced[1].max() / size)), np.log(3))

    def test_figures_3_and_4(self):
        """Case (i): a higher order is far below the second ones, and these rank as their error constants do."""
        for dt in (0.05, 0.01):
            error = {s: figures_004.rotating_body("quadratic", s, dt)[1] for s in figures_004.METHODS}
            largest = {s: e.max() for s, e in error.items()}
            ranking = ["esdirk43_6l", "esdirk32_5l", "tr_bdf2_q", "trapezoidal", "ss4", "generalized_alpha"]
            self.assertEqual(sorted(largest, key=largest.get), ranking)
            self.assertLess(largest["esdirk32_5l"], largest["tr_bdf2_q"] / 100)


class RightAngle(unittest.TestCase):
    def test_elbow(self):
        """The mesh that ships, 8 cells a leg, is 1.3e-5 and 5e-5 from the published values, the scheme at dt = 0.05 adds 7e-5."""
        for scheme in ("esdirk32_5l", "esdirk43_6l"):
            u, _ = figures_004.elbow(scheme, 0.05)
            self.assertAlmostEqual(u[20, 2], 4.115246, delta=1e-4)
            self.assertAlmostEqual(u[40, 2], 4.642069, delta=1e-4)

    def test_figures_8_and_9(self):
        """Second order in displacement and rotation, generalized_alpha last (1.92). The pulse has corners at t = 1 and 2, and esdirk43_6l a stage
        at 1.047 dt, which looks round them: second order as well, with an eighth and a twenty-fifth of tr_bdf2_q's errors."""
        steps = (0.025, 0.0125)
        second = ("lms4", "ss4", "generalized_alpha", "trapezoidal", "tr_bdf2_q", "esdirk43_6l")
        errors = figures_004.figures_8_9(steps, second + ("esdirk32_5l",))
        for scheme in second:
            for field in range(2):
                order = figures_004.observed_order(steps, errors[scheme][:, field])
                self.assertAlmostEqual(order, 2, delta=0.1, msg=f"{scheme}, {field}")
        for field, factor in enumerate((7, 20)):
            self.assertLess(errors["esdirk43_6l"][0, field], errors["tr_bdf2_q"][0, field] / factor)
            self.assertLess(errors["esdirk32_5l"][0, field], errors["esdirk43_6l"][0, field] / 5)

    def test_fourth_order(self):
        """Without the corners, and with sections so soft that no mode is much faster than the steps. Measured: within 0.1."""
        steps = (0.05, 0.025)
        orders = {"esdirk43_6l": 4, "esdirk32_5l": 3, "trapezoidal": 2}
        for scheme, errors in figures_004.figures_8_9(steps, orders, **figures_004.SMOOTH).items():
            for field in range(2):
                order = figures_004.observed_order(steps, errors[:, field])
                self.assertAlmostEqual(order, orders[scheme], delta=0.2, msg=f"{scheme}, {field}")


class LowOrder(unittest.TestCase):
    """002"""

    def test_figure_3(self):
        """Second order but for newmark's dissipative parameters."""
        h = (2.0**-10, 2.0**-11)
        for scheme, errors in figures_002.figure_3(h).items():
            self.assertAlmostEqual(figures_002.orders(h, errors), 1 if scheme == "newmark" else 2, delta=0.1, msg=f"{scheme}: {errors}")

    def test_figures_5_and_6(self):
        h = (2e-5, 1e-5)
        methods = [s for s in figures_002.METHODS if s != "newmark"]
        for scheme, errors in figures_002.figures_5_6(h, methods).items():
            for k in range(2):
                self.assertAlmostEqual(figures_002.orders(h, errors[:, k]), 2, delta=0.35, msg=f"{scheme}: {errors}")

    def test_figures_7_and_8(self):
        """More negative alpha dissipates more; so does a longer step."""
        energy = {alpha: np.mean(-e) for alpha, (_, e) in figures_002.figure_7().items()}
        self.assertGreater(energy[-0.3], 1.5 * energy[-0.05])
        sizes = [np.mean(-e) for _, e in figures_002.figure_8().values()]
        self.assertTrue(sizes[0] > 3 * sizes[1] > 9 * sizes[2])

    def test_figure_9(self):
        h = (2.0**-9, 2.0**-10)
        for scheme, errors in figures_002.figure_9(h).items():
            self.assertAlmostEqual(figures_002.orders(h, errors), 1 if scheme == "newmark" else 2, delta=0.25, msg=f"{scheme}: {errors}")

    def test_figures_11_to_15(self):
        """Three schemes keep velocities on the constraints to round-off; the others drift as far as their step allows, and return."""
        for scheme, v in figures_002.figures_11_15(t_end=4).items():
            if scheme in ("nstiff_si2", "hht_add", "hht_si2"):
                self.assertLess(abs(v).max(), 1e-14, scheme)
            else:
                self.assertGreater(abs(v).max(), 1e-6, scheme)
                self.assertLess(abs(v).max(), 1e-4, scheme)


class Multibody(unittest.TestCase):
    """000"""

    def balances(self, dt):
        return {m: data[2] for m, data in figures_000.curves("squeezer", dt).items()}

    def test_figure_10(self):
        """Long steps: these gain energy, these keep most of it, these lose more."""
        balance = self.balances(1e-4)
        self.assertEqual(set(balance), set(figures_000.METHODS))  # no scheme fails
        gains = {s for (s, r), e in balance.items() if e.max() > 1e-3 and e[-1] > 0 and not r}
        self.assertEqual(gains, {"msstc5", "mssth3", "mssth4", "esdirk32_4l"})
        kept = [abs(balance[s, 0.6][-1]) for s in ("lms2", "lms3", "lms4", "ss2", "ss3", "ss4", "msstc3", "msstc5")]
        lost = [abs(balance[m][-1]) for m in (("lms2", 0), ("ss2", 0), ("bathe", 0), ("bathe", 0.6), ("msstc4", 0), ("msstc4", 0.6), ("esdirk32_5l", 0), ("esdirk43_6l", 0), ("mssth5", 0))]
        self.assertLess(2 * max(kept), min(lost))
        for s in ("lms3", "lms4"):  # and twins are twins
            for r in (0, 0.6):
                self.assertAlmostEqual(balance[s, r][-1] / balance["ss" + s[3:], r][-1], 1, delta=0.02)

    def test_figure_12(self):
        """Short ones: mssth3, mssth4, esdirk32_4l, esdirk43_6l still gain; mssth5 loses most."""
        balance = self.balances(1e-5)
        gains = {s for (s, r), e in balance.items() if e[-1] > 0}
        self.assertEqual(gains, {"mssth3", "mssth4", "esdirk32_4l", "esdirk43_6l"})
        self.assertEqual(min(balance, key=lambda m: balance[m].min()), ("mssth5", 0))

    def test_figures_25_to_27(self):
        """Orders 2, 3 and 4 of the shaft's displacement, velocity and acceleration."""
        methods = {("lms4", 0): 2, ("ss4", 0.6): 2, ("bathe", 0): 2, ("esdirk32_5l", 0): 3, ("esdirk43_6l", 0): 4}
        for (scheme, rho), (h, errors) in figures_000.figures_25_27((1e-3, 5e-4), methods, reference=5e-4, t_end=1).items():
            for k in range(3):
                self.assertAlmostEqual(figures_002.orders(h, errors[:, k]), methods[scheme, rho], delta=0.45, msg=f"{scheme}: {errors}")

    def test_figure_28(self):
        """Shorter steps need fewer iterations."""
        for m in figures_000.METHODS:
            long, short = (figures_000.curves("squeezer", dt)[m][-1] for dt in (1e-4, 1e-5))
            self.assertLessEqual(short, long)


if __name__ == "__main__":
    unittest.main()
