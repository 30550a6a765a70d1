# SPDX-License-Identifier: BSD-2-Clause
"""Draws a result in a window in which it turns: slide the time, choose results, click nodes and members.

    fsolve view case.h5
    fsolve view case.h5 --result displacement:z
    fsolve view case.h5 --follow
    fsolve view case.h5 --html case.html

With --html it writes a page instead, one file that turns in any browser without a server. Modes swing.
The key h shows the keys of the window.
"""
from __future__ import annotations

import argparse
import os

from fsolve.error import FsolveError, check_new
from fsolve.plot.command import add_file, add_shapes, add_units, result_of

OUT = argparse.SUPPRESS


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--html", metavar="FILE", help="writes a page for browsers instead of a window")
    parser.add_argument("--follow", action="store_true", help="shows new frames while the run goes on")
    parser.add_argument("--result", metavar="NAME[:COMPONENT]",
                        help="colours the structure, such as von_mises or displacement:z")
    parser.add_argument("--scale", type=float, help="factor of displacements; default: 1, or larger if they are small")
    add_shapes(parser)
    add_units(parser)


def one_picture(given: argparse.Namespace) -> bool:
    return False


def draw(given: argparse.Namespace) -> None:
    if given.out:
        raise FsolveError("--out: a view is a window, or a page with --html FILE")
    if given.html and given.follow:
        raise FsolveError("--follow: a page does not change; leave out --html")
    if given.html:
        if os.path.realpath(given.html) == os.path.realpath(given.file):
            raise FsolveError(f"{given.html} is the file that is drawn")
        check_new(given.html, given.overwrite, "--overwrite")
    view = result_of(given).view(given.result, scale=given.scale, units=given.units, case_units=given.case_units)
    if given.html:
        print(view.write(given.html, given.overwrite))
    else:
        view.show(given.follow)
