# SPDX-License-Identifier: BSD-2-Clause
"""Meshes of points and members in the options: what they are, by enumeration of all copies; and their numbers, the same on any number of ranks."""
import itertools
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

from run import RANKS, RELEASE, fsolve, options, release, run

BEAM = {"element": "beam", "section": "circle", "radius": 0.01, "young": 1e9, "poisson": 0.3, "density": 1000}
BAR = {"element": "bar", "young": 1e9, "area": 1, "density": 1000}


def numbers(x):
    return ",".join(repr(float(v)) for v in x)


def turn(axis, angle):
    """The matrix of a rotation, by Rodrigues."""
    a = np.array(axis) / np.linalg.norm(axis)
    w = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return np.eye(3) + np.sin(angle) * w + (1 - np.cos(angle)) * w @ w


class Description:
    """A frame as options, and all of its nodes and cells as dictionaries."""

    def __init__(self):
        self.keys, self.points, self.members, self.patterns = {}, {}, {}, {}

    def point(self, name, x):
        self.points[name] = np.array(x, float)
        self.keys[f"point_{name}"] = numbers(x)

    def member(self, name, ends, n=1, order=1):
        self.members[name] = ([(e.split("+")[0], tuple(int(k) for k in (e.split("+")[1:] + [0, 0, 0])[:3])) for e in ends], n, order)
        self.keys.update({f"member_{name}": ",".join(ends), f"member_{name}_n": n, f"member_{name}_order": order})

    def pattern(self, name, points, n, vectors=(), axis=None, point=(0, 0, 0), angle=None):
        self.patterns[name] = (points, tuple(n) + (1,) * (3 - len(n)), vectors, axis, np.array(point, float), angle)
        self.keys.update({f"pattern_{name}": ",".join(points), f"pattern_{name}_n": ",".join(map(str, n))})
        for behind, v in zip(("", "2", "3"), vectors):
            if v is not None:
                self.keys[f"pattern_{name}_vector{behind}"] = numbers(v)
        if axis is not None:
            self.keys.update({f"pattern_{name}_axis": numbers(axis), f"pattern_{name}_point": numbers(point)})
            if angle is not None:
                self.keys[f"pattern_{name}_angle"] = repr(float(angle))

    def options(self):
        words = {"mesh": "frame", "points": ",".join(self.points), "members": ",".join(self.members)}
        if self.patterns:
            words["patterns"] = ",".join(self.patterns)
        return {**words, **self.keys}

    def pattern_of(self, name):
        return next((p for p, v in self.patterns.items() if name in v[0]), None)

    def place(self, name, copy):
        x, p = self.points[name], self.pattern_of(name)
        if not p:
            return x
        _, n, vectors, axis, point, angle = self.patterns[p]
        v = [np.zeros(3) if len(vectors) <= d or vectors[d] is None else np.array(vectors[d]) for d in range(3)]
        x = x + copy[1] * v[1] + copy[2] * v[2]
        if axis is not None:
            x = point + turn(axis, np.radians(copy[0] * (360 / n[0] if angle is None else angle))) @ (x - point)
        return x + copy[0] * v[0]

    def enumerate(self):
        """places {node: x}, cells [(nodes)], sets {name: nodes}, of copies, too, as "a+3+0+0"; a node is (point, copy) or (member, piece, copy, place)."""
        places, cells, sets = {}, [], {s: set() for s in (*self.points, *self.members)}
        named = lambda name, copy: sets.setdefault(name + "".join(f"+{k}" for k in copy), set())
        for name in self.points:
            n = self.patterns[self.pattern_of(name)][1] if self.pattern_of(name) else (1, 1, 1)
            for copy in itertools.product(*map(range, n)):
                places[name, copy] = self.place(name, copy)
                sets[name].add((name, copy))
                named(name, copy).add((name, copy))
        for name, (ends, n, order) in self.members.items():
            for piece, (a, b) in enumerate(zip(ends, ends[1:])):
                p = self.pattern_of(a[0]) or self.pattern_of(b[0])
                _, copies, vectors, axis, _, angle = self.patterns[p] if p else (None, (1, 1, 1), (), None, None, None)
                closed = p and axis is not None and copies[0] > 1 and (len(vectors) == 0 or vectors[0] is None) and (angle is None or abs(angle * copies[0]) == 360)
                for copy in itertools.product(*map(range, copies)):
                    at = []
                    for point, ahead in (a, b):
                        to = [c + k for c, k in zip(copy, ahead)] if self.pattern_of(point) else [0, 0, 0]
                        if closed and self.pattern_of(point):
                            to[0] %= copies[0]
                        at.append((point, tuple(to)))
                    if any(e not in places for e in at):
                        continue
                    line = [at[0]] + [(name, piece, copy, i) for i in range(1, n * order)] + [at[1]]
                    for i, node in enumerate(line[1:-1], 1):
                        places[node] = places[at[0]] + i / (n * order) * (places[at[1]] - places[at[0]])
                    sets[name].update(line)
                    named(name, copy).update(line)
                    cells += [tuple(line[order * k:order * (k + 1) + 1]) for k in range(n)]
        return places, cells, sets


