# SPDX-License-Identifier: BSD-2-Clause
"""Draws amplitude and phase of -analysis response over the frequency."""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from fsolve import Result
from fsolve.draw import plt
from fsolve.file import column
from fsolve.plot.command import add_file, add_old_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Smallest amplitude of a logarithmic axis, over the largest one. Smaller ones are round-off.
LEAST = 1e-12
FEW = 20  # frequencies that are also drawn as points


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("probe", help="a probe or a joint")
    parser.add_argument("field", nargs="?", default="displacement")
    parser.add_argument("component", nargs="?", default="x", help="x, y, z, or counted from 0")
    add_old_picture(parser)


def draw(given: argparse.Namespace) -> Figure:
    response = Result(given.file).response
    name = f"{given.probe}/{given.field}"
    value = response[name]
    value = value.reshape(len(value), -1)
    width = value.shape[1]
    value = value[:, column(name, width, given.component) if width > 1 else 0]
    figure, (upper, lower) = plt.subplots(2, 1, sharex=True, figsize=(6, 5), height_ratios=(2, 1),
                                          layout="constrained")
    size = np.abs(value)
    there = size > LEAST * size.max(initial=0)  # zeros have no logarithm and no phase
    phase = np.full(len(size), np.nan)
    phase[there] = np.degrees(np.unwrap(np.angle(value[there])))
    style = "-" if len(size) > FEW else ".-"
    upper.plot(response.frequency, np.where(there, size, np.nan) if there.any() else size, style,
               lw=1.2)
    upper.set_yscale("log" if there.any() else "linear")
    lower.plot(response.frequency, phase, style, lw=1.2)
    upper.set(ylabel=f"|{given.field} {given.component}| of {given.probe}")
    lower.set(xlabel="frequency [Hz]", ylabel="phase [degrees]")
    return figure
