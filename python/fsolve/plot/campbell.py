# SPDX-License-Identifier: BSD-2-Clause
"""Draws the Campbell diagram of -analysis modes with -spin_speeds.

Lines are frequencies over the speed, dotted lines are multiples of the speed, and crosses show
modes that grow.
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from fsolve import Result
from fsolve.draw import plt
from fsolve.plot.command import add_file, add_old_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    add_old_picture(parser)


def draw(given: argparse.Namespace) -> Figure:
    campbell = Result(given.file).campbell
    speed, frequency, growth = campbell.speed, campbell.frequency, campbell.growth
    figure = plt.figure(figsize=(6, 4.5), layout="constrained")
    axis = figure.add_subplot()
    for k, column in enumerate(frequency.T):
        axis.plot(speed, column, "-", color=f"C{k % 10}", lw=1.2)
        grows = growth[:, k] > 1e-6 * np.nanmax(frequency)
        axis.plot(speed[grows], column[grows], "x", color=f"C{k % 10}")
    top = axis.get_ylim()[1]
    for multiple in range(1, 7):
        axis.plot(speed, multiple * speed / (2 * np.pi), ":", color="0.6", lw=0.8)
        at = min(speed[-1], 0.97 * top * 2 * np.pi / multiple)
        if at > 0:
            axis.annotate(f"{multiple}P", (at, multiple * at / (2 * np.pi)), color="0.5",
                          fontsize="small", ha="right", va="bottom")
    axis.set(xlabel="speed [rad/s]", ylabel="frequency in the rotating frame [Hz]", ylim=(0, top))
    axis.set_xlim(speed[0], speed[-1] if speed[-1] > speed[0] else None)
    return figure
