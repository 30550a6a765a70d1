"""The same answer on 1, 2, 3 and 8 ranks: below 10 times the solver tolerance, 1e-11 with direct solvers; more ranks than cells.
The tolerance is on displacements relative to the largest of the run. A wave run solves for q with an error rtol |q|: velocity and
acceleration are its differences over dt and dt^2, so theirs is measured against |q|/dt and |q|/dt^2 as well."""
import os
import unittest

import numpy as np

from run import SOURCE, run

RANKS = (2, 3, 8)
MSH = os.path.join(SOURCE, "tests", "msh")
LU = {"ksp_type": "preonly", "pc_type": "lu"}
MUMPS = {"pc_factor_mat_solver_type": "mumps"}


class Ranks(unittest.TestCase):
    def same(self, tolerance, case, energy_tolerance=None, **keys):
        one = run(case, **keys)
        for ranks in RANKS:
            with self.subTest(f"{case} {ranks}"):
                other = run(case, ranks=ranks, **keys)
                self.assertEqual(other.attrs["ranks"], ranks)
                self.assertEqual(other.attrs["dofs"], one.attrs["dofs"])
                np.testing.assert_array_equal(np.sort(other.node_id), np.sort(one.node_id))
                dt = one.time[1] - one.time[0]
                most = max([abs(one.frames[-1]["displacement"]).max()] + [abs(p["displacement"]).max() for p in one.probe.values()])
                for power, field in enumerate(("displacement", "velocity", "acceleration")):
                    for frame in range(len(one.frames)):
                        a, b = one.by_id(field, frame), other.by_id(field, frame)
                        scale = max([most / dt**power] + [abs(one.by_id(field, f)).max() for f in range(len(one.frames))])
                        self.assertLessEqual(abs(a - b).max(), tolerance * scale, f"{field}, frame {frame}")
                    for p in one.probe:
                        a, b = one.probe[p][field], other.probe[p][field]
                        scale = max(abs(a).max(), abs(one.probe[p]["displacement"]).max() / dt**power, most / dt**power)
                        self.assertLessEqual(abs(a - b).max(), tolerance * scale, f"{field} of {p}")
                for k in ("kinetic", "strain", "total", "damping", "external"):
                    bound = energy_tolerance or 2 * tolerance * abs(one.energy["total"]).max()
                    self.assertLessEqual(abs(one.energy[k] - other.energy[k]).max(), bound, k)

    def test_grid_iterative(self):
        self.same(1e-7, "wave2d", output_every=30)

    def test_grid_incomplete_cholesky(self):
        self.same(1e-7, "wave2d", dt=0.6, operator="assembled")

    def test_operators(self):
        """Matrix-free and assembled: the same iterates, so the same answer to round-off, also with long steps and damping."""
        for keys in ({}, {"dt": 0.6, "damping_mass": 0.1, "damping_stiffness": 0.01}):
            assembled = run("wave2d", operator="assembled", pc_type="jacobi", **keys)
            for ranks in (1, *RANKS):
                with self.subTest(f"{keys} {ranks}"):
                    free = run("wave2d", ranks=ranks, operator="matrix_free", **keys)
                    for field in ("displacement", "velocity", "acceleration"):
                        a, b = assembled.by_id(field, -1), free.by_id(field, -1)
                        self.assertLessEqual(abs(a - b).max(), 1e-10 * abs(a).max(), field)
                    np.testing.assert_allclose(free.energy["total"], assembled.energy["total"], rtol=0, atol=1e-12 * abs(assembled.energy["total"]).max())
        self.same(1e-7, "wave2d", operator="matrix_free", dt=0.6)
        self.same(1e-7, "wave2d", operator="matrix_free", pc_type="ksp", ksp_ksp_type="chebyshev", ksp_pc_type="jacobi", ksp_ksp_max_it=3)

    def test_modified_newton(self):
        """Matrices are kept as well."""
        self.same(1e-10, "flying_beam", mesh_n=100, dt=0.01, t_end=0.3, output_every=10)

    def test_triangles(self):
        self.same(1e-7, "wave2d", mesh_cell="triangle", mesh_n="31,17")

    def test_grid_direct(self):
        self.same(1e-11, "wave2d", mesh_n="30,30", **LU, **MUMPS)

    def test_bar_direct(self):
        """Operators take one row's values for a class of rows, which differ as the coordinates are rounded, by 1e-13."""
        self.same(1e-11, "bar_wave", t_end=5e-5, operator="assembled")
        self.same(1e-10, "bar_wave", t_end=2e-4)

    def test_moved_support(self):
        """A membrane shaken at one edge, with damping: work, reactions and ghosts of moved dofs."""
        self.same(1e-11, "wave2d", mesh_n="12,9", supports="left,right", support_left_motion_z="t^2*exp(-t)", damping_mass=0.1,
                  damping_stiffness=0.01, t_end=4, dt=0.1, probes="left", probe_left_point="0,8,0", output_every=10, **LU, **MUMPS)

    def test_gmsh_membrane_with_bars(self):
        """A file with surfaces, lines and a point; a mass in the corner, bars that stiffen the rim in the plane."""
        keys = {"mesh": os.path.join(MSH, "plate_msh41_binary.msh"), "parts": "skin,rim,corner", "part_skin_element": "membrane", "part_skin_tension": 1,
                "part_skin_mass_per_area": 1, "part_rim_element": "bar", "part_rim_young": 10, "part_rim_area": 1, "part_rim_density": 1,
                "part_corner_element": "mass", "part_corner_mass": 0.5, "supports": "left", "support_left_fix": "xy", "loads": "push",
                "load_push_set": "skin", "load_push_traction": "0,0,1", "load_push_time": "t<0.5", "initials": "skin",
                "initial_skin_velocity_z": "x*(1-y)", "probes": "corner", "dt": 0.05, "t_end": 2, "integrator": "esdirk43_6l"}
        self.same(1e-11, None, **keys)

    def test_gmsh_frame_in_space(self):
        keys = {"mesh": os.path.join(MSH, "frame_msh22_binary.msh"), "parts": "bars", "part_bars_set": "every bar", "part_bars_element": "bar",
                "part_bars_young": 100, "part_bars_area": 1, "part_bars_density": 1, "supports": "tip", "loads": "joint", "load_joint_force": "1,2,3",
                "dt": 0.01, "t_end": 1, "probes": "joint"}
        self.same(1e-11, None, **keys)

    def test_more_ranks_than_cells(self):
        self.same(1e-11, "sdof")
        self.same(1e-11, "stiff_soft", t_end=2, energy_tolerance=1e7 * 1e-15)  # k1 q^2 times round-off
        self.same(1e-11, "wave2d", mesh_n="2,1", t_end=1)


