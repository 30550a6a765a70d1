# SPDX-License-Identifier: BSD-2-Clause
"""Operators without a matrix: what they may not lose, and PETSc's options with them."""
import os
import tempfile
import unittest

import numpy as np

from restart.chain import differences, pieces
from run import RANKS, FolderTest, Output, fsolve, options, run
import gmsh_file  # tools/


class SoftSprings(unittest.TestCase):
    def test_a_spring_to_ground_counts(self):
        """A bar of steel held by nothing but a spring of 10 N/m, 1e-10 of its elements' stiffness: it swings on it, with every operator."""
        n = 40
        keys = {"parts": "bar,mid", "part_bar_element": "bar", "part_bar_young": 2e11, "part_bar_area": 0.01, "part_bar_density": 7800, "part_mid_element": "spring",
                "part_mid_stiffness": 10, "part_mid_direction": "1,0,0", "initials": "bar", "initial_bar_displacement_x": 0.01, "probes": "end", "dt": 0.5, "t_end": 20, "integrator": "trapezoidal"}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "soft.msh")
            gmsh_file.write(path, [(i / n, 0, 0) for i in range(n + 1)],
                       {"bar": (gmsh_file.LINE, [(i, i + 1) for i in range(n)]), "mid": (gmsh_file.POINT, [(20,)]), "end": (gmsh_file.POINT, [(n,)])})
            for operator in ("auto", "assembled"):
                out = run(mesh=path, operator=operator, **keys)
                omega = 2 / 0.5 * np.arctan((10 / 78) ** 0.5 * 0.5 / 2)  # of the trapezoidal rule
                np.testing.assert_allclose(out.probe["end"]["displacement"][:, 0], 0.01 * np.cos(omega * out.time), atol=1e-5, err_msg=operator)


