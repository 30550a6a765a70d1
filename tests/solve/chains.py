# SPDX-License-Identifier: BSD-2-Clause
"""Factors of mechanisms by fronts: the answers of a library, a work in proportion to the length, pivots that are put off."""
import os
import random
import re
import unittest

import numpy as np

from run import RELEASE, FolderTest, Output, fsolve, options, run
import gmsh_file  # tools/

BEAM = {"part_link_set": "link", "part_link_element": "beam", "part_link_section": "circle", "part_link_radius": 0.005, "part_link_young": 2e9, "part_link_poisson": 0.3, "part_link_density": 1000}
MOTION = {"gravity": "0,2,-9.81", "parts": "link", **BEAM, "integrator": "lms4", "rho_inf": 0.5, "dt": 0.005, "t_end": 0.05, "output_every": 10}


def net(lines, joints, points, order=None):
    """A mesh of lines "link" and joints between points "joint", and "anchor", points[0]; order: new numbers of the points."""
    to = order or list(range(len(points)))
    where = [None] * len(points)
    for old, new in enumerate(to):
        where[new] = points[old]
    move = lambda cells: [tuple(to[p] for p in cell) for cell in cells]
    return where, {"link": (gmsh_file.LINE, move(lines)), "joint": (gmsh_file.LINE, move(joints)), "anchor": (gmsh_file.POINT, move([(0,)]))}


