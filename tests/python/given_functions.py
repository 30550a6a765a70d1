# SPDX-License-Identifier: BSD-2-Clause
"""Functions of Python as loads, laws and motions are the formulas that say the same, with their works; motions of supports that a program
gives step by step are those of formulas; a function that fails ends the case with its exception."""
import os
import shutil
import subprocess
import sys
import unittest

import numpy as np

import fsolve
from run import LAUNCH, RELEASE, SOURCE, FolderTest

ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, parts={"rod": ROD}, supports={"start": {}}, probes={"start": {}, "end": {}},
            t_end=0.1, dt=0.005, integrator="trapezoidal", show="works")
PUSH = {"force": (0, 0, -100), "set": "end"}
SHORT = {**BEAM, "t_end": 0.025}
SPEED = 20  # [rad/s]


def drag(t, u, v, x):
    return np.array([-2e4 * u[2], 0, 2e4 * u[0] - 500 * v[2] - 1e3 * u[2] ** 3 + 50 * x[0] * t])


def drag_with_tangent(t, u, v, x):
    return drag(t, u, v, x), [[0, 0, -2e4], [0, 0, 0], [2e4, 0, -3e3 * u[2] ** 2]], [[0, 0, 0], [0, 0, 0], [0, 0, -500]]


FORMULAS = {"set": "end", "law_x": "-2e4*uz", "law_z": "2e4*ux-500*vz-1e3*uz^3+50*x*t"}


def motion(t):
    """A motion that starts at rest without an acceleration: value, velocity, acceleration."""
    a = SPEED * t
    return 0.01 * (a - np.sin(a)), 0.01 * SPEED * (1 - np.cos(a)), 0.01 * SPEED**2 * np.sin(a)


MOTION = f"0.01*({SPEED}*t-sin({SPEED}*t))"
RANKS = """
import sys, numpy as np, fsolve
from given_functions import SHORT, PUSH, drag_with_tangent, give, motion
with fsolve.Case(**SHORT, loads={"push": PUSH, "drag": {"set": "all", "function": drag_with_tangent}}) as case:
    drag = case.run()["end/displacement"]
with fsolve.Case(**{**SHORT, "supports": {"start": {"motion_z": "given", "fix": "all"}}}) as case:
    give(case.setup(), 5)
    moved, reaction = case["end/displacement"], case["start/reaction"]
with fsolve.Case(**{**SHORT, "supports": {"start": {"motion_z": motion, "fix": "all"}}}) as case:
    function = case.run()["end/displacement"]
def fails(t, *more):  # on one rank only
    if t > 0.006 and case_rank() == 1:
        raise KeyError("rank 1")
    return [0, 0, -1.] if more else motion(t)
for options in (dict(loads={"push": {"set": "all", "function": fails}}), dict(supports={"start": {"motion_z": fails, "fix": "all"}})):
    with fsolve.Case(**{**SHORT, "dt_min": 1e-3, **options}) as case:
        try:
            case.run()
        except fsolve.FsolveError as error:
            assert "raises an error" in str(error) or case_rank() != 1, error
            assert isinstance(error.__cause__, KeyError) == (case_rank() == 1)
        else:
            raise AssertionError("the case does not fail")
if case_rank() == 0:
    np.savez(sys.argv[1], drag=drag, moved=moved, reaction=reaction, function=function)
"""
START = 'import os\ndef case_rank(): return int(os.environ.get("OMPI_COMM_WORLD_RANK", "0"))\n'


def give(case, steps, component="z", first=0):
    """Takes steps with the motion of the support start; each is tried twice, at first with another motion."""
    for k in range(first, first + steps):
        case.motion("start", component, 1e-3, 0, 0)
        assert case.attempt(BEAM["dt"]), case.message
        case.reject()
        case.motion("start", component, *motion((k + 1) * BEAM["dt"]))
        assert case.attempt(BEAM["dt"]), case.message
        case.accept()


