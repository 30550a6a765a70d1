# SPDX-License-Identifier: BSD-2-Clause
"""Steps of central differences beside the limits of memory and arithmetic, and beside plain loops."""
import os
import re
import subprocess

import growing
import measure
from bench.common import BEAM, BUILD, ROD, case, cubic, in_turn
from bench.linear import SIDE
from measure import Measured

PLATE = {"thickness": 0.01, "young": 2.1e11, "poisson": 0.3, "density": 7850}
UPDATE = 9  # operations of a dof in a step: q, v, the acceleration and its square


def explicit_cases(cells, side):
    """Returns the cases of explicit().

    {name: (words, step, dofs, elements, nodes, numbers of an element, nodes of an element,
    numbers of a node, operations of an element)}

    A step reads and writes q, v, a and reads the masses, except with rows that repeat. A nonlinear
    model also reads its elements, with their nodes and reference data, and the positions of nodes. It
    reads and writes orientations. Operations are counted by hand in the kernels. A root or a quotient
    counts as one. A point of the membrane takes 231, of which 81 give the stretch of the thickness, and
    3 add a force to a node.
    """
    waves, nodes, bars = (cells - 1) ** 2, side**3, 3 * side**2 * (side - 1)
    n = max(2, cells * 3 // 10)
    sheet = ["-mesh", "rectangle", "-mesh_n", f"{n},{n}", "-mesh_upper", f"{n},{n}", "-parts", "skin", "-part_skin_set", "all", "-part_skin_element", "finite_membrane",
             *growing.words({"part_skin_" + key: value for key, value in growing.SKIN.items()}), "-part_skin_mass", "lumped", "-supports", "left,right,bottom,top", "-loads", "lift",
             "-load_lift_set", "all", "-load_lift_traction", "0,0,10", "-energies", "false"]
    m = max(2, cells * 22 // 100)
    plate = ["-mesh", "rectangle", "-mesh_n", f"{m},{m}", "-mesh_upper", f"{0.1 * m},{0.1 * m}", "-parts", "skin", "-part_skin_set", "all", "-part_skin_element", "shell",
             *growing.words({"part_skin_" + key: value for key, value in PLATE.items()}), "-part_skin_mass", "lumped", "-supports", "left,right,bottom,top",
             "-gravity", "0,0,-9.81", "-energies", "false"]
    return {"membrane, rows that repeat": (case("wave2d", mesh_n=f"{cells},{cells}", part_skin_mass="lumped", energies="false"), 0.45 * SIDE / cells, waves, waves, 0, 0, 0, 0, 17),
            "finite membrane": (sheet, 0.02, 3 * (n - 1) ** 2, n**2, (n + 1) ** 2, 36, 4, 3, 936),
            "trusses": (cubic(side, element="truss", mass="lumped", **ROD), 1e-4, 3 * (nodes - side**2), bars, nodes, 1, 2, 3, 33),
            "beams": (cubic(side, element="beam", mass="lumped", **BEAM), 1.5e-5, 6 * (nodes - side**2), bars, nodes, 19, 2, 11, 980),
            "shells": (plate, 1.5e-6, 6 * (m - 1) ** 2, m**2, (m + 1) ** 2, 141, 4, 11, 2020)}


def explicit(args):
    power = 1 << args.steps.bit_length()  # checks are made at steps 1, 2, 4, 8, ... of all runs, and are rare in long ones
    between = power + 1, 2 * power - 1
    print(f"steps {between[0]} to {between[1]} of central differences with lumped mass, energies off; the memory and the arithmetic: a triad and chains of products and sums in the same run")
    print("model                         dofs  ranks  ns/dof  elements [%]  at least: B/dof  flops/dof  machine: GB/s  Gflop/s  part of the step: memory  the longer of memory and arithmetic")

    def measured(name, ranks):
        if name == "triad":
            done = subprocess.run([*measure.LAUNCH.format(ranks=ranks).split(), os.path.join(BUILD, "tests", "peer_triad")], env=measure.runs.ENVIRONMENT, capture_output=True, text=True, check=True)
            found = re.search(r"sums of ([\d.e+]+) bytes a second, ([\d.e+]+) operations", done.stdout)
            return {"rate": float(found[1]), "operations": float(found[2])}
        words, dt, *_ = cases[name]
        short, long = (Measured([*words, "-integrator", "central_difference", "-dt", repr(dt), "-t_end", repr(n * dt)], ranks) for n in between)
        elements = [sum(m.log.seconds("Stepping", "part " + part) for part in ("skin", "tube")) for m in (short, long)]
        return {"step": (long.seconds - short.seconds) / (long.steps - short.steps), "elements": (elements[1] - elements[0]) / (long.steps - short.steps)}

    cases, results = explicit_cases(args.cells, max(args.lattice)), []
    found = in_turn(args, [(name, ranks) for ranks in args.ranks for name in ("triad", *cases)], measured)
    for ranks in args.ranks:
        machine = found["triad", ranks]
        for name, (_, _, dofs, elements, nodes, numbers, corners, of_node, operations) in cases.items():
            m, least = found[name, ranks], 8 * (7 if nodes else 6) + (elements * (8 * numbers + 4 * corners) + nodes * 8 * of_node) / dofs
            flops = UPDATE + elements * operations / dofs
            memory, arithmetic = (dofs * each / rate / m["step"] for each, rate in ((least, machine["rate"]), (flops, machine["operations"])))
            print(f"{name:27s} {dofs:7d} {ranks:6d} {1e9 * m['step'] / dofs:7.1f} {100 * m['elements'] / m['step']:13.0f} {least:16.0f} {flops:10.0f} {1e-9 * machine['rate']:14.1f}"
                  f" {1e-9 * machine['operations']:8.1f} {memory:25.3f} {max(memory, arithmetic):8.3f}")
            results.append({"model": name, "dofs": dofs, "ranks": ranks, "least_bytes": least, "flops": flops, **machine, "memory_ratio": memory, "ratio": max(memory, arithmetic), **m})
    return results


def peers_beams(args):
    print(f"trusses of a cubic lattice, central differences with lumped mass, energies off, {args.steps} steps, one rank; the plain loop does the same without a model")
    print("    dofs  ns/dof: fsolve  the plain loop  the plain loop / fsolve")
    dt, results = 1e-4, []

    def measured(name, side):
        if name == "loop":
            words = [side, args.steps, dt, ROD["ea"], ROD["mass_per_length"]]
            done = subprocess.run([os.path.join(BUILD, "tests", "peer_lattice"), *map(str, words)], capture_output=True, text=True, check=True)
            found = re.search(r"done: (\d+) dofs, ([\d.e+-]+) seconds a step", done.stdout)
            return {"dofs": int(found[1]), "step": float(found[2])}
        m = Measured([*cubic(side, element="truss", mass="lumped", **ROD), "-integrator", "central_difference", "-dt", repr(dt), "-t_end", repr(args.steps * dt)])
        return {"step": m.seconds / m.steps}

    found = in_turn(args, [(name, side) for side in args.lattice for name in ("fsolve", "loop")], measured)
    for side in args.lattice:
        loop, step = found["loop", side], found["fsolve", side]["step"]
        print(f"{loop['dofs']:8.0f} {1e9 * step / loop['dofs']:15.1f} {1e9 * loop['step'] / loop['dofs']:15.1f} {loop['step'] / step:24.2f}")
        results.append({"dofs": loop["dofs"], "fsolve": step, "loop": loop["step"], "ratio": loop["step"] / step})
    return results
