# SPDX-License-Identifier: BSD-2-Clause
"""Relations: a structure that is turned, mirrored, moved, in other units, at another time, in a frame that moves, with other numbers for its
nodes and cells, in two parts for each, on one rank or more, has one answer. On random structures from fixed seeds: each is run as it is and
once with all of that together; where the two differ, one at a time tells which of them does it. More of them:

    FSOLVE_RELATIONS=1000:2000 scripts/test -R relations

takes the seeds from 1000 to 1999."""
import os
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import gmsh_file  # tools/
from answers import Answer, distances
from run import RELEASE, fsolve, options
from structures import Structure, orthogonal
from view import View

SEEDS = range(*map(int, os.environ.get("FSOLVE_RELATIONS", "0:36" if RELEASE else "0:12").split(":")))
# Newton's method ends when 1e-10 of a step is left, in every step and stage of a run; most of what is seen is 1e-13, round-off.
# Steps that follow from an estimated error, a difference of accelerations, differ by what is left over the square of a step.
TOLERANCE, TOLERANCE_ADAPTED = 1e-8, 1e-7
PERMUTATIONS = np.array([np.eye(3)[list(p)] for p in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2), (0, 2, 1), (2, 1, 0))])


def turn(rng, axes):
    """A rotation or reflection that the structure allows."""
    if axes == "any":
        return orthogonal(rng)
    if axes == "permuted":
        return PERMUTATIONS[rng.integers(6)] * rng.choice([-1, 1], 3)
    Q = np.eye(3)
    Q[:2, :2] = np.linalg.qr(rng.normal(size=(2, 2)))[0]
    Q[2, 2] = rng.choice([-1, 1])
    return Q


def relations(structure, seed):
    """{name: arguments of a View}, and ranks."""
    rng = np.random.default_rng([seed, 1])
    Q = turn(rng, structure.axes)
    mirror = np.linalg.det(Q) < 0
    # the norm of -adapt is relative to displacements: no moving frame
    units = 10 ** rng.uniform(-2, 2, 3)
    found = {"mirrored" if mirror else "turned": {"Q": Q}, "moved": {"origin": rng.uniform(-5, 5, 3)},
             "other units": {"units": units}, "later": {"start": rng.uniform(-3, 3)},
             "other numbers": {"order": np.random.default_rng([seed, 2])}, "in two parts": {"split": True}}
    if structure.free and structure.analysis in ("fixed", "explicit", "linear"):
        found["moving frame"] = {"velocity": rng.normal(size=3)}
    return found, 1 + seed // 9 % 3


class Failed(Exception):
    pass


def run(structure, view, ranks):
    with tempfile.TemporaryDirectory() as folder:
        nodes, sets, keys, behind = structure.written(view)
        mesh, out = os.path.join(folder, "model.msh"), os.path.join(folder, "out.h5")
        gmsh_file.write(mesh, nodes, sets)
        done = fsolve(options(mesh=mesh, output=out, **keys), ranks)
        if done.returncode:
            raise Failed(f"status {done.returncode}: {done.stderr.strip()}")
        return Answer(out, view, behind)


def worst(structure, one, view, ranks):
    """The largest distance between two answers, and of what."""
    try:
        found = distances(one, run(structure, view, ranks), structure.step)
    except Failed as failure:
        return np.inf, str(failure)
    return max((d, k) for k, d in found.items())


def compare(seed):
    structure = Structure(seed)
    label = f"seed {seed}: {structure.kind}, {structure.analysis}, {structure.integrator}"
    try:
        one = run(structure, View(), 1)
    except Failed as failure:
        return seed, None, f"{label}: {failure}"
    found, ranks = relations(structure, seed)
    everything = {k: v for arguments in found.values() for k, v in arguments.items()}
    distance, what = worst(structure, one, View(**everything), ranks)
    message = f"{label}: {distance:.2g} ({what})"
    tolerance = TOLERANCE_ADAPTED if structure.analysis == "adapted" else TOLERANCE
    if distance > tolerance:
        alone = {name: worst(structure, one, View(**arguments), 1) for name, arguments in found.items()}
        alone[f"{ranks} ranks"] = worst(structure, one, View(), ranks)
        message += "".join(f"\n  {name}: {d:.2g} ({k})" for name, (d, k) in alone.items())
    return seed, distance / tolerance, message


class RandomStructures(unittest.TestCase):
    def test_have_one_answer(self):
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(compare, SEEDS))
        if os.environ.get("FSOLVE_RELATIONS_SHOW"):
            print("\n".join(message for _, _, message in answers))
        for seed, distance, message in answers:
            with self.subTest(seed):
                self.assertFalse(distance is not None and distance > 1, message)
        failed = [message for _, distance, message in answers if distance is None]
        self.assertLess(len(failed), 0.1 * len(SEEDS) + 1, "\n".join(failed))


if __name__ == "__main__":
    unittest.main()
