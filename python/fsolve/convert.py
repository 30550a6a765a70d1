# SPDX-License-Identifier: BSD-2-Clause
"""Converts blades and towers of other programs to the files that fsolve reads.

    python -m fsolve.convert beamdyn IEA-15-240-RWT_BeamDyn.dat --out blade

writes blade.csv, the stations, and blade.opts, the mesh and the part.
"""
from __future__ import annotations

import argparse
import os

from fsolve import openfast, windio
from fsolve.error import FsolveError
from fsolve.plot.command import Parser, refuse

KINDS = {
    "beamdyn": openfast.beamdyn,
    "elastodyn_blade": openfast.elastodyn_blade,
    "elastodyn_tower": openfast.elastodyn_tower,
    "windio_blade": windio.blade,
    "windio_tower": windio.tower,
}
PROGRAM = "fsolve.convert"


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Returns the arguments of the command line."""
    parser = Parser(prog=PROGRAM, description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", help=", ".join(KINDS))
    parser.add_argument("file", help="input file of the other program")
    parser.add_argument("--out", metavar="name", help="default: blade or tower")
    parser.add_argument("--length", type=float, metavar="m",
                        help="length of the beam, for a blade or tower file of ElastoDyn alone")
    parser.add_argument("--cells", type=int, default=1, help="cells between two points of the axis")
    parser.add_argument("--overwrite", action="store_true", help="replace existing files")
    return parser.parse_intermixed_args(words)


def main(words: list[str] | None = None) -> None:
    """Runs the command line. Errors are one line, with status 2."""
    given = arguments(words)
    if given.kind not in KINDS:
        refuse(PROGRAM, f"there is no kind '{given.kind}'; choose one of {', '.join(KINDS)}")
    elastodyn = given.kind.startswith("elastodyn")
    if given.length is not None and not elastodyn:
        refuse(PROGRAM, f"--length is for ElastoDyn; {given.kind} has the axis in its file")
    if given.cells < 1:
        refuse(PROGRAM, f"--cells {given.cells}: there must be 1 and more")
    try:
        beam = KINDS[given.kind](given.file, *([given.length] if elastodyn else []))
        name = given.out or ("tower" if given.kind.endswith("tower") else "blade")
        files = beam.write(name, given.cells, given.overwrite)
    except FsolveError as error:
        refuse(PROGRAM, error.message)
    print(f"{os.path.basename(name)}: {beam.length():.6g} m, {beam.mass():.6g} kg, "
          f"{len(beam.fraction)} stations: {', '.join(files)}")


if __name__ == "__main__":
    main()
