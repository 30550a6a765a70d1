# SPDX-License-Identifier: BSD-2-Clause
"""Statics where load steps fail: arc-length steps through limit points and over plateaus to the load, against closed forms; the limit load if the load is never reached."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

from path import EA, beam, chain, load, two_bars
import gmsh_file  # tools/
from run import RANKS, RELEASE, fsolve, options


def static(ranks=1, own=None, **keys):
    """A static run: its status, lines, warnings, and what it has written."""
    with tempfile.TemporaryDirectory() as folder:
        if own:
            keys["mesh"] = os.path.join(folder, "mesh.msh")
            gmsh_file.write(keys["mesh"], *own)
        path = os.path.join(folder, "out.h5")
        done = fsolve(options(**{"analysis": "static", "output": path, **keys}), ranks)
        found = {"status": done.returncode, "text": done.stdout, "error": done.stderr}
        if os.path.exists(path):
            with h5py.File(path) as f:
                for group in ("history", "path"):
                    if group in f:
                        f[group].visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
    return found


def half_truss(height, top, **keys):
    """Half of von Mises' truss, whose apex goes up and down, under a load of which the whole truss would bear top."""
    return {"mesh": "line", "mesh_n": 1, "mesh_upper": f"1,0,{height}", "parts": "bar", "part_bar_set": "all", "part_bar_element": "truss", "part_bar_ea": EA, "part_bar_mass_per_length": 0,
            "directions": "xz", "supports": "start,end", "support_end_fix": "x", "loads": "end", "load_end_force": f"0,0,{-top / 2}", "probes": "end", **keys}


def limit(height):
    return load(height, height / np.sqrt(3))


def place_under(height, top):
    """Where the apex is below its feet under a load."""
    return min(np.roots([-EA / (1 + height**2) ** 1.5, 0, EA / (1 + height**2) ** 1.5 * height**2, -top]).real)


