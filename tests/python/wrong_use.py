# SPDX-License-Identifier: BSD-2-Clause
"""Wrong use of fsolve.Case: each is an FsolveError with a clear text, and the case and the process go on."""
import os
import sys
import tempfile
import threading
import unittest

import h5py
import numpy as np

import fsolve

BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, supports={"start": {"motion_x": "given"}}, loads={"end": {"given": True}}, probes="end",
            parts={"rod": {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}},
            dt=0.005, t_end=0.05)


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


if __name__ == "__main__":
    unittest.main()
