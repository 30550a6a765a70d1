# SPDX-License-Identifier: BSD-2-Clause
"""Runs of the analyses modes, buckling, ..., and closed forms that several of their tests share."""
import os
import tempfile

import h5py
import numpy as np

import gmsh_file  # tools/
from run import fsolve, options


def study(group, case=None, ranks=1, own=None, **keys):
    """What an analysis has written to a group, by name; sets and texts included, and what it printed. own: (nodes, sets) of a mesh of its
    own. Nodes are in the order of the mesh. A status other than 0 is an error."""
    with tempfile.TemporaryDirectory() as folder:
        if own:
            keys["mesh"] = os.path.join(folder, "mesh.msh")
            gmsh_file.write(keys["mesh"], *own)
        path = os.path.join(folder, "out.h5")
        done = fsolve(options(case, **{"output": path, **keys}), ranks)
        if done.returncode:
            raise RuntimeError(f"{done.stderr}\nstatus {done.returncode}: {case} {keys}")
        found = {"text": done.stdout}
        with h5py.File(path) as f:
            found["nodes"] = f["mesh/nodes"][:]
            found.update(f[group].attrs)
            f[group].visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
            if group == "history" and "path/critical" in f:
                found["critical"] = {**f["path/critical"].attrs, **{name: d[()] for name, d in f["path/critical"].items()}}
                found["branches"] = {name: d[()] for name, d in f["path/branch"].items()} if "path/branch" in f else {}
    return found


def modes(case=None, ranks=1, **keys):
    return study("modes", case, ranks, analysis="modes", **keys)


def line(length, n, **keys):
    """Keys of a straight line of n elements along x."""
    return {"mesh": "line", "mesh_n": n, "mesh_upper": length, **keys}


def extrapolated(values, ratio=2):
    """The limit of a sequence of meshes, each finer by the ratio, and an estimate of its error: Richardson's scheme, even powers."""
    table = [np.asarray(v, float) for v in values]
    error = np.inf
    for k in range(1, len(values)):
        factor = ratio ** (2 * k)
        last = table[-1]
        table = [(factor * fine - coarse) / (factor - 1) for coarse, fine in zip(table[:-1], table[1:])]
        error = abs(table[-1] - last)
    return table[-1], error


def roots(f, low, high, n, count):
    """The first roots of f in an interval, from n samples and bisection."""
    x = np.linspace(low, high, n)
    y = np.array([f(v) for v in x])
    found = []
    for a, b, fa, fb in zip(x[:-1], x[1:], y[:-1], y[1:]):
        if fa * fb < 0:
            for _ in range(200):
                m = (a + b) / 2
                a, b = (m, b) if fa * f(m) > 0 else (a, m)
            found.append((a + b) / 2)
    return np.array(found[:count])
