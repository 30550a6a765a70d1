# SPDX-License-Identifier: BSD-2-Clause
"""Unstable equilibria: their directions are counted, and stable ones are found beside them."""
import os
import random
import re
import tempfile
import unittest

import numpy as np

from models import BEAM, STATIC, angle, joint, on_mesh, tip
import gmsh_file  # tools/
from run import RELEASE, Output, fsolve, options, release, run
from studies import modes

EI, LENGTH = 100.0, 1.0
EULER = np.pi**2 * EI / 4 / LENGTH**2  # of a cantilever
STIFF = {"part_beam_ea": 1e8, "part_beam_gay": 1e8, "part_beam_gaz": 1e8, "part_beam_gj": EI, "part_beam_eiy": EI, "part_beam_eiz": EI}


def column(ratio, **keys):
    """A straight cantilever under ratio times its buckling load."""
    return {**STATIC, "mesh": "line", "mesh_n": 16, "mesh_upper": f"0,0,{LENGTH}", "directions": "xz", **BEAM, "part_beam_set": "all", **STIFF, "supports": "start", "loads": "end",
            "load_end_force": f"0,0,{-ratio * EULER}", "probes": "end", **keys}


def index(out):
    return out.history["stability_index"]


def elastica(ratio):
    """Tip (x, height) of a cantilever of length 1: sqrt(ratio) = 2 K(p)/pi, with K and E by the arithmetic-geometric mean."""
    def integrals(p):
        a, b, c, n, total = 1.0, np.sqrt(1 - p * p), p, 0, p * p / 2
        while abs(c) > 1e-16:
            a, b, c = (a + b) / 2, np.sqrt(a * b), (a - b) / 2
            n += 1
            total += 2**(n - 1) * c * c
        return np.pi / 2 / a, np.pi / 2 / a * (1 - total)
    low, high = 0.0, 1 - 1e-12
    for _ in range(200):
        p = (low + high) / 2
        low, high = (p, high) if integrals(p)[0] < np.sqrt(ratio) * np.pi / 2 else (low, p)
    K, E = integrals(p)
    return 2 * p / K, 2 * E / K - 1


