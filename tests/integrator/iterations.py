# SPDX-License-Identifier: BSD-2-Clause
"""Iterations by stage, and what a predictor saves of them."""
import unittest

import numpy as np

from models import solver


class Iterations(unittest.TestCase):
    def test_counts_by_stage(self):
        for scheme, solves in (("lms4", 1), ("bathe", 2), ("esdirk43_6l", 5)):
            series, _, _ = solver("spring_pendulum", integrator=scheme, t_end=1)
            self.assertEqual(series["stage_newton"].shape[1], solves)
            np.testing.assert_array_equal(series["stage_newton"].sum(axis=1), series["newton"])
            np.testing.assert_array_equal(series["stage_linear"].sum(axis=1), series["linear"])
            self.assertTrue((series["stage_newton"][1:] >= 1).all())

    def test_predictors(self):
        """A better prediction saves Newton iterations and changes nothing else."""
        for scheme in ("lms3", "ss3", "trapezoidal", "mssth3"):
            totals, ends = [], []
            for predictor in ("constant", "second", "scheme"):
                series, out, _ = solver("spring_pendulum", integrator=scheme, predictor=predictor, dt=0.01, t_end=2)
                totals.append(series["newton"].sum())
                ends.append(out.probe["mass"]["displacement"][-1])
            with self.subTest(scheme):
                self.assertLess(totals[1], totals[0])
                self.assertLessEqual(totals[2], totals[1])
                np.testing.assert_allclose(ends[1:], [ends[0]] * 2, atol=1e-11)


if __name__ == "__main__":
    unittest.main()
