# SPDX-License-Identifier: BSD-2-Clause
"""Case.set after the set-up: results have the same bits as those of a new case, on any number of ranks, linear and nonlinear, in statics and in time, with
joints, and after a restart. If only loads, gravity or damping change, the model stays: the file of its mesh is not read again."""
import gc
import os
import subprocess
import sys
import unittest

import numpy as np

import fsolve
from fsolve.given_mesh import GivenMesh
from run import LAUNCH, MORE_RANKS, SOURCE, FolderTest

ROD = {"set": "all", "element": "beam", "section": "rectangle", "width": 0.1, "height": 0.1, "direction": (0, 1, 0), "young": 2e9, "poisson": 0.3,
       "density": 7800}
BEAM = dict(mesh={"": "line", "n": 6, "upper": 3}, parts={"rod": ROD}, supports={"start": {}}, probes={"end": {}}, let="F=200,b=0.4", quiet=True,
            loads={"end": {"force": "0,5,-F"}, "mid": {"point": (1.5, 0, 0), "force": "0,0,-2*F", "time": "1+0.1*t"}, "turn": {"set": "end", "moment": "0,F,0"},
                   "line": {"set": "all", "traction": "0,0,-F"}}, gravity="0,0,-9.81", damping_mass="b")
IN_TIME = dict(analysis="transient", dt=0.01, t_end=0.04, initial_static=False)
PIN = dict(supports={"start": {"fix": "xyz"}}, joints={"pin": {"set": "start", "type": "revolute", "axis": (0, 1, 0)}})
MODELS = {"static": dict(BEAM, analysis="static"), "linear static": dict(BEAM, analysis="static", linearize=True), "transient": {**BEAM, **IN_TIME},
          "linear transient": {**BEAM, **IN_TIME, "linearize": True}, "a joint": {**BEAM, **IN_TIME, **PIN},
          "damped modes": {**BEAM, **IN_TIME, "linearize": True, "damping_modal": "0.02*b", "damping_modal_count": 3}}
CHANGES = ({"load_end_force": "0,-8,-3*F"}, {"let": "F=300"}, {"gravity": "0,1,-5"}, {"load_turn_moment": "F,0,10", "load_mid_time": "2*t"}, {"let": "b=0.1"},
           {"part_rod_height": 0.12}, {"load_end_force": "0,0,0"}, {"load_end_force": "0,5,-F"}, {"part_rod_height": 0.1}, {"load_end_force": "0,0,-F"},
           {"let": "b=0.4"}, {"let": "b=0.1"}, {"let": "b=0.2"}, {"let": "b=0.1"}, {"gravity": "0,0,-5"})
CLOCKS = {"/@date", "/@run_id", "/@seconds_stepping", "/@options", "/@options_all", "/options", "/options_all"}


def differences(a, b):
    """The names of the results of two cases that differ in a bit."""
    names = (set(a.keys()) | set(b.keys())) - CLOCKS
    bytes_of = lambda case, name: (case[name] if isinstance(case[name], str) else case[name].tobytes()) if name in case.keys() else None
    return [name for name in sorted(names) if bytes_of(a, name) != bytes_of(b, name)]


def check(keys):
    """Returns the changes after which results differ from those of a new case."""
    bad = []
    with fsolve.Case(**keys).run() as case:
        for k, change in enumerate(CHANGES):
            case.set(**change).run()
            with fsolve.Case(**keys) as new:
                for earlier in CHANGES[:k + 1]:
                    new.set(**earlier)
                bad += [(change, name) for name in differences(case, new.run())]
    return bad


ON_RANKS = "from again import MODELS, check\nfor name, keys in MODELS.items():\n    found = check(keys)\n    assert not found, (name, found)\nprint('right')"