class SnapThrough(unittest.TestCase):
    def test_reaches_the_load(self):
        """Von Mises' truss under 1.4 and 13.8 times its limit load: each row is an equilibrium, the last one under the load; the run names the limit load; on any ranks."""
        for ranks, top in [(r, 4) for r in (RANKS if RELEASE else (1, 3))] + [(1, 40)]:
            out = static(ranks, **half_truss(0.2, top)) if ranks == 1 else static(ranks, **two_bars(0.2, load_apex_force=f"0,0,{-top}"))
            self.assertEqual(out["status"], 0, out["error"])
            y = 0.2 + out["end/displacement" if ranks == 1 else "apex/displacement"][:, 2]
            np.testing.assert_allclose(top * out["load_factor"], load(0.2, y), atol=1e-9 * EA * 0.2**3)
            self.assertEqual(out["load_factor"][-1], 1)
            self.assertAlmostEqual(y[-1], place_under(0.2, top), delta=1e-10)
            self.assertLess(out["load_factor"].min(), 0)  # the path is kept
            np.testing.assert_allclose(out["critical/load_factor"], [limit(0.2) / top, -limit(0.2) / top], rtol=1e-9)
            said = re.search(r"warning: t = (\S+) is a limit load: .* node \d.* component z moves most; the state at t = 1 is reached", out["error"])
            self.assertAlmostEqual(float(said[1]) * top / limit(0.2), 1, delta=1e-5)
            self.assertRegex(out["text"], r"done: \d+ load steps \(\d+ cut back\), \d+ arc-length steps")
            index = out["stability_index"]
            np.testing.assert_array_equal(index[index >= 0], (abs(y[index >= 0]) < 0.2 / np.sqrt(3)).astype(int))

    def test_below_the_limit(self):
        """Under 0.99 of the limit load nothing is said, and no arc-length step is taken."""
        out = static(**half_truss(0.2, 0.99 * limit(0.2)))
        self.assertEqual((out["status"], out["error"]), (0, ""))
        self.assertNotIn("arc-length", out["text"])

    def test_two_limits(self):
        """Two trusses side by side that snap one after the other: rows at the multiples of -dt between. Under the falling load that follows the second limit point the first truss snaps back, and once more."""
        heights, top = (0.2, 0.24), 1.3 * limit(0.24)
        nodes = [p for k, h in enumerate(heights) for p in ((4 * k, 0, 0), (4 * k + 1, 0, h))]
        own = nodes, {"bars": (gmsh_file.LINE, [(0, 1), (2, 3)]), "foot": (gmsh_file.POINT, [(0,), (2,)]), "a": (gmsh_file.POINT, [(1,)]), "b": (gmsh_file.POINT, [(3,)])}
        keys = {"own": own, "parts": "bars", "part_bars_element": "truss", "part_bars_ea": EA, "part_bars_mass_per_length": 0, "directions": "xz", "supports": "foot,a,b", "support_a_fix": "x",
                "support_b_fix": "x", "loads": "a,b", "load_a_force": f"0,0,{-top / 2}", "load_b_force": f"0,0,{-top / 2}", "probes": "a,b", "dt": 0.02}
        for ranks in (1, 3) if RELEASE else (1,):
            out = static(ranks, **keys)
            self.assertEqual(out["status"], 0, out["error"])
            for name, h in zip("ab", heights):
                self.assertAlmostEqual(h + out[name + "/displacement"][-1, 2], place_under(h, top), delta=1e-9)
            highest = [v for v, kind in zip(out["critical/load_factor"] * top, out["critical/kind"].decode().split(",")) if kind == "limit" and v > 0]
            np.testing.assert_allclose(highest[:2], [limit(h) for h in heights], rtol=1e-8)
            self.assertIn(f"the first of {len(highest)}", out["error"])
            self.assertGreater(np.isclose(out["load_factor"] / 0.02 % 1, 0, atol=1e-9).sum(), 28)  # 22 of them before the first limit point

    def test_plateau(self):
        """A spring beside the truss lifts the falling part of its path, so that 1e-6 of the slope is left: no limit point, and no warning."""
        h = 0.2
        k = 1.000001 * EA / (1 + h * h) ** 1.5 * h * h
        top = k * 2 * h  # the load of the spring alone, under which the apex is at -h
        out = static(**half_truss(h, top, parts="bar,spring", part_spring_set="end", part_spring_element="spring", part_spring_direction="0,0,1", part_spring_stiffness=k / 2))
        self.assertEqual((out["status"], out["error"]), (0, ""))
        self.assertIn("arc-length steps", out["text"])
        y = h + out["end/displacement"][:, 2]
        self.assertAlmostEqual(y[-1], -h, delta=1e-12)
        np.testing.assert_allclose(top * out["load_factor"], load(h, y) + k * (h - y), atol=1e-10 * top)

    def test_many_cases(self):
        """Rows of -cases: one below the limit load, two beyond it, each with its warning and its limit points."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "t.csv"), "w") as f:
                f.write("P\n1\n4\n40\n")
            done = fsolve(options(analysis="static", let="P=1", **half_truss(0.2, 1, load_end_force="0,0,-P/2"), cases="t.csv", output="rows.h5"), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(folder, "rows.h5")) as f:
                np.testing.assert_array_equal(f["cases/warnings"], [0, 1, 1])
                np.testing.assert_allclose(f["results/path/critical/load_factor"][1:, 0] * [4, 40], limit(0.2), rtol=1e-9)
                np.testing.assert_allclose(0.2 + f["results/end/displacement/final"][1:, 2], [place_under(0.2, 4), place_under(0.2, 40)], atol=1e-10)

    def test_forbidden(self):
        """-static_arc false ends at the limit load."""
        out = static(**half_truss(0.2, 4), static_arc=False)
        self.assertEqual(out["status"], 3)
        self.assertRegex(out["error"], r"no equilibrium beyond t = 0\.7257\d+ with steps down to")


HINGED_ROOF = {"mesh": "rectangle", "mesh_n": "6,6", "mesh_upper": "0.1,254", "mesh_map": "2540*sin(u),v,2540*cos(u)", "parts": "roof", "part_roof_set": "all", "part_roof_element": "shell",
               "part_roof_thickness": 12.7, "part_roof_young": 3102.75, "part_roof_poisson": 0.3, "part_roof_density": 0, "support_left_fix": "x", "support_left_fix_rotation": "yz",
               "support_right_fix": "xyz", "support_right_fix_rotation": "none", "support_bottom_fix": "y", "support_bottom_fix_rotation": "xz", "probes": "bottom_left,top_left"}


class Shells(unittest.TestCase):
    def test_roof(self):
        """The hinged roof of 12.7 mm (Sze, Liu & Lo 2004, 3.6: it snaps at 0.74 of 3000 N): load steps neither stop at the limit point nor jump over it, and end in the state of a run that
        prescribes the displacement."""
        by_load = static(**HINGED_ROOF, supports="left,right,bottom", loads="bottom_left", load_bottom_left_force="0,0,-750")
        self.assertEqual(by_load["status"], 0, by_load["error"])
        limit = float(re.search(r"t = (\S+) is a limit load", by_load["error"])[1])
        self.assertAlmostEqual(limit, 0.74, delta=0.02)
        w = by_load["bottom_left/displacement"][-1, 2]
        self.assertLess(w, -25)
        moved = static(**HINGED_ROOF, supports="left,right,bottom,force", support_force_set="bottom_left", support_force_motion_z=f"{w!r}*t", dt=0.02)
        self.assertEqual(moved["status"], 0, moved["error"])
        np.testing.assert_allclose(moved["force/reaction"][-1, 2], -750, rtol=1e-6)
        np.testing.assert_allclose(moved["top_left/displacement"][-1], by_load["top_left/displacement"][-1], atol=1e-6 * abs(w))
        self.assertAlmostEqual(moved["force/reaction"][:, 2].min() / -750, 1, delta=1e-6)  # of all rows: the last one
        first = -moved["force/reaction"][:, 2][: len(moved["force/reaction"]) // 2].min() / 750
        self.assertAlmostEqual(first, limit, delta=2e-3)  # rows every 0.6 mm about a maximum

    def test_pulled_cylinder(self):
        """Pulled apart at two points (Sze, Liu & Lo 2004, 3.5), a cylinder pops from bending into tension at about half the load, without a limit point: a handful of arc-length steps lead
        through the part that is nearly flat, where load steps alone took twice as many steps of falling lengths."""
        out = static(mesh="rectangle", mesh_n="24,16", mesh_upper="pi/2,5.175", mesh_map="4.953*sin(u),v,4.953*cos(u)", parts="tube", part_tube_set="all", part_tube_element="shell",
                     part_tube_thickness=0.094, part_tube_young=10.5e6, part_tube_poisson=0.3125, part_tube_density=0, supports="left,right,bottom", support_left_fix="x",
                     support_left_fix_rotation="yz", support_right_fix="z", support_right_fix_rotation="xy", support_bottom_fix="y", support_bottom_fix_rotation="xz", loads="bottom_left",
                     load_bottom_left_force="0,0,10000", probes="bottom_left,bottom_right")
        self.assertEqual(out["status"], 0, out["error"])
        self.assertNotIn("limit load", out["error"])
        self.assertLessEqual(len(out["load_factor"]) - 1, 20)
        self.assertTrue((np.diff(out["load_factor"]) > 0).all())
        np.testing.assert_allclose([out["bottom_left/displacement"][-1, 2], -out["bottom_right/displacement"][-1, 0]], [2.768, 4.551], rtol=0.02)  # the mesh of the paper is 36 x 24


def shallow_arch(rise, **keys):
    """A hinged arch of beams, whose middle is loaded."""
    x = np.linspace(-0.5, 0.5, 21)
    nodes, cells = chain(np.column_stack([x, 0 * x, rise * np.cos(np.pi * x)]))
    sets = {"left": (gmsh_file.POINT, [(0,)]), "right": (gmsh_file.POINT, [(20,)]), "top": (gmsh_file.POINT, [(10,)])}
    held = {f"support_{side}_fix{what}": axes for side in ("left", "right") for what, axes in (("", "xyz"), ("_rotation", "xz"))}
    return beam(nodes, cells, sets, 1e6, 10, **{"directions": "xz", "supports": "left,right", "probes": "top", **held, **keys})


class ShallowArch(unittest.TestCase):
    def test_far_below(self):
        """A higher arch under 1.05 times its limit load: on its way the load falls to -2.3 times that of the run, and the run warns of the unstable state that it comes to."""
        arch = {"rise": 0.08, "loads": "top"}
        found = static(**shallow_arch(**arch, load_top_force="0,0,-4000"))
        first = 4000 * found["critical/load_factor"][found["critical/kind"].decode().split(",").index("limit")]  # after a bifurcation
        out = static(**shallow_arch(**arch, load_top_force=f"0,0,{-1.05 * first}"))
        self.assertEqual(out["status"], 0, out["error"])
        self.assertLess(out["load_factor"].min(), -2)
        self.assertEqual(out["load_factor"][-1], 1)
        self.assertAlmostEqual(float(re.search(r"t = (\S+) is a limit load", out["error"])[1]), 1 / 1.05, delta=1e-5)
        self.assertRegex(out["error"], "the equilibrium at t = 1 is unstable")

    def test_loops(self):
        """A hinged arch that goes up and down twice on its way to three times its limit load: the state at the end is that of a run that prescribes the displacement, for any interval of the load
        factor and on any ranks; a run that was stopped on the way arrives with the same bits."""
        loaded = shallow_arch(0.03, loads="top", load_top_force="0,0,-200")
        with tempfile.TemporaryDirectory() as folder:
            saved, mesh = os.path.join(folder, "saved"), os.path.join(folder, "arch.msh")
            gmsh_file.write(mesh, *loaded["own"])
            same = {**loaded, "own": None, "mesh": mesh}
            out = static(**same, checkpoint=saved, checkpoint_every=70)
            again = static(**same, restart=saved + ".1")  # of the 70th step, on the second way down
        self.assertEqual((out["status"], again["status"]), (0, 0), out["error"] + again["error"])
        self.assertGreater(len(out["critical/load_factor"]), 4)
        w = out["top/displacement"]
        np.testing.assert_array_equal(again["top/displacement"], w[71:])
        np.testing.assert_array_equal(again["critical/load_factor"], out["critical/load_factor"])
        others = [static(**{**loaded, "load_top_force": f"0,0,{-200 / 3}", "t_end": 3})] + [static(r, **loaded) for r in RANKS if RELEASE]
        for other in others:
            np.testing.assert_allclose(other["top/displacement"][-1], w[-1], atol=1e-8)
        moved = static(**shallow_arch(0.03, supports="left,right,top", support_top_fix_rotation="none", support_top_motion_z=f"{w[-1, 2]!r}*t", dt=0.02))
        self.assertAlmostEqual(moved["top/reaction"][-1, 2] / -200, 1, delta=1e-7)


class FirstStep(unittest.TestCase):
    """Limit loads far below the first load step, which ends at a distant equilibrium: Newton's method converges to it at once."""

    def test_truss(self):
        """Von Mises' truss under 15.6 (the linear response is then the distant equilibrium), 36, 145 and 15,000 times its limit load, with steps of the whole load and of a fifth: the run names
        the limit load, which a coarse step locates, too, and arrives at the only equilibrium; on any ranks."""
        for ranks, h, times, dt in ((1, 0.2, 15.6, 1), (1, 0.2, 36, 0.2), (3, 0.2, 145, 1), (1, 0.05, 1450, 1), (1, 0.2, 15e3, 0.2), (1, 0.05, 15e3, 1), (1, 0.05, 15e3, None)):
            top = times * limit(h)
            keys = {"dt": dt} if dt else {}
            out = static(**half_truss(h, top, **keys)) if ranks == 1 else static(ranks, **two_bars(h, load_apex_force=f"0,0,{-top}", **keys))
            self.assertEqual(out["status"], 0, out["error"])
            y = h + out["end/displacement" if ranks == 1 else "apex/displacement"][:, 2]
            self.assertAlmostEqual(y[-1], place_under(h, top), delta=1e-10)
            self.assertAlmostEqual(float(re.search(r"t = (\S+) is a limit load:", out["error"])[1]) * times, 1, delta=1e-5)
            np.testing.assert_allclose(top * out["load_factor"], load(h, y), atol=1e-9 * top)
            self.assertEqual(out["load_factor"][-1], 1)

    def test_arch(self):
        """A shallow arch of beams under 15 and 1500 times its limit load: the same limit load, and the distant state that a run with the displacement prescribed has under this load."""
        for top, dt in ((1e3, 1), (1e5, 1), (1e5, 0.1)):
            out = static(**shallow_arch(0.03, loads="top", load_top_force=f"0,0,{-top}", dt=dt))
            self.assertEqual(out["status"], 0, out["error"])
            self.assertAlmostEqual(float(re.search(r"t = (\S+) is a limit load", out["error"])[1]) * top, 65.2807, delta=1e-3)
            moved = static(**shallow_arch(0.03, supports="left,right,top", support_top_fix_rotation="none", support_top_motion_z=f"{out['top/displacement'][-1, 2]!r}*t", dt=0.02))
            self.assertAlmostEqual(moved["top/reaction"][-1, 2] / -top, 1, delta=1e-6)

    def test_roof(self):
        """The hinged roof of 12.7 mm in one step to ten times the load at which it snaps, 0.747 of 3000 N."""
        out = static(**HINGED_ROOF, supports="left,right,bottom", loads="bottom_left", load_bottom_left_force="0,0,-7500", dt=1)
        self.assertEqual(out["status"], 0, out["error"])
        self.assertAlmostEqual(float(re.search(r"t = (\S+) is a limit load", out["error"])[1]), 0.0747, delta=2e-4)

    def test_stiffens(self):
        """A flat plate that a first step bends by five times its thickness, and a cantilever that it bends to its tip: both are far from the linear response, and no step is cut back."""
        plate = {"mesh": "rectangle", "mesh_n": "6,6", "parts": "plate", "part_plate_set": "all", "part_plate_element": "shell", "part_plate_thickness": 0.01, "part_plate_young": 1e9,
                 "part_plate_poisson": 0.3, "part_plate_density": 0, "supports": "left,right,bottom,top", "loads": "all", "load_all_traction": "0,0,-1e4", "dt": 1}
        nodes, cells = chain(np.column_stack([np.linspace(0, 1, 11), np.zeros(11), np.zeros(11)]))
        rod = beam(nodes, cells, {"left": (gmsh_file.POINT, [(0,)]), "tip": (gmsh_file.POINT, [(10,)])}, 1e6, 1, directions="xz", supports="left", support_left_fix="xyz", support_left_fix_rotation="xyz", loads="tip",
                   load_tip_force="0,0,-5", dt=1)
        for keys in (plate, rod):
            out = static(**keys)
            self.assertEqual((out["status"], out["error"]), (0, ""))
            self.assertIn("done: 1 load steps (0 cut back)", out["text"])

    def test_undefined_loads(self):
        """A load sqrt(t) has no value below 0, where the path of the truss leads: status 3 with the limit load and the formula; with its odd continuation the run arrives. A first step from
        t = 0 differentiates t^1.5 from one side."""
        for formula, at in (("sqrt(t)", (limit(0.2) / 4) ** 2), ("t^1.5", (limit(0.2) / 4) ** (2 / 3))):
            out = static(**half_truss(0.2, 4, load_end_time=formula))
            self.assertEqual(out["status"], 3)
            found = re.search(r"at the limit load t = (\S+) .* the path leads below -t_start, where a load or motion has to be defined, too: -load_end_time \"(.*)\" has no finite value at t = -0", out["error"])
            self.assertEqual(found[2], formula)
            self.assertAlmostEqual(float(found[1]) / at, 1, delta=1e-5)
        for ranks in (1, 3):
            out = static(ranks, **two_bars(0.2, load_apex_force="0,0,-4", load_apex_time="t<0 ? 0-(0-t)^1.5 : t^1.5", dt=1))
            self.assertEqual(out["status"], 0, out["error"])
            self.assertAlmostEqual(0.2 + out["apex/displacement"][-1, 2], place_under(0.2, 4), delta=1e-10)
        out = static(**half_truss(0.2, 40, load_end_time="t^1.5", dt=1))
        self.assertEqual(out["status"], 3)
        self.assertIn("the path leads below -t_start", out["error"])

    def test_loads_end(self):
        """A load that has no value beyond -t_end: arc-length steps near the end stay below it, and the run arrives."""
        for dt in ({}, {"dt": 1}):
            out = static(**half_truss(0.2, 4, load_end_time="t>1 ? sqrt(0-1) : t", **dt))
            self.assertEqual(out["status"], 0, out["error"])
            self.assertAlmostEqual(0.2 + out["end/displacement"][-1, 2], place_under(0.2, 4), delta=1e-10)

    def test_forbidden(self):
        """-static_arc false stops at the limit load, and names it."""
        out = static(**half_truss(0.2, 4000), static_arc=False, dt=1, dt_min=0.01)
        self.assertEqual(out["status"], 3)
        self.assertRegex(out["error"], "no equilibrium beyond t = 0 with steps down to 0.01 .-dt_min.: the load has a limit within the step")

    def test_start(self):
        """Where -t_start, modes or a motion start under loads beyond the limit load, the run warns of it; the equilibrium is the one under these loads."""
        for top in (4, 400, 4e6):
            for keys in ({"t_start": 0.9}, {"analysis": "modes", "modes": 1}, {"analysis": "transient", "t_end": 1e-3, "dt": 1e-3}):
                start = {} if "t_start" in keys else {"initial_static": True, "part_bar_mass_per_length": 1}
                out = static(**{**half_truss(0.2, top), **start, **keys})
                self.assertEqual(out["status"], 0, out["error"])
                part = float(re.search("the loads are larger than a limit load, which is (?:just above|below) ([^ ]+) of them", out["error"])[1])
                self.assertAlmostEqual(part, max(limit(0.2) / top / keys.get("t_start", 1), 0.1 / 1024), delta=1e-4 + 1e-3 * part)
                self.assertAlmostEqual(0.2 + out["end/displacement"][0, 2], place_under(0.2, top * keys.get("t_start", 1)), delta=1e-9)
            below = static(**{**half_truss(0.2, 0.9 * limit(0.2)), "t_start": 0.5})
            self.assertEqual((below["status"], below["error"]), (0, ""))


