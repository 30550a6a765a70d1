# SPDX-License-Identifier: BSD-2-Clause
"""Extremes of shells and finite membranes at nodes: order at holes and clamped edges, linear stresses, jumps at folds, parts and supports, large rotations; on any ranks, after a restart."""
import math
import os
import tempfile
import unittest

import numpy as np

from run import MORE_RANKS, Output, fsolve, options, run

E, NU, H = 1e9, 0.3, 0.01
CELLS = ("quadrilateral", "triangle")
PART = {"parts": "s", "part_s_set": "all", "part_s_density": 0, "part_s_young": E, "part_s_poisson": NU, "part_s_thickness": H}
SHELL = {"analysis": "static", "linearize": True, "mesh": "rectangle", "part_s_element": "shell", **PART}


def values(out, name, frame=-1):
    return np.concatenate([v.ravel() for k, v in sorted(out.frames[frame].items()) if k.endswith("/" + name)])


def ring(n, **keys):
    """A quarter of a ring, whose hole of radius 1 is in a plate of radius 5 under tension along x."""
    return run(mesh_n=f"{n},{n}", mesh_upper="1,pi/2", mesh_map="exp(u*log(5))*cos(v),exp(u*log(5))*sin(v),0", supports="bottom,top", support_bottom_fix="yz",
               support_bottom_fix_rotation="all", support_top_fix="xz", support_top_fix_rotation="all", loads="right", load_right_traction=f"{H},0,0", load_right_field="x/sqrt(x^2+y^2)",
               **{**SHELL, **keys})


def ring_stress():
    """The stress along the hole at the top, by Airy's functions r^2, log r and (r^2, r^4, r^-2, 1) cos 2 theta."""
    rows = lambda r: [[1 / r**2, 2, 0, 0, 0, 0], [0, 0, -2, 0, -6 / r**4, -4 / r**2], [0, 0, 2, 6 * r**2, -6 / r**4, -2 / r**2]]
    a, b, c, d, e, _ = np.linalg.solve(rows(1) + rows(5), [0, 0, 0, 0.5, 0.5, -0.5])
    return -a + 2 * b - (2 * c + 12 * d + 6 * e)


class Order(unittest.TestCase):
    def test_hole(self):
        """The largest stress at a hole, where the means of the first cells are 11 and 6 % too low (16 and 32 cells in a quarter): quadrilaterals converge with order 2 from below."""
        exact = ring_stress()
        for element in ("shell", "finite_membrane"):
            error = [1 - values(ring(n, part_s_element=element), "stress_max").max() / exact for n in (16, 32)]
            self.assertTrue(0 < error[1] < 0.008 and 1.8 < math.log2(error[0] / error[1]) < 2.4, (element, error))
        for n, limit in ((16, 0.02), (32, 0.01)):
            self.assertLess(abs(values(ring(n, mesh_cell="triangle"), "stress_max").max() / exact - 1), limit)

    def test_clamped_edge(self):
        """The moment 0.05133 q a^2 in the middle of the sides of a clamped plate (Timoshenko & Woinowsky-Krieger, table 35): means of 32 cells are 13 % too low."""
        exact = 6 * 0.05133 / H**2
        for cell, limits in zip(CELLS, ((0.015, 0.005), (0.025, 0.02))):
            for n, limit in zip((32, 64), limits):
                out = run(mesh_n=f"{n},{n}", mesh_upper="1,1", mesh_cell=cell, supports="left,right,top,bottom", loads="q", load_q_set="all", load_q_pressure=1, **SHELL)
                self.assertLess(abs(values(out, "stress_max").max() / exact - 1), limit, (cell, n))


