# SPDX-License-Identifier: BSD-2-Clause
"""Every case of inputs/ has the same bits as the program if C or Python runs it on one rank, and the same numbers on three."""
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

from handle import OWN, contents, drive
from run import LAUNCH, SOURCE, fsolve

SHORT = {  # motions of many steps
    name: {"t_end": end}
    for name, end in {"bar_wave": 1e-4, "bridge": 0.1, "chain_drive": 0.1, "cardan_shaft": 0.1, "hammer": 4e-4, "seven_body": 0.003, "slider_crank": 0.1,
                      "wave2d": 3}.items()
}
# On three ranks some sums depend on the order in which messages arrive, also in two runs of the program.
ARRIVAL = 1e-6  # of the largest value of a result; Newton's method stops at 1e-8 of the forces
ROUND_OFF = 1e-12  # results that are 0 but for round-off, as violations of constraints
NOISE = ("solver", "residual", "angular_momentum")  # counts that may differ by one, residuals, sums of a plane net that cancel
SYMMETRIC = {"dome", "star_dome"}  # their double modes and branches have any direction, which round-off decides
PYTHON = "import sys, fsolve; fsolve.Case(sys.argv[1], output=sys.argv[2]).run()"


class EveryInput(unittest.TestCase):
    def assert_same(self, path, expected, ranks):
        got = contents(path)
        self.assertEqual(set(got), set(expected))
        for name in sorted(expected):
            a, b = (np.asarray(found[name]) for found in (got, expected))
            if name.strip("@") in OWN or ranks > 1 and set(name.split("/")) & set(NOISE):
                continue
            if ranks > 1 and b.dtype.kind == "f" and b.size:
                np.testing.assert_allclose(a, b, rtol=0, atol=ARRIVAL * np.nanmax(abs(b)) + ROUND_OFF, err_msg=f"{path}: {name}")
            else:
                np.testing.assert_array_equal(a, b, err_msg=f"{path}: {name}")

    def check(self, name, ranks, folder):
        case, files = os.path.join(folder, name + ".opts"), [os.path.join(folder, f"{name}{ranks}_{k}.h5") for k in ("program", "c", "python")]
        with open(case, "w") as f:
            f.write(f"-options_file {SOURCE}/inputs/{name}.opts\n")
            f.writelines(f"-{k} {v}\n" for k, v in SHORT.get(name, {}).items())
        done = fsolve(["-options_file", case, "-output", files[0]], ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = drive("run", case, files[1], ranks=ranks)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        start = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
        done = subprocess.run(start + [sys.executable, "-c", PYTHON, case, files[2]], capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        expected = contents(files[0])
        for path in files[1:]:
            self.assert_same(path, expected, ranks)

    def test_same_bits(self):
        for file in sorted(os.listdir(os.path.join(SOURCE, "inputs"))):
            name, kind = os.path.splitext(file)
            for ranks in ((1,) if name in SYMMETRIC else (1, 3)) if kind == ".opts" else ():
                with self.subTest(case=name, ranks=ranks), tempfile.TemporaryDirectory() as folder:
                    self.check(name, ranks, folder)


if __name__ == "__main__":
    unittest.main()
