# SPDX-License-Identifier: BSD-2-Clause
"""Bodies of line elements: their sections, drawn along the curves between their nodes."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fsolve.beams import reference_axes, rotated
from fsolve.curves import hermite, turned_by
from fsolve.members import lines_of, members
from fsolve.mesh import sides
from fsolve.model import constants, vector
from fsolve.solid.outline import circle
from fsolve.solid.sections import Section
from fsolve.solid.things import Mesh

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result

POINTS = 1_500_000  # of all bodies; more lines have fewer points along each
CAPPED = 5000  # lines of a part up to which the ends of the bodies are closed
THIN = 2e-3  # radius of a line without a size, over the size of the model
STOUT = 0.025  # the same of a line whose size follows from its stiffness, at most
MOST = 12  # pieces of a bent line


@dataclass
class State:
    """The displacements and rotations with which a model is drawn.

    u      displacements [n][3]
    turn   rotations: unit quaternions [n][4], small rotation vectors [n][3], or None
    scale  factor of both
    frame  the frame, which may have displacements along beams, or None
    """
    u: np.ndarray
    turn: np.ndarray | None = None
    scale: float = 1.0
    frame: Snapshot | None = None


def quaternions(turn: np.ndarray, scale: float) -> np.ndarray:
    """Returns unit quaternions [n][4] of rotations that are scale times as large."""
    if turn.shape[1] == 4 and scale == 1:
        return turn
    if turn.shape[1] == 4:
        q = turn * np.where(turn[:, :1] < 0, -1, 1)
        sine = np.linalg.norm(q[:, 1:], axis=1, keepdims=True)
        vector_of = 2 * np.arctan2(sine, q[:, :1]) * q[:, 1:] / np.maximum(sine, 1e-300)
    else:
        vector_of = turn
    length = np.linalg.norm(vector_of, axis=1, keepdims=True)
    half = scale * length / 2
    return np.hstack([np.cos(half), np.sin(half) * vector_of / np.maximum(length, 1e-300)])


def curves(x: np.ndarray, pairs: np.ndarray, state: State | None, name: str, cells: np.ndarray,
           pieces: int, bends: bool) -> np.ndarray:
    """Returns the points [e][k][3] of lines between pairs of nodes at x [n][3].

    bends: the lines are beams, which are cubic between their nodes
    """
    ends = x[pairs]
    s = np.linspace(0, 1, pieces + 1)
    straight = ends[:, :1] + s[:, None] * (ends[:, 1:] - ends[:, :1])
    if state is None:
        return straight
    along = f"{name}/displacement_along"
    if bends and state.frame is not None and along in state.frame:
        moves = state.frame[along].reshape(len(cells), -1, 3)
        at = np.linspace(0, 1, moves.shape[1])[:, None]
        return ends[:, :1] + at * (ends[:, 1:] - ends[:, :1]) + state.scale * moves
    u = state.u[pairs]
    if not bends or state.turn is None:
        return straight + state.scale * (u[:, :1] + s[:, None] * (u[:, 1:] - u[:, :1]))
    slopes = [turned_by(state.turn, pairs[:, i], ends[:, 1] - ends[:, 0]) for i in (0, 1)]
    return straight + state.scale * np.einsum("ks,kec->esc", hermite(s), [u[:, 0], u[:, 1], *slopes])


def frames_of(points: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Returns the axes y, z [e][k][2][3] of the sections along curves [e][k][3].

    ends: axes x, y, z at both ends of each curve [e][2][3][3]. They are interpolated, and made
    perpendicular to the curve.
    """
    k = points.shape[1]
    way = np.gradient(points, axis=1) if k > 2 else np.repeat(points[:, 1:] - points[:, :1], 2, 1)
    t = way / np.maximum(np.linalg.norm(way, axis=2, keepdims=True), 1e-300)
    s = np.linspace(0, 1, k)[None, :, None]
    y = (1 - s) * ends[:, None, 0, 1] + s * ends[:, None, 1, 1]
    y = y - (y * t).sum(2, keepdims=True) * t
    y /= np.maximum(np.linalg.norm(y, axis=2, keepdims=True), 1e-300)
    return np.stack([y, np.cross(t, y)], axis=2)