class DeepArch(unittest.TestCase):
    def test_snaps_and_hangs(self):
        """215 degrees, clamped and hinged, bears 8.97 EI/R^2 (DaDeppo & Schmidt 1975), and 9.2 only when it hangs below its feet: the same state as that of a fine path."""
        half, n, radius, ei, top = np.radians(107.5), 24, 100.0, 1e6, 9.2
        angle = np.linspace(-half, half, 2 * n + 1)
        nodes, cells = chain(np.column_stack([radius * np.sin(angle), 0 * angle, radius * np.cos(angle)]))
        sets = {"left": (gmsh_file.POINT, [(0,)]), "right": (gmsh_file.POINT, [(2 * n,)]), "top": (gmsh_file.POINT, [(n,)])}
        arch = beam(nodes, cells, sets, 1e8, ei, supports="left,right", support_right_fix="xz", loads="top", load_top_force=f"0,0,{-top * ei / radius**2}", probes="top")
        out = static(**arch)
        self.assertEqual(out["status"], 0, out["error"])
        said = re.search(r"t = (\S+) is a limit load: .* node \d.* moves most; the state at t = 1 is reached along a path", out["error"])
        self.assertAlmostEqual(float(said[1]) * top, 8.97, delta=0.01)
        fine = static(**{**arch, "analysis": "path", "path_step": 0.01, "path_steps": 2000, "path_load": "-1,1"})
        np.testing.assert_allclose(out["critical/load_factor"], fine["critical/load_factor"], rtol=1e-7)
        below = [np.interp(1, fine["load_factor"][-2:], fine["top/displacement"][-2:, k]) for k in (0, 2)]
        np.testing.assert_allclose(out["top/displacement"][-1, [0, 2]], below, atol=0.02)  # the last step of the path, bent, is 2 long


