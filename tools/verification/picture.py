# SPDX-License-Identifier: BSD-2-Clause
"""Pictures of the models of the verification manual, which are drawn when its pages are made."""
from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy as np

import fsolve
from fsolve import draw
from fsolve.plot.model import draw_result
from fsolve.plot.modes import LARGEST
from fsolve.scene import largest_move, scale_of
from fsolve.solid.lines import State
from verification.case import ROOT, Case

SIZE, RESOLUTION = (8.0, 4.6), 100  # [inch], [pixel/inch]: about as wide as the text of a page
SLOW = 3  # seconds of a run, above which the picture is that of the shorter run of the case


def draw_spectra(result: Any) -> Any:
    """Draws the spectral radii of all schemes of a spectrum."""
    figure, axes = draw.plt.subplots(figsize=SIZE, layout="constrained")
    spectra = result.group("spectrum")
    for k, path in enumerate(dict.fromkeys(name.rpartition("/")[0] for name in spectra)):
        table, name = spectra[path], path.split("/")[0]
        axes.loglog(table["dt_over_nT"][:], table["radius"][:], marker="o", ms=3, lw=1, color=f"C{k % 10}", ls=("-", "--", ":", "-.")[k // 10 % 4], label=name)
    axes.set(xlabel="step over period, for each solve", ylabel="spectral radius", ylim=(0.2, 2))
    axes.legend(ncols=2, fontsize=7, loc="upper left", bbox_to_anchor=(1, 1))
    return figure


def moved(result: Any) -> State | None:
    """The state of the first mode that is not rigid, or that at the end.

    None if nothing moves, and of models of bodies alone: their points say nothing without the links.
    """
    if all(name.split("/")[1] == "point" for name in result.cells):
        return None
    x = result.nodes
    shapes = next((result.group(kind)["shape"] for kind in ("modes", "buckling") if result.has(kind + "/shape")), None)
    if shapes is None:
        u, frame = np.asarray(result.snapshot()["displacement"])[:, :3], result.snapshot()
        turn = frame["rotation"] if "rotation" in frame else None
        return State(u, turn, scale_of(x, u), frame) if np.abs(u).max() > 0 else None
    elastic = int(np.argmin(result.modes["rigid"])) if result.has("modes/rigid") else 0
    shape = np.asarray(shapes[elastic])
    u, size = shape[:, :3], float(np.ptp(x, axis=0).max())
    most = largest_move(shape, size)
    if not most * size > 1e-200:
        return None
    return State(u, shape[:, 3:] if shape.shape[1] == 6 else None, LARGEST * size / most)


def options_of_picture(case: Case, data: dict[str, Any]) -> dict[str, Any]:
    """The options of the run that is drawn, besides those of the file."""
    slow = data["cost"]["seconds"] > SLOW
    return {**case.keys, **(case.short if slow else {}), **case.drawn}


def draw_model(case: Case, data: dict[str, Any], path: str) -> None:
    """Runs a case on one rank and draws its model and how it moves, into a PNG file."""
    with tempfile.TemporaryDirectory() as folder:
        result = fsolve.run(os.path.join(ROOT, case.options), folder=folder, output="run.h5", overwrite=True, **options_of_picture(case, data))
        figure = draw_spectra(result) if result.has("spectrum") else draw_result(result, moved(result), dimensions=True, size=SIZE)
        draw.save(figure, path, RESOLUTION, 32)