def end_axes(result: Result, part: str, cells: np.ndarray, state: State | None) -> np.ndarray:
    """Returns the axes of sections without twist at both ends of each line [e][2][3][3]."""
    x = result.nodes
    middle = x[cells[:, 2]] if cells.shape[1] == 3 else None
    given = vector(str(result.options.get(f"part_{part}_direction", "")), constants(result.options))
    with np.errstate(invalid="ignore", divide="ignore"):
        axes = np.nan_to_num(reference_axes(x[cells[:, :2]], middle, given))
    nodes = cells[:, :2]
    if middle is not None:  # the lines start - middle and middle - end
        mean = axes.mean(axis=1)
        axes = np.concatenate([np.stack([axes[:, 0], mean], 1), np.stack([mean, axes[:, 1]], 1)])
        nodes = np.concatenate([cells[:, [0, 2]], cells[:, [2, 1]]])
    if state is not None and state.turn is not None:
        q = quaternions(state.turn, state.scale)
        axes = rotated(q[nodes][:, :, None, :], axes)
    return axes


def places_of(result: Result, name: str, cells: np.ndarray) -> np.ndarray:
    """Returns the arc lengths and the fractions at both ends of cells [e][2][2]."""
    found = np.zeros((len(cells), 2, 2))
    for m in members(result):
        if m.shape == name:
            ends = np.column_stack([m.places[:-1], m.places[1:]])
            found[m.cells] = np.stack([ends, ends / max(m.places[-1], 1e-300)], axis=2)
    return found


