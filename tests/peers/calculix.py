#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the processor time of shells with that of CalculiX: a Newton iteration, a mode, a step.

usage: tests/peers/calculix.py [--cells 20] [--rounds 1]

A square plate is clamped on one side. A pressure bends it by half of its length, it vibrates, and it moves
after the pressure is switched on. S4 has the cells of fsolve, S8R half as many along each side, so that the
nodes of its sides are the same. The time of an iteration or step is the difference of a run with many and one
with few, so that start and output do not count. Times are user times of one thread. A ratio below 1 is
that of a faster fsolve."""
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir)
sys.path.insert(0, os.path.join(ROOT, "python"))
import fsolve  # noqa: E402

YOUNG, POISSON, DENSITY, THICKNESS, PRESSURE = 2e11, 0.3, 7800, 0.01, 1.2e5
PLATE = f"""-mesh rectangle -mesh_n {{n}},{{n}}
-parts plate -part_plate_set all -part_plate_element shell -part_plate_thickness {THICKNESS}
-part_plate_young {YOUNG} -part_plate_poisson {POISSON} -part_plate_density {DENSITY}
-supports left -probes top_right
"""
PUSHED = f"-loads all -load_all_pressure {PRESSURE}\n"
# what is counted, options of fsolve, step of CalculiX, numbers of counts: few, many
WORK = {
    "static": (PUSHED + "-analysis static -dt {fraction}\n", "*STEP,NLGEOM,INC=1000\n*STATIC,DIRECT\n{fraction},1.\n*DLOAD\nEALL,P,{pressure}\n", (4, 16)),
    "modes": ("-analysis modes -modes {count}\n", "*STEP\n*FREQUENCY\n{count}\n", (5, 25)),
    "step": (PUSHED + "-integrator generalized_alpha -dt 1e-3 -t_end {end}\n", "*STEP,NLGEOM,INC=1000\n*DYNAMIC,DIRECT\n1e-3,{end}\n*DLOAD\nEALL,P,{pressure}\n", (5, 25)),
}


def plate(element, n):
    """The mesh of CalculiX: nodes, cells, the clamped side and the corner that moves most."""
    quadratic = element == "S8R"
    m = n + 1  # nodes along a side
    number = {}
    lines = ["*NODE,NSET=NALL"]
    for j in range(m):
        for i in range(m):
            if not (quadratic and i % 2 and j % 2):
                number[i, j] = len(number) + 1
                lines.append(f"{number[i, j]},{i / n:.12g},{j / n:.12g},0.")
    lines.append(f"*ELEMENT,TYPE={element},ELSET=EALL")
    size = 2 if quadratic else 1
    around = ((0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1)) if quadratic else ((0, 0), (1, 0), (1, 1), (0, 1))
    for k, (i, j) in enumerate((i, j) for j in range(0, n, size) for i in range(0, n, size)):
        lines.append(",".join(str(x) for x in (k + 1, *(number[i + a, j + b] for a, b in around))))
    lines.append("*NSET,NSET=SIDE")
    lines += [f"{number[0, j]}," for j in range(m)]
    lines += ["*NSET,NSET=CORNER", f"{number[n, n]},"]
    return "\n".join(lines) + "\n"


def seconds():
    """User time of the programs that have ended."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def calculix(element, n, step, folder):
    """Runs CalculiX. Returns the time, the number of iterations and the displacement of the corner."""
    deck = (plate(element, n) + f"*MATERIAL,NAME=STEEL\n*ELASTIC\n{YOUNG},{POISSON}\n*DENSITY\n{DENSITY}\n"
            f"*SHELL SECTION,ELSET=EALL,MATERIAL=STEEL\n{THICKNESS}\n*BOUNDARY\nSIDE,1,6\n{step}*NODE PRINT,NSET=CORNER,FREQUENCY=1000\nU\n*END STEP\n")
    with open(os.path.join(folder, "job.inp"), "w", encoding="utf-8") as file:
        file.write(deck)
    start = seconds()
    done = subprocess.run(["ccx", "job"], cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"})
    spent = seconds() - start
    if done.returncode or "*ERROR" in done.stdout:
        sys.exit("calculix.py: ccx failed:\n" + done.stdout[-2000:])
    with open(os.path.join(folder, "job.dat"), encoding="utf-8") as file:
        rows = [line.split() for line in file if line.strip()]
    moved = [float(row[3]) for row in rows if len(row) == 4 and row[0].isdigit()]
    iterations = done.stdout.count(" iteration ")
    return spent, iterations, moved[-1] if moved else 0.0


def ours(n, options, folder):
    """Runs fsolve in the same way."""
    path = os.path.join(folder, "plate.opts")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PLATE.format(n=n) + options)
    start = seconds()
    result = fsolve.run(path, folder=folder, output="run.h5", overwrite=True)
    spent = seconds() - start
    if result.has("modes/frequency"):
        return spent, 0, 0.0
    return spent, int(result["solver/newton"].sum()), float(result["top_right/displacement"][-1, 2])


def measure(work, n, rounds):
    """Seconds of fsolve, S4 and S8R for one count, and the displacements with most counts."""
    options, step, counts = WORK[work]
    rows = {}
    for who in ("fsolve", "S4", "S8R"):
        found = []
        for _ in range(rounds):
            runs = []
            for count in counts:
                with tempfile.TemporaryDirectory() as folder:
                    words = {"count": count, "fraction": 1 / count, "end": f"{count * 1e-3:g}", "pressure": PRESSURE}
                    runs.append(ours(n, options.format(**words), folder) if who == "fsolve" else calculix(who, n, step.format(**words), folder))
            (few, a, _), (many, b, moved) = runs
            found.append((many - few) / (b - a if work == "static" else counts[1] - counts[0]))
        rows[who] = (statistics.median(found), b, moved)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cells", type=int, default=20, help="cells along a side, even")
    parser.add_argument("--rounds", type=int, default=1, help="repetitions; the median counts")
    parser.add_argument("--work", default="static,modes,step")
    given = parser.parse_args()
    if not shutil.which("ccx"):
        sys.exit("calculix.py: there is no program ccx; install the package calculix-ccx")
    print("work     program  seconds for one   ratio fsolve/program   iterations   displacement")
    for work in given.work.split(","):
        rows = measure(work, given.cells, given.rounds)
        for who, (each, iterations, moved) in rows.items():
            print(f"{work:8s} {who:8s} {each:15.5f}   {rows['fsolve'][0] / each:20.3f}   {iterations:10d}   {moved:12.5g}", flush=True)


if __name__ == "__main__":
    main()
