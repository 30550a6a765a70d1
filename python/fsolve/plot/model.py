# SPDX-License-Identifier: BSD-2-Clause
"""Draws the model of an output file: parts in colours, supports, loads, joints, releases.

Loads have their values; loads along lines have their shape. Broad pale lines have a temperature. It
also writes the names of joints and of sets with at most 40 nodes, unless there are too many, and
draws the axes of sections.
"""
from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from fsolve import model, scene
from fsolve.beams import section_axes
from fsolve.draw import plt
from fsolve.error import FsolveError
from fsolve.members import members
from fsolve.mesh import CLOSED, sides
from fsolve.plot.command import add_file, add_old_picture, add_shapes, add_view, result_of, view_of
from fsolve.plot.dimensions import draw_dimensions
from fsolve.plot.joints import draw_joints
from fsolve.plot.loads import draw_gravity, draw_loads
from fsolve.plot.names import draw_names
from fsolve.plot.supports import draw_supports
from fsolve.plot.symbols import Picture, marker_size
from fsolve.solid import balls
from fsolve.solid.layer import paint
from fsolve.solid.lines import State
from fsolve.solid.structure import Look, colours_of, structure
from fsolve.solid.structure import places as node_places
from fsolve.solid.things import Thing
from fsolve.texts import OVER

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fsolve.result import Result

CELLS = 100  # cells of a member, of which models have fewer if their members are counted at all
WITH_AXES = 20  # number of members beyond which the axes of sections are not drawn by default
SIZE = 10.0, 6.2  # width and height of a picture [inch]
ENTRIES = 6  # entries of the legend for releases
MANY = 2000  # number of lines beyond which they are thin
FILL = 0.8  # share of the place that nodes and arrows take; names stand out of it


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    add_old_picture(parser)
    parser.add_argument("--axes", action="store_true",
                        help=f"axes y and z of all sections; default: up to {WITH_AXES} members")
    parser.add_argument("--dimensions", action="store_true",
                        help="dimension lines: extents, and distances between corners")
    add_shapes(parser)
    add_view(parser)


# ---- what is drawn ------------------------------------------------------------------------------


def things_of(result: Result, state: State | None, size: float, alpha: float = 1) -> list[Thing]:
    """Returns the parts as they are drawn in a picture of the model; state: None at rest."""
    cells = max((len(c) for c in result.cells.values()), default=0)
    moved = state is not None
    look = Look(colours_of(result), alpha, 0.3 if cells > MANY else 1.6, zorder=4 if moved else 3,
                surface={"alpha": 0.4 if moved else 0.15 * alpha}, dot=marker_size(cells, 9))
    return structure(result, state, size, look)


def draw_parts(picture: Picture, result: Result, alpha: float = 1) -> None:
    for k, (name, part) in enumerate(result.parts.items()):
        for shape, cells in part.cells.items():
            look = {"color": f"C{k % 10}", "label": f"{name} ({part.element}, {len(cells)})"}
            if shape == "point":
                picture.entry(marker="o", ms=marker_size(len(cells), 9), **look)
            elif shape in CLOSED:
                picture.entry(marker="s", ms=9, **{**look, "alpha": 0.4})
            else:
                picture.entry(**{"ls": "-", "lw": 2.5, **look})
    paint(picture.axes, things_of(result, None, picture.size, alpha))






def draw_releases(picture: Picture, result: Result) -> None:
    """Draws a small circle beside each end of a member that has a release."""
    found = model.releases(result)
    for k, release in enumerate(found):
        at = picture.x[release.ends] + 0.02 * picture.size * release.ways
        size = marker_size(len(at) * len(found), 8)
        picture.points(at, marker="o", ms=size, mfc="w", mec="tab:blue", mew=1.3, zorder=6.5)
        if k < ENTRIES:
            picture.entry(marker="o", ms=7, mfc="w", mec="tab:blue", mew=1.3,
                          label=f"release {release.name}: {release.text}")


