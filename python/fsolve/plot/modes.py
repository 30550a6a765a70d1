# SPDX-License-Identifier: BSD-2-Clause
"""Draws the shapes of -analysis modes or -analysis buckling.

The structure at rest is grey. Beams are drawn with the curve between their nodes.
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from fsolve import FsolveError, Result, scene
from fsolve.curves import BeamCurves, joined
from fsolve.draw import plt
from fsolve.mesh import edges, sides
from fsolve.plot.command import add_file, add_old_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LARGEST = 0.15  # largest displacement that is drawn, over the size of the structure


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    add_old_picture(parser)


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


def straight_edges(result: Result) -> np.ndarray:
    """Returns the pairs of nodes [n][2] of the sides of all cells but beams."""
    found = [sides(cells, name.split("/")[1]) for name, cells in result.cells.items()
             if result.parts[name.split("/")[0]].element != "beam"]
    return np.concatenate(found) if found else np.zeros((0, 2), int)


def draw(given: argparse.Namespace) -> Figure:
    result = Result(given.file)
    x, pairs = result.nodes, edges(result)
    shapes, titles = shapes_of(result)
    if not len(shapes):
        raise FsolveError(f"{given.file} has no shapes")
    size = np.ptp(x, axis=0).max()
    rotates = shapes.shape[2] == 6
    beams = [BeamCurves(result, shape[:, :3], shape[:, 3:]) if rotates else None
             for shape in shapes]
    moves = [b.with_nodes(shape[:, :3]) if b else shape for b, shape in zip(beams, shapes)]
    scales = [LARGEST * size / max(np.linalg.norm(u, axis=1).max(), 1e-300) for u in moves]
    moved = [x + scale * shape[:, :3] for scale, shape in zip(scales, shapes)]
    curves = [list(b.points(scale).values()) if b else [] for b, scale in zip(beams, scales)]
    others = straight_edges(result) if rotates else pairs
    columns = min(4, len(shapes))
    rows = -(-len(shapes) // columns)
    figure = plt.figure(figsize=(3.2 * columns, 2.8 * rows))
    # all shapes are seen from one side
    everything = np.concatenate([x, *moved, *(c.reshape(-1, 3) for each in curves for c in each)])
    for k, (nodes, title) in enumerate(zip(moved, titles)):
        axes = scene.mesh_axes(figure, everything, (rows, columns, k + 1))
        scene.draw_lines(axes, x, pairs, color="0.75", lw=0.6)
        scene.draw_lines(axes, nodes, others, color="C0", lw=0.9)
        for curve in curves[k]:
            scene.draw_lines(axes, *joined(curve), color="C0", lw=0.9)
        scene.title(axes, title, fontsize="small")
    return figure
