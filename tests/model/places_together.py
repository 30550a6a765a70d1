# SPDX-License-Identifier: BSD-2-Clause
"""Loads and probes at places together with many cases, glued ties, hinges, and bodies that hang on cables: statics by hand, or the same model with a node at the place."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from run import MORE_RANKS, fsolve, options, run

STATIC = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz"}
SECTION = {"element": "beam", "section": "rectangle", "width": 0.1, "height": 0.3, "young": 2.1e11, "poisson": 0.3, "density": 0}
FORCE = {"loads": "P", "load_P_force": "0,0,-1000"}


def part(name, **more):
    return {f"part_{name}_{key}": value for key, value in {**SECTION, **more}.items()}


class Places(unittest.TestCase):
    def test_many_cases(self):
        """A column of a table of cases is the place of the load and of the probe: reactions and the moment under the load."""
        span = {**STATIC, "points": "a,b", "point_a": "0,0,0", "point_b": "6,0,0", "members": "m", "member_m": "a,b", "parts": "m", **part("m"), "supports": "a,b", "support_a_fix": "xz", "support_a_fix_rotation": "none",
                "support_b_fix": "z", "support_b_fix_rotation": "none", **FORCE, "load_P_point": "s,0,0", "probes": "p", "probe_p_part": "m", "probe_p_point": "s,0,0"}
        places = np.array([2, 1.3, 5.5, 6, 0, 3])
        for ranks in (1, *MORE_RANKS):
            with self.subTest(ranks=ranks), tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "cases.csv"), "w") as file:
                    file.write("s\n" + "".join(f"{s}\n" for s in places))
                done = fsolve(["-let", "s=1", *options(**span, cases="cases.csv", output="out.h5")], ranks, cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                with h5py.File(os.path.join(folder, "out.h5")) as file:
                    a, b, moment = (file[f"results/{name}/final"][:] for name in ("a/reaction", "b/reaction", "p/moment_at_point"))
                np.testing.assert_allclose(a[:, 2], 1000 * (1 - places / 6), rtol=0, atol=1e-8)
                np.testing.assert_allclose(b[:, 2], 1000 * places / 6, rtol=0, atol=1e-8)
                np.testing.assert_allclose(moment[:, 1], -1000 * places * (6 - places) / 6, rtol=0, atol=1e-8)

    def test_tied_member(self):
        """A glued strut splits a member of one cell: loads on both sides of the strut, and at it, give what they give to a member with a point there."""
        strut = {**STATIC, "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "6,0,0", "point_c": "2,0,0", "point_d": "0,0,-2", "members": "m,r", "member_r": "d,c", "parts": "m,r", **part("m"),
                 **part("r", width=0.05, height=0.05), "supports": "a,b,d", "support_a_fix": "xz", "support_a_fix_rotation": "none", "support_b_fix": "z", "support_b_fix_rotation": "none", **FORCE,
                 "probes": "p", "probe_p_part": "m"}
        tied, joined = {"member_m": "a,b", "ties": "w", "tie_w_type": "glued", "tie_w_set": "c", "tie_w_to": "m"}, {"member_m": "a,c,b"}
        for place in (1.3, 2, 4.7):
            at = {"load_P_point": f"{place},0,0", "probe_p_point": f"{place},0,0"}
            wanted = run(**strut, **joined, **at)
            for ranks in (1, *MORE_RANKS):
                with self.subTest(place, ranks=ranks):
                    out = run(ranks=ranks, **strut, **tied, **at)
                    for name in "abd":
                        np.testing.assert_allclose(out.reaction[name][-1], wanted.reaction[name][-1], rtol=0, atol=1e-7)
                    np.testing.assert_allclose(sum(out.reaction[name][-1, 2] for name in "abd"), 1000, rtol=1e-10)
                    np.testing.assert_allclose(out.probe["p"]["moment_at_point"][-1], wanted.probe["p"]["moment_at_point"][-1], rtol=0, atol=1e-7)

    def test_hinge(self):
        """A beam that is clamped at x = 0 and hinged at 4 m to another one, which is 4 m long: forces and moments at the hinge and in front of and behind it. A moment at the point of the hinge acts on the beam that is not released."""
        gerber = {**STATIC, "points": "a,b,c", "point_a": "0,0,0", "point_b": "4,0,0", "point_c": "8,0,0", "members": "m,n", "member_m": "a,b", "member_n": "b,c", "parts": "p", "part_p_set": "m,n", **part("p"),
                  "supports": "a,c", "support_c_fix": "z", "support_c_fix_rotation": "none"}
        hinges = {"member_n_release": "start:ry"}, {"part_p_release": "hinge:ry", "point_b_sets": "hinge"}
        # reaction at c and moment at a
        cases = (("6,0,0", {}, 500, -2000), ("4,0,0", {}, 0, -4000), ("1,0,0", {}, 0, -1000), ("4,0,0", "moment", 0, -1000), ("3.9,0,0", "moment", 0, -1000), ("4.1,0,0", "moment", 250, 1000))
        for hinge in hinges:
            for ranks in (1, *MORE_RANKS):
                for place, kind, c, a in cases:
                    with self.subTest(place, hinge=hinge, kind=kind, ranks=ranks):
                        load = {"loads": "P", "load_P_moment": "0,1000,0"} if kind else FORCE
                        out = run(ranks=ranks, **gerber, **hinge, **load, load_P_point=place)
                        np.testing.assert_allclose([out.reaction["c"][-1, 2], out.reaction["a"][-1, 4]], [c, a], rtol=0, atol=1e-8)

    def test_body_on_cable(self):
        """A body of 100 kg on a cable of 4 kg in four cells: loads at the body, a moment about the vertical at it, and a load in the last cell. The last cell bears the load below it and half of its own weight."""
        hung = {"analysis": "static", "mesh": "frame", "points": "a,b", "point_a": "0,0,0", "point_b": "0,0,-4", "members": "m", "member_m": "a,b", "member_m_n": 4, "parts": "cable,ball", "part_cable_set": "m",
                "part_cable_element": "cable", "part_cable_ea": 1e6, "part_cable_mass_per_length": 1, "part_ball_set": "b", "part_ball_element": "body", "part_ball_mass": 100,
                "part_ball_inertia": "1,1,1,0,0,0", "supports": "a,b", "support_a_fix": "xyz", "support_b_fix": "none", "support_b_fix_rotation": "xyz", "gravity": "0,0,-10", "probes": "p", "probe_p_part": "cable",
                "probe_p_point": "0,0,-4"}
        for ranks in (1, *MORE_RANKS):
            for place, load, total, last, turn in (("0,0,-4", {"force": "0,0,-500"}, 1540, 1505, 0), ("0,0,-3.5", {"force": "0,0,-500"}, 1540, 1255, 0), ("0,0,-4", {"moment": "0,0,7"}, 1040, 1005, -7)):
                with self.subTest(place, load=load, ranks=ranks):
                    out = run(ranks=ranks, **hung, loads="P", load_P_point=place, **{f"load_P_{key}": value for key, value in load.items()})
                    np.testing.assert_allclose([out.reaction["a"][-1, 2], out.probe["p"]["force"][-1, 0], out.reaction["b"][-1, 5]], [total, last, turn], rtol=1e-9, atol=1e-8)


if __name__ == "__main__":
    unittest.main()
