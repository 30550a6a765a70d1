# SPDX-License-Identifier: BSD-2-Clause
"""Parts, supports, loads, joints, initials and probes where something is, instead of at sets: the same bits as with the sets of a grid."""
import os
import unittest

import h5py
import numpy as np

import refusal
from run import RELEASE, fsolve, options, run

GRID = {"mesh": "rectangle", "mesh_n": "8,4", "mesh_upper": "2,1", "parts": "skin", "part_skin_set": "all", "part_skin_element": "membrane",
        "part_skin_tension": 2, "part_skin_mass_per_area": 3, "dt": 0.01, "t_end": 0.05, "output_every": 5, "ksp_rtol": 1e-12}
EDGES = {"supports": "left,low", "support_low_set": "bottom"}
LOADS = {"loads": "sheet,edge,spot", "load_sheet_set": "all", "load_sheet_traction": "0,0,1", "load_edge_set": "top", "load_edge_traction": "0,0,2",
         "load_spot_set": "top_right", "load_spot_force": "0,0,3", "initials": "push", "initial_push_set": "right", "initial_push_velocity_z": "y",
         "probes": "spot", "probe_spot_set": "top_right"}
SAME = [
    {"support_left_set": None, "support_left_plane": "0,7,8,1,0,0", "support_low_set": None, "support_low_where": "y<1e-9"},
    {"support_left_set": None, "support_left_box": "-1,-1,-1,0,5,5", "load_edge_set": None, "load_edge_plane": "9,1,0,0,-2,0"},
    {"load_sheet_set": None, "load_sheet_sphere": "1,0.5,0,2", "load_spot_set": None, "load_spot_point": "2,1,0"},
    {"initial_push_set": None, "initial_push_where": "x==2", "probe_spot_set": None, "probe_spot_sphere": "2,1,0,0.1"},
    {"supports": "both", "support_low_set": None, "support_both_set": "left,bottom"},
    {"load_edge_set": "all,top", "load_edge_where": "y==1", "part_skin_set": None, "part_skin_where": "1"},
]

STEEL = {"element": "beam", "section": "circle", "radius": 0.05, "young": 2.1e11, "poisson": 0.3, "density": 7850}


