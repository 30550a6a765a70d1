# SPDX-License-Identifier: BSD-2-Clause
"""Matrices that are singular and solvers that do not solve: status 3, never an answer."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
import models
from run import RELEASE, Output, fsolve, options, run


class Singular(unittest.TestCase):
    def test_solver_that_is_used_again_after_a_failure(self):
        """Flexible CG does not solve some tangents of a cantilever; later steps use it again, and the end is that of factors."""
        keys = {"analysis": "static", "mesh": "line", "mesh_n": 4, "parts": "b", "part_b_set": "all", "part_b_element": "beam", "part_b_section": "rectangle", "part_b_width": 0.02,
                "part_b_height": 0.01, "part_b_young": 2e9, "part_b_poisson": 0.3, "supports": "start", "loads": "end", "load_end_force": "0,0.3,1", "probes": "end"}
        one, other = (run(**keys, **more).probe["end"]["displacement"][-1] for more in ({}, {"petsc": "-ksp_type fcg -pc_type jacobi"}))
        np.testing.assert_allclose(other, one, atol=1e-6)

    def test_preconditioner_alone_is_no_solver(self):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("wave2d", output=os.path.join(folder, "o.h5"), ksp_type="preonly"))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"does not solve the equations")
        exact = run("wave2d", mesh_n="20,20", t_end=2).probe["center"]["displacement"]
        for pc in ("sor", "jacobi", "gamg"):
            other = run("wave2d", mesh_n="20,20", t_end=2, pc_type=pc).probe["center"]["displacement"]
            self.assertLess(abs(other - exact).max(), 1e-6, pc)

    def test_preconditioner_where_factors_are_the_default(self):
        """A flat sheet has a singular first tangent. A preconditioner by the user gets an iteration, finds the answer of factors, and the log names the way back."""
        with tempfile.TemporaryDirectory() as folder:
            exact = run("inflated_sheet", mesh_n="12,12").probe["middle"]["displacement"]
            for pc in ("gamg", "icc", "sor", "none"):
                path = os.path.join(folder, pc + ".h5")
                done = fsolve(options("inflated_sheet", output=path, mesh_n="12,12", pc_type=pc))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, rf"gmres \+ {pc}, as chosen; factors, the default here, .*remove -ksp_type and -pc_type")
                self.assertLess(abs(Output(path).probe["middle"]["displacement"] - exact).max(), 1e-6 * abs(exact).max(), pc)

    def test_cholesky_of_an_unsymmetric_matrix(self):
        """Water in a tank with an open top has an unsymmetric stiffness. A tank on its bottom is no mechanism."""
        tank = {"analysis": "static", "mesh": "rectangle", "mesh_n": "6,2", "mesh_upper": "2*pi,8", "mesh_closed": "u", "mesh_map": "5*cos(u),5*sin(u),v", "parts": "all",
                "part_all_element": "shell", "part_all_young": 2.1e11, "part_all_poisson": 0.3, "part_all_thickness": 0.01, "part_all_density": 7850, "supports": "bottom",
                "loads": "all", "load_all_pressure": 9810, "load_all_field": "8-z"}
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(fsolve(options(**tank), cwd=folder).returncode, 0)
            done = fsolve(options(**tank, pc_type="cholesky", overwrite=True), cwd=folder)
        self.assertEqual(done.returncode, 3)
        self.assertIn("the linear solver or the line search does not solve (remove -ksp_..., -pc_...", done.stderr)
        self.assertNotIn("singular", done.stderr)

    def test_tolerance_that_is_none(self):
        """Where the user lets a solver stop early, what it leaves is judged by us, not by it: a step that is none is never taken."""
        cases = [("wave2d", {"ksp_type": "cg", "pc_type": "jacobi", "operator": "assembled", **given}, pattern)
                 for given, pattern in (({"ksp_atol": 1e300}, r"-ksp_rtol, -ksp_atol are too large"), ({"ksp_rtol": 0.5}, r"-ksp_rtol, -ksp_atol are too large"),
                                        ({"petsc": "-ksp_converged_maxits -ksp_max_it 3"}, r"reached its iteration limit"))]
        cases += [("roll_up", {"ksp_type": "gmres", "pc_type": "jacobi", "ksp_atol": atol}, r"its solver gave up|forces are not balanced") for atol in (1e-6, 1e300)]
        cases += [("roll_up", {"petsc": "-snes_type ksponly"}, r"Newton's method did not converge")]
        with tempfile.TemporaryDirectory() as folder:
            for case, keys, pattern in cases:
                with self.subTest(f"{case} {keys}"):
                    done = fsolve(options(case, output=os.path.join(folder, "o.h5"), overwrite=True, quiet=True, **({"mesh_n": "20,20", "t_end": 1} if case == "wave2d" else {}), **keys))
                    self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                    self.assertRegex(done.stderr, pattern)
        # Newton's own: whatever is small for the user, the last step must be
        exact = run("roll_up").probe["end"]["displacement"][-1]
        for keys in ({"snes_atol": 1e300}, {"snes_rtol": 0.99}, {"snes_stol": 0.99}):
            self.assertLess(abs(run("roll_up", **keys).probe["end"]["displacement"][-1] - exact).max(), 1e-3, keys)

    def test_singular_model(self):
        """A massless free end on no spring: the effective matrix is singular."""
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 2) if RELEASE else (1,):
                done = fsolve(options("sdof", output=os.path.join(folder, "o.h5"), overwrite=True, part_spring_stiffness=0, part_damper_damping=0, part_mass_mass=0, directions="x"), ranks)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertRegex(done.stderr, r"singular.*largest residual at node 1 of '\w+' at \(1, 0, 0\), component x")

    def test_slender_is_not_singular(self):
        """A steel wire of 1 mm and 2 m under its weight, whose residuals are far above round-off of the load: w L^4/(8 EI) in any direction, to the conditioning."""
        wire = {"analysis": "static", "linearize": True, "mesh": "line", "parts": "all", "part_all_element": "beam", "part_all_section": "circle", "part_all_radius": 5e-4,
                "part_all_young": 2.1e11, "part_all_poisson": 0.3, "part_all_density": 7850, "supports": "start", "gravity": "0,0,-9.81", "probes": "end"}
        exact = 7850 * np.pi * 5e-4**2 * 9.81 * 2**4 / 8 / (2.1e11 * np.pi * 5e-4**4 / 4)
        more = ((20, 1, "2,0,0", 2), (60, 1, "2,0,0", 1), (83, 1, "1.2,1.6,0", 1)) if RELEASE else ()
        for n, ranks, upper, order in ((40, 1, "1.2,1.6,0", 2), (60, 2, "2,0,0", 1), (100, 1, "2,0,0", 1), *more):
            with self.subTest(f"{n} {ranks} {upper}"):
                out = run(**wire, ranks=ranks, mesh_n=n, mesh_upper=upper, mesh_order=order)
                self.assertAlmostEqual(out.probe["end"]["displacement"][-1, 2] / exact, -1, delta=1e-4)

    def test_factors_that_fail_have_a_place(self):
        """A bar of 1000 elements that nothing holds across: CHOLMOD refuses its matrix."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(analysis="static", mesh="line", mesh_n=1000, parts="all", part_all_element="bar", part_all_young=1, part_all_area=1, part_all_density=1, directions="xy",
                                  supports="start", loads="end", load_end_force="1,0,0", output=os.path.join(folder, "o.h5")))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"mechanism.*largest at node \d+( of '\w+')? at .*, component y")

    def test_nothing_holds_it(self):
        """Statics without supports, under a load: no solver calls that an equilibrium, factors or iterations, whatever round-off makes of the pivots."""
        bar = {"mesh": "line", "mesh_upper": 200, "parts": "all", "part_all_element": "bar", "part_all_young": 3e7, "part_all_area": 1, "part_all_density": 7.3e-4, "loads": "end", "load_end_force": "1e4,0,0"}
        skin = {"mesh": "rectangle", "parts": "all", "part_all_element": "membrane", "part_all_tension": 1, "part_all_mass_per_area": 1, "loads": "bottom_left", "load_bottom_left_force": "0,0,1"}
        cases = [(bar, 1, {"mesh_n": n, "operator": "matrix_free"}) for n in ((980, 1000, 1001) if RELEASE else (1000,))] + [(bar, 3, {"mesh_n": 900, "operator": "matrix_free"})]
        cases += [(bar, 1, {"mesh_n": n, "ksp_type": "cg", "pc_type": "icc"}) for n in ((3, 17, 20) if RELEASE else (17,))] + [(bar, ranks, {"mesh_n": 100}) for ranks in ((1, 3) if RELEASE else (1,))]
        cases += [(skin, 1, {"mesh_n": f"{n},{n}"}) for n in ((80, 100) if RELEASE else (80,))] + ([(skin, 2, {"mesh_n": "40,40"})] if RELEASE else [])
        with tempfile.TemporaryDirectory() as folder:
            for model, ranks, keys in cases:
                with self.subTest(f"{keys} {ranks}"):
                    done = fsolve(options(analysis="static", output=os.path.join(folder, "o.h5"), overwrite=True, quiet=True, **model, **keys), ranks)
                    self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                    self.assertRegex(done.stderr, r"singular|not positive definite|reached its iteration limit|failed|no support prevents 1 rigid motion")

    def test_free_mode_that_the_load_misses(self):
        """A nonlinear beam that nothing holds along y, under a load along z or its own axis: whether a library meets a zero pivot is chance, the outcome is not.
        In motion inertia holds it."""
        beam = {"mesh": "line", "mesh_n": 6, "mesh_upper": 3, **models.BEAM, "part_beam_set": "all", **models.SLENDER, "part_beam_mass_per_length": 1, "supports": "start",
                "support_start_fix": "xz", "support_start_fix_rotation": "all", "loads": "end", "quiet": True, "overwrite": True, "dt": 0.5}
        cases = [(1, {}), *([(2, {})] if RELEASE else []), (3, {}), *((1, {"pc_factor_mat_solver_type": library}) for library in (("mumps", "umfpack", "petsc") if RELEASE else ("umfpack",)))]
        with tempfile.TemporaryDirectory() as folder:
            for ranks, solver in cases:
                for force in ("0,0,1", "1,0,0") if RELEASE or ranks == 1 else ("0,0,1",):
                    with self.subTest(f"{ranks} {solver} {force}"):
                        done = fsolve(options(**beam, analysis="static", load_end_force=force, output=os.path.join(folder, "o.h5"), dt_min=0.25, **solver), ranks)
                        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                        self.assertRegex(done.stderr, r"no equilibrium beyond t = 0(\.5)? .*; (it moves most at node \d.*component y|largest residual at )")
                done = fsolve(options(**beam, load_end_force="0,0,1", dt_min=0.25, t_end=1, output=os.path.join(folder, "o.h5"), **solver), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_block_of_one_rank(self):
        """A dof without stiffness at the far end, met by one rank alone inside of PETSc while the others wait there: the job ends with a message."""
        n = 40
        points = {"held": range(n - 1), "start": [0], "end": [n - 1]}
        sets = {"bar": (gmsh_file.LINE, [(i, i + 1) for i in range(n - 1)]), **{name: (gmsh_file.POINT, [(i,) for i in at]) for name, at in points.items()}}
        with tempfile.TemporaryDirectory() as folder:
            mesh = os.path.join(folder, "mesh.msh")
            gmsh_file.write(mesh, [(i, 0, 0) for i in range(n)], sets)
            model = dict(analysis="static", mesh=mesh, parts="bar", part_bar_element="bar", part_bar_young=100, part_bar_area=1, part_bar_density=1, directions="xy",
                         supports="held,start", support_held_fix="y", support_start_fix="x", loads="end", load_end_force="1,0,0", ksp_type="cg")
            for blocks, strict in (("bjacobi", "-ksp_error_if_not_converged"), ("asm", "-sub_ksp_error_if_not_converged")):
                for ranks in (1, 3) if RELEASE else (3,):
                    done = fsolve(options(output=os.path.join(folder, "o.h5"), overwrite=True, pc_type=blocks, sub_pc_type="lu", petsc=strict, **model), ranks, timeout=60)
                    self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                    self.assertRegex(done.stderr, r"fsolve: PETSc refuses the options: Zero pivot")


if __name__ == "__main__":
    unittest.main()
