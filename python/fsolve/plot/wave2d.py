# SPDX-License-Identifier: BSD-2-Clause
"""Draws the wave of inputs/wave2d.opts at the end of the run, and prints a summary.

The picture has the wave as in paper 003, Figs. 25-27, and its cuts along theta = 0 and pi/4 beside
the exact solution of the infinite membrane.
"""
from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve import FsolveError, Result, exact_membrane
from fsolve.draw import plt
from fsolve.plot.command import add_file, add_old_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SAVE = (110, None)  # resolution, and all colours
CURVES = (("displacement [m]", exact_membrane.displacement, (-0.02, 0.18)),
          ("velocity [m/s]", exact_membrane.velocity, (-0.6, 0.6)))
CUTS = ((False, r"$\theta = 0$", "C0.-"), (True, r"$\theta = \pi/4$", "C3.--"))


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser, nargs="?", default="wave2d.h5")
    add_old_picture(parser)


def read(path: str) -> dict[str, Any]:
    """Reads the last frame of a run of inputs/wave2d.opts.

    The model is a quarter of a square membrane, whose corner a pulse pushes.
    """
    result = Result(path)
    given = result.options
    if given.get("mesh") != "rectangle" or "pulse" not in given.get("loads", "") \
            or given.get("part_skin_element") != "membrane":
        raise FsolveError(f"{path} is not of inputs/wave2d.opts, whose exact solution this is; "
                          "plot_history and Result.animate draw any run")
    last = result.snapshot(-1)
    if len(result["solver/linear"]) < 2:
        raise FsolveError(f"{path} has no history of a step")
    return {"x": result.nodes, "q": last["displacement"][:, 2], "v": last["velocity"][:, 2],
            "t": last.time, "linear": result["solver/linear"][1:], "attrs": result.attrs}


def cut(run: dict[str, Any], diagonal: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns distance, displacement and velocity of the nodes along theta = 0 or pi/4."""
    x, y = run["x"][:, 0], run["x"][:, 1]
    small = 1e-9 * x.max()
    on = abs(x - y) < small if diagonal else abs(y) < small
    r = np.hypot(x[on], y[on])
    order = np.argsort(r)
    return r[order], run["q"][on][order], run["v"][on][order]


def error(run: dict[str, Any], diagonal: bool) -> float:
    """Returns the relative error over the nodes of a cut that no reflection has reached.

    The loaded node and its neighbours do not count.
    """
    r, q, _ = cut(run, diagonal)
    keep = (r > 0.5) & (r < 2 * run["x"].max() - run["t"])
    exact = exact_membrane.displacement(r[keep], run["t"])
    return np.linalg.norm(q[keep] - exact) / np.linalg.norm(exact)


def draw_wave(axes: Axes, run: dict[str, Any]) -> None:
    """Draws the displacement of the whole membrane, mirrored from the quarter."""
    x = np.unique(np.round(run["x"][:, 0], 9))
    y = np.unique(np.round(run["x"][:, 1], 9))
    grid = np.full((len(y), len(x)), np.nan)
    rows = np.searchsorted(y, np.round(run["x"][:, 1], 9))
    grid[rows, np.searchsorted(x, np.round(run["x"][:, 0], 9))] = run["q"]
    whole = grid
    if len(x) > 1:
        whole = np.block([[grid[::-1, ::-1], grid[::-1, 1:]], [grid[1:, ::-1], grid[1:, 1:]]])
    limit = np.nanmax(abs(run["q"]))
    image = axes.imshow(whole, origin="lower", extent=(-x.max(), x.max(), -y.max(), y.max()),
                        cmap="RdBu_r", vmin=-limit, vmax=limit)
    axes.figure.colorbar(image, ax=axes, label="displacement [m]", shrink=0.85)
    axes.set(title=f"wave at t = {run['t']:.4g} s (quarter model, mirrored)", xlabel="x [m]",
             ylabel="y [m]")


def draw_cuts(axes: Axes, run: dict[str, Any], k: int) -> None:
    """Draws displacement (k = 0) or velocity (k = 1) along the cuts."""
    label, exact, limits = CURVES[k]
    r_exact = np.linspace(0.05, run["x"].max(), 1200)
    axes.plot(r_exact, exact(r_exact, run["t"]), "k", lw=1, label="exact, infinite membrane")
    for diagonal, name, style in CUTS:
        r, *values = cut(run, diagonal)
        axes.plot(r, values[k], style, ms=3, lw=0.8, label=name)
    axes.set(xlabel="distance from the center [m]", ylabel=label, xlim=(0, run["x"].max()),
             ylim=limits, title=f"cuts: {label.split()[0]}")
    axes.legend()


def summary(path: str, run: dict[str, Any]) -> str:
    attrs = run["attrs"]
    return f"""dofs                     {attrs['dofs']}
ranks                    {attrs['ranks']}
steps                    {attrs['steps']}
iterations per step      {run['linear'].mean():.1f}
seconds stepping         {attrs['seconds_stepping']:.3g}
error, theta = 0         {100 * error(run, False):.2g} %
error, theta = pi/4      {100 * error(run, True):.2g} %
data {path}, for ParaView {os.path.splitext(path)[0]}.xdmf"""


def draw(given: argparse.Namespace) -> Figure:
    run = read(given.file)
    figure = plt.figure(figsize=(16, 4.6), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.08)
    draw_wave(figure.add_subplot(1, 3, 1), run)
    for k in range(2):
        draw_cuts(figure.add_subplot(1, 3, 2 + k), run, k)
    print(summary(given.file, run))
    return figure