class Nonlinear(unittest.TestCase):
    """Newton's method ends when 1e-10 of the displacement is left: so much may differ, times what a step of a scheme makes of it."""

    def same(self, case, tolerance=1e-8, mechanism=False, **keys):
        one = run(case, **keys)
        dt = one.time[1] - one.time[0]
        most = max(np.abs(p["displacement"]).max() for p in one.probe.values() if "velocity" in p)
        for ranks in RANKS:
            with self.subTest(f"{case} {ranks}"):
                other = run(case, ranks=ranks, **keys)
                self.assertEqual(other.attrs["ranks"], ranks)
                for p, series in one.probe.items():
                    for k, values in series.items():
                        scale = np.abs(values).max() + (np.abs(series["force"]).max() if k in ("force", "moment") else 0)
                        if mechanism and k in ("acceleration", "reaction"):  # differences of displacements over dt^2
                            scale += most / dt**2
                        np.testing.assert_allclose(other.probe[p][k], values, atol=tolerance * max(scale, 1e-3), err_msg=f"{p} {k}")
                for k in ("displacement", "rotation"):
                    if k in one.frames[-1]:
                        a, b = one.by_id(k), other.by_id(k)
                        self.assertLess(np.abs(a - b).max(), tolerance * max(1, np.abs(a).max()), k)
                for k in one.energy:
                    self.assertLess(np.abs(one.energy[k] - other.energy[k]).max(), 10 * tolerance * np.abs(one.energy["total"]).max(), k)
                for k in ("momentum", "angular_momentum"):
                    self.assertLess(np.abs(one.history[k] - other.history[k]).max(), 10 * tolerance * max(1, np.abs(one.history[k]).max()), k)

    def test_beams(self):
        self.same("flying_beam", t_end=2, probes="start,inside", probe_inside_part="beam", probe_inside_point="3.3,3.6,0")

    def test_beams_of_three_nodes(self):
        """With a moved rotation, gravity, a moment fixed in space, a body at the end and springs of rotation in between."""
        self.same("flying_beam", mesh_order=2, mesh_n=7, t_end=1, dt=0.02, integrator="esdirk32_5l", parts="beam,tip,hinge", part_tip_set="end", part_tip_element="body",
                  part_tip_mass=2, part_tip_inertia="1,2,3,0,0,0", part_tip_center="0.1,0,0", part_hinge_set="end", part_hinge_element="rotational_spring",
                  part_hinge_stiffness=5, part_hinge_damping=0.1, supports="start", support_start_fix="all", support_start_rotation_z="sin(t)", gravity="0,0,-9.81",
                  loads="turn", load_turn_set="end", part_beam_damping=0.01, part_beam_offset="0.1,0.2")

    def test_static_membrane(self):
        self.same("inflated_membrane")

    def test_cable(self):
        self.same("hanging_cable", t_end=0.5)

    def test_rigid_mechanism(self):
        """Seven bodies and eleven joints on up to eight ranks: most joints straddle ranks."""
        for keys in ({}, {"integrator": "esdirk43_6l", "stabilize": "projection"}, {"integrator": "ss4", "stabilize": "velocity"}, {"integrator": "hht_si2"}, {"integrator": "hht_add"}, {"integrator": "ce5"}):
            with self.subTest(f"{keys}"):
                self.same("seven_body", mechanism=True, t_end=2e-3, dt=2e-5, probes="crank,knee", probe_knee_set="EBD", **keys)

    def test_flexible_mechanism(self):
        """Beams on joints, a motor, a misfit that is corrected at the start. Accelerations and reactions see what Newton's method leaves over dt^2."""
        self.same("four_bar", mechanism=True, t_end=-20.5)

    def test_shaft(self):
        """A motor, a bearing, gravity, a damper that is a formula, an eccentric disk."""
        self.same("rotating_shaft", mechanism=True, t_end=-0.2, dt=2e-3)

    def test_chain(self):
        """A generated chain, each rank its own links; with springs at the joints, an equilibrium, and more ranks than links."""
        self.same("chain", mechanism=True, mesh_n=13, mesh_upper="13,0,0", mesh_order=2, part_link_young=1e8)
        self.same("chain", mechanism=True, mesh_n=5, mesh_upper="5,0,0", joint_anchor_type="revolute", joint_anchor_axis="0,1,0", joint_anchor_angle_stiffness=300, joint_joints_type="revolute", joint_joints_axis="0,1,0",
                  joint_joints_angle_stiffness=300, initial_static=True)

    def test_explicit_truss(self):
        self.same("truss_pendulum", integrator="central_difference", dt=1e-3, t_end=1)


