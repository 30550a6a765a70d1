# SPDX-License-Identifier: BSD-2-Clause
"""Draws the structure as it has moved, in the frames nearest to some times.

Parts have colours. The structure in its reference configuration is grey. Beams are drawn with the
curve between their nodes. Without --scale, small displacements are drawn larger. Several times have
a panel each, with one scale.

    plot_shape whip.h5 --times 0.5,1 --scale 10
    plot_shape plate.h5 --result plate/von_mises
    plot_shape plate.h5 --result plate/bending_moment:2

With --result the surfaces of a part have the colours of a result, or of one of its components,
which count from 0.
"""
from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from fsolve import FsolveError, Result, nodal, scene
from fsolve.curves import BeamCurves
from fsolve.draw import plt
from fsolve.frames import Snapshot
from fsolve.mesh import CLOSED
from fsolve.plot.command import add_file, add_view, view_of
from fsolve.solid import arms
from fsolve.solid.layer import paint
from fsolve.solid.lines import State
from fsolve.solid.parts import (
    GHOST, PALE, ghost_surface, line_thing, points_thing, size_of, surface_thing)
from fsolve.solid.things import MAP, Thing
from fsolve.texts import BESIDE, Texts, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d import Axes3D


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--times", help="t,...: times of frames, the nearest are drawn; "
                                        "default: the last frame")
    parser.add_argument("--together", action="store_true",
                        help="draw all times into one picture, instead of a panel for each")
    parser.add_argument("--scale", type=float, help="factor of displacements; default: 1, or "
                                                    "larger if they are small")
    parser.add_argument("--result", metavar="PART/RESULT[:K]",
                        help="colours the surfaces of a part by a result or its component K")
    add_view(parser)


def things_of(result: Result, state: State | None, size: float, painted: Painted | None = None
              ) -> list[Thing]:
    """Returns the parts of a model in a state; None: at rest, as a ghost.

    painted: a part whose surfaces have the colours of values; then surfaces at rest are not filled
    """
    found, ghost = [], state is None
    x = result.nodes if state is None else result.nodes + state.scale * state.u
    for k, (name, part) in enumerate(result.parts.items()):
        look = {"color": GHOST if ghost else f"C{k % 10}", "alpha": PALE if ghost else 1.0}
        closed = {shape: c for shape, c in part.cells.items() if shape in CLOSED and len(c)}
        if closed and ghost:
            found.append(ghost_surface(result, name, closed, painted is None))
        elif closed and painted is not None and name == painted.part:
            found.append(surface_thing(result, name, painted.cells, x, size, painted.values,
                                       color="0.3", limits=painted.limits, flat={"edgecolor": "0.3", "lw": 0.2}))
        elif closed:
            found.append(surface_thing(result, name, closed, x, size, flat={
                "facecolor": "white", "edgecolor": look["color"], "lw": 0.6, "alpha": 1}, **look))
        for shape, cells in part.cells.items():
            if shape == "point":
                found.append(points_thing(result, name, cells[:, 0], state, size, points=x[cells[:, 0]],
                                          flat={"marker": "o", "ms": 7}, **look))
            elif shape not in CLOSED:
                found.append(line_thing(result, f"{name}/{shape}", state, size, width=1.4, **look))
    colours = {name: GHOST if ghost else f"C{k % 10}" for k, name in enumerate(result.parts)}
    return found + arms.things(result, state, size, colours, PALE if ghost else 1.0)


def draw_names(axes: Axes3D, result: Result) -> None:
    """Adds the parts to the legend."""
    for k, (name, part) in enumerate(result.parts.items()):
        for shape, cells in part.cells.items():
            marker = {"marker": "o" if shape == "point" else "s", "ls": ""} \
                if shape == "point" or shape in CLOSED else {"lw": 2.5}
            axes.plot([], [], color=f"C{k % 10}", label=f"{name} ({part.element}, {len(cells)})", **marker)


@dataclass
class Painted:
    """The values of the surfaces of a part: {shape: cells} and the values of these cells [n]."""
    part: str
    cells: dict[str, np.ndarray]
    values: np.ndarray
    limits: tuple[float, float] = (0.0, 1.0)


def surface_values(frame: Snapshot, result: Result, name: str) -> Painted:
    """Returns the values of the cells of a part; name: part/result[:k]."""
    path, _, component = name.partition(":")
    try:
        cells, values = nodal.surface(result, frame, path)
        k = int(component) if component else 0
        if values.shape[1] > 1 and not component or not 0 <= k < values.shape[1]:
            raise ValueError
    except ValueError:
        raise FsolveError(f"--result {name}: {path} has the components 0 to {values.shape[1] - 1}; "
                          f"give one of them, as in {path}:0") from None
    shapes = {3: "triangle", 4: "quadrilateral"}
    return Painted(path.split("/")[0], {shapes[c.shape[1]]: c for c in cells}, values[:, k])


def common_limits(found: list[Painted]) -> ScalarMappable:
    """Gives the values of all frames the same colours, and returns these."""
    everything = np.concatenate([p.values for p in found])
    low, high = np.nanmin(everything), np.nanmax(everything)
    for painted in found:
        painted.limits = float(low), float(high)
    return ScalarMappable(Normalize(low, high), MAP)


