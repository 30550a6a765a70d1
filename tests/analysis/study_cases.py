"""The studies of inputs/: what inputs/README.md says of them."""
import unittest

import numpy as np

from studies import modes, study


class Cases(unittest.TestCase):
    def test_drum(self):
        out = modes("drum", quiet=True)
        k, l = np.meshgrid(np.arange(1, 6), np.arange(1, 6))
        exact = np.sort((np.sqrt(1000 / 0.3) * np.sqrt(k**2 / 4 + l**2) / 2).ravel())[:6]
        np.testing.assert_allclose(out["frequency"][:6], exact, rtol=5e-3)  # (k h)^2 / 24 of a mode along a side of 32 elements: 4e-3
        np.testing.assert_allclose(out["damping"], 0.01, rtol=1e-9)
        f = out["frequency"][:3]
        out = study("history", "drum", analysis="response", quiet=True, response_frequencies=",".join(f"{v:.17g}" for v in f))
        size = np.hypot(out["middle/real/displacement"], out["middle/imaginary/displacement"])[:, 2]
        self.assertGreater(size[0], 20 * size[1])  # the second mode has a node in the middle, and a mean of 0
        self.assertGreater(size[2], 2 * size[1])

    def test_blade(self):
        out = study("history", "blade", quiet=True, spin_speeds="0,40,80,90,100")
        f = out["campbell/frequency"]
        self.assertGreater(out["campbell/mac"].min(), 0.9)
        self.assertLess(f[-2, 1], f[-2, 2])
        self.assertGreater(f[-1, 1], f[-1, 2])  # flap and lag have crossed
        np.testing.assert_allclose(f[0, :3], [4.936, 31.05, 49.22], rtol=1e-3)  # the digits of inputs/README.md
        slender = np.array([1.8751, 4.6941]) ** 2 / (2 * np.pi) * np.sqrt(7e10 * 0.006**2 / 12 / 2700)
        np.testing.assert_allclose(f[0, :2], slender, rtol=5e-3)  # of 24 elements: (lambda h)^2 / 12 = 3e-3, and shear


if __name__ == "__main__":
    unittest.main()