KINDS = {  # copies have so many directions; what of vectors v, axis and point a pattern of the kind gives
    "line": (1, lambda v, axis, point: (v[:1],)),
    "grid": (2, lambda v, axis, point: (v[:2],)),
    "block": (3, lambda v, axis, point: (v,)),
    "ring": (1, lambda v, axis, point: ((), axis, point)),
    "sector": (1, lambda v, axis, point: ((), axis, point, 17)),
    "screw": (1, lambda v, axis, point: (v[:1], axis, point, 23)),
    "tower": (2, lambda v, axis, point: ([None, v[1]], axis, point)),
}


def random_frame(rng):
    """Points in and out of patterns of some kinds, and members between different points of these."""
    d = Description()
    loose = [f"p{i}" for i in range(3)]
    for p in loose:
        d.point(p, rng.normal(size=3))
    d.member("polygon", loose, 2)
    for k, kind in enumerate(rng.permutation(list(KINDS))[:2]):
        directions, words = KINDS[kind]
        mine = [f"q{k}{c}" for c in "abc"]
        for p in mine:
            d.point(p, rng.normal(size=3))
        d.pattern(kind, mine, [int(i) for i in rng.integers(2, 6, directions)], *words(5 * rng.normal(size=(3, 3)), *rng.normal(size=(2, 3))))
        ahead = ["".join(f"+{rng.integers(0, 2)}" for _ in range(directions)) for _ in range(6)]
        pairs = [(mine[0], mine[1] + ahead[0]), (mine[1] + ahead[1], mine[2] + ahead[2]), (mine[2] + ahead[3], str(rng.choice(loose))), (mine[0] + ahead[4], mine[2] + ahead[5])]
        for m, ends in enumerate(pairs):
            d.member(f"m{k}{m}", ends, int(rng.integers(1, 5)), int(rng.integers(1, 3)))
    return d


