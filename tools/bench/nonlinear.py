# SPDX-License-Identifier: BSD-2-Clause
"""Steps and equilibria of beams, lattices and sheets with implicit solvers."""
import os
import re

import growing
from bench.common import BEAM, case, cubic, in_turn, tubes
from measure import Measured

SOLVERS = {"default": "", "CG + ILU": "-ksp_type cg -pc_type ilu -ksp_rtol 1e-6", "LU": "-ksp_type preonly -pc_type lu",
           "CHOLMOD": "-ksp_type cg -ksp_rtol 1e-6 -pc_type cholesky -pc_factor_mat_solver_type cholmod"}


def beams(args):
    print("cantilever of 5000 beams thrown by a load at its end, lms4, one rank, direct solver; microseconds per beam")
    print("nodes     dt  newton    iterations  matrices  step/iteration  per step  tangent  residual  factors  beams/s with tangent and assembly")
    stiff = [word for k, v in (("ea", 1e6), ("gay", 1e6), ("gaz", 1e6), ("gj", 100), ("eiy", 100), ("eiz", 100)) for word in (f"-part_beam_{k}", v)]
    n = 5000

    def measured(order, dt, newton):
        m = Measured(["-mesh", "line", "-mesh_n", n, "-mesh_order", order, "-mesh_upper", "10", "-parts", "beam", "-part_beam_set", "all", "-part_beam_element", "beam",
                      *stiff, "-part_beam_mass_per_length", 1, "-part_beam_inertia", "1,0.5,0.5,0,0,0", "-supports", "start", "-loads", "end", "-load_end_force", "0,5,10",
                      "-energies", "false", "-dt", dt, "-t_end", 20 * dt, "-newton", newton])
        each = lambda event: m.log.seconds("Stepping", event) / max(1, m.log.calls("Stepping", event)) / n
        return {"iterations": m.newton / m.steps, "matrices": m.log.calls("Stepping", "ElementTangents") / m.steps, "iteration": m.seconds / m.newton / n,
                "step": m.seconds / m.steps / n, "tangent": each("ElementTangents"), "residual": each("ElementForces"), "factors": each("PCSetUp")}

    results = []
    cases = [(order, dt, newton) for order in (1, 2) for dt in (0.05, 0.01, 0.001) for newton in ("full", "modified")]
    for (order, dt, newton), m in in_turn(args, cases, measured).items():
        print(f"{order + 1:5d} {dt:6.3f}  {newton:8s} {m['iterations']:11.2f} {m['matrices']:9.2f} {1e6 * m['iteration']:14.2f} {1e6 * m['step']:9.1f} {1e6 * m['tangent']:8.2f}"
              f" {1e6 * m['residual']:9.2f} {1e6 * m['factors']:8.2f} {1 / m['tangent']:12.3g}")
        results.append({"beams": n, "nodes": order + 1, "dt": dt, "newton": newton, **m})
    return results


def lattice(args):
    print("cubic lattices of steel tubes of length 1, radius 0.05, under gravity, lms4, 3 steps; per iteration of Newton's method; peak of the largest rank")
    print("  beams     dt  ranks  Newton  linear  seconds  tangent  setup [s]  peak [MB]")

    def measured(side, dt, ranks):
        m = Measured([*cubic(side, element="beam", **BEAM), "-dt", dt, "-t_end", 3 * dt], ranks)
        return {"newton": m.newton / m.steps, "linear": m.linear / m.newton, "iteration": m.seconds / m.newton,
                "tangent": m.log.seconds("Stepping", "ElementTangents") / m.newton, "setup": m.log.seconds("Setup"), "peak": m.peak}

    results = []
    for (side, dt, ranks), m in in_turn(args, [(side, dt, ranks) for side in args.lattice for dt in (1e-3, 1e-2) for ranks in args.ranks], measured).items():
        beams = 3 * side**2 * (side - 1)
        print(f"{beams:7d} {dt:6.3f}  {ranks:5d} {m['newton']:7.1f} {m['linear']:7.1f} {m['iteration']:8.3f} {m['tangent']:8.3f} {m['setup']:10.2f} {m['peak'] / 2**20:10.0f}")
        results.append({"beams": beams, "dt": dt, "ranks": ranks, **m})
    return results


def solvers(args):
    print("small models, lms4, 20 steps, one rank: CPU seconds of whole runs; worst: the default beside the best")
    print("model            dofs     dt " + "".join(f"{name:>10s}" for name in SOLVERS) + "   worst  default at the end")
    # {name: (words, dofs)}
    models = {}
    for side in (5, 7, 10):
        for radius in (0.05, 0.005):
            models[f"lattice {side} r={radius}"] = tubes(side, radius), 6 * side**2 * (side - 1)
    for n in (20, 60):
        models[f"sheet {n}"] = growing.membrane(1, n * n)[0][:-2] + ["-energies", "false"], 3 * (n - 1) ** 2

    def measured(model, dt, solver):
        before = os.times()
        m = Measured([*models[model][0], "-dt", dt, "-t_end", 20 * dt, *SOLVERS[solver].split()], launch="env")
        after = os.times()
        changed = re.search(r"^solver: .* to Newton's method with (.*)", m.screen, re.M) or re.search(r"Newton's method with (.*?)(?: \(|$)", m.screen, re.M)
        names[model, dt] = changed[1] if solver == "default" else names.get((model, dt))
        return {"cpu": after.children_user + after.children_system - before.children_user - before.children_system}

    names, results = {}, []
    found = in_turn(args, [(model, dt, solver) for model in models for dt in (1e-3, 1e-2) for solver in SOLVERS], measured)
    for model, (_, dofs) in models.items():
        for dt in (1e-3, 1e-2):
            cpu = {solver: found[model, dt, solver]["cpu"] for solver in SOLVERS}
            ratio = cpu["default"] / min(cpu.values())
            print(f"{model:17s}{dofs:5d} {dt:6.3f} " + "".join(f"{one:10.2f}" for one in cpu.values()) + f"{ratio:8.2f}  {names[model, dt]}")
            results.append({"model": model, "dofs": dofs, "dt": dt, "ratio": ratio, **cpu})
    return results


def statics(args):
    print("equilibria: lattices as above under gravity, and sheets of rubber with a prestress, inflated; whole runs; peak of the largest rank")
    print("model       cells  ranks  load steps  Newton  linear  seconds  setup [s]  peak [MB]")
    sheet = ["dt", 0.5, "part_sheet_prestress", 3e4, "output_every", 1000]

    def measured(model, side, ranks):
        words = [*cubic(side, element="beam", **BEAM), "-analysis", "static"] if model == "lattice" else case("inflated_sheet", mesh_n=f"{side},{side}", **dict(zip(sheet[::2], sheet[1::2])))
        m = Measured(words, ranks)
        return {"steps": m.steps, "newton": m.newton, "linear": m.linear, "seconds": m.seconds, "setup": m.log.seconds("Setup"), "peak": m.peak}

    results = []
    cases = [(model, side, ranks) for model, sides in (("lattice", args.lattice), ("sheet", args.sheet)) for side in sides for ranks in args.ranks]
    for (model, side, ranks), m in in_turn(args, cases, measured).items():
        cells = 3 * side**2 * (side - 1) if model == "lattice" else side**2
        print(f"{model:8s} {cells:8d} {ranks:6d} {m['steps']:11.0f} {m['newton']:7.0f} {m['linear']:7.0f} {m['seconds']:8.1f} {m['setup']:10.2f} {m['peak'] / 2**20:10.0f}")
        results.append({"model": model, "cells": cells, "ranks": ranks, **m})
    return results
