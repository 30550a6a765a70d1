# SPDX-License-Identifier: BSD-2-Clause
"""The file that a linear analysis of schemes writes."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from run import fsolve


class Spectrum(unittest.TestCase):
    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, f"{ranks}.h5") for ranks in (1, 3)]
            for ranks, path in zip((1, 3), paths):
                done = fsolve(["-analysis", "spectrum", "-spectrum_schemes", "lms3,esdirk43_6l,hht", "-output", path], ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(paths[0]) as one, h5py.File(paths[1]) as three:
                self.assertEqual(sorted(one["spectrum/lms3"]), ["rho_0", "rho_0.6", "rho_1"])
                self.assertEqual(sorted(one["spectrum/hht"]), ["rho_0.6", "rho_1"])  # rho_inf 0 is below its range
                group = one["spectrum/lms3/rho_0.6"]
                for name, data in group.items():
                    np.testing.assert_array_equal(data[:], three["spectrum/lms3/rho_0.6"][name][:])
                k = np.argmin(abs(group["dt_over_nT"][:] - 0.1))
                self.assertAlmostEqual(group["dt_over_nT"][k], 0.1, places=12)
                self.assertAlmostEqual(group["radius"][k], 0.999995607218, delta=1e-9)
                moduli = np.hypot(group["roots"][:, 0::2], group["roots"][:, 1::2])
                np.testing.assert_allclose(moduli.max(axis=1), group["radius"][:])


if __name__ == "__main__":
    unittest.main()
