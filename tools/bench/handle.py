# SPDX-License-Identifier: BSD-2-Clause
"""Calls of the Python package that optimisers and controllers make very often."""
import os
import subprocess
import sys
import timeit

from bench.common import BUILD, ROOT
from measure import medians

ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}
TINY = {"mesh": {"": "line", "n": 2, "upper": 2}, "parts": {"rod": ROD}, "supports": "start", "loads": {"end": {"force": (0, 0, -100)}},
        "probes": {"tip": {"set": "end"}}, "linearize": True, "quiet": True, "dt": 1e-3, "t_end": 1e4}
# microseconds; the import is relative to that of numpy
GOALS = {"new case": 5000, "set": 5000, "set, 1000 beams: a radius": None, "set, 1000 beams: a load": None, "linearize": None, "step_to": 30, "last": 30, "whole history": None, "field": None, "import, of numpy's time": 1}


def imported(module):
    """The seconds that an import takes in a new process, without the start of Python: the best of five."""
    text = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    start = {"capture_output": True, "text": True, "check": True, "env": {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")}}
    return min(float(subprocess.run([sys.executable, "-c", text], **start).stdout) for _ in range(5))


def each(call, n):
    """Microseconds of a call: the best of ten groups, because other programs of the machine only add time."""
    return 1e6 * min(timeit.repeat(call, number=n // 10, repeat=10)) / (n // 10)


def measured():
    import fsolve

    numpy = imported("numpy")
    with fsolve.Case(**TINY).setup() as case:
        case.step_to(1)
        times = iter(range(1001, 10**7))
        found = {"step_to": each(lambda: case.step_to(1e-3 * next(times)), 1000), "last": each(lambda: case.last("tip/displacement"), 1000),
                 "whole history": each(lambda: case["tip/displacement"], 1000), "field": each(lambda: case.field("displacement"), 1000),
                 "linearize": each(lambda: case.linearize(["end.z"], ["tip/displacement.z"]), 20)}
        radii = iter(0.05 + 1e-4 * k for k in range(1, 1000))
        found["set"] = each(lambda: case.set(part_rod_radius=next(radii)), 20)
    with fsolve.Case(**{**TINY, "mesh": {"": "line", "n": 1000, "upper": 10}}).setup() as case:
        found["set, 1000 beams: a radius"] = each(lambda: case.set(part_rod_radius=next(radii)), 10)
        found["set, 1000 beams: a load"] = each(lambda: case.set(load_end_force=(0, 0, 1e4 * next(radii))), 10)
    return {"new case": each(lambda: fsolve.Case(**TINY).setup().close(), 20), **found, "import, of numpy's time": (imported("fsolve") - numpy) / numpy}


def handle(args):
    """The times of calls in Python beside their goals."""
    os.environ.setdefault("FSOLVE_LIBRARY", os.path.join(BUILD, "libfsolve.so"))
    sys.path.insert(0, os.path.join(ROOT, "python"))
    row = medians([measured() for _ in range(args.repeat)])
    print("calls of the Python package, a linear cantilever of two beams [us]")
    for name, value in row.items():
        print(f"{name:24} {value:8.2f}" + (f"   goal {GOALS[name]}" if GOALS[name] else ""))
    return [row]
