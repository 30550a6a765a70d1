# SPDX-License-Identifier: BSD-2-Clause
"""Draws the structure as it has moved, in the frames nearest to some times.

Parts have colours. The structure in its reference configuration is grey. Beams are drawn with the
curve between their nodes. Without --scale, small displacements are drawn larger. Several times have
a panel each, with one scale.

    plot_shape whip.h5 --times 0.5,1 --scale 10
    plot_shape plate.h5 --result plate/von_mises
    plot_shape plate.h5 --result plate/bending_moment:2
    plot_shape tower.h5 --result displacement:x

With --result a part has the colours of a result of its elements, or of one of its components, which
count from 0. A field of nodes, such as displacement, colours the whole structure.
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from fsolve import FsolveError, Result, nodal, scene
from fsolve.curves import BeamCurves
from fsolve.draw import node_values, plt
from fsolve.frames import Snapshot
from fsolve.mesh import CLOSED
from fsolve.plot.command import add_file, add_shapes, add_units, add_view, result_of, view_of
from fsolve.solid import arms, balls
from fsolve.solid.crosses import crosses
from fsolve.solid.layer import paint
from fsolve.solid.lines import State
from fsolve.solid.parts import size_of
from fsolve.solid.structure import Look, Values, colours_of, ghost, places, structure
from fsolve.solid.things import MAP, Thing
from fsolve.texts import BESIDE, Texts, number
from fsolve.units import Units

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d import Axes3D


BAR = 1.35  # width of the place of a scale bar with its numbers and its label [inch]


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--times", help="t,...: times of frames, the nearest are drawn; "
                                        "default: the last frame")
    parser.add_argument("--together", action="store_true",
                        help="draw all times into one picture, instead of a panel for each")
    parser.add_argument("--scale", type=float, help="factor of displacements; default: 1, or "
                                                    "larger if they are small")
    parser.add_argument("--result", metavar="NAME[:K]",
                        help="colours a part by a result, as in skin/stress:2, or the structure by a "
                             "field of nodes, as in displacement:z")
    parser.add_argument("--crosses", metavar="NAME",
                        help="principal directions of a part's result, as in plate/stress_top; negative values are blue")
    add_shapes(parser)
    add_view(parser)
    add_units(parser)


def things_of(result: Result, state: State, size: float, values: Values | None = None) -> list[Thing]:
    """Returns the parts of a model in a state; values: colour them, or None."""
    white = {"facecolor": "white", "edgecolor": "0.4", "lw": 0.6, "alpha": 1}
    return structure(result, state, size, Look(colours_of(result), width=1.4, surface=white), values)


def draw_names(axes: Axes3D, result: Result) -> None:
    """Adds the parts to the legend."""
    for k, (name, part) in enumerate(result.parts.items()):
        for shape, cells in part.cells.items():
            marker = {"marker": "o" if shape == "point" else "s", "ls": ""} \
                if shape == "point" or shape in CLOSED else {"lw": 2.5}
            axes.plot([], [], color=f"C{k % 10}", label=f"{name} ({part.element}, {len(cells)})", **marker)


def component_of(name: str, path: str, values: np.ndarray, component: str) -> np.ndarray:
    """Returns one component of values [n][k]; component: its number, or "" if there is only one."""
    values = values.reshape(len(values), -1)
    try:
        k = int(component) if component else 0
        if values.shape[1] > 1 and not component or not 0 <= k < values.shape[1]:
            raise ValueError
    except ValueError:
        raise FsolveError(f"--result {name}: {path} has the components 0 to {values.shape[1] - 1}; "
                          f"give one of them, as in {path}:0") from None
    return values[:, k]


def in_units(values: Values, factor: float) -> Values:
    """Returns values times a factor."""
    return Values(None if values.nodes is None else factor * values.nodes,
                  {name: factor * v for name, v in values.cells.items()})


def values_of(frame: Snapshot, result: Result, name: str) -> Values:
    """Returns the values of a frame that colour the structure.

    name: part/result[:k] of elements, or the name of a field of nodes with or without a component,
    such as "displacement:z"; without one it is the size of the field
    """
    path, _, component = name.partition(":")
    if "/" not in path:
        field = frame[path]
        return Values(node_values(field, path, component or None))
    part, what = path.split("/")[0], path.split("/")[-1]
    shapes = [s for s in result.parts[part].cells if f"{part}/{s}/{what}" in frame] \
        if part in result.parts else []
    if not shapes:
        nodal.surface(result, frame, path)  # says what there is
    return Values(None, {f"{part}/{s}": component_of(name, path, frame[f"{part}/{s}/{what}"], component)
                         for s in shapes})


def common_limits(found: list[Values]) -> ScalarMappable:
    """Gives the values of all frames the same colours, and returns these."""
    everything = np.concatenate([values.every() for values in found])
    low, high = everything.min(), everything.max()
    for values in found:
        values.limits = float(low), float(high)
    return ScalarMappable(Normalize(low, high), MAP)


def mark_extremes(axes: Axes3D, result: Result, values: Values, x: np.ndarray) -> None:
    """Marks the largest and the least value with a point and the number; x: places of the nodes."""
    places = x if values.nodes is not None else np.concatenate(
        [x[result.cells[name]].mean(axis=1) for name in values.cells])
    every = values.nodes if values.nodes is not None else np.concatenate(list(values.cells.values()))
    writer = Texts(axes)
    if not np.ptp(every[np.isfinite(every)]) > 0:
        return
    for k in (int(np.nanargmax(every)), int(np.nanargmin(every))):
        scene.draw_points(axes, places[k], marker="o", ms=5, mfc="w", mec="k", zorder=9)
        writer.write(places[k], f" {number(every[k])} ", BESIDE, color="k", zorder=10,
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


def painted_by(given: argparse.Namespace, result: Result, frames: list[Snapshot]
               ) -> tuple[list[Values], ScalarMappable, str]:
    """Returns the values of --result in each frame, their colours, and the label of the scale bar."""
    unit, factor = Units(given.units, given.case_units).of_result(given.result.partition(":")[0])
    found = [in_units(values_of(frame, result, given.result), factor) for frame in frames]
    return found, common_limits(found), given.result + f" [{unit}]" * bool(given.units and unit)


def extent(result: Result, states: list[State], beams: list[BeamCurves | None]) -> np.ndarray:
    """Returns points [n][3] between which everything is that is drawn."""
    rods = [a for state in [None, *states] for a in arms.lines(result, state).values()]
    curves = [c for b, state in zip(beams, states) if b for c in b.points(state.scale).values()]
    return scene.outermost(np.concatenate([result.nodes, *(places(result, state) for state in states),
                                           *(balls.extent(result, state) for state in states),
                                           *(c.reshape(-1, 3) for c in [*rods, *curves])]))


def scale_bar(figure: Figure, colours: ScalarMappable, label: str, left: float) -> float:
    """Draws the scale bar of colours to the left of what is free, and returns its left edge.

    left: edge of what is free [width of the figure]
    """
    wide = BAR / figure.get_figwidth()
    left = min(left, 1 - wide)
    figure.colorbar(colours, cax=figure.add_axes((left + 0.15 * wide, 0.1, 0.15 * wide, 0.6)), label=label)
    return left


def draw(given: argparse.Namespace) -> Figure:
    result = result_of(given)
    if not result.parts:
        raise FsolveError(f"{given.file} has no parts: it is not of a model")
    frames = frames_at(result, given.times)
    beams = [curves_of(result, frame) for frame in frames]
    scale = scale_of_frames(result, frames, beams) if given.scale is None else given.scale
    states = [state_of(frame, scale) for frame in frames]
    values: list[Values | None] = [None] * len(frames)
    if given.result:
        found, colours, label = painted_by(given, result, frames)
        values = [*found]
    count = 1 if given.together else len(frames)
    columns = int(np.ceil(np.sqrt(count)))
    rows = -(-count // columns)
    figure = plt.figure(figsize=(9, 5.6) if count == 1 else (4 * columns + 2, 3.8 * rows))
    everything, size = extent(result, states, beams), size_of(result.nodes)
    panels = [scene.mesh_axes(figure, everything, (rows, columns, k + 1), *view_of(given))
              for k in range(count)]
    for axes in panels:
        paint(axes, ghost(result, size, filled=not given.result))
    for k, state in enumerate(states):
        paint(panels[k % count], things_of(result, state, size, values[k]))
        if given.crosses:
            paint(panels[k % count], crosses(result, frames[k], given.crosses, state, size))
    if given.result:
        right = scale_bar(figure, colours, label, 1.0)
    else:
        draw_names(panels[0], result)
        right = scene.legend(panels[0], everything)
    arrange(panels, columns, right, everything)
    for k, (state, own) in enumerate(zip(states, values)):
        if own is not None:
            mark_extremes(panels[k % count], result, own, places(result, state))
    scaled = f", displacements times {scale:g}" if scale != 1 else ""
    for k, axes in enumerate(panels):
        times = ", ".join(f"{frame.time:.4g}" for frame in frames[k::count])
        scene.title(axes, f"t = {times}{scaled}")
    return figure
