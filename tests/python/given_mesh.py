# SPDX-License-Identifier: BSD-2-Clause
"""A mesh by arrays is that of a file: the same results, in whatever way the ranks share it, and the same checks."""
import os
import subprocess
import sys
import unittest

import numpy as np

import fsolve
from run import LAUNCH, SOURCE, FolderTest

BALLOON = os.path.join(SOURCE, "inputs", "inflated_membrane.opts")
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}
# A frame of 2- and 3-node lines with points: nodes out of order, with gaps.
NODES = [(10, 0, 0, 0), (3, 0, 0, 1), (4, 0, 0, 2), (7, 1, 0, 2), (8, 2, 0, 2), (20, 2, 0, 1), (21, 2, 0, 0)]
LINES = {1: (10, 3), 2: (3, 4), 3: (8, 20), 4: (20, 21)}
BOW = {5: (4, 8, 7)}
FRAME = dict(parts={"posts": {**ROD, "set": "posts"}, "bow": {**ROD, "set": "bow"}}, supports={"feet": {}}, loads={"top": {"force": (1e4, 2e3, -3e4)}},
             probes={"top": {}}, t_end=0.02, dt=1e-3)
SHORT = {**FRAME, "t_end": 0.002}


def read_msh(path):
    """Points with their numbers, and cells with numbers, types, nodes and group names, of a text file of version 2.2."""
    with open(path) as f:
        lines = f.read().split("\n")
    at = {line: k for k, line in enumerate(lines) if line.startswith("$")}
    rows = lambda name: [lines[at[name] + 2 + k].split() for k in range(int(lines[at[name] + 1]))]
    names = {int(r[1]): r[2].strip('"') for r in rows("$PhysicalNames")}
    numbers = np.array([int(r[0]) for r in rows("$Nodes")])
    x = np.array([[float(v) for v in r[1:]] for r in rows("$Nodes")])
    cells = [(int(r[0]), int(r[1]), [int(v) for v in r[3 + int(r[2]):]], names[int(r[3])]) for r in rows("$Elements")]
    return numbers, x, cells


def balloon(share=slice(None)):
    """The mesh of BALLOON as arrays: all of it, or a share of nodes and cells. Sets are shared, too."""
    names = {15: "point", 1: "line", 2: "triangle", 3: "quad"}
    numbers, x, cells = read_msh(os.path.join(SOURCE, "meshes", "octant.msh"))
    # version 2.2 repeats a cell for each of its groups: here it is there once, in several sets
    first, members = {}, {}
    for number, kind, nodes, group in cells:
        members.setdefault(group, []).append(first.setdefault((kind, tuple(nodes)), number))
    own = [(number, *key) for key, number in first.items()][share]
    kinds = {kind for _, kind, _ in own}
    blocks = [(names[k], [nodes for _, kind, nodes in own if kind == k]) for k in sorted(kinds)]
    return {"points": x[share], "numbers": numbers[share], "cells": blocks,
            "cell_numbers": [number for k in sorted(kinds) for number, kind, _ in own if kind == k],
            "cell_sets": {g: np.array(m)[share] for g, m in members.items()}}


def msh(folder):
    """The frame as a file of version 2.2."""
    groups = {"feet": 1, "top": 2, "posts": 3, "bow": 4}
    cells = [(1, groups["posts"], n) for n in LINES.values()] + [(8, groups["bow"], n) for n in BOW.values()]
    cells += [(15, groups["feet"], (10,)), (15, groups["feet"], (21,)), (15, groups["top"], (4,))]
    path = os.path.join(folder, "frame.msh")
    with open(path, "w") as f:
        f.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n" + "".join(
            f'{0 if g in ("feet", "top") else 1} {t} "{g}"\n' for g, t in groups.items()) + "$EndPhysicalNames\n")
        f.write(f"$Nodes\n{len(NODES)}\n" + "".join("%d %r %r %r\n" % n for n in sorted(NODES)) + "$EndNodes\n")
        f.write(f"$Elements\n{len(cells)}\n" + "".join(
            f"{k + 1} {kind} 2 {tag} {tag} {' '.join(map(str, n))}\n" for k, (kind, tag, n) in enumerate(cells)) + "$EndElements\n")
    return path


