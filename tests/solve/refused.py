"""Solvers and operators that are refused, PETSc's own complaints included."""
import unittest

import refusal


class Solvers(refusal.Table):
    ROWS = [
        ("wave2d", {"ksp_type": "cgg"}, r"cgg"),
        ("wave2d", {"ksp_rtol": "abc"}, r"abc"),
        ("sdof", {"pc_type": "fieldsplit"}, r"PETSc refuses the options"),
        ("slider_crank", {"operator": "matrix_free"}, r"-operator matrix_free is for linear models"),
        ("wave2d", {"operator": "matrix_free", "pc_type": "icc"}, r"-pc_type icc needs a matrix: take -operator assembled"),
        ("wave2d", {"operator": "matrix_free", "ksp_type": "preonly"}, r"-ksp_type preonly needs a matrix: take -operator assembled"),
        ("wave2d", {"operator": "matrix_free", "mesh_n": "3,3"}, r"-operator matrix_free needs rows of nodes that repeat"),
        ("wave2d", {"newton": "full"}, r"-newton has no effect: the model is linear"),
        ("slider_crank", {"newton": "modified"}, r"-newton modified is not for models with -joints"),
        ("wave2d", {"operator": "free"}, r"-operator free: unknown; .*auto, assembled, matrix_free"),
    ]


if __name__ == "__main__":
    unittest.main()
