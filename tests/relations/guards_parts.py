# SPDX-License-Identifier: BSD-2-Clause
"""Guards of places, files, joints, laws and laminates from both sides, in any units, and those that warn. The form of the tables, and what is
done with each row, is that of guards.py; a row of WARNINGS has a number x that is accepted without a word, and one of which a warning speaks."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
import guards
from guards import beam, cantilever, followed, force, in_time
from guards_model import FOLDER, falling, linear_static, steps
from view import ACCELERATION, INERTIA, LENGTH, MASS, TENSION, number, numbers

ALONG = np.array([0.3, 0.1, 2])  # of the cantilever of guards.py, whose cells are half as long


def new_file(suffix):
    handle, path = tempfile.mkstemp(suffix, dir=FOLDER.name)
    os.close(handle)
    os.remove(path)
    return path


# -- places and files -------------------------------------------------------------------------------------------------------------------------


def probed(v, x):
    """A probe of the element whose middle is x of half its length away, across the beam."""
    across = np.array([0, 1, -0.05]) / np.hypot(1, 0.05)
    at = 0.75 * ALONG + x * np.linalg.norm(ALONG) / 4 * across
    return {**cantilever(v, **linear_static(v)), "probes": "e", "probe_e_part": "m", "probe_e_point": numbers(v.position(at))}


def meshes(v, x, **keys):
    """Two meshes whose ends are x of the model's size apart."""
    paths = []
    for k, ends in enumerate(((np.zeros(3), ALONG), (ALONG + 4 * x * np.array([1, 0, 0]), 2 * ALONG))):
        paths.append(new_file(".msh"))
        gmsh_file.write(paths[-1], v.position(ends), {"mn"[k]: (1, [(0, 1)]), "ab"[k]: (15, [(k,)])})
    return {"mesh": ",".join(paths), "parts": "m,n", **beam(v, "m"), **beam(v, "n"), "analysis": "static", "linearize": True, **keys}


def joined(v, x):
    """Their ends are x of -mesh_join apart, which is a thousandth of the size."""
    return meshes(v, 1e-3 * x, mesh_join=v.scalar(4e-3, LENGTH), supports="a", **linear_static(v))


def known_state(v, x):
    """Modes about the state of a static run whose load was less by x."""
    path = new_file(".checkpoint")
    case = cantilever(v, loads="b", **force(v, "b", (20, 10, 0)))
    status, text = guards.run({**case, "analysis": "static", "checkpoint": path})
    assert not status, text
    return {**case, **force(v, "b", np.array((20, 10, 0)) * (1 + x)), "analysis": "modes", "modes": 2, "state_from": path}


# -- solutions --------------------------------------------------------------------------------------------------------------------------------


def modal(v, x):
    """Modal damping of a model whose load follows its end, by x of the critical load."""
    return followed(v, x, analysis="modes", modes=2, initial_static=True, damping_modal=0.02)


def bearings(v, x):
    """A shaft in two bearings, the second of which is turned by x."""
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "g": (0, 0, 0), "h": (0, 0, 2)}
    case = {"mesh": "frame", "points": ",".join(points), "links": "p,q", "link_p": "g,a", "link_q": "h,b", "supports": "g,h", "parts": "a,b", "ties": "shaft", "tie_shaft_type": "rigid",
            "tie_shaft_set": "a,b", "tie_shaft_master": "a", "joints": "p,q", **falling(v), **steps(v)}
    case.update({"point_" + name: numbers(v.position(y)) for name, y in points.items()})
    for name, axis, part in (("p", (0, 0, 1), "a"), ("q", (x, 0, 1), "b")):
        case.update({f"joint_{name}_type": "revolute", f"joint_{name}_axis": v.vector(axis, axial=True), f"part_{part}_element": "body", f"part_{part}_mass": v.scalar(2, MASS),
                     f"part_{part}_inertia": v.tensor(np.diag([0.1, 0.2, 0.2]), INERTIA)})
    return case


ROWS = {
    "elements near a probe": (probed, 1 - 1e-6, 1 + 1e-6, "farther away"),
    "meshes that are joined": (joined, 1 - 1e-6, 1 + 1e-6, "mechanism|singular"),
    "states that are equilibria": (known_state, 1e-6, 0.17, "not in equilibrium"),
    "modes that are damped are orthogonal": (modal, 0, 1e-3, "not symmetric"),
    "bearings are in line or not": (bearings, 1e-13, 1e-8, "nearly hold"),
}


# -- warnings ---------------------------------------------------------------------------------------------------------------------------------


def coincident(v, x):
    return meshes(v, x, supports="a,b")


def flat_body(v, x):
    """The largest moment of inertia of a body is x more than the sum of the others."""
    return {**guards.inertia(v, 0), "part_p_inertia": v.tensor(np.diag([0.1, 0.2, 0.3 * (1 + x)]), INERTIA)}


def gains(v, x):
    """A mass falls onto a floor, with such a stiffness that the steps are x of the stable ones. A second mass, which is fixed, gives the model its size."""
    case = {"mesh": "frame", "points": "a,k", "point_a": numbers(v.position((1, 0, 0))), "point_k": numbers(v.position((0, 0, 1))), "parts": "a,k", "supports": "a", "loads": "k",
            "gravity": v.vector((0, 0, -10), ACCELERATION), **in_time(v, 1e-2, 0.6, integrator="central_difference", allow_unstable=True)}
    for name in "ak":
        case.update({f"part_{name}_element": "mass", f"part_{name}_mass": v.scalar(1, MASS)})
    normal, floor, stiffness = v.turned((0, 0, 1)), v.scalar(-1, LENGTH), v.scalar((2 * x / 1e-2) ** 2, TENSION)
    depth = "+".join(f"({number(n)})*u{c}" for c, n in zip("xyz", normal))
    case.update({f"load_k_law_{c}": f"({depth})<({floor}) ? ({number(n)})*{stiffness}*({floor}-({depth})) : 0" for c, n in zip("xyz", normal)})
    return case


WARNINGS = {
    "energy from nothing": (gains, 0.5, 10, "gained"),
    "nodes at one place": (coincident, 1e-6, 1e-10, "coincide"),
    "moments of inertia of a body": (flat_body, 1e-3, 0.1, "principal moments"),
}

@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class GuardsOfParts(guards.Guards):
    ROWS, COUNTS = ROWS, {}

    def test_warn_in_any_units(self):
        for name, (model, silent, warned, words) in WARNINGS.items():
            for v in self.each(name):
                with self.subTest(name, units=v.units.tolist()):
                    status, said = guards.run(model(v, silent), lambda case: " ".join(case.said))
                    self.assertEqual(status, 0, said)
                    self.assertNotRegex(said, words)
                    status, said = guards.run(model(v, warned), lambda case: " ".join(case.said))
                    self.assertEqual(status, 0, said)
                    self.assertRegex(said, words)


if __name__ == "__main__":
    unittest.main()