class Case(FolderTest):
    def results(self, names, steps=None, **options):
        with fsolve.Case(**options) as case:
            if steps:
                give(case.setup(), *steps)
            else:
                case.run()
            return [case[n] for n in names]

    def assert_near(self, got, expected, part):
        self.assertEqual(len(got), len(expected))
        for a, b in zip(got, expected):
            np.testing.assert_allclose(a, b, rtol=0, atol=part * np.abs(b).max())


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Functions(Case):
    def test_load_is_the_formula(self):
        """With its tangent a function gives the bits of the formula, and the same iterations; without it, the same to the tolerance."""
        names = ["end/displacement", "drag/work", "solver/newton"]
        expected = self.results(names, **BEAM, loads={"push": PUSH, "drag": FORMULAS})
        got = self.results(names, **BEAM, loads={"push": PUSH, "drag": {"set": "end", "function": drag_with_tangent, "components": "xz"}})
        for a, b in zip(got, expected):
            np.testing.assert_array_equal(a, b)
        got = self.results(names[:2], **BEAM, loads={"push": PUSH, "drag": {"set": "end", "function": drag}})
        self.assert_near(got, expected[:2], 1e-9)

    def test_later_functions_count(self):
        loads = {"push": PUSH, "drag": {"set": "end", "function": drag_with_tangent}}
        expected = self.results(["end/displacement"], **BEAM, loads=loads)[0]
        with fsolve.Case(**BEAM, loads={"push": PUSH, "drag": {"set": "end", "function": lambda t, u, v, x: [1e3, 0, 0]}}) as case:
            np.testing.assert_array_equal(case.set(loads=loads).run()["end/displacement"], expected)

    def test_works_balance(self):
        """The works of a function and of a load are the energy: the trapezoidal rule has no error of its own in a linear model."""
        load = {"set": "end", "components": "z", "function": lambda t, u, v, x: ([0, 0, -500 * v[2]], np.zeros(9), np.diag([0, 0, -500]))}
        works = self.results(["push/work", "drag/work", "energy/kinetic", "energy/strain"], **{**BEAM, "linearize": True},
                             loads={"push": PUSH, "drag": load})
        self.assertLess(works[1][-1], -0.05 * works[0].max())
        np.testing.assert_allclose(works[2] + works[3], works[0] + works[1], rtol=0, atol=1e-9 * works[0].max())

    def test_law_is_a_part(self):
        """A spring and a damper by a function are the parts spring and damper."""
        stiffness, damping = 39.47841760435743, 1.2566370614359172
        sdof = dict(mesh="line", mesh_n=1, integrator="lms4", rho_inf=0.5, dt=0.01, t_end=1, probes={"end": {}}, directions="x")
        mass = {"mass": {"set": "end", "element": "mass", "mass": 1}}
        spring = {"spring": {"set": "all", "element": "spring", "stiffness": stiffness}, "damper": {"set": "all", "element": "damper", "damping": damping}}
        law = {"set": "end", "components": "x", "function": lambda t, u, v, x: (
            [-stiffness * u[0] - damping * v[0], 0, 0], np.diag([-stiffness, 0, 0]), np.diag([-damping, 0, 0]))}
        push = {"push": {"set": "end", "force": (10, 0, 0), "time": "sin(3*t)"}}
        expected = self.results(["end/displacement"], **sdof, parts={**spring, **mass}, supports={"start": {}}, loads=push)
        got = self.results(["end/displacement"], **sdof, parts=mass, loads={**push, "law": law})
        self.assert_near(got, expected, 1e-9)

    def test_joint_laws(self):
        """Springs, dampers and motors of a joint."""
        crank = os.path.join(SOURCE, "inputs", "slider_crank.opts")
        formulas = {"spring": "0.02*u+0.01*u^3", "damper": "(1e-3+1e-3*u^2)*v", "motor": "0.01*sin(9*t)-1e-3*v"}
        functions = {"spring": lambda u: (0.02 * u + 0.01 * u * u * u, 0.02 + 0.03 * u * u),
                     "damper": lambda u, v: ((1e-3 + 1e-3 * u * u) * v, 2e-3 * u * v, 1e-3 + 1e-3 * u * u),
                     "motor": lambda t, u, v: 0.01 * np.sin(9 * t) - 1e-3 * v}
        found = []
        for laws in (formulas, functions):
            with fsolve.Case(crank, t_end=0.05, **{f"joint_pin_angle_{k}": f for k, f in laws.items()}) as case:
                case.run()
                found.append([case[k] for k in sorted(case.keys()) if k.startswith("/history/energy/") or k == "/history/pin/angle"])
        self.assertTrue(found[0])
        self.assert_near(found[1], found[0], 1e-11)

    def test_motion_is_the_formula(self):
        names = ["end/displacement", "start/reaction", "start/motion_work"]
        expected, got = (self.results(names, **{**BEAM, "supports": {"start": {"motion_z": m, "fix": "all"}}}) for m in (MOTION, motion))
        self.assert_near(got, expected, 1e-10)

    def test_statics(self):
        """In statics t is the load factor."""
        static = {k: v for k, v in BEAM.items() if k not in ("dt", "t_end", "integrator", "show")}
        got, expected = (self.results(["end/displacement"], **static, analysis="static", loads={"push": load}) for load in (
            {"set": "end", "components": "z", "function": lambda t, u, v, x: [0, 0, -1e4 * t - 1e3 * u[2]]}, {"set": "end", "law_z": "-1e4*t-1e3*uz"}))
        self.assert_near(got, expected, 1e-9)

    def test_failures(self):
        """The exception is the cause of the case's error, which is one line; NaN fails, too. Then other cases go on."""
        def late(value):
            def force(t, u, v, x):
                if t > 0.05:
                    if value is None:
                        raise KeyError("no force")
                    return [0, 0, value]
                return [0, 0, -10]
            return {"set": "end", "components": "z", "function": force}

        for value, word in ((None, "raises an error"), (np.nan, "no finite value")):
            with fsolve.Case(**BEAM, loads={"late": late(value)}) as case:
                with self.assertRaisesRegex(fsolve.FsolveError, word) as raised:
                    case.run()
                self.assertEqual(raised.exception.status, 3)
                self.assertIn("-load_late_law_z", str(raised.exception))
                self.assertEqual(str(raised.exception).count("\n"), 0)
                self.assertIsInstance(raised.exception.__cause__, KeyError if value is None else type(None))
        first = {"raises an error": lambda: 1 / 0, "returns no finite value": lambda: np.nan}
        for word, value in first.items():  # at the initial state
            with fsolve.Case(**BEAM, loads={"end": {"function": lambda t, u, v, x, value=value: [0, 0, value()], "components": "z"}}) as case:
                with self.assertRaisesRegex(fsolve.FsolveError, f"the function that is given for -load_end_law_z {word}") as raised:
                    case.run()
                self.assertNotIn("?:", str(raised.exception))
        undefined = [[0, 0, 0], [0, 0, 0], [0, 0, np.nan]]
        with fsolve.Case(**BEAM, loads={"end": {"function": lambda t, u, v, x: ([0, 0, -1], undefined, np.zeros((3, 3))), "components": "z"}}) as case:
            with self.assertRaisesRegex(fsolve.FsolveError, "-load_end_law_z returns a derivative that is not finite"):
                case.run()
        with fsolve.Case(**BEAM, loads={"bad": {"set": "end", "function": lambda t, u, v, x: [1, 2]}}) as case:
            with self.assertRaises(fsolve.FsolveError) as raised:
                case.setup()
                case.run()
            self.assertIsInstance(raised.exception.__cause__, ValueError)
        with fsolve.Case(**{**BEAM, "supports": {"start": {"motion_z": lambda t: 0.1 * t, "fix": "all"}}}) as case:
            with self.assertRaises(fsolve.FsolveError) as raised:
                case.run()
            self.assertIn("value, velocity and acceleration", str(raised.exception.__cause__))
        self.test_load_is_the_formula()

    def test_restart(self):
        """A restart asks for the function again, and continues with it."""
        point = os.path.join(self.folder, "point")
        loads = {"push": PUSH, "drag": {"set": "end", "function": drag_with_tangent}}
        expected = self.results(["end/displacement"], **BEAM, loads=loads)[0][-1]
        self.results([], **{**BEAM, "t_end": 0.05}, loads=loads, checkpoint=point, output=os.path.join(self.folder, "a.h5"))
        got = self.results(["end/displacement"], **BEAM, loads=loads, restart=point)[0][-1]
        self.assert_near([got], [expected], 1e-10)
        asked = {"set": "end", "law_x": "function", "law_y": "function", "law_z": "function"}
        with self.assertRaisesRegex(fsolve.FsolveError, "before the set-up, also before a restart"):
            self.results([], **BEAM, loads={"push": PUSH, "drag": asked}, restart=point)

    def test_wrong_calls(self):
        force = {"set": "end", "function": drag}
        for options, text in ((dict(loads={"a": {**force, "components": "w"}}), "no.* letters such as"), (dict(loads={"a": {**force, "components": "xx"}}), "twice"),
                              (dict(part_rod_young=drag), "takes no function"), (dict(loads={"a": {"set": "end", "law_z": "given"}}), "given step by step"),
                              (dict(loads={"push": PUSH}, supports={"start": {"velocity_z": "given"}}), "given step by step"),
                              (dict(supports={"start": {"motion_z": "function"}}), "no program gives the function")):
            with self.assertRaisesRegex(fsolve.FsolveError, text):
                self.results([], **{**BEAM, **options})
        with fsolve.Case(**BEAM, loads={"push": PUSH}, output=os.path.join(self.folder, "kept.h5")) as case:
            case.setup()
            with self.assertRaisesRegex(fsolve.FsolveError, "set-up of this case is done"):
                case.set(loads={"a": force})


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Motions(Case):
    def test_given_is_the_formula(self):
        """Steps that are tried twice, with works and reactions; also along axes of the support's own, and as a rotation."""
        names = ["end/displacement", "start/displacement", "start/reaction"]
        for support, component in (({"motion_z": None}, "z"), ({"rotation_y": None}, "ry"), ({"motion_z": None, "axes": (1, 0, 0, 0, 1, 0)}, "z")):
            keys = [] if "axes" in support else ["start/motion_work"]
            key = next(iter(support))
            keep = dict(BEAM) if "axes" not in support else {**BEAM, "stabilize": "velocity"}
            made = [{**keep, "supports": {"start": {**support, key: m, "fix": "all", "fix_rotation": "all"}}} for m in (MOTION, "given")]
            with self.subTest(**support):
                expected = self.results(names + keys, **made[0])
                got = self.results(names + keys, (20, component), **made[1])
                self.assert_near(got[:2] + got[3:], expected[:2] + expected[3:], 1e-12)
                self.assert_near(got[2:3], expected[2:3], 1e-8)  # reactions have the round-off of stiff beams

    def test_between_the_ends(self):
        """Steps within one interval, and stages of a scheme, see a smooth motion; the support then rests."""
        with fsolve.Case(**{**BEAM, "integrator": "esdirk43_6l", "supports": {"start": {"motion_z": "given", "fix": "all"}}}) as case:
            case.setup().motion("start", "z", 0.01, 0, 0)
            case.step_to(0.05)
            case.run()
            time, moved = case["time"], case["start/displacement"][:, 2]
            s = np.minimum(time / 0.05, 1)
            np.testing.assert_allclose(moved, 0.01 * s**3 * (10 - 15 * s + 6 * s**2), rtol=0, atol=1e-15)

    def test_comes_to_rest(self):
        with fsolve.Case(**{**BEAM, "supports": {"start": {"motion_z": "given", "fix": "all"}}}) as case:
            case.setup().motion("start", "z", 0.01, 1, 0)
            case.step_to(0.01)
            case.step_to(0.02)
            self.assertAlmostEqual(case.field("displacement", "start")[0, 2], 0.01, places=15)
            self.assertAlmostEqual(case.field("velocity", "start")[0, 2], 0, places=12)

    def test_statics(self):
        static = {k: v for k, v in BEAM.items() if k not in ("dt", "t_end", "integrator", "show")}
        with fsolve.Case(**{**static, "supports": {"start": {}, "end": {"motion_z": "given"}}}, analysis="static") as case:
            case.setup().motion("end", "z", 0.01, 0, 0)
            case.run()
            got = case["start/reaction"][-1]
        with fsolve.Case(**{**static, "supports": {"start": {}, "end": {"motion_z": "0.01*t"}}}, analysis="static") as case:
            self.assert_near([got], [case.run()["start/reaction"][-1]], 1e-9)

    def test_restart(self):
        """A restart continues the motion, also within an interval of it."""
        options = {**BEAM, "supports": {"start": {"motion_z": "given", "fix": "all"}}}
        point, kept = (os.path.join(self.folder, k) for k in ("point", "kept"))
        with fsolve.Case(**options, checkpoint=point, checkpoint_every=7) as case:
            give(case.setup(), 4)
            case.motion("start", "z", 0.02, 1, 0)
            case.step_to(0.05)
            shutil.copy(point, kept)
            case.step_to(0.06)
            expected = case.field("displacement")
        with fsolve.Case(**options, restart=kept) as case:
            self.assertAlmostEqual(case.setup().time, 7 * BEAM["dt"])
            case.step_to(0.05)
            case.step_to(0.06)
            np.testing.assert_allclose(case.field("displacement"), expected, rtol=0, atol=1e-10)

    def test_ranks(self):
        """Functions and motions on two and three ranks."""
        expected = dict(zip(("drag",), self.results(["end/displacement"], **SHORT, loads={"push": PUSH, "drag": {"set": "all", "function": drag_with_tangent}})))
        given = {**SHORT, "supports": {"start": {"motion_z": "given", "fix": "all"}}}
        expected["moved"], expected["reaction"] = self.results(["end/displacement", "start/reaction"], (5,), **given)
        expected["function"] = self.results(["end/displacement"], **{**SHORT, "supports": {"start": {"motion_z": motion, "fix": "all"}}})[0]
        for ranks in (2, 3) if RELEASE else (3,):
            path = os.path.join(self.folder, f"{ranks}.npz")
            done = subprocess.run(LAUNCH.format(ranks=ranks).split() + [sys.executable, "-c", START + RANKS, path], capture_output=True, text=True,
                                  timeout=250, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *sys.path])})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            got = np.load(path)
            for name, right in expected.items():
                np.testing.assert_allclose(got[name], right, rtol=0, atol=1e-8 * np.abs(right).max(), err_msg=f"{name} on {ranks} ranks")

    def test_wrong_calls(self):
        with fsolve.Case(**{**BEAM, "supports": {"start": {"motion_z": "given", "fix": "all"}}}) as case:
            with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetUp"):
                case.motion("start", "z", 0, 0, 0)
            case.setup()
            for wrong, text in (((("start", "x"), (0, 0, 0)), "no '-support_start_motion_x given'"), ((("end", "z"), (0, 0, 0)), "-support_end_motion_z"),
                                ((("start", "z"), (np.nan, 0, 0)), "not finite"), ((("start", "w"), (0, 0, 0)), "component 'w'")):
                with self.assertRaisesRegex(fsolve.FsolveError, text):
                    case.motion(*wrong[0], *wrong[1])


if __name__ == "__main__":
    unittest.main()