class StarDome(unittest.TestCase):
    """24 bars of 100 in width, whose crown snaps through under 3.16 at its top and moves by 4 then: little in a model of this size, and stable before and behind."""

    def dome(self, top):
        around = lambda radius, z, turn: [(radius * np.cos(a), radius * np.sin(a), z) for a in np.pi / 3 * np.arange(6) + turn]
        bars = [bar for i in range(1, 7) for bar in ((0, i), (i, i % 6 + 1), (i, 6 + i), (i % 6 + 1, 6 + i))]
        own = [(0, 0, 8.216)] + around(25, 6.216, 0) + around(50, 0, np.pi / 6), {"bars": (gmsh_file.LINE, bars), "foot": (gmsh_file.POINT, [(7 + i,) for i in range(6)]), "top": (gmsh_file.POINT, [(0,)])}
        return {"own": own, "parts": "bars", "part_bars_element": "truss", "part_bars_ea": 1e4, "part_bars_mass_per_length": 0, "supports": "foot", "loads": "top", "load_top_force": f"0,0,{-top}", "probes": "top"}

    def test_crown(self):
        """Neither a load step nor an arc-length step jumps over the limit point, whatever the load is; the state at the end is that of the path."""
        fine = static(**self.dome(5), analysis="path", path_step=0.01, path_steps=1000, path_load="-1,1")
        limit = 5 * fine["critical/load_factor"][0]
        self.assertAlmostEqual(limit, 3.156, delta=1e-3)
        for top in (5, 20, 100):
            out = static(**self.dome(top))
            self.assertEqual(out["status"], 0, out["error"])
            said = re.search(r"t = (\S+) is a limit load", out["error"])
            self.assertAlmostEqual(float(said[1]) * top / limit, 1, delta=1e-5)
        out = static(**self.dome(5))
        np.testing.assert_allclose(out["top/displacement"][-1, 2], np.interp(1, fine["load_factor"][-2:], fine["top/displacement"][-2:, 2]), rtol=2e-3)


