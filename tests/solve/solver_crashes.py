# SPDX-License-Identifier: BSD-2-Clause
"""Options of PETSc's solvers never end in a crash or a trace: a run is done, or it ends with one line and status 2 or 3.

Status 2 leaves no file. Whether results are right is the subject of other tests."""
import os
import shlex
import tempfile
import unittest

from run import release, fsolve, options

BAR = {"mesh": "line", "mesh_n": 4, "parts": "all", "part_all_element": "bar", "part_all_young": 1, "part_all_area": 1, "part_all_density": 1, "supports": "start", "probes": "end",
       "loads": "end", "load_end_force": "1,0,0", "dt": 0.1, "t_end": 0.3}
BEAM = {"mesh": "line", "mesh_n": 4, "mesh_upper": "1,0,0", "parts": "b", "part_b_set": "all", "part_b_element": "beam", "part_b_section": "rectangle", "part_b_width": 0.02,
        "part_b_height": 0.01, "part_b_young": 2e9, "part_b_poisson": 0.3, "part_b_density": 1000, "supports": "start", "loads": "end", "load_end_force": "0,0.3,1", "probes": "end"}
SPRING = {"mesh": "line", "mesh_n": 1, "mesh_upper": "1,0,0", "parts": "k,m", "part_k_set": "all", "part_k_element": "spring", "part_k_stiffness": 100, "part_m_set": "end",
          "part_m_element": "mass", "part_m_mass": 1, "supports": "start", "probes": "end", "initials": "end", "initial_end_velocity_x": 1, "dt": 0.1, "t_end": 0.5}
SKIN = {"mesh": "rectangle", "mesh_n": "12,9", "parts": "b", "part_b_set": "all", "part_b_element": "membrane", "part_b_tension": 3, "part_b_mass_per_area": 1, "supports": "left",
        "loads": "right", "load_right_traction": "0,0,1", "probes": "end", "probe_end_point": "1,0.5,0", "operator": "assembled", "dt": 0.1, "t_end": 1}
MODELS = {"bar": (None, BAR), "beam": (None, {**BEAM, "dt": 0.01, "t_end": 0.03}), "static": (None, {**BEAM, "analysis": "static"}), "spring": (None, SPRING), "skin": (None, SKIN),
          "mechanism": ("slider_crank", {"t_end": 0.003})}

