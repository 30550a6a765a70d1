# SPDX-License-Identifier: BSD-2-Clause
"""Energy: the balance of kinetic, strain, damping and external work."""
import unittest

import numpy as np

from models import STATIC, cantilever
from run import run


class Energy(unittest.TestCase):
    """Without numerical dissipation kinetic + strain + damping - external stays what it was."""

    def drift(self, case, **keys):
        e = run(case, **keys).energy
        balance = e["total"] + e["damping"] - e["external"]
        return abs(balance - balance[0]).max() / max(abs(e["total"]).max(), abs(e["external"]).max())

    def test_balance_closes(self):
        for case in ("sdof", "bar_wave"):
            for scheme in ("trapezoidal", "lms4", "ss3", "generalized_alpha"):
                # direct solver; the roots at -1 of lms and ss let round-off grow like k^2 over a thousand steps and more
                bound = 1e-7 if scheme in ("lms4", "ss3") else 1e-9
                self.assertLess(self.drift(case, integrator=scheme, rho_inf=1), bound, f"{case} {scheme}")

    def test_balance_closes_to_solver_tolerance(self):
        for rtol in (1e-8, 1e-12):
            # an error of rtol |b| in 100 to 200 steps; |b| is some 100 times the forces that do the work
            self.assertLess(self.drift("wave2d", integrator="trapezoidal", ksp_rtol=rtol), 2e4 * rtol)

    def test_rayleigh_damping_is_accounted_for(self):
        self.assertLess(self.drift("wave2d", integrator="trapezoidal", ksp_rtol=1e-12, damping_mass=0.1, damping_stiffness=0.01), 1e-8)

    def test_work_of_a_moved_support(self):
        soft = {"integrator": "trapezoidal", "part_k1_stiffness": 3}
        self.assertLess(self.drift("stiff_soft", dt=0.02, **soft), 1e-11)
        # with mass on the support its own motion, which is exact, meets the rule for the work, which is of second order (and by
        # chance exact for a sine)
        soft["support_base_motion_x"] = "t^3*exp(-t)"
        heavy = {"parts": "k1,k2,m1,m2,anvil", "part_anvil_set": "base", "part_anvil_element": "mass", "part_anvil_mass": 2, **soft}
        drift = [self.drift("stiff_soft", dt=dt, **heavy) for dt in (0.02, 0.01)]
        self.assertLess(drift[1], 1e-4)
        self.assertGreater(np.log2(drift[0] / drift[1]), 1.8)

    def test_moved_support_that_holds_as_well(self):
        """A rigid motion strains nothing; the section's offset couples the displacement that the support moves with the rotations it holds."""
        moved = {"support_start_fix_rotation": "all", "support_start_motion_x": "t", "support_start_motion_y": 0, "support_start_motion_z": 0}
        for keys in ({"linearize": True}, {}):
            for offset in ("0,0", "0.1,0.2"):
                e = cantilever(**STATIC, **moved, part_beam_offset=offset, **keys).energy
                for k in ("strain", "external"):
                    self.assertLess(abs(e[k]).max(), 1e-8, f"{k} {keys} {offset}")  # of EA/L times 1 m x 1 m = 1e6 J

    def test_damper_on_a_moved_support(self):
        moved = {"integrator": "trapezoidal", "loads": "end", "load_end_force": "0,0,0", "initial_end_velocity_x": 0, "initial_end_displacement_x": 0,
                 "support_start_motion_x": "0.1*(1-cos(t))"}
        self.assertLess(self.drift("sdof", dt=0.02, **moved), 1e-10)

    def test_dissipative_schemes_lose_energy(self):
        e = run("wave2d", rho_inf=0).energy
        balance = e["total"] - e["external"]
        self.assertLess(balance[-1], -0.01 * e["external"][-1])


if __name__ == "__main__":
    unittest.main()
