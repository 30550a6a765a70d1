# SPDX-License-Identifier: BSD-2-Clause
"""Joints of several cells: histories and frames by cell, in the order of the mesh. Chains of rods between masses: the tension of a link is
the weight below it, and each mass moves as the two links at it, and its weight, say."""
import shutil
import unittest

import numpy as np

import fsolve
import gmsh_file
import run
from run import LAUNCH, RANKS, RELEASE, FolderTest

G, N = 9.81, 12


class Chain(FolderTest):
    def setUp(self):
        super().setUp()
        self.places = {}

    def case(self, n, level=False):
        """n masses below one another or side by side, mass k being 1 + k / 10; nodes and links are numbered by chance. The first link hangs on a
        node that is held. Options, ends of links by their numbers, numbers of nodes."""
        chance = np.random.default_rng(5)
        number, order = chance.permutation(n + 1), chance.permutation(n)
        nodes = [None] * (n + 1)
        for k in range(n + 1):
            nodes[number[k]] = (float(k), 0.0, 0.0) if level else (0.0, 0.0, -float(k))
        ends = [(int(number[k]), int(number[k + 1])) for k in range(n)]
        sets = {"links": (gmsh_file.LINE, [ends[k] for k in order]), "top": (gmsh_file.POINT, [(int(number[0]),)])}
        mass = {}
        for k in range(n):
            sets[f"m{k}"] = gmsh_file.POINT, [(int(number[k + 1]),)]
            mass.update({f"part_m{k}_element": "mass", f"part_m{k}_mass": 1 + k / 10})
        gmsh_file.write(self.path("chain.msh"), nodes, sets)
        keys = {"mesh": self.path("chain.msh"), "parts": ",".join(["top"] + [f"m{k}" for k in range(n)]), "part_top_element": "mass", "part_top_mass": 1,
                 "supports": "top", "joints": "links", "joint_links_type": "distance", "gravity": f"0,0,-{G}", **mass}
        return keys, ends, number

    def chain(self, n, name="out.h5", level=False, **keys):
        """Its result, where link k is among the cells, rows of nodes from the top on, masses."""
        case, ends, number = self.case(n, level)
        r = fsolve.run(None, output=self.path(name), launch=LAUNCH, **{**case, **keys})
        place = np.empty(n, int)  # of link k among the cells, by what the file says of their nodes
        where = {tuple(r.node_id[c]): e for e, c in enumerate(r.joints["links"])}
        for k, (a, b) in enumerate(ends):
            place[k] = where[a + 1, b + 1]
        np.testing.assert_array_equal(place, self.places.setdefault(n, place))  # the same on any ranks
        rows = np.argsort(r.node_id)[number]
        return r, place, rows, 1 + np.arange(n) / 10

    def check_weights(self, n, ranks, history):
        r, place, _, m = self.chain(n, f"{ranks}.h5", dt=0.05, t_end=0.1, ranks=ranks, overwrite=True)
        weight = G * m[::-1].cumsum()[::-1]
        reaction = r.snapshot(-1)["links/reaction"][place]
        # the linear solver's accuracy of multipliers
        np.testing.assert_allclose(reaction, np.outer(weight, [0, 0, 1, 0, 0, 0]), atol=1e-9 * weight[0])
        np.testing.assert_allclose(r.snapshot(-1)["links/displacement"], np.zeros((n, 1)), atol=1e-12)
        self.assertEqual("links/reaction" in r.names(), history)
        if history:
            np.testing.assert_array_equal(r["links/reaction"][-1][place], reaction)
            self.assertEqual(r["links/displacement"].shape, (3, n, 1))

    def test_hanging(self):
        for ranks in RANKS if RELEASE else (1,):
            self.check_weights(N, ranks, True)
        self.check_weights(100, 1, True)
        self.check_weights(101, 2 if RELEASE else 1, False)  # more than histories have

    def check_motion(self, r, place, rows, m):
        """Of each mass at every frame, each of which is a step."""
        self.assertEqual(len(r.frames), len(r.time))
        for k, frame in enumerate(r.frames):
            links = r["links/reaction"][k][place]
            np.testing.assert_array_equal(frame["links/reaction"][place], links)
            np.testing.assert_array_equal(links[:, 3:], 0)
            force = links[:, :3] - np.vstack([links[1:, :3], np.zeros(3)]) - G * np.outer(m, [0, 0, 1])
            a = frame["acceleration"][rows[1:]]
            np.testing.assert_allclose(force, m[:, None] * a, atol=1e-7 * G * m.sum())
            along = np.diff(frame.positions()[rows], axis=0)  # forces are along the links, of length 1
            np.testing.assert_allclose(np.cross(links[:, :3], along), 0, atol=1e-7 * G * m.sum())

    MOTION = {"level": True, "dt": 0.01, "t_end": 0.2, "integrator": "esdirk43_6l", "stabilize": "projection", "output_every": 1}

    def test_swinging(self):
        """Let go at its side, on 1, 2, 3, 8 ranks; at a start along x all links are without forces."""
        one = None
        for ranks in RANKS:
            r, place, rows, m = self.chain(N, f"{ranks}.h5", ranks=ranks, **self.MOTION)
            self.check_motion(r, place, rows, m)
            values = r["links/reaction"]
            self.assertEqual(values.shape, (21, N, 6))
            self.assertGreater(abs(values[-1, :, :3]).max(), G)
            if one is None:
                one = values
            np.testing.assert_allclose(values, one, atol=1e-7 * abs(one).max())
        np.testing.assert_array_equal(r.history("links/reaction", "z"), values[:, :, 2])
        self.assertEqual(r.probe("links").names(), ["displacement", "reaction"])

    def test_restart(self):
        """Bits on as many ranks; on others the same to the solver's accuracy, in the same file."""
        whole = self.chain(N, "whole.h5", ranks=2, **self.MOTION)[0]["links/reaction"]
        point = {"checkpoint": self.path("point"), "checkpoint_every": 7}
        for ranks, tolerance in ((2, 0), (3, 1e-7))[: 2 if RELEASE else 1]:
            self.chain(N, "out.h5", ranks=2, overwrite=True, **{**self.MOTION, **point, "t_end": 0.1})
            shutil.copy(self.path("point"), self.path("first"))
            again = self.chain(N, "out.h5", ranks=ranks, restart=self.path("first"), **self.MOTION)
            self.check_motion(*again)
            np.testing.assert_allclose(again[0]["links/reaction"], whole, rtol=0, atol=tolerance * abs(whole).max())

    def test_fields(self):
        """Of frames that do not have joints, and of those that have nothing else."""
        keys = {"dt": 0.01, "t_end": 0.02, "overwrite": True}
        self.assertEqual(self.chain(N, output_fields="displacement", **keys)[0].snapshot().names(), ["displacement"])
        self.assertEqual(self.chain(N, output_fields="joints", **keys)[0].snapshot().names(), ["links/displacement", "links/reaction"])
        single = self.chain(N, output_precision="single", **keys)[0]
        self.assertEqual((single.snapshot()["links/reaction"].dtype, single["links/reaction"].dtype), (np.float32, np.float64))
        with self.assertRaisesRegex(fsolve.FsolveError, "-envelopes: there is no field 'joints'"):
            self.chain(N, envelopes="joints", **keys)

    def test_line_of_what_has_no_history(self):
        for n, lines in ((100, []), (101, ["no history of joint 'links': it has 101 cells, more than 100; snapshots have its results"])):
            done = run.fsolve(run.options(output=self.path("out.h5"), overwrite=True, dt=0.05, t_end=0.05, **self.case(n)[0]), 2 if RELEASE else 1)
            self.assertEqual((done.returncode, [line for line in done.stdout.splitlines() if "history" in line]), (0, lines))

    def test_response(self):
        """The forces of the links of a chain of two that is shaken lengthwise: they carry what is below, as a rigid rod does."""
        shake = {"loads": "m1", "load_m1_force": "0,0,2", "load_m1_harmonic": "1,0"}
        r, place, _, _ = self.chain(2, analysis="response", initial_static=True, response_frequencies="0.2,0.9", **shake)
        np.testing.assert_allclose(r.response["links/reaction"][:, place, 2], -2, rtol=1e-6)


if __name__ == "__main__":
    unittest.main()