# (model, options, status, what the line must say)
FOUND = [
    ("bar", "-pc_type lu -pc_factor_in_place -pc_factor_mat_solver_type petsc", 2, r"-pc_factor_in_place replaces the matrix.*; remove it"),
    ("skin", "-pc_type bjacobi -sub_pc_type ilu -sub_pc_factor_in_place", 2, r"-sub_pc_factor_in_place replaces the matrix"),
    ("bar", "-pc_type ilu -ksp_type preonly -pc_factor_mat_solver_type superlu", 2, r"superlu ends by a signal in incomplete factors.*-mat_superlu_rowperm norowperm"),
    ("bar", "-pc_type ilu -ksp_type cg -pc_factor_mat_solver_type superlu -mat_superlu_rowperm norowperm", 0, ""),
    ("bar", "-pc_type bjacobi -ksp_type cg -sub_pc_factor_mat_solver_type superlu", 2, r"-sub_pc_factor_mat_solver_type superlu"),
    ("bar", "-pc_type lu -pc_factor_mat_solver_type superlu", 0, ""),
    ("bar", "-pc_type lu -pc_factor_mat_solver_type superlu_dist -mat_superlu_dist_rowperm LargeDiag_MC64", 2, r"use NOROWPERM"),
    ("bar", "-pc_factor_mat_ordering_type wbm", 2, r"wbm ends PETSc by a signal.*use nd, rcm or amd"),
    ("bar", "-pc_type icc -ksp_type preonly -pc_factor_mat_solver_type bas", 2, r"bas may never end"),
    ("bar", "-pc_type lu -ksp_type preonly -pc_factor_mat_solver_type mumps -mat_mumps_icntl_26 1", 2, r"PETSc refuses the options"),
    ("bar", "-pc_type lu -ksp_type preonly -pc_factor_mat_solver_type mumps -mat_mumps_icntl_31 1", 2, r"PETSc refuses the options"),
    ("bar", "-pc_type lu -ksp_type preonly -pc_factor_mat_solver_type mumps -mat_mumps_icntl_25 1", 2, r"PETSc refuses the options"),
    ("static", "-ksp_type gcr -pc_type jacobi -ksp_max_it 1000", 3, r"the tangent matrix is singular, or its solver gave up"),
    ("mechanism", "-pc_type icc -pc_factor_zeropivot 1e300", 2, r"-pc_factor_zeropivot 1e300 may never end; give a number between 0 and 1"),
    ("mechanism", "-ksp_type preonly -pc_type icc -pc_factor_zeropivot 0.9", 3, r"Newton's method diverges"),
    ("skin", "-pc_type bjacobi -sub_pc_type icc -sub_pc_factor_zeropivot -1", 2, r"-sub_pc_factor_zeropivot -1 may never end"),
    ("mechanism", "-ksp_type pipelcg", 2, r"-ksp_type pipelcg may never end; use -ksp_type pipecg"),
    ("mechanism", "-pc_factor_nonzeros_along_diagonal", 2, r"-pc_factor_nonzeros_along_diagonal can end PETSc by a signal; remove it"),
    ("bar", "-pc_factor_nonzeros_along_diagonal 0", 2, r"-pc_factor_nonzeros_along_diagonal 0 can end"),
    ("bar", "-pc_factor_in_place false", 0, ""),
    ("mechanism", "-snes_mf", 2, r"PETSc refuses the options"),
    ("mechanism", "-snes_type ksptransposeonly", 2, r"PETSc refuses the options: .*; the solver is .* -snes_type ksptransposeonly"),
    ("mechanism", "-ksp_type qcg", 2, r"PETSc refuses the options: .*-ksp_type qcg"),
    ("static", "-snes_linesearch_type shell", 2, r"-snes_linesearch_type shell is for programs.*; use bt"),
    ("mechanism", "-snes_linesearch_type shell", 2, r"-snes_linesearch_type shell is for programs"),
    ("static", "-snes_linesearch_type bt -snes_linesearch_order 1", 2, r"PETSc refuses the options: .*order.*-snes_linesearch_type bt"),
    ("static", "-snes_type newtontr", 2, r"-snes_type newtontr .*; use -snes_linesearch_type bt"),
    ("mechanism", "-snes_type newtontrdc", 2, r"-snes_type newtontrdc .*; use -snes_linesearch_type bt"),
    ("bar", "-ksp_type none -pc_type jacobi", 2, r"PETSc refuses the options: Running KSP of preonly doesn't make sense with nonzero initial guess you probably want"),
]

PCS = ("none jacobi sor lu shell mg eisenstat ilu icc cholesky asm gasm ksp composite redundant spai nn pbjacobi vpbjacobi mat parms fieldsplit tfs ml galerkin exotic cp lsc python pfmg "
       "syspfmg smg redistribute svd gamg bddc kaczmarz telescope patch lmvm hmg deflation hpddm h2opus qr bjacobi").split()
KSPS = ("richardson chebyshev cg groppcg pipecg pipecgrr pipelcg pipeprcg pipecg2 cgne nash stcg gltr qcg fcg pipefcg gmres pipefgmres fgmres lgmres dgmres pgmres tcqmr bcgs ibcgs qmrcgs fbcgs "
        "fbcgsr bcgsl pipebcgs cgs tfqmr cr pipecr lsqr preonly none bicg minres symmlq lcd gcr pipegcr tsirm cgls fetidp hpddm python").split()