class Frames(unittest.TestCase):
    def made(self, d, ranks, folder, element=BEAM, **keys):
        """Nodes and cells of a frame as the program has them, and the initial displacements."""
        beam = {f"part_beams_{k}": v for k, v in element.items()}
        path = os.path.join(folder, f"{ranks}.h5")
        done = fsolve(options(output=path, overwrite=True, quiet=True, **d.options(), parts="beams", part_beams_set="all", **beam, dt=1e-9, t_end=1e-9,
                              output_every=1, **keys), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(path) as f:
            part = f["mesh/parts/beams"]
            return f["mesh/nodes"][:], [c for shape in sorted(part) for c in part[shape][:]], f["snapshots/000000/displacement"][:]

    def test_random_frames_against_enumeration(self):
        for seed in range(int(os.environ.get("FSOLVE_FRAME_SEEDS", 5 if RELEASE else 3))):
            rng = np.random.default_rng(seed)
            d = random_frame(rng)
            places, cells, sets = d.enumerate()
            used = {n for c in cells for n in c}
            pick = lambda copies: str(rng.choice([s for s in sets if sets[s] & used and ("+" in s) == copies]))
            chosen = pick(seed % 2 == 0)
            also = pick(True)
            sets[f"{chosen},{also}"] = sets[chosen] | sets[also]
            chosen = f"{chosen},{also}" if seed % 3 == 2 and also != chosen else chosen
            moved = {"initials": "i", "initial_i_set": chosen, "initial_i_displacement_x": "1e-9"}
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                x, made, u = self.made(d, 1, folder, **moved)
                self.assertEqual(len(x), len(places))
                key = {node: tuple(np.round(at, 9)) for node, at in places.items()}
                self.assertEqual(len(set(key.values())), len(key))  # else places would not tell nodes apart
                number = {k: node for node, k in key.items()}
                names = [number[min(number, key=lambda k, at=at: np.abs(np.subtract(k, at)).max())] for at in x]
                np.testing.assert_allclose(x, [places[n] for n in names], atol=1e-12)
                self.assertEqual(sorted(map(repr, names)), sorted(map(repr, places)))
                as_file = [(c[0], c[2], c[1]) if len(c) == 3 else c for c in cells]  # ends first
                self.assertEqual(sorted(tuple(map(repr, (names[i] for i in c))) for c in made), sorted(tuple(map(repr, c)) for c in as_file))
                self.assertEqual({repr(n) for n, v in zip(names, u) if v[0] != 0}, {repr(n) for n in sets[chosen] & used})
                for ranks in {(2, 3, 8)[seed % 3]} & set(RANKS):
                    xr, maker, ur = self.made(d, ranks, folder, **moved)
                    np.testing.assert_array_equal(xr, x)
                    self.assertEqual([list(c) for c in maker], [list(c) for c in made])
                    np.testing.assert_array_equal(ur, u)

    def partition(self, ranks, extent, **more):
        """(method, most work of one over the mean, copies of nodes on other ranks) of a net of trusses."""
        words = {"mesh": "frame", "points": "a", "point_a": "0,0,0", "patterns": "net", "pattern_net": "a", "pattern_net_n": extent, "pattern_net_vector": "1,0,0", "pattern_net_vector2": "0,1,0",
                 "members": "along,across", "member_along": "a,a+1", "member_across": "a,a+0+1", "parts": "all", "part_all_element": "truss", "part_all_ea": 1, "part_all_mass_per_length": 1,
                 "part_all_prestress": 1, "dt": 1e-3, "t_end": 1e-3, "show": "model", **more}
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output=os.path.join(folder, "out.h5"), **words), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = re.search(r"partition: (\S+) on \d+ ranks, the largest work is (\S+) of the mean; ghost nodes: (\d+)", done.stdout)
        return found[1], float(found[2]), int(found[3])

    @unittest.skipUnless(os.environ["FSOLVE_PTSCOTCH"] == "1", "no PT-Scotch")
    def test_partition_of_the_graph(self):
        """On eight ranks the threads of PT-Scotch would call MPI."""
        method, work, copies = self.partition(8, "8,8,8", mesh_partition="ptscotch", pattern_net_vector3="0,0,1", members="along,across,up", member_up="a,a+0+0+1")
        self.assertEqual(method, "ptscotch")
        self.assertLess(work, 1.1)
        self.assertLess(copies, 7 * 64)

    def test_partition(self):
        """A square net on 12 ranks: in stretches of its rows 11 borders of at least 48 points, each with a copy; rectangles of 12 x 16 points have half of that. Of a long
        net no cut is shorter than one across, with its 4 points."""
        method, work, copies = self.partition(12, "48,48")
        self.assertEqual(method, "curve")
        self.assertLess(work, 1.05)
        self.assertLess(copies, 450)
        if RELEASE:
            self.assertEqual(self.partition(12, "48,48", mesh_partition="curve"), (method, work, copies))
            self.assertGreaterEqual(self.partition(12, "48,48", mesh_partition="simple")[2], 11 * 48)
        method, work, copies = self.partition(4, "200,4")
        self.assertEqual(method, "simple")
        self.assertLessEqual(copies, 3 * (4 + 1))

    def test_copies_as_parts(self):
        """Cells of a copy: a ladder whose rungs are a part each, in names of one and of two numbers; all that is in the copy of a set of two members."""
        d = Description()
        d.point("a", (0, 0, 0)), d.point("b", (0, 1, 0)), d.point("c", (0, 5, 5))
        d.member("rung", ("a", "b"), 3), d.member("left", ("a", "a+1"), 2), d.member("right", ("b", "b+1"), 1, 2), d.member("tie", ("b", "c"))
        d.keys.update(member_left_sets="rails", member_right_sets="rails")
        d.pattern("ladder", ["a", "b"], [5], [(1, 0, 0)])
        sets = {"first": "rung+0", "last": "rung+4", "middle": "rung+1,rung+2+0,rung+3", "rest": "rails+0+0+0,rails+1,rails+2,rails+3", "ties": "tie"}
        words = {f"part_{p}_{k}": v for p in sets for k, v in BEAM.items()}
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 3):
                path = os.path.join(folder, f"{ranks}.h5")
                done = fsolve(options(output=path, quiet=True, dt=1e-9, t_end=1e-9, **d.options(), parts=",".join(sets), **words, **{f"part_{p}_set": s for p, s in sets.items()}), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(path) as f:
                    x = f["mesh/nodes"][:]
                    at = {p: {s: x[c[:]] for s, c in f[f"mesh/parts/{p}"].items()} for p in sets}
                self.assertEqual({p: sum(len(c) for c in shapes.values()) for p, shapes in at.items()}, {"first": 3, "last": 3, "middle": 9, "rest": 8 + 4, "ties": 5})
                for part, place in (("first", 0), ("last", 4)):
                    np.testing.assert_array_equal(at[part]["line"][:, :, 0], place)
                self.assertEqual(at["rest"]["line3"].shape, (4, 3, 3))

    def test_cells_of_all_members(self):
        """-members_n and _order are those of members that do not say otherwise; links keep their one cell."""
        d = Description()
        d.point("a", (0, 0, 0)), d.point("b", (1, 0, 0)), d.point("c", (1, 2, 0)), d.point("e", (1, 2, 0))
        for name, ends in (("one", "ab"), ("two", "bc"), ("three", "ea")):
            d.member(name, tuple(ends))
        d.keys.update(links="pin", link_pin="c,e", joints="pin", joint_pin_type="spherical")
        spoken = {**d.keys, "member_one_n": 4, "member_one_order": 2, "member_two_n": 4, "member_three_n": 3, "member_three_order": 2}
        silent = {k: v for k, v in d.keys.items() if not k.endswith(("_n", "_order"))}
        with tempfile.TemporaryDirectory() as folder:
            d.keys = spoken
            x, cells, _ = self.made(d, 1, folder)
            d.keys = {**silent, "members_n": 4, "members_order": 2, "member_two_order": 1, "member_three_n": 3}
            again, cells_again, _ = self.made(d, 2 if RELEASE else 1, folder)
        np.testing.assert_array_equal(again, x)
        self.assertEqual([list(c) for c in cells_again], [list(c) for c in cells])
        self.assertEqual(sorted(map(len, cells)), [2] * 4 + [3] * 7)

    def test_arcs(self):
        """A quarter and three quarters of a circle about (1, 2) in a plane z = 3, on a ring of copies: all nodes are on their circles, evenly spaced."""
        d = Description()
        d.point("a", (3, 2, 3)), d.point("b", (1, 4, 3)), d.point("c", (1, 2, 3))
        d.member("short", ("a", "b"), 6), d.member("long", ("a", "b"), 9, 2), d.member("axis", ("c", "a"))
        d.keys.update(member_short_center="1,2,3", member_long_through="1,0,3")
        d.pattern("ring", ["a", "b", "c"], [3], [], (1, 0, 0), (0, 2, 0), 120)
        with tempfile.TemporaryDirectory() as folder:
            x, cells, _ = self.made(d, 2 if RELEASE else 1, folder)
        first = [at for at in x if abs(at[2] - 3) < 1e-12]
        angles = sorted(np.degrees(np.arctan2(at[1] - 2, at[0] - 1)) % 360 for at in first if np.hypot(at[0] - 1, at[1] - 2) > 1)
        np.testing.assert_allclose([np.hypot(at[0] - 1, at[1] - 2) for at in first if np.hypot(at[0] - 1, at[1] - 2) > 1], 2, rtol=1e-14)
        np.testing.assert_allclose(angles, sorted([*np.arange(0, 91, 15), *(90 + 15 * np.arange(1, 18))]), atol=1e-9)
        self.assertEqual(len(x), 3 * len(first))
        self.assertEqual(len(cells), 3 * 16)

    @release
    def test_a_lattice_of_many_beams_is_shared(self):
        """20 x 20 x 20 points with members along all axes: 3 x 19 x 20 x 20 beams, on 8 ranks nearly as many each, and one body."""
        d = Description()
        d.point("a", (0, 0, 0))
        d.member("x", ("a", "a+1")), d.member("y", ("a", "a+0+1")), d.member("z", ("a", "a+0+0+1"))
        d.pattern("cells", ["a"], (20, 20, 20), np.eye(3))
        with tempfile.TemporaryDirectory() as folder:
            x, cells, _ = self.made(d, 8, folder, BAR, integrator="central_difference")
        self.assertEqual((len(x), len(cells)), (8000, 3 * 19 * 400))
        self.assertEqual(len({tuple(sorted(c)) for c in cells}), len(cells))
        np.testing.assert_allclose(np.linalg.norm(x[[c[0] for c in cells]] - x[[c[1] for c in cells]], axis=1), 1)


class Together(unittest.TestCase):
    """Several meshes in one model, scaled, turned, moved and joined."""

    def test_halves_of_a_bar_are_the_bar(self):
        """A cantilever of ten cells, and one of a grid and a frame that are joined in its middle: the same deflection."""
        words = {"analysis": "static", "dt": 1, "parts": "beams", "part_beams_set": "all", **{f"part_beams_{k}": v for k, v in BEAM.items()},
                 "supports": "start", "loads": "tip", "load_tip_force": "0,0,-0.1", "probes": "tip"}
        whole = run(mesh="line", mesh_n=10, mesh_upper="2,0,0", load_tip_set="end", probe_tip_set="end", **words)
        frame = {"points": "middle,tip", "point_middle": "0,0,0", "point_tip": "0,1,0", "members": "outer", "member_outer": "middle,tip", "member_outer_n": 5}
        for ranks in (1, 3):
            halves = run(ranks=ranks, mesh="line,frame", mesh_n=5, mesh_upper="1000,0,0", mesh_scale="1e-3,1", mesh_rotate="0,0,0,0,0,-90",
                         mesh_translate="0,0,0,1,0,0", mesh_join=1e-9, **frame, **words)
            self.assertEqual(len(halves.nodes), 11)
            np.testing.assert_allclose(halves.probe["tip"]["displacement"][-1], whole.probe["tip"]["displacement"][-1], rtol=1e-9, atol=1e-12)

    def test_the_nearest_node_is_joined(self):
        """A bar from (2.6, 0, 0) within 2.7 of all four nodes of a line: it becomes the bar from the last, and a distance that is hardly one joins none."""
        words = {"points": "a,b", "point_a": "2.6,0,0", "point_b": "2.6,7,0", "members": "m", "member_m": "a,b", "mesh": "line,frame", "mesh_n": 3, "mesh_upper": "3,0,0",
                 "parts": "bars", "part_bars_set": "all", **{f"part_bars_{k}": v for k, v in BAR.items()}, "dt": 1e-9, "t_end": 1e-9, "integrator": "central_difference"}
        for apart, x in (("2.7", 3), ("1e-300", 2.6)):
            with self.subTest(apart), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "o.h5")
                done = fsolve(options(**words, mesh_join=apart, output=path, quiet=True))
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(path) as f:
                    bars = f["mesh/nodes"][:][f["mesh/parts/bars/line"][:]]
                self.assertEqual(sorted(bars.tolist()), [*([[k, 0, 0], [k + 1, 0, 0]] for k in range(3)), [[x, 0, 0], [2.6, 7, 0]]])


