# SPDX-License-Identifier: BSD-2-Clause
"""Dimension lines of a model: its extents, and the distances between its corners."""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fsolve import model
from fsolve.mesh import CLOSED, sides
from fsolve.scene import directions
from fsolve.texts import OVER, number

if TYPE_CHECKING:
    from fsolve.plot.symbols import Picture
    from fsolve.result import Result

MOST = 6  # corners along an axis beyond which only equal distances or the extent are written
FEW = 6  # nodes of a support or load whose places are measured
NEAR = 0.03  # smallest distance that is written, relative to the size of the model
APART = 0.11  # distance of the first dimension line from the model, relative to the model's size
ROW = 0.07  # distance of the second dimension line from the first
TICK = 0.012  # half of the length of an oblique stroke at the end of a dimension
STRAIGHT = np.cos(np.radians(20))  # cosine of the angle beyond which two lines make a corner
EQUAL = 1e-6  # relative difference of distances that are equal
COLOR = "0.45"


class Line(NamedTuple):
    """A dimension line.

    axis   number of the axis along which it measures
    start  a point [3] of the line; its coordinate along the axis is ignored
    out    direction [3] that goes away from the model
    """
    axis: int
    start: np.ndarray
    out: np.ndarray


def corners(result: Result) -> np.ndarray:
    """Returns the places [n][3] where lines end, meet or turn."""
    x = result.nodes
    way, count = np.zeros_like(x), np.zeros(len(x), int)
    for part in result.parts.values():
        for shape, cells in part.cells.items():
            if shape == "point" or shape in CLOSED:
                continue
            pairs = sides(cells, shape)
            along = x[pairs[:, 1]] - x[pairs[:, 0]]
            along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-300)
            for end, sign in ((0, 1), (1, -1)):  # away from the node
                np.add.at(way, pairs[:, end], sign * along)
                np.add.at(count, pairs[:, end], 1)
    # Two unit vectors with an angle a between them have a sum with the square 2 + 2 cos a.
    turns = (way**2).sum(axis=1) > 2 - 2 * STRAIGHT
    return x[(count > 0) & ((count != 2) | turns)]


def marked(result: Result) -> list[np.ndarray]:
    """Returns the places, each [n][3], of supports and loads that have few nodes."""
    marks: list[model.Support | model.Load] = [*model.supports(result), *model.loads(result)]
    points = [m.point[None] for m in model.loads(result) if m.point is not None]
    return points + [result.nodes[m.nodes] for m in marks if 0 < len(m.nodes) <= FEW]


def places_of(result: Result) -> tuple[np.ndarray, np.ndarray]:
    """Returns the places [n][3] between which a model is measured, and all of its places [m][3].

    Bodies have no extent: they are measured between their joints, and without joints between
    themselves.
    """
    joints = [np.atleast_2d(j.point) for j in model.joints(result) if j.point is not None]
    cells = [c for part in result.parts.values() for shape, c in part.cells.items()
             if shape != "point" or not joints]
    points = [c for part in result.parts.values() for shape, c in part.cells.items()
              if shape == "point" and not joints]
    nodes = np.unique(np.concatenate([c.ravel() for c in cells])) if cells else np.zeros(0, int)
    measured = [corners(result), *marked(result), *(result.nodes[c[:, 0]] for c in points), *joints]
    return np.concatenate(measured), np.concatenate([result.nodes[nodes], *joints])


def stations(values: np.ndarray, least: float) -> np.ndarray:
    """Returns the sorted coordinates of values [n] that are farther apart than least."""
    kept: list[float] = []
    for value in np.unique(values):
        if not kept or value - kept[-1] > least:
            kept.append(value)
    return np.array(kept)


def lines_around(picture: Picture, points: np.ndarray) -> list[Line]:
    """Returns where the dimension lines of points [n][3] stand.

    They stand below, on the left and, in space, on the right.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    unit = np.eye(3)
    seen = [k for k in range(3) if k != picture.normal and (high - low)[k] > NEAR * picture.size]
    if picture.normal is None:  # seen from x > 0, y < 0, z > 0
        edges = {0: (low, -unit[1]), 1: (np.array([high[0], 0, low[2]]), unit[0]),
                 2: (low, -unit[0])}
        return [Line(k, *edges[k]) for k in seen]
    right, up = directions(picture.axes)
    return [Line(k, low, -np.abs(up if abs(right[k]) > 0.5 else right)) for k in seen]


def draw_line(picture: Picture, line: Line, at: np.ndarray, row: float, text: str | None = None) -> None:
    """Draws a dimension line with strokes at the coordinates at [n], and the distances between them.

    row: distance of the line from the model. text: written instead of the distances
    """
    along = np.eye(3)[line.axis]
    base = line.start - (line.start @ along) * along
    ends = base + at[:, None] * along
    points = ends + row * line.out
    style = {"color": COLOR, "lw": 0.7, "zorder": 5, "clip_on": False}
    picture.axes.plot(*points[[0, -1]].T, **style)
    for end, point in zip(ends, points):
        picture.axes.plot(*np.array([end + 0.3 * (point - end), point]).T, **{**style, "lw": 0.4})
        stroke = TICK * picture.size * (along + line.out)
        picture.axes.plot(*np.array([point - stroke, point + stroke]).T, **{**style, "lw": 1.1})
    picture.include(points + 0.04 * picture.size * line.out)
    middles = (points[1:] + points[:-1]) / 2
    texts = [number(d) for d in np.diff(at)]
    if text is not None:
        middles, texts = (points[:1] + points[-1:]) / 2, [text]
    picture.late += [(x, t, OVER, COLOR) for x, t in zip(middles, texts)]


def draw_dimensions(picture: Picture, result: Result) -> None:
    """Draws the extent of a model along each axis, and the distances between its corners.

    More than a few corners are written if their distances are equal, such as "8 × 2 = 16".
    """
    measured, points = places_of(result)
    for line in lines_around(picture, points):
        ends = np.array([points[:, line.axis].min(), points[:, line.axis].max()])
        places = stations(np.append(measured[:, line.axis], ends), NEAR * picture.size)
        places[-1] = ends[1]
        steps, first = np.diff(places), APART * picture.size
        if len(places) > 3 and np.ptp(steps) < EQUAL * steps.max():
            text = f"{len(steps)} × {number(steps.mean())} = {number(ends[1] - ends[0])}"
            draw_line(picture, line, ends, first, text)
            continue
        if 2 < len(places) <= MOST:
            draw_line(picture, line, places, first)
            first += ROW * picture.size
        draw_line(picture, line, ends, first)
