# SPDX-License-Identifier: BSD-2-Clause
"""Lines and faces of the cells of a mesh, as pictures need them."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fsolve.result import Result

ORDER = {"line3": (0, 2, 1)}  # order of the nodes along a cell
CLOSED = ("triangle", "quadrilateral")  # shapes that are surfaces


def sides(cells: np.ndarray, shape: str) -> np.ndarray:
    """Returns the pairs of nodes [n][2] along the sides of cells [k][nodes of a cell]."""
    ring = [cells[:, i] for i in ORDER.get(shape, range(cells.shape[1]))]
    if shape in CLOSED:
        ring.append(cells[:, 0])
    if len(ring) < 2:
        return np.zeros((0, 2), int)
    return np.concatenate([np.column_stack(pair) for pair in zip(ring[:-1], ring[1:])])


def edges(result: Result) -> np.ndarray:
    """Returns the pairs of nodes [n][2] of all sides of the mesh, each of them once."""
    found = [sides(cells, name.split("/")[1]) for name, cells in result.cells.items()]
    pairs = np.concatenate(found) if found else np.zeros((0, 2), int)
    return np.unique(np.sort(pairs, axis=1), axis=0)


def segments(points: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Returns the ends [n][2][3] of lines between pairs of points."""
    return np.stack([points[pairs[:, 0]], points[pairs[:, 1]]], axis=1)


def with_gaps(points: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Returns the same lines as one line with gaps [3 n][3], which is drawn faster."""
    lines = np.full((3 * len(pairs), 3), np.nan)
    lines[0::3], lines[1::3] = points[pairs[:, 0]], points[pairs[:, 1]]
    return lines
