# SPDX-License-Identifier: BSD-2-Clause
"""Symbols in three dimensions: what a support holds, arrows of loads, joints.

A symbol is a mesh whose axis is z. Symbols of supports are below the origin, which is their node,
and have about the size 1; arrows end at the origin.
"""
from __future__ import annotations

import numpy as np

from fsolve.solid.balls import sphere
from fsolve.solid.things import Mesh, joined

SIDES = 20  # of round symbols
HEAD, WIDE, SHAFT = 0.30, 0.09, 0.032  # length and radius of an arrow's head, radius of its shaft


def turned_surface(profile: list[tuple[float, float]], sides: int = SIDES) -> Mesh:
    """Returns the surface that a line makes about z; profile: radius and z of its points."""
    angle = 2 * np.pi * (np.arange(sides) + 0.5) / sides
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    points = np.concatenate([np.column_stack([r * ring, np.full(sides, z)]) for r, z in profile])
    number = np.arange(len(points)).reshape(-1, sides)
    after = np.roll(number, -1, axis=1)
    quads = np.stack([number[:-1], after[:-1], after[1:], number[1:]], axis=2).reshape(-1, 4)
    return Mesh(points, [quads])


def block(half: float, low: float, high: float) -> Mesh:
    """Returns a box with a square base from z = low to high."""
    r = half * np.sqrt(2)
    return turned_surface([(0, low), (r, low), (r, high), (0, high)], 4)


def pin() -> Mesh:
    """All displacements are fixed."""
    return turned_surface([(0, 0), (0.5, -0.85), (0, -0.85)])


def roller() -> Mesh:
    """Some displacements are fixed: a cone on a plate, along which it moves."""
    return joined([turned_surface([(0, 0), (0.5, -0.75), (0, -0.75)]),
                   block(0.62, -0.98, -0.86)])  # type: ignore[return-value]


def clamp() -> Mesh:
    """Displacements and rotations are fixed."""
    return block(0.62, -0.5, 0.0)


def arrow(heads: int = 1) -> Mesh:
    """Returns an arrow of length 1 along z that ends at the origin, with one or two heads."""
    profile = [(0, -1), (SHAFT, -1)]
    for k in reversed(range(heads)):
        start = -HEAD * (1 + 0.7 * k)
        profile += [(SHAFT, start), (WIDE, start), (SHAFT if k else 0, -0.7 * HEAD * k)]
    return turned_surface(profile)


def ball() -> Mesh:
    """A joint."""
    return sphere(16, 10)


def drum() -> Mesh:
    """A joint that turns about an axis."""
    return turned_surface([(0, -1.1), (0.7, -1.1), (0.7, 1.1), (0, 1.1)])


def cube() -> Mesh:
    """A joint that slides along an axis."""
    return block(0.75, -1.2, 1.2)


def bases(ways: np.ndarray) -> np.ndarray:
    """Returns axes [n][3][3], as rows, whose third one is the direction ways [n][3]."""
    z = ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-300)
    help_ = np.eye(3)[np.abs(z).argmin(axis=1)]
    x = np.cross(help_, z)
    x /= np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-300)
    return np.stack([x, np.cross(z, x), z], axis=1)


def placed(symbol: Mesh, at: np.ndarray, ways: np.ndarray, sizes: np.ndarray | float,
           wide: np.ndarray | float | None = None) -> Mesh:
    """Returns a symbol at places at [n][3].

    ways   directions [n][3] of its axis
    sizes  [n] or one number
    wide   sizes across the axis; None: as sizes
    """
    n = len(at)
    along = np.broadcast_to(np.asarray(sizes, float), n)
    across = along if wide is None else np.broadcast_to(np.asarray(wide, float), n)
    factors = np.stack([across, across, along], axis=1)[:, :, None] * bases(np.asarray(ways, float))
    points = np.asarray(at, float)[:, None] + np.einsum("pi,nic->npc", symbol.points, factors)
    first = len(symbol.points) * np.arange(n)[:, None, None]
    return Mesh(points.reshape(-1, 3),
                [(f[None] + first).reshape(-1, f.shape[1]) for f in symbol.faces])
