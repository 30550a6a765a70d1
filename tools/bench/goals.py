# SPDX-License-Identifier: BSD-2-Clause
"""The figures that users notice, beside their goals."""
import os

from bench.common import case, in_turn, tubes
from bench.explicit import explicit
from bench.linear import modes, small
from bench.nonlinear import beams
from bench.joints import mechanisms
from measure import Measured


def processor_seconds(words):
    """Returns the CPU seconds of a whole run on one rank."""
    before = os.times()
    Measured(words, launch="env", logged=False)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def whole_runs(args):
    """Returns [(row, CPU seconds, goal)]."""
    runs = {"lattice 6^3 of slender tubes, 50 steps of 10 ms [s]": ([*tubes(6, 0.005), "-dt", 0.01, "-t_end", 0.5], 0.43),
            "lattice 7^3 of slender tubes, 50 steps of 10 ms [s]": ([*tubes(7, 0.005), "-dt", 0.01, "-t_end", 0.5], 0.6),
            "one rigid body, 2500 steps of 5 stages [s]": (case("rotating_body_quadratic", integrator="esdirk43_6l", dt=4e-3, t_end=10), 0.1)}
    found = in_turn(args, [(name,) for name in runs], lambda name: {"cpu": processor_seconds(runs[name][0])})
    return [(name, found[name,]["cpu"], goal) for name, (_, goal) in runs.items()]


def goals(args):
    rows = whole_runs(args)
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
