# SPDX-License-Identifier: BSD-2-Clause
"""Functions of Python that are called once a step as loads: their forces are those of the start of each step, as in the same scheme in numpy;
tries, restarts and ranks change nothing."""
import os
import subprocess
import sys
import unittest

import numpy as np

import fsolve
from run import LAUNCH, FolderTest

MASS, SPRING, SOFT, DAMPING, PUSH = 2.0, 30.0, 10.0, 1.5, 5.0
OSCILLATOR = dict(mesh="line", mesh_n=1, directions="x", integrator="trapezoidal", dt=0.02, t_end=1, supports={"start": {}}, probes={"end": {}},
                  parts={"spring": {"set": "all", "element": "spring", "stiffness": SPRING}, "mass": {"set": "end", "element": "mass", "mass": MASS}})
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, parts={"rod": ROD}, supports={"start": {}}, probes={"end": {}}, t_end=0.05, dt=0.005,
            integrator="generalized_alpha", rho_inf=0.8)
RANKS = """
import os, sys, numpy as np, fsolve
from step_functions import BEAM, follow, load
rank = int(os.environ.get("OMPI_COMM_WORLD_RANK", "0"))
with fsolve.Case(**BEAM, loads={"follow": load(follow, set="all")}) as case:
    moved = case.run()["end/displacement"]
def fails(t, u, v, x):  # on one rank only
    if t > 0.02 and rank == 1:
        raise KeyError("rank 1")
    return [0, 0, -1.0]
with fsolve.Case(**BEAM, loads={"follow": load(fails, set="all")}) as case:
    try:
        case.run()
    except fsolve.FsolveError as error:
        assert error.status == 3 and isinstance(error.__cause__, KeyError) == (rank == 1), error
    else:
        raise AssertionError("the case does not fail")
if rank == 0:
    np.save(sys.argv[1], moved)
"""


def law(t, u, v, x):
    """A soft spring, a damper and a force that grows in time."""
    return [PUSH * (1 + t) - SOFT * u[0] - DAMPING * v[0], 0, 0]


def follow(t, u, v, x):
    return [-2e4 * u[2], 0, -500 - 2e5 * u[2] - 200 * v[2] - 1e4 * x[0] * t]


def load(function, set="end", components="xz", **more):  # noqa: A002
    return {"set": set, "function": function, "components": components, "once_a_step": True, **more}


def counted(function, times):
    def f(t, u, v, x):
        times.append(t)
        return function(t, u, v, x)
    return f


def trapezoidal(dt, steps):
    """The trapezoidal rule for the mass and its spring; the law has its value at the start of the step."""
    u = v = 0.0
    a = law(0, [u], [v], None)[0] / MASS
    found = [(u, v)]
    for k in range(steps):
        force = law(k * dt, [u], [v], None)[0]
        predicted = u + dt * v + dt**2 / 4 * a
        new = (force - SPRING * predicted) / (MASS + dt**2 / 4 * SPRING)
        u, v, a = predicted + dt**2 / 4 * new, v + dt / 2 * (a + new), new
        found.append((u, v))
    return np.array(found)