class Again(FolderTest):
    def test_same_bits(self):
        for name, keys in MODELS.items():
            self.assertEqual(check(keys), [], name)

    def test_ranks(self):
        paths = [os.path.join(SOURCE, "tests", "python"), os.path.join(SOURCE, "tests"), os.environ.get("PYTHONPATH", "")]
        for ranks in MORE_RANKS:
            done = subprocess.run([*LAUNCH.format(ranks=ranks).split(), sys.executable, "-W", "ignore", "-c", ON_RANKS], capture_output=True, text=True,
                                  cwd=self.folder, timeout=100, check=False, env=dict(os.environ, PYTHONPATH=os.pathsep.join(paths)))
            self.assertEqual(done.stdout.count("right"), ranks, done.stdout + done.stderr)

    def test_restart(self):
        """A case that continues from a checkpoint, with another load after its set-up, has the bits of a new case that continues with this load."""
        for keys in (MODELS["transient"], MODELS["linear transient"]):
            with fsolve.Case(**keys).setup() as case:
                case.step_to(0.02)
                case.checkpoint(self.path("kept"))
            keys = dict(keys, restart=self.path("kept"))
            with fsolve.Case(**keys).run() as case, fsolve.Case(**keys) as new:
                self.assertEqual(differences(case.set(**CHANGES[0]).run(), new.set(**CHANGES[0]).run()), [])
                self.assertEqual(case.time, 0.04)

    def test_the_model_stays(self):
        """The file of the mesh is gone: loads, gravity, constants and damping can change, and a thickness cannot. After this error the case goes on."""
        path = self.path("rod.msh")
        with open(path, "w", encoding="utf-8") as file:
            file.write('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n0 2 "start"\n0 3 "end"\n$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 2 0 0\n'
                       "4 3 0 0\n$EndNodes\n$Elements\n5\n1 1 2 0 1 1 2\n2 1 2 0 1 2 3\n3 1 2 0 1 3 4\n4 15 2 2 2 1\n5 15 2 3 3 4\n$EndElements\n")
        keys = {name: value for name, value in MODELS["transient"].items() if name != "mesh"}
        with fsolve.Case(mesh=path, **keys).run() as case:
            case.set(part_rod_height=0.11)  # loads change that model next
            os.remove(path)
            tips = [case.set(**change).run().last("end/displacement")[2] for change in CHANGES[:5]]
            self.assertEqual(len(set(tips)), 5, tips)
            with self.assertRaisesRegex(fsolve.FsolveError, "rod.msh"):
                case.set(part_rod_height=0.12)
            with self.assertRaisesRegex(fsolve.FsolveError, "rod.msh"):
                case.set(load_end_force="0,0,1")

    def test_other_arrays(self):
        """Other arrays of a mesh make another model, although the option has the same text."""
        mesh = lambda length: {"points": np.linspace((0, 0, 0), (length, 0, 0), 5), "lines": np.column_stack([np.arange(4), np.arange(1, 5)]), "sets": {"start": [0], "end": [4]}}
        loads = {"end": {"force": "0,5,-F"}}
        keys = {name: value for name, value in MODELS["static"].items() if name != "mesh"} | {"loads": loads}
        with fsolve.Case(mesh=mesh(2), **keys).run() as case, fsolve.Case(mesh=mesh(1.5), **keys) as other:
            before = case.last("end/displacement")
            self.assertEqual(differences(case.set(mesh=mesh(1.5)).run(), other.run()), [])
            self.assertGreater(abs(case.last("end/displacement") - before).max(), 0)

    def test_refused_options(self):
        """Options of a set() that was refused have no effect on the next one: an unknown name, a wrong value, a function, a mesh."""
        mesh = {"points": np.linspace((0, 0, 0), (2, 0, 0), 5), "lines": np.column_stack([np.arange(4), np.arange(1, 5)]), "sets": {"start": [0], "end": [4]}}
        keys = {name: value for name, value in MODELS["static"].items() if name != "mesh"} | {"mesh": mesh, "loads": {"end": {"law_z": lambda *x: -50.0}, "turn": {"set": "end", "force": "0,5,-F"}}}
        refused = ({"part_rod_hieght": 0.1}, {"part_rod_height": -1}, {"load_end_law_z": lambda *x: 7.0, "dtt": 1}, {"mesh": {**mesh, "sets": {}}},
                   {"load_turn_force": "0,0,1,2"}, {"part_rod_element": "beem"}, {"let": "F=1/0"}, {"gravity": "0,0,-1", "part_rod_height": lambda x: x})
        with fsolve.Case(**keys).run() as case, fsolve.Case(**keys) as new:
            new.set(part_rod_width=0.11).run()
            for wrong in refused:
                with self.assertRaises(fsolve.FsolveError):
                    case.set(**wrong)
                self.assertEqual(case.model.get("part_rod_element"), "beam")
                self.assertNotIn("dtt", case.model)
                self.assertEqual(differences(case.set(part_rod_width=0.11).run(), new), [], wrong)

    def test_wrong_from_the_start(self):
        """Before a set-up has succeeded, wrong values are mended one after another."""
        case = fsolve.Case(**{**MODELS["static"], "gravity": "0,0", "load_end_force": "1,2"})
        for mend in ({}, {"gravity": "0,0,-9.81"}):
            with self.assertRaises(fsolve.FsolveError):
                case.set(**mend).setup()
        with case.set(load_end_force="0,5,-F").run(), fsolve.Case(**MODELS["static"]).run() as new:
            self.assertEqual(case.last("end/displacement").tolist(), new.last("end/displacement").tolist())

    def test_table_written_again(self):
        """A table that loads and a part use is written again between two set-ups: both have the new one, also if only a load changes."""
        def write(factor):
            with open(self.path("taper.csv"), "w", encoding="utf-8") as file:
                file.write(f"s,h\n-9,{0.1 * factor}\n9,{0.2 * factor}\n")

        write(1)
        keys = {**MODELS["static"], "tables": "taper", "table_taper": self.path("taper.csv"), "load_end_time": "taper(t)", "part_rod_height": "taper(x)"}
        with fsolve.Case(**keys).run() as case:
            before = case.last("end/displacement")[2]
            write(1.25)
            with fsolve.Case(**keys).run() as new:
                self.assertEqual(differences(case.set(gravity="0,0,-9.81").run(), new), [])
            self.assertLess(case.last("end/displacement")[2] / before, 0.8)

    def test_meshes_do_not_stay(self):
        """A case keeps the arrays of the meshes that its set-ups may still need, and no others."""
        mesh = lambda length: {"points": np.linspace((0, 0, 0), (length, 0, 0), 5), "lines": np.column_stack([np.arange(4), np.arange(1, 5)]), "sets": {"start": [0], "end": [4]}}
        keys = {name: value for name, value in MODELS["static"].items() if name != "mesh"} | {"mesh": mesh(2), "loads": {"end": {"force": "0,5,-F"}}}
        with fsolve.Case(**keys).run() as case:
            for k in range(6):
                case.set(mesh=mesh(1 + k))
                if k % 2:
                    with self.assertRaises(fsolve.FsolveError):
                        case.set(mesh={**mesh(9), "sets": {}})
            gc.collect()
            there = [each for each in gc.get_objects() if isinstance(each, GivenMesh)]
            self.assertLessEqual(len(there), 3, there)
            self.assertEqual(case.set(gravity="0,0,-9.81").run().field("place")[:, 0].max(), 6)  # the mesh before the refused one

    def test_states_and_wrong_loads(self):
        """States of before are gone, a wrong load is an error, and the next value is right again."""
        with fsolve.Case(**MODELS["static"]).setup() as case:
            state = case.save()
            tip = case.run().last("end/displacement")
            with self.assertRaisesRegex(fsolve.FsolveError, "-load_end_force"):
                case.set(load_end_force="0,1")
            np.testing.assert_array_equal(case.set(load_end_force="0,5,-F").run().last("end/displacement"), tip)
            with self.assertRaises(fsolve.FsolveError):
                case.restore(state)


if __name__ == "__main__":
    unittest.main()
