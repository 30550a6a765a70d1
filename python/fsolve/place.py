# SPDX-License-Identifier: BSD-2-Clause
"""A place of the model of a case: a node, or a place inside of an element."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve.error import FsolveError
from fsolve.library import PlaceMotion
from fsolve.matrix import array

if TYPE_CHECKING:
    from fsolve.case import Case

VECTORS = ("displacement", "velocity", "acceleration")


class Place:
    """What Case.place returns: a node, or a place inside of an element. All vectors are in global axes, on all ranks.

    displacement, velocity, acceleration  [3] in the present state, or at the end of the step that was tried
    """

    def __init__(self, case: Case, point: Any):
        self._case, self.point = case, np.asarray(point, np.float64)
        if self.point.shape != (3,):
            raise FsolveError(f"place: a point has 3 coordinates, not {point!r}")
        number = case._lib.FsRows._fields_[0][1]()
        case._call("FsCaseFindPlace", self.point.ctypes.data, ctypes.byref(number))
        self._number = number.value

    def __getattr__(self, name: str) -> np.ndarray:
        if name not in VECTORS:
            raise AttributeError(f"a place has no {name}")
        motion = PlaceMotion()
        self._case._call("FsCaseGetPlaceMotion", self._number, ctypes.byref(motion))
        return np.array(getattr(motion, name))

    def rows(self) -> tuple[np.ndarray, np.ndarray, bool]:
        """Returns the rows of matrices on which the place depends, values [n, 6], and whether the place rotates.

        A value is the velocity (x, y, z) or the angular velocity (about x, y, z) of the place if the velocity of the dof is 1, and
        therefore also the force on the dof by a unit force or moment at the place.
        """
        rows = self._case._lib.FsPlaceRows()
        self._case._call("FsCaseGetPlaceRows", self._number, ctypes.byref(rows))
        return array(rows.row, rows.n).astype(int), array(rows.value, 6 * rows.n).reshape(-1, 6), bool(rows.rotates)
