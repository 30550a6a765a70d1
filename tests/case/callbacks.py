# SPDX-License-Identifier: BSD-2-Clause
"""Functions of a program that a case calls (loads, laws, monitors, printers), and wrong calls of fs/case.h."""
import os
import subprocess
import unittest

import h5py
import numpy as np

from run import BUILD, LAUNCH, FolderTest

PROGRAM = os.path.join(BUILD, "tests", "case_callbacks")


def call(*words, ranks=1, cwd=None):
    start = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
    return subprocess.run(start + [PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120, cwd=cwd)


def histories(path):
    found = {}
    with h5py.File(path) as f:
        f["history"].visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
    return found


class Callbacks(FolderTest):
    def test_a_function_finds_what_the_program_has(self):
        """Options of PETSc, error handlers, printing, signals, locale, rounding, traps and denormal numbers: in functions they are those of the
        program, whatever a case has; and the case does not see them."""
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                for mode in ("plain", "host"):
                    done = call(mode, f"{mode}{ranks}.h5", ranks=ranks, cwd=self.folder)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
                expected, got = (histories(os.path.join(self.folder, f"{mode}{ranks}.h5")) for mode in ("plain", "host"))
                self.assertGreater(np.abs(expected["end/displacement"]).max(), 1e-5)
                self.assertEqual(set(got), set(expected))
                for name in expected:
                    np.testing.assert_array_equal(got[name], expected[name], err_msg=name)

    def assert_refused(self, text, messages):
        self.assertNotIn("NOT REFUSED", text)
        self.assertNotIn("STATUS", text)
        for call_, message in messages.items():
            line = [x for x in text.splitlines() if x.startswith(call_ + ": ")]
            self.assertEqual(len(line), 1, f"{call_}: {text}")
            self.assertIn(message, line[0])

    def test_wrong_calls(self):
        """Each wrong call has one message, none ends the process, and the case goes on if it was right before."""
        done = call("wrong", "out.h5", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assert_refused(done.stdout, {
            "create NULL": "the argument c is NULL", "create nowhere": "MPI_COMM_NULL", "file NULL": "needs the name of a file",
            "set-up twice": "the set-up of this case is done", "step function too late": "FsCaseSetLoadFunctionPerStep: the set-up of",
            "motor too late": "FsCaseSetLawFunctionPerStep: the set-up of",
            "step too early": "call FsCaseSetUp first", "field NULL": "name is NULL",
            "try nan": "must be positive", "step to nan": "not between", "force NULL": "load is NULL", "stale state": "destroyed",
            "stale handle": "there is no case", "destroyed twice": "there is no case", "no handle": "there is no case",
            "run after a failure": "ended or failed", "field after a failure": "not set up", "two cases, one file": "in use by another run",
            "run in a function": "in the middle of its work", "destroy in a function": "in the middle of its work",
            "end in a function": "in the middle of a call", "destroy in a line": "in the middle of its work",
            "destroy in a monitor": "the monitor of this case is running", "end in a monitor": "in the middle of a call",
            "another thread": "another thread", "create in another thread": "another thread", "destroy in another thread": "another thread",
            "fork": "was forked", "create after fork": "was forked"})
        self.assertNotIn("the child", done.stdout)
        with h5py.File(os.path.join(self.folder, "out.h5")) as f:  # the last case of them; its child has not touched it
            self.assertEqual(f.attrs["status"].decode(), "done")
            self.assertEqual(len(f["history/time"]), 11)

    def test_after_the_end(self):
        done = call("ended")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assert_refused(done.stdout, {"run after the end of PETSc": "PETSc has ended", "destroy after the end of PETSc": "PETSc has ended",
                                          "create after the end of MPI": "MPI has ended"})


if __name__ == "__main__":
    unittest.main()
