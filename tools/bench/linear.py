# SPDX-License-Identifier: BSD-2-Clause
"""Steps and modes of membranes and bars, and their output."""
import os
import re
import subprocess
import tempfile

import measure
from bench.common import BUILD, case, in_turn
from measure import Measured

SIDE = 91 / 6  # of the membrane in time that a wave takes for it


def wave(args, cells, cfl, **options):
    dt = cfl * SIDE / cells
    return case("wave2d", mesh_n=f"{cells},{cells}", dt=repr(dt), t_end=repr(args.steps * dt), **options)


def waves(args):
    print(f"membrane of {args.cells} x {args.cells} cells, lms4, rho_inf 0, {args.steps} steps; seconds per step, medians of {args.repeat} runs")
    print("ranks   CFL  operator     energies  iterations    step   solve   ratio  other [ms]  setup [s]  peak [B/dof]")

    def measured(ranks, cfl, operator, energies):
        m = Measured(wave(args, args.cells, cfl, operator=operator, energies=energies), ranks)
        step, solve = m.seconds / m.steps, m.log.seconds("Stepping", "KSPSolve") / m.steps
        return {"iterations": m.linear / m.steps, "step": step, "solve": solve, "ratio": step / solve, "history": m.log.seconds("Stepping", "History") / m.steps,
                "energy": m.log.seconds("Stepping", "Energy") / m.steps, "setup": m.log.seconds("Setup"), "mesh": m.log.seconds("Setup", "Mesh"),
                "pattern": m.log.seconds("Setup", "Pattern"), "matrices": m.log.seconds("Setup", "Matrices"), "bytes_per_dof": m.peak_all / args.cells**2}

    cases = [(ranks, cfl, operator, energies) for ranks in args.ranks for cfl in (0.54, 1.0, 2.0, 5.0) for operator in ("auto", "assembled") for energies in ("false",)]
    cases += [(ranks, 1.0, "auto", "true") for ranks in args.ranks]
    results = []
    for (ranks, cfl, operator, energies), m in in_turn(args, cases, measured).items():
        print(f"{ranks:5d} {cfl:5.2f}  {operator:11s}  {energies:8s} {m['iterations']:11.1f}  {m['step']:6.4f}  {m['solve']:6.4f}  {m['ratio']:6.3f} {1e3 * (m['step'] - m['solve']):11.1f}"
              f" {m['setup']:10.2f} {m['bytes_per_dof']:13.0f}")
        results.append({"ranks": ranks, "cells": args.cells, "cfl": cfl, "operator": operator, "energies": energies == "true", **m})
    return results