class Load(unittest.TestCase):
    def test_distributed_load(self):
        """A uniform pressure p on a free membrane: every point moves as p t^2 / (2 mu), exactly for the trapezoidal rule."""
        for cell in ("quadrilateral", "triangle"):
            out = run(ranks=3, mesh="rectangle", mesh_n="7,5", mesh_cell=cell, parts="all", part_all_element="membrane", part_all_tension=1,
                      part_all_mass_per_area=2, loads="all", load_all_traction="0,0,3", t_end=2, dt=0.1, integrator="trapezoidal")
            np.testing.assert_allclose(out.by_id("displacement")[:, 2], 3 * 2**2 / (2 * 2), rtol=1e-10)
            self.assertAlmostEqual(out.energy["external"][-1], 3 * 3, delta=1e-9)

    def test_line_load(self):
        """A load per length on one side of a bar-stiffened strip: total force = load times length."""
        out = run(ranks=2, mesh="line", mesh_n=10, mesh_upper=5, parts="all", part_all_element="bar", part_all_young=1, part_all_area=1,
                  part_all_density=2, loads="all", load_all_traction="3,0,0", t_end=1, dt=0.1, integrator="trapezoidal")
        np.testing.assert_allclose(out.by_id("displacement")[:, 0], 3 / (2 * 2), rtol=1e-10)


if __name__ == "__main__":
    unittest.main()
