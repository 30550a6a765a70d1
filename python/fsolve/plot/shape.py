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
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from fsolve import FsolveError, Result, nodal, scene
from fsolve.curves import BeamCurves, joined
from fsolve.draw import plt
from fsolve.frames import Snapshot
from fsolve.mesh import CLOSED, sides
from fsolve.plot.command import add_file

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


def draw_parts(axes: Axes3D, result: Result, x: np.ndarray, named: bool = True,
               filled: bool = True, without: str | None = None,
               curves: dict[str, np.ndarray] | None = None, **style: Any) -> None:
    """Draws the parts of a model whose nodes are at x [n][3].

    named    with entries of a legend
    filled   surfaces are white and hide what is behind them; otherwise only their edges are drawn
    without  a part whose surfaces are not drawn
    curves   points of beams, from BeamCurves; None: straight lines join their nodes
    """
    for k, (name, part) in enumerate(result.parts.items()):
        for shape, cells in part.cells.items():
            label = f"{name} ({part.element}, {len(cells)})" if named else None
            look = {"color": f"C{k % 10}", "label": label, **style}
            if shape == "point":
                scene.draw_points(axes, x[cells[:, 0]], marker="o", ms=7, **look)
            elif shape in CLOSED and filled:
                if name != without:
                    scene.draw_faces(axes, x, cells, facecolor="white", edgecolor=look["color"],
                                     lw=0.6)
                axes.plot([], [], [], lw=1, **look)
            else:
                width = 0.6 if shape in CLOSED else 1.4
                curve = (curves or {}).get(f"{name}/{shape}")
                points, pairs = (x, sides(cells, shape)) if curve is None else joined(curve)
                scene.draw_lines(axes, points, pairs, lw=width, **look)


def surface_values(frame: Snapshot, result: Result, name: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Returns cells and the values on them for each shape of a part; name: part/result[:k]."""
    path, _, component = name.partition(":")
    try:
        cells, values = nodal.surface(result, frame, path)
        k = int(component) if component else 0
        if values.shape[1] > 1 and not component or not 0 <= k < values.shape[1]:
            raise ValueError
    except ValueError:
        raise FsolveError(f"--result {name}: {path} has the components 0 to {values.shape[1] - 1}; "
                          f"give one of them, as in {path}:0") from None
    return list(zip(cells, np.split(values[:, k], np.cumsum([len(c) for c in cells])[:-1])))


def draw_colours(panels: list[Axes3D], moved: list[np.ndarray],
                 found: list[list[tuple[np.ndarray, np.ndarray]]]) -> ScalarMappable:
    """Draws surfaces whose nodes are at moved, coloured by the values of each frame."""
    everything = np.concatenate([values for frame in found for _, values in frame])
    colours = ScalarMappable(Normalize(everything.min(), everything.max()), "viridis")
    for axes, x, frame in zip(panels, moved, found):
        for cells, values in frame:
            scene.draw_faces(axes, x, cells, facecolor=colours.to_rgba(values), edgecolor="0.3",
                             lw=0.2)
    return colours


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
    """Returns the scale with which the largest displacement of all frames is seen."""
    moves = [frame["displacement"] if c is None else c.with_nodes(frame["displacement"])
             for frame, c in zip(frames, curves)]
    return min(scene.scale_of(result.nodes, np.nan_to_num(u)) for u in moves)


def draw(given: argparse.Namespace) -> Figure:
    result = Result(given.file)
    if not result.parts:
        raise FsolveError(f"{given.file} has no parts: it is not of a model")
    frames = frames_at(result, given.times)
    beams = [curves_of(result, frame) for frame in frames]
    scale = scale_of_frames(result, frames, beams) if given.scale is None else given.scale
    moved = [frame.positions(scale) for frame in frames]
    curves = [b.points(scale) if b else {} for b in beams]
    everything = np.concatenate([result.nodes, *moved,
                                 *(c.reshape(-1, 3) for each in curves for c in each.values())])
    count = 1 if given.together else len(frames)
    columns = int(np.ceil(np.sqrt(count)))
    rows = -(-count // columns)
    figure = plt.figure(figsize=(9, 5.6) if count == 1 else (4 * columns + 2, 3.8 * rows))
    coloured = given.result.partition("/")[0] if given.result else None
    panels = [scene.mesh_axes(figure, everything, (rows, columns, k + 1)) for k in range(count)]
    for axes in panels:
        draw_parts(axes, result, result.nodes, named=False, filled=not coloured, color="0.8")
    for k, x in enumerate(moved):
        axes = panels[k % count]
        draw_parts(axes, result, x, named=not k, without=coloured, curves=curves[k])
    right = scene.legend(panels[0], everything)
    if given.result:
        colours = draw_colours([panels[k % count] for k in range(len(frames))], moved, [surface_values(f, result, given.result) for f in frames])
        right = min(right, 0.85)
        figure.colorbar(colours, cax=figure.add_axes((right + 0.04, 0.1, 0.02, 0.5)), label=given.result)
    arrange(panels, columns, right, everything)
    scaled = f", displacements times {scale:g}" if scale != 1 else ""
    for k, axes in enumerate(panels):
        times = ", ".join(f"{frame.time:.4g}" for frame in frames[k::count])
        scene.title(axes, f"t = {times}{scaled}")
    return figure
