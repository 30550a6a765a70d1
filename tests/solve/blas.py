# SPDX-License-Identifier: BSD-2-Clause
"""Results do not depend on the BLAS, and the first line of a run with large factors names it."""
import glob
import os
import re
import subprocess
import tempfile
import unittest

import h5py
import numpy as np
from run import FSOLVE, LAUNCH, options, release

FOLDERS = sorted(os.path.dirname(path) for pattern in ("blas", "openblas-*", "blis-*", "atlas") for path in glob.glob(f"/usr/lib/*/{pattern}/libblas.so.3"))
SHELLS = {"linearize": True, "mesh": "rectangle", "mesh_n": "12,10", "mesh_upper": "1,0.8", "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_thickness": 0.01, "part_p_young": 7e10,
          "part_p_poisson": 0.3, "part_p_density": 2700, "supports": "left,right"}


def run(folder, ranks, *words):
    """The output of a run with the BLAS of a folder, or with that of the system."""
    env = {**os.environ, **({"LD_LIBRARY_PATH": folder + ":" + os.environ.get("LD_LIBRARY_PATH", "")} if folder else {})}
    launch = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
    return subprocess.run([*launch, FSOLVE, *words], capture_output=True, text=True, env=env, timeout=300)


class Blas(unittest.TestCase):
    def test_named(self):
        """A factorization by MUMPS of 20,000 dofs says which BLAS it has; a small one does not."""
        large = {**SHELLS, "mesh_n": "60,60", "analysis": "modes", "modes": 1, "output": "none"}
        first = run(None, 1, *options(**large)).stdout.splitlines()[0]
        self.assertRegex(first, r"\d+ dofs, shift and inversion by SLEPc and MUMPS, BLAS /\S*blas\S*\.so")
        path = re.search(r"BLAS (/\S*)", first)[1]
        linked = re.search(r"libblas\.so\.3 => (\S+)", subprocess.run(["ldd", FSOLVE], capture_output=True, text=True).stdout)
        if linked:
            self.assertEqual(path, os.path.realpath(linked[1]))
        self.assertNotIn("BLAS", run(None, 1, *options(**{**large, "mesh_n": "6,6"})).stdout)

    @release
    @unittest.skipUnless(len(FOLDERS) > 1, "there is one BLAS")
    def test_agree(self):
        """Frequencies, a static solution by MUMPS and one of a mechanism by UMFPACK or fronts, with each BLAS, on one and three ranks."""
        cases = (("modes/frequency", 1e-10, options(**SHELLS, analysis="modes", modes=5)),
                 ("history/energy/strain", 1e-10, options(**SHELLS, analysis="static", loads="q", load_q_set="all", load_q_pressure=1e3)),
                 ("history/energy/kinetic", 1e-9, options("four_bar", t_end=0.05)))
        with tempfile.TemporaryDirectory() as at:
            for ranks in (1, 3):
                for name, within, words in cases:
                    values = []
                    for folder in FOLDERS:
                        done = run(folder, ranks, *words, "-output", os.path.join(at, "x.h5"), "-overwrite")
                        self.assertEqual(done.returncode, 0, done.stderr)
                        with h5py.File(os.path.join(at, "x.h5")) as file:
                            values.append(file[name][:])
                    for value in values[1:]:
                        np.testing.assert_allclose(value, values[0], rtol=within, atol=within * np.abs(values[0]).max(), err_msg=name)


if __name__ == "__main__":
    unittest.main()