def mark_extremes(axes: Axes3D, painted: Painted, x: np.ndarray) -> None:
    """Marks the largest and the least value with a point and the number."""
    centers = np.concatenate([x[c].mean(axis=1) for c in painted.cells.values()])
    writer = Texts(axes)
    if not np.ptp(painted.values) > 0:
        return
    for k in (int(np.nanargmax(painted.values)), int(np.nanargmin(painted.values))):
        scene.draw_points(axes, centers[k], marker="o", ms=5, mfc="w", mec="k", zorder=9)
        writer.write(centers[k], f" {number(painted.values[k])} ", BESIDE, color="k", zorder=10,
                     bbox={"fc": "w", "alpha": 0.75, "ec": "none", "pad": 0.5})


def arrange(panels: list[Axes3D], columns: int, right: float, points: np.ndarray) -> None:
    """Moves the panels into the part of the figure to the left of right [width of the figure].

    points: all points that the panels show [n][3]
    """
    for k, axes in enumerate(panels):
        place = axes.get_position(original=True)
        axes.set_position((k % columns * right / columns, place.y0, right / columns, place.height))
        scene.fit(axes, points)


def frames_at(result: Result, times: str | None) -> list[Snapshot]:
    """Returns the frames nearest to times, such as "0.5,1", each once; default: the last frame."""
    try:
        found = [result.snapshot(t=float(t)) for t in times.split(",")] if times \
            else [result.snapshot(-1)]
        return list({frame.time: frame for frame in found}.values())
    except ValueError:
        raise FsolveError(f"--times {times}: expected numbers with commas between them") from None


def curves_of(result: Result, frame: Snapshot) -> BeamCurves | None:
    """Returns the curves of the beams in a frame; None if it has no rotations."""
    if "rotation" not in frame:
        return None
    return BeamCurves(result, frame["displacement"], frame["rotation"], frame)


def scale_of_frames(result: Result, frames: list[Snapshot],
                    curves: list[BeamCurves | None]) -> float:
    """Returns the scale with which the largest displacement of all frames is seen.

    It is 1 if bodies have arms, which would not meet each other otherwise.
    """
    if arms.ends(result):
        return 1.0
    moves = [frame["displacement"] if c is None else c.with_nodes(frame["displacement"])
             for frame, c in zip(frames, curves)]
    return min(scene.scale_of(result.nodes, np.nan_to_num(u)) for u in moves)


def state_of(frame: Snapshot, scale: float) -> State:
    turn = frame["rotation"] if "rotation" in frame else None
    return State(np.nan_to_num(frame["displacement"]), turn, scale, frame)


def draw(given: argparse.Namespace) -> Figure:
    result = Result(given.file)
    if not result.parts:
        raise FsolveError(f"{given.file} has no parts: it is not of a model")
    frames = frames_at(result, given.times)
    beams = [curves_of(result, frame) for frame in frames]
    scale = scale_of_frames(result, frames, beams) if given.scale is None else given.scale
    moved = [frame.positions(scale) for frame in frames]
    curves = [b.points(scale) if b else {} for b in beams]
    states = [state_of(frame, scale) for frame in frames]
    rods = [a.reshape(-1, 3) for state in [None, *states] for a in arms.lines(result, state).values()]
    everything = np.concatenate([result.nodes, *moved, *rods,
                                 *(c.reshape(-1, 3) for each in curves for c in each.values())])
    painted: list[Painted | None] = [None] * len(frames)
    colours = None
    if given.result:
        found = [surface_values(frame, result, given.result) for frame in frames]
        colours, painted = common_limits(found), [*found]
    count = 1 if given.together else len(frames)
    columns = int(np.ceil(np.sqrt(count)))
    rows = -(-count // columns)
    figure = plt.figure(figsize=(9, 5.6) if count == 1 else (4 * columns + 2, 3.8 * rows))
    panels = [scene.mesh_axes(figure, everything, (rows, columns, k + 1), *view_of(given))
              for k in range(count)]
    size = size_of(result.nodes)
    for axes in panels:
        paint(axes, things_of(result, None, size, painted[0]))
    draw_names(panels[0], result)
    for k, state in enumerate(states):
        paint(panels[k % count], things_of(result, state, size, painted[k]))
    right = scene.legend(panels[0], everything)
    if colours is not None:
        right = min(right, 0.85)
        figure.colorbar(colours, cax=figure.add_axes((right + 0.04, 0.1, 0.02, 0.5)), label=given.result)
    arrange(panels, columns, right, everything)
    for k, (x, values) in enumerate(zip(moved, painted)):
        if values is not None:
            mark_extremes(panels[k % count], values, x)
    scaled = f", displacements times {scale:g}" if scale != 1 else ""
    for k, axes in enumerate(panels):
        times = ", ".join(f"{frame.time:.4g}" for frame in frames[k::count])
        scene.title(axes, f"t = {times}{scaled}")
    return figure