def peers(args):
    print("the same steps, energies off, one rank: fsolve, and TSALPHA2 on the same matrices; seconds per step")
    print("cells  CFL   fsolve  TSALPHA2 + CG/Jacobi  ratio   TSALPHA2 + CG/ICC  ratio")
    peer = os.path.join(BUILD, "tests", "peer_alpha2")

    def measured(cells, cfl, solver):
        if solver == "fsolve":
            m = Measured(wave(args, cells, cfl, energies="false"))
        else:
            m = Measured([*wave(args, cells, cfl), "-pc_type", solver], program=peer)
        return {"step": m.seconds / m.steps}

    cells = sorted({args.cells // 2, args.cells})
    found = in_turn(args, [(n, cfl, solver) for n in cells for cfl in (1.0, 5.0) for solver in ("fsolve", "jacobi", "icc")], measured)
    results = []
    for n in cells:
        for cfl in (1.0, 5.0):
            ours, jacobi, icc = (found[n, cfl, solver]["step"] for solver in ("fsolve", "jacobi", "icc"))
            print(f"{n:5d} {cfl:4.1f} {ours:8.4f} {jacobi:21.4f} {jacobi / ours:6.2f} {icc:19.4f} {icc / ours:6.2f}")
            results.append({"cells": n, "cfl": cfl, "fsolve": ours, "alpha2_jacobi": jacobi, "alpha2_icc": icc})
    return results


def modes(args):
    print("twenty modes of a drum: fsolve with its counting, and SLEPc alone on the same matrices")
    print("  dofs   fsolve [s]  solves   SLEPc [s]  solves   ratio")
    peer = os.path.join(BUILD, "tests", "peer_slepc_modes")

    def measured(cells, program):
        words = case("drum", analysis="modes", mesh_n=f"{cells},{cells // 2}", modes=20)
        with tempfile.TemporaryDirectory() as folder:
            words = [program or measure.runs.program(), *map(str, words), *([] if program else ["-output", os.path.join(folder, "o.h5")])]
            screen = subprocess.run(words, env=measure.runs.ENVIRONMENT, capture_output=True, text=True, check=True).stdout
        found = re.search(r"^done: \d+ factorizations, (\d+) solves, ([\d.e+-]+) s", screen, re.M)
        return {"solves": int(found[1]), "seconds": float(found[2])}

    results = []
    for cells in (100, 448):
        found = in_turn(args, [(cells, None), (cells, peer)], measured)
        ours, alone = found[(cells, None)], found[(cells, peer)]
        ratio = ours["seconds"] / alone["seconds"]
        print(f"{(cells - 1) * (cells // 2 - 1):7d} {ours['seconds']:10.3f} {ours['solves']:8.0f} {alone['seconds']:10.3f} {alone['solves']:8.0f} {ratio:8.2f}")
        results.append({"cells": cells, "fsolve": ours, "slepc": alone, "ratio": ratio})
    return results


def small(args):
    print("bar_wave, 1000 elements, direct solver; microseconds per step")
    cases = {"all histories": {}, "energies off": {"energies": "false"}, "three more probes": {"probes": "midpoint,end,a,b", "probe_a_point": "50,0,0", "probe_b_point": "150,0,0"}}

    def measured(name):
        m = Measured(case("bar_wave", t_end=1.4e-2, **cases[name]))
        return {"step": m.seconds / m.steps, "solve": m.log.seconds("Stepping", "KSPSolve") / m.steps, "output": m.log.seconds("Output", "Series") / m.steps}

    results = []
    for (name,), m in in_turn(args, [(name,) for name in cases], measured).items():
        print(f"{name:24s} {1e6 * m['step']:6.1f}, the solve {1e6 * m['solve']:5.1f}")
        results.append({"case": name, **m})
    return results


def output(args):
    print(f"snapshots of {args.cells} x {args.cells} cells: three fields of vectors, 72 bytes a node; MB/s")
    print("ranks  snapshot [s]  rate  MPI-IO alone  ratio  step [s]  three more probes [% of it]  checkpoint [s]  rate")
    probes = {"one": {}, "four": {"probes": "center,a,b,c", **{f"probe_{name}_point": f"{x},{x},0" for name, x in (("a", 3), ("b", 6), ("c", 9))}}}

    def measured(ranks, what):
        if what == "raw":
            m = Measured([72 * (args.cells + 1) ** 2, os.path.join(BUILD, "raw.bin")], ranks, program=os.path.join(BUILD, "tests", "peer_write"))
            os.remove(os.path.join(BUILD, "raw.bin"))
            return {"seconds": m.seconds / m.steps}
        if what == "snapshots":
            m = Measured(wave(args, args.cells, 1, energies="false", output_every=5), ranks)
            return {"seconds": m.log.seconds("Output", "Snapshot") / m.log.calls("Output", "Snapshot")}
        if what == "checkpoints":
            kept = os.path.join(BUILD, "bench.checkpoint")
            m = Measured(wave(args, args.cells, 1, energies="false", checkpoint=kept, checkpoint_every=10, overwrite="true"), ranks)
            size = os.path.getsize(kept)
            for name in (kept, kept + ".1"):
                os.remove(name)
            return {"seconds": m.log.seconds("Output", "Checkpoint") / m.log.calls("Output", "Checkpoint"), "bytes": size}
        m = Measured(wave(args, args.cells, 1, energies="false", **probes[what]), ranks)
        return {"seconds": m.seconds / m.steps}

    found = in_turn(args, [(ranks, what) for ranks in args.ranks for what in ("raw", "snapshots", "checkpoints", *probes)], measured)
    results = []
    for ranks in args.ranks:
        raw, snapshot, one, four = (found[ranks, what]["seconds"] for what in ("raw", "snapshots", *probes))
        kept = found[ranks, "checkpoints"]
        rate = 72e-6 * (args.cells + 1) ** 2 / snapshot
        print(f"{ranks:5d} {snapshot:13.3f} {rate:5.0f} {rate * snapshot / raw:13.0f} {raw / snapshot:6.2f} {one:9.4f} {100 * (four / one - 1):28.1f}"
              f"  {kept['seconds']:14.3f} {1e-6 * kept['bytes'] / kept['seconds']:5.0f}")
        results.append({"ranks": ranks, "snapshot": snapshot, "raw": raw, "step": one, "step_with_four_probes": four, "checkpoint": kept["seconds"]})
    return results
