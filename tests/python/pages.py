# SPDX-License-Identifier: BSD-2-Clause
"""The models of the pages for users of other programs are right, and the page of the interface is that of the sources."""
import contextlib
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import tempfile
import textwrap
import unittest

import meshio
import numpy as np

import fsolve
from fsolve import given_mesh
from meshio.abaqus._abaqus import abaqus_to_meshio_type

from run import FSOLVE, SOURCE

# A square on two posts of three nodes, the second of which is the middle
HALL = """*NODE
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, -1
6, 1, 0, -1
7, 0, 0, -0.5
8, 1, 0, -0.5
*ELEMENT, TYPE=S4R, ELSET=ROOF
1, 1, 2, 3, 4
*ELEMENT, TYPE=B32, ELSET=POSTS
11, 5, 7, 1
12, 6, 8, 2
*NSET, NSET=FEET
5, 6
*MATERIAL, NAME=STEEL
*ELASTIC
2.1e11, 0.3
*BOUNDARY
FEET, 1, 6
"""


def codes(name):
    """Blocks of code of a page."""
    with open(os.path.join(SOURCE, "docs", name), encoding="utf-8") as file:
        return [textwrap.dedent(code) for code in re.findall(r"\n\n((?:    .*\n|\n(?=    ))+)", file.read())]


def run_page(name, names=None, block=0):
    """Runs a block of code of a page, and returns its variables."""
    names = {} if names is None else names
    exec(compile(codes(name)[block], name, "exec"), names)
    return names


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Pages(unittest.TestCase):
    def test_opensees(self):
        """The displacement of the truss, from its matrix of 2 x 2, and the numbers of the page."""
        stiffness = np.zeros((2, 2))
        for x, area in ((0, 10), (144, 5), (168, 5)):
            bar = np.array([72 - x, 96])
            length = np.linalg.norm(bar)
            stiffness += 3000 * area / length**3 * np.outer(bar, bar)
        exact = np.linalg.solve(stiffness, [100, -50])
        np.testing.assert_allclose(run_page("from_opensees.md")["u"][:2], exact, rtol=1e-9)
        np.testing.assert_allclose(exact, [0.5301, -0.1779], atol=5e-5)

    def test_exudyn(self):
        """The damped oscillation in closed form; the scheme's error is of order dt^2."""
        x = run_page("from_exudyn.md")["x"]
        t, rest = np.linspace(0, 1, len(x)), 80 / 4000
        decay, natural = 8 / (2 * 1.6), np.sqrt(4000 / 1.6)
        damped = np.sqrt(natural**2 - decay**2)
        cosine = -0.08 - rest
        exact = rest + np.exp(-decay * t) * (cosine * np.cos(damped * t) + (1 + decay * cosine) / damped * np.sin(damped * t))
        self.assertEqual(len(x), 1001)
        phase = natural**3 * 1e-6 / 12  # phase lag of the trapezoidal rule after 1 s; that of other schemes of order 2 is of its size
        self.assertLess(np.abs(x - exact).max(), 3 * phase * 0.1)
        self.assertLess(abs(x[-1] - rest), 0.1 * np.exp(-decay))

    def test_abaqus(self):
        """The numbers of the page. Those of a slender beam are the closed forms. Shear lowers them by less than Dunkerley's and Engesser's formulas say."""
        names = run_page("from_abaqus.md")
        bending, mass, length = 2.1e11 * 8356e-8, 7850 * 53.81e-4, 3
        frequency = 3.51602 / (2 * np.pi) * np.sqrt(bending / mass) / length**2
        load = np.pi**2 * bending / (4 * length**2)
        np.testing.assert_allclose([frequency, load], [40.07, 4811e3], rtol=2e-4)
        np.testing.assert_allclose([names["frequency"][0], names["factor"][0]], [38.90, 4719], rtol=2e-4)
        shear = 2.1e11 / 2.6 * 300e-3 * 7.1e-3 * 0.8  # that of the web, less its shear correction
        of_shear = np.sqrt(shear / mass) / (4 * length)
        self.assertTrue(1 / (1 + (frequency / of_shear) ** 2) < (names["frequency"][0] / frequency) ** 2 < 1)
        self.assertTrue(1 / (1 + load / shear) < names["factor"][0] * 1000 / load < 1)

    def test_abaqus_mesh(self):
        """The mesh of an input file, and the groups of a MED file, in the model: the feet bear the weight."""
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                with open("hall.inp", "w", encoding="utf-8") as file:
                    file.write(HALL)
                with open(os.devnull, "w", encoding="utf-8") as nothing, contextlib.redirect_stdout(nothing):
                    names = run_page("from_abaqus.md", block=1)
                weight = 9.81 * 7850 * (1 * 0.01 + 2 * 21.24e-4)  # of a square metre, and of two posts of HEA100
                np.testing.assert_allclose(fsolve.Result("hall.h5")["FEET/reaction"][-1, 2], weight, rtol=1e-3)  # the area of the table has four digits
                mesh = names["mesh"]
                square, posts = [mesh.cells[k].data for k in (0, 1)]
                tagged = meshio.Mesh(mesh.points, [("quad", square), ("line", posts[:, :2])], cell_data={"cell_tags": [np.array([-6]), np.array([-7, -8])]},
                                     point_data={"point_tags": np.array([0, 0, 0, 0, 5, 5, 0, 0])})
                tagged.cell_tags, tagged.point_tags = {-6: ["ROOF"], -7: ["POSTS", "LEFT"], -8: ["POSTS"]}, {5: ["FEET"]}
                meshio.write("hall.med", tagged)
                names["mesh"] = mesh = meshio.read("hall.med")
                run_page("from_abaqus.md", names, 2)
            finally:
                os.chdir(before)
        found = {group: [list(block) for block in blocks] for group, blocks in mesh.cell_sets.items()}
        self.assertEqual(found, {"ROOF": [[0], []], "POSTS": [[], [0, 1]], "LEFT": [[], [0]]})
        np.testing.assert_array_equal(mesh.point_sets["FEET"], [4, 5])

    def test_abaqus_elements(self):
        """The table of elements: meshio gives the cells that fsolve takes, or other ones, or it rejects the file."""
        with open(os.path.join(SOURCE, "docs", "from_abaqus.md"), encoding="utf-8") as file:
            table = file.read().partition("## What arrives of a mesh")[2]
        rows = re.findall(r"^\| ([A-Z]\w+(?:, [\w ]+)+) \| (.*) \|$", table, re.M)
        found = {}
        for types, meaning in rows:
            for name in re.findall(r"\b[A-Z]+[0-9A-Z]+\b", types):
                found[name] = meaning
        cells = {"lines of 2": "line", "lines of 3": "line3", "triangles": "triangle", "quadrilaterals": "quad"}
        self.assertGreater(len(found), 20)
        for name, meaning in found.items():
            kind = abaqus_to_meshio_type.get(name)
            if meaning.startswith("meshio rejects"):  # B33 has two nodes, of which meshio expects three
                self.assertIn((name, kind), [(name, None), ("B33", "line3")])
            elif meaning.startswith("fsolve rejects"):
                self.assertNotIn(kind, [None, *given_mesh.CELLS])
            else:
                self.assertEqual(kind, next(c for text, c in cells.items() if meaning.startswith(text)), name)


