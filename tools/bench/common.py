# SPDX-License-Identifier: BSD-2-Clause
"""Models and loops that several parts of scripts/bench use."""
import os

import growing
import measure
from measure import medians

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.dirname(measure.runs.program())


def case(name, **options):
    words = ["-options_file", os.path.join(ROOT, "inputs", name + ".opts")]
    for key, value in options.items():
        words += ["-" + key, value]
    return words


def in_turn(args, cases, measured):
    """Returns {case: medians} of several runs of each case.

    The cases take turns, which spreads the load of a busy machine over all of them.
    """
    runs = {one: [] for one in cases}
    for _ in range(args.repeat):
        for one in cases:
            runs[one].append(measured(*one))
    return {one: medians(results) for one, results in runs.items()}


YOUNG, DENSITY, AREA, SECOND = 2.1e11, 7850, 7.854e-3, 4.909e-6  # of a rod of steel, radius 0.05
ROD = {"ea": YOUNG * AREA, "mass_per_length": DENSITY * AREA}
BEAM = {**ROD, "gay": 0.35 * YOUNG * AREA, "gaz": 0.35 * YOUNG * AREA, "gj": 0.77 * YOUNG * SECOND, "eiy": YOUNG * SECOND, "eiz": YOUNG * SECOND,
        "inertia": f"{2 * DENSITY * SECOND},{DENSITY * SECOND},{DENSITY * SECOND},0,0,0"}


def cubic(side, **part):
    """Returns the options of a cubic lattice between side^3 points, under gravity.

    Its members have length 1, and it stands on the ground. part: options of its part, tube
    """
    return ["-mesh", "frame", "-points", "p", "-point_p", "0,0,0", "-patterns", "cube", "-pattern_cube", "p", "-pattern_cube_n", f"{side},{side},{side}",
            "-pattern_cube_vector", "1,0,0", "-pattern_cube_vector2", "0,1,0", "-pattern_cube_vector3", "0,0,1", "-members", "x,y,z", "-member_x", "p,p+1",
            "-member_y", "p,p+0+1", "-member_z", "p,p+0+0+1", "-parts", "tube", "-part_tube_set", "all", "-supports", "ground", "-support_ground_plane", "0,0,0,0,0,1",
            "-gravity", "0,0,-9.81", "-energies", "false", *growing.words({"part_tube_" + key: value for key, value in part.items()})]


def tubes(side, radius):
    """Returns the options of a cubic lattice of steel tubes of this radius [m]."""
    thin = (radius / 0.05) ** 2
    part = {key: value if key == "inertia" else value * (thin**2 if key in ("gj", "eiy", "eiz") else thin) for key, value in BEAM.items()}
    part["inertia"] = ",".join(repr(float(word) * thin**2) for word in BEAM["inertia"].split(","))
    return cubic(side, element="beam", **part)
