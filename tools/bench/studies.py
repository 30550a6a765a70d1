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


# A frame of 25 x 25 x 26 points, and 200 combinations of four load cases
COMBINED = {"let": "n=25,m=26,h=3", "mesh": "frame", "points": "node", "point_node": "0,0,0", "patterns": "grid", "pattern_grid": "node", "pattern_grid_n": "n,n,m",
            "pattern_grid_vector": "h,0,0", "pattern_grid_vector2": "0,h,0", "pattern_grid_vector3": "0,0,h", "members": "x,y,z", "member_x": "node,node+1",
            "member_y": "node,node+0+1", "member_z": "node,node+0+0+1", "parts": "beams", "part_beams_set": "x,y,z", "part_beams_element": "beam", "part_beams_section": "circle",
            "part_beams_radius": 0.1, "part_beams_young": 2e11, "part_beams_poisson": 0.3, "part_beams_density": 7850, "supports": "foot", "support_foot_set": "all",
            "support_foot_where": "z<0.1", "support_foot_fix": "xyz", "support_foot_fix_rotation": "all", "loads": "live,wind_x,wind_y", "load_live_set": "x",
            "load_live_traction": "0,0,-5e3", "load_wind_x_set": "z", "load_wind_x_field": "x<0.1", "load_wind_x_traction": "1e3,0,0", "load_wind_y_set": "z",
            "load_wind_y_field": "y<0.1", "load_wind_y_traction": "0,1e3,0", "gravity": "0,0,-9.81", "load_cases": "dead,live,wind_x,wind_y", "load_case_dead_actions": "gravity",
            "combinations": "all", "combination_all_sum": "1|1.1|1.2|1.3|1.35*dead + 0|0.5|0.75|1.5*live + 0|0.3|-0.3|0.9|-0.9*wind_x|wind_y",
            "analysis": "static", "linearize": "true", "output_every": 0, "static_count": "none"}


def combinations(args):
    print("200 combinations of a linear frame with about 1e5 dofs, histories of supports, no frames, one rank")
    print("factorizations  goal  seconds a combination  goal")
    with tempfile.TemporaryDirectory() as folder:
        words = [measure.runs.program(), *growing.words(COMBINED), "-output", os.path.join(folder, "out.h5"), "-log_view"]
        done = subprocess.run(words, env=measure.runs.ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(done.stdout)
    number = int(re.search(r"(\d+) combinations of", done.stdout)[1])
    each = float(re.search(r"done: .*, ([\d.e+-]+) s", done.stdout)[1]) / number
    factors = sum(int(n) for n in re.findall(r"^(?:MatLUFactorNum|MatCholFctrNum) +(\d+) ", done.stdout, re.M))
    print(f"{factors:14d} {1:5d} {each:22.3f} {0.1:5.1f}")
    return [{"combinations": number, "factorizations": factors, "seconds": each}]
