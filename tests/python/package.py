# SPDX-License-Identifier: BSD-2-Clause
"""The Python package: its version, its imports, and its installation by pip without a network."""
import ast
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import fsolve
from run import FSOLVE, SOURCE

PACKAGE = os.path.join(SOURCE, "python", "fsolve")
OLD = ("beams", "draw", "file", "model", "nodal", "runs", "signal", "vtu")  # fsolve_<name>
# A case that needs no mesh file, and what a user does with it.
USE = """
import os, fsolve, fsolve_beams
from fsolve.beams import Sections
assert fsolve_beams.Sections is Sections
r = fsolve.run(mesh="line", mesh_n=1, parts="spring,mass", part_spring_set="all",
               part_spring_element="spring", part_spring_stiffness=1, part_mass_set="end",
               part_mass_element="mass", part_mass_mass=1, supports="start", probes="end",
               initials="end", initial_end_displacement_x=1, dt=0.1, t_end=1, output="out.h5")
assert abs(r.history("end/displacement", "x")[0] - 1) < 1e-14
from fsolve.solid.outline import of_profile
assert abs(of_profile("IPE300", "m").max() - 0.15) < 1e-14  # half the depth
print(fsolve.__version__, os.path.dirname(fsolve.__file__))
"""


IN_WHEEL = """
import fsolve, fsolve.fmu, fsolve.runs, os, subprocess
model = fsolve.Model(mesh="frame", points={"m": (0, 0, 0)}, parts={"m": {"element": "body", "mass": 2, "inertia": (1, 1, 1, 0, 0, 0)}},
                     loads={"m": {"force": (0, 0, 6)}}, probes={"m": {}}, integrator="trapezoidal", dt=0.01, t_end=1, quiet=True)
assert abs(model.run()["m/displacement"][-1, 2] - 1.5) < 1e-12
model.write("falling.opts")
subprocess.run([fsolve.runs.program(), "falling.opts", "-output", "falling.h5", "-overwrite"], check=True, stdout=subprocess.DEVNULL)
assert os.path.exists("falling.h5")
from fsolve.solid.outline import of_profile
assert abs(of_profile("IPE300", "m").max() - 0.15) < 1e-14
print(fsolve.library_path(), fsolve.fmu.unit_path(), fsolve.runs.program())
"""


def version():
    """The version of the project, which include/fs/version.h has."""
    with open(os.path.join(SOURCE, "include", "fs", "version.h"), encoding="utf-8") as file:
        text = file.read()
    return ".".join(re.search(rf"#define FS_VERSION_{part} +(\d+)", text)[1] for part in ("MAJOR", "MINOR", "SUBMINOR"))


