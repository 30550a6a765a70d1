# SPDX-License-Identifier: BSD-2-Clause
"""Moments that a program gives on nodes (Case.moment): they bend a rod as closed forms say, act as moments of options do in large rotations, do the
work M theta, and stay with states, restarts and numbers of ranks. The functions with plain types return what the others return."""
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import fsolve
from fsolve.library import library
from run import LAUNCH

RADIUS, YOUNG, LENGTH = 0.02, 2e11, 2.0
BENDING = YOUNG * np.pi * RADIUS**4 / 4
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": RADIUS, "young": YOUNG, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 8, "upper": LENGTH}, parts={"rod": ROD}, supports={"start": {}}, probes={"end": {}}, dt=1e-3, t_end=0.05,
            energies=True, show="works", quiet=True)
GIVEN = {"end": {"given": True, "given_moments": True}}
MOMENT = np.array([1000.0, -9000.0, 3000.0])
RANKS = """
import json, os, sys, numpy as np, fsolve
from moments import BEAM, GIVEN, MOMENT
case = fsolve.Case(**BEAM, loads=GIVEN).setup()
n = len(case.field("place", "end"))
for k in range(1, 11):
    case.moment("end", n * [MOMENT * k])
    case.force("end", n * [(0, 0, -50 * k)])
    case.step_to(1e-3 * k)
    if k == 5:
        case.checkpoint(sys.argv[1])
        state = case.save()
first = case["end/displacement"]
more = [fsolve.Case(**BEAM, loads=GIVEN).setup() for _ in range(4)]  # all ranks close them in one order
case.restore(state)
other = fsolve.Case(**BEAM, loads=GIVEN, restart=sys.argv[1]).setup()
for c in (case, other):
    for k in range(6, 11):
        c.moment("end", n * [MOMENT * k])
        c.force("end", n * [(0, 0, -50 * k)])
        c.step_to(1e-3 * k)
assert (case["end/displacement"] == first).all()
sys.stdout.write(f"found {json.dumps([first.tolist(), other['end/displacement'][-1].tolist()])}\\n")
"""


def beam(**keys):
    return fsolve.Case(**{**BEAM, "loads": GIVEN, **keys}).setup()


class Moments(unittest.TestCase):
    def test_linear(self):
        """Small rotations: the tip turns by M L/(E I) and sinks by M L^2/(2 E I), also beside a force."""
        with beam(analysis="static", linearize=True, dt=None, t_end=None, energies=None, show=None) as case:
            self.assertGreater(len(case.dofs()), 0)
            case.moment("end", [[0, 30, 0]])
            case.force("end", [[0, 0, -10]])
            case.step_to(1)
            shear = 10 * LENGTH / (YOUNG / 2.6 * np.pi * RADIUS**2) * 1.2  # of the force, with a factor of 0.9 or less
            sinks = -30 * LENGTH**2 / (2 * BENDING) - 10 * LENGTH**3 / (3 * BENDING)
            self.assertAlmostEqual(case.last("end/displacement")[2], sinks, delta=shear)
            quaternion = case.field("rotation", "end")[0]
            turn = 2 * np.arcsin(quaternion[2])
            self.assertAlmostEqual(turn / (30 * LENGTH / BENDING + 10 * LENGTH**2 / (2 * BENDING)), 1, places=5)

    def test_circle(self):
        """A moment 2 pi E I / L bends a rod to a circle, whose end is at its start; a half of it to half a circle."""
        whole = 2 * np.pi * BENDING / LENGTH
        with beam(analysis="static", dt=0.05, t_end=1, energies=None, show=None) as case:
            case.moment("end", [[0, whole / 2, 0]])
            case.step_to(0.5)
            np.testing.assert_allclose(case.last("end/displacement"), [-LENGTH, 0, -2 * LENGTH / np.pi], atol=2e-3 * LENGTH)
            case.moment("end", [[0, whole, 0]])
            case.step_to(1)
            np.testing.assert_allclose(case.last("end/displacement"), [-LENGTH, 0, 0], atol=2e-3 * LENGTH)

    def test_balance_of_forces(self):
        """Given forces and moments and the reactions are the rates of momentum, to round-off."""
        with beam(show="balance") as case:
            case.moment("end", [MOMENT])
            case.force("end", [(0, 300, -50)])
            case.step_to(0.02)
            for k, name in enumerate(("force", "moment")):
                self.assertLess(np.abs(case[f"balance/{name}"]).max(), 1e-9 * case["balance/largest"][:, k].max(), name)

    def test_like_options(self):
        """In space and in large rotations the motion, the tangent, the work and the reactions are those of -load_<name>_moment."""
        ramp = {"end": {"moment": tuple(MOMENT), "time": "min(t/0.01,1)"}}
        with beam(loads=ramp) as case:
            case.step_to(0.01)
            matrix = case.matrix("K").toarray()
            case.step_to(0.05)
            expected = {name: case[name] for name in ("end/displacement", "end/work", "energy/total", "start/reaction")}
            external = case.forces("external")
        with beam() as case:
            case.moment("end", [MOMENT])
            case.step_to(0.01)
            np.testing.assert_allclose(case.matrix("K").toarray(), matrix, rtol=0, atol=1e-9 * abs(matrix).max())
            case.step_to(0.05)
            for name, values in expected.items():
                np.testing.assert_allclose(case[name], values, rtol=0, atol=1e-7 * abs(values).max(), err_msg=name)
            np.testing.assert_allclose(case.forces("external"), external, rtol=0, atol=1e-7 * abs(external).max())
            self.assertGreater(abs(expected["end/displacement"]).max(), 0.3 * LENGTH)

    def test_ranks(self):
        """The motion does not depend on ranks, on a return to a state or on a restart."""
        found = []
        for ranks in (1, 2, 3, 8):
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([*LAUNCH.format(ranks=ranks).split(), sys.executable, "-c", RANKS, os.path.join(folder, "c.h5")], capture_output=True,
                                      text=True, timeout=60, check=False,
                                      env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(os.path.abspath(__file__)), *sys.path])})
            self.assertEqual(done.returncode, 0, done.stderr)
            line = next(line for line in done.stdout.splitlines() if line.startswith("found "))
            found.append([np.array(values) for values in json.loads(line[6:])])
        for whole, restarted in found:
            np.testing.assert_allclose(whole, found[0][0], rtol=0, atol=1e-9)
            np.testing.assert_allclose(restarted, whole[-1], rtol=0, atol=1e-9)

    def test_refused(self):
        with beam(loads={"end": {"given": True}}) as case, self.assertRaisesRegex(fsolve.FsolveError, "-load_end_given_moments"):
            case.moment("end", [[0, 0, 1]])
        with beam() as case:
            for values, reason in (([[0, 0, np.nan]], "moments on load 'end' are NULL or not finite"), ([[0, 0, 1]] * 2, "has 1 nodes on this rank, and moments")):
                with self.assertRaisesRegex(fsolve.FsolveError, reason):
                    case.moment("end", values)
        bar = {"rod": {"set": "all", "element": "bar", "young": 1e6, "area": 1e-3, "density": 1000}}
        with self.assertRaisesRegex(fsolve.FsolveError, "nodes that do not rotate"):
            beam(parts=bar, linearize=True)
        with self.assertRaisesRegex(fsolve.FsolveError, "-load_end_given_moments"):
            beam(loads={"end": {"force": (0, 0, 1), "given_moments": True}})