class Corners(unittest.TestCase):
    """Laws whose slope jumps: the path has a corner, beyond which the load may go the other way."""

    def test_stop(self):
        """Von Mises' truss falls on a spring, where the falling load turns at once: closed form, on any ranks."""
        h, at = 0.2, -0.1
        for ranks, k in ((1, 1e4), (1, 50), (3, 50)):
            stop = {"loads": "apex,stop", "load_apex_force": "0,0,-4", "load_stop_set": "apex", "load_stop_law_z": f"uz<{at - h} ? {k}*({at - h}-uz) : 0"}
            out = static(ranks, **{**two_bars(h), **stop})
            self.assertEqual(out["status"], 0, out["error"])
            y = h + out["apex/displacement"][:, 2]
            np.testing.assert_allclose(4 * out["load_factor"], load(h, y) + k * np.maximum(0, at - y), atol=1e-9 * k)
            self.assertEqual(out["load_factor"][-1], 1)
            self.assertLess(y[-1], at)
            self.assertAlmostEqual(float(re.search(r"t = (\S+) is a limit load:", out["error"])[1]) * 4 / limit(h), 1, delta=1e-5)

    def test_restart(self):
        """A run that was stopped just before the corner arrives with the same bits."""
        case = {**two_bars(0.2), "loads": "apex,stop", "load_apex_force": "0,0,-4", "load_stop_set": "apex", "load_stop_law_z": "uz<-0.3 ? 50*(-0.3-uz) : 0"}
        with tempfile.TemporaryDirectory() as folder:
            mesh = os.path.join(folder, "truss.msh")
            gmsh_file.write(mesh, *case.pop("own"))
            u = static(**case, mesh=mesh)["apex/displacement"]
            last = int(np.argmax(u[:, 2] < -0.3)) - 1  # the corner is in the next step
            self.assertGreater(2 * last, len(u))  # so that there is one checkpoint
            for step in (last - 1, last):
                saved = os.path.join(folder, f"saved{step}")
                out = static(**case, mesh=mesh, checkpoint=saved, checkpoint_every=step)
                again = static(**case, mesh=mesh, restart=saved + ".1")
                self.assertEqual((out["status"], again["status"]), (0, 0), out["error"] + again["error"])
                np.testing.assert_array_equal(again["apex/displacement"], u[step + 1:])

    def test_two_stops(self):
        """Two trusses, each with a stop below it, near to its limit point or with the other truss beyond its own: the new part of the path is nearly opposite to the old one, as seen by the load."""
        heights, top = (0.2, 0.24), 1.3 * limit(0.24)
        nodes = [p for k, h in enumerate(heights) for p in ((4 * k, 0, 0), (4 * k + 1, 0, h))]
        own = nodes, {"bars": (gmsh_file.LINE, [(0, 1), (2, 3)]), "foot": (gmsh_file.POINT, [(0,), (2,)]), "a": (gmsh_file.POINT, [(1,)]), "b": (gmsh_file.POINT, [(3,)])}
        keys = {"own": own, "parts": "bars", "part_bars_element": "truss", "part_bars_ea": EA, "part_bars_mass_per_length": 0, "directions": "xz", "supports": "foot,a,b", "support_a_fix": "x",
                "support_b_fix": "x", "loads": "a,b,under_a,under_b", "load_a_force": f"0,0,{-top / 2}", "load_b_force": f"0,0,{-top / 2}", "probes": "a,b"}
        for stops, k in (((-0.25, -0.3), 1e4), ((-0.3, -0.3), 1e5), ((-0.2, -0.4), 100)):
            laws = {f"load_under_{n}_{what}": text for n, u in zip("ab", stops) for what, text in (("set", n), ("law_z", f"uz<{u} ? {k}*({u}-uz) : 0"))}
            out = static(**keys, **laws)
            self.assertEqual(out["status"], 0, out["error"])
            self.assertEqual(out["load_factor"][-1], 1)
            for n, h, u in zip("ab", heights, stops):
                z = out[n + "/displacement"][:, 2]
                np.testing.assert_allclose(top * out["load_factor"], load(h, h + z) + 2 * k * np.maximum(0, u - z), atol=1e-9 * k)
                self.assertLess(z[-1], u)

    def test_spring_that_breaks(self):
        """The force of a spring rises to 100, falls to half of it and rises again: the limit load is that of the corner."""
        law = "ux<1 ? 100*ux : (ux<1.5 ? 100-100*(ux-1) : 50+200*(ux-1.5))"
        out = static(own=([(0, 0, 0)], {"end": (gmsh_file.POINT, [(0,)])}), parts="spring", part_spring_set="end", part_spring_element="spring", part_spring_direction="1,0,0",
                     part_spring_stiffness=1, directions="x", loads="pull,law", load_pull_set="end", load_pull_force="130,0,0", load_law_set="end", load_law_law_x=f"0-({law})", probes="end")
        self.assertEqual(out["status"], 0, out["error"])
        self.assertAlmostEqual(float(re.search(r"t = (\S+) is a limit load:", out["error"])[1]), 101 / 130, delta=1e-5)
        self.assertAlmostEqual(out["end/displacement"][-1, 0], 380 / 201, delta=1e-9)


