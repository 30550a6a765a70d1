"""What 003 (Zhang, Zhang & Masarati 2021) says of its Figs. 9-17 and 30-32 holds for the data that scripts/figures draws."""
import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.join(os.environ["FSOLVE_SOURCE"], "scripts"))
import figures_003 as paper


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


if __name__ == "__main__":
    unittest.main()
