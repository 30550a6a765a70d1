# SPDX-License-Identifier: BSD-2-Clause
"""What 000 (Zhang et al. 2022) says of its Figs. 9-12 and 25-28 holds for the data that tools/figures draws."""
import unittest

import figures_000  # tools/
import figures_002


class Multibody(unittest.TestCase):
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
        for (scheme, rho), (h, errors) in figures_000.figures_25_27((2e-3, 1e-3), methods, reference=1e-3, t_end=1).items():
            for k in range(3):
                self.assertAlmostEqual(figures_002.orders(h, errors[:, k]), methods[scheme, rho], delta=0.45, msg=f"{scheme}: {errors}")

    def test_figure_28(self):
        """Shorter steps need fewer iterations."""
        for m in figures_000.METHODS:
            long, short = (figures_000.curves("squeezer", dt)[m][-1] for dt in (1e-4, 1e-5))
            self.assertLessEqual(short, long)


if __name__ == "__main__":
    unittest.main()
