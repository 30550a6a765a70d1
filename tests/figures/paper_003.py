# SPDX-License-Identifier: BSD-2-Clause
"""What 003 (Zhang, Zhang & Masarati 2021) says of its Figs. 9-17, 30-32 and 34-35 holds for the data that tools/figures draws."""
import unittest

import numpy as np

import figures_003 as paper  # tools/


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


if __name__ == "__main__":
    unittest.main()
