# SPDX-License-Identifier: BSD-2-Clause
"""Lines on the screen: that nobody reads, and with control characters in names."""
import os
import subprocess
import tempfile
import unittest

import h5py

import gmsh_file  # tools/
from run import FSOLVE, options


class Screen(unittest.TestCase):
    def test_closed_pipe(self):
        """Nobody reads the lines any more: the output is whole. mpirun itself dies then (README), the file remains readable."""
        for words in ([], ["-log_view"], ["-ksp_monitor", "-ksp_type", "cg", "-pc_type", "jacobi"]):
            with self.subTest(words=words), tempfile.TemporaryDirectory() as folder:
                run = subprocess.Popen([FSOLVE] + options("wave2d", mesh_n="20,20", output="out.h5") + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder)
                run.stdout.close()
                self.assertEqual(run.wait(60), 0)
                with h5py.File(os.path.join(folder, "out.h5")) as f:
                    self.assertEqual(len(f["history/time"]), f.attrs["steps"] + 1)
                    self.assertEqual(len(f["snapshots/time"]), 1)


class ControlCharacters(unittest.TestCase):
    """Names from outside are printed as text: \\x1b, so that they cannot steer a terminal."""

    def said(self, words, cwd):
        done = subprocess.run([FSOLVE] + words, capture_output=True, cwd=cwd, timeout=60)
        for text in (done.stdout, done.stderr):
            self.assertEqual([byte for byte in text if byte < 32 and byte not in b"\n"] + [byte for byte in text if byte == 127], [], text)
        return done.returncode, (done.stdout + done.stderr).decode()

    def test_names(self):
        ugly, shown = "a\x1b[31m\x07b\x7fc\x9bü", r"a\x1b[31m\x07b\x7fc\xc2\x9bü"
        part = {"parts": "p", "part_p_element": "bar", "part_p_young": 1, "part_p_area": 1, "part_p_density": 1, "dt": 1, "t_end": 1}
        with tempfile.TemporaryDirectory() as cwd:
            gmsh_file.write(os.path.join(cwd, "mesh.msh"), [(0, 0, 0), (1, 0, 0), (2, 0, 0)], {ugly: (gmsh_file.LINE, [(0, 1), (1, 2)])})
            for words in (options(mesh="mesh.msh", part_p_set="q", **part), options(mesh=ugly, **part), [ugly], ["-" + ugly, "1"], options("sdof", integrator=ugly),
                          options("sdof", output=ugly + ".h5"), options("sdof", log_view=":" + ugly), options("sdof", t_end=ugly), options("sdof", ksp_type=ugly)):
                status, text = self.said(words, cwd)
                self.assertEqual(status, 2, text)
                self.assertIn(shown, text)
                self.assertEqual(text.count("\n"), 1, text)
            self.assertEqual(os.listdir(cwd), ["mesh.msh"])
            status, text = self.said(options(mesh="mesh.msh", part_p_set=ugly, show="model", **part), cwd)
            self.assertEqual(status, 0, text)
            self.assertIn(shown, text)

    def test_latin_1(self):
        """Bytes that are not UTF-8 are shown as numbers, too."""
        status, text = self.said([b"-\xe9t\xe9", "1"], None)
        self.assertEqual((status, r"-\xe9t\xe9" in text), (2, True), text)


if __name__ == "__main__":
    unittest.main()
