# SPDX-License-Identifier: BSD-2-Clause
"""Draws the shapes of -analysis modes or -analysis buckling.

The structure at rest is grey. Beams are drawn with the curve between their nodes.
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from fsolve import FsolveError, Result, scene
from fsolve.curves import BeamCurves
from fsolve.draw import plt
from fsolve.mesh import CLOSED, edges, sides
from fsolve.plot.command import add_file, add_old_picture, add_view, view_of
from fsolve.solid.layer import paint
from fsolve.solid.lines import State
from fsolve.solid.parts import size_of
from fsolve.solid.shells import rim
from fsolve.solid.structure import Look, structure
from fsolve.solid.things import Thing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LARGEST = 0.15  # largest displacement that is drawn, over the size of the structure


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    add_old_picture(parser)
    add_view(parser)


def shapes_of(result: Result) -> tuple[np.ndarray, list[str]]:
    """Returns the shapes [k][n][3 or 6] and a title for each."""
    if result.has("modes"):
        group = result.modes
        return np.asarray(group.shape), [f"{v:.5g} Hz" for v in group.frequency]
    if result.has("buckling"):
        group = result.buckling
        return np.asarray(group.shape), [f"factor {v:.5g}" for v in group.factor]
    raise FsolveError(
        f"{result.file} has neither modes nor buckling; run -analysis modes or buckling")


def moved_things(result: Result, state: State, size: float) -> list[Thing]:
    """Returns the structure in a state, in one colour."""
    found = structure(result, state, size, Look(dict.fromkeys(result.parts, "C0"), width=0.9, dot=4))
    for thing in found:
        thing.skin = None  # matplotlib draws lines alone
        thing.width = min(thing.width, 0.9)
    return found


def draw(given: argparse.Namespace) -> Figure:
    result = Result(given.file)
    x = result.nodes
    shapes, titles = shapes_of(result)
    if not len(shapes):
        raise FsolveError(f"{given.file} has no shapes")
    size = size_of(x)
    rotates = shapes.shape[2] == 6
    beams = [BeamCurves(result, shape[:, :3], shape[:, 3:]) if rotates else None
             for shape in shapes]
    moves = [b.with_nodes(shape[:, :3]) if b else shape for b, shape in zip(beams, shapes)]
    scales = [LARGEST * size / max(np.linalg.norm(u, axis=1).max(), scene.largest_move(shape, size))
              for u, shape in zip(moves, shapes)]
    moved = [x + scale * shape[:, :3] for scale, shape in zip(scales, shapes)]
    curves = [list(b.points(scale).values()) if b else [] for b, scale in zip(beams, scales)]
    columns = min(4, len(shapes))
    rows = -(-len(shapes) // columns)
    figure = plt.figure(figsize=(3.2 * columns, 2.8 * rows))
    # all shapes are seen from one side
    everything = np.concatenate([x, *moved, *(c.reshape(-1, 3) for each in curves for c in each)])
    for k, (shape, scale, title) in enumerate(zip(shapes, scales, titles)):
        axes = scene.mesh_axes(figure, everything, (rows, columns, k + 1), *view_of(given))
        state = State(shape[:, :3], shape[:, 3:] if rotates else None, scale)
        paint(axes, [at_rest(result), *moved_things(result, state, size)])
        scene.title(axes, title, fontsize="small")
    return figure


def at_rest(result: Result) -> Thing:
    """Returns the lines of the structure at rest, of its surfaces the rims."""
    x = result.nodes
    found = [rim([cells]) if name.split("/")[1] in CLOSED else sides(cells, name.split("/")[1])
             for name, cells in result.cells.items() if len(cells)]
    return Thing("0.6", points=x, pairs=np.concatenate(found), width=0.6,
                 flat_lines=(x, edges(result)), flat={"zorder": 1.5})
