# SPDX-License-Identifier: BSD-2-Clause
"""Solvers and operators that are refused."""
import unittest

import refusal

WAVE = {"mesh_n": "20,20", "operator": "assembled"}


class Solvers(refusal.Table):
    ROWS = [
        ("wave2d", {"ksp_type": "cgg"}, r"cgg"),
        ("wave2d", {"ksp_rtol": "abc"}, r"abc"),
        ("sdof", {"pc_type": "fieldsplit"}, r"-pc_type fieldsplit: choose one of none, jacobi, .*; fsolve passes other values to PETSc unchecked, by -petsc"),
        ("sdof", {"pc_hypre_type": "boomeramg"}, r"unknown option -pc_hypre_type; .*-petsc"),
        ("slider_crank", {"operator": "matrix_free"}, r"-operator matrix_free is for linear models"),
        ("wave2d", {"operator": "matrix_free", "pc_type": "icc"}, r"-pc_type icc needs a matrix: use -operator assembled"),
        ("wave2d", {"operator": "matrix_free", "ksp_type": "preonly"}, r"-ksp_type preonly needs a matrix: use -operator assembled"),
        ("wave2d", {"operator": "matrix_free", "mesh_n": "3,3"}, r"-operator matrix_free needs rows of nodes that repeat"),
        ("wave2d", {"newton": "full"}, r"-newton has no effect: the model is linear"),
        ("wave2d", {"newton_mixed": True}, r"-newton_mixed has no effect: the model is linear"),
        ("truss_pendulum", {"newton_mixed": "false"}, r"-newton_mixed has no effect: the model has no beams"),
        ("slider_crank", {"newton": "modified"}, r"-newton modified is not for models with -joints"),
        ("roll_up", {"snes_max_it": -1}, r"-snes_max_it -1 makes no sense: give a number of iterations"),
        ("wave2d", {**WAVE, "ksp_rtol": 2}, r"-ksp_rtol 2 makes no sense: it is relative, such as 1e-8"),
        ("roll_up", {"ksp_rtol": "nan"}, r"-ksp_rtol nan makes no sense"),
        ("roll_up", {"snes_stol": -1}, r"-snes_stol -1 makes no sense"),
        ("roll_up", {"snes_atol": "inf"}, r"-snes_atol inf makes no sense"),
        ("wave2d", {"operator": "free"}, r"-operator free: unknown; .*auto, assembled, matrix_free"),
    ]


if __name__ == "__main__":
    unittest.main()
