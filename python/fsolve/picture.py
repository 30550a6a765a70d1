# SPDX-License-Identifier: BSD-2-Clause
"""The picture of a case: its model, and how it has moved."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve import scene
from fsolve.draw import plt, save
from fsolve.plot.model import draw_result
from fsolve.solid.lines import State

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fsolve.result import Path, Result


def draw_case(result: Result, u: np.ndarray, turn: np.ndarray | None, when: str, scale: float | None,
              out: Path | None) -> Figure:
    """Draws the model of a result and its state with displacements u [n][3].

    turn   rotations of the nodes as unit quaternions [n][4], or None
    when   the title
    scale  factor of the displacements; None: 1, or larger if they are small
    out    also writes this picture
    """
    factor = scene.scale_of(result.nodes, u) if scale is None else scale
    figure = draw_result(result, State(u, turn, factor) if np.any(u) and factor else None)
    axes: Any = figure.axes[0]
    scaled = f", displacements times {factor:g}" if np.any(u) and factor != 1 else ""
    scene.title(axes, when + scaled)
    if out is not None:
        save(figure, out)  # closes it for pyplot
    plt.close(figure)
    return figure
