# SPDX-License-Identifier: BSD-2-Clause
"""Draws diagrams of axial and shear forces, torque and bending moments of all beams.

They are drawn across the deformed beams, in the plane of the section. Moments are on the side that
is pulled. Between the nodes of loaded beams they are parabolas.

    plot_section portal.h5 --time 0.5 --show My,Vz
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from fsolve import FsolveError, Result, scene
from fsolve.beams import QUANTITIES, Sections
from fsolve.draw import plt
from fsolve.mesh import edges
from fsolve.plot.command import add_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEIGHT = 0.15  # largest ordinate over the size of the structure
WRITTEN = 0.05  # smallest extreme whose value is written, over the largest value


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--time", type=float, help="of the frame, the nearest is drawn; "
                                                   "default: the last frame")
    parser.add_argument("--show", help=f"some of {','.join(QUANTITIES)}; "
                                       "default: those that are not zero")
    parser.add_argument("--undeformed", action="store_true",
                        help="draw across the beams in their reference configuration")


def panel(figure: Figure, where: tuple[int, int, int], sections: Sections, quantity: str,
          x: np.ndarray, pairs: np.ndarray) -> None:
    """Draws the diagram of one quantity over the structure with nodes x [n][3]."""
    values = sections.along(quantity)[1]
    size, largest = np.ptp(x, axis=0).max(), abs(values).max()
    faces = sections.diagram(quantity, HEIGHT * size / largest if largest else 0)
    axes = scene.mesh_axes(figure, np.concatenate([x, faces.reshape(-1, 3)]), where)
    scene.draw_lines(axes, x, pairs, color="0.2", lw=1.5)
    scene.add(axes, Poly3DCollection(faces, facecolor="C0", edgecolor="C0", lw=0.5, alpha=0.35))
    for place in {values.argmax(), values.argmin()}:
        e, k = divmod(place, values.shape[1])
        if abs(values[e, k]) > WRITTEN * largest:
            axes.text(*faces[e, -1 - k], f"{values[e, k]:.4g}", fontsize="small", color="C3")
    scene.title(axes, f"{quantity}: {QUANTITIES[quantity]}")


def draw(given: argparse.Namespace) -> Figure:
    result = Result(given.file)
    frame = result.snapshot(t=given.time)
    sections = Sections(result, frame, not given.undeformed)
    x, pairs = result.nodes if given.undeformed else frame.positions(), edges(result)
    chosen = given.show.split(",") if given.show else sections.shown()
    if not chosen:
        raise FsolveError(f"{given.file}: beams carry nothing at t = {frame.time:g}")
    for quantity in chosen:
        if quantity not in QUANTITIES:
            raise FsolveError(
                f"there is no quantity '{quantity}'; there are {', '.join(QUANTITIES)}")
    columns = min(3, len(chosen))
    rows = -(-len(chosen) // columns)
    figure = plt.figure(figsize=(5 * columns, 4.2 * rows))
    for k, quantity in enumerate(chosen):
        panel(figure, (rows, columns, k + 1), sections, quantity, x, pairs)
    figure.text(0.01, 0.01, f"t = {frame.time:.6g}")
    return figure
