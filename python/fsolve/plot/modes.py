# SPDX-License-Identifier: BSD-2-Clause
"""Draws the shapes of -analysis modes or -analysis buckling.

The structure at rest is grey.
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from fsolve import FsolveError, Result, scene
from fsolve.draw import plt
from fsolve.mesh import edges
from fsolve.plot.command import add_file, add_old_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LARGEST = 0.15  # largest displacement that is drawn, over the size of the structure


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    add_old_picture(parser)


def shapes_of(result: Result) -> tuple[np.ndarray, list[str]]:
    """Returns the shapes [k][n][3] and a title for each."""
    if result.has("modes"):
        group = result.modes
        return group.shape[:, :, :3], [f"{v:.5g} Hz" for v in group.frequency]
    if result.has("buckling"):
        group = result.buckling
        return group.shape[:, :, :3], [f"factor {v:.5g}" for v in group.factor]
    raise FsolveError(
        f"{result.file} has neither modes nor buckling; run -analysis modes or buckling")


def draw(given: argparse.Namespace) -> Figure:
    result = Result(given.file)
    x, pairs = result.nodes, edges(result)
    shapes, titles = shapes_of(result)
    if not len(shapes):
        raise FsolveError(f"{given.file} has no shapes")
    size = np.ptp(x, axis=0).max()
    moved = [x + LARGEST * size / max(np.linalg.norm(shape, axis=1).max(), 1e-300) * shape
             for shape in shapes]
    columns = min(4, len(shapes))
    rows = -(-len(shapes) // columns)
    figure = plt.figure(figsize=(3.2 * columns, 2.8 * rows))
    everything = np.concatenate([x, *moved])  # all shapes are seen from one side
    for k, (nodes, title) in enumerate(zip(moved, titles)):
        axes = scene.mesh_axes(figure, everything, (rows, columns, k + 1))
        scene.draw_lines(axes, x, pairs, color="0.75", lw=0.6)
        scene.draw_lines(axes, nodes, pairs, color="C0", lw=0.9)
        scene.title(axes, title, fontsize="small")
    return figure
