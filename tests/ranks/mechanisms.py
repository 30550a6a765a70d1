# SPDX-License-Identifier: BSD-2-Clause
"""Mechanisms on 1, 2, 3 and 8 ranks: most joints straddle ranks."""
import unittest

import same
from run import RELEASE


class Mechanisms(same.Nonlinear):
    def test_rigid_mechanism(self):
        """Seven bodies and eleven joints on up to eight ranks: most joints straddle ranks."""
        cases = [{"integrator": "esdirk43_6l", "stabilize": "projection"}]
        more = [{}, {"integrator": "hht_si2"}, {"integrator": "ss4", "stabilize": "velocity"}, {"integrator": "hht_add"}, {"integrator": "ce5"}]
        for keys in cases + (more if RELEASE else []):
            with self.subTest(f"{keys}"):
                self.same("seven_body", mechanism=True, several=same.RANKS if "stabilize" in keys else (3,), t_end=1.2e-4, dt=2e-5, probes="crank,knee", probe_knee_set="EBD", **keys)

    def test_flexible_mechanism(self):
        """Beams on joints, a motor, a misfit that is corrected at the start. Accelerations and reactions see what Newton's method leaves over dt^2."""
        self.same("four_bar", mechanism=True, t_end=-20.8)

    def test_shaft(self):
        """A motor, a bearing, gravity, a damper that is a formula, an eccentric disk."""
        self.same("rotating_shaft", mechanism=True, t_end=-0.9, dt=2e-3)

    def test_chain(self):
        """A chain of a pattern, each rank its own links; with springs at the joints, an equilibrium, and more ranks than links."""
        if RELEASE:
            self.same("chain", mechanism=True, let="links=13,l=1", member_link_order=2, part_link_young=1e8)
        self.same("chain", mechanism=True, several=same.MOST, let="links=5,l=1", joint_anchor_type="revolute", joint_anchor_axis="0,1,0", joint_anchor_angle_stiffness=300, joint_joints_type="revolute", joint_joints_axis="0,1,0",
                  joint_joints_angle_stiffness=300, initial_static=True)


if __name__ == "__main__":
    unittest.main()
