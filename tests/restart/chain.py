# SPDX-License-Identifier: BSD-2-Clause
"""Runs in pieces, each going on from the checkpoint of the one before; and what a file of such a run has in it. For the scripts of this
folder."""
import os
import tempfile

import h5py
import numpy as np

from run import fsolve, options


def contents(path, prefix=""):
    """All numbers of a file: {path in it, after prefix: array}."""
    found = {}
    with h5py.File(path, "r") as f:
        f.visititems(lambda name, item: found.update({prefix + name: item[()]}) if isinstance(item, h5py.Dataset) and item.dtype.kind in "iuf" else None)
        if "steps" in f.attrs:
            found["steps"] = np.array(f.attrs["steps"])
    return found


def pieces(case, ends, ranks, **keys):
    """What a run has written that ended at each of ends and went on from there, on ranks[k]; one end is a straight run."""
    with tempfile.TemporaryDirectory() as folder:
        for k, (end, n) in enumerate(zip(ends, ranks)):
            words = options(case, quiet=True, output="out.h5", checkpoint="kept", t_end=end, **({"restart": "kept"} if k else {}), **keys)
            done = fsolve(words, n, cwd=folder)
            if done.returncode:
                raise RuntimeError(f"{case} to {end} on {n}: {done.stderr}")
        return contents(os.path.join(folder, "out.h5"))


def left(folder):
    """What a run of again() has written."""
    memory = contents(os.path.join(folder, "kept"), "kept/")
    return {**contents(os.path.join(folder, "out.h5")), **memory}


def again(case, folder, every, ranks=(1, 1), **keys):
    """A run with checkpoints every so many steps; and the same gone on with from its last one but that at the end, in the same file,
    which has more by then. The contents of both, what they remember at their ends included, and in which step it was taken up.
    Status 2: None."""
    words = options(case, quiet=True, output="out.h5", checkpoint="kept", checkpoint_every=every, **keys)
    done = fsolve(words, ranks[0], cwd=folder)
    if done.returncode == 2:
        return None
    if done.returncode:
        raise RuntimeError(f"{case}: {done.stderr}")
    straight = left(folder)
    with h5py.File(os.path.join(folder, "kept.1"), "r") as f:
        step = int(f["run/step"][0])
    done = fsolve(words + ["-restart", "kept.1"], ranks[1], cwd=folder)
    if done.returncode:
        raise RuntimeError(f"{case}, restart: {done.stderr}")
    return straight, left(folder), step


def differences(one, other):
    """{path: relative difference of the numbers, or what else differs}; empty if all are the same bits."""
    found = {name: "is in one only" for name in set(one) ^ set(other)}
    for name in set(one) & set(other):
        if one[name].shape != other[name].shape:
            found[name] = f"{one[name].shape} and {other[name].shape}"
        elif not np.array_equal(one[name], other[name], equal_nan=True):
            found[name] = abs(one[name] - other[name]).max() / max(abs(one[name]).max(), 1e-300)
    return found
