# SPDX-License-Identifier: BSD-2-Clause
"""Draws histories of an output file.

They go over the time, the load factor, or the frequency of a harmonic response. Each quantity, such
as displacement or force, has a panel of its own, with the largest and the least value of up to
three lines. Without a name this prints all names.

    plot_history drum.h5 middle/displacement --component z
    plot_history drive.h5 crank/angle_moment crank/motor_power --units kN,m
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fsolve import FsolveError, Result
from fsolve.draw import plot_panels
from fsolve.plot.command import add_file, add_units
from fsolve.units import Units

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("names", nargs="*", metavar="probe/field")
    parser.add_argument("--component", help="x, y, z, ..., or counted from 0; default: all")
    parser.add_argument("--psd", action="store_true", help="draw power spectral densities instead")
    add_units(parser)


def one_picture(given: argparse.Namespace) -> bool:
    return bool(given.names)


def draw(given: argparse.Namespace) -> Figure | None:
    result = Result(given.file)
    if not given.names:
        print("\n".join(result.names()))
        return None
    if given.psd and "time" not in result.names():
        raise FsolveError(f"{given.file} has no history over the time, which --psd needs")
    units = Units(given.units, given.case_units) if given.units else None
    return plot_panels(result, given.names, given.component, given.psd, units)