class Places(refusal.Refusal):
    def test_places_are_the_sets(self):
        whole = run(**GRID, **EDGES, **LOADS)
        for k, other in enumerate(SAME):
            words = {key: v for key, v in {**GRID, **EDGES, **LOADS, **other}.items() if v is not None}
            for ranks in ((1, 3) if k % 2 else (1, 2)) if RELEASE else (1, 3) if k == 1 else (1,):
                with self.subTest(f"{other} {ranks}"):
                    out = run(ranks=ranks, **words)
                    # on one rank the same sums in the same order
                    np.testing.assert_allclose(out.by_id("displacement"), whole.by_id("displacement"), rtol=0 if ranks == 1 else 1e-10, atol=0 if ranks == 1 else 1e-14)
                    np.testing.assert_array_equal(out.frames[0]["velocity"], whole.frames[0]["velocity"])

    def test_a_plane_has_its_lines_not_its_surfaces(self):
        """A traction on what lies in z = 0 acts on the surfaces, one on x = 2 on the lines there: their resultants."""
        for place, resultant in (("0,0,0,0,0,1", 2), ("2,0,0,1,0,0", 1)):
            out = run(**GRID, loads="wind", load_wind_plane=place, load_wind_traction="0,0,1")
            np.testing.assert_allclose(self.momentum(out), resultant * 0.05, rtol=1e-9)

    @staticmethod
    def momentum(out):
        """Of a membrane of quadrilaterals: mass per area times the integral of the velocity."""
        x, v = np.round(out.nodes[:, :2] * [4, 4]).astype(int), out.frames[-1]["velocity"][:, 2]
        weight = np.where((x[:, 0] == 0) | (x[:, 0] == 8), 0.5, 1) * np.where((x[:, 1] == 0) | (x[:, 1] == 4), 0.5, 1)
        return 3 * (weight * v).sum() / 16

    def test_half_a_membrane(self):
        """Cells with all of their nodes there: the other half has no dofs."""
        out = run(**{**GRID, "part_skin_set": "all", "part_skin_where": "x<=1"})
        moved = run(**{**GRID, "part_skin_where": "x<=1"}, loads="p", load_p_set="all", load_p_force="0,0,1").frames[-1]["displacement"][:, 2]
        self.assertEqual(len(out.nodes), 45)
        np.testing.assert_array_equal(moved != 0, out.nodes[:, 0] <= 1)

    def test_joint_to_ground_at_a_place(self):
        """A heavy body on a revolute joint through its center: held by the point's name, or by what is there."""
        words = {"mesh": "frame", "points": "bob,other", "point_bob": "1,0,0", "point_other": "5,0,0", "links": "spring", "link_spring": "bob,other",
                 "parts": "bob,other", **{f"part_{b}_{k}": v for b in ("bob", "other") for k, v in {"element": "body", "mass": 2, "inertia": "1,1,1,0,0,0"}.items()},
                 "gravity": "0,0,-9.81", "dt": 0.01, "t_end": 0.05, "joints": "pin", "joint_pin_type": "revolute", "joint_pin_axis": "0,1,0"}
        by_set, by_place = run(**words, joint_pin_set="bob"), run(**words, joint_pin_sphere="1,0,0,0.1")
        np.testing.assert_allclose(by_place.probe["pin"]["reaction"][1:, 2], 2 * 9.81, rtol=1e-9)
        for key, values in by_set.probe["pin"].items():
            np.testing.assert_array_equal(by_place.probe["pin"][key], values)

    def test_names_of_places(self):
        """Each is a set of the file, once, whatever the name's length: those of sets have 63 characters."""
        long = 70 * "x"
        names = [long + "1", long + "2", "top"]
        path = os.path.join(self.cwd, "o.h5")
        words = {f"load_{n}_{k}": v for i, n in enumerate(names) for k, v in (("point", f"{i},1,0"), ("force", "0,0,1"))}
        done = fsolve(options(**GRID, **words, loads=",".join(names), output=path, quiet=True), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(path) as file:
            made = sorted(s for s in file["mesh/sets"] if s.startswith("load_"))
            places = [file["mesh/nodes"][file[f"mesh/sets/{s}/nodes"][0]][0] for s in made]
        self.assertEqual(([len(s) for s in made], places), ([8, 54, 63], [2, 1, 0]), made)


class Parts(refusal.Refusal):
    """A place of a part counts within the set of its name; other parts have no cells of it."""
    CORNER = {"mesh": "frame", "points": "a,b,c", "point_a": "0,0,0", "point_b": "0,0,3", "point_c": "2,0,3", "members": "column,beam", "member_column": "a,b", "member_column_n": 3,
              "member_beam": "b,c", "member_beam_n": 2, "directions": "xz", "parts": "column,beam", **{f"part_{n}_{k}": v for n in ("column", "beam") for k, v in STEEL.items()},
              "supports": "a", "loads": "tip", "load_tip_set": "c", "load_tip_force": "0,0,-1000", "probes": "c", "analysis": "static", "linearize": True}

    def test_a_place_is_within_the_set_of_the_part(self):
        whole = run(**self.CORNER).probe["c"]["displacement"]
        for place in ({"part_beam_where": "z>0"}, {"part_beam_box": "-1,-1,-1,3,3,3"}, {"part_beam_sphere": "0,0,0,9"}, {"part_beam_plane": "0,0,3,0,0,1"}):
            np.testing.assert_array_equal(run(**self.CORNER, **place).probe["c"]["displacement"], whole)
        half = {**self.CORNER, "part_column_where": "z<2.5", "supports": "a,b", "support_b_fix": "xz", "support_b_fix_rotation": "y"}
        self.assertTrue(np.isfinite(run(**half).probe["c"]["displacement"]).all())

    def test_a_part_of_another_name_needs_no_set(self):
        """Without a set of its name, a place selects in the whole mesh."""
        words = {k.replace("part_beam", "part_both"): v for k, v in self.CORNER.items() if not k.startswith("part_column")}
        whole, other = run(**self.CORNER).probe["c"], run(**{**words, "parts": "both", "part_both_where": "1"}).probe["c"]
        np.testing.assert_allclose(other["displacement"], whole["displacement"], rtol=1e-12)

    def test_shared_cells(self):
        """A warning, on any number of ranks, and none for a damper, a mass or a spring beside a beam."""
        for ranks in (1, 2) if RELEASE else (1,):
            done = fsolve(options(**self.CORNER, part_beam_set="beam,column", output="o.h5", overwrite=True), ranks, cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, r"warning: 3 cells are in two parts with stiffness: 'column' and 'beam' share the cell at \(0, 0, (0.5|1.5|2.5)\)")
        self.assertIn("(-part_beam_composite_with column)", done.stderr)
        beside = {"parts": "column,beam,damper", "part_damper_set": "column", "part_damper_element": "damper", "part_damper_damping": 1, "part_damper_direction": "1,0,0"}
        done = fsolve(options(**{**self.CORNER, **beside}, output="o.h5", overwrite=True), cwd=self.cwd)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_composite(self):
        """Two parts that are declared to act together: the same answer as without the declaration, and no word."""
        both = {**self.CORNER, "part_beam_set": "beam,column"}
        warned = run(**both).probe["c"]["displacement"]
        for declared in ({"part_beam_composite_with": "column"}, {"part_column_composite_with": "beam"}):
            done = fsolve(options(**both, **declared, output="o.h5", overwrite=True), cwd=self.cwd)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            np.testing.assert_array_equal(run(**both, **declared).probe["c"]["displacement"], warned)


class Refused(refusal.Table):
    ROWS = [
        (None, {**Parts.CORNER, "part_beam_composite_with": "column"}, r"-part_beam_composite_with: the parts 'beam' and 'column' have no common cell; correct their sets"),
        (None, {**Parts.CORNER, "part_beam_composite_with": "columm"}, r"-part_beam_composite_with: 'columm' is no other part"),
        (None, {**GRID, "supports": "s", "support_s_box": "5,5,5,6,6,6"}, r"-support_s_\.\.\.: no node is selected"),
        (None, {**GRID, "supports": "s", "support_s_box": "5,5,5"}, r"-support_s_box 5,5,5: expected 6 numbers"),
        (None, {**GRID, "supports": "s", "support_s_point": "5,5,5"}, r"-support_s_point: no node is at this place; the nearest one, at 2,1,0, is 7.07107 away: give its place"),
        (None, {**GRID, "supports": "s", "support_s_point": "0,0,0", "support_s_where": "x>9"}, r"-support_s_point: the sets, boxes and formulas beside it select no node"),
        (None, {**GRID, "supports": "s", "support_s_plane": "0,0,0,0,0,0"}, r"-support_s_plane: the plane has no normal"),
        (None, {**GRID, "supports": "s", "support_s_where": "x>"}, r"-support_s_where \"x>\""),
        (None, {**GRID, "supports": "s", "support_s_where": "1/x"}, r"-support_s_where \"1/x\" has no finite value at x = 0"),
        (None, {**GRID, "supports": "s", "support_s_set": "left,rigt"}, r"-support_s_set: the mesh has no set 'rigt'; did you mean 'right'\?"),
        (None, {**GRID, "loads": "p", "load_p_pont": "0,0,0", "load_p_force": "0,0,1"}, r"-load_p_pont|the mesh has no set 'p'"),
    ]


if __name__ == "__main__":
    unittest.main()
