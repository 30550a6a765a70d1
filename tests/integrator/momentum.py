"""Momentum of a flying beam: kept, or kept to the order of the scheme."""
import unittest

import numpy as np

from models import orders
from run import run


class Momentum(unittest.TestCase):
    def test_flying_beam(self):
        """From t = 5 on nothing acts. Linear momentum is 8 (2.5 s of mean force) exactly, for every scheme of Runge-Kutta type; multi-step schemes and those with an
        averaged acceleration remember the load for some steps. Angular momentum is kept to the order of the scheme, none keeps it exactly."""
        after = lambda out, t: out.time > t
        for scheme in ("trapezoidal", "bathe", "msstc3", "esdirk32_5l", "esdirk43_6l", "mssth3", "tr_bdf2_q"):
            out = run("flying_beam", integrator=scheme, t_end=8)
            P = out.history["momentum"][after(out, 5.05)]
            self.assertLess(np.ptp(P, axis=0).max(), 1e-9 * 20, scheme)
            self.assertAlmostEqual(P[-1, 0], 20, delta=1e-4 * 20, msg=scheme)  # kinks of the force within steps
        for scheme in ("lms2", "lms4", "ss2", "ss4", "generalized_alpha", "hht"):
            out = run("flying_beam", integrator=scheme, t_end=12)
            P = out.history["momentum"][after(out, 10)]  # rho_inf^100 of what was remembered
            self.assertLess(np.ptp(P, axis=0).max(), 1e-7 * 20, scheme)

    def test_angular_momentum(self):
        for scheme, order in (("trapezoidal", 2), ("ss4", 2), ("esdirk43_6l", 4)):
            drift = []
            for dt in (0.1, 0.05):
                out = run("flying_beam", integrator=scheme, dt=dt, t_end=8)
                L = out.history["angular_momentum"][out.time > 6]
                drift.append(np.ptp(L, axis=0).max())
            self.assertGreater(orders(drift)[-1], order - 0.5, f"{scheme} {drift}")


if __name__ == "__main__":
    unittest.main()
