# SPDX-License-Identifier: BSD-2-Clause
"""Numbers have a decimal point, also in a program that has called setlocale(LC_ALL, "") where users write a comma. A small library that is loaded with fsolve makes this
call."""
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

from run import FSOLVE, options

CALL = """
#include <locale.h>
#include <stdio.h>
#include <string.h>

__attribute__((constructor)) static void call(void)
{
  char text[8];

  setlocale(LC_ALL, "");
  snprintf(text, sizeof text, "%g", 1.5);
  if (strcmp(text, "1,5")) printf("the locale is not there\\n");
}
"""


class Locale(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.cwd = folder.name
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(cls.cwd, "de_DE.UTF-8")], check=True, capture_output=True, timeout=100)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", os.path.join(cls.cwd, "call.so"), "-x", "c", "-"], input=CALL, text=True, check=True, timeout=100)
        with open(os.path.join(cls.cwd, "table.csv"), "w") as f:
            f.write("0,0\n0.25,1.5\n1.5,-2.5e-1\n20,0.125\n")
        with open(os.path.join(cls.cwd, "table.txt"), "w") as f:
            f.write("0 0.5\n0.5 1.25\n20 1.75\n")

    def run_(self, name, words, comma):
        """The output of a run, its XDMF file, and what it printed."""
        here = {"LD_PRELOAD": os.path.join(self.cwd, "call.so"), "LOCPATH": self.cwd, "LC_ALL": "de_DE.UTF-8"} if comma else {}
        done = subprocess.run([FSOLVE] + words + ["-output", name + ".h5", "-overwrite"], capture_output=True, text=True, cwd=self.cwd, timeout=100, env={**os.environ, **here})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn("the locale is not there", done.stdout)
        found = {}
        with h5py.File(os.path.join(self.cwd, name + ".h5")) as f:
            f.visititems(lambda k, d: found.update({k: d[()]}) if isinstance(d, h5py.Dataset) else None)
        xdmf = ""
        if os.path.exists(os.path.join(self.cwd, name + ".xdmf")):
            with open(os.path.join(self.cwd, name + ".xdmf")) as f:
                xdmf = f.read()
        return found, xdmf, done.stdout

    def check(self, name, words):
        (expected, xdmf, _), (found, xdmf_found, printed) = (self.run_(name, words, comma) for comma in (False, True))
        self.assertEqual(set(found), set(expected))
        for key, value in expected.items():
            is_real = isinstance(value, np.ndarray) and value.dtype.kind == "f"
            self.assertTrue(np.array_equal(value, found[key], equal_nan=is_real), f"{key}: {found[key]}, expected {value}")
        self.assertEqual(xdmf_found, xdmf)
        return printed

    def test_formulas_tables_defaults(self):
        self.check("a", options("sdof", tables="f,g", table_f="table.csv", table_g="table.txt", load_sine_time="f(t)*0.5+sin(1.5*t)*g(t)", let="L=1.25,half=0.5*L",
                                load_cosine_force="half,0,0", t_end="1.25+0*L", output_every=50))

    def test_frame_and_releases(self):
        self.check("b", options("portal"))

    def test_mesh(self):
        self.check("c", options("inflated_membrane"))

    def test_spectrum(self):
        self.check("d", ["-analysis", "spectrum", "-spectrum_rho_inf", "0.25,0.5"])


if __name__ == "__main__":
    unittest.main()
