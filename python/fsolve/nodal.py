# SPDX-License-Identifier: BSD-2-Clause
"""Results of surface elements at the nodes.

A plane is fitted to the values at the centers of the cells around a node, and evaluated at the
node. This is patch recovery: Zienkiewicz & Zhu 1992, International
Journal for Numerical Methods in Engineering 33, 1331-1364. A field that is linear in space is exact
up to the edges. Means of cells would be wrong there by the slope times half a cell.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve.error import FsolveError
from fsolve.mesh import CLOSED

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result

# Smallest ratio of the moments of inertia of a patch. Below it the cells of the patch are in a line
# or plane, and the slope across it is unknown.
FLAT = 1e-3


def surface(result: Result, frame: Snapshot, name: str) -> tuple[list[np.ndarray], np.ndarray]:
    """Returns the nodes of the cells of a part, an array for each shape, and the values [n][k]."""
    part, what = name.split("/")[0], name.split("/")[-1]
    if part not in result.parts:
        raise FsolveError(
            f"{name}: {result.file} has no part '{part}'; give part/result, as in skin/stress")
    shapes = [s for s in result.parts[part].cells if f"{part}/{s}/{what}" in frame]
    if not shapes:
        there = ", ".join(n for n in frame.names() if "/" in n)
        raise FsolveError(f"{name}: frame {frame.number} has no such result of elements; "
                          f"it has {there}")
    if any(s not in CLOSED for s in shapes):
        raise FsolveError(f"{name}: results of lines jump at corners and loads, so they have no "
                          f"values at nodes; fsolve.beams.Sections has both ends")
    cells = [result.parts[part].cells[s] for s in shapes]
    values = [frame[f"{part}/{s}/{what}"].reshape(len(c), -1) for s, c in zip(shapes, cells)]
    return cells, np.concatenate(values)


def fit(points: np.ndarray, centers: np.ndarray, values: np.ndarray, node: np.ndarray,
        cell: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the values of the fitted planes at points [n], and the rank [n] of each fit.

    node, cell  [m]: cell[i] belongs to the patch of point node[i]

    The rank is 3 if the patch determines a plane.
    """
    away = centers[cell] - points[node]
    size = np.zeros(len(points))
    np.maximum.at(size, node, np.linalg.norm(away, axis=1))
    rows = np.column_stack([np.ones(len(cell)), away / size[node, None]])
    matrix = np.zeros((len(points), 4, 4))
    right = np.zeros((len(points), 4, values.shape[1]))
    np.add.at(matrix, node, rows[:, :, None] * rows[:, None, :])
    np.add.at(right, node, rows[:, :, None] * values[cell][:, None, :])
    smallest = FLAT * np.trace(matrix, axis1=1, axis2=2)[:, None]
    rank = (np.linalg.eigvalsh(matrix) > smallest).sum(1)
    return (np.linalg.pinv(matrix, FLAT, hermitian=True) @ right)[:, 0], rank


def at_nodes(result: Result, frame: Snapshot, name: str) -> np.ndarray:
    """Returns a result of surface elements at all nodes; see Snapshot.at_nodes."""
    cells, values = surface(result, frame, name)
    centers = np.concatenate([result.nodes[c].mean(1) for c in cells])
    node = np.concatenate([c.ravel() for c in cells])
    corners = np.concatenate([np.full(len(c), c.shape[1]) for c in cells])
    cell = np.repeat(np.arange(len(centers)), corners)
    used, node = np.unique(node, return_inverse=True)
    found, rank = fit(result.nodes[used], centers, values, node, cell)
    few = np.flatnonzero(rank < 3)
    if len(few):  # at edges and corners: also the cells around the neighbouring nodes
        of_node = np.split(cell[np.argsort(node, kind="stable")],
                           np.cumsum(np.bincount(node))[:-1])
        of_cell = np.split(node, np.flatnonzero(np.diff(cell)) + 1)
        wide = [np.unique(np.concatenate([of_node[j] for k in of_node[i] for j in of_cell[k]]))
                for i in few]
        patch = np.repeat(np.arange(len(few)), [len(w) for w in wide])
        points = result.nodes[used[few]]
        found[few] = fit(points, centers, values, patch, np.concatenate(wide))[0]
    everywhere = np.full((len(result.nodes), values.shape[1]), np.nan)
    everywhere[used] = found
    return everywhere
