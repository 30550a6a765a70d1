# SPDX-License-Identifier: BSD-2-Clause
"""Bodies of surface elements: their thickness about their nodes, with an offset."""
from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING

import numpy as np

from fsolve import model
from fsolve.solid.things import Mesh

if TYPE_CHECKING:
    from fsolve.result import Result

SEEN = 2e-3  # least thickness that is drawn, over the size of the model; thinner ones are surfaces
CORNER = 0.3  # least cosine between the normals of a node and of its cells that moves the faces


def normals_of(x: np.ndarray, cells: list[np.ndarray]) -> np.ndarray:
    """Returns normals of nodes at x [n][3] from the cells around them, 0 without cells.

    At a fold a normal is longer than 1, so that both sides keep their thickness.
    """
    found, ways = np.zeros_like(x), []
    for c in cells:
        way = np.cross(x[c[:, -2]] - x[c[:, 0]], x[c[:, -1]] - x[c[:, 1 if c.shape[1] == 4 else 0]])
        way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-300)
        ways.append(way)
        for k in range(c.shape[1]):
            np.add.at(found, c[:, k], way)
    found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-300)
    share, count = np.zeros(len(x)), np.zeros(len(x))
    for c, way in zip(cells, ways):
        for k in range(c.shape[1]):
            np.add.at(share, c[:, k], (way * found[c[:, k]]).sum(1))
            np.add.at(count, c[:, k], 1)
    cosine = np.maximum(share / np.maximum(count, 1), CORNER)
    return found / cosine[:, None]


def ply_thickness(result: Result, part: str) -> float | None:
    """Returns the sum of the thicknesses of the plies of a part, or None."""
    path = str(result.options.get(f"part_{part}_plies", ""))
    for place in (path, os.path.join(os.path.dirname(result.file), path)):
        if path and os.path.isfile(place):
            with open(place, encoding="utf-8") as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
            try:
                return sum(float(row["thickness"]) for row in rows)
            except (KeyError, TypeError, ValueError):
                return None
    return None


def numbers(result: Result, option: str, default: str) -> np.ndarray:
    """Returns the value of an option at the nodes [n]; NaN if it is not known."""
    text, known = str(result.options.get(option, default)), model.constants(result.options)
    value = model.constant(text, known)
    if value is not None:
        return np.full(len(result.nodes), value)
    found = [model.constant(text, {**known, "x": p[0], "y": p[1], "z": p[2]})
             for p in result.nodes[:1]]
    if None in found:
        return np.full(len(result.nodes), np.nan)
    return np.array([model.constant(text, {**known, "x": p[0], "y": p[1], "z": p[2]})
                     for p in result.nodes], float)


def rim(cells: list[np.ndarray]) -> np.ndarray:
    """Returns the sides [k][2] of cells that belong to one cell, in its sense of rotation."""
    sides = np.concatenate([np.stack([c, np.roll(c, -1, axis=1)], axis=2).reshape(-1, 2)
                            for c in cells])
    _, first, count = np.unique(np.sort(sides, axis=1), axis=0, return_index=True,
                                return_counts=True)
    return sides[first[count == 1]]


def thickness_of(result: Result, part: str) -> np.ndarray:
    """Returns the thickness of a part at the nodes [n], NaN if it is not known."""
    plies = ply_thickness(result, part)
    return numbers(result, f"part_{part}_thickness", "" if plies is None else str(plies))


def body(result: Result, part: str, cells: list[np.ndarray], x: np.ndarray, size: float,
         values: np.ndarray | None = None, of_nodes: bool = False) -> tuple[Mesh, np.ndarray]:
    """Returns the body of surface cells whose nodes are at x [n][3], and the rows of its nodes [m].

    The first m points of the body, and the next m if it has a thickness, belong to these nodes.

    size      of the model
    values    of the cells in their order, or of all nodes
    of_nodes  whether they are those of nodes
    """
    used, back = np.unique(np.concatenate([c.ravel() for c in cells]), return_inverse=True)
    own = [rows.reshape(c.shape) for rows, c in
           zip(np.split(back, np.cumsum([c.size for c in cells])[:-1]), cells)]
    t = thickness_of(result, part)[used]
    of_cells = values is not None and not of_nodes
    at_points = values[used] if values is not None and of_nodes else None
    if not np.nanmax(t, initial=0) > SEEN * size or not np.isfinite(t).all():
        return Mesh(x[used], own, values if of_cells else at_points, of_cells), used
    up = normals_of(x[used], own)
    middle = x[used] + numbers(result, f"part_{part}_offset", "0")[used, None] * up
    points = np.concatenate([middle + t[:, None] / 2 * up, middle - t[:, None] / 2 * up])
    edge, n = rim(own), len(used)
    walls = np.column_stack([edge[:, 1], edge[:, 0], edge[:, 0] + n, edge[:, 1] + n])
    faces = [*own, *(c[:, ::-1] + n for c in own)]
    if of_cells:  # walls have no values of their own: those of the cells beside them
        at_points = np.concatenate([values, values, beside(own, edge, values)])
    elif at_points is not None:
        at_points = np.tile(at_points, 2)
    return Mesh(points, [*faces, walls], at_points, of_cells), used


def beside(cells: list[np.ndarray], edge: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Returns the values of the cells to which sides edge [k][2] belong."""
    sides = np.concatenate([np.stack([c, np.roll(c, -1, axis=1)], axis=2).reshape(-1, 2)
                            for c in cells])
    owner = np.repeat(np.arange(sum(map(len, cells))),
                      np.concatenate([np.full(len(c), c.shape[1]) for c in cells]))
    rows = {(int(a), int(b)): int(k) for (a, b), k in zip(sides, owner)}
    return values[[rows[int(a), int(b)] for a, b in edge]]
