# SPDX-License-Identifier: BSD-2-Clause
"""What 002 (Negrut, Jay & Khude 2009) says of its Figs. 3-16 holds for the data that tools/figures draws."""
import unittest

import numpy as np

import figures_002  # tools/


class LowOrder(unittest.TestCase):
    def test_figure_3(self):
        """Second order but for newmark's dissipative parameters."""
        h = (2.0**-9, 2.0**-10)
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


if __name__ == "__main__":
    unittest.main()