def braced(**keys):
    """A portal of beams with a diagonal bar."""
    return {"analysis": "modes", "modes": 3, "mesh": "frame", "directions": "xz", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,4", "point_c": "5,0,4", "point_d": "5,0,0", "members": "left,beam,right,bar",
            "member_left": "a,b", "member_beam": "b,c", "member_right": "d,c", "member_bar": "a,c", "parts": "frame,brace", "part_frame_set": "left,beam,right", "part_frame_element": "beam", "part_frame_section": "rectangle",
            "part_frame_width": 0.12, "part_frame_height": 0.12, "part_frame_young": 2.1e11, "part_frame_poisson": 0.3, "part_frame_density": 7850, "part_brace_set": "bar", "part_brace_element": "truss",
            "part_brace_ea": 1.05e8, "part_brace_mass_per_length": 3.925, "supports": "a,d", "support_a_fix": "xz", "support_d_fix": "xz", **keys}


class Braces(unittest.TestCase):
    def test_default_cells(self):
        """-members_n cuts beams and no bars that would be mechanisms: modes are those with the same numbers of cells given one by one. Prestressed bars, cables, and models of bars alone are cut, as is a member that has its own number."""
        def read(**keys):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**{key: x for key, x in braced(**keys).items() if x is not None}, output=f"{folder}/out.h5"))
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(f"{folder}/out.h5") as file:
                    return file["modes/frequency"][:], sum(len(cells) for cells in file["mesh/parts/brace"].values())

        each = {"member_left_n": 4, "member_beam_n": 4, "member_right_n": 4, "member_bar_n": 1}
        np.testing.assert_array_equal(read(members_n=4)[0], read(**each)[0])
        alone = {"part_frame_element": "truss", "part_frame_ea": 1e8, "part_frame_mass_per_length": 1, **{f"part_frame_{key}": None for key in ("section", "width", "height", "young", "poisson", "density")}}
        for keys, n in (({}, 1), ({"members_n": 2}, 1), ({"members_n": 2, "member_bar_n": 3}, 3), ({"members_n": 2, "part_brace_prestress": 10, "initial_static": True}, 2), ({"members_n": 2, "part_brace_element": "cable", "part_brace_prestress": 10, "initial_static": True}, 2),
                        ({"members_n": 2, "member_bar_sets": "x", "part_brace_set": "x"}, 1), ({"members_n": 2, **alone}, 2)):
            with self.subTest(keys):
                self.assertEqual(read(**keys)[1], n)


if __name__ == "__main__":
    unittest.main()
