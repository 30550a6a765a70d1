# SPDX-License-Identifier: BSD-2-Clause
"""Supports in the picture of a model: symbols that stand in the directions that they fix."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from fsolve import model, scene
from fsolve.plot.symbols import CLAMP, PIN, ROLLER, SYMBOLS, Picture, marker_size, spread
from fsolve.solid import symbols
from fsolve.solid.things import Mesh
from fsolve.solid.window import available

if TYPE_CHECKING:
    from fsolve.result import Result

MANY = 20  # nodes of a model beyond which a support of all of them has no symbols
LARGE = 0.038  # size of a symbol in space over that of the model
TURNS = ("beam", "body", "shell", "rotational_spring")  # elements whose nodes rotate


def nodes_that_turn(picture: Picture, result: Result) -> np.ndarray:
    """Returns True for each node that has a rotation."""
    turning = np.zeros(len(picture.x), bool)
    for part in result.parts.values():
        for cells in part.cells.values():
            turning[cells] |= part.element in TURNS
    return turning


def into_model(picture: Picture, result: Result, nodes: np.ndarray) -> np.ndarray:
    """Returns the mean direction [n][3] from each node into the cells that it has; 0 if balanced."""
    x = picture.x
    ways = np.zeros((len(x), 3))
    for cells in result.cells.values():
        for k in range(cells.shape[1]):
            way = x[cells].mean(axis=1) - x[cells[:, k]]
            np.add.at(ways, cells[:, k], way / np.linalg.norm(way, axis=1, keepdims=True).clip(1e-300))
    length = np.linalg.norm(ways[nodes], axis=1, keepdims=True)
    return np.where(length > 1e-6, ways[nodes] / length.clip(1e-300), 0.0)


def stands(fixed: list[np.ndarray], all_fixed: bool, clamped: bool, inward: np.ndarray,
           seen: np.ndarray) -> list[np.ndarray]:
    """Returns the directions [2] in the picture in which the symbols of a node extend from it.

    fixed   directions of the fixed displacements; all_fixed if they are all that there are
    inward  direction from the node into the model
    seen    directions [2][3] to the right and up in the picture
    """
    way, down = seen @ inward, np.array([0.0, -1.0])
    if clamped and all_fixed:  # a wall behind the end of the member
        return [-way / np.linalg.norm(way)] if np.linalg.norm(way) > 0.3 else [down]
    if all_fixed:
        return [-down if way[1] < -0.5 else down]
    found = []
    for direction in fixed:
        d = seen @ direction
        size = np.linalg.norm(d)
        if size > 0.3:
            side = d @ way / size
            found.append(d / size * (-np.sign(side) if abs(side) > 0.3 else -1 if d[1] > -0.1 else 1))
    return found or [down]


def stands_in_space(fixed: list[np.ndarray], all_fixed: bool, clamped: bool, inward: np.ndarray,
                    down: np.ndarray) -> list[np.ndarray]:
    """Returns the directions [3] in which the symbols of a node extend from it; see stands().

    down: direction [3] in which a symbol extends that may have any
    """
    way = np.linalg.norm(inward)
    if clamped and all_fixed:
        return [-inward / way] if way > 0.3 else [down]
    if all_fixed:
        return [-down if inward @ down > 0.5 else down]
    found = []
    for d in fixed:
        side = d @ inward
        sign = -np.sign(side) if abs(side) > 0.3 else 1.0 if d @ down > 0.1 else -1.0
        found.append(sign * d)
    return found or [down]


def downward(picture: Picture) -> np.ndarray:
    """Returns the axis [3] that goes down in the picture."""
    up = scene.directions(picture.axes)[1]
    k = int(abs(up).argmax())
    return -np.sign(up[k]) * np.eye(3)[k]


def draw_in_space(picture: Picture, at: np.ndarray, ways: list[list[np.ndarray]], symbol: Mesh,
                  moved: bool, count: int) -> None:
    """Draws the symbols of nodes at places [n][3]; ways: their directions."""
    size = picture.size * LARGE * marker_size(count, 15) / 15
    rows = np.repeat(np.arange(len(at)), [len(w) for w in ways])
    every = -np.array([d for w in ways for d in w])  # the axis of a symbol goes up to its node
    picture.symbols(symbol, at[rows], every, size, "tab:orange" if moved else "0.6")
    if np.ptp(picture.x, axis=0).max() > 0:
        picture.include(at[rows] - size * every)


def turned(marker: Path, way: np.ndarray) -> Path:
    """Returns a marker whose body extends in a direction [2] instead of down."""
    return marker.transformed(Affine2D().rotate(np.arctan2(way[1], way[0]) + np.pi / 2))


def described(s: model.Support, shifts: list[str], turns: bool) -> str:
    """Returns the text of a support in the legend."""
    fixed = [", ".join(shifts)] if shifts else []
    if s.normal is not None:
        fixed.append("along " + ", ".join(f"{c:.3g}" for c in s.normal))
    if turns:
        all_turns = len(s.rotations) == 3
        fixed.append("rotations" if all_turns else f"rotation {', '.join(s.rotations)}")
    own = "" if np.allclose(s.axes, np.eye(3)) else " of its own axes"
    return (f"support {s.name}: {' and '.join(fixed)}{own}{' (moved)' if s.moved else ''}, "
            f"{len(s.nodes)} node{'s' * (len(s.nodes) > 1)}")


def draw_supports(picture: Picture, result: Result) -> None:
    turning = nodes_that_turn(picture, result)
    there = str(result.options.get("directions", "xyz"))
    seen = scene.directions(picture.axes)
    for s in model.supports(result):
        if not len(s.nodes):
            continue
        turns = bool(s.rotations) and turning[s.nodes].any()
        shifts = [c for c in s.displacements if c in there]
        clamped = turns and (len(s.rotations) == 3 or len(there) == 2)
        fixed = [s.axes["xyz".index(c)] for c in shifts] + [s.normal] * (s.normal is not None)
        whole = len(shifts) == len(there)
        marker = CLAMP if clamped else PIN if whole else ROLLER
        nodes = s.nodes[spread(picture.x[s.nodes], SYMBOLS)]
        size, inwards = marker_size(len(nodes), 15), into_model(picture, result, nodes)
        look = {"mfc": "tab:orange" if s.moved else "0.75", "mec": "k"}
        picture.entry(ms=11, mew=0.8, label=described(s, shifts, turns), marker=marker, **look)
        if len(s.nodes) == len(picture.x) > MANY:  # such as the directions in the plane of all plates
            continue
        if available():
            solid = {CLAMP: symbols.clamp, PIN: symbols.pin, ROLLER: symbols.roller}[marker]()
            draw_in_space(picture, picture.x[nodes], [
                stands_in_space(fixed, whole, clamped, inward, downward(picture)) for inward in inwards],
                solid, bool(s.moved), len(nodes))
            continue
        bodies: dict[tuple[float, float], list[int]] = {}
        for node, inward in zip(nodes, inwards):
            for way in stands(fixed, whole, clamped, inward, seen):
                bodies.setdefault(tuple(np.round(way, 3)), []).append(node)
        for way, rows in bodies.items():
            picture.points(picture.x[rows], ms=size, mew=0.8 if size > 5 else 0.4, zorder=5,
                           marker=turned(marker, np.array(way)), **look)
