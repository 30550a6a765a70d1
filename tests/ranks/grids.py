# SPDX-License-Identifier: BSD-2-Clause
"""Linear models on generated meshes on 1, 2, 3 and 8 ranks, with every solver; more ranks than cells."""
import unittest

import numpy as np

import same
from run import RELEASE, release, run

LU = {"ksp_type": "preonly", "pc_type": "lu"}
MUMPS = {"pc_factor_mat_solver_type": "mumps"}


class Grids(same.Linear):
    def test_grid_iterative(self):
        self.same(1e-7, "wave2d", output_every=30)

    @release
    def test_grid_incomplete_cholesky(self):
        self.same(1e-7, "wave2d", dt=0.6, operator="assembled")

    @release
    def test_operators(self):
        """Matrix-free and assembled: the same iterates, so the same answer to round-off, also with long steps and damping."""
        for keys in ({}, {"dt": 0.6, "damping_mass": 0.1, "damping_stiffness": 0.01}):
            assembled = run("wave2d", operator="assembled", pc_type="jacobi", **keys)
            for ranks in (1, *same.RANKS):
                with self.subTest(f"{keys} {ranks}"):
                    free = run("wave2d", ranks=ranks, operator="matrix_free", **keys)
                    for field in ("displacement", "velocity", "acceleration"):
                        a, b = assembled.by_id(field, -1), free.by_id(field, -1)
                        self.assertLessEqual(abs(a - b).max(), 1e-10 * abs(a).max(), field)
                    np.testing.assert_allclose(free.energy["total"], assembled.energy["total"], rtol=0, atol=1e-12 * abs(assembled.energy["total"]).max())
        self.same(1e-7, "wave2d", operator="matrix_free", dt=0.6)
        self.same(1e-7, "wave2d", operator="matrix_free", petsc="-pc_type ksp -ksp_ksp_type chebyshev -ksp_pc_type jacobi -ksp_ksp_max_it 3")

    def test_triangles(self):
        self.same(1e-7, "wave2d", mesh_cell="triangle", mesh_n="31,17")

    @release
    def test_grid_direct(self):
        self.same(1e-11, "wave2d", mesh_n="30,30", **LU, **MUMPS)

    @release
    def test_bar_direct(self):
        """Operators take one row's values for a class of rows, which differ as the coordinates are rounded, by 1e-13."""
        self.same(1e-11, "bar_wave", t_end=5e-6, operator="assembled")
        self.same(1e-10, "bar_wave", t_end=1e-5)

    def test_moved_support(self):
        """A membrane shaken at one edge, with damping: work, reactions and ghosts of moved dofs."""
        self.same(1e-11, "wave2d", mesh_n="12,9", supports="left,right", support_left_motion_z="t^2*exp(-t)", damping_mass=0.1,
                  damping_stiffness=0.01, t_end=4, dt=0.1, probes="left", probe_left_point="0,8,0", output_every=10, **LU, **MUMPS)

    def test_more_ranks_than_cells(self):
        self.same(1e-11, "sdof", t_end=0.5)
        if RELEASE:
            self.same(1e-11, "stiff_soft", t_end=0.5, energy_tolerance=1e7 * 1e-15)  # k1 q^2 times round-off
        self.same(1e-11, "wave2d", several=same.MOST, mesh_n="2,1", t_end=1)


if __name__ == "__main__":
    unittest.main()
