# SPDX-License-Identifier: BSD-2-Clause
"""Steps by estimated error, and steps that are cut back."""
import os
import tempfile
import unittest

import numpy as np

from models import solver
from run import MORE_RANKS, RELEASE, Output, fsolve, options, run


class Adapt(unittest.TestCase):
    def test_steps_follow_the_tolerance(self):
        for scheme in ("esdirk43_6l", "tr_bdf2_q", "lms2"):
            errors = []
            for rtol in (1e-4, 1e-6):
                series, out, done = solver("sdof", integrator=scheme, adapt=True, adapt_rtol=rtol, dt=0.001)
                self.assertEqual(out.time[-1], 10)
                np.testing.assert_allclose(np.cumsum(series["dt"][1:]), out.time[1:], rtol=1e-12)
                self.assertRegex(done.stdout, rf"done: {len(out.time) - 1} steps \({series['rejected'].sum()} rejected, 0 cut back\)")
                errors.append(abs(out.probe["mass"]["displacement"][-1, 0] + 0.6581887893014))
            self.assertLess(errors[1], 0.1 * errors[0], scheme)
            self.assertLess(errors[1], 1e-3)

    def test_same_on_any_number_of_ranks(self):
        keys = dict(mesh_n="30,30", integrator="esdirk32_5l", adapt=True, adapt_rtol=1e-3, dt=0.01, t_end=5, ksp_type="preonly", pc_type="lu",
                    pc_factor_mat_solver_type="mumps")
        one = run("wave2d", **keys)
        self.assertGreater(np.diff(one.time).max(), 3 * np.diff(one.time).min())
        for ranks in MORE_RANKS:
            other = run("wave2d", ranks=ranks, **keys)
            np.testing.assert_allclose(other.time, one.time, rtol=1e-9)
            np.testing.assert_allclose(other.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * abs(one.by_id("displacement")).max())

    def test_a_failed_stage_is_cut_back(self):
        series, out, done = solver("spring_pendulum", integrator="lms4", dt=0.1, t_end=2, snes_max_it=3)
        self.assertGreater(series["failed"].sum(), 0)
        np.testing.assert_allclose(out.time, np.arange(21) * 0.1)  # the grid stays
        self.assertIn("cut back", done.stdout)
        exact = run("spring_pendulum", integrator="esdirk43_6l", dt=0.01, t_end=2).probe["mass"]["displacement"][-1]
        np.testing.assert_allclose(out.probe["mass"]["displacement"][-1], exact, atol=0.1)

    def test_no_step_is_short_enough(self):
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 3) if RELEASE else (1,):
                path = os.path.join(folder, f"out{ranks}.h5")
                law = {"load_motion_law_x": "t<0.5 ? -98.1*ux : sqrt(-1-ux^2)"}
                done = fsolve(options("spring_pendulum", output=path, **law), ranks)
                self.assertEqual(done.returncode, 3)
                self.assertRegex(done.stderr, r"fsolve: step \d+ from t = 0.49\d* failed with steps down to \S+ s \(-dt_min\)")
                self.assertGreater(Output(path).time[-1], 0.489)


if __name__ == "__main__":
    unittest.main()
