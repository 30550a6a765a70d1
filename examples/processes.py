"""processes.py: runs a case for many thicknesses of a tube, in one process and in several, and prints the speed-up.

usage: processes.py [number of processes, default 2] [number of cases, default 32]

PETSc has one state for each process, so that cases run at the same time in several processes. The processes are started by "spawn",
because a process that was forked from one that has used fsolve cannot use it.
"""
# SPDX-License-Identifier: BSD-2-Clause
import multiprocessing
import sys
import time


def largest(thickness):
    """Returns the largest displacement [m] of a mast after a gust."""
    import fsolve  # each process loads it once

    with fsolve.Case(mesh={"": "line", "n": 20, "upper": (0, 0, 30)}, directions="xz", supports={"start": {}}, probes={"end": {}},
                     parts={"tube": {"set": "all", "element": "beam", "section": "tube", "radius": 0.3, "thickness": thickness, "young": 2.1e11, "poisson": 0.3,
                                     "density": 7850}},
                     loads={"end": {"force": (20e3, 0, 0), "time": "sin(pi*t)^2"}}, dt=0.01, t_end=2, quiet=True) as case:
        return abs(case.run()["end/displacement"][:, 0]).max()


def main(processes, count):
    thicknesses = [0.005 + 0.0005 * k for k in range(count)]
    largest(thicknesses[0])  # the start of MPI and PETSc is not counted
    start = time.perf_counter()
    one = [largest(x) for x in thicknesses]
    middle = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.map(largest, thicknesses[:processes], chunksize=1)  # the same for the start of the processes
        started = time.perf_counter()
        many = pool.map(largest, thicknesses, chunksize=1)
        end = time.perf_counter()
    assert one == many  # to the last bit
    print(f"{count} cases, 1 process: {middle - start:.2f} s, {processes} processes: {end - started:.2f} s, "
          f"speed-up {(middle - start) / (end - started):.2f}, start of the processes {started - middle:.2f} s")


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    main(*(words + [2, 32][len(words):]))