def draw_temperatures(picture: Picture, result: Result) -> None:
    """Draws a broad pale line along the lines of parts with a temperature."""
    for part, text, warm in model.temperatures(result):
        color = {True: "tab:red", False: "tab:cyan", None: "tab:orange"}[warm]
        for shape, cells in result.parts[part].cells.items():
            picture.lines(sides(cells, shape), lw=9, alpha=0.2, color=color, zorder=1,
                          solid_capstyle="butt")
        picture.entry(ls="-", lw=9, alpha=0.2, color=color, label=f"temperature {part}: {text}")


def draw_axes(picture: Picture, result: Result, always: bool) -> None:
    """Draws the axes y and z of the sections in the middle of beams, if there are few or always."""
    cells = sum(len(c) for name, c in result.cells.items() if "/line" in name)
    if cells > WITH_AXES * CELLS and not always:
        return
    found = [m for m in members(result) if m.element == "beam"]
    if not found or len(found) > WITH_AXES and not always:
        return
    length = 0.05 * picture.size / (1 if len(found) <= WITH_AXES else np.sqrt(len(found) / WITH_AXES))
    drawn: dict[str, str] = {}
    across = np.eye(3)[picture.normal] if picture.normal is not None else None
    for m in found:
        k = len(m.cells) // 2
        ends = result.nodes[m.nodes[k:k + 2]]
        axes = section_axes(result, m.part, ends[None])[0].mean(axis=0)
        for letter, way, color in (("y", axes[1], "tab:green"), ("z", axes[2], "tab:blue")):
            if across is not None and abs(way @ across) > 0.999:  # towards the eye or away from it
                continue
            middle = ends.mean(axis=0)
            picture.axes.quiver(*middle, *(length * way), color=color, lw=1.0, zorder=6,
                                arrow_length_ratio=0.3, clip_on=False)
            if len(found) <= WITH_AXES:
                picture.late.append((middle + 1.1 * length * way, letter, OVER, color))
            drawn[letter] = color
    for letter, color in sorted(drawn.items()):
        picture.entry(marker=r"$\rightarrow$", ms=11, color=color, label=f"axis {letter} of the section")





DRAWN: tuple[Callable[[Picture, Result], None], ...] = (
    draw_temperatures, draw_parts, draw_supports, draw_joints, draw_releases, draw_loads)


def draw_result(result: Result, moved: State | None = None, axes: bool = False,
                dimensions: bool = False, size: tuple[float, float] = SIZE,
                view: tuple[float | None, float | None] = (None, None)) -> Figure:
    """Draws a model, and the structure in a state, moved; the model is pale then.

    axes        draws the axes of sections in any model; else only in a model of few members at rest
    dimensions  draws dimension lines
    size        width and height of the picture [inch]
    view        elevation and azimuth of the eye [degrees]; None: chosen by the model
    """
    if not result.parts:
        raise FsolveError(f"{result.file} has no parts: it is not of a model")
    g = model.gravity(result)
    ways = [load.direction for load in model.loads(result)
            if load.direction is not None and load.kind != "moment"]
    places = [j.point for j in model.joints(result) if j.point is not None]
    places += [x for x in (balls.extent(result, state) for state in (None, moved)) if len(x)]
    figure = plt.figure(figsize=size)
    picture = Picture(figure, result.nodes, places + ([] if moved is None else [node_places(result, moved)]),
                      ways + ([] if g is None else [g]), view)
    for draw_one in DRAWN:
        if draw_one is draw_parts and moved is not None:
            draw_parts(picture, result, alpha=0.25)
            paint(picture.axes, things_of(result, moved, picture.size))
        else:
            draw_one(picture, result)
    if moved is None:
        draw_axes(picture, result, axes)
    if g is not None:
        draw_gravity(picture, g)
    if dimensions:
        draw_dimensions(picture, result)
    picture.triad(scene.legend(picture.axes, picture.box, FILL, or_below=True))
    draw_names(picture, result)
    return figure


def draw(given: argparse.Namespace) -> Figure:
    return draw_result(result_of(given), axes=given.axes, dimensions=given.dimensions,
                       view=view_of(given))
