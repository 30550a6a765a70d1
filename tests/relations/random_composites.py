# SPDX-License-Identifier: BSD-2-Clause
"""Relations: a model of members, ties and shells that is turned or mirrored, moved, in other units, with its points, nodes, cells, names and
first nodes of cells in another order, with its members the other way round, with each cell cut in two (where cells are exact), or on more ranks
has one answer. Models from fixed seeds are run in this process, as they are and once with all of that together; where the two differ, one at a
time tells which of them does it. FSOLVE_RELATIONS as in random_structures.py; FSOLVE_RELATIONS_SHOW prints all."""
import os
import tempfile
import unittest
import warnings

import h5py
import numpy as np

import fsolve
from composites import Composite, Seen
from answers import most
from run import RELEASE, fsolve as program, options
from structures import orthogonal
from view import ENERGY, FORCE, LENGTH, MOMENT, NUMBER, RATE

SEEDS = range(*map(int, os.environ.get("FSOLVE_RELATIONS", "0:200" if RELEASE else "0:20").split(":")))
EVERY_RANKS = 5  # of seeds one is run on more ranks; that is a start of the program
# Newton's method ends when 1e-10 of a step is left; what is seen is 1e-13 to 1e-9. Displacements are 1e-2 and rounded at 1e-16 of places and
# stiffness 1e4 times as hard along a member as across: forces and reactions have 1e-8 of round-off.
TOLERANCE = 1e-6
# Results of elements whose largest size in a part is the same in all axes.
SIZES = {"force": FORCE, "moment": MOMENT, "force_start": FORCE, "force_end": FORCE}


class Failed(Exception):
    pass


def answer(composite, view, read):
    """{what: values in the axes and units of the model}; read(path) gives an array or None."""
    names, found = composite.named["probes"], {}
    if composite.analysis.startswith("modes"):
        return {"frequency": read("/modes/frequency") / view.unit(RATE)}
    if composite.analysis == "buckling":
        return {"factor": np.sort(read("/buckling/factor"))}
    for kind in ("real/", "imaginary/") if composite.analysis == "response" else ("",):
        for name in names:
            u, q = (read(f"/history/{name}/{kind}{field}") for field in ("displacement", "rotation"))
            found[f"{name}/{kind}displacement"] = view.back(u, LENGTH)
            if q is not None:
                found[f"{name}/{kind}rotation"] = view.back(2 * q[:, 1:] * np.where(q[:, :1] < 0, -1, 1), NUMBER, axial=True)
        for name in composite.reactions:
            R = read(f"/history/{name}/{kind}reaction")
            if R is not None:
                found[f"{name}/{kind}reaction"] = view.back(R[:, :3], FORCE)
    if composite.analysis != "response" and not composite.split:  # under loads between the nodes a cell has an energy that nodes do not have
        found["energy"] = read("/history/energy/strain") / view.unit(ENERGY)
    return found


def run(composite, view, ranks=1):
    """In this process, or by the program on several ranks."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        keys = composite.written(view, folder)
        if ranks > 1:
            out = os.path.join(folder, "out.h5")
            done = program(options(output=out, **{k: str(v).lower() if isinstance(v, bool) else v for k, v in keys.items()}), ranks)
            if done.returncode:
                raise Failed(f"status {done.returncode}: {done.stderr.strip()}")
            with h5py.File(out) as f:
                return answer(composite, view, lambda path: f[path][:] if path in f else None)
        try:
            with fsolve.Case(**keys) as case:
                case.run()
                present = set(case.keys())
                return answer(composite, view, lambda path: case[path] if path in present else None)
        except fsolve.FsolveError as failure:
            raise Failed(f"status {failure.status}: {failure}") from failure


def sizes(one):
    """The largest value of each kind of result: displacements, rotations, reactions."""
    found = {}
    for k, v in one.items():
        kind = k.split("/")[-1]
        found[kind] = max(found.get(kind, 0), most(v))
    return found


def distance(one, other):
    """The largest difference relative to the size of its kind, and of what."""
    if {k: v.shape for k, v in one.items()} != {k: v.shape for k, v in other.items()}:
        return np.inf, "other rows: " + ", ".join(f"{k} {v.shape} {other[k].shape if k in other else None}" for k, v in one.items() if k not in other or other[k].shape != v.shape)
    size = sizes(one)
    return max((most(one[k] - other[k]) / size[k.split("/")[-1]] if size[k.split("/")[-1]] else most(other[k]), k) for k in one)


def apart(composite, one, view, ranks=1):
    try:
        return distance(one, run(composite, view, ranks))
    except Failed as failure:
        return np.inf, str(failure)


def relations(composite, seed):
    """{name: arguments of Seen}."""
    rng = np.random.default_rng([seed, 58])
    Q = orthogonal(rng)
    found = {"mirrored" if np.linalg.det(Q) < 0 else "turned": {"Q": Q}, "moved": {"origin": rng.uniform(-3, 3, 3)},
             "other units": {"units": 10 ** rng.uniform(-3, 3, 3)}, "other order": {"order": np.random.default_rng([seed, 59])}}
    if composite.kind != "shell":
        found["reversed"] = {"reverse": True}
    if composite.split:
        found["cut in two"] = {"divide": 2}
    return found


def compare(seed):
    """Returns the distance, None if the model has no answer, and a message."""
    composite = Composite(seed)
    label = ", ".join((f"seed {seed}: {composite.kind}", composite.analysis, *composite.ties))
    try:
        one = run(composite, Seen())
    except Failed as failure:
        return None, f"{label}: {failure}"
    found = relations(composite, seed)
    ranks = 2 + seed // EVERY_RANKS % 2 if seed % EVERY_RANKS == 0 else 1
    far, what = apart(composite, one, Seen(**{k: v for arguments in found.values() for k, v in arguments.items()}), ranks)
    message = f"{label}: {far:.2g} ({what})"
    if far > TOLERANCE:
        alone = {name: apart(composite, one, Seen(**arguments)) for name, arguments in found.items()}
        if ranks > 1:
            alone[f"{ranks} ranks"] = apart(composite, one, Seen(), ranks)
        message += "".join(f"\n  {name}: {d:.2g} ({k})" for name, (d, k) in alone.items())
    return far, message


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class RandomComposites(unittest.TestCase):
    def test_have_one_answer(self):
        refused = []
        for seed in SEEDS:
            far, message = compare(seed)
            if os.environ.get("FSOLVE_RELATIONS_SHOW"):
                print(message, flush=True)
            if far is None:
                refused.append(message)
                continue
            with self.subTest(seed):
                self.assertLess(far, TOLERANCE, message)
        self.assertLess(len(refused), 0.15 * len(SEEDS) + 1, "\n".join(refused))


if __name__ == "__main__":
    unittest.main()
