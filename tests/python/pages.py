# SPDX-License-Identifier: BSD-2-Clause
"""The models of the pages for users of other programs are right, and the page of the interface is that of the sources."""
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import tempfile
import unittest

import numpy as np

from run import FSOLVE, SOURCE


def run_page(name):
    """Runs the code of a page, and returns its variables."""
    with open(os.path.join(SOURCE, "docs", name), encoding="utf-8") as file:
        code = re.search(r"\n\n((?:    .*\n)+)", file.read())[1]
    names = {}
    exec(compile("\n".join(line[4:] for line in code.splitlines()), name, "exec"), names)
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
