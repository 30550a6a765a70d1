# SPDX-License-Identifier: BSD-2-Clause
"""Draws the structure as it moves, as a film: the frames of a run, or a mode that swings.

A film is .gif, .mp4, which needs ffmpeg, or a folder of PNG files, whose name ends with /.

    plot_motion whip.h5 --out whip.mp4
    plot_motion drum.h5 --mode 3 --out drum/
"""
from __future__ import annotations

import argparse
import os

from fsolve.error import check_new
from fsolve.plot.command import add_file, add_shapes, add_units, add_view, result_of, view_of
from fsolve.units import Units

OUT = "default: <file>_motion.gif"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--mode", type=int, help="number of a mode, or of a shape of buckling, from 1")
    parser.add_argument("--scale", type=float, help="factor of displacements; default: 1, and of a mode "
                                                    "one that makes it visible")
    parser.add_argument("--field", help="field of nodes that colours the structure, such as velocity")
    parser.add_argument("--component", help="of the field, such as z; default: its size")
    parser.add_argument("--history", metavar="NAME[:COMPONENT]",
                        help="is drawn below with a cursor, such as energy/total or tip/displacement:z")
    parser.add_argument("--fps", type=int, default=20, help="frames a second; default: 20")
    add_shapes(parser)
    add_view(parser)
    add_units(parser)


def one_picture(given: argparse.Namespace) -> bool:
    return False


def draw(given: argparse.Namespace) -> None:
    out = given.out or f"{os.path.splitext(given.file)[0]}_motion.gif"
    if not out.endswith("/"):
        check_new(out, given.overwrite, "--overwrite")
    elevation, azimuth = view_of(given)
    print(result_of(given).animate(
        out, scale=given.scale, fps=given.fps, field=given.field, component=given.component,
        elevation=elevation, azimuth=azimuth, overwrite=given.overwrite, mode=given.mode,
        history=given.history, units=Units(given.units, given.case_units) if given.units else None))