SNES = ("newtonls newtontr newtontrdc ksponly ksptransposeonly vinewtonrsls vinewtonssls ngmres qn shell nrichardson ncg fas ms nasm anderson aspin composite patch ngs python").split()
SEARCHES = "basic shell l2 cp bt nleqerr ncglinear".split()
LIBRARIES = "petsc superlu superlu_dist mumps umfpack klu cholmod bas spqr strumpack scalapack nonsense".split()
ORDERINGS = "natural nd 1wd rcm qmd rowlength wbm spectral amd external natural_or_nd nonsense".split()
FACTORS = ["in_place", "fill 0.1", "fill -1", "zeropivot 1", "zeropivot 1e300", "shift_amount 1", "shift_type nonzero", "shift_type positive_definite", "shift_type inblocks",
           "shift_type nonsense", "reuse_fill", "reuse_ordering", "nonzeros_along_diagonal", "pivot_in_blocks", "column_pivot 1", "column_pivot 2", "levels 1000000000", "levels -1",
           "diagonal_fill"]
CONTROLS = {4: [4], 5: [1], 6: [1, 7], 7: range(8), 8: [0, 77], 10: [5], 12: [1, 3], 14: [0, -50], 18: [3], 19: [1, 3], 22: [1], 23: [1], 24: [1], 25: [1, -1], 26: [1, 2], 28: [1, 2], 29: [1, 2],
            31: [1, 2], 33: [1], 35: [1], 36: [1], 38: [1000], 48: [1], 58: [1]}


def combinations():
    """(models, options)"""
    both, nonlinear = ("bar", "mechanism"), ("static", "mechanism")
    yield from ((("bar", "mechanism", "skin"), "-pc_type " + pc) for pc in PCS)
    for ksp in KSPS:
        yield ("spring", "mechanism"), "-ksp_type " + ksp
        yield ("beam", "skin", "static"), f"-ksp_type {ksp} -pc_type jacobi"
    yield from ((nonlinear, "-snes_type " + snes) for snes in SNES)
    for search in SEARCHES:
        yield from ((nonlinear, f"-snes_linesearch_type {search} -snes_linesearch_order {order}") for order in (1, 2, 3))
    yield from ((nonlinear, words) for words in ("-snes_mf", "-snes_mf_operator", "-snes_mf -pc_type none -ksp_type gmres", "-snes_fd", "-snes_fd_color"))
    for library in LIBRARIES:
        yield from ((both, f"-pc_type {pc} -ksp_type preonly -pc_factor_mat_solver_type {library}") for pc in ("lu", "cholesky", "ilu", "icc", "qr"))
    yield from ((both, f"-pc_type lu -pc_factor_mat_solver_type petsc -pc_factor_mat_ordering_type {ordering}") for ordering in ORDERINGS)
    for words in FACTORS:
        yield both, "-pc_factor_" + words
        yield from ((both, f"-pc_type {pc} -pc_factor_{words}") for pc in ("lu -pc_factor_mat_solver_type petsc", "icc"))
    for number, values in CONTROLS.items():
        yield from ((both, f"-pc_type lu -ksp_type preonly -pc_factor_mat_solver_type mumps -mat_mumps_icntl_{number} {value}") for value in values)


class Crashes(unittest.TestCase):
    def run_(self, model, words, cwd, timeout=60):
        case, keys = MODELS[model]
        return fsolve(options(case, output="out.h5", quiet=True, **keys) + shlex.split(words), cwd=cwd, timeout=timeout)

    def check(self, model, words, status, pattern):
        with self.subTest(f"{model} {words}"), tempfile.TemporaryDirectory() as cwd:
            done = self.run_(model, words, cwd, 300)
            self.assertIn(done.returncode, status, done.stderr[:2000])
            lines = [line for line in done.stderr.splitlines() if not line.startswith("fsolve: warning: ")]
            if done.returncode:
                self.assertEqual(len([line for line in lines if line.startswith("fsolve: ")]), 1, done.stderr[:2000])
                self.assertNotIn("PETSC ERROR", done.stderr)
                self.assertRegex(done.stderr, pattern)
            if done.returncode == 2:
                self.assertEqual(os.listdir(cwd), [])

    def test_found(self):
        for model, words, status, pattern in FOUND:
            self.check(model, words, status if isinstance(status, tuple) else (status,), pattern)

    @release
    def test_combinations(self):
        for models, words in combinations():
            for model in models:
                self.check(model, words, (0, 2, 3), r"^fsolve: ")


if __name__ == "__main__":
    unittest.main()