class Counts(unittest.TestCase):
    def test_column(self):
        """The k-th load of a cantilever is (2k-1)^2 times the first; in space each counts twice."""
        for ratio, expected in ((0.9, 0), (1.1, 1), (8.8, 1), (9.2, 2), (24, 2), (27, 3)):
            for ranks in (1, 3) if ratio == 27 else (1,):
                self.assertEqual(index(run(**column(ratio), ranks=ranks))[-1], expected, (ratio, ranks))
        self.assertEqual(index(run(**column(9.2, directions="xyz")))[-1], 4)

    def test_rows(self):
        """The option says which equilibria are counted; the rest is -1. Above zero there is a warning, once."""
        grows = column(2, dt=0.25)
        np.testing.assert_array_equal(index(run(**grows)), [-1, -1, -1, -1, 1])
        np.testing.assert_array_equal(index(run(**grows, static_count="all")), [0, 0, 0, 1, 1])
        np.testing.assert_array_equal(index(run(**grows, static_count="none")), [-1] * 5)
        with tempfile.TemporaryDirectory() as folder:
            keys = {**grows, "output": os.path.join(folder, "x.h5"), "overwrite": True}
            done = fsolve(options(**keys))
            self.assertEqual(done.returncode, 0)
            self.assertEqual(done.stderr.count("has 1 negative eigenvalue;"), 1, done.stderr)
            self.assertIn(", 1 negative eigenvalue, ", done.stdout)
            done = fsolve(options(**{**keys, "load_end_force": f"0,0,{-0.5 * EULER}"}))
            self.assertEqual(done.stderr, "")
            self.assertIn(", 0 negative eigenvalues, ", done.stdout)
            self.assertIn("not counted (-static_count none)", fsolve(options(**{**keys, "static_count": "none"})).stdout)

    def test_joint(self):
        """A rod that stands on a hinge has one negative eigenvalue, one that hangs has none; a third spring that is too weak changes nothing. Rows of joints count for nothing."""
        for up, spring, expected in ((1, 0, 1), (-1, 0, 0), (1, 9, 1), (1, 11, 0)):
            for ranks in (1, 2) if RELEASE else (1,):
                self.assertEqual(index(rod(up, spring, ranks, static_stable=False))[-1], expected, (up, spring, ranks))

    def test_iterative(self):
        """With an iterative solver a count by factors or LOBPCG gives the same, or none."""
        for pc in ("jacobi", "icc"):
            out = run(**STATIC, mesh="rectangle", mesh_n="24,24", parts="skin", part_skin_set="all", part_skin_element="membrane", part_skin_tension=1, part_skin_mass_per_area=1,
                      supports="rim", support_rim_set="left,right,top,bottom", loads="p", load_p_set="all", load_p_pressure=1, ksp_type="cg", pc_type=pc)
            self.assertIn(index(out)[-1], (0, -1))

    def test_neutral(self):
        """A body that stands on a hinge with a spring k = m g L is in neutral equilibrium: its eigenvalue is zero, and reported apart. With a universal joint and two springs there are two, or one beside a negative one."""
        for of_joint, words, expected in (({"type": "revolute", "axis": "0,1,0", "angle_stiffness": 20}, "0 negative and 1 zero eigenvalue,", 0),
                                          ({"type": "universal", "axis": "1,0,0", "second_axis": "0,1,0", "angle_stiffness": 20, "second_angle_stiffness": 20}, "0 negative and 2 zero eigenvalues,", 0),
                                          ({"type": "universal", "axis": "1,0,0", "second_axis": "0,1,0", "angle_stiffness": 20, "second_angle_stiffness": 19}, "1 negative and 1 zero eigenvalues,", 1)):
            for ranks in (1, 2) if RELEASE else (1,):
                with tempfile.TemporaryDirectory() as folder:
                    gmsh_file.write(os.path.join(folder, "mesh.msh"), [(0, 0, 2)], {"body": (gmsh_file.POINT, [(0,)]), "foot": (gmsh_file.POINT, [(0,)])})
                    done = fsolve(options(**STATIC, mesh="mesh.msh", parts="body", part_body_element="body", part_body_mass=1, part_body_inertia="1,1,1,0,0,0", gravity="0,0,-10", joints="foot",
                                          **joint("foot", point="0,0,0", **of_joint), output="out.h5"), ranks, cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(words, done.stdout)
                    self.assertEqual(index(Output(os.path.join(folder, "out.h5")))[-1], expected)
                    self.assertEqual("warning: the equilibrium" in done.stderr, expected > 0)

    def test_moment_on_hinge(self):
        """A moment is not conservative, and its stiffness is not symmetric; along and across the axis of a hinge, straight or skew, it leaves a body with the stiffness k - m g L of this hinge:
        multipliers count for nothing, on any ranks."""
        for axis, moment, spring, expected in (("0,1,0", "0,10,0", 10, 0), ("1,2,3", "10,2,3", 10, 0), ("0,1,0", "10,0,3", 10, 0), ("0,1,0", "10,0,3", 1, 1)):
            for ranks in (1, 2, 3):
                with tempfile.TemporaryDirectory() as folder:
                    gmsh_file.write(os.path.join(folder, "mesh.msh"), [(0, 0, 0.5)], {"body": (gmsh_file.POINT, [(0,)]), "foot": (gmsh_file.POINT, [(0,)])})
                    done = fsolve(options(**STATIC, mesh="mesh.msh", parts="body", part_body_element="body", part_body_mass=1, part_body_inertia="1,1,1,0,0,0",
                                          gravity="0,0,-9.81" if axis == "0,1,0" and moment[0] == "1" else "0,0,0", joints="foot", loads="body", load_body_moment=moment,
                                          **joint("foot", "revolute", point="0,0,0", axis=axis, angle_stiffness=spring), output="out.h5"), ranks, cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(index(Output(os.path.join(folder, "out.h5")))[-1], expected, (axis, moment, spring, ranks))
                    self.assertEqual("warning: the equilibrium" in done.stderr, expected > 0)

    def test_ranks_without_rows(self):
        """A moment is not conservative, so that SLEPc searches the eigenvalues. One element on three ranks leaves a rank without rows; the answers are those of one."""
        bent = {"mesh": "line", "mesh_n": 1, "mesh_upper": LENGTH, **BEAM, "part_beam_set": "all", **STIFF, "part_beam_mass_per_length": 1, "supports": "start", "loads": "end",
                "load_end_moment": f"0,0,{EI / LENGTH}", "probes": "end"}
        one, three = (run(ranks=n, **STATIC, **bent) for n in (1, 3))
        self.assertLess(abs(tip(three) - tip(one)).max(), 1e-12)
        self.assertEqual((index(one)[-1], index(three)[-1]), (0, 0))
        found = [modes(ranks=n, initial_static=True, **bent)["frequency"] for n in (1, 3)]
        np.testing.assert_allclose(found[1], found[0], rtol=1e-8)

    def test_unstable_lattice(self):
        """A column on a block of beams: factors cost more than the iterations of the run, so that LOBPCG counts. It finds that the column is unstable, or all of its negative eigenvalues."""
        n, m, cells, length = 9, 5, 8, 4.0
        nodes = [(i, j, k) for k in range(m) for j in range(n) for i in range(n)]
        number = {x: at for at, x in enumerate(nodes)}
        block = [(number[x], number[y]) for x in nodes for y in ((x[0] + 1, x[1], x[2]), (x[0], x[1] + 1, x[2]), (x[0], x[1], x[2] + 1)) if y in number]
        foot, first = number[n // 2, n // 2, m - 1], len(nodes)
        nodes += [(n // 2, n // 2, m - 1 + length * (c + 1) / cells) for c in range(cells)]
        sets = {"block": (gmsh_file.LINE, block), "column": (gmsh_file.LINE, [(foot if not c else first + c - 1, first + c) for c in range(cells)]), "end": (gmsh_file.POINT, [(len(nodes) - 1,)]),
                "floor": (gmsh_file.POINT, [(number[i, j, 0],) for i in range(n) for j in range(n)])}
        keys = {**STATIC, "parts": "block,column", "supports": "floor", "loads": "end", "ksp_type": "cg", "pc_type": "icc", "mesh": "mesh.msh", "output": "out.h5"}
        for part, ei in (("block", 100), ("column", 1)):
            keys.update({f"part_{part}_element": "beam", f"part_{part}_gj": ei, f"part_{part}_eiy": ei, f"part_{part}_eiz": 1.5 * ei, f"part_{part}_mass_per_length": 0,
                         **{f"part_{part}_{k}": 100 * ei for k in ("ea", "gay", "gaz")}})
        for ratio, expected in ((0.5, 0), (1.2, 1), (2, 2)):
            with tempfile.TemporaryDirectory() as folder:
                gmsh_file.write(os.path.join(folder, "mesh.msh"), nodes, sets)
                done = fsolve(options(**keys, load_end_force=f"0,0,{-ratio * np.pi**2 / 4 / length**2}"), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                found = index(Output(os.path.join(folder, "out.h5")))[-1]
                self.assertIn(found, {0: (0,), 1: (1,), 2: (1, 2)}[expected], done.stdout)
                self.assertEqual("warning: the equilibrium" in done.stderr, expected > 0)
                self.assertEqual("at least" in done.stdout, 0 < found < expected)


def rod(up, spring, ranks, **keys):
    """A body of 1 kg, 1 m above its hinge (up = 1) or below (-1), under 10 m/s2; a rotational spring holds it."""
    sets = {"foot": (gmsh_file.POINT, [(0,)]), "body": (gmsh_file.POINT, [(1,)]), "rod": (gmsh_file.LINE, [(0, 1)]), "hinge": (gmsh_file.POINT, [(0,)])}
    nodes = [(0, 0, 0), (0, 0, up)]
    keys = {**STATIC, "parts": "foot,body,rod", "part_foot_element": "body", "part_foot_mass": 1e-3, "part_foot_inertia": "1e-3,1e-3,1e-3,0,0,0", "part_body_element": "body",
            "part_body_mass": 1, "part_body_inertia": "0.1,0.1,0.1,0,0,0", "part_rod_element": "beam", "part_rod_ea": 1e7, "part_rod_gay": 1e7, "part_rod_gaz": 1e7, "part_rod_gj": 1e5,
            "part_rod_eiy": 1e5, "part_rod_eiz": 1e5, "gravity": "0,0,-10", "joints": "hinge", **joint("hinge", "revolute", axis="0,1,0"), "probes": "body",
            **keys}
    if spring:
        keys |= {"joint_hinge_angle_stiffness": spring}
    return on_mesh(nodes, sets, ranks=ranks, **keys)


class Stable(unittest.TestCase):
    def test_column(self):
        """Above its load a column bends to the elastica, to +x on all numbers of ranks."""
        for ratio in (1.3, 13.9):
            x, height = elastica(ratio)
            for ranks in ((1, 2, 3) if RELEASE else (1, 3)) if ratio < 2 else (1,):
                out = run(**column(ratio, mesh_n=24, static_stable=True), ranks=ranks)
                self.assertEqual(index(out)[-1], 0)
                np.testing.assert_allclose(tip(out)[[0, 2]], (x, height - 1), atol=3e-3, err_msg=f"{ratio}, {ranks} ranks")

    def test_pendulum(self):
        """Without stiffness a rod that stands on a hinge has a first equilibrium that load steps do not reach: -initial_static leaves it for the one that hangs; -static_stable false keeps it."""
        for keys, height in (({}, -2), ({"static_stable": False}, 0)):
            for ranks in (1, 2) if RELEASE else (1,):
                out = rod(1, 0, ranks, analysis="transient", initial_static=True, dt=1e-3, t_end=2e-3, **keys)
                self.assertAlmostEqual(tip(out, "body")[2], height, delta=1e-5)

    def test_hanging_chains(self):
        """Chains of trusses, which bear compression, and of cables hang in the one shape in which all are pulled."""
        cases = [("truss", 36, 1e3), ("truss", 44, 1e5), ("cable", 80, 1e5)]
        for element, n, ea in cases:
            self.check_chain(element, n, ea)

    @release
    def test_more_chains(self):
        random.seed(7)
        for _ in range(40):
            self.check_chain(random.choice(("truss", "cable")), random.randint(10, 160), 10 ** random.uniform(3, 6))

    def check_chain(self, element, n, ea):
        out = run(**chain(element, n, ea), output_every=1)
        force = out.frames[-1]["c/line/force"]
        self.assertGreater(force.min(), 0, (element, n, ea))
        self.assertEqual(index(out)[-1], 0, (element, n, ea))
        sag = elastic_sag(ea)
        self.assertAlmostEqual(-tip(out, "middle")[2], sag, delta=sag * (0.002 + 6 / n**2), msg=f"{element}, {n}, {ea}")

    def test_symmetric_part(self):
        """Water in a tank with an open top has an unsymmetric stiffness. Its symmetric part is positive, which proves that no eigenvalue is negative, without any of them."""
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log.txt")
            done = fsolve(options(analysis="static", mesh="rectangle", mesh_n="12,4", mesh_upper="2*pi,8", mesh_closed="u", mesh_map="5*cos(u),5*sin(u),v", parts="all", part_all_element="shell",
                                  part_all_young=2.1e11, part_all_poisson=0.3, part_all_thickness=0.01, part_all_density=7850, supports="bottom", loads="all", load_all_pressure=9810,
                                  load_all_field="8-z", log_view=":" + log), cwd=folder)
            self.assertIn("0 negative eigenvalues", done.stdout)
            with open(log) as file:
                text = file.read()
        self.assertIn("MatCholFctrNum", text)
        self.assertNotIn("EPSSolve", text)

    def test_no_energy(self):
        """Beside a follower load no direction is downhill: the default warns, required stability ends with status 3."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**column(1.2), "loads": "end,tip", "load_tip_set": "end", "load_tip_force": f"0,0,{-0.3 * EULER}", "load_tip_follower": True, "output": os.path.join(folder, "x.h5"), "overwrite": True}
            done = fsolve(options(**keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("has 1 negative eigenvalue;", done.stderr)
            done = fsolve(options(**keys, static_stable=True))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, "t = .*: the equilibrium is unstable, with 1 negative eigenvalue .*not conservative")

    def test_steps_of_any_size(self):
        """The end of a strip is turned by three turns: the moment is 3 * 2 pi EI/L in the last row, whatever -dt is and however often steps are cut back. The equilibrium is unstable, and the run says so."""
        cases = [(1 / 12, 24), (1 / 3, 24)]  # steps that are cut back; whole turns, which look like none
        cases += [(dt, n) for dt in (1 / 36, 1 / 24, 1 / 10, 1 / 7, 0.45, 1) for n in (12, 24, 48)] if RELEASE else []
        for dt, n in cases:
            out = run(**turned(dt=dt, mesh_n=n))
            self.assertAlmostEqual(out.reaction["end"][-1, 4], 6 * np.pi * EI / LENGTH, delta=1e-6 * EI, msg=f"{dt}, {n}")
            self.assertGreater(index(out)[-1], 0)
        out = run(**turned(dt=0.5, mesh_n=16, support_end_rotation_y="6*pi"))  # there from the start
        np.testing.assert_allclose(out.reaction["end"][:, 4], 6 * np.pi * EI / LENGTH, rtol=1e-6)

    def test_start(self):
        """Modes and motions that start in an unstable equilibrium keep it and say so: the straight column grows at the rate of Ritz' method; -static_stable true bends it."""
        keys = {**column(20 / EULER), "part_beam_mass_per_length": EI, "load_end_force": f"0,0,{-20 * EI}", "initial_static": True}  # all divided by EI = 100: EI = m = 1, P = 20
        n = np.arange(2, 10)
        i, j = np.meshgrid(n, n)
        K, G, M = i * (i - 1) * j * (j - 1) / (i + j - 3), i * j / (i + j - 1), 1 / (i + j + 1)
        growth = np.sqrt(-np.linalg.eigvals(np.linalg.solve(M, K - 20 * G)).real.min())
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.h5")
            for more, unstable in (({}, True), ({"static_stable": True}, False)):
                done = fsolve(options(**{**keys, **more, "analysis": "modes", "modes": 1, "output": path, "overwrite": True}))
                self.assertEqual(done.returncode, 0, done.stderr)
                rates = [float(x) for x in re.findall(r"growth rate ([0-9.]+)", done.stdout)]
                self.assertEqual(len(rates), unstable)
                if unstable:
                    self.assertAlmostEqual(rates[0], growth, delta=1e-3 * growth)
                self.assertEqual("warning: the initial equilibrium at t = 0 is unstable: its stiffness has 1 negative eigenvalue; -static_stable true" in done.stderr, unstable)
                self.assertEqual("t = 0: the equilibrium of the load steps is unstable, with 1 negative" in done.stdout, not unstable)
            moving = {**keys, "analysis": "transient", "dt": 1e-3, "t_end": 1e-3, "output": path, "overwrite": True}
            for ranks, more, unstable in ((3, {}, True), (1, {"static_count": "none"}, False)):
                self.assertEqual("initial equilibrium" in fsolve(options(**moving, **more), ranks).stderr, unstable)

    def test_guess(self):
        """The chain of 36 trusses that -static_stable leaves because its first equilibrium is a guess: a line names it, and false keeps it."""
        with tempfile.TemporaryDirectory() as folder:
            keys = dict(chain("truss", 36, 1e3), output=os.path.join(folder, "x.h5"), overwrite=True)
            self.assertIn("t = 0: the first equilibrium, which is a guess, is unstable, with 1 negative eigenvalue", fsolve(options(**keys)).stdout)
            done = fsolve(options(**keys, static_stable=False))
            self.assertNotIn("guess", done.stdout)
            self.assertIn("is unstable", done.stderr)

    def test_fall(self):
        """A plane truss in space falls over, and a square of bars without a diagonal turns: a warning names the node and how far it moves. The same truss in its plane or held across, and a cable, are silent."""
        with tempfile.TemporaryDirectory() as folder:
            errors = lambda ranks=1, **keys: fsolve(options(**keys, output=os.path.join(folder, "x.h5"), overwrite=True), ranks).stderr
            for ranks in (1, 3):
                self.assertRegex(errors(ranks, **king_post()), r"warning: t = 0.1: the first equilibrium, .*, in which node 2 .*\(2, 0, 2\), component z has moved by 4.83 m .*-directions xz")
            self.assertRegex(errors(**square()), r"warning: the mesh as given is a mechanism, .* node 1 .*\(0, 0, 3\), component z is 5.99 m, .*brace it")
            for keys in (king_post(directions="xz", support_a_fix="xz", support_b_fix="z"), king_post(support_c_fix="y", support_m_fix="y", supports="a,b,c,m"),
                         square(members="left,top,right,diagonal"), hanging("cable"), hanging("truss")):
                self.assertEqual(errors(**keys), "", keys)

    def test_restart(self):
        """A run that continues counts and leaves unstable equilibria as one without a pause."""
        with tempfile.TemporaryDirectory() as folder:
            path, point = os.path.join(folder, "x.h5"), os.path.join(folder, "c.h5")
            keys = column(1.3, dt=0.25, static_stable=True, output=path)
            whole = run(**column(1.3, dt=0.25, static_stable=True))
            self.assertEqual(fsolve(options(**keys, t_end=0.75, load_end_time="t", checkpoint=point)).returncode, 0)
            done = fsolve(options(**keys, t_end=1, load_end_time="t", restart=point))
            self.assertEqual(done.returncode, 0, done.stderr)
            out = Output(path)
            np.testing.assert_array_equal(index(out), index(whole))
            np.testing.assert_allclose(tip(out), tip(whole), atol=1e-9)


def turned(**keys):
    """A strip of the bending stiffness EI whose end turns three times while it moves freely."""
    return {**STATIC, "mesh": "line", "mesh_upper": LENGTH, **BEAM, "part_beam_set": "all", **STIFF, "supports": "start,end", "support_end_fix": "none", "support_end_fix_rotation": "xz",
            "support_end_rotation_y": "6*pi*t", **keys}


BARS = {"part_p_set": "all", "part_p_element": "truss", "part_p_ea": 1e8, "part_p_mass_per_length": 4}


def king_post(**keys):
    """A triangle of bars with a node in the middle of its tie, which nothing holds across its plane."""
    return {**STATIC, "mesh": "frame", "points": "a,b,c,m", "point_a": "0,0,0", "point_b": "4,0,0", "point_c": "2,0,2", "point_m": "2,0,0", "members": "tie,left,right", "member_tie": "a,m,b",
            "member_left": "a,c", "member_right": "c,b", "parts": "p", **BARS, "supports": "a,b", "support_a_fix": "xyz", "support_b_fix": "yz", "loads": "c", "load_c_force": "0,0,-1e4", **keys}


def square(**keys):
    """A square of bars, which a diagonal braces only if the list of members has it."""
    return {**STATIC, "mesh": "frame", "directions": "xz", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,3", "point_c": "3,0,3", "point_d": "3,0,0", "members": "left,top,right",
            "member_left": "a,b", "member_top": "b,c", "member_right": "d,c", **({"member_diagonal": "a,c"} if "diagonal" in keys.get("members", "") else {}), "parts": "p", **BARS, "supports": "a,d",
            "loads": "b", "load_b_force": "1e3,0,-1e4", **keys}


def hanging(element):
    """A line of cables or trusses between supports at one height, under its weight."""
    return {**STATIC, "mesh": "line", "mesh_n": 20, "mesh_upper": "10,0,0", "parts": "p", **BARS, "part_p_element": element, "supports": "start,end", "gravity": "0,0,-9.81"}


def chain(element, n, ea):
    """12 m of a chain between points 10 m apart, with a guess of its shape."""
    return {**STATIC, "let": f"n={n},H=46.954152", "mesh": "line", "mesh_n": "n", "mesh_upper": "12,0,0", "directions": "xz", "parts": "c", "part_c_set": "all", "part_c_element": element,
            "part_c_strain": "biot", "part_c_ea": ea, "part_c_mass_per_length": 1, "supports": "start,end", "support_end_motion_x": "0-2", "support_end_fix": "z", "gravity": "0,0,-10",
            "gravity_time": 1, "initials": "all", "initial_all_displacement_x": "5+H/10*asinh((x-6)/(H/10))-x", "initial_all_displacement_z": "sqrt(H*H/100+(x-6)^2)-sqrt(H*H/100+36)",
            "probes": "middle", "probe_middle_point": "6,0,0", "dt": 1}


def elastic_sag(ea, w=10.0, L=12.0, span=10.0):
    """Sag of the elastic catenary, by bisection of its span."""
    width = lambda H: 2 * H / w * np.arcsinh(w * L / 2 / H) + H * L / ea
    low, high = 1e-3, ea
    for _ in range(200):
        H = (low + high) / 2
        low, high = (H, high) if width(H) < span else (low, H)
    return (np.hypot(H, w * L / 2) - H) / w + w / ea * (L / 2) ** 2 / 2


if __name__ == "__main__":
    unittest.main()