def frame():
    """The frame as arrays."""
    return {"points": np.array([n[1:] for n in NODES], float), "numbers": [n[0] for n in NODES],
            "lines": np.array(list(LINES.values())), "line3": np.array(list(BOW.values())), "cell_numbers": [*LINES, *BOW],
            "sets": {"feet": [21, 10, 10], "top": [4]}, "cell_sets": {"posts": list(LINES), "bow": list(BOW)}}


# Ranks share the frame in different ways, and the balloon; rank 0 writes the results.
RANKS = """
import sys, numpy as np, fsolve
from given_mesh import FRAME, BALLOON, SHORT, balloon, frame
rank, size = int(sys.argv[2]), int(sys.argv[3])
ways = {"last": lambda n: np.arange(n if rank == size - 1 else 0), "turns": lambda n: np.arange(n)[::-1][rank::size]}
kept = {}
for way, share in ways.items():
    whole = frame()
    own = np.sort(share(5))
    mine = {**{k: np.array(whole[k])[share(7)] for k in ("points", "numbers")}, "cell_numbers": 1 + own, "lines": whole["lines"][own[own < 4]],
            "line3": whole["line3"][own[own >= 4] - 4],
            **{k: {name: np.array(v)[share(len(v))] for name, v in whole[k].items()} for k in ("sets", "cell_sets")}}
    with fsolve.Case(mesh=mine, **SHORT) as case:
        kept["frame_" + way] = case.run()["top/displacement"]
with fsolve.Case(BALLOON, mesh=balloon(slice(rank, None, size))) as case:
    kept["balloon"] = case.run()["top/displacement"]
if rank == 0:
    np.savez(sys.argv[1], **kept)
"""
START = 'import os, sys; sys.argv += [os.environ.get("OMPI_COMM_WORLD_RANK", "0"), os.environ.get("OMPI_COMM_WORLD_SIZE", "1")]'


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class GivenMesh(FolderTest):
    def run_frame(self, mesh, **keys):
        with fsolve.Case(mesh=mesh, **{**FRAME, **keys}) as case:
            case.run()
            return {k: case[k] for k in case.keys() if k.startswith(("/history", "/mesh", "/snapshots")) and isinstance(case[k], np.ndarray)}

    def test_balloon(self):
        """A case of inputs/ gives the same bits by its file and by arrays."""
        with fsolve.Case(BALLOON) as case:
            expected = case.run()["top/displacement"]
            nodes, lines = case["/mesh/nodes"], case.lines
        with fsolve.Case(BALLOON, mesh=balloon()) as case:
            np.testing.assert_array_equal(case.run()["top/displacement"], expected)
            np.testing.assert_array_equal(case["/mesh/nodes"], nodes)
            sets = [line for line in lines if line.startswith("mesh:")]
            self.assertEqual([line for line in case.lines if line.startswith("mesh:")], sets)

    def test_frame(self):
        """Lines of 2 and 3 nodes, and sets of nodes, are those of a file: the same bits of all results."""
        expected, got = self.run_frame(msh(self.folder)), self.run_frame(frame())
        self.assertEqual(set(got), set(expected))
        for name in expected:
            if "solver" not in name:
                np.testing.assert_array_equal(got[name], expected[name], err_msg=name)

    def test_without_numbers(self):
        """Nodes and cells are numbered from 0 in their order; points in a plane have two coordinates."""
        order = {n[0]: k for k, n in enumerate(NODES)}
        x = np.array([(n[1], n[3]) for n in NODES], float)
        mesh = {"points": x, "cells": [("line", [[order[i] for i in n] for n in LINES.values()]), ("line3", [[order[i] for i in BOW[5]]])],
                "point_sets": {"feet": [order[10], order[21]], "top": np.array([order[4]])}, "cell_sets": {"posts": [np.arange(4), None], "bow": [[], [0]]},
                "rotate": (90, 0, 0)}
        expected, got = (self.run_frame(m)["/history/top/displacement"] for m in (frame(), mesh))
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-9 * np.abs(expected).max())

    def test_ranks(self):
        """One and three ranks, which share the mesh in several ways."""
        with fsolve.Case(BALLOON) as case:
            expected = {"balloon": case.run()["top/displacement"]}
        expected["frame"] = self.run_frame(frame(), **SHORT)["/history/top/displacement"]
        for ranks in (1, 3):
            path = os.path.join(self.folder, f"{ranks}.npz")
            done = subprocess.run(LAUNCH.format(ranks=ranks).split() + [sys.executable, "-c", START + RANKS, path], capture_output=True, text=True,
                                  timeout=250, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *sys.path])})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            got = np.load(path)
            for name in got:
                right = expected[name.split("_")[0]]
                np.testing.assert_allclose(got[name], right, rtol=0, atol=1e-9 * np.abs(right).max(), err_msg=f"{name} on {ranks} ranks")

    def test_restart(self):
        """A restart needs the mesh again, and recognizes another one."""
        point = os.path.join(self.folder, "point")
        expected = self.run_frame(frame())["/history/top/displacement"][-1]
        self.run_frame(frame(), t_end=0.01, checkpoint=point, output=os.path.join(self.folder, "a.h5"))
        got = self.run_frame(frame(), restart=point)["/history/top/displacement"][-1]
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
        moved = frame()
        moved["points"][3, 0] += 1e-3
        with self.assertRaisesRegex(fsolve.FsolveError, "nodes or cells are different"):
            self.run_frame(moved, restart=point)
        with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetMesh"):
            self.run_frame("arrays", restart=point)

    def test_wrong_meshes(self):
        """One line names what is wrong."""
        def wrong(**keys):
            mesh = {**frame(), **keys}
            with self.assertRaises(fsolve.FsolveError) as raised:
                self.run_frame(mesh)
            self.assertEqual(str(raised.exception).count("\n"), 0)
            return str(raised.exception)

        x, numbers, lines = frame()["points"], list(frame()["numbers"]), frame()["lines"]
        self.assertIn("node 10 is in the arrays twice", wrong(numbers=[10, 3, 4, 7, 8, 20, 10]))
        self.assertIn("node -1: numbers are from 0", wrong(numbers=[-1, *numbers[1:]]))
        bad = x.copy()
        bad[2, 1] = np.nan
        self.assertRegex(wrong(points=bad), r"node 4, .* \(0, nan, 2\)")
        self.assertIn("node 99 is in no cell and in no set", wrong(points=np.vstack([x, [5, 5, 5]]), numbers=[*numbers, 99]))
        self.assertIn("cell 4 needs node 22, which is not in the arrays", wrong(lines=np.vstack([lines[:3], [20, 22]])))
        self.assertIn("cell 1 has node 3 twice", wrong(lines=np.vstack([[3, 3], lines[1:]])))
        self.assertIn("cell 1 is there twice", wrong(cell_numbers=[1, 1, 3, 4, 5]))
        self.assertIn("set 'top' names node 5, which is not in the arrays", wrong(sets={"feet": [10, 21], "top": [5]}))
        self.assertIn("set 'bow' names cell 17, which does not exist", wrong(cell_sets={"posts": [1, 2, 3, 4], "bow": [17]}))
        self.assertIn("is longer than 63", wrong(sets={"feet": [10, 21], "top": [4], "x" * 70: [4]}))
        self.assertIn("a set has no name", wrong(sets={"feet": [10, 21], "top": [4], "": [4]}))
        self.assertIn("no kind of cells 'tetra'", wrong(cells=[("tetra", [[10, 3, 4, 7]])]))
        self.assertIn("[n, 2]", wrong(lines=[[1, 2, 3]]))
        self.assertIn("whole numbers", wrong(lines=lines + 0.5))
        self.assertIn("points have the shape", wrong(points=[1, 2, 3]))
        self.assertIn("the mesh has no cells", wrong(points=[], numbers=None, lines=[], line3=[], cell_numbers=None, sets={}, cell_sets={}))
        with fsolve.Case(mesh=frame(), **FRAME, output=self.path("kept.h5")) as case:
            case.setup()
            with self.assertRaisesRegex(fsolve.FsolveError, "set-up of this case is done"):
                case.set(mesh=frame())
        with self.assertRaisesRegex(fsolve.FsolveError, "call FsCaseSetMesh"):
            self.run_frame("arrays")


if __name__ == "__main__":
    unittest.main()
