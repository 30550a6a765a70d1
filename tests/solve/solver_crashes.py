# SPDX-License-Identifier: BSD-2-Clause
"""The documented options of PETSc never end in a crash or a trace: a run is done, or it ends with one line and status 2 or 3.

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
        "loads": "right", "load_right_traction": "0,0,1", "probes": "end", "probe_end_point": "1,4/9,0", "operator": "assembled", "dt": 0.1, "t_end": 1}
MODELS = {"bar": (None, BAR), "beam": (None, {**BEAM, "dt": 0.01, "t_end": 0.03}), "static": (None, {**BEAM, "analysis": "static"}), "spring": (None, SPRING), "skin": (None, SKIN),
          "mechanism": ("slider_crank", {"t_end": 0.003})}

# (model, options, status, what the line must say)
FOUND = [
    ("bar", "-ksp_pc_side left", 2, r"unknown option -ksp_pc_side; .*-petsc \"-ksp_pc_side \.\.\.\""),
    ("bar", "-mg_levels_1_ksp_type cg", 2, r"unknown option -mg_levels_1_ksp_type; .*-petsc"),
    ("bar", "-pc_factor_in_place", 2, r"unknown option -pc_factor_in_place; .*-petsc"),
    ("mechanism", "-ksp_type pipelcg", 2, r"-ksp_type pipelcg: choose one of preonly, cg, .*-petsc \"-ksp_type <value>\""),
    ("static", "-snes_linesearch_type shell", 2, r"-snes_linesearch_type shell: choose one of basic, bt"),
    ("mechanism", "-snes_type newtontr", 2, r"-snes_type newtontr: choose one of newtonls"),
    ("bar", "-snes_monitor maybe", 2, r"-snes_monitor maybe: choose one of true, false"),
    ("bar", "-pc_type lu -ksp_type preonly -pc_factor_mat_solver_type cholmod", 2, r"there are no such factors on 1 rank|does not support factorization type"),
    ("mechanism", "-pc_type cholesky -pc_factor_mat_solver_type klu", 2, r"there are no such factors on 1 rank|does not support factorization type"),
    ("bar", "-petsc", 2, r"-petsc needs options of PETSc in quotation marks"),
    ("mechanism", "-petsc '-ksp_type pgmres -pc_factor_levels 1'", 0, ""),
]

METHODS = "preonly cg pipecg cr minres gmres fgmres bcgs".split()
PCS = "none jacobi bjacobi asm sor icc ilu lu cholesky gamg".split()
BLOCKS = "none jacobi sor icc ilu lu cholesky".split()
LIBRARIES = "petsc klu umfpack cholmod mumps".split()
ORDERINGS = "natural nd 1wd rcm qmd".split()


def combinations():
    """(models, options): what the documented options of PETSc accept."""
    both, nonlinear = ("bar", "mechanism"), ("static", "mechanism")
    yield from ((MODELS, f"-ksp_type {ksp} -pc_type {pc}") for ksp in METHODS for pc in PCS)
    yield from ((MODELS, f"-pc_type {pc} -sub_pc_type {block}") for pc in ("bjacobi", "asm") for block in BLOCKS)
    yield from ((both, f"-pc_type {pc} -ksp_type preonly -pc_factor_mat_solver_type {library}") for library in LIBRARIES for pc in ("lu", "cholesky", "ilu", "icc"))
    yield from ((both, f"-pc_type {pc} -pc_factor_mat_solver_type petsc -pc_factor_mat_ordering_type {ordering}") for ordering in ORDERINGS for pc in ("lu", "icc"))
    yield from ((nonlinear, f"-snes_linesearch_type {search}") for search in ("basic", "bt", "l2", "cp"))
    for words in ("-ksp_gmres_restart 0", "-ksp_gmres_restart 1", "-pc_factor_levels 1000000", "-pc_factor_levels -1", "-pc_gamg_threshold 2", "-snes_max_it 0", "-ksp_max_it 0", "-ksp_view",
                  "-ksp_converged_reason", "-ksp_monitor", "-snes_view", "-snes_monitor", "-snes_converged_reason", "-ksp_cg_single_reduction", "-log_view"):
        yield from ((MODELS, f"{words} {more}") for more in ("", "-ksp_type gmres -pc_type ilu", "-ksp_type cg -pc_type gamg"))
    yield from ((both, f"-pc_type lu -pc_factor_mat_solver_type mumps -mat_mumps_icntl_14 {percent}") for percent in (0, -50, 1000))


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

    def test_some_combinations(self):
        """Every 29th of them, in each model in turn."""
        for k, (models, words) in enumerate(list(combinations())[:: 29]):
            self.check(list(models)[k % len(models)], words, (0, 2, 3), r"^fsolve: ")

    def test_ranks(self):
        """Factors of one rank alone are refused on several."""
        for words in ("-pc_type icc", "-pc_type lu -pc_factor_mat_solver_type klu"):
            with tempfile.TemporaryDirectory() as cwd:
                done = fsolve(options(None, output="out.h5", quiet=True, **SKIN) + shlex.split(words), 3, cwd=cwd)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, r"there are no such factors on 3 ranks|PETSc refuses the options")
                self.assertEqual(os.listdir(cwd), [])


if __name__ == "__main__":
    unittest.main()
