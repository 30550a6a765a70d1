# SPDX-License-Identifier: BSD-2-Clause
"""The axes of a picture of a model, and the symbols that are drawn in it."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.path import Path

from fsolve import scene
from fsolve.texts import OVER, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SYMBOLS = 100  # largest number of symbols of a support or joint

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
                 ways: list[np.ndarray]):
        """x: positions of the nodes. others: other places. ways: directions of loads."""
        self.x = x
        self.box = np.concatenate([x, *(np.atleast_2d(other) for other in others)])
        self.size = np.ptp(self.box, axis=0).max() or 1.0  # a single point has no size
        self.names: list[tuple[np.ndarray, str]] = []  # names to write, and their places
        self.late: list[tuple[np.ndarray, str, list[tuple[str, str]], str]] = []  # see draw_names
        self.normal = scene.plane_normal(self.box, ways)  # axis along which it is seen
        self.axes = scene.mesh_axes(figure, self.box, ways=ways)
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

    def arrows(self, heads: np.ndarray, direction: np.ndarray, length: float, **style: Any) -> None:
        tails = heads - length * direction
        vectors = np.broadcast_to(length * direction, tails.shape)
        self.axes.quiver(*tails.T, *vectors.T, arrow_length_ratio=0.3, lw=1.6, zorder=7,
                         clip_on=False, **style)

    def include(self, points: np.ndarray) -> None:
        """Makes room for points [n][3] outside of the model, such as tails of arrows."""
        self.box = np.concatenate([self.box, np.atleast_2d(points)])

    def write_beyond(self, tail: np.ndarray, direction: np.ndarray, value: float, color: str) -> None:
        """Remembers to write a value beyond the tail [3] of an arrow with a direction [3]."""
        x, y = scene.directions(self.axes) @ direction
        side = ("center", "bottom" if y < 0 else "top") if abs(y) > abs(x) else \
            ("right" if x > 0 else "left", "center")
        self.late.append((tail, f" {number(value)} ", [side, *OVER], color))
