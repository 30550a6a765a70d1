# SPDX-License-Identifier: BSD-2-Clause
"""Pictures of the mesh in space: a view in which all of it is seen, lines, faces, a legend."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d import Axes3D, proj3d
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

from fsolve.mesh import with_gaps

if TYPE_CHECKING:
    from matplotlib.text import Text

THIN = 1e-6  # extent of a plane model across its plane, relative to its size
FILL = 0.88  # share of the axes' width or height that the mesh takes
SLOPING = (25.0, -60.0)  # elevation and azimuth from which models in space are seen
# Elevation and azimuth for a view along x, y or z.
ALONG = {0: (0.0, 0.0), 1: (0.0, -90.0), 2: (90.0, -90.0)}
TITLE = 0.3  # [inch] above the axes, for a title
SEEN = 0.1  # largest displacement that is drawn if displacements are small, over the model's size
SMALL = 0.03  # largest relative displacement that is small
BESIDE_LEGEND = 0.16  # share of the picture's width that is free beside a legend below the mesh
MANY, CHUNK, DIRECTIONS = 20_000, 50_000, 100  # see outermost
STEPS = (1, 2, 5)  # first digits of scales
TWIST = 0.1  # arm over the size of the model: a rotation counts as the displacement at this arm


def plane_normal(points: np.ndarray, ways: Iterable[np.ndarray] = ()) -> int | None:
    """Returns the number of the axis across the plane of points [n][3], or None.

    The points may also be on a line. ways are directions that must lie in the plane, such as those
    of loads.
    """
    extent = np.ptp(points, axis=0)
    size = max(extent.max(), 1e-300)
    ways = list(ways)
    for k in (1, 2, 0):
        if extent[k] < THIN * size and not any(abs(way[k]) > 0.1 for way in ways):
            return k
    return None


def round_scale(factor: float) -> float:
    """Returns the largest of 1, 2, 5, 10, 20, ... that is at most a factor."""
    power = 10.0 ** np.floor(np.log10(factor))
    return max(s for s in STEPS if s * power <= factor * (1 + 1e-9)) * power


def scale_of(x: np.ndarray, u: np.ndarray) -> float:
    """Returns the scale with which displacements u [n][3] of nodes at x [n][3] are seen.

    It is 1 if they are large.
    """
    size, most = np.ptp(x, axis=0).max(), np.linalg.norm(u, axis=1).max(initial=0)
    if not 0 < most < SMALL * size or not np.isfinite(size / most):
        return 1.0
    return round_scale(SEEN * size / most)


def largest_move(shape: np.ndarray, size: float) -> float:
    """Returns the largest displacement of a shape [n][3 or 6], rotations in its columns 3 to 5 included.

    Some modes, such as torsion of a straight shaft, only turn the nodes. size: of the model
    """
    moves = np.linalg.norm(shape[:, :3], axis=1).max()
    turns = np.linalg.norm(shape[:, 3:6], axis=1).max(initial=0)
    return max(float(moves), TWIST * size * float(turns), 1e-300)


def mesh_axes(figure: Figure, points: np.ndarray, where: tuple[float, int, int] = (1, 1, 1),
              elevation: float | None = None, azimuth: float | None = None,
              ways: Iterable[np.ndarray] = ()) -> Axes3D:
    """Returns axes that show all points [n][3], with the same scale along x, y and z.

    where      rows, columns and number of the axes in the figure, as matplotlib's subplots; a
               number of rows that is no integer leaves the bottom of the figure free
    elevation  of the eye [degrees], or None; azimuth in the same way
    ways       see plane_normal

    A plane model is seen along its normal, without perspective. fit() must be called again if the
    place of the axes changes.
    """
    rows, columns, number = where
    row, place = divmod(number - 1, columns)
    title = TITLE / figure.get_figheight()
    height = 1 / rows
    axes = figure.add_axes((place / columns, 1 - (row + 1) * height, 1 / columns, height - title),
                           projection="3d", label=f"mesh {number}")
    normal = plane_normal(points, ways)
    flat = normal is not None and elevation is None and azimuth is None
    view = SLOPING if normal is None else ALONG[normal]
    axes.view_init(view[0] if elevation is None else elevation,
                   view[1] if azimuth is None else azimuth)
    axes.set_proj_type("ortho" if flat else "persp")
    axes.set_axis_off()
    fit(axes, points)
    return axes


def directions(axes: Axes3D) -> np.ndarray:
    """Returns the directions [2][3] that go to the right and up in the picture."""
    e, a = np.radians((axes.elev, axes.azim))
    return np.array([[-np.sin(a), np.cos(a), 0],
                     [-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)]])


def pixels(axes: Axes3D, points: np.ndarray) -> np.ndarray:
    """Returns the places [n][2] of points [n][3] in the picture."""
    x, y, _ = proj3d.proj_transform(*points.T, axes.get_proj())
    return axes.transData.transform(np.column_stack([x, y]))


def outermost(points: np.ndarray) -> np.ndarray:
    """Returns those of points [n][3] that are the farthest ones in some direction.

    Up to MANY points are returned as they are. If there are more, those left out stand beyond by
    about 3 % of the extent at most, which is less than the margin of fit().
    """
    if len(points) <= MANY:
        return points
    k = np.arange(DIRECTIONS) + 0.5  # on a spiral around a sphere
    height, turn = 1 - 2 * k / DIRECTIONS, np.pi * (1 + np.sqrt(5)) * k
    ring = np.sqrt(1 - height**2)
    ways = np.stack([ring * np.cos(turn), ring * np.sin(turn), height])
    found = [chunk[(chunk @ ways).argmax(axis=0)] for chunk in
             np.array_split(points, len(points) // CHUNK + 1)]
    best = np.concatenate(found)
    return np.unique(best[(best @ ways).argmax(axis=0)], axis=0)


def fit(axes: Axes3D, points: np.ndarray, fill: float = FILL) -> None:
    """Moves the eye so that points [n][3] fill the place of the axes, and none is outside."""
    points = outermost(points)
    size = np.ptp(points, axis=0).max() or 1.0  # a single point has no size
    middle = (points.max(0) + points.min(0)) / 2
    axes.apply_aspect()  # of the place: matplotlib makes a square in it
    place = axes.get_position(original=True).transformed(axes.figure.transFigure)
    room, center = np.array(place.size), np.array([place.x0 + place.x1, place.y0 + place.y1]) / 2
    across, zoom = directions(axes), 1.0
    for _ in range(6):  # two are enough without perspective
        for limit, x in zip((axes.set_xlim, axes.set_ylim, axes.set_zlim), middle):
            limit(x - 0.55 * size, x + 0.55 * size)
        axes.set_box_aspect((1, 1, 1), zoom=zoom)
        seen = pixels(axes, points)
        unit = np.linalg.norm(np.diff(pixels(axes, middle + 0.01 * size * np.array(
            [0 * across[0], across[0]])), axis=0)) / (0.01 * size)
        off = center - (seen.max(0) + seen.min(0)) / 2
        middle = middle - off / unit @ across
        ratio = min(fill * room / np.maximum(np.ptp(seen, axis=0), 1e-3 * room))
        zoom = float(np.clip(zoom * ratio, 0.2, 6))


def title(axes: Axes3D, text: str, **style: Any) -> Text:
    """Writes a title above the place of the axes."""
    place = axes.get_position(original=True)
    return axes.figure.text((place.x0 + place.x1) / 2, place.y1, text,
                            **{"ha": "center", "va": "bottom", "fontsize": "medium", **style})


def add(axes: Axes3D, thing: Line3DCollection | Poly3DCollection) -> None:
    """Adds lines or faces that are not clipped: the axes are a square, the picture is not."""
    thing.set_clip_on(False)
    axes.add_collection3d(thing)


def draw_lines(axes: Axes3D, points: np.ndarray, pairs: np.ndarray, **style: Any) -> None:
    """Draws lines between pairs of points."""
    axes.plot(*with_gaps(points, pairs).T, **{"clip_on": False, **style})


def draw_points(axes: Axes3D, points: np.ndarray, **style: Any) -> None:
    """Draws a symbol at points [n][3]."""
    axes.plot(*np.atleast_2d(points).T, **{"ls": "", "clip_on": False, **style})


def draw_faces(axes: Axes3D, points: np.ndarray, cells: np.ndarray, **style: Any) -> None:
    """Draws faces, cells [n][3 or 4]."""
    add(axes, Poly3DCollection(points[cells], **style))


def below_is_better(axes: Axes3D, points: np.ndarray, right: float, below: float) -> bool:
    """Returns whether the mesh is larger with the legend below it than with the legend beside it.

    right, below: width and height of the legend, relative to the figure
    """
    across = pixels(axes, points)
    extent = np.maximum(np.ptp(across, axis=0), 1e-3 * np.ptp(across))
    place = axes.get_position(original=True)
    room = np.array(axes.figure.bbox.size) * (place.width, place.height)
    beside = min(room * (1 - right / place.width, 1) / extent)
    return bool(min(room * (1, 1 - below / place.height) / extent) > beside)


def legend(axes: Axes3D, points: np.ndarray, fill: float = FILL, or_below: bool = False) -> float:
    """Draws the legend beside the mesh, and makes the place of the axes smaller by it.

    or_below: the legend may also stand below the mesh, and does if this leaves the mesh larger.

    Returns the left edge of what is free beside the mesh, relative to the width of the figure. The
    mesh with its points [n][3] fills the rest; see fit().
    """
    figure = axes.figure
    handles, names = axes.get_legend_handles_labels()
    if not handles:
        return 1.0
    look = {"fontsize": "small", "frameon": False, "labelspacing": 0.8}
    drawn = figure.legend(handles, names, loc="upper right", **look)
    box = drawn.get_window_extent(figure.canvas.get_renderer())
    place = axes.get_position(original=True)
    width, height = 1 - box.x0 / figure.bbox.width, box.height / figure.bbox.height
    if or_below and below_is_better(axes, points, width, height):
        drawn.remove()
        figure.legend(handles, names, loc="lower left", **look)
        height = min(height, 0.5)
        axes.set_position((place.x0, place.y0 + height, place.width, place.height - height))
        fit(axes, points, fill)
        return 1 - BESIDE_LEGEND
    axes.set_position((place.x0, place.y0, max(1 - width - place.x0, 0.3), place.height))
    fit(axes, points, fill)
    return 1 - width
