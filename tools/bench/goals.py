# SPDX-License-Identifier: BSD-2-Clause
"""The figures that users notice, beside their goals."""
import json
import os
import tempfile

import growing
from bench.common import ROOT, case, in_turn, tubes
from bench.explicit import explicit
from bench.linear import modes, small
from bench.nonlinear import beams
from bench.joints import mechanisms, parallelogram
from measure import Measured


def processor_seconds(words, program=None):
    """Returns the CPU seconds of a whole run on one rank, of this build or of another program."""
    launch = f"env LD_LIBRARY_PATH={os.path.dirname(program)}" if program else "env"
    with tempfile.TemporaryDirectory() as folder:
        before = os.times()
        Measured(words + (["-output", os.path.join(folder, "out.h5")] if program else []), program=program, launch=launch, logged=False)
        after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def whole_runs(args):
    """Returns [(row, CPU seconds, goal)]."""
    lattices = {side: [*tubes(side, 0.005), "-dt", 0.01, "-t_end", 0.5] for side in (6, 7)}
    found = in_turn(args, [(side,) for side in lattices], lambda side: {"cpu": processor_seconds(lattices[side])})
    return [(f"lattice {side}^3 of slender tubes, 50 steps of 10 ms [s]", found[side,]["cpu"], goal) for side, goal in ((6, 0.43), (7, 0.6))]


def small_models(args):
    """Returns [(row, CPU seconds without the start, goal)] of small models with esdirk43_6l, of 5 stages."""
    bricard = ["-options_file", os.path.join(ROOT, "verification", "cases", "bricard.opts")]
    models = {"one rigid body, 2500 steps of 5 stages [s]": (case("rotating_body_quadratic", integrator="esdirk43_6l"), 4e-3, 2500, 0.1),
              "Bricard's linkage, 2500 steps of 5 stages [s]": (bricard, 4e-3, 2500, 1.5),
              "parallelogram through flat positions, 4000 steps of 5 stages [s]": (parallelogram(), 1e-3, 4000, 4)}

    def measured(name):
        words, dt, steps, _ = models[name]
        start, whole = (processor_seconds([*words, "-dt", dt, "-t_end", n * dt]) for n in (5, steps))
        return {"cpu": whole - start}

    found = in_turn(args, [(name,) for name in models], measured)
    return [(name, found[name,]["cpu"], goal) for name, (*_, goal) in models.items()]


def beside_older(args):
    """Returns [(row, CPU time over that of an older build, goal)] of models without redundant rows."""
    if not args.older:
        print("not measured: a model without redundant joints beside an older build; give --older <its fsolve>")
        return []
    cases = {"flying_beam": case("flying_beam"), "seven_body": case("seven_body", t_end=0.1)}

    found = in_turn(args, [(name, program) for name in cases for program in (None, args.older)], lambda name, program: {"cpu": processor_seconds(cases[name], program)})
    return [(f"{name} / {args.older}", found[name, None]["cpu"] / found[name, args.older]["cpu"], 1) for name in cases]


def many_groups(args):
    """Returns [(row, ratio, goal)] of the CPU time of models with many physical groups."""
    with tempfile.TemporaryDirectory() as folder:
        models = {n: growing.groups(os.path.join(folder, f"{n}.msh"), n) + ["-output", os.path.join(folder, f"{n}.h5"), "-overwrite"] for n in (4000, 16000)}
        found = in_turn(args, [(n,) for n in models], lambda n: {"cpu": processor_seconds(models[n])})
    return [("16000 physical groups / 4000", found[16000,]["cpu"] / found[4000,]["cpu"], 7)]


def predicted():
    """Returns [(row, efficiency, goal)] of the lattice on 10000 ranks, from the results of scripts/scaling."""
    path = os.path.join(ROOT, "out", "scaling.json")
    how = "run scripts/scaling --no-series --models lattice before"
    if not os.path.exists(path):
        print(f"not known: the efficiency of a lattice on 10000 ranks; {how}")
        return []
    with open(path) as file:
        rows = json.load(file)["models"].get("lattice", {}).get("weak", [])
    efficiency = {row["ranks"]: row["efficiency"] for row in rows}
    if not {64, 10000} <= set(efficiency):
        print(f"{path} has no lattice on 64 and 10000 ranks; {how}")
        return []
    return [("lattice, predicted on 10000 ranks / on 64, weak scaling", efficiency[10000] / efficiency[64], 0.75)]


def goals(args):
    rows = whole_runs(args) + small_models(args) + many_groups(args) + beside_older(args) + predicted()
    step = {row["mechanism"]: row for row in mechanisms(args) if row["ranks"] == 1}
    rows += [("seven_body, an iteration of Newton's method [us]", 1e6 * step["seven_body"]["iteration"], 12),
             ("chain of 10000 links, a link and iteration [us]", 1e2 * step["chain"]["iteration"], 2.5)]
    bar = next(row for row in small(args) if row["case"] == "all histories")
    rows.append(("bar_wave, a step with all histories / its solve", bar["step"] / bar["solve"], 1.5))
    rows += [(f"20 modes of {row['cells']} x {row['cells'] // 2} cells / SLEPc alone", row["ratio"], 1.1) for row in modes(args)]
    kinds = {"trusses": 0.6, "finite membrane": 0.6, "beams": 0.5}
    rows += [(f"the longer of memory and arithmetic / an explicit step, {row['model']}", row["ratio"], kinds[row["model"]])
             for row in explicit(args) if row["ranks"] == 1 and row["model"] in kinds]
    times = {(row["nodes"], row["dt"], row["newton"]): row["step"] for row in beams(args)}
    rows += [(f"3-node beams, modified / full Newton, {dt} s", times[3, dt, "modified"] / times[3, dt, "full"], 1) for dt in (0.05, 0.01)]
    print("\nrow                                                                      figure     goal")
    for name, figure, goal in rows:
        print(f"{name:70s} {figure:8.3g} {goal:8.3g}")
    return [{"row": name, "figure": figure, "goal": goal} for name, figure, goal in rows]