class SeveralDofs(unittest.TestCase):
    """Nodes of three and of six dofs: what a matrix answers, an operator does, on any number of ranks. The lattice is so small that along the curve no rank of eight
    has eight nodes in a row."""
    LATTICE = {"linearize": True, "mesh": "frame", "points": "node", "point_node": "0,0,0", "patterns": "net", "pattern_net": "node", "pattern_net_n": "8,8,9",
               "pattern_net_vector": "0.1,0,0", "pattern_net_vector2": "0,0.1,0", "pattern_net_vector3": "0,0,0.1", "members": "x,y,z,d", "member_x": "node,node+1",
               "member_y": "node,node+0+1", "member_z": "node,node+0+0+1", "member_d": "node,node+1+1", "parts": "net", "part_net_set": "all", "supports": "floor",
               "support_floor_where": "z<0.05", "mesh_partition": "simple", "initials": "all", "initial_all_velocity_x": "z", "initial_all_velocity_y": "x*z", "integrator": "trapezoidal", "ksp_rtol": 1e-13}
    CASES = {
        "membrane": {"linearize": True, "linearize_balanced": True, "mesh": "rectangle", "mesh_n": "60,50", "mesh_upper": "1,1", "parts": "sheet", "part_sheet_set": "all", "part_sheet_element": "finite_membrane",
                     "part_sheet_young": 3e5, "part_sheet_poisson": 0.5, "part_sheet_thickness": 1e-3, "part_sheet_density": 1000, "part_sheet_prestress": 1e4, "supports": "rim",
                     "support_rim_set": "left,bottom", "initials": "all", "initial_all_velocity_x": "x*y", "initial_all_velocity_z": "x*y^2", "integrator": "trapezoidal",
                     "ksp_rtol": 1e-13, "dt": 1e-4, "t_end": 1e-3},
        "shells": {"linearize": True, "mesh": "rectangle", "mesh_n": "30,20", "mesh_upper": "1.5,1", "parts": "skin", "part_skin_set": "all", "part_skin_element": "shell",
                   "part_skin_young": 7e10, "part_skin_poisson": 0.3, "part_skin_thickness": 0.02, "part_skin_density": 2700, "supports": "left", "initials": "all",
                   "initial_all_velocity_x": "x*y", "initial_all_velocity_z": "x^2*y", "integrator": "trapezoidal", "ksp_rtol": 1e-13, "dt": 5e-6, "t_end": 5e-5},
        "trusses": {**LATTICE, "pattern_net_n": "10,10,50", "members": "x,y,z,d,e,f", "member_e": "node,node+0+1+1", "member_f": "node,node+1+0+1", "part_net_element": "truss",
                    "part_net_ea": 1e5, "part_net_mass_per_length": 0.1, "dt": 1e-5, "t_end": 1e-4},
        "beams, with nodes between the points": {**LATTICE, **{f"member_{m}_n": 2 for m in "xyzd"}, "part_net_element": "beam", "part_net_young": 2e11, "part_net_poisson": 0.3,
                                                 "part_net_density": 7800, "part_net_section": "circle", "part_net_radius": 0.003, "dt": 2e-6, "t_end": 1e-5},
    }

    def test_answers_are_those_of_matrices(self):
        for name, case in self.CASES.items():
            exact = run(operator="assembled", **case)
            for ranks in RANKS:
                with self.subTest(name, ranks=ranks):
                    other = run(operator="matrix_free", ranks=ranks, **case)
                    for energy, values in exact.energy.items():  # classes take values of one node for all, which differ by 1e-13 with rounded coordinates
                        np.testing.assert_allclose(other.energy[energy], values, rtol=1e-11, atol=1e-11 * abs(exact.energy["total"]).max())
                    for field in ("displacement", "velocity"):
                        values = exact.by_id(field)
                        self.assertLess(abs(other.by_id(field) - values).max(), 1e-10 * abs(values).max())

    def test_a_soft_spring_to_ground_counts(self):
        """A free row of beams swings on one spring, 4e-11 of their stiffness, with every operator."""
        n = 64
        keys = {"linearize": True, "parts": "row,mid", "part_row_element": "beam", "part_row_young": 2e11, "part_row_poisson": 0.3, "part_row_section": "circle", "part_row_radius": 0.003,
                "part_row_density": 7800, "part_mid_element": "spring", "part_mid_stiffness": 0.002, "part_mid_direction": "1,0,0", "directions": "xyz", "initials": "row",
                "initial_row_displacement_x": 0.01, "probes": "end", "dt": 2, "t_end": 80, "integrator": "trapezoidal", "ksp_rtol": 1e-12}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "soft.msh")
            gmsh_file.write(path, [(i / 10, 0, 0) for i in range(n + 1)],
                       {"row": (gmsh_file.LINE, [(i, i + 1) for i in range(n)]), "mid": (gmsh_file.POINT, [(n // 2,)]), "end": (gmsh_file.POINT, [(n,)])})
            for operator in ("matrix_free", "assembled"):
                out = run(mesh=path, operator=operator, **keys)
                mass = 7800 * np.pi * 0.003**2 * n / 10
                omega = np.arctan((0.002 / mass) ** 0.5)  # of the trapezoidal rule
                np.testing.assert_allclose(out.probe["end"]["displacement"][:, 0], 0.01 * np.cos(omega * out.time), atol=2e-4, err_msg=operator)


class OneReduction(unittest.TestCase):
    """CG with one reduction an iteration, which many ranks choose, has the answers of the other, also near round-off."""
    WAVE = {"mesh_n": "40,40", "load_pulse_time": "sin(t)", "t_end": 5.7}

    def test_answers(self):
        """With an operator, and with matrices, whose iterations are PETSc's; at CFL 1 and 5; and of three dofs a node. Each run tests its residuals itself."""
        cases = [("wave2d", {**self.WAVE, "dt": dt, "ksp_rtol": 1e-13, **keys}) for dt in (0.38, 1.9) for keys in ({}, {"operator": "assembled"})]
        cases.append((None, SeveralDofs.CASES["membrane"]))
        for name, case in cases:
            exact = run(name, **case)
            for ranks in RANKS:
                with self.subTest(f"{name} {case}", ranks=ranks):
                    other = run(name, ranks=ranks, ksp_cg_single_reduction=True, **case)
                    values = exact.by_id("displacement")
                    self.assertGreater(abs(values).max(), 0)
                    self.assertLess(abs(other.by_id("displacement") - values).max(), 10 * case["ksp_rtol"] * abs(values).max())
                    if "operator" not in case:  # incomplete factors are those of each rank; round-off costs an iteration now and then
                        self.assertLess(other.linear.sum(), 1.03 * exact.linear.sum() + 2)

    def test_restart(self):
        """A restart changes no bit."""
        keys = {"mesh_n": "40,40", "dt": 0.125, "ksp_cg_single_reduction": True}  # exact in binary numbers, as are the ends
        ends = (0.5, 1)
        for ranks in (1, 3):
            self.assertEqual(differences(pieces("wave2d", ends[1:], (ranks,), **keys), pieces("wave2d", ends, (ranks, ranks), **keys)), {})

    def test_name(self):
        """The first line names it."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("wave2d", mesh_n="30,30", t_end=1, ksp_cg_single_reduction=True), cwd=folder)
        self.assertRegex(done.stdout, r"matrix-free CG \+ Jacobi \(.*\), one reduction an iteration as chosen")


class MixedPrecision(unittest.TestCase):
    """Iterations in single precision, which large models choose, have answers within the tolerance of the solves."""
    WAVE = {"mesh_n": "40,40", "load_pulse_time": "sin(t)", "t_end": 5.7}

    def test_answers(self):
        """At CFL 1 and 5, and of three dofs a node, beside a direct solve. With a residual of at most rtol, an error of a displacement is at most that of rtol times the condition number of
        D^-1 A: 9 if mass matrices alone count, 30 at CFL 5. The velocity is 2/dt times as wrong, which moves the displacement of each later step by twice the error: 1 + 3 + 5 + ... = steps^2."""
        cases = [("wave2d", {**self.WAVE, "dt": dt, "ksp_rtol": rtol}, condition) for dt, condition in ((0.38, 9), (1.9, 30)) for rtol in (1e-8, 1e-12)]
        cases.append((None, SeveralDofs.CASES["membrane"], 9))
        for name, case, condition in cases:
            exact = run(name, **{**case, "operator": "assembled", "ksp_type": "preonly", "pc_type": "cholesky"})
            values, steps = exact.by_id("displacement"), len(exact.time) - 1
            self.assertGreater(abs(values).max(), 0)
            for ranks in RANKS:
                with self.subTest(f"{name} {case}", ranks=ranks):
                    other = run(name, ranks=ranks, mixed_precision=True, **case)
                    self.assertLess(np.linalg.norm(other.by_id("displacement") - values), steps**2 * condition * case["ksp_rtol"] * np.linalg.norm(values))

    def test_large_models_choose_it(self):
        """From 100000 dofs a rank on, with the default tolerance; two ranks have fewer. The answers are those of double precision, within the bound of test_answers."""
        keys = {"mesh_n": "330,330", "load_pulse_time": "sin(t)", "dt": 0.046, "t_end": 0.23}
        for ranks, rtol, named in ((1, 1e-8, True), (2, 1e-8, False), (1, 1e-11, False)):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options("wave2d", ksp_rtol=rtol, output="out.h5", **keys), ranks, cwd=folder)
                self.assertEqual(", mixed precision" in done.stdout, named, done.stdout)
                values = Output(os.path.join(folder, "out.h5")).by_id("displacement")
            if named:
                mixed = values
            self.assertLess(np.linalg.norm(mixed - values), 2 * 5**2 * 9 * 1e-8 * np.linalg.norm(values))

    def test_needs_operators(self):
        """A model with matrices does not ignore the option."""
        for case, keys in (("wave2d", {"operator": "assembled"}), ("flying_beam", {})):
            done = fsolve(options(case, mixed_precision=True, **keys))
            self.assertEqual(done.returncode, 2)
            self.assertIn("-mixed_precision true is for linear models without matrices", done.stderr)

    def test_restart(self):
        """A restart changes no bit."""
        keys = {"mesh_n": "40,40", "dt": 0.125, "mixed_precision": True}  # exact in binary numbers, as are the ends
        ends = (0.5, 1)
        for ranks in (1, 3):
            self.assertEqual(differences(pieces("wave2d", ends[1:], (ranks,), **keys), pieces("wave2d", ends, (ranks, ranks), **keys)), {})

    def test_name(self):
        """The first line names it, unless the iterations have one reduction."""
        for keys, named in (({"mixed_precision": True}, True), ({"mixed_precision": True, "ksp_cg_single_reduction": True}, False), ({}, False)):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options("wave2d", mesh_n="30,30", t_end=1, **keys), cwd=folder)
            self.assertEqual("mixed precision as chosen" in done.stdout, named, done.stdout)


class Options(FolderTest):
    def test_options_of_solvers(self):
        """What PETSc offers for conjugate gradients holds with operators, too."""
        exact = run("wave2d", mesh_n="30,30", t_end=2).probe["center"]["displacement"]
        for keys in ({"petsc": "-ksp_diagonal_scale"}, {"ksp_cg_single_reduction": True}, {"petsc": "-ksp_norm_type unpreconditioned"}):
            other = run("wave2d", mesh_n="30,30", t_end=2, **keys).probe["center"]["displacement"]
            self.assertLess(abs(other - exact).max(), 1e-6, keys)
    def test_another_solver_than_kept_factors(self):
        """The default here is CHOLMOD, which has an option of its own: others are not refused for it, have the same answer, and are named."""
        case = {"mesh_n": "70,70", "dt": 5, "t_end": 500, "load_pulse_time": "sin(t/50)"}
        start = lambda **keys: fsolve(options("wave2d", **case, **keys), cwd=self.folder).stdout
        exact = run("wave2d", **case).probe["center"]["displacement"]
        self.assertIn("factors of CHOLMOD, kept", start())
        for keys, name in (({"pc_type": "gamg"}, "cg + gamg"), ({"pc_type": "lu"}, "preonly + lu"), ({"pc_type": "icc"}, "cg + icc"),
                           ({"ksp_type": "cg", "pc_type": "icc"}, "cg + icc"), ({"pc_factor_mat_solver_type": "mumps"}, "preonly + cholesky by mumps"),
                           ({"pc_type": "bjacobi", "sub_pc_type": "icc"}, "cg + bjacobi"), ({"petsc": "-mat_cholmod_print 0"}, "factors of CHOLMOD, kept")):
            with self.subTest(name):
                lines = start(overwrite=True, output="other.h5", **keys)
                self.assertIn(name, lines)
                self.assertEqual("remove -ksp_type and -pc_type" in lines, name.startswith("cg + "))  # they are up to 6 times as slow here
                other = Output(os.path.join(self.folder, "other.h5")).probe["center"]["displacement"]
                self.assertLess(abs(other - exact).max(), 1e-6 * abs(exact).max())

    def test_options_of_newton(self):
        for case, keys, ranks, name in (("flying_beam", {}, 1, "LU by petsc (no pivots needed)"), ("slider_crank", {}, 1, "LU by fronts (up to 8 unknowns, 99 entries; 0 unknowns between ranks)"),
                                        ("flying_beam", {}, 2, "LU by mumps (several ranks)"), ("flying_beam", {"ksp_type": "gmres"}, 1, "gmres + lu, as chosen"),
                                        ("slider_crank", {"pc_factor_mat_solver_type": "umfpack"}, 1, "preonly + lu by umfpack, as chosen")):
            done = fsolve(options(case, dt=1e-3, t_end=1e-3, overwrite=True, **keys), ranks, cwd=self.folder)
            self.assertIn("Newton's method with " + name, done.stdout)
        exact = run("flying_beam", t_end=1).probe["start"]["displacement"]
        other = run("flying_beam", t_end=1, petsc="-snes_mf_operator", ksp_type="gmres", ksp_rtol=1e-10, newton="modified").probe["start"]["displacement"]
        self.assertLess(abs(other - exact).max(), 1e-6)


if __name__ == "__main__":
    unittest.main()
