# SPDX-License-Identifier: BSD-2-Clause
"""Steps of mechanisms, and direct solvers beside libraries."""
import math
import os
import re
import subprocess
import tempfile

import jointed
import measure
from bench.common import BUILD, case, in_turn
from measure import Measured


def parallelogram():
    """Returns the options of three rods in space, whose crank is driven through both flat positions."""
    x, y = math.cos(0.5), math.sin(0.5)  # of the crank's end
    bodies = {"crank": (f"{x / 2},{y / 2},0", 1), "coupler": (f"{x + 1.5},{y},0", 3), "rocker": (f"{x / 2 + 3},{y / 2},0", 2)}
    joints = {"a": ("crank", "0,0,0"), "b": ("b", f"{x},{y},0"), "c": ("c", f"{x + 3},{y},0"), "d": ("rocker", "3,0,0")}
    words = ["-mesh", "frame", "-points", ",".join(bodies), "-links", "b,c", "-link_b", "crank,coupler", "-link_c", "coupler,rocker", "-parts", ",".join(bodies), "-joints", ",".join(joints),
             "-joint_a_angular_velocity", "-1", "-assemble", "velocities", "-stabilize", "velocity", "-integrator", "esdirk43_6l"]
    for name, (point, mass) in bodies.items():
        words += ["-point_" + name, point, f"-part_{name}_set", name, f"-part_{name}_element", "body", f"-part_{name}_mass", mass, f"-part_{name}_inertia", "0.2,0.2,0.3,0,0,0"]
    for name, (nodes, point) in joints.items():
        words += [f"-joint_{name}_set", nodes, f"-joint_{name}_type", "revolute", f"-joint_{name}_axis", "0,0,1", f"-joint_{name}_point", point]
    return words


def mechanisms(args):
    print("mechanisms, lms4; peak of the largest rank")
    print("case                     ranks  iterations   step [s]  iteration  tangents   factors  setup [s]  peak [MB]")
    cases = [("chain", ranks, ("t_end", 0.05)) for ranks in args.ranks]
    cases += [("seven_body", 1, ()), ("seven_body", 1, ("stabilize", "velocity")), ("seven_body", 1, ("stabilize", "projection")), ("four_bar", 1, ("t_end", -18))]

    def measured(name, ranks, options):
        m = Measured(case(name, **dict(zip(options[::2], options[1::2]))), ranks)
        each = lambda event: m.log.seconds("Stepping", event) / m.newton
        return {"newton": m.newton / m.steps, "step": m.seconds / m.steps, "iteration": m.seconds / m.newton, "tangent": each("ElementTangents"),
                "factors": each("PCSetUp"), "setup": m.log.seconds("Setup"), "peak": m.peak}

    results = []
    for (name, ranks, options), m in in_turn(args, cases, measured).items():
        name = " ".join([name, *options[1:2]]) if name == "seven_body" else name
        print(f"{name:24s} {ranks:5d} {m['newton']:11.1f}  {m['step']:9.2e} {m['iteration']:10.2e} {m['tangent']:9.2e} {m['factors']:9.2e} {m['setup']:9.2f} {m['peak'] / 2**20:10.0f}")
        results.append({"mechanism": name, "ranks": ranks, **m})
    return results


def factors(args):
    """Solvers whose residual is larger than RIGHT do not count: PETSc's own factors do not pivot."""
    RIGHT = 1e-9
    PIVOT = "fronts,chain,KLU,UMFPACK,CHOLMOD,MUMPS,SuperLU_DIST"  # PETSc's factors, after a zero pivot on a grid, end by a signal
    print("a factorization and a solve, CPU time; fsolve's own solver, and the fastest library with a right solution")
    print("model                    ranks    rows  fsolve [us]  library [us]  ratio  library             residuals: fsolve  library")
    peer = os.path.join(BUILD, "tests", "peer_direct")
    number = r"([\d.e+-]+)"

    def measured(name, ranks):
        words = [*measure.LAUNCH.format(ranks=ranks).split(), peer, str(args.repeat), "3", "fronts,MUMPS" if ranks > 1 else PIVOT if "points" in name else "all", *map(str, models[name])]
        screen = subprocess.run(words, env=measure.runs.ENVIRONMENT, capture_output=True, text=True, check=True).stdout
        found = re.findall(rf"^(.+?) *: setup {number} factor {number} solve {number} error {number} residual {number}$", screen, re.M)
        return {"rows": float(re.search(r"^matrix: (\d+)", screen, re.M)[1]), **{solver: (float(factor) + float(solve), float(residual)) for solver, _, factor, solve, _, residual in found}}

    results = []
    with tempfile.TemporaryDirectory() as folder:
        models = {"seven_body": case("seven_body"), "four_bar": case("four_bar"), "bar_wave": case("bar_wave"), "chain of 1000 links": case("chain", let="links=1000,l=0.1"),
                  "tree of 127 links": jointed.tree(os.path.join(folder, "tree.msh"), 6), "ring of 1000 links": jointed.ring(os.path.join(folder, "ring.msh"), 1000),
                  "10 x 10 points": jointed.grid(os.path.join(folder, "plane.msh"), 10, 2), "5 x 5 x 5 points": jointed.grid(os.path.join(folder, "space.msh"), 5, 3)}
        for name, ranks in [(name, 1) for name in models] + [("chain of 1000 links", ranks) for ranks in args.ranks if ranks > 1]:
            m = measured(name, ranks)
            rows, ours = m.pop("rows"), m.pop("chain", m["fronts"])
            m.pop("fronts")
            best = min((solver for solver in m if m[solver][1] <= RIGHT), key=lambda solver: m[solver][0])
            print(f"{name:24s} {ranks:5d} {rows:7.0f} {1e6 * ours[0]:12.2f} {1e6 * m[best][0]:13.2f} {m[best][0] / ours[0]:6.2f}  {best:18s} {ours[1]:18.1e} {m[best][1]:8.1e}")
            results.append({"model": name, "ranks": ranks, "fsolve": ours, **m})
    return results