def imported(path):
    """Returns the modules of the package that a file imports when it is run."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for_types = {n for branch in ast.walk(tree) if isinstance(branch, ast.If)
                 and getattr(branch.test, "id", "") == "TYPE_CHECKING" for n in ast.walk(branch)}
    found = set()
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return {name for name in found if name.split(".")[0] == "fsolve"}


class Package(unittest.TestCase):
    def test_one_version(self):
        self.assertEqual(fsolve.__version__, version())

    def test_no_circle(self):
        """No module imports one that imports it, directly or not, also not within functions."""
        files = {}
        for path in glob.glob(os.path.join(PACKAGE, "**", "*.py"), recursive=True):
            name = os.path.relpath(path, os.path.dirname(PACKAGE))[:-3].replace(os.sep, ".")
            files[name.removesuffix(".__init__")] = path
        # The names of fsolve itself, such as fsolve.Result, are those of fsolve/__init__.py.
        uses = {name: {m for m in imported(path) if m in files and m != name}
                for name, path in files.items()}
        for name in uses:  # "from fsolve import draw" uses draw alone
            with open(files[name], encoding="utf-8") as file:
                text = file.read()
            names = re.findall(r"from fsolve import ([\w, ]+)", text)
            words = {w.strip() for line in names for w in line.split(",")}
            if words and not words & {"FsolveError", "Result", "run", "sweep"}:
                uses[name].discard("fsolve")
        done, path = set(), []

        def visit(name):
            self.assertNotIn(name, path, " -> ".join([*path, name]))
            if name in done:
                return
            path.append(name)
            for other in sorted(uses[name]):
                visit(other)
            done.add(path.pop())

        for name in uses:
            visit(name)
        self.assertIn("fsolve.error", uses["fsolve.file"])  # that uses are found at all

    def test_earlier_names(self):
        """The modules of earlier releases are those of the package."""
        code = "import fsolve\n" + "".join(
            f"import fsolve_{m}, fsolve.{m}\nassert fsolve_{m} is fsolve.{m}\n" for m in OLD)
        for folder in ("scripts", "python"):
            env = {**os.environ, "PYTHONPATH": os.path.join(SOURCE, folder)}
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                                  env=env, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_module_hides_another_package(self):
        """Modules of ours do not have the names of packages that users may have."""
        folders = ("python", "scripts", "tools")
        ours = {name.removesuffix(".py") for folder in folders
                for name in os.listdir(os.path.join(SOURCE, folder)) if name.endswith(".py")}
        self.assertIn("fsolve_beams", ours)
        self.assertFalse(ours & ({"gmsh", "meshio", "pandas", "numpy", "h5py", "matplotlib"}
                                 | set(sys.stdlib_module_names)))


class Installed(unittest.TestCase):
    """pip installs the package from the sources alone: without a network and without build/."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.source = os.path.join(cls.folder, "source")
        os.mkdir(cls.source)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(os.path.join(SOURCE, name), cls.source)
        for name in ("python", "share"):
            shutil.copytree(os.path.join(SOURCE, name), os.path.join(cls.source, name), ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        cls.env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        cls.env.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", HOME=cls.folder)

    def run_(self, *words, **env):
        done = subprocess.run(words, capture_output=True, text=True, timeout=200, cwd=self.folder,
                              env={**self.env, **env})
        self.assertEqual(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def check(self, python, below, **env):
        """Checks that python finds the package below a folder, runs a case and draws it."""
        for name in glob.glob(os.path.join(self.folder, "out*")):
            os.remove(name)
        said = self.run_(python, "-c", USE, FSOLVE=FSOLVE, **env).split()
        self.assertEqual(said[0], version())
        self.assertEqual(os.path.commonpath([os.path.realpath(said[1]), below]), below)
        said = self.run_(python, "-m", "fsolve.plot", "history", "out.h5", "end/displacement",
                         **env)
        self.assertEqual(said, "out_history.png\n")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "out_history.png")))

    def test_prefix(self):
        prefix = os.path.join(os.path.realpath(self.folder), "prefix")
        self.run_("/usr/bin/python3", "-m", "pip", "install", "--no-build-isolation", "--no-deps",
                  "--prefix", prefix, self.source)
        packages, = {os.path.dirname(p) for p in glob.glob(
            os.path.join(prefix, "**", "fsolve"), recursive=True) if os.path.isdir(p)}
        self.assertTrue(glob.glob(os.path.join(packages, f"fsolve-{version()}.dist-info")))
        self.assertTrue(os.path.exists(os.path.join(packages, "fsolve", "py.typed")))
        self.check("/usr/bin/python3", prefix, PYTHONPATH=packages)

    def test_venv(self):
        venv = os.path.join(os.path.realpath(self.folder), "venv")
        self.run_("/usr/bin/python3", "-m", "venv", "--system-site-packages", venv)
        python = os.path.join(venv, "bin", "python")
        self.run_(python, "-m", "pip", "install", "--no-build-isolation", self.source)  # beside Debian's numpy and h5py
        self.check(python, venv)

    @unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
    def test_wheel(self):
        """scripts/wheel packs the library, the unit of FMI and the program; a fresh environment installs it without a network and runs cases."""
        folder = os.path.join(os.path.realpath(self.folder), "wheel")
        wheel = self.run_(os.path.join(SOURCE, "scripts", "wheel"), folder, os.environ["FSOLVE_BUILD"]).strip()
        self.assertRegex(os.path.basename(wheel), rf"^fsolve-{version()}-py3-none-linux_\w+\.whl$")
        venv = os.path.join(folder, "venv")
        self.run_("/usr/bin/python3", "-m", "venv", "--system-site-packages", venv)
        python = os.path.join(venv, "bin", "python")
        self.run_(python, "-m", "pip", "install", wheel)
        env = {k: v for k, v in self.env.items() if not k.startswith("FSOLVE") and k != "LD_LIBRARY_PATH"}
        done = subprocess.run([python, "-c", IN_WHEEL], capture_output=True, text=True, timeout=200, cwd=self.folder, env=env, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for path in done.stdout.split():
            self.assertEqual(os.path.commonpath([os.path.realpath(path), venv]), venv)
            self.assertTrue(os.path.exists(path))


if __name__ == "__main__":
    unittest.main()
