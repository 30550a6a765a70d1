# SPDX-License-Identifier: BSD-2-Clause
"""Functions and meshes of arrays in a fsolve.Model: it keeps, shows and runs them, writes no file without them, and has a digest; empty lists; copies."""
import os
import pickle
import unittest

import numpy as np

import fsolve
from run import FolderTest

ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.02, "young": 2e11, "poisson": 0.3, "density": 7800, "direction": (0, 1, 0)}
ARM = dict(mesh={"": "line", "n": 4, "upper": 1}, directions="xz", dt=0.005, t_end=0.05, probes="end", parts={"rod": ROD},
           joints={"pin": {"type": "revolute", "set": "start", "axis": (0, 1, 0)}})


def motor(t, angle, rate):
    return 5.0


def push(t, u, v, x):
    return [0, 0, -100 - 10 * v[2]]


def arrays(n=4):
    return {"points": np.linspace(0, 1, n + 1)[:, None] * [1, 0, 0], "lines": [[k, k + 1] for k in range(n)], "sets": {"start": [0], "end": [n]}}


def end(case):
    with case:
        return case.run()["end/displacement"][-1].tolist()


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Values(FolderTest):
    def model(self, **keys):
        return fsolve.Model(**{**ARM, **keys})

    def test_functions(self):
        """A model keeps the functions of a case, and one that it was given itself."""
        keys = {**ARM, "joint_pin_angle_motor": motor, "loads": {"end": {"function": push, "components": "z"}}}
        case = fsolve.Case(**keys)
        model = case.model
        expected = end(case)
        self.assertGreater(abs(expected[2]), 1e-3)
        self.assertNotEqual(expected, end(fsolve.Case(**ARM)))
        self.assertEqual(end(model.case()), expected)
        self.assertEqual(end(fsolve.Model(**keys).case()), expected)
        self.assertEqual(model, fsolve.Model(**keys))
        self.assertEqual(end(model.copy().case().model.case()), expected)
        self.assertEqual(end(pickle.loads(pickle.dumps(model)).case()), expected)
        self.assertIs(model["joint_pin_angle_motor"].call, motor)
        for shown in (repr(model), repr(case), model._repr_html_()):
            self.assertRegex(shown, "function (&lt;|<)function push, z")
        model.loads["two"] = model.loads["end"]  # also twice
        model.loads["two"]["set"] = "end"
        self.assertNotEqual(end(model.case()), expected)
        del model.loads["two"], model["joint_pin_angle_motor"]
        self.assertEqual(end(model.case()), end(self.model(loads={"end": {"function": push, "components": "z"}}).case()))

    def test_once_a_step(self):
        calls = []

        def counted(t, angle, rate):
            calls.append(t)
            return 5.0

        model = self.model(joint_pin_angle={"motor": counted, "once_a_step": True})
        self.assertIn("function counted, once a step", repr(model))
        end(model.case().model.case())
        self.assertEqual(len(calls), 10)  # of 10 steps

    def test_arrays(self):
        """A model has copies of the arrays of its mesh, and any number of cases."""
        mesh = arrays()
        model = self.model(mesh={**mesh, "scale": 1})
        expected = end(self.model(mesh={**arrays(), "scale": 1}, joint_pin_angle_motor="5").case())
        mesh["points"][:] *= 2
        model["joint_pin_angle_motor"] = "5"
        for other in (model, model.copy(), model.case().model, pickle.loads(pickle.dumps(model))):
            self.assertEqual(end(other.case()), expected)
        self.assertIn("arrays: 5 points, 4 cells, 2 sets", repr(model))
        model["mesh"] = "arrays,more.msh"
        with self.assertRaisesRegex(fsolve.FsolveError, "mesh is arrays"):
            model.write(self.path("a.opts"))
        with self.assertRaisesRegex(fsolve.FsolveError, "has no key 'tets'; nearest"):
            fsolve.Case(mesh={**arrays(), "tets": [[0, 1, 2, 3]]})

    def test_what_a_file_cannot_hold(self):
        for keys, message in (({"joint_pin_angle_motor": motor}, "joint_pin_angle_motor is a Python function.* formula"),
                              ({"loads": {"end": {"function": push}}}, "load_end_function is a Python function"), ({"mesh": arrays()}, "mesh is arrays.*meshio")):
            for model in (self.model(**keys), fsolve.Case(**{**ARM, **keys})):
                with self.assertRaisesRegex(fsolve.FsolveError, message) as raised:
                    model.write(self.path("a.opts"))
                self.assertEqual(raised.exception.status, 2)
                self.assertFalse(os.path.exists(self.path("a.opts")))

    def test_digest(self):
        """The digest follows options, arrays and contents of files, and neither their order nor the names of files."""
        def table(name, force):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(f"t,f\n0,0\n1,{force}\n")
            return fsolve.Model(**ARM, tables={"push": self.path(name)}, loads={"end": {"force": (0, 0, 1), "time": "push_f(t)"}}).digest()

        self.assertEqual(table("a.csv", 1), table("b.csv", 1))
        self.assertNotEqual(table("a.csv", 1), table("a.csv", 2))
        one = self.model()
        self.assertRegex(one.digest(), "^[0-9a-f]{64}$")
        self.assertEqual(one.digest(), fsolve.Model(**dict(reversed(ARM.items()))).digest())
        self.assertEqual(one.digest(), fsolve.Model(one.write(self.path("one.opts"))).digest())
        seen = {one.digest(), self.model(dt=0.01).digest(), self.model(mesh=arrays()).digest(), self.model(mesh=arrays(5)).digest(),
                self.model(mesh={**arrays(), "sets": {"start": [0], "end": [3]}}).digest(), self.model(mesh={**arrays(), "sets": {"start": [0], "top": [4]}}).digest(),
                self.model(mesh={**arrays(), "numbers": [0, 1, 2, 3, 4]}).digest(), self.model(linearize=True).digest()}
        self.assertEqual(len(seen), 8)
        self.assertEqual(self.model(mesh=arrays()).digest(), self.model(mesh=arrays()).digest())
        with self.assertRaisesRegex(fsolve.FsolveError, "joint_pin_angle_motor is a Python function, which has no digest"):
            self.model(joint_pin_angle_motor=motor).digest()

    def test_files_of_parts(self):
        """Files of laminates and of laws of material are found beside an options file, like meshes."""
        for option in ("part_a_plies", "part_a_law_table", "part_a_stations"):
            os.makedirs(self.path("model"), exist_ok=True)
            for name in ("rows.csv", "case.opts"):
                with open(self.path("model", name), "w", encoding="utf-8") as file:
                    file.write(f"-parts a\n-{option} rows.csv\n")
            model = fsolve.Model(self.path("model", "case.opts"))
            self.assertIn(f"-{option} {os.path.realpath(self.path('model', 'rows.csv'))}\n", model.text(self.folder + "/elsewhere"))

    def test_empty_lists(self):
        """An empty dictionary or list is an empty list, which also replaces that of a file."""
        empty = {"loads": {}, "supports": {}, "tables": (), "let": {}, "probes": [], "ties": np.zeros(0), "loads+": []}
        keys = {k: v for k, v in ARM.items() if k != "probes"}
        with fsolve.Case(**keys, **empty).run() as case:
            self.assertEqual(case.time, ARM["t_end"])
        path = self.model(loads={"end": {"force": (0, 0, -100)}}).write(self.path("a.opts"))
        still = end(fsolve.Model(path, loads={}).case())
        self.assertEqual(still, [0, 0, 0])
        self.assertEqual(end(fsolve.Case(path, loads=[])), still)
        self.assertEqual(end(fsolve.Model(fsolve.Model(path, loads={}).write(self.path("b.opts"))).case()), still)

    def test_copies(self):
        """Options of one name are those of another, in one model or in two, and of the name itself."""
        model = fsolve.Model(loads={"one": {"set": "end", "force": (0, 0, -100)}})
        model.loads["two"] = model.loads["one"]
        model.loads["two"] = model.loads["two"]
        self.assertEqual(dict(model.loads["two"]), dict(model.loads["one"]))
        self.assertEqual(dict(model.loads["two"]), {"set": "end", "force": "0,0,-100"})
        self.assertEqual(model["loads"], "one,two")
        self.assertEqual(fsolve.Model(loads=model.loads), model)


if __name__ == "__main__":
    unittest.main()