class CheatSheet(unittest.TestCase):
    """docs/cheat_sheet.md."""

    def test_skeleton(self):
        """The case runs as it is, and with each analysis that needs no more options."""
        with open(os.path.join(SOURCE, "docs", "cheat_sheet.md"), encoding="utf-8") as file:
            text = re.search(r"`case.opts`:\n\n```text\n(.*?)```", file.read(), re.S)[1]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "case.opts")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            for more in ([], ["-let", "F=-2e3"], ["-analysis", "static"], ["-analysis", "modes", "-modes", "2"]):
                done = subprocess.run([FSOLVE, path, *more, "-overwrite"], cwd=folder, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))


class Interface(unittest.TestCase):
    """docs/api.md and the pages of C."""

    def test_page_is_that_of_the_sources(self):
        loader = importlib.machinery.SourceFileLoader("api", os.path.join(SOURCE, "tools", "api"))
        api = importlib.util.module_from_spec(importlib.util.spec_from_loader("api", loader))
        loader.exec_module(api)
        page = "".join(api.pages().values())
        for path, text in api.pages().items():
            with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
                self.assertEqual(file.read(), text, "run tools/api")
        with open(os.path.join(SOURCE, "include", "fs", "case.h"), encoding="utf-8") as file:
            declared = re.findall(r"^FS_EXTERN [^;(]*?(\w+)\(", file.read(), re.M)
        self.assertGreater(len(declared), 20)
        for name in declared + ["fsolve.Case", "fsolve.Model", "fsolve.Result", "fsolve.export_fmu", "fsolve.sweep"]:
            self.assertIn(name, page)


if __name__ == "__main__":
    unittest.main()
