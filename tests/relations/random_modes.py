# SPDX-License-Identifier: BSD-2-Clause
"""Modes of random structures and mechanisms: the same in other axes, units, numbers and parts and on other ranks; each twice where the structure
is there twice; all of them counted, rigid motions apart. FSOLVE_RELATIONS as in random_structures.py."""
import os
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from random_structures import relations
from structures import Structure
from studies import study
from view import View
from run import RELEASE

SEEDS = range(*map(int, os.environ.get("FSOLVE_RELATIONS", "0:18" if RELEASE else "0:6").split(":")))


def found(structure, view, ranks, count, copies=1):
    """What modes are written; the loads and what the structure does at first are left out."""
    nodes, sets, keys, _ = structure.written(view)
    keys = {k: v for k, v in keys.items() if not k.startswith(("load", "initial", "gravity", "base_acceleration", "analysis")) and k != "linearize"}
    n = len(nodes)
    if copies > 1:
        nodes = np.concatenate([nodes] * copies)
        sets = {name: (kind, [tuple(i + n * k for i in cell) for k in range(copies) for cell in cells]) for name, (kind, cells) in sets.items()}
    keys.pop("assemble", None)
    keys["initial_static"] = True  # prestress
    return study("modes", ranks=ranks, own=(nodes, sets), analysis="modes", modes=count, **keys)


def compare(seed):
    structure = Structure(seed)
    label = f"seed {seed}: {structure.kind}"
    try:
        one = found(structure, View(), 1, 8)
    except RuntimeError as failure:
        return [] if "no equilibrium" in str(failure) else [f"{label}: {failure}"]
    bad = []
    every, ranks = relations(structure, seed)
    every.pop("moving frame", None)
    view = View(**{k: v for arguments in every.values() for k, v in arguments.items()})
    f = one["frequency"]
    for what, other, expected in (("seen otherwise", lambda: found(structure, view, ranks, 8), f),
                                  ("twice", lambda: found(structure, View(), ranks, 2 * len(f), 2), np.repeat(f, 2))):
        try:
            out = other()
        except RuntimeError as failure:
            bad.append(f"{label}, {what}: {failure}")
            continue
        g = out["frequency"] * (view.units[2] if what == "seen otherwise" else 1)
        rigid = sum(out["rigid"]), sum(one["rigid"]) * len(expected) // len(f)
        size = max(1e-300, f.max())
        if len(g) != len(expected) or rigid[0] != rigid[1] or abs(g - expected).max() > 1e-7 * size or out["certified"] != 1:
            bad.append(f"{label}, {what}: {g} for {expected}, {rigid[0]:.0f} for {rigid[1]:.0f} rigid")
    return bad


class RandomModes(unittest.TestCase):
    def test_are_all_there(self):
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(compare, SEEDS))
        self.assertEqual("\n".join(bad for found in answers for bad in found), "")


if __name__ == "__main__":
    unittest.main()
