# SPDX-License-Identifier: BSD-2-Clause
"""Matrices of a case as scipy.sparse, as a Mat of petsc4py, or as arrays."""
from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np

from fsolve.error import FsolveError

COMPONENTS = ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")
KINDS = ("scipy", "petsc", "arrays")


def array(pointer: Any, n: int) -> np.ndarray:
    """Copies n values from a pointer."""
    return np.ctypeslib.as_array(pointer, (n,)).copy() if n else np.zeros(0, pointer._type_)


def convert(entries: Any, kind: str | None, comm: Any) -> Any:
    """Returns the entries of a matrix as scipy.sparse.csr_matrix, Mat, or (values, columns, starts).

    kind is one of KINDS; None: scipy if it is installed, else arrays.
    """
    if kind not in (*KINDS, None):
        raise FsolveError(f"matrix: {kind!r} is none of {', '.join(KINDS)}")
    n, total = entries.n, entries.total
    starts = array(entries.start, n + 1)
    columns, values = array(entries.column, int(starts[-1])), array(entries.value, int(starts[-1]))
    if kind == "arrays" or (kind is None and not importlib.util.find_spec("scipy")):
        return values, columns, starts
    if kind == "petsc":
        try:
            from petsc4py import PETSc
        except ImportError as error:
            raise FsolveError(f"matrix: a Mat needs the package petsc4py (python3-petsc4py in Debian): {error}") from None
        return PETSc.Mat().createAIJ(((n, total), (n, total)), csr=(starts, columns, values), comm=comm)
    from scipy import sparse

    return sparse.csr_matrix((values, columns, starts), shape=(n, total))