def chain(n, at=0, first=(0.0, 0.0, 0.0), along=(0.1, 0.0, 0.0)):
    """Points, links, joints of n links; at: the number of the first point."""
    points = [tuple(f + (k + 1) // 2 * a for f, a in zip(first, along)) for k in range(2 * n)]
    return points, [(at + 2 * k, at + 2 * k + 1) for k in range(n)], [(at + 2 * k + 1, at + 2 * k + 2) for k in range(n - 1)]


def tree(n):
    """Three chains from the end of one."""
    points, lines, joints = chain(n)
    root, end = 2 * n - 1, points[-1]
    for along in ((0.06, 0.08, 0.0), (0.06, -0.08, 0.0), (0.08, 0.0, 0.06)):
        more = chain(n, len(points), end, along)
        joints += [(root, len(points))] + more[2]
        lines += more[1]
        points += more[0]
    return points, lines, joints


def ladder(n):
    """Two chains side by side, joined by rungs on ball joints: n loops."""
    points, lines, joints = chain(n)
    other = chain(n, len(points), (0.0, 0.1, 0.0))
    points, lines, joints = points + other[0], lines + other[1], joints + other[2]
    for k in range(n):
        rung = len(points)
        points += [points[2 * k + 1], points[2 * n + 2 * k + 1]]
        lines.append((rung, rung + 1))
        joints += [(2 * k + 1, rung), (2 * n + 2 * k + 1, rung + 1)]
    return points, lines, joints


class Chains(FolderTest):
    def run_of(self, model, ranks=1, order=None, **keys):
        """The output, and the first line's size of fronts, entries, unknowns between ranks."""
        points, lines, joints = model
        path, out = os.path.join(self.folder, "m.msh"), os.path.join(self.folder, "o.h5")
        gmsh_file.write(path, *net(lines, joints, points, order))
        done = fsolve(options(mesh=path, joints="anchor,joint", joint_anchor_set="anchor", joint_anchor_type="spherical", joint_joint_set="joint", joint_joint_type="spherical",
                              output=out, overwrite=True, **{**MOTION, **keys}), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = re.search(r"LU by fronts \(up to (\d+) unknowns, ([\d.e+]+) entries; (\d+) unknowns between", done.stdout)
        return Output(out), tuple(map(float, found.groups())) if found else done.stdout

    def at_end(self, out, order=None):
        """What is at the points at the end, in the order in which the model has them."""
        fields = np.hstack([out.by_id(name) for name in ("displacement", "velocity")])
        return fields[order] if order else fields

    def test_answers_are_the_library_s(self):
        """Chain, tree and loops, on any number of ranks, and in a numbering by lot: as UMFPACK has it."""
        for name, model in (("chain", chain(20)), ("tree", tree(6)), ("ladder", ladder(7))):
            reference, line = self.run_of(model, pc_type="lu", pc_factor_mat_solver_type="umfpack")
            self.assertIn("by umfpack", line)
            exact = self.at_end(reference)
            order = list(range(len(model[0])))
            random.Random(3).shuffle(order)
            some = {"chain": ((3, order),), "tree": ((1, order),), "ladder": ((3, order),)}
            for ranks, numbers in ((1, None), (1, order), (2, None), (3, order), (8, None)) if RELEASE else some[name]:
                with self.subTest(f"{name} {ranks} {numbers is not None}"):
                    out, counts = self.run_of(model, ranks, numbers)
                    self.assertEqual(len(counts), 3, counts)
                    self.assertEqual(counts[2] > 0, ranks > 1)
                    # of Newton's method: its steps end at 1e-10 of the motion
                    np.testing.assert_allclose(self.at_end(out, numbers), exact, atol=1e-8 * abs(exact).max())

    def test_stabilized_steps(self):
        """Positions, velocities and both kinds of multipliers at once: as UMFPACK has it, in loops, too."""
        for name, model in (("chain", chain(20)), ("ladder", ladder(5))):
            reference, _ = self.run_of(model, stabilize="velocity", pc_type="lu", pc_factor_mat_solver_type="umfpack")
            exact = self.at_end(reference)
            for ranks in (1, 2, 3) if RELEASE else (1,) if name == "chain" else (3,):
                with self.subTest(f"{name} {ranks}"):
                    out, _ = self.run_of(model, ranks, stabilize="velocity")
                    np.testing.assert_allclose(self.at_end(out), exact, atol=1e-8 * abs(exact).max())

    def test_work_in_proportion_to_length(self):
        """Fronts of a node and a joint: as large, and as many entries a link, for ten times the links, whatever their numbers."""
        each = []
        for n in (30, 300):
            order = list(range(2 * n))
            random.Random(n).shuffle(order)
            for numbers in (None, order):
                _, (largest, entries, between) = self.run_of(chain(n), order=numbers, t_end=0.005)
                self.assertLessEqual(largest, 24)
                each.append(entries / n)
                if not numbers:  # a link: a node and its joint in a front of 15 that eliminates 9, a node in one of 12 that eliminates 6
                    self.assertLessEqual(entries, n * (9 * (2 * 15 - 9) + 6 * (2 * 12 - 6)))
        self.assertLess(max(each), 1.15 * min(each), each)
        _, (_, entries, between) = self.run_of(chain(300), 2, t_end=0.005)
        self.assertLess(entries, 1.3 * 300 * min(each))
        self.assertLessEqual(between, 30)  # a cut or two

    def test_start_by_fronts(self):
        """Nothing of a chain on one rank is factored by a library, neither its steps nor what is solved and checked before the first."""
        log = os.path.join(self.folder, "log")
        for stabilize in ("none", "velocity"):
            self.run_of(chain(30), t_end=0.005, log_view=":" + log, stabilize=stabilize)
            with open(log) as file:
                text = file.read()
            self.assertIn("PCSetUp", text)
            self.assertNotIn("MatLUFactorNum", text)

    def test_loops_of_bodies(self):
        """More joints than bodies, couplings, friction: multipliers that find no pivot with the body behind them."""
        for case, keys in (("squeezer", {"t_end": 2e-4}), ("four_bar", {"t_end": -19.9}), ("gear_train", {"t_end": 0.02}), ("slider_crank", {"t_end": 0.02}),
                           ("flexible_slider_crank", {"t_end": 0.01})):
            for ranks in (1, 2) if RELEASE else (2,) if case == "four_bar" else (1,):
                with self.subTest(f"{case} {ranks}"):
                    ours, theirs = (run(case, ranks, **keys, **solver) for solver in ({}, {"pc_type": "lu", "pc_factor_mat_solver_type": "mumps"}))
                    for name, series in theirs.probe.items():
                        for kind in ("displacement", "velocity"):
                            if kind in series:
                                np.testing.assert_allclose(ours.probe[name][kind], series[kind], atol=1e-8 * abs(series[kind]).max(), err_msg=f"{name} {kind}")

    def test_workspace_that_is_outgrown(self):
        """MUMPS is left half of what it estimates: Newton's method goes on with more, from where it was, and the steps are not cut back."""
        mumps = {"pc_type": "lu", "pc_factor_mat_solver_type": "mumps", "dt_min": MOTION["dt"], "t_end": 2 * MOTION["dt"]}
        ample, short = (self.at_end(self.run_of(chain(40), mat_mumps_icntl_14=percent, **mumps)[0]) for percent in (200, -50))
        np.testing.assert_allclose(short, ample, atol=1e-10 * abs(ample).max())

    def test_library_where_all_is_between_ranks(self):
        """Ranks have a joint or a body each: the first line says that MUMPS does it all."""
        self.assertIn("LU by mumps (several ranks)", self.run_of(chain(4), 8, t_end=0.005, mesh_partition="simple")[1])


if __name__ == "__main__":
    unittest.main()
