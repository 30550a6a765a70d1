# SPDX-License-Identifier: BSD-2-Clause
"""The same section described about another reference line, with the same line of nodes, gives the same answer."""
import unittest

import numpy as np

from models import BEAM, STATIC
from run import run
from studies import modes

E, NU, RHO = 2e5, 0.3, 8e-3
G = E / (2 * (1 + NU))
POLYGON = [(0, 0), (0.08, 0), (0.09, 0.02), (0.03, 0.03), (0.02, 0.1), (0, 0.1)]
PULLED = {"mesh": "line", "mesh_n": 4, "mesh_order": 2, **BEAM, "part_beam_set": "all", "part_beam_direction": "0,1,0", "supports": "start", "initial_static": True,
          "loads": "end", "load_end_force": "5,0,0", "modes": 6}


def skew(c):
    return np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])


def moved(S, y, z):
    """S or M at a point whose place from the new reference is y, z."""
    L = np.eye(6)
    L[:3, 3:] = -skew((0, y, z))
    return L.T @ S @ L


def text(numbers):
    return ",".join(f"{x:.17g}" for x in np.ravel(numbers))


def coupled():
    """S and M of a section about its center, with couplings of all kinds."""
    rng = np.random.default_rng(7)
    half, size = np.tril(rng.uniform(-0.3, 0.3, (6, 6)), -1) + np.eye(6), np.sqrt(np.diag([900, 300, 250, 4, 9, 13]))
    S = size @ half @ half.T @ size
    return S, moved(np.diag([0.02] * 3 + [5e-5, 2e-5, 3e-5]), 0.01, -0.02)


def about(S, M, y, z):
    """Options of the section about a reference whose place is y, z from the section's center; the line of nodes is at the center."""
    return {"part_beam_stiffness": text(moved(S, -y, -z)), "part_beam_mass_matrix": text(moved(M, -y, -z)[np.triu_indices(6)]), "part_beam_offset": text([y, z])}


class References(unittest.TestCase):
    def displacements(self, order=1, twist="0.3+0.4*x", **section):
        """Large ones of a twisted cantilever under a force and a torque."""
        out = run(**{**STATIC, "mesh_order": order}, mesh="line", mesh_n=4, **BEAM, part_beam_set="all", part_beam_direction="0,1,0", part_beam_twist=twist, supports="start",
                  loads="pull,turn", load_pull_set="end", load_turn_set="end", load_pull_force="-2,8,11", load_turn_moment="2,0,0", **section)
        return out.frames[-1]["displacement"]

    def test_statics(self):
        S, M = coupled()
        for order in (1, 2):
            want = self.displacements(order, **about(S, M, 0, 0))
            self.assertGreater(abs(want).max(), 0.1)
            np.testing.assert_allclose(self.displacements(order, **about(S, M, 0.3, -0.2)), want, atol=1e-10)

    def test_modes(self):
        """Prestressed modes; the mass is given as 6 x 6, too."""
        S, M = coupled()
        found = [modes(**PULLED, **about(S, M, *place))["frequency"] for place in ((0, 0), (0.3, -0.2))]
        np.testing.assert_allclose(found[1], found[0], rtol=1e-9)

    def test_shape(self):
        """A polygon with density equals its numbers, taken about another point; its axes turned and twisted back change nothing."""
        sides = {"part_beam_section": "polygon", "part_beam_young": E, "part_beam_poisson": NU, "part_beam_density": RHO}
        want = self.displacements(part_beam_polygon=text(POLYGON), **sides)
        c, s = np.cos(0.7), np.sin(0.7)
        turned = np.array(POLYGON) @ [[c, -s], [s, c]] + [3, 4]  # by -0.7
        out = self.displacements(twist="0.7+0.3+0.4*x", part_beam_polygon=text(turned), **sides)
        np.testing.assert_allclose(out, want, atol=2e-7 * abs(want).max())  # J and shear are solved to 1e-7


if __name__ == "__main__":
    unittest.main()
