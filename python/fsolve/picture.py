# SPDX-License-Identifier: BSD-2-Clause
"""The picture of a case: its model, and how it has moved."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve import scene
from fsolve.draw import plt, save
from fsolve.plot.model import draw_result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fsolve.result import Path, Result

SEEN = 0.1  # largest displacement, relative to the size of the model, that small displacements are drawn with
SMALL = 0.03  # largest relative displacement that is small
STEPS = (1, 2, 5)  # first digits of scales


def round_scale(factor: float) -> float:
    """Returns the largest of 1, 2, 5, 10, 20, ... that is at most a factor."""
    power = 10.0 ** np.floor(np.log10(factor))
    return max(s for s in STEPS if s * power <= factor * (1 + 1e-9)) * power


def scale_of(x: np.ndarray, u: np.ndarray) -> float:
    """Returns the scale with which displacements u [n][3] of nodes at x [n][3] are seen; 1 if they are large."""
    size, most = np.ptp(x, axis=0).max(), np.linalg.norm(u, axis=1).max(initial=0)
    return 1.0 if not 0 < most < SMALL * size or not np.isfinite(size / most) else round_scale(SEEN * size / most)


def draw_case(result: Result, u: np.ndarray, when: str, scale: float | None, out: Path | None) -> Figure:
    """Draws the model of a result and its state with displacements u [n][3].

    when   the title
    scale  factor of the displacements; None: 1, or larger if they are small
    out    also writes this picture
    """
    factor = scale_of(result.nodes, u) if scale is None else scale
    figure = draw_result(result, result.nodes + factor * u if np.any(u) and factor else None)
    axes: Any = figure.axes[0]
    scaled = f", displacements times {factor:g}" if np.any(u) and factor != 1 else ""
    scene.title(axes, when + scaled)
    if out is not None:
        save(figure, out)  # closes it for pyplot
    plt.close(figure)
    return figure
