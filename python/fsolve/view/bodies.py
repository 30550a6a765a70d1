# SPDX-License-Identifier: BSD-2-Clause
"""The parts of a model as triangles and lines whose corners move from state to state.

A picture makes its bodies anew for each state. A view keeps triangles, lines and colours of parts,
and moves their corners alone.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fsolve.mesh import CLOSED, sides
from fsolve.solid import arms, balls, lines, shells
from fsolve.solid.lines import Rings, State
from fsolve.solid.structure import colours_of, places
from fsolve.view.triangles import triangles

if TYPE_CHECKING:
    from fsolve.result import Result

FAT = 400_000  # corners of the lines of a part beyond which they are drawn without their sections
SHARP = 0.85  # cosine of the angle between the sides of a section at a corner that is drawn


@dataclass
class Body:
    """A part of the model, or a piece of it.

    part       its name
    color      of matplotlib
    triangles  rows of corners [t][3]
    cells      row of the cell of each triangle [t] among all cells of the model, or -1
    lines      rows of corners [l][2]
    line_cells the same as cells, of the lines [l]
    nodes      rows of the two nodes between which each corner is [c][2], or -1
    share      0 at the first of these nodes, 1 at the second [c]
    corners    corners(state) returns the places of the corners [c][3]
    """
    part: str
    color: str
    triangles: np.ndarray
    cells: np.ndarray
    lines: np.ndarray
    line_cells: np.ndarray
    nodes: np.ndarray
    share: np.ndarray
    corners: Callable[[State], np.ndarray]

    def at_corners(self, values: np.ndarray) -> np.ndarray:
        """Returns values of the nodes [n] at the corners [c]; NaN at corners without a node."""
        a, b = (np.where(self.nodes[:, i] < 0, np.nan, values[self.nodes[:, i]]) for i in (0, 1))
        return np.where(self.share == 0, a, (1 - self.share) * a + self.share * b)


def none(*shape: int) -> np.ndarray:
    return np.zeros(shape, int)


def creases(found: Rings, ends: np.ndarray) -> np.ndarray:
    """Returns lines along the sharp corners of sections, and around the ends of bodies [l][2]."""
    e, k, n, _ = found.loops[0].shape
    number = np.arange(e * k * n).reshape(e, k, n)
    ring = found.loops[0][0, 0]
    way = np.roll(ring, -1, axis=0) - ring
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-300)
    sharp = np.flatnonzero((way * np.roll(way, 1, axis=0)).sum(axis=1) < SHARP)
    if not len(sharp):  # a round section
        sharp = np.arange(0, n, max(1, n // 4))
    along = np.stack([number[:, :-1, sharp], number[:, 1:, sharp]], axis=-1).reshape(-1, 2)
    around = number[:, [0, -1]][ends]
    return np.concatenate([along, np.stack([around, np.roll(around, -1, axis=1)], -1).reshape(-1, 2)])


def line_body(result: Result, name: str, color: str, size: float, state: State, first: int) -> Body:
    """Returns the lines of a part/shape; first: row of its first cell among all cells."""
    found = lines.rings(result, name, state, size)
    (e, k, _), n, count = found.curves.shape, found.loops[0].shape[2], len(result.cells[name])
    s = np.broadcast_to(np.linspace(0, 1, k), (e, k))
    if e * k * n > FAT:
        start = (np.arange(e)[:, None] * k + np.arange(k - 1)).ravel()
        return Body(name.split("/")[0], color, none(0, 3), none(0), np.column_stack([start, start + 1]),
                    first + np.repeat(np.arange(e) % count, k - 1), np.repeat(found.pairs, k, axis=0), s.ravel(),
                    lambda state: lines.rings(result, name, state, size).curves.reshape(-1, 3))
    ends = lines.free_ends(result, found.pairs)
    mesh = lines.body(found, ends, np.broadcast_to(np.arange(e)[:, None] % count, (e, k)))
    cut, _ = triangles(mesh.points, mesh.faces)
    tiles = len(mesh.points) // (e * k * n)
    assert mesh.values is not None
    edges = creases(found, ends)

    def corners(state: State) -> np.ndarray:
        loops = lines.rings(result, name, state, size).loops
        return np.concatenate([loop.reshape(-1, 3) for loop in (loops[0], loops[-1])[:tiles]])

    return Body(name.split("/")[0], color, cut, first + mesh.values[cut[:, 0]].astype(int), edges,
                first + mesh.values[edges[:, 0]].astype(int), np.tile(np.repeat(found.pairs, k * n, axis=0), (tiles, 1)),
                np.tile(np.repeat(s, n, axis=1).ravel(), tiles), corners)


def surface_body(result: Result, part: str, cells: dict[str, np.ndarray], color: str, size: float,
                 firsts: dict[str, int]) -> Body:
    """Returns the surfaces of a part {shape: cells}; firsts: rows of their first cells."""
    own = list(cells.values())
    mesh, used = shells.body(result, part, own, result.nodes, size)
    owner = np.concatenate([firsts[s] + np.arange(len(c)) for s, c in cells.items()])
    new = none(len(result.nodes))
    new[used] = np.arange(len(used))
    thick = len(mesh.points) > len(used)
    if thick:
        rows = [new[c] for c in own]
        owner = np.concatenate([owner, owner, shells.beside(rows, shells.rim(rows), owner)])
    cut, face = triangles(mesh.points, mesh.faces)
    edges = new[np.unique(np.sort(np.concatenate([sides(c, s) for s, c in cells.items()]), axis=1), axis=0)]
    edges = np.concatenate([edges, edges + len(used)]) if thick else edges
    nodes = np.tile(used, 1 + thick)
    return Body(part, color, cut, owner[face], edges, none(len(edges)) - 1, np.column_stack([nodes, nodes]),
                np.zeros(len(nodes)),
                lambda state: shells.body(result, part, own, places(result, state), size)[0].points)


def point_body(result: Result, name: str, color: str, size: float, state: State, first: int) -> Body:
    """Returns the bodies or masses of a part/shape."""
    part, nodes = name.split("/")[0], result.cells[name][:, 0]
    mesh = balls.body(result, part, nodes, state, size)
    each = len(mesh.points) // len(nodes)
    cut, _ = triangles(mesh.points, mesh.faces)
    rows = np.repeat(nodes, each)

    def corners(state: State) -> np.ndarray:
        return balls.body(result, part, nodes, state, size).points

    return Body(part, color, cut, first + cut[:, 0] // each, none(0, 2), none(0),
                np.column_stack([rows, rows]), np.zeros(len(rows)), corners)


def arm_body(result: Result, k: int, size: float, state: State, colours: dict[str, str]) -> Body:
    """Returns the arms of the bodies of the k-th part that has such."""
    thing = arms.things(result, state, size, colours)[k]
    mesh = thing.body
    assert mesh is not None
    cut, _ = triangles(mesh.points, mesh.faces)

    def corners(state: State) -> np.ndarray:
        moved = arms.things(result, state, size, colours)[k].body
        assert moved is not None
        return moved.points

    return Body(list(arms.lines(result, state))[k], thing.color, cut, none(len(cut)) - 1, none(0, 2), none(0),
                none(len(mesh.points), 2) - 1, np.zeros(len(mesh.points)), corners)


def bodies(result: Result, size: float, state: State) -> list[Body]:
    """Returns the bodies of a model.

    size   of the model
    state  one of those that are shown: all of them have the same corners
    """
    colours, found = colours_of(result), []
    firsts = dict(zip(result.cells, np.cumsum([0, *map(len, result.cells.values())])))
    for name, part in result.parts.items():
        closed = {s: c for s, c in part.cells.items() if s in CLOSED and len(c)}
        if closed:
            found.append(surface_body(result, name, closed, colours[name], size,
                                      {s: firsts[f"{name}/{s}"] for s in closed}))
        for shape, cells in part.cells.items():
            if shape in CLOSED or not len(cells):
                continue
            make = point_body if shape == "point" else line_body
            found.append(make(result, f"{name}/{shape}", colours[name], size, state, firsts[f"{name}/{shape}"]))
    return found + [arm_body(result, k, size, state, colours) for k in range(len(arms.lines(result, state)))]
