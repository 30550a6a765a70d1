# SPDX-License-Identifier: BSD-2-Clause
"""Beams, cables, membranes and trusses of large displacements on 1, 2, 3 and 8 ranks."""
import unittest

import same
from run import RELEASE, release


class Kept(same.Linear):
    def test_modified_newton(self):
        """Matrices are kept as well."""
        self.same(1e-10, "flying_beam", mesh_n=100, dt=0.01, t_end=0.2, output_every=10)


class Beams(same.Nonlinear):
    def test_beams(self):
        self.same("flying_beam", t_end=1, probes="start,inside", probe_inside_part="beam", probe_inside_point="3.3,3.6,0")

    def test_temperature(self):
        """Of beams, and of a linear lattice of bars and beams."""
        warm = dict(part_beam_expansion=1e-3, part_beam_temperature="20*y*sin(4*t)", part_beam_temperature_gradient_y="50*t")
        self.same("flying_beam", t_end=0.5, **warm)
        if RELEASE:
            self.same("flying_beam", t_end=0.5, linearize=True, **warm)

    def test_beams_of_three_nodes(self):
        """With a moved rotation, gravity, a moment fixed in space, a body at the end and springs of rotation in between."""
        self.same("flying_beam", several=same.MOST, mesh_order=2, mesh_n=7, t_end=0.4, dt=0.02, integrator="esdirk32_5l", parts="beam,tip,hinge", part_tip_set="end", part_tip_element="body",
                  part_tip_mass=2, part_tip_inertia="1,2,3,0,0,0", part_tip_center="0.1,0,0", part_hinge_set="end", part_hinge_element="rotational_spring",
                  part_hinge_stiffness=5, part_hinge_damping=0.1, supports="start", support_start_fix="all", support_start_rotation_z="sin(t)", gravity="0,0,-9.81",
                  loads="turn", load_turn_set="end", part_beam_damping=0.01, part_beam_offset="0.1,0.2")

    @release
    def test_static_membrane(self):
        self.same("inflated_membrane")

    @release
    def test_cable(self):
        self.same("hanging_cable", t_end=0.25)

    @release
    def test_slack_cable(self):
        """It has no stiffness at the start: MUMPS puts off its pivots beyond the workspace that it has estimated, which is no end of memory."""
        self.same("mooring", t_end=0.5)

    def test_explicit_beams(self):
        """The inertia of a node is summed over ranks."""
        self.same("flying_beam", mesh_n=12, integrator="ce5", dt=2e-4, t_end=0.02, part_beam_mass="lumped", part_beam_offset="0.1,0.2", parts="beam,tip", part_tip_set="end",
                  part_tip_element="body", part_tip_mass=2, part_tip_inertia="1,2,3,0,0,0", part_tip_center="0.1,0,0", gravity="0,0,-9.81")

    @release
    def test_explicit_truss(self):
        self.same("truss_pendulum", integrator="central_difference", dt=1e-3, t_end=1)


if __name__ == "__main__":
    unittest.main()
