# SPDX-License-Identifier: BSD-2-Clause
"""Calls whose arguments differ between ranks, or are NULL on one rank, are errors on all ranks, and the case goes on; forces and motions that nobody
gives are refused; cells that a part has twice are a warning on any number of ranks."""
import os
import subprocess
import sys
import unittest
import warnings

import fsolve
from run import FSOLVE, LAUNCH, SOURCE, FolderTest, fsolve as program

ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e9, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 8, "upper": 2}, parts={"rod": ROD}, supports="start", dt=0.005, t_end=0.2, loads={"end": {"given": True}}, quiet=True)
CALLS = """
import ctypes, os, fsolve
from ranks import BEAM
rank = int(os.environ["OMPI_COMM_WORLD_RANK"])
found = []
def differs(word, f):
    try:
        f()
    except fsolve.FsolveError as error:
        found.append(error.status == 2 and word in str(error))
    else:
        found.append(False)
with fsolve.Case(**BEAM) as other:
    differs("FsCaseSetLoadFunction", lambda: other.set(load_end_function=lambda t, u, v, x: (0, 0, 1), load_end_components="xz"[rank % 2]))
    differs("FsCaseModes", lambda: other.modes(3 + rank))
case = fsolve.Case(**BEAM).setup()
ok, none, library = ctypes.c_int(), ctypes.POINTER(ctypes.c_int)(), case._lib
before = case.time
differs("FsCaseTry: the arguments differ", lambda: case.attempt(0.01 if rank else 0.005))
differs("FsCaseTry: the arguments differ", lambda: case.attempt(float("nan") if rank else 0.005))
differs("FsCaseStepTo: the arguments differ", lambda: case.step_to(0.01 if rank else 0.005))
differs("FsCaseTry: the argument ok is NULL, perhaps only on one rank", lambda: case._call("FsCaseTry", 0.005, none if rank else ctypes.byref(ok)))
differs("FsCaseStep: the argument taken is NULL", lambda: case._call("FsCaseStep", none if rank else ctypes.byref(ok)))
states = [case.save(), case.save()]
differs("FsCaseRestoreState: the arguments differ", lambda: case.restore(states[rank > 0]))
case.restore(states[1])
differs("FsCaseCheckpoint", lambda: case.checkpoint(f"file{rank}"))
differs("FsCaseGetMatrixEntries", lambda: case.matrix("MK"[rank > 0], "arrays"))
differs("FsCaseSetMotion", lambda: case.motion("start", "x" if rank else "y", 0, 0, 0))
differs("FsCaseSetNodalForce", lambda: case.force("end" if rank else "other", case.field("displacement", "end")))
differs("FsCaseSetMonitor", lambda: case.monitor((lambda step, t: None) if rank else None))
assert case.time == before and all(found), (rank, found)
assert case.attempt(0.005) and case.accept() == 0.005 and case.step_to(0.01) == 0.01
case.close()
print("right")
"""
REPEATED = """
import os
from ranks import repeated, warned
keys, rank = repeated([[0, 1], [1, 2], [2, 3], [2, 1]]), int(os.environ["OMPI_COMM_WORLD_RANK"])
said = warned(keys if rank == 0 else {**keys, "mesh": {"points": []}})
assert rank or len(said) == 1 and "2 cells of the same part" in said[0] and "'rod' at (1.5, 0, 0)" in said[0], said
print("right")
"""


def repeated(lines, **keys):
    return dict(mesh={"points": [[k, 0, 0] for k in range(4)], "lines": lines, "sets": {"start": [0], "end": [3]}}, supports="start",
                loads={"end": {"force": (0, 0, -1)}}, analysis="static", linearize=True, **{"parts": {"rod": ROD}, **keys})


def warned(keys):
    """The warnings of a case about repeated cells."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with fsolve.Case(**keys) as case:
            case.run()
    return [str(w.message) for w in found if "same nodes" in str(w.message)]


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Ranks(FolderTest):
    def on_ranks(self, ranks, code):
        done = subprocess.run(LAUNCH.format(ranks=ranks).split() + [sys.executable, "-c", code], capture_output=True, text=True, cwd=self.folder, timeout=100,
                              env=dict(os.environ, PYTHONPATH=os.pathsep.join([os.path.join(SOURCE, "tests", "python"), os.path.join(SOURCE, "tests"),
                                                                               os.environ.get("PYTHONPATH", "")])))
        self.assertEqual((done.returncode, done.stdout.count("right")), (0, ranks), done.stderr)

    def test_arguments(self):
        for ranks in (2, 3):
            self.on_ranks(ranks, CALLS)

    def test_end(self):
        """A step that is tried ends at t_end at the latest; the round-off of a sum of steps does not count."""
        with fsolve.Case(**BEAM).setup() as case:
            with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseTry: a step of 100 from t = 0 ends after -t_end 0.2"):
                case.attempt(100)
            case.step_to(0.19)
            self.assertTrue(case.attempt(0.01 + 1e-15))
            self.assertAlmostEqual(case.accept(), 0.2, delta=1e-16)
            with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseTry"):
                case.attempt(1e-6)
        with fsolve.Case(**BEAM).setup() as case:
            self.assertEqual(case.step_to(0.2 * (1 + 1e-15)), 0.2)

    def test_nobody_gives(self):
        """The program, alone and with many cases, refuses forces and motions that only a calling program gives. Modes do not need them."""
        model = fsolve.Model(**BEAM, output="a.h5")
        path = model.write(self.path("load.opts"))
        self.refused([path], "-load_end_given: nobody gives the forces of load 'end'")
        del model.loads["end"]
        model.supports["start"]["motion_z"] = "given"
        self.refused([model.write(self.path("motion.opts"))], "-support_start_motion_z given: nobody gives the motion")
        with open(self.path("rows.csv"), "w", encoding="utf-8") as file:
            file.write("-dt\n0.01\n")
        self.refused([path, "-cases", "rows.csv", "-output", "rows.h5"], "nobody gives the forces", 3)  # of all rows
        self.assertEqual(program([path, "-analysis", "modes", "-output", "none"], cwd=self.folder).returncode, 0)

    def refused(self, words, message, status=2):
        done = program(words, cwd=self.folder, start=[FSOLVE])
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(message, done.stderr)

    def test_repeated_cells(self):
        """Cells with the same nodes in one part are a warning; in two parts, or as springs, they are not."""
        chain = [[0, 1], [1, 2], [2, 3]]
        self.assertEqual(warned(repeated(chain)), [])
        self.assertRegex(warned(repeated([*chain, [1, 2]]))[0], r"2 cells of the same part .* part 'rod' at \(1.5, 0, 0\)")
        spring = {"set": "springs", "element": "spring", "stiffness": 1}
        keys = repeated([*chain, [0, 3], [0, 3]], parts={"rod": {**ROD, "set": "rods"}, "bed": spring})
        keys["mesh"]["cell_sets"] = {"rods": [0, 1, 2], "springs": [3, 4]}
        self.assertEqual(warned(keys), [])
        keys["mesh"]["cell_sets"] = {"rods": [0, 1, 2, 3], "springs": [4]}
        self.assertEqual(warned(keys), [])
        for ranks in (2, 3):
            self.on_ranks(ranks, REPEATED)


if __name__ == "__main__":
    unittest.main()