class Plain(unittest.TestCase):
    def test_forces_and_places(self):
        """fs/case_plain.h: moments, forces, motions and rows of places are those of the functions with the types of PETSc."""
        lib = library()
        with beam() as case, beam() as other:
            values = (ctypes.c_double * 3)(*MOMENT)
            self.assertEqual(lib.fs_case_set_nodal_moment(other._handle, b"end", ctypes.c_longlong(1), values), 0)
            case.moment("end", [MOMENT])
            for c in (case, other):
                c.step_to(0.01)
            n, found = ctypes.c_longlong(), ctypes.POINTER(ctypes.c_double)()
            for k, kind in enumerate(("residual", "internal", "damping", "inertial", "constraint", "external")):
                self.assertEqual(lib.fs_case_get_forces(other._handle, k, ctypes.byref(n), ctypes.byref(found)), 0)
                np.testing.assert_array_equal(np.ctypeslib.as_array(found, (n.value,)), case.forces(kind))
            point, number = (ctypes.c_double * 3)(0.7, 0, 0), ctypes.c_longlong(-1)
            self.assertEqual(lib.fs_case_find_place(other._handle, point, ctypes.byref(number)), 0)
            place, motion = case.place((0.7, 0, 0)), (ctypes.c_double * 9)()
            self.assertEqual(lib.fs_case_get_place_motion(other._handle, number, motion), 0)
            np.testing.assert_array_equal(list(motion), np.concatenate([place.displacement, place.velocity, place.acceleration]))

            class Rows(ctypes.Structure):
                _fields_ = [("n", ctypes.c_longlong), ("row", ctypes.POINTER(ctypes.c_longlong)), ("value", ctypes.POINTER(ctypes.c_double)), ("rotates", ctypes.c_int)]

            rows, expected = Rows(), place.rows()
            self.assertEqual(lib.fs_case_get_place_rows(other._handle, number, ctypes.byref(rows)), 0)
            np.testing.assert_array_equal(rows.row[:rows.n], expected[0])
            np.testing.assert_array_equal(rows.value[:6 * rows.n], expected[1].ravel())
            self.assertEqual(bool(rows.rotates), expected[2])
            lib.fs_place_rows_free(ctypes.byref(rows))
            self.assertFalse(rows.row)
            self.assertEqual(lib.fs_case_get_place_motion(other._handle, ctypes.c_longlong(9), motion), 2)
            self.assertEqual(lib.fs_case_get_place_rows(other._handle, number, None), 2)


if __name__ == "__main__":
    unittest.main()
