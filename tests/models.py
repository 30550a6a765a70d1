# SPDX-License-Identifier: BSD-2-Clause
"""Small models that several tests share, and what is read from their runs."""
import os
import tempfile

import h5py
import numpy as np

from run import Output, fsolve, options, run
import gmsh_file  # tools/

BEAM = {"parts": "beam", "part_beam_element": "beam"}
SLENDER = {"part_beam_ea": 1e6, "part_beam_gay": 1e6, "part_beam_gaz": 1e6, "part_beam_gj": 100, "part_beam_eiy": 100, "part_beam_eiz": 100}
STATIC = {"analysis": "static"}
POINT_MASS = {"element": "body", "mass": 1, "inertia": "0.1,0.1,0.1,0,0,0"}


def cantilever(**keys):
    """Ten elements along x, length 10, clamped at the start."""
    return run(**{"mesh": "line", "mesh_n": 10, "mesh_upper": 10, **BEAM, "part_beam_set": "all", **SLENDER, "supports": "start", "probes": "end", **keys})


def tip(out, probe="end"):
    return out.probe[probe]["displacement"][-1]


def angle(quaternion):
    return 2 * np.arctan2(np.linalg.norm(quaternion[1:]), abs(quaternion[0]))


def orders(errors, ratio=2):
    return np.log(np.array(errors[:-1]) / np.array(errors[1:])) / np.log(ratio)


def body(name, **keys):
    return {f"part_{name}_{k}": v for k, v in {**POINT_MASS, **keys}.items()}


def joint(name, type, **keys):
    return {f"joint_{name}_{k}": v for k, v in {"type": type, **keys}.items()}


def on_mesh(nodes, sets, runner=run, **keys):
    """A run on a mesh of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mesh.msh")
        gmsh_file.write(path, nodes, sets)
        return runner(mesh=path, **keys)


def one_body(x, **keys):
    """A body at x: its set, and probe, is 'body'."""
    defaults = {"parts": "body", "probes": "body", "integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.01, "t_end": 1}
    return on_mesh([x], {"body": (gmsh_file.POINT, [(0,)])}, **{**defaults, **body("body"), **keys})


def two_bodies(x, y, **keys):
    """Bodies 'one' and 'two' and a line 'pair' between them."""
    sets = {"one": (gmsh_file.POINT, [(0,)]), "two": (gmsh_file.POINT, [(1,)]), "pair": (gmsh_file.LINE, [(0, 1)])}
    defaults = {"parts": "one,two", "probes": "one,two", "integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.01, "t_end": 1}
    return on_mesh([x, y], sets, **{**defaults, **body("one"), **body("two"), **keys})


def matrix(q):
    """[n][3][3] of quaternions."""
    w, x, y, z = q.T
    return np.moveaxis(np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                                 [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                                 [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]), -1, 0)


def rotation_vector(q):
    """Rotation vectors [n][3] of quaternions, continuous from one to the next."""
    angle = 2 * np.arctan2(np.linalg.norm(q[:, 1:], axis=1), q[:, 0])
    axis = q[:, 1:] / np.maximum(np.linalg.norm(q[:, 1:], axis=1), 1e-300)[:, None]
    return angle[:, None] * axis


def balance(out):
    e = out.energy
    return abs(e["total"] + e["damping"] - e["external"] - e["total"][0]).max()


def solver(case=None, ranks=1, **keys):
    """The series of /history/solver, and the run's output."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.h5")
        done = fsolve(options(case, output=path, **keys), ranks)
        if done.returncode:
            raise RuntimeError(done.stderr)
        with h5py.File(path) as f:
            return {name: f["history/solver"][name][:] for name in f["history/solver"]}, Output(path), done