def exact(t):
    """m u" + c u' + k u = PUSH (1 + t) from rest."""
    stiffness, decay = SPRING + SOFT, DAMPING / MASS / 2
    omega = np.sqrt(stiffness / MASS - decay**2)
    slope = PUSH / stiffness
    offset = slope - DAMPING * slope / stiffness
    b = -(slope + decay * offset) / omega
    return offset + slope * t + np.exp(-decay * t) * (-offset * np.cos(omega * t) + b * np.sin(omega * t))


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class OnceAStep(FolderTest):
    def end(self, **options):
        with fsolve.Case(**options) as case:
            return case.run()["end/displacement"]

    def test_numpy(self):
        """The scheme in numpy gives the same to round-off, and the function is called once for each step, at its start."""
        times = []
        with fsolve.Case(**OSCILLATOR, loads={"law": load(counted(law, times), components="x")}) as case:
            case.run()
            u, v = case["end/displacement"][:, 0], case["end/velocity"][:, 0]
        expected = trapezoidal(OSCILLATOR["dt"], len(u) - 1)
        np.testing.assert_allclose(np.column_stack((u, v)), expected, rtol=0, atol=1e-12 * np.abs(expected).max())
        np.testing.assert_allclose(times, np.arange(len(u) - 1) * OSCILLATOR["dt"], rtol=0, atol=1e-14)

    def test_order(self):
        """Order 1 in the step; order 2 if the same function is called in each iteration."""
        for once, ratio in ((True, 2), (False, 4)):
            errors = []
            for dt in (0.01, 0.005):
                loads = {"law": {**load(law, components="x"), "once_a_step": once}}
                errors.append(abs(self.end(**{**OSCILLATOR, "dt": dt}, loads=loads)[-1, 0] - exact(OSCILLATOR["t_end"])))
            self.assertAlmostEqual(errors[0] / errors[1], ratio, delta=0.1 * ratio, msg=str(errors))

    def test_lag(self):
        """A spring k that lags is a damper -k dt, so that a swing grows with the rate k dt / 2 m."""
        options = {**OSCILLATOR, "dt": 0.005, "t_end": 6}
        u = self.end(**options, loads={"law": load(lambda t, u, v, x: [PUSH - SOFT * u[0], 0, 0], components="x")})[:, 0]
        tops = np.flatnonzero((u[1:-1] > u[:-2]) & (u[1:-1] > u[2:])) + 1
        height = u[tops] - PUSH / (SPRING + SOFT)
        rate = np.log(height[-1] / height[0]) / (options["dt"] * (tops[-1] - tops[0]))
        self.assertAlmostEqual(rate / (SOFT * options["dt"] / 2 / MASS), 1, delta=0.02)

    def test_linear_model(self):
        """The model stays linear, so that it has no iterations, and works and energies balance to round-off."""
        with fsolve.Case(**OSCILLATOR, show="works", loads={"law": load(law, components="x")}) as case:
            lines = "".join(case.run().lines)
            work, energy = case["law/work"], case["energy/kinetic"] + case["energy/strain"]
        self.assertIn("linear iterations per step", lines)
        np.testing.assert_allclose(energy, work, rtol=0, atol=1e-12 * work.max())

    def test_constant_force(self):
        """A force that is constant is that of a load, also in a nonlinear model, with the same iterations."""
        names = ["end/displacement", "solver/newton"]
        found = []
        for push in ({"set": "end", "force": (0, 0, -2e4)}, load(lambda t, u, v, x: [0, 0, -2e4])):
            with fsolve.Case(**BEAM, show="works", loads={"push": push}) as case:
                case.run()
                found.append([case[name] for name in names] + [case["push/work"]])
        np.testing.assert_array_equal(found[1][1], found[0][1])
        for k in (0, 2):
            np.testing.assert_allclose(found[1][k], found[0][k], rtol=0, atol=1e-9 * np.abs(found[0][k]).max())

    def test_tries(self):
        """Steps that are rejected and tried again need no more calls. In a linear model they have the bits of steps that are tried once; in
        others the iterations have other round-off, with any forces."""
        for options, function, components, tolerance in ((OSCILLATOR, law, "x", 0), (BEAM, follow, "xz", 1e-12)):
            dt, found = options["dt"], []
            for tries in ([dt], [dt, dt / 2, dt]):
                times = []
                with fsolve.Case(**options, loads={"law": load(counted(function, times), components=components)}) as case:
                    case.setup()
                    for _ in range(10):
                        for size in tries:
                            case.reject()
                            self.assertTrue(case.attempt(size), case.message)
                        case.accept()
                    found.append(case["end/displacement"])
                self.assertEqual(len(times), 10)
            np.testing.assert_allclose(found[1], found[0], rtol=0, atol=tolerance * np.abs(found[0]).max())

    def test_step_control(self):
        """A step that the error control rejects keeps its force."""
        times = []
        options = {**OSCILLATOR, "dt": 0.2, "adapt": True, "adapt_rtol": 1e-4}
        with fsolve.Case(**options, loads={"law": load(counted(law, times), components="x")}) as case:
            lines = "".join(case.run().lines)
            steps = len(case["time"]) - 1
        self.assertRegex(lines, r"[1-9]\d* rejected")
        self.assertEqual(len(times), steps)
        self.assertEqual(times, sorted(set(times)))

    def test_states(self):
        """From a state in memory, and from a checkpoint, the steps have the same bits."""
        point = os.path.join(self.folder, "point")
        options = {**BEAM, "loads": {"follow": load(follow)}}
        with fsolve.Case(**options) as case:
            case.setup().step_to(0.025)
            state = case.save()
            case.checkpoint(point)
            expected = [case.step_to(t) and case.field("displacement") for t in (0.03, 0.05)]
            case.restore(state)
            for t, field in zip((0.03, 0.05), expected):
                case.step_to(t)
                np.testing.assert_array_equal(case.field("displacement"), field)
        times = []
        with fsolve.Case(**{**options, "loads": {"follow": load(counted(follow, times))}}, restart=point) as case:
            case.setup()
            for t, field in zip((0.03, 0.05), expected):
                case.step_to(t)
                np.testing.assert_array_equal(case.field("displacement"), field)
        self.assertAlmostEqual(times[1], 0.025)  # after the initial state, which the set-up makes
        formula = {"set": "end", "law_z": "-500"}  # loads may change at a restart
        for before, after in ((formula, load(follow)), (load(follow), formula)):
            with fsolve.Case(**{**options, "loads": {"other": formula, "follow": before}}) as case:
                case.setup().step_to(0.025)
                case.checkpoint(point + "2")
            end = self.end(**{**options, "loads": {"other": formula, "follow": after}}, restart=point + "2", overwrite=True)
            self.assertTrue(np.isfinite(end).all())
        asked = {"set": "end", "law_x": "function", "law_z": "function"}
        with self.assertRaisesRegex(fsolve.FsolveError, "before the set-up, also before a restart"):
            self.end(**{**options, "loads": {"follow": asked}}, restart=point)

    def test_ranks(self):
        expected = self.end(**BEAM, loads={"follow": load(follow, set="all")})
        path = os.path.join(self.folder, "3.npy")
        done = subprocess.run(LAUNCH.format(ranks=3).split() + [sys.executable, "-c", RANKS, path], capture_output=True, text=True, timeout=250,
                              check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *sys.path])})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        np.testing.assert_allclose(np.load(path), expected, rtol=0, atol=1e-9 * np.abs(expected).max())

    def test_wrong_use(self):
        tangent = load(lambda t, u, v, x: ([0, 0, 0], np.zeros(9), np.zeros(9)))
        with self.assertRaisesRegex(fsolve.FsolveError, "raises an error") as raised:
            self.end(**BEAM, loads={"a": tangent})
        self.assertRegex(str(raised.exception.__cause__), "once_a_step needs no derivatives")
        with self.assertRaisesRegex(fsolve.FsolveError, "no finite value") as raised:
            self.end(**BEAM, loads={"a": load(lambda t, u, v, x: [0, 0, np.nan if t > 0.02 else 0])})
        self.assertEqual(raised.exception.status, 3)
        self.assertIn("-load_a_law_z", str(raised.exception))
        static = {k: v for k, v in BEAM.items() if k not in ("dt", "t_end", "integrator", "rho_inf")}
        for options, text in (({**static, "analysis": "static", "loads": {"a": load(follow)}}, "load 'a': .*once a step is for -analysis transient"),
                              ({**BEAM, "loads": {"a": {**load(follow), "law_y": "1"}}}, "called once a step, and -load_a_law_y is not"),
                              ({**BEAM, "loads": {"a": {"set": "end", "law_x": "1", "once_a_step": True}}}, "once_a_step"),
                              ({**BEAM, "loads": {"a": load(follow, components="xw")}}, "FsCaseSetLoadFunctionPerStep: .*letters such as"),
                              ({**BEAM, "loads": {"a": {**load(follow), "once_a_step": 3}}}, "True or False, not 3")):
            with self.subTest(text=text), self.assertRaisesRegex(fsolve.FsolveError, text):
                self.end(**options)


if __name__ == "__main__":
    unittest.main()
