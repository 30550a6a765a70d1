# SPDX-License-Identifier: BSD-2-Clause
"""Factorizations and solves of linear buckling and of paths, which any machine counts the same."""
import os
import re
import subprocess
import tempfile

import growing
import measure

SHELL = {"mesh": "rectangle", "parts": "wall", "part_wall_set": "all", "part_wall_element": "shell", "part_wall_thickness": 0.01, "part_wall_young": 7e10, "part_wall_poisson": 0.3,
         "part_wall_density": 2700}
SIDES = ("left", "right", "bottom", "top")
PLATE = {**SHELL, "mesh_n": "30,30", "let": "s=9.34*pi^2*7e10*0.01^3/12/(1-0.09)", "supports": ",".join((*SIDES, "bottom_left", "bottom_right")), **{f"support_{s}_fix": "z" for s in SIDES},
         "support_bottom_left_fix": "xyz", "support_bottom_right_fix": "yz", "loads": ",".join(SIDES),
         **{f"load_{s}_traction": v for s, v in zip(SIDES, ("0,-s,0", "0,s,0", "-s,0,0", "s,0,0"))}}
CYLINDER = {**SHELL, "mesh_n": "64,16", "mesh_upper": "2*pi,1", "mesh_closed": "u", "mesh_map": "cos(u),sin(u),v", "supports": "bottom,top", "support_bottom_fix": "xyz", "support_top_fix": "xy",
            "loads": "top", "load_top_traction": "0,0,-7e10*0.01^2/sqrt(3*0.91)"}
LINEAR = {"analysis": "buckling", "buckling_exact": "false"}
PATH = {"analysis": "path", "dt": 0.25, "path_critical": 1}

# Ideal counts. Linear buckling factors K once, and counts at two ends. A critical point takes four
# factorizations by Newton's method, and a step of a path two. Forty solves find four eigenvectors
# by a Lanczos process, also without a second sweep for double ones.
CASES = {"plate in shear, linear buckling": (PLATE, LINEAR, 3, 40), "plate in shear, critical points": (PLATE, {"analysis": "buckling"}, 3 + 4 * 4, 100),
         "plate in shear, path to the first point": (PLATE, PATH, 4 * 2 + 4, 100), "closed cylinder, path to the first point": (CYLINDER, PATH, 4 * 2 + 4, 100), "closed cylinder, linear buckling": (CYLINDER, LINEAR, 3, 40),
         "closed cylinder, critical points": (CYLINDER, {"analysis": "buckling"}, 3 + 4 * 4, 100)}


def counts(options):
    """Returns the numbers of factorizations and solves of a run, from PETSc's log."""
    with tempfile.TemporaryDirectory() as folder:
        words = [measure.runs.program(), *growing.words(options), "-output", os.path.join(folder, "out.h5"), "-log_view"]
        done = subprocess.run(words, env=measure.runs.ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(done.stdout)
    number = lambda events: sum(int(n) for n in re.findall(rf"^(?:{events}) +(\d+) ", done.stdout, re.M))
    return number("MatLUFactorNum|MatCholFctrNum"), number("MatSolve")


def studies(args):
    print("factorizations and solves of studies beside the ideal ones, one rank")
    print(f"{'':42s} factorizations  ideal  solves  ideal")
    results = []
    for name, (model, analysis, least, solves) in CASES.items():
        found = counts({**model, **analysis})
        print(f"{name:42s} {found[0]:14d} {least:6d} {found[1]:7d} {solves:6d}")
        results.append({"case": name, "factorizations": found[0], "ideal": least, "solves": found[1], "ideal_solves": solves})
    return results
