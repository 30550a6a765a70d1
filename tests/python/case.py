# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.Case: results in memory are those of the file, on one rank and on three; options as dictionaries; errors."""
import os
import subprocess
import sys
import tempfile
import unittest
import warnings

import h5py
import numpy as np

import fsolve
from run import LAUNCH, SOURCE, fsolve as program, options

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
class InMemory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

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

    def test_dictionaries(self):
        """Nested dictionaries are the options of the program."""
        with fsolve.Case(mesh={"": "line", "n": 4, "upper": 2}, analysis="static", parts={"rod": ROD}, supports={"start": {}},
                         loads={"end": {"force": (0, 0, -1)}}, probes={"end": {}}) as case:
            tip = case.run()["end/displacement"][-1, 2]
        inertia, area = np.pi * 0.05**4 / 4, np.pi * 0.05**2
        shear = 2 / (2e11 / 2.6 * area)  # without its factor
        self.assertLess(abs(-tip - 8 / (3 * 2e11 * inertia)), 2 * shear)

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
            with self.assertRaisesRegex(fsolve.FsolveError, "set-up of this case is done"):
                case.set(dt=1)
        with self.assertRaisesRegex(fsolve.FsolveError, "closed"):
            case.run()
        with fsolve.Case(beam, t_end=0.1, output=os.path.join(self.folder, "a.h5")) as case:
            case.run()
            with self.assertRaisesRegex(fsolve.FsolveError, "-output none"):
                case["time"]

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


if __name__ == "__main__":
    unittest.main()
