# SPDX-License-Identifier: BSD-2-Clause
"""States in memory: from a state the steps and all results have the same bits, in any order, for what objects remember from step to step:
schemes, joints, friction, stops, sliders, redundant rows, forces of the program, works, envelopes, adaptive steps."""
import os
import re
import tempfile
import unittest

import numpy as np

import fsolve
from run import SOURCE, release

# Cases of inputs/ with steps, four times in each, and more options. Together they have joints, loops, sliders, stops, friction,
# supports that move, laws and statics.
QUICK = {
    "four_bar": ([0.02, 0.05, 0.07, 0.1], {}),
    "pendulum_stop": ([0.1, 0.3, 0.5, 0.7], {}),
    "bar_wave": ([3e-5, 7e-5, 9e-5, 12e-5], {}),
    "roll_up": ([0.2, 0.3, 0.5, 0.8], {}),
}
BEAM = dict(mesh={"": "line", "n": 3, "upper": 2}, supports={"start": {}}, probes={"end": {}}, t_end=1, dt=0.01,
            parts={"rod": {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e8, "poisson": 0.3,
                           "density": 7800}})
PUSH = {"set": "end", "force": (0, 0, -500), "time": "sin(20*t)"}


def results(case):
    """Histories, snapshots and envelopes so far."""
    return {k: case[k] for k in case.keys() if k.startswith(("/history", "/snapshots", "/envelopes"))}


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class States(unittest.TestCase):
    def assert_same(self, got, expected, message):
        self.assertEqual(set(got), set(expected), message)
        for name, value in expected.items():
            np.testing.assert_array_equal(got[name], value, err_msg=f"{message}: {name}")

    def check(self, case, times):
        """Goes to the times, then back to some of them and on to the end, with the same results each time."""
        states, expected = [case.save()], [results(case)]
        for t in times:
            case.step_to(t)
            states.append(case.save())
            expected.append(results(case))
        for start in (1, 3, 0, 2, 0, 4):
            case.restore(states[start])
            self.assert_same(results(case), expected[start], f"at {start}")
            for k in range(start, len(times)):
                case.step_to(times[k])
                self.assert_same(results(case), expected[k + 1], f"from {start} to {k + 1}")
                states[k + 1] = case.save()

    def inputs(self, name, times, **keys):
        with self.subTest(case=name), fsolve.Case(os.path.join(SOURCE, "inputs", name + ".opts"), **keys) as case:
            self.check(case.setup(), times)

    def test_inputs(self):
        for name, (times, keys) in QUICK.items():
            self.inputs(name, times, **keys)

    @release
    def test_every_case(self):
        for file in sorted(os.listdir(os.path.join(SOURCE, "inputs"))):
            name, end = os.path.splitext(file)
            if end != ".opts":
                continue
            with open(os.path.join(SOURCE, "inputs", file)) as f:
                given = dict(re.findall(r"^-(analysis|dt|t_end)\s+(\S+)", f.read(), re.M))
            if given.get("analysis", "transient") not in ("transient", "kinematic", "static"):
                continue
            if "dt" in given:
                dt = float(given["dt"])
                self.inputs(name, [3 * dt, 7 * dt, 11 * dt, 14 * dt], t_end=20 * dt)
            elif given.get("analysis") == "static":
                self.inputs(name, [0.2, 0.4, 0.5, 0.8])

    def beam(self, times=(0.05, 0.1, 0.2, 0.3), **keys):
        with self.subTest(**keys), fsolve.Case(**{**BEAM, "loads": {"push": PUSH}, **keys}) as case:
            self.check(case.setup(), times)

    def test_schemes(self):
        """What schemes remember: earlier states, filters, jerks, and the matrix of modified Newton."""
        for scheme in ("lms2", "lms3", "lms4", "ss4", "esdirk32_5l", "generalized_alpha", "bdf2"):
            self.beam(integrator=scheme)
        self.beam(integrator="ce4", dt=2e-5, times=(1e-4, 2e-4, 3e-4, 5e-4), part_rod_mass="lumped")
        self.beam(linearize=True)

    def test_adaptive_steps(self):
        """The size of the next step and the norms of errors belong to the state."""
        self.beam(integrator="esdirk43_6l", adapt=True)
        self.beam(integrator="lms2", adapt=True, loads={"push": {**PUSH, "time": "t<0.12?0:1"}})

    def test_results(self):
        """Works, envelopes and snapshots of each step belong to the state."""
        self.beam(show="works,balance", envelopes="displacement,moment", output_every=1)

    def test_statics(self):
        self.beam(times=(0.25, 0.5, 0.6, 1), analysis="static", dt=None, t_end=None)

    def test_snap_through(self):
        """Statics that follow a path by arc length: back to states before, on and behind it, with the same rows; a step at a time; from a checkpoint on the path."""
        truss = dict(analysis="static", mesh={"": "line", "n": 1, "upper": (1, 0, 0.2)}, directions="xz", supports={"start": {}, "end": {"fix": "x"}}, probes={"end": {}},
                     parts={"bar": {"set": "all", "element": "truss", "ea": 1000, "mass_per_length": 0}}, loads={"end": {"force": (0, 0, -2)}})
        with self.subTest("states"), fsolve.Case(**truss) as case:
            self.check(case.setup(), (0.5, 0.8, 0.9, 1))
        with fsolve.Case(**truss) as case:
            with self.assertWarnsRegex(RuntimeWarning, "is a limit load"):
                case.run()
            whole = {name: case[name] for name in ("load_factor", "end/displacement", "stability_index")}
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept.h5")
            with fsolve.Case(**truss) as case:
                for step, _ in enumerate(case.setup().steps(), 1):
                    if step == 40:
                        case.checkpoint(kept)
                for name, value in whole.items():
                    np.testing.assert_array_equal(case[name], value)
            self.assertLess(whole["load_factor"][40], whole["load_factor"][30])
            with fsolve.Case(**truss, restart=kept) as case:
                case.run()
                rest = {name: case[name] for name in whole}
                critical = case["/path/critical/load_factor"]
            for name, value in whole.items():
                np.testing.assert_allclose(rest[name], value[41:], atol=1e-9, err_msg=name)
            np.testing.assert_allclose(critical, [0.7258186116, -0.7258186116], rtol=1e-9)

    def test_forces_of_the_program(self):
        """Forces that wait for the next step belong to the state, also on a set of several nodes."""
        with fsolve.Case(**BEAM, loads={"fluid": {"set": "all", "given": True}}) as case:
            count = len(case.setup().field("place"))
            case.force("fluid", np.full((count, 3), 3.0))
            case.step_to(0.05)
            case.force("fluid", np.full((count, 3), -7.0))
            state = case.save()
            case.step_to(0.1)
            expected = case["end/displacement"]
            case.force("fluid", np.full((count, 3), 50.0))
            case.step_to(0.2)
            case.restore(state)
            self.assertEqual(case.time, 0.05)
            case.step_to(0.1)
            np.testing.assert_array_equal(case["end/displacement"], expected)

    def test_tries(self):
        """A try after a state, accepted or not, leaves the state as it is; a save forgets a try."""
        with fsolve.Case(**BEAM, loads={"push": PUSH}) as case:
            case.setup().step_to(0.1)
            state = case.save()
            for dt in (0.01, 0.02, 0.01):
                self.assertTrue(case.attempt(dt))
                end = case.field("displacement")
                if dt == 0.01:
                    case.accept()
                case.restore(state)
                self.assertTrue(case.attempt(dt))
                np.testing.assert_array_equal(case.field("displacement"), end)
                case.save()
                with self.assertRaisesRegex(fsolve.FsolveError, "no step was tried"):
                    case.accept()

    def test_gap(self):
        """A later state continues behind a gap after an earlier one; no row of another branch remains before it."""
        with fsolve.Case(**BEAM, loads={"push": PUSH}) as case:
            early, middle = case.setup().save(), None
            case.step_to(0.05)
            middle = case.save()
            case.step_to(0.1)
            late, expected = case.save(), case.field("displacement")
            case.step_to(0.12)
            last = case.field("displacement")
            case.restore(middle)
            self.assertAlmostEqual(case.time, 0.05)
            case.step_to(0.055)
            self.assertEqual(len(case["time"]), 7)
            case.restore(late)
            np.testing.assert_array_equal(case.field("displacement"), expected)
            case.step_to(0.12)
            np.testing.assert_array_equal(case.field("displacement"), last)
            np.testing.assert_allclose(case["time"], [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.11, 0.12], rtol=0, atol=1e-12)
            case.restore(early)
            self.assertEqual(case["time"].tolist(), [0])

    def test_checkpoint(self):
        """A checkpoint of a case in memory continues as a case of its own, and in the program."""
        with tempfile.TemporaryDirectory() as folder, fsolve.Case(**BEAM, loads={"push": PUSH}) as case:
            case.setup().step_to(0.1)
            file = os.path.join(folder, "point")
            case.checkpoint(file)
            case.step_to(0.2)
            with fsolve.Case(**BEAM, loads={"push": PUSH}, restart=file) as other:
                self.assertAlmostEqual(other.setup().time, 0.1)
                other.step_to(0.2)
                np.testing.assert_array_equal(other["end/displacement"], case["end/displacement"][-10:])
            case.checkpoint(file)  # the one before becomes point.1
            self.assertEqual(sorted(os.listdir(folder)), ["point", "point.1"])
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "a.h5")
            with fsolve.Case(**BEAM, loads={"push": PUSH}, output=output) as case, self.assertRaisesRegex(fsolve.FsolveError, "-output"):
                case.setup().checkpoint(output)

    def test_wrong_calls(self):
        with fsolve.Case(**BEAM, loads={"push": PUSH}) as case, fsolve.Case(**BEAM, loads={"push": PUSH}) as other:
            with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetUp"):
                case.save()
            with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetUp"):
                case.checkpoint("a")
            state = case.setup().save()
            with self.assertRaisesRegex(fsolve.FsolveError, "another case"):
                other.setup().restore(state)
            with self.assertRaisesRegex(fsolve.FsolveError, "save"):
                case.restore(7)
            with self.assertRaisesRegex(fsolve.FsolveError, "give a file"):
                case.checkpoint("")
            case.step_to(0.02)
            case.restore(state)
        del state  # after its case
        with fsolve.Case(os.path.join(SOURCE, "inputs", "drum.opts")) as case, self.assertRaisesRegex(fsolve.FsolveError, "only analyses with steps"):
            case.setup().save()


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class After(unittest.TestCase):
    """A case continues after its end and after a failed step, with the bits of a case that had neither."""
    same = States.assert_same
    GIVEN = {**BEAM, "loads": {"push": PUSH, "pull": {"set": "end", "given": True}}}

    def expected(self, times, **keys):
        with fsolve.Case(**{**self.GIVEN, **keys}) as case:
            found = []
            case.setup()
            for t in times:
                case.step_to(t)
                found.append(results(case))
            return found

    def test_after_the_run(self):
        for scheme in ("lms4", "esdirk32_5l", "energy_momentum"):
            with self.subTest(scheme=scheme), fsolve.Case(**BEAM, loads={"push": PUSH}, integrator=scheme, part_rod_mass="linear") as case:
                case.setup().step_to(0.3)
                state = case.save()
                expected = results(case.run())
                for _ in range(2):
                    self.assertEqual(case.restore(state), 0.3)
                    self.assertEqual(len(case["time"]), 31)
                    case.step_to(0.5)
                    self.same(results(case.run()), expected, scheme)
                with self.assertRaisesRegex(fsolve.FsolveError, "has ended"):
                    case.run()
                end = case.save()  # the end of a run is a state, too
                case.restore(state)
                case.restore(end)
                self.assertEqual(case.time, 1)

    def test_after_statics(self):
        with fsolve.Case(**{**BEAM, "dt": None, "t_end": None}, loads={"push": {**PUSH, "time": "t"}}, analysis="static") as case:
            case.setup().step_to(0.25)
            state = case.save()
            expected = results(case.run())
            case.restore(state)
            self.same(results(case.run()), expected, "statics")

    def test_after_a_failed_step(self):
        """A force that no step can follow. The state before it, other forces, and a step that is tried."""
        expected = self.expected((0.1, 0.2, 0.4))
        with fsolve.Case(**self.GIVEN) as case:
            case.setup().step_to(0.1)
            state = case.save()
            for _ in range(2):
                case.restore(state)
                case.force("pull", [[0, 0, 1e13]])
                with self.assertRaisesRegex(fsolve.FsolveError, "failed with steps") as raised:
                    case.step_to(0.2)
                self.assertEqual(raised.exception.status, 3)
                self.assertLess(case.time, 0.2)
                self.assertEqual(case.restore(state), 0.1)
                case.force("pull", [[0, 0, 0]])
                case.step_to(0.2)
                self.same(results(case), expected[1], "restored")
            self.assertTrue(case.attempt(0.01))
            case.reject()
            case.step_to(0.4)
            self.same(results(case), expected[2], "later")

    def test_without_a_state(self):
        """After a failed step the case is at its last step, and goes on from there."""
        fails = [True]

        def pull(t, u, v, x):
            if fails[0] and t > 0.153:
                raise KeyError("no force")
            return [0, 0, -500]

        with fsolve.Case(**BEAM, loads={"end": {"function": pull}}) as case:
            with self.assertRaises(fsolve.FsolveError):
                case.run()
            reached = case.time
            self.assertTrue(0.14 < reached < 0.153)
            self.assertEqual(case["time"][-1], reached)
            np.testing.assert_array_equal(case["end/displacement"][-1], case.field("displacement", "end")[0])
            fails[0] = False
            self.assertTrue(case.attempt(0.01))
            self.assertAlmostEqual(case.accept(), reached + 0.01, 12)
            self.assertEqual(case.step_to(0.4), 0.4)
            self.assertTrue((np.diff(case["time"]) > 0).all())

    def test_function_that_raises(self):
        """A function that has raised an exception is called again after the return."""
        fails = [True]

        def pull(t, u, v, x):
            if fails[0] and t > 0.15:
                raise KeyError("no force")
            return [0, 0, -500*np.sin(20*t)]

        with fsolve.Case(**BEAM, loads={"end": {"function": pull}}) as case:
            case.setup().step_to(0.1)
            state = case.save()
            for _ in range(2):
                with self.assertRaises(fsolve.FsolveError) as raised:
                    case.run()
                self.assertIsInstance(raised.exception.__cause__, KeyError)
                case.restore(state)
            fails[0] = False
            got = results(case.run())
        with fsolve.Case(**BEAM, loads={"end": {"function": pull}}) as case:
            self.same(got, results(case.run()), "function")

    def test_bytes(self):
        """A state as bytes continues in another case with the same bits; damaged bytes, and those of other options, are refused."""
        for name, (times, keys) in QUICK.items():
            path = os.path.join(SOURCE, "inputs", name + ".opts")
            with self.subTest(name), fsolve.Case(path, **keys) as case, fsolve.Case(path, **keys) as other:
                case.setup().step_to(times[1])
                saved = case.save().to_bytes()
                case.step_to(times[3])
                other.setup()
                state = other.state(saved)
                self.assertLess(other.time, times[0])
                self.assertEqual(state.time, times[1])
                self.assertEqual(other.restore(state), times[1])
                self.assertEqual(state.to_bytes(), saved)
                other.step_to(times[3])
                for key, values in results(case).items():
                    if key.startswith("/history"):
                        np.testing.assert_array_equal(other[key][-1], values[-1], err_msg=key)
                damaged = bytearray(saved)
                damaged[len(saved) // 2] ^= 1
                for wrong in (saved[:-8], bytes(damaged), b"", saved + bytes(8)):
                    with self.assertRaisesRegex(fsolve.FsolveError, "not those of a state"):
                        other.state(wrong)
        with fsolve.Case(**BEAM, loads={"end": PUSH}).setup() as case, fsolve.Case(**BEAM, loads={"end": {**PUSH, "force": (0, 0, 1)}}).setup() as other:
            state = case.save()
            with self.assertRaisesRegex(fsolve.FsolveError, "with these options"):
                other.state(state.to_bytes())
        with self.assertRaisesRegex(fsolve.FsolveError, "case of this state is destroyed"):
            state.to_bytes()

    def test_results_in_a_file(self):
        """A file of results is complete after the run, and the case cannot go on."""
        with tempfile.TemporaryDirectory() as folder, fsolve.Case(**BEAM, loads={"push": PUSH}, output=os.path.join(folder, "r.h5")) as case:
            case.setup()
            state = case.save()
            case.run()
            with self.assertRaisesRegex(fsolve.FsolveError, "-output none"):
                case.restore(state)


if __name__ == "__main__":
    unittest.main()