class NeverReached(unittest.TestCase):
    def test_force_that_decays(self):
        """A spring whose force k u exp(-u) has its largest value k/e at u = 1 and vanishes far away: status 3, the limit load in the message, the path in the file."""
        k = 1000
        out = static(own=([(0, 0, 0)], {"end": (gmsh_file.POINT, [(0,)])}), parts="spring", part_spring_set="end", part_spring_element="spring", part_spring_direction="1,0,0",
                     part_spring_stiffness=k, directions="x", loads="pull,law", load_pull_set="end", load_pull_force=f"{k / 2},0,0", load_law_set="end",
                     load_law_law_x=f"{k}*ux*(1-exp(-ux))", probes="end")
        self.assertEqual(out["status"], 3)
        said = re.search(r"t = 1 is not reached: at the limit load t = (\S+) the structure collapses or snaps through, and node \d.* moves most; .* rises to t = 0\.735\d* at most", out["error"])
        self.assertAlmostEqual(float(said[1]), 2 / np.e, delta=1e-5)
        self.assertAlmostEqual(out["critical/load_factor"][0], 2 / np.e, delta=1e-8)
        u = out["end/displacement"][:, 0]
        np.testing.assert_allclose(out["load_factor"], 2 * u * np.exp(-u), atol=1e-9)
        self.assertGreater(len(u) - u.searchsorted(1), 20)


    def test_too_few_cells(self):
        """An arch of four beams, which fold further than an element can turn: status 3, a message that names the beam and the remedy; a path analysis says the same."""
        angle = np.radians(np.linspace(-107.5, 107.5, 5))
        nodes, cells = chain(100 * np.column_stack([np.sin(angle), 0 * angle, np.cos(angle)]))
        sets = {"left": (gmsh_file.POINT, [(0,)]), "right": (gmsh_file.POINT, [(4,)]), "top": (gmsh_file.POINT, [(2,)])}
        arch = beam(nodes, cells, sets, 1e8, 1e6, supports="left,right", support_right_fix="xz", loads="top", load_top_force="0,0,-4000", probes="top")
        for keys in ({}, {"analysis": "path", "path_steps": 1000}):
            out = static(**arch, **keys)
            self.assertEqual(out["status"], 3)
            self.assertRegex(out["error"], r"use smaller cells there.; it is the beam of part 'beam' at \(0, 0, 100\), which has collapsed, has rotated too far")


if __name__ == "__main__":
    unittest.main()
