# SPDX-License-Identifier: BSD-2-Clause
"""The same answer on 1, 2, 3 and 8 ranks: below 10 times the solver tolerance, 1e-11 with direct solvers.
The tolerance is on displacements relative to the largest of the run. A wave run solves for q with an error rtol |q|: velocity and
acceleration are its differences over dt and dt^2, so theirs is measured against |q|/dt and |q|/dt^2 as well."""
import unittest

import numpy as np

from run import RELEASE, run

RANKS = (2, 3, 8) if RELEASE else (3,)  # compared with one rank
MOST = (2, 3, 8) if RELEASE else (8,)    # of models whose ranks have little each, or nothing


class Linear(unittest.TestCase):
    def same(self, tolerance, case, energy_tolerance=None, several=RANKS, **keys):
        one = run(case, **keys)
        for ranks in several:
            with self.subTest(f"{case} {ranks}"):
                other = run(case, ranks=ranks, **keys)
                self.assertEqual(other.attrs["ranks"], ranks)
                self.assertEqual(other.attrs["dofs"], one.attrs["dofs"])
                np.testing.assert_array_equal(np.sort(other.node_id), np.sort(one.node_id))
                dt = one.time[1] - one.time[0]
                most = max([abs(one.frames[-1]["displacement"]).max()] + [abs(p["displacement"]).max() for p in one.probe.values()])
                for power, field in enumerate(("displacement", "velocity", "acceleration")):
                    for frame in range(len(one.frames)):
                        a, b = one.by_id(field, frame), other.by_id(field, frame)
                        scale = max([most / dt**power] + [abs(one.by_id(field, f)).max() for f in range(len(one.frames))])
                        self.assertLessEqual(abs(a - b).max(), tolerance * scale, f"{field}, frame {frame}")
                    for p in one.probe:
                        a, b = one.probe[p][field], other.probe[p][field]
                        scale = max(abs(a).max(), abs(one.probe[p]["displacement"]).max() / dt**power, most / dt**power)
                        self.assertLessEqual(abs(a - b).max(), tolerance * scale, f"{field} of {p}")
                for s, a in one.reaction.items():  # sums of M a, C v, K u, with errors of a
                    self.assertLessEqual(abs(a - other.reaction[s]).max(), 10 * tolerance * max(abs(a).max(), most / dt**2), f"reaction of {s}")
                for k in ("kinetic", "strain", "total", "damping", "external"):
                    bound = energy_tolerance or 2 * tolerance * abs(one.energy["total"]).max()
                    self.assertLessEqual(abs(one.energy[k] - other.energy[k]).max(), bound, k)


class Nonlinear(unittest.TestCase):
    """Newton's method ends when 1e-10 of the displacement is left: so much may differ, times what a step of a scheme makes of it."""

    def same(self, case, tolerance=1e-8, mechanism=False, several=RANKS, **keys):
        one = run(case, **keys)
        dt = one.time[1] - one.time[0]
        most = max(np.abs(p["displacement"]).max() for p in one.probe.values() if "velocity" in p)
        for ranks in several:
            with self.subTest(f"{case} {ranks}"):
                other = run(case, ranks=ranks, **keys)
                self.assertEqual(other.attrs["ranks"], ranks)
                for p, series in one.probe.items():
                    for k, values in series.items():
                        scale = np.abs(values).max() + (np.abs(series["force"]).max() if "force" in series and k.startswith(("force", "moment")) else 0)
                        if mechanism and k in ("acceleration", "reaction"):  # differences of displacements over dt^2
                            scale += most / dt**2
                        np.testing.assert_allclose(other.probe[p][k], values, atol=tolerance * max(scale, 1e-3), err_msg=f"{p} {k}")
                for s, a in one.reaction.items():  # of stiff elements, whose forces are 1e-10 of the displacements times EA
                    scale = max(np.abs(a).max(), one.energy["total"].max() / max(most, 1e-3), 1e-3)
                    self.assertLess(np.abs(other.reaction[s] - a).max(), 100 * tolerance * scale, f"reaction of {s}")
                for k in ("displacement", "rotation"):
                    if k in one.frames[-1]:
                        a, b = one.by_id(k), other.by_id(k)
                        self.assertLess(np.abs(a - b).max(), tolerance * max(1, np.abs(a).max()), k)
                for k in one.energy:
                    self.assertLess(np.abs(one.energy[k] - other.energy[k]).max(), 10 * tolerance * np.abs(one.energy["total"]).max(), k)
                for k in ("momentum", "angular_momentum"):
                    self.assertLess(np.abs(one.history[k] - other.history[k]).max(), 10 * tolerance * max(1, np.abs(one.history[k]).max()), k)