class Linear(unittest.TestCase):
    """Stresses that are linear in the place are exact at nodes."""

    def test_cantilever(self):
        """The moment at the clamped end of a strip, also of one row of cells; tapered too: the stress of h = 1/(2 - x) under the force 1 per width along it is 2 - x."""
        for rows in (1, 3):
            out = run(mesh_n=f"4,{rows}", mesh_upper="1,0.2", supports="left", loads="right", load_right_traction="0,0,1", **{**SHELL, "part_s_poisson": 0})
            self.assertAlmostEqual(values(out, "stress_max").max() / (6 / H**2), 1, delta=1e-6)
            out = run(mesh_n=f"4,{rows}", mesh_upper="1,0.2", supports="left,bottom_left", support_left_fix="xz", support_left_fix_rotation="all", support_bottom_left_fix="y", loads="right",
                      load_right_traction="1,0,0", **{**SHELL, "part_s_poisson": 0, "part_s_thickness": "1/(2-x)"})
            self.assertAlmostEqual(values(out, "stress_max").max(), 2, delta=2e-3)

    def test_strip_in_its_plane(self):
        """Bending in the plane: two rows of quadrilaterals are exact."""
        out = run(mesh_n="6,2", mesh_lower="0,-0.5", mesh_upper="3,0.5", supports="left,bottom_left", support_left_fix="xz", support_left_fix_rotation="xy", support_bottom_left_fix="y",
                  loads="right", load_right_traction=f"{H},0,0", load_right_field="2*y", **{**SHELL, "part_s_poisson": 0})
        np.testing.assert_allclose([values(out, "stress_max").max(), values(out, "stress_min").min(), values(out, "von_mises").max()], [1, -1, 1], atol=1e-6)


class Place(unittest.TestCase):
    KEYS = {"probes": "p", "probe_p_part": "s", "probe_p_extreme": "stress_max", **SHELL}

    def test_node(self):
        """The largest stress of a cantilever is at its clamp, at the first of the nodes with this stress, on any ranks; that of a strip under tension is in the middle of a cell."""
        keys = dict(mesh_n="4,3", mesh_upper="1,0.2", supports="left", loads="right", load_right_traction="0,0,1", **{**self.KEYS, "part_s_poisson": 0})
        for cell in CELLS:
            one = run(mesh_cell=cell, **keys).probe["p"]["largest_place"][-1]
            self.assertAlmostEqual(one[0], 0, delta=1e-12, msg=cell)
            self.assertAlmostEqual(min(abs(one[1] - 0.2 * k / 3) for k in range(4)), 0, delta=1e-12)
            for ranks in MORE_RANKS:
                np.testing.assert_array_equal(run(mesh_cell=cell, ranks=ranks, **keys).probe["p"]["largest_place"][-1], one)
        pulled = run(mesh_n="4,3", mesh_upper="1,0.2", supports="left,bottom_left", support_left_fix="xz", support_left_fix_rotation="all", support_bottom_left_fix="y", loads="right",
                     load_right_traction="1,0,0", **self.KEYS)
        np.testing.assert_allclose(pulled.probe["p"]["largest_place"][-1], [0.125, 0.1 / 3, 0], atol=1e-12)

    def test_hole(self):
        """At a hole under tension along x the largest stress is at its top."""
        out = ring(8, probes="p", probe_p_part="s", probe_p_extreme="stress_max")
        np.testing.assert_allclose(out.probe["p"]["largest_place"][-1], [0, 1, 0], atol=1e-12)


class Jumps(unittest.TestCase):
    def test_parts(self):
        """A strip with a jump of the thickness under tension: each part has its own stress."""
        out = run(mesh_n="8,3", mesh_upper="4,1", parts="a,b", part_a_where="x<2.001", part_b_where="x>1.999", part_a_element="shell", part_b_element="shell", part_a_thickness=H, part_b_thickness=2 * H,
                  part_a_young=E, part_b_young=E, part_a_poisson=0, part_b_poisson=0, part_a_density=0, part_b_density=0, analysis="static", linearize=True, mesh="rectangle",
                  supports="left,bottom_left", support_left_fix="xz", support_left_fix_rotation="all", support_bottom_left_fix="y", loads="right", load_right_traction=f"{H},0,0")
        for part, stress in (("a", 1), ("b", 0.5)):
            for name in ("stress_max", "von_mises"):
                found = next(v for k, v in out.frames[-1].items() if k.startswith(part + "/") and k.endswith(name))
                np.testing.assert_allclose(found, stress, rtol=1e-5)

    def test_equal_parts(self):
        """A clamped plate in two parts with the same properties has the extremes of one part."""
        keys = dict(mesh="rectangle", mesh_n="8,6", supports="left", loads="q", load_q_set="all", load_q_pressure=1, analysis="static", linearize=True)
        same = {k.split("part_s_")[1]: v for k, v in SHELL.items() if k.startswith("part_s_") and k != "part_s_set"}
        one = run(**keys, parts="a", part_a_set="all", **{f"part_a_{k}": v for k, v in same.items()})
        two = run(**keys, parts="a,b", part_a_where="x<0.501", part_b_where="x>0.499", **{f"part_{p}_{k}": v for p in "ab" for k, v in same.items()})
        for name in ("stress_max", "von_mises"):
            np.testing.assert_allclose(np.sort(values(two, name)), np.sort(values(one, name)), rtol=1e-9)

    def test_fold_and_support(self):
        """A strip that a force bends over a support in its middle, flat or folded there by 60 degrees: the moment has a kink, and its largest value is at the support."""
        for slope in (0, math.tan(math.pi / 3)):
            length = math.hypot(1, slope)
            out = run(mesh_n="8,3", mesh_upper="2,0.5", mesh_map=f"u,v,(u>1?u-1:0)*{slope}", supports="left,middle,bottom_left", support_left_fix="xz", support_left_fix_rotation="none",
                      support_middle_where="abs(x-1)<1e-6", support_middle_fix="z", support_middle_fix_rotation="none", support_bottom_left_fix="y", support_bottom_left_fix_rotation="none", loads="right",
                      load_right_traction=f"{-slope / length},0,{1 / length}", **{**SHELL, "part_s_poisson": 0, "part_s_thickness": 0.001})
            pull = slope / length / 0.001 if slope else 0
            self.assertAlmostEqual(values(out, "von_mises").max() / (6 * length / 0.001**2), 1, delta=1e-3 + pull * 0.001**2)


