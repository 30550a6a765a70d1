# SPDX-License-Identifier: BSD-2-Clause
"""Ellipsoids that stand for bodies and point masses."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve import model
from fsolve.beams import rotated
from fsolve.solid import stl
from fsolve.solid.lines import quaternions
from fsolve.solid.things import Mesh, joined

if TYPE_CHECKING:
    from fsolve.result import Result
    from fsolve.solid.lines import State

ROUND, RINGS = 32, 18  # points of a circle of latitude, and the number of such circles
SMALL, LARGE = 0.012, 0.05  # radii over the size of the model: of a mass, and the largest one
FLAT = 0.15  # least semi-axis over the largest one
MANY = 300  # ellipsoids beyond which they are octahedra


def sphere(round_: int = ROUND, rings: int = RINGS) -> Mesh:
    """Returns a sphere of radius 1 at the origin."""
    u = 2 * np.pi * np.arange(round_) / round_
    v = np.pi * (np.arange(1, rings) / rings - 0.5)
    ring = np.column_stack([np.cos(u), np.sin(u)])
    points = np.concatenate([np.column_stack([np.cos(a) * ring, np.full(round_, np.sin(a))])
                             for a in v] + [[[0, 0, -1], [0, 0, 1]]])
    number = np.arange((rings - 1) * round_).reshape(rings - 1, round_)
    after, poles = np.roll(number, -1, axis=1), len(points) - np.array([2, 1])
    quads = np.stack([number[:-1], after[:-1], after[1:], number[1:]], axis=2).reshape(-1, 4)
    south = np.column_stack([after[0], number[0], np.full(round_, poles[0])])
    north = np.column_stack([number[-1], after[-1], np.full(round_, poles[1])])
    return Mesh(points, [quads, south, north])


def semi_axes(result: Result, part: str, size: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns the semi-axes [3] of the ellipsoid of a part, and its principal axes as columns [3][3].

    The ellipsoid has the mass and the inertia of the part, and is not larger than the model.
    """
    options, known = result.options, model.constants(result.options)
    mass = model.constant(str(options.get(f"part_{part}_mass", "")), known)
    six = [model.constant(v, known) for v in model.split(str(options.get(f"part_{part}_inertia", "")))]
    if not mass or len(six) not in (3, 6) or None in six:
        return np.full(3, SMALL * size), np.eye(3)
    xx, yy, zz, xy, xz, yz = [*six, 0, 0, 0][:6]
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], float)
    moments, axes = np.linalg.eigh(inertia)
    axes = axes * np.sign(np.linalg.det(axes))
    squares = 5 / (2 * mass) * (moments.sum() - 2 * moments)
    found = np.sqrt(np.maximum(squares, 0))
    largest = found.max()
    if not largest > 0:
        return np.full(3, SMALL * size), np.eye(3)
    found = np.maximum(found, FLAT * largest)
    return found * np.clip(1, SMALL * size / largest, LARGE * size / largest), axes


def body(result: Result, part: str, nodes: np.ndarray, state: State | None, size: float) -> Mesh:
    """Returns the bodies or masses of a part: ellipsoids, or what Result.shapes gives.

    nodes: rows of their nodes [n]
    """
    if part in result.shapes:
        one = stl.read(str(result.shapes[part]))
        shape = one.points - result.nodes[nodes[0]]
    else:
        radii, axes = semi_axes(result, part, size)
        one = sphere() if len(nodes) <= MANY else sphere(4, 2)
        shape = one.points * radii @ axes.T
    found = []
    for node in nodes:
        points, at = shape, result.nodes[node]
        if state is not None:
            at = at + state.scale * state.u[node]
            if state.turn is not None:
                points = rotated(quaternions(state.turn[[node]], state.scale)[0], points)
        found.append(Mesh(at + points, one.faces))
    return joined(found)  # type: ignore[return-value]


def extent(result: Result, state: State | None) -> np.ndarray:
    """Returns the places [n][3] of the surfaces that Result.shapes gives, in a state."""
    found = [body(result, part, cells[:, 0], state, 1.0).points for part in result.shapes
             for shape, cells in result.parts[part].cells.items() if shape == "point"]
    return np.concatenate([np.zeros((0, 3)), *found])
