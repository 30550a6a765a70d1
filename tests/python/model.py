# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.Model: the same model from a file and from Python, with the bits of the program; names that are checked; pictures; the notebook."""
import glob
import json
import os
import re
import subprocess
import unittest
from unittest import mock

import numpy as np

import fsolve
from fsolve.solid.layer import layer_of
from fsolve import options
from fsolve.description import FILES
from run import FSOLVE, SOURCE, FolderTest, release

INPUTS = os.path.join(SOURCE, "inputs")
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}
LINE = dict(mesh={"": "line", "n": 4, "upper": 2}, parts={"rod": ROD}, supports={"start": {}}, probes={"end": {}})
QUICK = {"flying_beam": {"t_end": 0.2}, "seven_body": {"t_end": 0.001}}


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class InFolder(FolderTest):
    def make(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def program(self, *words, cwd=None):
        """Results of a run of the program."""
        out = self.path("program.h5")
        done = subprocess.run([FSOLVE, *words, "-output", out, "-overwrite", "-quiet"], cwd=cwd, capture_output=True, text=True, timeout=100,
                              env=dict(os.environ))  # without the variables that MPI has set in this process
        self.assertEqual(done.returncode, 0, done.stderr)
        return fsolve.Result(out)

    def same(self, case, result):
        """All histories and fields have the same bits."""
        names = [k for k in case.keys() if "@" not in k and not k.startswith(("/options", "/mesh/set_names"))]
        self.assertGreater(len(names), 5)
        for name in names:
            value = case[name]
            got = result._read(name.strip("/"))
            got = ",".join(got) if isinstance(got, list) else got
            np.testing.assert_array_equal(value, got, err_msg=name)


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Files(InFolder):
    def round(self, name, again=False, **keys):
        """A file, the model that it gives, and the file that the model writes give the same bits."""
        path = os.path.join(INPUTS, name + ".opts")
        model = fsolve.Model(path, **keys)
        written = fsolve.Model(model.write(self.path(name + ".opts")))
        # files have other paths in another folder
        self.assertEqual(*({key.lower(): os.path.basename(str(m[key])) for key in m} for m in (written, model)))
        with model.run() as case:
            words = [w for k, v in keys.items() for w in (f"-{k}", str(v))]
            self.same(case, self.program(path, *words))
            if again:
                self.same(case, self.program(self.path(name + ".opts")))

    def test_same_bits(self):
        for name, keys in QUICK.items():
            with self.subTest(case=name):
                self.round(name, **keys)

    @release
    def test_same_bits_of_all(self):
        for path in sorted(glob.glob(os.path.join(INPUTS, "*.opts"))):
            name = os.path.splitext(os.path.basename(path))[0]
            with self.subTest(case=name):
                self.round(name, again=True)

    def test_all_inputs_again(self):
        """Every input is read, written, and read as the same model."""
        found = sorted(glob.glob(os.path.join(INPUTS, "*.opts")))
        self.assertGreater(len(found), 30)
        for path in found:
            with self.subTest(os.path.basename(path)):
                model = fsolve.Model(path)
                again = fsolve.Model(model.write(self.path("a.opts")))
                found_files = {o.name: os.path.realpath(o.value) if FILES.fullmatch(o.name) and os.path.exists(o.value) else model[o.name]
                               for o in model.given() if isinstance(o.value, str)}
                self.assertEqual(dict(again), {**dict(model), **found_files})

    def test_includes_constants_and_files_beside(self):
        """A file in another folder: it includes one, has constants, and a table beside it."""
        self.make("model/steel.opts", "-let E=2e11\n-part_rod_young E -part_rod_poisson 0.3 -part_rod_density 7800\n")
        self.make("model/push.csv", "t,f\n0,0\n0.1,5\n1,7\n")
        path = self.make("model/case.opts", """-let L=2,r=L/40
-options_file steel.opts
-mesh line -mesh_n 4 -mesh_upper L
-parts rod
-part_rod_set all -part_rod_element beam -part_rod_section circle -part_rod_radius r
-supports start
-tables push
-table_push push.csv
-loads end
-load_end_force 0,0,1
-load_end_time 'push_f(t)' # a force that grows
-probes end
-dt 0.01 -t_end 0.05
""")
        model = fsolve.Model(path)
        self.assertEqual(model["let"], "L=2,r=L/40,E=2e11")
        self.assertEqual(model.parts["rod"]["young"], "E")
        reference = self.program(path)
        with model.run() as case:
            self.same(case, reference)
        os.makedirs(self.path("elsewhere"))
        for where in ("model/copy.opts", "elsewhere/copy.opts"):
            written = model.write(self.path(where))
            with self.subTest(where), fsolve.Model(written).run() as case:
                self.same(case, reference)
                self.same(case, self.program(written, cwd=self.path("elsewhere")))
        self.assertIn("-table_push push.csv\n", text_of(self.path("model/copy.opts")))
        self.assertIn(f"-table_push {os.path.realpath(self.path('model/push.csv'))}\n", text_of(written))

    def test_written_from_python(self):
        case = fsolve.Case(**LINE, dt=0.001, t_end=0.004, loads={"end": {"force": (0, 0, -1), "time": "t < 1 ? sin(t) : 0"}},
                           let={"unused": 1}, part_rod_young="2e11*unused")
        path = case.write(self.path("rod.opts"))
        self.same(case.run(), self.program(path))
        case.close()

    def test_awkward_values(self):
        model = fsolve.Model(load_a_time="-sin(t)", load_b_time="t < 1 ? 2 : 3", output="# a.h5", checkpoint='say "a".h5', mesh="it's.msh",
                             linearize=True, gravity=(0, -9.81, 1e-300), dt=0.1)
        again = fsolve.Model(model.write(self.path("a.opts")))
        self.assertEqual(again, model)
        self.assertEqual(again["checkpoint"], 'say "a".h5')
        self.assertIs(again["linearize"], True)
        self.assertEqual(again["dt"], repr(0.1))
        for value in ("two\nlines", "both \" and '"):
            with self.assertRaisesRegex(fsolve.FsolveError, "one line"):
                fsolve.Model(output=value).write(self.path("b.opts"))

    def test_a_list_that_python_replaces(self):
        """The program ignores what a file says of a probe that the command line has removed; so does a file that is written."""
        path = self.make("two.opts", fsolve.Model(**LINE, dt=0.01, t_end=0.02, load_end_force=(0, 0, 1), loads="end").set(
            probes={"end": {}, "middle": {"point": (1, 0, 0)}}).text())
        reference = self.program(path, "-probes", "end")
        model = fsolve.Model(path, probes="end")
        with model.run() as case:
            self.same(case, reference)
        self.same(case=fsolve.Model(model.write(self.path("one.opts"))).run(), result=reference)
        self.assertNotIn("middle", text_of(self.path("one.opts")))

    def test_errors(self):
        with self.assertRaisesRegex(fsolve.FsolveError, "no_such.opts: cannot be opened") as raised:
            fsolve.Model("no_such.opts")
        self.assertEqual(raised.exception.status, 2)
        # a message of the case names the line of the file
        path = fsolve.Model(**LINE, dt=1, t_end=2).write(self.path("bad.opts"))
        with open(path, "a", encoding="utf-8") as file:
            file.write("-tend 2\n")
        lines = len(text_of(path).splitlines())
        with fsolve.Model(path).case() as case, self.assertRaisesRegex(fsolve.FsolveError, f"bad.opts:{lines}: .*-tend.*-t_end"):
            case.setup()
        loop = self.make("loop.opts", "-options_file loop.opts\n")
        with self.assertRaisesRegex(fsolve.FsolveError, "loop.opts"):
            fsolve.Model(loop)
        with self.assertRaisesRegex(fsolve.FsolveError, "no_folder"):
            fsolve.Model(dt=1).write(self.path("no_folder", "a.opts"))


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Names(unittest.TestCase):
    def test_lists_are_those_of_the_manual(self):
        self.assertEqual(set(options.lists().values()), {"part", "support", "load", "initial", "probe", "table", "joint", "coupling", "slider",
                                                         "tie", "point", "member", "link", "pattern", "load_case", "combination"})
        help_ = subprocess.run([FSOLVE, "-help"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(len(options.manual()), len(re.findall("^  -", help_, re.M)))

    def test_unknown_names(self):
        model = fsolve.Model(**LINE)
        for name, near in (("tend", "t_end"), ("part_rod_yuong", "part_rod_young"), ("suports", "supports"), ("mesh_uper", "mesh_upper"),
                           ("load_law", None)):
            with self.subTest(name), self.assertRaisesRegex(fsolve.FsolveError, near or "no option") as raised:
                model.set(**{name: 1})
            self.assertEqual(raised.exception.status, 2)
        with self.assertRaisesRegex(fsolve.FsolveError, "nearest: part_rod_young"):
            _ = model.parts["rod"]["yuong"]
        model.set(ksp_type="gmres", pc_type="jacobi")  # PETSc's
        with self.assertRaises(AttributeError):
            _ = model.prats

    def test_completion(self):
        model = fsolve.Model(**LINE)
        self.assertIn("parts", dir(model))
        self.assertEqual(model.parts._ipython_key_completions_(), ["rod"])
        self.assertLess({"element", "young", "set", "where"}, set(model.parts["rod"]._ipython_key_completions_()))
        self.assertLess({"part_rod_young", "t_end", "mesh_n"}, set(model._ipython_key_completions_()))
        for kind in options.lists().values():  # what is completed exists
            for word in options.described(kind):
                self.assertTrue(options.exists(f"{kind}_a_{word}".removesuffix("_")), (kind, word))

    def test_names_of_lists(self):
        model = fsolve.Model(**LINE)
        model.parts["rod"]["young"] = 1e11
        model.loads["a"] = {"force": (0, 0, 1)}
        model.loads["a_b"] = {"force": (0, 0, 2), "set": "end"}
        self.assertEqual(model["loads"], "a,a_b")
        self.assertEqual(dict(model.loads["a"]), {"force": "0,0,1"})
        del model.loads["a"]
        self.assertEqual((model["loads"], "load_a_force" in model, model["load_a_b_set"]), ("a_b", False, "end"))
        model.loads["a_b"] = {"moment": (1, 0, 0)}
        self.assertEqual(dict(model.loads["a_b"]), {"moment": "1,0,0"})
        del model.loads["a_b"]
        self.assertNotIn("loads", model)
        self.assertEqual(model["PART_ROD_YOUNG"], "100000000000.0")
        self.assertEqual(dict(fsolve.Model(points={"a": (0, 0, 1)}, members={"m": {"": "a,b", "n": 3}})),
                         {"points": "a", "point_a": "0,0,1", "members": "m", "member_m": "a,b", "member_m_n": "3"})
        self.assertEqual(fsolve.Model(let={"L": 2, "A": "L^2"}, parts="a").set(**{"parts+": "b", "let": "L=3"}).text(),
                         "-let L=2,A=L^2,L=3\n-parts a,b\n")

    def test_representations(self):
        model = fsolve.Model(**LINE, loads={"end": {"force": (0, 0, -1), "time": "t<1 ? t : 1"}}, dt=0.01, t_end=1)
        self.assertRegex(repr(model), r"(?m)^  part +rod +set all, element beam")
        self.assertIn("t&lt;1", model._repr_html_())
        with model.case() as case:
            self.assertIn("before its set-up", repr(case))
            self.assertNotIn("<img", case._repr_html_())
            case.setup().step_to(0.05)
            self.assertRegex(repr(case).splitlines()[0], "t = 0.05 s")
            self.assertIn("<img", case._repr_html_())
            with mock.patch.dict("sys.modules", {"fsolve.picture": None}):  # as without matplotlib
                self.assertNotIn("<img", case._repr_html_())
        self.assertIn("closed", repr(case))


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Pictures(InFolder):
    def test_result_in_memory(self):
        with fsolve.Case(**LINE, dt=0.01, t_end=0.05, loads={"end": {"force": (0, 0, -1)}}).run() as case:
            result = case.result
            self.assertEqual((result.status, list(result.parts), result.parts["rod"].element), ("done", ["rod"], "beam"))
            np.testing.assert_array_equal(result["end/displacement"], case["end/displacement"])
            np.testing.assert_array_equal(result.snapshot()["displacement"], case.field("displacement"))
            self.assertEqual(len(result.sets["end"].nodes), 1)
            with self.assertRaisesRegex(fsolve.FsolveError, "nearest"):
                _ = result["end/displacment"]

    def test_initial_and_moved(self):
        """The picture has the places of the nodes, moved by the displacements and a round scale that makes them visible."""
        with fsolve.Case(**LINE, analysis="static", loads={"end": {"force": (0, 0, -1000)}}) as case:
            first = case.plot()
            self.assertEqual([t.get_text() for t in first.texts][-1], "load factor 0")
            case.run()
            figure = case.plot(self.path("a.png"))
            self.assertTrue(os.path.getsize(self.path("a.png")) > 1000)
            for draw in (case.plot, lambda **keys: case.result.plot("end/displacement", **keys)):
                with self.assertRaisesRegex(fsolve.FsolveError, "a.png exists; overwrite=True replaces it$"):
                    draw(out=self.path("a.png"))
                draw(out=self.path("a.png"), overwrite=True)
            factor = float(re.search("times (.*)", [t.get_text() for t in figure.texts][-1])[1])
            moved = case.result.nodes + factor * case.field("displacement")
            lines = [np.array(line.get_data_3d()).T for line in figure.axes[0].lines]
            lines += [thing.points for thing in layer_of(figure.axes[0]).things]
            found = [x for x in lines if len(x) and np.isclose(x, moved[-1], atol=1e-12).all(1).any()]
            self.assertTrue(found, "the tip is not where it has moved to")
            self.assertTrue(0.04 < np.ptp(moved[:, 2]) / 2 <= 0.1)
            self.assertEqual([t.get_text() for t in case.plot(scale=1).texts][-1], "load factor 1")

    def test_ten_lines(self):
        """The ten lines of docs/handle.md give a frame whose sway is the closed form, and its picture."""
        code = re.search(r"Ten\nlines.*?:\n\n((?:    .*\n|\n)+)", text_of(os.path.join(SOURCE, "docs", "handle.md")))[1]
        code = "\n".join(line[4:] for line in code.splitlines())
        self.assertLessEqual(len([line for line in code.splitlines() if line.strip()]), 10)
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        names = {}
        exec(compile(code, "docs/handle.md", "exec"), names)
        self.assertTrue(os.path.getsize("frame.png") > 5000)
        k = 3 / 5  # stiffness of the beam over that of a column
        sway = 2000 * 3**3 / (12 * 2.1e11 * 0.1**4 / 12) * (3 * k + 2) / (6 * k + 1)
        shear = 0.005  # shear and stretch, which the closed form leaves out: (h/l)^2 of the members
        got = names["frame"]["left/displacement"][-1, 0]
        self.assertTrue(0 < got / sway - 1 < shear, (got, sway))

    def test_notebook(self):
        """Its cells run one after the other, and its last expressions have representations."""
        with open(os.path.join(SOURCE, "examples", "frame.ipynb"), encoding="utf-8") as file:
            book = json.load(file)
        self.assertEqual(book["nbformat"], 4)
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        names, shown = {}, []
        for cell in book["cells"]:
            if cell["cell_type"] != "code":
                continue
            lines = "".join(cell["source"]).splitlines()
            exec(compile("\n".join(lines[:-1]), "frame.ipynb", "exec"), names)
            try:
                shown.append(eval(compile(lines[-1], "frame.ipynb", "eval"), names))
            except SyntaxError:
                exec(compile(lines[-1], "frame.ipynb", "exec"), names)
        self.assertTrue(any("<table" in x._repr_html_() for x in shown if hasattr(x, "_repr_html_")))
        sway, first = names["sway"], names["frequency"]
        self.assertAlmostEqual(names["period"] * first, 1, delta=0.02)  # the swing has the first frequency, within a step of it
        self.assertAlmostEqual(names["largest"] / sway, 2, delta=0.02)  # twice the static sway


if __name__ == "__main__":
    unittest.main()
