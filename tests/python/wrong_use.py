# SPDX-License-Identifier: BSD-2-Clause
"""Wrong use of fsolve.Case: each is an FsolveError with a clear text, and the case and the process go on."""
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import h5py
import numpy as np

import fsolve

BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, supports={"start": {"fix": "all", "motion_x": "given"}}, loads={"end": {"given": True}}, probes="end",
            parts={"rod": {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}},
            dt=0.005, t_end=0.05)


# A program that ends MPI itself, as MPI.Finalize() of mpi4py does, with a case that is open, closed, or given up by Python.
ENDS_MPI = """
import ctypes, sys, fsolve
from wrong_use import beam
case = beam().setup()
state = case.save()
if sys.argv[1] == "closed":
    case.close()
ctypes.CDLL(None).MPI_Finalize()
if sys.argv[1] == "given up":
    del case
if sys.argv[1] == "used":
    for call in (case.run, case.close, beam):
        try:
            call()
        except fsolve.FsolveError as error:
            assert "has ended" in str(error), error
        else:
            raise AssertionError(call)
print("right")
"""


def beam(**keys):
    return fsolve.Case(**{**BEAM, **keys})


class WrongUse(unittest.TestCase):
    def assert_refused(self, text, call, *arguments, **keys):
        with self.assertRaisesRegex(fsolve.FsolveError, text):
            call(*arguments, **keys)

    def test_values(self):
        """C would cut a text at a null character, and wrap a large number."""
        self.assert_refused("null character", beam, t_end="0.02\0")
        self.assert_refused("mpi4py", beam, comm=3)
        with beam() as case:
            self.assert_refused("is too large", case.modes, 2**32 + 1)
            self.assert_refused("whole number", case.modes, "a")
            case.setup()
            self.assert_refused("expected a number", case.step_to, "end")
            self.assert_refused("a text, not None", case.field, None)
            self.assert_refused("a text, not 3", case.field, "place", 3)
            self.assert_refused("no results before the first step", lambda: case["end/displacement"])
            for values, text in (([1, 2], "numbers"), ("abc", "numbers"), (np.zeros((5, 3)), "has 1 nodes"), ([[np.nan, 0, 0]], "not finite")):
                self.assert_refused(text, case.force, "end", values)
            self.assert_refused("is no function", case.monitor, 3)
            self.assertEqual(case.step_to(np.float32(0.03125)), 0.03125)  # a number of numpy is one
            case.motion("start", "x", np.float64(0), np.int64(0), 0)
            case.run()
            self.assert_refused("no result 'end/none'", lambda: case["end/none"])

    def test_inside_a_function(self):
        """A function of a load cannot use its case, nor close it; another case may run in it."""
        found = []

        def force(t, u, v, x):
            if not found:
                for call in (case.run, case.close, case.save, lambda: case.field("place")):
                    with self.assertRaisesRegex(fsolve.FsolveError, "in the middle of its work") as caught:
                        call()
                    found.append(caught)
                with beam() as other:
                    found.append(other.setup().run().time)
            return [0, 0, 100 * t]

        with beam(loads={"end": {"function": force, "components": "z"}}) as case:
            got = case.setup().run()["end/displacement"]
        with beam(loads={"end": {"force": (0, 0, 1), "time": "100*t"}}) as case:
            np.testing.assert_allclose(got, case.setup().run()["end/displacement"], rtol=0, atol=1e-12)
        self.assertEqual(found[-1], 0.05)

    def test_threads(self):
        """Any thread may call, one at a time."""
        found = []

        def work():
            try:
                with beam() as case:
                    found.append(case.setup().run().time)
            except fsolve.FsolveError as error:
                found.append(str(error))

        def start(step=1, _time=0):
            if step == 1:
                thread = threading.Thread(target=work)
                thread.start()
                thread.join()

        start()
        with beam() as case:
            case.monitor(start).setup().run()
        self.assertEqual(found[0], 0.05)
        self.assertIn("another thread is in a call", found[1])

    def test_mpi_that_the_program_ends(self):
        """The interpreter then ends without an error, whatever became of the case."""
        for how in ("open", "closed", "given up", "used"):
            done = subprocess.run([sys.executable, "-c", ENDS_MPI, how], capture_output=True, text=True, timeout=60, check=False,
                                  env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(os.path.abspath(__file__)), *sys.path])})
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "right\n", ""), how)

    def test_another_version(self):
        """A library of another version than the package is refused."""
        code = "import fsolve; fsolve.__version__ = '9.9.9'; fsolve.Case()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
        self.assertRegex(done.stderr, rf"is fsolve {fsolve.__version__}, but this Python package is 9.9.9: set FSOLVE_LIBRARY")

    def test_unknown_keywords(self):
        """The nearest name is that of the library, or of the whole manual, as in fsolve.Model."""
        for keys, text in (({"tend": 1}, "did you mean -t_end"), ({"mesh_tets": 2}, "the case has no option 'mesh_tets'; nearest: ")):
            with self.subTest(keys), beam(**keys) as case:
                self.assert_refused(text, case.setup)
                self.assert_refused("set-up of this case is done", case.setup)

    def test_units(self):
        """Results in memory and in a file have units, which are those of the SI or of the case."""
        with beam() as case:
            result = case.setup().run().result
            self.assertEqual([result.unit(n) for n in ("end/displacement", "end/acceleration", "energy/total", "time", "solver/newton")],
                             ["m", "m/s²", "N m", "s", ""])
            self.assertEqual(result.unit("start/reaction", "rx", units="kN,mm"), "kN mm")
            self.assert_refused("no history 'end/displacment'", result.unit, "end/displacment")

    def test_fork(self):
        """A child cannot use the case, and leaves the file of its parent alone, also when its interpreter ends."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.h5")
            with beam(output=path) as case:
                case.setup().step_to(0.02)
                sys.stdout.flush()
                child = os.fork()
                if not child:
                    refused = []
                    for call in (lambda: case.step_to(0.03), beam):
                        try:
                            call()
                        except fsolve.FsolveError as error:
                            refused.append("was forked" in str(error))
                    case.close()
                    fsolve.case.finish()  # at the end of an interpreter
                    os._exit(refused != [True, True])
                self.assertEqual(os.waitpid(child, 0)[1], 0)
                case.run()
            with h5py.File(path) as f:
                self.assertEqual(f.attrs["status"].decode(), "done")
                self.assertEqual(len(f["history/time"]), 11)


class Threads(unittest.TestCase):
    def test_wait(self):
        """Cases in several threads have the bits of cases one after another if threads wait; otherwise a call at the same time is an error."""
        keys = dict(mesh={"": "line", "n": 40, "upper": 2}, supports="start", probes="end", loads={"end": {"force": (0, 0, -1)}}, dt=1e-3, t_end=0.1, quiet=True,
                    parts={"rod": {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e9, "poisson": 0.3, "density": 7800}})

        def tip(_number=0):
            with fsolve.Case(**keys) as case:
                return case.run().last("end/displacement").tobytes()

        alone = tip()
        fsolve.threads_wait()
        try:
            with concurrent.futures.ThreadPoolExecutor(3) as pool:
                self.assertEqual(set(pool.map(tip, range(9))), {alone})
        finally:
            fsolve.threads_wait(False)


if __name__ == "__main__":
    unittest.main()
