# SPDX-License-Identifier: BSD-2-Clause
"""Draws the load over a displacement along a path of -analysis path.

Unstable parts are dashed, and critical points are marked.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from fsolve import Result
from fsolve.draw import plt
from fsolve.file import Group
from fsolve.plot.command import add_file, add_old_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("probe", help="one of -probes")
    parser.add_argument("component", choices="xyz", help="of its displacement")
    add_old_picture(parser)


def pieces(index: np.ndarray) -> Iterable[tuple[int, int]]:
    """Returns the first and last point of each stretch that is stable, or unstable, throughout.

    A step across a critical point belongs to the stretch before it.
    """
    ends = np.flatnonzero(np.diff((index > 0).astype(int))) + 1
    return zip(np.r_[0, ends], np.r_[ends, len(index) - 1])


def rows_of(branch: np.ndarray, number: int, arc: np.ndarray) -> np.ndarray:
    """Returns the points of a branch.

    The first branch also has the point where the run continues on the next one.
    """
    rows = np.flatnonzero(branch == number)
    after = rows[-1] + 1
    if number == 0 and after < len(arc) and arc[after] > arc[rows[-1]]:
        return np.r_[rows, after]
    return rows


def mark_critical(axis: Axes, critical: Group, branch: np.ndarray, arc: np.ndarray,
                  u: np.ndarray) -> None:
    """Marks limit points and bifurcations on the branches that they belong to."""
    points = zip(critical.load_factor, critical.arc_length, critical.limit, critical.branch)
    for load, at, limit, number in points:
        rows = rows_of(branch, number, arc)
        axis.plot(np.interp(at, arc[rows], u[rows]), load, "C3^" if limit == 1 else "C1o")


def draw(given: argparse.Namespace) -> Figure:
    result = Result(given.file)
    found = result.path
    load, arc, branch = found.load_factor, found.arc_length, found.branch
    index = found.stability_index
    u = result.history(f"{given.probe}/displacement", given.component)
    figure = plt.figure(figsize=(7, 5), layout="constrained")
    axis = figure.add_subplot()
    for number in np.unique(branch):
        rows = rows_of(branch, number, arc)
        for first, last in pieces(index[rows]):
            at = rows[first:last + 1]
            axis.plot(u[at], load[at], "C0--" if index[at[0]] > 0 else "C0-", lw=1.5)
    if "critical/load_factor" in found:
        mark_critical(axis, found.critical, branch, arc, u)
    for style, label in (("C0-", "stable"), ("C0--", "unstable"), ("C3^", "limit point"),
                         ("C1o", "bifurcation")):
        axis.plot([], [], style, label=label)
    axis.set(xlabel=f"displacement of {given.probe} in {given.component} [m]",
             ylabel="load factor")
    axis.grid(alpha=0.3)
    axis.legend()
    return figure
