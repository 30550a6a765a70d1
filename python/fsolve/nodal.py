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

# The scatter of the centers of the cells of a patch along a direction, relative to that of the
# corners of a cell. It is 1 in regular meshes, 0.1 across an edge of triangles and 0 across an edge
# of quadrilaterals. The slope in directions with less than this is unknown.
SCATTER = 0.15


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


def metric(cells: list[np.ndarray], x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the mean products [n][3][3] of the corners of each cell about its center, and normals.

    A normal [n][3] has the length of twice the area of its cell.
    """
    products, normals = [], []
    for c in cells:
        corner = x[c] - x[c].mean(1, keepdims=True)
        products.append(np.einsum("nia,nib->nab", corner, corner) / c.shape[1])
        second = corner[:, -1] - corner[:, 0 if c.shape[1] == 3 else 1]
        normals.append(np.cross(corner[:, 2 if c.shape[1] == 4 else 1] - corner[:, 0], second))
    return np.concatenate(products), np.concatenate(normals)


def scale(count: int, cell: np.ndarray, node: np.ndarray, products: np.ndarray,
          normals: np.ndarray) -> np.ndarray:
    """Returns for each of count patches the factor L [3][3] of its metric L L^T.

    The metric is that of the corners of the cells in the tangent plane, so that a slope is known as
    well in long cells as in square ones. Along the normal it is the larger one of the plane.
    """
    first = np.zeros(count, int)
    first[node[::-1]] = cell[::-1]
    turned = np.sign(np.einsum("nk,nk->n", normals[cell], normals[first[node]]))
    normal = np.zeros((count, 3))
    np.add.at(normal, node, turned[:, None] * normals[cell])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    corners = np.zeros((count, 3, 3))
    np.add.at(corners, node, products[cell])
    across = normal[:, :, None] * normal[:, None, :]
    plane = np.eye(3) - across
    corners = plane @ corners @ plane
    largest = np.trace(corners, axis1=1, axis2=2)
    return np.linalg.cholesky(corners + (largest * (1 + 1e-12))[:, None, None] * across
                              + (1e-14 * largest)[:, None, None] * np.eye(3))


def fit(points: np.ndarray, centers: np.ndarray, values: np.ndarray, node: np.ndarray,
        cell: np.ndarray, factors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the values of the fitted planes at points [n], and the number [n] of their slopes.

    node, cell  [m]: cell[i] belongs to the patch of point node[i]
    factors     [n][3][3]: see scale

    Slopes in directions in which the centers do not scatter are zero.
    """
    away = np.linalg.solve(factors[node], (centers[cell] - points[node])[:, :, None])[:, :, 0]
    many = np.bincount(node, minlength=len(points))[:, None]
    middle, mean = np.zeros((len(points), 3)), np.zeros((len(points), values.shape[1]))
    np.add.at(middle, node, away)
    np.add.at(mean, node, values[cell])
    middle, mean = middle / many, mean / many
    from_middle = away - middle[node]
    matrix = np.zeros((len(points), 3, 3))
    right = np.zeros((len(points), 3, values.shape[1]))
    np.add.at(matrix, node, from_middle[:, :, None] * from_middle[:, None, :])
    np.add.at(right, node, from_middle[:, :, None] * values[cell][:, None, :])
    scatter, ways = np.linalg.eigh(matrix)
    known = scatter > SCATTER
    inverse = np.where(known, 1 / np.maximum(scatter, SCATTER), 0)
    slopes = (ways * inverse[:, None, :]) @ ways.transpose(0, 2, 1) @ right
    return mean - np.einsum("nk,nkv->nv", middle, slopes), known.sum(1)


def at_nodes(result: Result, frame: Snapshot, name: str) -> np.ndarray:
    """Returns a result of surface elements at all nodes; see Snapshot.at_nodes."""
    cells, values = surface(result, frame, name)
    centers = np.concatenate([result.nodes[c].mean(1) for c in cells])
    node = np.concatenate([c.ravel() for c in cells])
    corners = np.concatenate([np.full(len(c), c.shape[1]) for c in cells])
    cell = np.repeat(np.arange(len(centers)), corners)
    used, node = np.unique(node, return_inverse=True)
    factors = scale(len(used), cell, node, *metric(cells, result.nodes))
    found, slopes = fit(result.nodes[used], centers, values, node, cell, factors)
    few = np.flatnonzero(slopes < 2)
    if len(few):  # at edges and corners: also the cells around the neighbouring nodes
        of_node = np.split(cell[np.argsort(node, kind="stable")],
                           np.cumsum(np.bincount(node))[:-1])
        of_cell = np.split(node, np.flatnonzero(np.diff(cell)) + 1)
        wide = [np.unique(np.concatenate([of_node[j] for k in of_node[i] for j in of_cell[k]]))
                for i in few]
        patch = np.repeat(np.arange(len(few)), [len(w) for w in wide])
        points = result.nodes[used[few]]
        found[few] = fit(points, centers, values, patch, np.concatenate(wide), factors[few])[0]
    everywhere = np.full((len(result.nodes), values.shape[1]), np.nan)
    everywhere[used] = found
    return everywhere
