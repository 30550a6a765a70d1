# SPDX-License-Identifier: BSD-2-Clause
"""Monitors and single steps: each step once, the same bits as the program, a stop and an exception that leave the case usable."""
import os
import subprocess
import sys
import unittest

import numpy as np

import fsolve
from run import SOURCE

BEAM = os.path.join(SOURCE, "inputs", "flying_beam.opts")
ROLL = os.path.join(SOURCE, "inputs", "roll_up.opts")


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Monitor(unittest.TestCase):
    def test_steps_of_the_program(self):
        """steps() takes the steps of run(), one by one, also with chosen steps and in statics."""
        for file, keys in ((BEAM, {"t_end": 0.5}), (BEAM, {"t_end": 0.5, "adapt": True, "integrator": "esdirk32_5l", "rho_inf": 0}), (ROLL, {})):
            with self.subTest(file=file, **keys):
                with fsolve.Case(file, **keys) as case:
                    case.run()
                    axis = "time" if "/history/time" in case.keys() else "load_factor"
                    times, names = case[axis], [k for k in case.keys() if k.endswith("/displacement")]
                    expected = {k: case[k] for k in names if k.startswith("/history")}
                with fsolve.Case(file, **keys) as case:
                    found = list(case.setup().steps())
                    np.testing.assert_array_equal(found, times[1:])
                    self.assertEqual(list(case.steps()), [])
                    case.run()
                    for k, value in expected.items():
                        np.testing.assert_array_equal(case[k], value, err_msg=k)

    def test_monitor(self):
        seen = []
        with fsolve.Case(BEAM, t_end=0.5) as case:
            case.monitor(lambda step, t: seen.append((step, t, case["start/displacement"][-1], case.field("displacement")[0])))
            case.run()
            times = case["time"]
            path = case["start/displacement"]
        self.assertEqual([s[0] for s in seen], list(range(1, len(times))))
        np.testing.assert_array_equal([s[1] for s in seen], times[1:])
        np.testing.assert_array_equal([s[2] for s in seen], path[1:])
        np.testing.assert_array_equal([s[3] for s in seen], path[1:])

    def test_last(self):
        """The last row of each result, also of results with one number in a row, and the nearest names of one that does not exist."""
        with fsolve.Case(BEAM, t_end=0.3) as case:
            case.setup()
            for t in (0.1, 0.3):
                case.step_to(t)
                for name in ("time", "start/displacement", "/history/energy/total", "start/angular_velocity"):
                    np.testing.assert_array_equal(case.last(name), case[name][-1])
                self.assertAlmostEqual(case.last("time"), t, 12)
            self.assertIsInstance(case.last("/mesh/probes/names" if "/mesh/probes/names" in case.keys() else "time"), (str, float))
            with self.assertRaisesRegex(fsolve.FsolveError, "no result .end/displacement.; nearest: .*start/displacement"):
                case.last("end/displacement")

    def test_modules(self):
        """A case needs no h5py, which takes longer to load than the rest of the package."""
        done = subprocess.run([sys.executable, "-c", "import sys, fsolve; fsolve.Case; print('h5py' in sys.modules)"], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "False\n")

    def test_stop_and_exception(self):
        with fsolve.Case(BEAM, t_end=0.5) as case:
            expected = case.run()["start/displacement"]
        with fsolve.Case(BEAM, t_end=0.5) as case:
            case.setup().monitor(lambda step, t: step == 2)
            self.assertLess(case.step_to(0.4), 0.11)

            def fail(step, t):
                raise KeyError(step)

            case.monitor(fail)
            with self.assertRaisesRegex(KeyError, "3"):
                case.run()
            for wrong in (case.run, case.close, case.save, lambda: case.step_to(0.5), lambda: list(case.steps()), lambda: case.attempt(0.1)):
                case.monitor(lambda step, t: wrong() and False)
                with self.assertRaisesRegex(fsolve.FsolveError, "can only look"):
                    case.run()
            case.monitor(None).run()
            np.testing.assert_array_equal(case["start/displacement"], expected)
            self.assertEqual(case["/@status"], "done")

    def test_wrong_calls(self):
        with fsolve.Case(BEAM, t_end=0.5) as case, self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetUp"):
            list(case.steps())
        with fsolve.Case(BEAM, t_end=0.5, loads={"given": {"set": "start", "given": True}}) as case, \
                self.assertRaisesRegex(fsolve.FsolveError, "FsCaseStepTo"):
            list(case.setup().steps())
        with fsolve.Case(os.path.join(SOURCE, "inputs", "portal.opts")) as case, self.assertRaisesRegex(fsolve.FsolveError, "no steps"):
            list(case.setup().steps())
        with self.assertRaisesRegex(fsolve.FsolveError, "closed"):
            case.monitor(print)


if __name__ == "__main__":
    unittest.main()
