# SPDX-License-Identifier: BSD-2-Clause
"""The description of a scene: a list of things, which VTK or matplotlib paints.

A thing is a piece of the picture with one look, such as a part, a support or a load. A builder,
such as fsolve.solid.lines, makes things from a result and knows no painter. The painters
fsolve.solid.vtk_painter and fsolve.solid.flat_painter know things and no results.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.colors import to_rgb

MAP = "viridis"  # colours of values: equal steps of a value are equally large steps to the eye


@dataclass
class Mesh:
    """Polygons in space.

    points  [n][3]
    faces   arrays of rows of points, [k][corners] each
    values  of the points, or of the faces in their order; None: the colour of the thing
    of_faces  whether the values are those of the faces
    """
    points: np.ndarray
    faces: list[np.ndarray]
    values: np.ndarray | None = None
    of_faces: bool = False

    @property
    def count(self) -> int:
        """The number of faces."""
        return sum(map(len, self.faces))


@dataclass
class Thing:
    """A piece of a picture.

    color   a colour of matplotlib
    body    the body in three dimensions, which VTK paints with light; None: VTK paints the skin
    skin    the surface that matplotlib paints, which cannot hide one body behind another
    points  ends of the lines [n][3]
    pairs   the lines, as pairs of rows of points [k][2]
    width   of the lines [point]
    alpha   opacity, from 0 to 1
    shades  values of the lines, one for each pair, which matplotlib draws; None: one colour
    limits  the least and the largest value of the colours
    lit     light falls on the body; else all of it has one colour
    creases the sharp edges of the body are drawn
    flat_lines  the points and the pairs of the lines that matplotlib draws instead, or None
    flat    how matplotlib draws it, beside these: {keyword: value}; with a "marker" its points
    """
    color: Any
    body: Mesh | None = None
    skin: Mesh | None = None
    points: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    pairs: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), int))
    width: float = 1.0
    alpha: float = 1.0
    shades: np.ndarray | None = None
    limits: tuple[float, float] | None = None
    lit: bool = True
    creases: bool = False
    flat_lines: tuple[np.ndarray, np.ndarray] | None = None
    flat: dict[str, Any] = field(default_factory=dict)

    @property
    def rgb(self) -> tuple[float, float, float]:
        return to_rgb(self.color)


def joined(meshes: list[Mesh]) -> Mesh | None:
    """Returns one mesh of several, or None of none. Either all have values of faces, or none."""
    if len(meshes) < 2:
        return meshes[0] if meshes else None
    first = np.cumsum([0, *(len(m.points) for m in meshes)])
    faces = [f + k for m, k in zip(meshes, first) for f in m.faces]
    values = [m.values for m in meshes if m.values is not None]
    return Mesh(np.concatenate([m.points for m in meshes]), faces,
                np.concatenate(values) if values else None, meshes[0].of_faces)
