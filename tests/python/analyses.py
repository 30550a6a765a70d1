# SPDX-License-Identifier: BSD-2-Clause
"""Modes at the present state of a case are those of -analysis modes there; buckling, path and response by name."""
import os
import unittest

import numpy as np

import fsolve
from run import SOURCE

ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.02, "young": 2e9, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 6, "upper": 2}, parts={"rod": ROD}, supports={"start": {}}, probes={"end": {}})
PULL = {"end": {"force": (4000, 0, 20)}}


def inputs(name):
    return os.path.join(SOURCE, "inputs", name + ".opts")


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Analyses(unittest.TestCase):
    def assert_modes(self, case, expected):
        frequency, shape = case.modes(4)
        np.testing.assert_allclose(frequency[:4], expected["/modes/frequency"][:4], rtol=1e-8)
        scale = np.abs(expected["/modes/shape"]).max()
        # the plane of bending of a circular section is round-off, unless loads choose it
        np.testing.assert_allclose(np.linalg.norm(shape[0]), np.linalg.norm(expected["/modes/shape"][0]), rtol=1e-6)
        self.assertEqual(shape.shape[1:], (7, 6))
        self.assertGreater(scale, 0)
        np.testing.assert_allclose(case["/modes/generalized_mass"], expected["/modes/generalized_mass"][: len(frequency)], rtol=1e-6)

    def test_modes_of_a_loaded_state(self):
        """Along a load path, and at its end after the run, with steps of the same bits."""
        with fsolve.Case(**BEAM, loads=PULL, analysis="static") as case:
            last = case.run()["end/displacement"][-1]
        with fsolve.Case(**BEAM, loads=PULL, analysis="static") as case:
            first = case.setup().modes(4)[0]
            for factor in (0.5, 1):
                case.step_to(factor)
                scaled = {"end": {"force": tuple(factor * x for x in PULL["end"]["force"])}}
                with fsolve.Case(**BEAM, loads=scaled, analysis="modes", modes=4, initial_static=True) as modes:
                    self.assert_modes(case, modes.run())
                    pulled = modes["/modes/frequency"]
            self.assertGreater(case.modes(1)[0][0], 1.5 * first[0])  # the pull stiffens
            self.assertLess(len(case.modes(1)[1]), 4)
            case.run()
            np.testing.assert_allclose(case["end/displacement"][-1], last, rtol=1e-7)
            np.testing.assert_allclose(case.modes(4)[0], pulled, rtol=1e-8)

    def test_modes_of_a_linear_motion(self):
        """A linear model has its modes at any time, and its steps keep their bits."""
        keys = dict(BEAM, linearize=True, loads={"end": {"force": (0, 0, 20)}}, t_end=0.3, dt=0.01)
        with fsolve.Case(**keys) as case:
            expected = case.run()["end/displacement"]
        with fsolve.Case(**BEAM, linearize=True) as modes, fsolve.Case(**keys) as case:
            modes.modes(4)
            case.setup().step_to(0.1)
            self.assert_modes(case, modes)
            np.testing.assert_array_equal(case.run()["end/displacement"], expected)

    def test_modes_at_rest(self):
        """A nonlinear model at rest has modes before it moves, and its steps keep their bits."""
        keys = dict(BEAM, loads={"end": {"force": (0, 0, 20), "time": "t"}}, t_end=0.1, dt=0.01)
        with fsolve.Case(**keys) as case:
            expected = case.run()["end/displacement"]
        with fsolve.Case(**BEAM) as modes, fsolve.Case(**keys) as case:
            modes.modes(4)
            self.assert_modes(case.setup(), modes)
            np.testing.assert_array_equal(case.run()["end/displacement"], expected)

    def test_complex_modes(self):
        """With -spin the modes are complex, as in -analysis modes."""
        keys = dict(BEAM, spin=(0, 0, 30))
        with fsolve.Case(**keys, analysis="static") as case, fsolve.Case(**keys) as modes:
            modes.modes(4)
            case.run()
            np.testing.assert_allclose(case.modes(4)[0][:4], modes["/modes/frequency"][:4], rtol=1e-6)
            self.assertIn("/modes/shape_imaginary", case.keys())

    def test_states_that_have_no_modes(self):
        with fsolve.Case(inputs("flying_beam"), t_end=0.5) as case:
            case.setup().step_to(0.2)
            with self.assertRaisesRegex(fsolve.FsolveError, "about an equilibrium"):
                case.modes(3)
            case.run()  # still possible
            with self.assertRaisesRegex(fsolve.FsolveError, "must be positive"):
                case.modes(0)
        with fsolve.Case(inputs("portal")) as case, self.assertRaisesRegex(fsolve.FsolveError, "no present state"):
            case.setup().modes(3)
        with fsolve.Case(**BEAM, parts_=None) as case, self.assertRaisesRegex(fsolve.FsolveError, "-modes"):
            case.modes(0)

    def test_other_analyses(self):
        with fsolve.Case(inputs("portal")) as case, fsolve.Case(inputs("portal")) as other:
            factor, shape = case.buckling(2)
            np.testing.assert_array_equal(factor, other.run()["/buckling/factor"][: len(factor)])
            self.assertEqual(len(shape), len(factor))
        few = {"path_steps": 4}
        with fsolve.Case(inputs("star_dome"), **few) as case, fsolve.Case(inputs("star_dome"), **few) as other:
            np.testing.assert_array_equal(case.path()["load_factor"], other.run()["load_factor"])
        with fsolve.Case(**BEAM, loads={"end": {"force": (0, 0, 1), "harmonic": "1"}}, response_frequencies=(1, 2, 3)) as case:
            self.assertEqual(case.response()["frequency"].tolist(), [1, 2, 3])

    def test_calls_after_a_failed_set_up(self):
        """A case whose set-up has failed answers with an error, not with a crash."""
        with fsolve.Case(**{**BEAM, "supports": {"nowhere": {}}}, loads=PULL, analysis="static") as case:
            with self.assertRaisesRegex(fsolve.FsolveError, "nowhere"):
                case.setup()
            self.assertEqual(case.keys(), [])
            for call in (case.run, case.dofs, case.save, case.accept, lambda: case.matrix("K"), lambda: case.field("displacement"),
                         lambda: case.modes(2), lambda: case.time, lambda: case["time"], lambda: case.force("end", [[0, 0, 0]]),
                         lambda: case.attempt(0.1), lambda: list(case.steps()), lambda: case.checkpoint("a"), lambda: case.step_to(1)):
                with self.assertRaises(fsolve.FsolveError):
                    call()
            case.reject()
            case.monitor(print)


if __name__ == "__main__":
    unittest.main()
