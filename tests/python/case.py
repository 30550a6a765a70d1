# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.Case: results in memory are those of the file, on one rank and on three; options as dictionaries; errors."""
import copy
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

import h5py
import numpy as np

import fsolve
from run import LAUNCH, SOURCE, FolderTest, fsolve as program, options

CASES = {  # one of each analysis, short
    "flying_beam": dict(t_end=0.5),
    "seven_body": dict(t_end=0.003),
    "roll_up": {},
    "drum": {},
    "star_dome": {},
    "portal": {},
    "blade": {},
}
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}
OWN = {"/@" + k for k in ("seconds_stepping", "date", "run_id")}
# What each rank of a parallel case has.
RANKS = """
import sys, numpy as np, fsolve
case = fsolve.Case(sys.argv[1], t_end=0.5).run()
first = case.rows("/snapshots/000001/displacement")[0]
np.savez(sys.argv[2] + str(first), first=first, nodes=case["/snapshots/000001/displacement"], field=case.field("displacement"),
         tip=case["start/displacement"])
"""


def of_file(path):
    """Datasets and attributes of a file by the paths that a case in memory gives them."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            found["/" + name] = item[()]
        found.update({f"/{name}@{k}": v for k, v in item.attrs.items()})

    with h5py.File(path) as f:
        f.visititems(visit)
        found.update({"/@" + k: v for k, v in f.attrs.items()})
    return found


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class InMemory(FolderTest):
    def file(self, name, ranks=1, **keys):
        path = os.path.join(self.folder, name + ".h5")
        done = program(options(name, output=path, **keys), ranks)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return of_file(path)

    def test_results_are_those_of_the_file(self):
        for name, keys in CASES.items():
            with self.subTest(case=name):
                expected = self.file(name, **keys)
                with fsolve.Case(os.path.join(SOURCE, "inputs", name + ".opts"), **keys) as case:
                    case.run()
                    # a text is a dataset and an attribute in the file; options name the file
                    texts = {k for k in expected if "@" in k and k.replace("@", "/").replace("//", "/") in expected}
                    names = {k for k in set(expected) - texts if "options" not in k and k != "/command"}
                    self.assertEqual(names - set(case.keys()), set())
                    for path in sorted(names - OWN):
                        value = expected[path].decode() if isinstance(expected[path], bytes) else expected[path]
                        got = case[path]
                        if isinstance(got, np.ndarray) and not np.ndim(value):
                            got = got[0]
                        np.testing.assert_array_equal(got, value, err_msg=path)

    def test_no_output(self):
        """None leaves -output out, also that of the file: results are in memory."""
        for more in ({}, {"output": None}):
            with fsolve.Case(os.path.join(SOURCE, "inputs", "sdof.opts"), **more) as case:
                case.run()
                self.assertGreater(len(case["/history/time"]), 1)

    def test_three_ranks(self):
        expected = self.file("flying_beam", 3, t_end=0.5)
        done = subprocess.run(
            LAUNCH.format(ranks=3).split() + [sys.executable, "-c", RANKS, os.path.join(SOURCE, "inputs", "flying_beam.opts"),
                                              os.path.join(self.folder, "rank")],
            capture_output=True, text=True, timeout=120, check=False,
            env=dict(os.environ))  # without the variables that MPI has set in this process
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        ranks = [np.load(os.path.join(self.folder, f)) for f in sorted(os.listdir(self.folder)) if f.startswith("rank")]
        ranks.sort(key=lambda r: int(r["first"]))
        for name, frame in (("nodes", "000001"), ("field", "000002")):  # the third frame is the last state
            np.testing.assert_array_equal(np.concatenate([r[name] for r in ranks]), expected[f"/snapshots/{frame}/displacement"])
        for r in ranks:
            np.testing.assert_array_equal(r["tip"], expected["/history/start/displacement"])

    def test_steps(self):
        """Results grow with the steps, and the field is that of the present state."""
        with fsolve.Case(os.path.join(SOURCE, "inputs", "flying_beam.opts"), t_end=1) as case:
            case.setup()
            for k, t in enumerate(case.steps(0.25, 1)):
                self.assertAlmostEqual(t, 0.25 * (k + 1), places=12)
                self.assertEqual(len(case["time"]), 5 * (k + 1) + 1)
                np.testing.assert_array_equal(case["start/displacement"][-1], case.field("displacement")[0])
            case.run()
            self.assertEqual(case["/@status"], "done")
            self.assertTrue(any(line.startswith("done:") for line in case.lines))

    def test_names_of_results(self):
        """A case lists its results and knows which ones it has; it is true also before it has any, and cannot be copied."""
        with fsolve.Case(mesh="line", mesh_n=2, parts={"rod": ROD}, supports="start", loads={"end": {"force": (0, 0, -1)}}, probes="end", dt=0.01, t_end=0.02, quiet=True) as case:
            case.setup()
            self.assertTrue(case)
            self.assertNotIn("end/displacement", case)
            case.run()
            self.assertIn("end/displacement", case)
            self.assertIn("/history/time", case)
            self.assertNotIn("end/displacment", case)
            self.assertNotIn(3, case)
            self.assertEqual(list(case), case.keys())
            self.assertEqual(len(case), len(case.keys()))
            for copied in (pickle.dumps, copy.copy, copy.deepcopy):
                with self.assertRaisesRegex(fsolve.FsolveError, r"case\.model"):
                    copied(case)

    def test_dictionaries(self):
        """Nested dictionaries are the options of the program."""
        with fsolve.Case(mesh={"": "line", "n": 4, "upper": 2}, analysis="static", parts={"rod": ROD}, supports={"start": {}},
                         loads={"end": {"force": (0, 0, -1)}}, probes={"end": {}}) as case:
            tip = case.run()["end/displacement"][-1, 2]
        inertia, area = np.pi * 0.05**4 / 4, np.pi * 0.05**2
        shear = 2 / (2e11 / 2.6 * area)  # without its factor
        self.assertLess(abs(-tip - 8 / (3 * 2e11 * inertia)), 2 * shear)

    def test_places(self):
        """A load and a probe inside of an element, and a support that splits one: the answers of the program; another value before the next run."""
        keys = dict(mesh={"": "line", "n": 1, "upper": 6}, parts={"rod": ROD}, probes={"end": {}, "inside": {"point": (4.1, 0, 0)}}, analysis="static", linearize=True)
        for supports in ({"start": {}}, {"start": {}, "prop": {"point": (5, 0, 0), "fix": "z", "fix_rotation": "none"}}):
            found = []
            for factor in (1, 3):
                loads = {"P": {"point": (2.3, 0, 0), "force": (0, 0, -900 * factor)}}
                with fsolve.Case(**keys, supports=supports, loads={"P": {**loads["P"], "force": (0, 0, 1)}}) as case:
                    case.set(loads=loads).run()
                    found.append([case["end/displacement"][-1], case["inside/displacement"][-1]])
            np.testing.assert_allclose(found[1], 3 * np.array(found[0]), rtol=1e-12)
            path = os.path.join(self.folder, f"{len(supports)}.h5")
            more = {"supports": ",".join(supports), **({"support_prop_point": "5,0,0", "support_prop_fix": "z", "support_prop_fix_rotation": "none"} if len(supports) > 1 else {})}
            done = program(options(mesh="line", mesh_n=1, mesh_upper=6, parts="rod", **{f"part_rod_{k}": v for k, v in ROD.items()}, probes="end,inside", probe_inside_point="4.1,0,0", analysis="static",
                                   linearize=True, loads="P", load_P_point="2.3,0,0", load_P_force="0,0,-900", output=path, **more))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with h5py.File(path) as f:
                np.testing.assert_allclose(found[0], [f["history/end/displacement"][-1], f["history/inside/displacement"][-1]], rtol=1e-12, atol=1e-18)

    def test_trains(self):
        """Axles and loads that change from case to case in one process: the influence lines of each. A load that changes after steps starts the case again."""
        deck = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", "points": "a,b", "point_b": (6, 0, 0), "point_a": (0, 0, 0), "members": "m", "member_m": "a,b", "supports": "a,b",
                "parts": "m", **{f"part_m_{k}": v for k, v in {**ROD, "set": "m"}.items()}, "support_a_fix": "xz", "support_a_fix_rotation": "none", "support_b_fix": "z", "support_b_fix_rotation": "none",
                "loads": "P", "load_P_set": "m", "load_P_force": (0, 0, -900), "load_P_place": "t", "dt": 0.5, "t_end": 6}
        for more, axles, factors, force in (({}, [0], [1], 900), ({"load_P_axles": np.array([0, 1.25])}, [0, 1.25], [1, 1], 900), ({"load_P_force": (0, 0, -100)}, [0], [1], 100),
                                            ({"load_P_axles": (0, 2.6), "load_P_axle_factors": [1, 2]}, [0, 2.6], [1, 2], 900), ({}, [0], [1], 900)):
            with fsolve.Case(**{**deck, **more}) as case:
                case.setup()
                case.step_to(2)
                case.set(load_P_force=(0, 0, -3 * force)).run()
                at = case["time"][:, None] - np.array(axles)
                right = (np.where((at > -1e-9) & (at < 6 + 1e-9), at / 6, 0) * np.array(factors)).sum(axis=1) * 3 * force
                np.testing.assert_allclose(case["b/reaction"][:, 2], right, atol=1e-9 * force, err_msg=str(more))
        with self.assertRaisesRegex(fsolve.FsolveError, "-load_P_place takes no function"):
            fsolve.Case(**{**deck, "load_P_place": lambda t: t}).run()

    def test_end_by_a_sum(self):
        """The end as a sum of steps is the end, although round-off puts the sum behind it; a real step behind it is refused."""
        for dt, end in ((0.0025, 2), (0.01, 1000.5), (0.1, -0.3)):
            options = dict(mesh="frame", points={"m": (0, 0, 0)}, output="none", dt=dt, t_start=end - 2, t_end=end, quiet=True,
                           parts={"m": {"element": "body", "mass": 1, "inertia": (1, 1, 1, 0, 0, 0)}})
            with fsolve.Case(**options).setup() as case:
                with self.assertRaisesRegex(fsolve.FsolveError, "not between"):
                    case.step_to(end + 1e-6)
                behind = end + 8 * np.spacing(abs(end))
                self.assertGreater(behind, end)
                self.assertEqual(case.step_to(behind), end)
                self.assertEqual(case.step_to(behind), end)  # nothing is left to do

    def test_errors(self):
        beam = os.path.join(SOURCE, "inputs", "flying_beam.opts")
        with fsolve.Case(beam, tend=2) as case, self.assertRaises(fsolve.FsolveError) as raised:
            case.run()
        self.assertEqual(raised.exception.status, 2)
        self.assertIn("-t_end", str(raised.exception))
        with fsolve.Case(beam, t_end=0.1) as case:
            with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetUp"):
                case.step_to(0.1)
            case.run()
            with self.assertRaisesRegex(fsolve.FsolveError, "nearest: start/displacement"):
                case["start/displacment"]
            with self.assertRaisesRegex(fsolve.FsolveError, "no field 'colour'"):
                case.field("colour")
        with self.assertRaisesRegex(fsolve.FsolveError, "closed"):
            case.run()
        with fsolve.Case(beam, t_end=0.1, output=os.path.join(self.folder, "a.h5")) as case:
            case.run()
            with self.assertRaisesRegex(fsolve.FsolveError, "-output none"):
                case["time"]

    def test_set_after_the_set_up(self):
        """Sections, loads and constants that are set after steps give the bits of a new case, with its functions, monitor and arrays; a wrong value is an
        error, after which a right one may follow."""
        steps = []

        def push(t, u, v, x):
            return 0, 0, -100 * t

        arrays = {"points": [[x, 0, 0] for x in (0, 0.5, 1, 2)], "lines": [[0, 1], [1, 2], [2, 3]], "sets": {"start": [0], "end": [3]}}
        model = {**BEAM, "mesh": arrays, "linearize": None, "let": "size=0.05", "part_rod_radius": "size",
                 "loads": {"end": {"function": push, "components": "z"}, "side": {"set": "end", "force": (0, 7, 0)}}}
        with fsolve.Case(**model) as case:
            case.monitor(lambda step, t: steps.append(step)).setup().step_to(0.1)
            state = case.save()
            for keys in ({"let": "size=0.04"}, {"load_side_force": (0, 9, 1)}, {"part_rod_radius": "size/2"}, {"part_rod_element": "bar"}):
                model.update(keys)
                count = len(steps)
                if "part_rod_element" in keys:
                    with self.assertRaises(fsolve.FsolveError):
                        case.set(**keys)
                    break
                got = case.set(**keys).run()["end/displacement"]
                self.assertEqual(len(steps) - count, 40)
                with fsolve.Case(**model) as new:
                    np.testing.assert_array_equal(got, new.run()["end/displacement"], err_msg=str(keys))
            with self.assertRaisesRegex(fsolve.FsolveError, "not set up|another case"):
                case.restore(state)

    def test_angular_acceleration(self):
        """A body that turns freely about no main axis: Euler's equations, and the derivative of the angular velocity."""
        body = dict(mesh="frame", points={"m": (0, 0, 0)}, parts={"m": {"element": "body", "mass": 1, "inertia": (1, 2, 3, 0, 0, 0)}}, probes="m",
                    initials={"m": {f"angular_velocity_{c}": k for k, c in enumerate("xyz", 1)}}, dt=1e-3, t_end=0.2, integrator="esdirk43_6l", quiet=True)
        with fsolve.Case(**body).setup() as case:
            alpha, rows = case.field("angular_acceleration")[0], []
            np.testing.assert_allclose(alpha, (-6, 3, -2 / 3), rtol=1e-12)  # I w' = -w x I w
            for k in (99, 100, 101):
                case.step_to(k * 1e-3)
                rows.append((case.field("angular_velocity")[0], case.field("angular_acceleration")[0]))
            np.testing.assert_allclose((rows[2][0] - rows[0][0]) / 2e-3, rows[1][1], rtol=0, atol=1e-4)  # dt^2/6 of the third derivative

    def test_warnings_are_warnings(self):
        """A warning of the program is a warning of Python."""
        with fsolve.Case(mesh={"": "line", "n": 1, "upper": 2}, analysis="static", parts={"rod": ROD}, supports={"start": {}},
                         loads={"end": {"force": (-4e6, 0, 0)}}, let="unused=1") as case, warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            try:
                case.run()
            except fsolve.FsolveError as error:
                self.assertIn("unused", str(error))
            else:
                self.assertTrue(found)


BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, parts={"rod": ROD}, supports={"start": {}}, probes={"end": {}},
            t_end=0.2, dt=0.005, integrator="trapezoidal", linearize=True)
STEP = {"force": (0, 0, -100), "set": "end"}


def swing(case, steps, drag=500):
    """Steps of a cantilever whose tip a program slows down by -drag v, by implicit iterations. Returns the numbers of iterations."""
    counts = []
    for _ in range(steps):
        force, iterations = np.zeros((len(case.field("place", "end")), 3)), 0
        while True:
            case.force("fluid", force)
            assert case.attempt(BEAM["dt"]), case.message
            iterations += 1
            new = -drag * case.field("velocity", "end")
            if np.abs(new - force).max(initial=0) <= 1e-12 * drag:
                break
            force = new
        case.accept()
        counts.append(iterations)
    return counts


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Coupling(unittest.TestCase):
    """Steps that are tried, and forces that the program gives."""

    def test_drag_of_the_program_is_a_law(self):
        with fsolve.Case(**BEAM, loads={"push": STEP, "drag": {"set": "end", "law_z": "-500*vz"}}) as case:
            law = case.run()["end/displacement"]
        with fsolve.Case(**BEAM, show="works", loads={"push": STEP, "fluid": {"set": "end", "given": True}}) as case:
            case.setup()
            self.assertGreater(max(swing(case, 40)), 2)
            given = case["end/displacement"]
            work, energy = case["fluid/work"], [case["energy/" + k] for k in ("kinetic", "strain")]
            push = case["push/work"]
            case.run()
        self.assertEqual(given.shape, law.shape)
        np.testing.assert_allclose(given, law, rtol=0, atol=1e-8 * np.abs(law).max())  # Newton's tolerance of the law
        self.assertLess(work[-1], -0.1 * sum(energy)[-1])
        np.testing.assert_allclose(sum(energy), work + push, rtol=0, atol=1e-9 * push.max())  # the rule has no error of its own

    def test_rejected_steps_leave_no_trace(self):
        """Steps that are tried with other forces and sizes, and rejected, change nothing."""
        with fsolve.Case("%s/inputs/flying_beam.opts" % SOURCE, t_end=1) as case:
            expected = case.run()["start/displacement"]
        with fsolve.Case("%s/inputs/flying_beam.opts" % SOURCE, t_end=1) as case:
            case.setup()
            for k in range(20):
                before = case.field("displacement")
                self.assertTrue(case.attempt(0.05 / (k + 1)))
                self.assertAlmostEqual(case.time, 0.05 * k)
                case.reject()
                np.testing.assert_array_equal(case.field("displacement"), before)
                self.assertTrue(case.attempt(0.05))
                case.accept()
            got = case["start/displacement"]
            np.testing.assert_allclose(got, expected, rtol=0, atol=1e-12 * np.abs(expected).max())  # times by sums of dt

    def test_windows(self):
        """Windows of four steps that are tried several times have the bits of steps between a saved state and its return; a failed one is refused."""
        loads = {"push": STEP, "fluid": {"set": "end", "given": True}}
        found = []
        for by_hand in (True, False):
            with fsolve.Case(**BEAM, loads=loads) as case:
                case.setup()
                for k in range(1, 6):
                    state, force = case.save(), np.zeros((1, 3))
                    for _ in range(4):
                        case.force("fluid", force)
                        if by_hand:
                            case.step_to(0.02 * k)
                            new = -500 * case.field("velocity", "end")
                            case.restore(state)
                        else:
                            self.assertTrue(case.attempt_to(0.02 * k))
                            self.assertAlmostEqual(case.time, 0.02 * k)
                            new = -500 * case.field("velocity", "end")
                        force = new
                    case.force("fluid", force)
                    if by_hand:
                        case.step_to(0.02 * k)
                    else:
                        self.assertAlmostEqual(case.time, 0.02 * (k - 1))  # the force has left the window
                        case.attempt_to(0.02 * k)
                        case.reject()
                        self.assertAlmostEqual(case.time, 0.02 * (k - 1))
                        case.attempt_to(0.02 * k)
                        self.assertAlmostEqual(case.accept(), 0.02 * k)
                found.append(case.run()["end/displacement"])
        self.assertEqual(len(found[0]), 41)
        np.testing.assert_array_equal(found[1], found[0])
        with fsolve.Case(**BEAM, loads=loads) as case, self.assertRaisesRegex(fsolve.FsolveError, "not between"):
            case.setup().attempt_to(9)

    def test_forces_on_all_nodes_are_weight(self):
        """Forces that a program gives on nodes are those of a load, statically and in reactions."""
        static = {**BEAM, "analysis": "static", "dt": None, "t_end": None, "integrator": None}
        with fsolve.Case(**static, loads={"all": {"force": (1, 2, -3)}}) as case:
            case.run()
            expected, reaction = case["end/displacement"][-1], case["start/reaction"][-1]
        with fsolve.Case(**static, loads={"all": {"given": True}}) as case:
            case.setup()
            case.force("all", np.tile((1, 2, -3), (len(case.field("place", "all")), 1)))
            case.step_to(0.5)
            case.run()
            np.testing.assert_allclose(case["end/displacement"][-1], expected, rtol=1e-10)
            np.testing.assert_allclose(case["start/reaction"][-1], reaction, rtol=0, atol=1e-9)

    def test_restart(self):
        """A restart continues with the forces of the last step."""
        with tempfile.TemporaryDirectory() as folder:
            loads = {"push": STEP, "fluid": {"set": "end", "given": True}}
            with fsolve.Case(**BEAM, loads=loads) as case:
                case.setup()
                swing(case, 40)
                expected = case["end/displacement"]
            point = os.path.join(folder, "point")
            with fsolve.Case(**{**BEAM, "t_end": 0.1}, loads=loads, checkpoint=point, output=os.path.join(folder, "a.h5")) as case:
                case.setup()
                swing(case, 20)
                case.run()
            with fsolve.Case(**BEAM, loads=loads, restart=point) as case:
                case.setup()
                swing(case, 20)
                np.testing.assert_allclose(case["end/displacement"][-1], expected[-1], rtol=1e-11)

    def test_restart_between_forces(self):
        """A checkpoint within an interval of forces knows the forces there."""
        with tempfile.TemporaryDirectory() as folder:
            loads, point, kept = {"fluid": {"set": "end", "given": True}}, os.path.join(folder, "point"), os.path.join(folder, "kept")
            with fsolve.Case(**BEAM, loads=loads, checkpoint=point, checkpoint_every=13) as case:
                case.setup().force("fluid", [[0, 0, -100]])
                case.step_to(0.1)
                shutil.copy(point, kept)  # the end of the case writes another one
                expected = case.field("displacement", "end")
            with fsolve.Case(**BEAM, loads=loads, restart=kept) as case:
                self.assertAlmostEqual(case.setup().time, 13 * BEAM["dt"])
                case.step_to(0.1)
                np.testing.assert_allclose(case.field("displacement", "end"), expected, rtol=1e-10)

    def test_wrong_calls(self):
        with fsolve.Case(**BEAM, loads={"fluid": {"set": "end", "given": True}}) as case:
            with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetUp"):
                case.attempt(0.1)
            case.setup()
            for wrong, text in ((lambda: case.accept(), "no step was tried"), (lambda: case.force("fluid", np.zeros((7, 3))), "has 1 nodes"),
                                (lambda: case.force("push", np.zeros((1, 3))), "no load 'push'"), (lambda: case.field("place", "none"), "no set")):
                with self.assertRaisesRegex(fsolve.FsolveError, text):
                    wrong()
        with fsolve.Case(**BEAM, loads={"fluid": {"set": "end", "given": True, "force": (1, 0, 0)}}) as case, \
                self.assertRaisesRegex(fsolve.FsolveError, "other forces as well"):
            case.run()

    def test_failed_cases_leave_the_process(self):
        """After cases that failed in many ways, another one gives its bits."""
        beam = os.path.join(SOURCE, "inputs", "flying_beam.opts")
        with fsolve.Case(beam, t_end=0.2) as case:
            expected = case.run()["start/displacement"]
        for wrong in (dict(dt=-1), dict(integrator="none"), dict(mesh="none.msh"), dict(part_beam_ea="x+"), dict(ksp_type="nonsense"),
                      dict(load_push_time="1/(t-0.1)"), dict(snes_max_it=1, dt_min=0.05), dict(analysis="buckling"), dict(analysis="path"),
                      dict(restart="none"), dict(output="/nowhere/a.h5"), dict(log_view=True), dict(let="a=b")):
            with fsolve.Case(beam, **{"t_end": 0.2, **wrong}) as case, self.assertRaises(fsolve.FsolveError, msg=wrong):
                case.run()
            with fsolve.Case(beam, t_end=0.2) as case:
                np.testing.assert_array_equal(case.run()["start/displacement"], expected, err_msg=str(wrong))


if __name__ == "__main__":
    unittest.main()
