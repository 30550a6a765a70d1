# SPDX-License-Identifier: BSD-2-Clause
"""The plain interface for C (fs/case_plain.h): each public function of a case has a plain form, and the functions that have copies of their own return the
same numbers as those with types of PETSc."""
import ctypes
import os
import re
import unittest

import numpy as np

import fsolve
from fsolve.library import library
from run import SOURCE

HEADERS = ("case.h", "case_forces.h", "case_states.h", "case_reset.h")
OTHER_NAMES = {"FsCaseCreateFortran": "fs_case_create_on", "FsCaseGetMatrixEntries": "fs_case_get_matrix", "FsCaseGetMessage": "fs_case_message",
               "FsCaseSetLoadFunctionPerStep": "fs_case_set_load_function", "FsCaseSetLawFunctionPerStep": "fs_case_set_law_function"}
WITHOUT = {"FsCaseGetMatrix": "returns a Mat of PETSc", "FsCaseView": "takes a viewer of PETSc", "FsCaseGetStatus": "plain functions return the status",
           "FsCaseIntegerBytes": "plain types have no PetscInt", "FsCaseAbandon": "for languages that free objects at any time",
           "FsCaseSetOptionFrom": "places come from FsOptionListGet, which needs types of PETSc"}
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e9, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, dt=0.01, t_end=0.1, linearize=True, quiet=True, parts={"rod": ROD})
DAMPED = dict(BEAM, supports="start", damping_modal=0.02, damping_modal_count=3)


def functions(header, pattern):
    with open(os.path.join(SOURCE, "include", "fs", header), encoding="utf-8") as file:
        return set(re.findall(pattern, re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)))


class Plain(unittest.TestCase):
    def test_each_function(self):
        plain = functions("case_plain.h", r"\b(fs_\w+)\(")
        public = set().union(*(functions(name, r"\b(Fs[A-Z]\w+)\(") for name in HEADERS))
        self.assertGreater(len(public), 50)
        for name in public - set(WITHOUT):
            form = OTHER_NAMES.get(name, re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower())
            self.assertIn(form, plain, f"{name} has no plain form; add it to fs/case_plain.h, or a reason to this test")
        self.assertLessEqual(set(WITHOUT) | set(OTHER_NAMES), public)

    def call(self, case, name, *arguments):
        status = getattr(library(), name)(case, *arguments)
        self.assertEqual(status, 0, name)

    def plain(self, case, name, *arguments):
        """The array that a function returns behind a count."""
        n, values = ctypes.c_longlong(), ctypes.POINTER(ctypes.c_double)()
        self.call(case._handle, name, *arguments, ctypes.byref(n), ctypes.byref(values))
        return np.ctypeslib.as_array(values, (n.value,)).copy()

    def test_numbers(self):
        with fsolve.Case(**BEAM, supports={"start": {"motion_z": "given"}}).setup() as case:
            np.testing.assert_array_equal(self.plain(case, "fs_case_get_motion_forces", b"start", 2, 0), case._motion_forces("start", 2, 0))
            self.assertGreater(np.abs(case._motion_forces("start", 2, 0)).max(), 0)
            x = np.arange(5.0)
            np.testing.assert_array_equal(self.plain(case, "fs_case_gather", ctypes.c_longlong(5), x.ctypes.data_as(ctypes.c_void_p)), x)
        with fsolve.Case(**DAMPED).setup() as case:
            n, rows, values = ctypes.c_longlong(), ctypes.c_longlong(), ctypes.POINTER(ctypes.c_double)()
            self.call(case._handle, "fs_case_get_modal_damping", *map(ctypes.byref, (n, rows, values)))
            found = np.ctypeslib.as_array(values, (n.value, rows.value)).copy()
            np.testing.assert_array_equal(found, np.asarray(case.modal_damping()).reshape(found.shape))
            self.assertEqual(n.value, 4)  # bending in two planes: the third mode comes with its twin

    def test_states_and_another_set_up(self):
        with fsolve.Case(**DAMPED).setup() as case:
            case.step_to(0.05)
            state, again, needed = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
            self.call(case._handle, "fs_case_save_state", ctypes.byref(state))
            self.call(state, "fs_case_state_to_bytes", ctypes.c_size_t(0), None, ctypes.byref(needed))
            text = ctypes.create_string_buffer(needed.value)
            self.call(state, "fs_case_state_to_bytes", needed, text, ctypes.byref(needed))
            case.step_to(0.1)
            self.call(case._handle, "fs_case_state_from_bytes", needed, text, ctypes.byref(again))
            self.call(case._handle, "fs_case_restore_state", again)
            self.assertEqual(case.time, 0.05)
            for each in (state, again):
                self.assertEqual(library().fs_case_state_destroy(ctypes.byref(each)), 0)
            self.call(case._handle, "fs_case_reset")
            self.call(case._handle, "fs_case_set_option", b"-dt", b"0.02")
            self.call(case._handle, "fs_case_set_up")
            self.assertEqual(case.time, 0)
            self.call(case._handle, "fs_case_catch_interrupts", 1)
            self.assertEqual(library().fs_case_was_interrupted(case._handle), 0)
            self.call(case._handle, "fs_case_catch_interrupts", 0)


if __name__ == "__main__":
    unittest.main()
