# SPDX-License-Identifier: BSD-2-Clause
"""The axes of a picture of a model, and the symbols that are drawn in it."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.path import Path

from fsolve import scene
from fsolve.solid import symbols
from fsolve.solid.layer import paint
from fsolve.solid.things import Mesh, Thing
from fsolve.solid.window import available
from fsolve.texts import OVER, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SYMBOLS = 100  # largest number of symbols of a support or joint
THICK = 0.12  # length of an arrow over the size of the model, beyond which it is not thicker

# Symbols of supports, below their nodes: a pin, a roller that leaves some displacements free, and a
# clamp. Joints to the ground have a pin, too. Their bodies are below the place (0, 0).
M, L, Z = Path.MOVETO, Path.LINETO, Path.CLOSEPOLY
TRIANGLE = ([(0, 0), (-0.6, -0.9), (0.6, -0.9), (0, 0)], [M, L, L, Z])
RAIL = ([(-0.8, -1.15), (0.8, -1.15)], [M, L])
BLOCK = ([(-0.8, 0), (0.8, 0), (0.8, -0.6), (-0.8, -0.6), (-0.8, 0)], [M, L, L, L, Z])
PIN = Path(*TRIANGLE)
ROLLER = Path(TRIANGLE[0] + RAIL[0], TRIANGLE[1] + RAIL[1])
CLAMP = Path(*BLOCK)


def marker_size(n: int, most: float) -> float:
    """Returns the size of n symbols: many symbols are small."""
    return max(3.5, most - 4.5 * np.log10(max(n, 1)))


def spread(x: np.ndarray, n: int) -> list[int]:
    """Returns the numbers of at most n of the places x [k][3], far from each other.

    Each is the farthest from those before it.
    """
    chosen, apart = [0], np.linalg.norm(x - x[0], axis=1)
    while len(chosen) < n and apart.max() > 0:
        chosen.append(int(apart.argmax()))
        apart = np.minimum(apart, np.linalg.norm(x - x[chosen[-1]], axis=1))
    return chosen


class Picture:
    """Axes with a mesh."""

    def __init__(self, figure: Figure, x: np.ndarray, others: list[np.ndarray],
                 ways: list[np.ndarray], view: tuple[float | None, float | None] = (None, None)):
        """x: positions of the nodes. others: other places. ways: directions of loads.

        view: elevation and azimuth of the eye [degrees], or None
        """
        self.x = x
        self.box = np.concatenate([x, *(np.atleast_2d(other) for other in others)])
        self.size = np.ptp(self.box, axis=0).max() or 1.0  # a single point has no size
        self.names: list[tuple[np.ndarray, str]] = []  # names to write, and their places
        self.late: list[tuple[np.ndarray, str, list[tuple[str, str]], str]] = []  # see draw_names
        # Axis along which a plane model is seen.
        self.normal = scene.plane_normal(self.box, ways) if None in view else None
        self.box = scene.outermost(self.box)
        self.axes = scene.mesh_axes(figure, self.box, (1, 1, 1), *view, ways=ways)
        self.axes.computed_zorder = False

    def triad(self, left: float) -> None:
        """Draws the axes x, y, z below the legend, which begins at left [width of the figure]."""
        axes = self.axes.figure.add_axes((left, 0, 0.14, 0.2), projection="3d", label="triad")
        axes.patch.set_visible(False)
        axes.view_init(self.axes.elev, self.axes.azim)
        axes.set(xlim=(-0.2, 1.2), ylim=(-0.2, 1.2), zlim=(-0.2, 1.2))
        axes.set_axis_off()
        for k, name in enumerate("xyz"):
            if k != self.normal:
                axes.quiver(0, 0, 0, *np.eye(3)[k], color="0.4", lw=1, arrow_length_ratio=0.25)
                axes.text(*(1.35 * np.eye(3)[k]), name, color="0.4", fontsize="small",
                          ha="center", va="center")

    def points(self, at: np.ndarray, **style: Any) -> None:
        scene.draw_points(self.axes, at, **style)

    def lines(self, pairs: np.ndarray, **style: Any) -> None:
        scene.draw_lines(self.axes, self.x, pairs, **style)

    def entry(self, **style: Any) -> None:
        """Adds an entry to the legend."""
        self.axes.plot([], [], [], **{"ls": "", **style})

    def symbols(self, symbol: Mesh, at: np.ndarray, ways: np.ndarray, size: float, color: Any) -> None:
        """Draws a symbol in three dimensions, where VTK paints; see fsolve.solid.symbols.placed."""
        paint(self.axes, [Thing(color, symbols.placed(symbol, at, ways, size))])

    def arrows(self, heads: np.ndarray, direction: np.ndarray, length: np.ndarray | float,
               double: bool = False, **style: Any) -> None:
        """Draws arrows [n] that end at heads [n][3].

        direction  unit vectors [n][3] or [3]
        length     of all, or of each one [n]
        double     with two heads, for a moment
        """
        if available():
            n = len(heads)
            wide = np.minimum(np.broadcast_to(length, n), THICK * self.size)
            mesh = symbols.placed(symbols.arrow(1 + double), heads, np.broadcast_to(direction, (n, 3)),
                                  np.broadcast_to(length, n), wide)
            paint(self.axes, [Thing(style["color"], mesh)])
            return
        tails = heads - np.reshape(length, (-1, 1)) * direction
        if double:
            inner = heads - 0.3 * np.reshape(length, (-1, 1)) * direction
            self._quiver(inner, 0.5 * np.reshape(length, (-1, 1)) * direction, **style)
        self._quiver(heads, heads - tails, **style)

    def _quiver(self, heads: np.ndarray, vectors: np.ndarray, **style: Any) -> None:
        tails = heads - vectors
        self.axes.quiver(*tails.T, *vectors.T, **{
            "arrow_length_ratio": 0.3, "lw": 1.6, "zorder": 7, "clip_on": False, **style})

    def include(self, points: np.ndarray) -> None:
        """Makes room for points [n][3] outside of the model, such as tails of arrows."""
        self.box = np.concatenate([self.box, np.atleast_2d(points)])

    def write_beyond(self, tail: np.ndarray, direction: np.ndarray, value: float, color: str) -> None:
        """Remembers to write a value beyond the tail [3] of an arrow with a direction [3]."""
        x, y = scene.directions(self.axes) @ direction
        side = ("center", "bottom" if y < 0 else "top") if abs(y) > abs(x) else \
            ("right" if x > 0 else "left", "center")
        self.late.append((tail, f" {number(value)} ", [side, *OVER], color))
