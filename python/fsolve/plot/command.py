# SPDX-License-Identifier: BSD-2-Clause
"""The command line of all plots: the kinds of pictures, their arguments, refusals."""
from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from fsolve.error import FsolveError, check_new, missing
from fsolve.layout import computing

if TYPE_CHECKING:
    from fsolve.result import Result

# Each kind is a module of this package. arguments(parser) adds its arguments, draw(given) returns a
# figure. If one_picture(given) exists and returns False, draw(given) prints or writes by itself.
KINDS = {
    "history": "histories over the time, the load factor or the frequency",
    "model": "the model: parts, supports, loads, joints",
    "shape": "the structure as it has moved",
    "motion": "the structure as it moves, as a film",
    "view": "the structure in a window or a page for browsers, in which it turns",
    "section": "forces and moments along beams",
    "modes": "shapes of modes or of buckling",
    "campbell": "a Campbell diagram",
    "response": "amplitude and phase of a harmonic response",
    "path": "a path of equilibria",
    "spectrum": "properties of schemes, -analysis spectrum",
    "wave2d": "the wave of inputs/wave2d.opts beside the exact solution",
}
# Elevation and azimuth of the eye [degrees].
VIEWS = {"xy": (90.0, -90.0), "xz": (0.0, -90.0), "yz": (0.0, 0.0), "iso": (35.264, -45.0)}
USAGE = "usage: python -m fsolve.plot <kind> file.h5 ... [--out picture] [--overwrite]"
AGAIN = "give the name after --out: the next release accepts no other way"


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in one line, with status 2."""

    def error(self, message: str) -> NoReturn:
        refuse(self.prog, f"{message}; {' '.join(self.format_usage().split())}")


def refuse(program: str, message: str) -> NoReturn:
    """Prints one line and ends with status 2."""
    print(f"{program}: {message}", file=sys.stderr)
    sys.exit(2)


def add_file(parser: argparse.ArgumentParser, **keys: object) -> None:
    """Adds the argument that names the output file of fsolve."""
    parser.add_argument("file", help="output file of fsolve", **keys)


def add_old_picture(parser: argparse.ArgumentParser) -> None:
    """Adds the last argument of earlier releases, which named the picture."""
    parser.add_argument("picture", nargs="?", help=argparse.SUPPRESS)


def add_units(parser: argparse.ArgumentParser) -> None:
    """Adds the units of values."""
    parser.add_argument("--units", help="of the values, such as kN,m; default: those of the case")
    parser.add_argument("--case_units", default="N,m", help="of the case; default: N,m")


def add_view(parser: argparse.ArgumentParser) -> None:
    """Adds the direction from which the model is seen."""
    parser.add_argument("--view", help="xy, xz, yz, iso, or the elevation and the azimuth of the eye "
                                       "in degrees, such as 30,-60; default: chosen by the model")


def add_shapes(parser: argparse.ArgumentParser) -> None:
    """Adds the surfaces of bodies."""
    parser.add_argument("--stl", metavar="PART=FILE,...",
                        help="files of STL with the surfaces of bodies, in coordinates of the model at rest")


def result_of(given: argparse.Namespace) -> Result:
    """Returns the result of the file that is drawn, with the surfaces of --stl."""
    from fsolve.result import Result
    result = Result(given.file)
    for word in given.stl.split(",") if given.stl else []:
        part, _, path = word.partition("=")
        if part not in result.parts:
            raise missing(given.file, "part", part, result.parts)
        nodes = [len(cells) for shape, cells in result.parts[part].cells.items() if shape == "point"]
        if nodes != [1] or not path:
            raise FsolveError(f"--stl {word}: give a part with one body and a file, as in boom=boom.stl")
        result.shapes[part] = path
    return result


def view_of(given: argparse.Namespace) -> tuple[float | None, float | None]:
    """Returns the elevation and the azimuth of --view [degrees], None if it is not given."""
    text = given.view
    if text is None:
        return None, None
    if text in VIEWS:
        return VIEWS[text]
    try:
        elevation, azimuth = map(float, text.split(","))
    except ValueError:
        raise FsolveError(f"--view {text}: give {', '.join(VIEWS)}, or elevation,azimuth in degrees, "
                          "such as 30,-60") from None
    return elevation, azimuth


def picture_of(given: argparse.Namespace, kind: str) -> str:
    """Returns the name of the picture; default: <file>_<kind>.png beside the file."""
    if given.out:
        return given.out
    return f"{os.path.splitext(given.file)[0]}_{kind}.png"


def parsed(kind: str, words: list[str] | None, program: str) -> argparse.Namespace:
    """Returns the arguments of a kind."""
    module = importlib.import_module("fsolve.plot." + kind)
    parser = Parser(prog=program, description=module.__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    module.arguments(parser)
    parser.add_argument("--out", metavar="picture",
                        help=getattr(module, "OUT", f"default: <file>_{kind}.png"))
    parser.add_argument("--overwrite", action="store_true", help="replace an existing picture")
    given = parser.parse_intermixed_args(words)
    if getattr(given, "picture", None):
        if given.out:
            parser.error(f"unrecognized argument: {given.picture}")
        print(f"{program}: {AGAIN}", file=sys.stderr)
        given.out = given.picture
    return given


def plot(kind: str, words: list[str] | None, program: str) -> None:
    """Draws a picture and prints its name. Errors are one line, with status 2."""
    from fsolve import draw

    given = parsed(kind, words, program)
    module = importlib.import_module("fsolve.plot." + kind)
    try:
        if not getattr(module, "one_picture", lambda given: True)(given):
            with computing(given.file or program, "this picture"):
                module.draw(given)
            return
        path = picture_of(given, kind)
        if os.path.realpath(path) == os.path.realpath(given.file):
            raise FsolveError(f"{path} is the file that is drawn")
        check_new(path, given.overwrite, "--overwrite")
        with computing(given.file, "this picture"):
            print(draw.save(module.draw(given), path, *getattr(module, "SAVE", ())))
    except FsolveError as error:
        refuse(program, error.message)


def main(kind: str | None = None) -> None:
    """Runs the command line: of scripts/plot_<kind>, or without a kind of python -m fsolve.plot."""
    if kind:
        plot(kind, None, os.path.basename(sys.argv[0]))
        return
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(USAGE + "\n\nkinds:")
        print("\n".join(f"  {name:10s}{what}" for name, what in KINDS.items()))
        print("\npython -m fsolve.plot <kind> --help explains a kind.")
        sys.exit(0 if words else 2)
    if words[0] not in KINDS:
        refuse("fsolve.plot", f"there is no kind '{words[0]}'; choose one of {', '.join(KINDS)}")
    plot(words[0], words[1:], "fsolve.plot " + words[0])