def outlines(result: Result, name: str, cells: np.ndarray, least: float
             ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns the sections at both ends of each cell of a part/shape.

    least: radius of the circle that stands for a section of unknown size

    They are outlines [e][2][2][k][2], offsets [e][2][2] and twists [e][2]; see outline.py.
    """
    section = Section(result, name.split("/")[0])
    default = np.repeat(circle({"radius": least})[None], 2, axis=0)

    def at(place: dict[str, float]) -> tuple[np.ndarray, np.ndarray, float]:
        shape = section.outline(place)
        if shape is None:
            shape = default
        elif section.estimated:  # stiff parts, such as rigid ones, would hide the structure
            shape = shape * min(1.0, STOUT / THIN * least / abs(shape).max())
        return shape, section.offset(place), section.twist(place)

    count = len(cells)
    if not section.varies:
        one = at({"s": 0.0, "fraction": 0.0, "x": 0.0, "y": 0.0, "z": 0.0})
        return tuple(np.broadcast_to(v, (count, 2, *np.shape(v))) for v in one)  # type: ignore
    arcs = places_of(result, name, cells)
    rows = [at({"s": s, "fraction": f, **dict(zip("xyz", result.nodes[node]))})
            for cell, arc in zip(cells, arcs) for node, (s, f) in zip(cell[:2], arc)]
    return tuple(np.array(v).reshape(count, 2, *np.shape(v[0])) for v in zip(*rows))  # type: ignore


def turned(loops: np.ndarray, twist: np.ndarray) -> np.ndarray:
    """Returns loops [e][2][...][n][2] turned by angles [e][2]."""
    if not np.any(twist):
        return loops
    c, s = np.cos(twist)[..., None, None], np.sin(twist)[..., None, None]
    y, z = loops[..., 0], loops[..., 1]
    return np.stack([c * y - s * z, s * y + c * z], axis=-1)


def halved(at_ends: np.ndarray, shape: str) -> np.ndarray:
    """Returns values at both ends of cells [e][2][...] at the ends of their lines."""
    if shape != "line3":
        return at_ends
    mean = at_ends.mean(axis=1)
    return np.concatenate([np.stack([at_ends[:, 0], mean], 1), np.stack([mean, at_ends[:, 1]], 1)])


def swept(points: np.ndarray, axes: np.ndarray, loops: np.ndarray) -> np.ndarray:
    """Returns loops [e][k][n][2] in space [e][k][n][3], at points [e][k][3] with axes y, z."""
    along_y = loops[..., :1] * axes[:, :, None, 0]
    return points[:, :, None] + along_y + loops[..., 1:] * axes[:, :, None, 1]


def hull(rings: np.ndarray, inward: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Returns the points and quadrilaterals between the rings [e][k][n][3] along lines."""
    e, k, n, _ = rings.shape
    number = np.arange(e * k * n).reshape(e, k, n)
    after = np.roll(number, -1, axis=2)
    corners = [number[:, :-1], after[:, :-1], after[:, 1:], number[:, 1:]]
    faces = np.stack(corners[::-1] if inward else corners, axis=-1).reshape(-1, 4)
    return rings.reshape(-1, 3), faces


def caps(outer: np.ndarray, inner: np.ndarray, first: int, second: int,
         ends: np.ndarray) -> list[np.ndarray]:
    """Returns the faces that close the ends of lines: polygons, or rings if there is a hole.

    outer, inner   rings [e][k][n][3]
    first, second  number of their first points
    ends           which ends are closed [e][2]
    """
    e, k, n, _ = outer.shape
    a = first + np.arange(e * k * n).reshape(e, k, n)[:, [0, -1]][ends].reshape(-1, n)
    if inner is outer:
        return [a] if len(a) else []
    b = second + np.arange(e * k * n).reshape(e, k, n)[:, [0, -1]][ends].reshape(-1, n)
    return [np.stack([a, np.roll(a, -1, 1), np.roll(b, -1, 1), b], axis=2).reshape(-1, 4)]


def free_ends(result: Result, pairs: np.ndarray) -> np.ndarray:
    """Returns which ends of lines [e][2] are seen: where not just two lines meet."""
    count = np.zeros(len(result.nodes), int)
    for name, cells in lines_of(result).items():
        for pair in sides(cells, name.split("/")[1]).T:
            np.add.at(count, pair, 1)
    return count[pairs] != 2


def pieces_of(count: int, corners: int, state: State | None) -> int:
    """Returns into how many pieces count lines are divided, with a number of corners each."""
    if state is None:
        return 1
    return int(np.clip(POINTS / max(count * corners, 1), 1, MOST))


@dataclass
class Rings:
    """The sections of the lines of a part/shape in space.

    curves  points of the axes [e][k][3]
    loops   the outer loops of the sections there, and the inner ones if there are holes [e][k][n][3]
    pairs   rows of the nodes at both ends [e][2]
    """
    curves: np.ndarray
    loops: list[np.ndarray]
    pairs: np.ndarray


def rings(result: Result, name: str, state: State | None, size: float) -> Rings:
    """Returns the sections of a part/shape.

    state  where its nodes are drawn; None: at rest
    size   of the model
    """
    part, shape = name.split("/")
    cells = result.cells[name]
    loops, offset, twist = outlines(result, name, cells, THIN * size)
    solid = np.array_equal(loops[:1, :, 0], loops[:1, :, 1])  # all sections of a part have one shape
    loops = loops[:, :, :1] if solid else loops
    bends = result.parts[part].element == "beam"
    if bends and state is not None and state.frame is not None \
            and f"{name}/displacement_along" in state.frame:  # one curve for each cell
        cells, shape = cells[:, :2], "line"
    pairs, total = sides(cells, shape), sum(map(len, lines_of(result).values()))
    pieces = pieces_of(max(total, len(pairs)), loops.shape[3], state if bends else None)
    points = curves(result.nodes, pairs, state, name, cells, pieces, bends)
    axes = frames_of(points, end_axes(result, part, cells, state))
    ends = halved(turned(loops + offset[:, :, None, None], twist), shape)
    t = np.linspace(0, 1, points.shape[1])[None, :, None, None, None]
    sections = (1 - t) * ends[:, :1] + t * ends[:, 1:] if len(t[0]) > 2 else ends
    return Rings(points, [swept(points, axes, sections[:, :, k]) for k in range(loops.shape[2])], pairs)


def body(found: Rings, ends: np.ndarray, values: np.ndarray | None = None) -> Mesh:
    """Returns the body between rings.

    ends    which of its ends are closed [e][2]
    values  at the points of the axes [e][k], or None
    """
    outer, inner = found.loops[0], found.loops[-1]
    shades = None if values is None else np.repeat(values, outer.shape[2], axis=1).ravel()
    x, faces = hull(outer)
    if len(outer) > CAPPED:
        return Mesh(x, [faces], shades)
    if outer is inner:
        return Mesh(x, [faces, *caps(outer, outer, 0, 0, ends)], shades)
    more, back = hull(inner, inward=True)
    return Mesh(np.concatenate([x, more]), [faces, back + len(x), *caps(outer, inner, 0, len(x), ends)],
                None if shades is None else np.tile(shades, 2))


def along(found: Rings, values: np.ndarray, count: int, nodes: bool) -> np.ndarray:
    """Returns values at the points of the axes [e][k].

    values  of the nodes [n], linear between them, or of the cells [count]
    nodes   whether they are those of nodes
    """
    e, k = found.curves.shape[:2]
    if not nodes:
        return np.repeat(np.tile(values, e // count)[:, None], k, axis=1)
    s = np.linspace(0, 1, k)
    ends = values[found.pairs]
    return (1 - s) * ends[:, :1] + s * ends[:, 1:]


def reach(result: Result, way: np.ndarray, size: float) -> np.ndarray:
    """Returns how far the bodies of lines extend from each node [n] against a direction [3]."""
    found = np.zeros(len(result.nodes))
    if sum(map(len, lines_of(result).values())) > CAPPED:  # they are thin in the picture
        return found
    for name in lines_of(result):
        own = rings(result, name, None, size)
        depth = ((own.curves[:, :, None] - own.loops[0]) @ way).max(axis=2)
        for k in (0, 1):
            np.maximum.at(found, own.pairs[:, k], depth[:, -k])
    return found