class Invariance(unittest.TestCase):
    def test_roll_up(self):
        """A strip that a moment rolls up to a quarter of a circle: the stress 6 M/h^2 everywhere."""
        moment = math.pi / 2 * E * H**3 / 12
        out = run(mesh_n="16,3", mesh_upper="1,0.3", supports="left", loads="right", load_right_moment=f"0,{-moment},0", load_right_moment_per="length", load_right_follower=True,
                  **{**SHELL, "linearize": False, "part_s_poisson": 0})
        np.testing.assert_allclose(values(out, "von_mises"), 6 * moment / H**2, rtol=5e-3)

    def test_ranks(self):
        """A curved panel of triangles and quadrilaterals: the same results on any ranks."""
        keys = dict(mesh_n="9,7", mesh_map="2*cos(u),2*sin(u),v+0.1*u*v", supports="bottom", loads="q", load_q_set="all", load_q_pressure=300, probes="top,p", probe_top_part="s",
                    probe_top_extreme="von_mises", probe_p_part="s", probe_p_point="2*cos(0.5),2*sin(0.5),0.5", envelopes="von_mises", analysis="static", mesh="rectangle", part_s_element="shell", **PART)
        for cell in CELLS:
            one = run(mesh_cell=cell, **keys)
            most = values(one, "von_mises").max()
            self.assertEqual(one.probe["top"]["largest"][-1, 0], most)
            self.assertIn(one.probe["p"]["von_mises"][-1, 0], values(one, "von_mises"))
            for ranks in MORE_RANKS:
                more = run(ranks=ranks, mesh_cell=cell, **keys)
                for name in ("von_mises", "stress_max", "stress_min"):
                    np.testing.assert_allclose(values(more, name), values(one, name), rtol=1e-8, atol=1e-8 * most)
                    np.testing.assert_allclose(more.probe["p"][name], one.probe["p"][name], rtol=1e-8)
                np.testing.assert_allclose(more.probe["top"]["largest"], one.probe["top"]["largest"], rtol=1e-8)

    def test_restart(self):
        """A plate that swings: the histories of a restart are those of one run."""
        keys = dict(mesh="rectangle", mesh_n="5,4", part_s_element="shell", supports="left", gravity="0,0,-9.81", dt=1e-3, probes="top,p", probe_top_part="s", probe_top_extreme="stress_max",
                    probe_p_part="s", probe_p_point="0.3,0.3,0", envelopes="von_mises", **{**PART, "part_s_density": 2700})
        with tempfile.TemporaryDirectory() as folder:
            path, other, kept = (os.path.join(folder, name) for name in ("a.h5", "b.h5", "kept"))
            for words in (options(output=path, t_end=0.02, **keys), options(output=other, t_end=0.01, checkpoint=kept, **keys),
                          options(output=other, t_end=0.02, checkpoint=kept, restart=kept, **keys)):
                done = fsolve(words)
                self.assertEqual(done.returncode, 0, done.stderr)
            one, two = Output(path), Output(other)
            for name in ("largest", "least"):
                np.testing.assert_array_equal(one.probe["top"][name], two.probe["top"][name])
            np.testing.assert_array_equal(one.probe["p"]["von_mises"], two.probe["p"]["von_mises"])


if __name__ == "__main__":
    unittest.main()
