# SPDX-License-Identifier: BSD-2-Clause
"""Motions of members that are resumed on other ranks: arcs, loads between nodes, temperature, winches. The answers are those of a run without
restart."""
import os
import tempfile
import unittest

import numpy as np

from run import RELEASE, Output, fsolve, options

BEAM = {"part_rib_element": "beam", "part_rib_ea": 2e5, "part_rib_gay": 1e5, "part_rib_gaz": 1e5, "part_rib_gj": 40, "part_rib_eiy": 90, "part_rib_eiz": 50, "part_rib_mass_per_length": 1.5,
        "part_rib_inertia": "0.02,0.01,0.01,0,0,0", "part_rib_set": "all", "parts": "rib"}
FRAME = {"mesh": "frame", "points": "foot,top,tip", "point_foot": "0,0,0", "point_top": "2,2,0", "point_tip": "4,2,1", "members": "arc,straight", "member_arc": "foot,top", "member_straight": "top,tip",
         "members_n": 3, "supports": "foot", "probes": "top,tip"}
ARC = {"member_arc_center": "2,0,0"}
PUSH = {"loads": "tip", "load_tip_force": "0,-20,30", "load_tip_time": "sin(20*t)"}
WIND = {"loads": "wind,turn", "load_wind_set": "all", "load_wind_traction": "3,-8,6", "load_wind_field": "1+x*cos(5*t)", "load_turn_set": "straight", "load_turn_moment": "0,1,2", "load_turn_moment_per": "length",
        "gravity": "0,-9.81,0"}
HEAT = {"part_rib_expansion": 1e-3, "part_rib_temperature": "20*x*sin(30*t)", "part_rib_temperature_gradient_y": "50*t"}
HOIST = {"points": "foot,top,tip,crane", "point_crane": "4,6,1", "members": "arc,straight,rope", "member_rope": "tip,crane", "member_rope_n": 2, "parts": "rib,rope", "part_rib_set": "ribs",
         "part_rope_element": "cable", "part_rope_set": "rope", "part_rope_ea": 1e3, "part_rope_mass_per_length": 0.2, "part_rope_unstrained_length": "4-0.8*t", "part_rope_expansion": 1e-4, "part_rope_temperature": "30*t",
         "supports": "foot,crane", "member_arc_sets": "ribs", "member_straight_sets": "ribs"}
# mass beside the line that moves between the nodes of single cells, in a fast motion; half of them taper
HEAVY = {"members_n": 1, "part_rib_center": "0.1,-0.05", "part_rib_offset": "0.02,0.05", "initials": "all", "initial_all_velocity_x": "3*y", "initial_all_velocity_z": "x^2"}
TAPER = {"part_rib_eiy": "90*(1-0.1*x)", "part_rib_mass_per_length": "1.5-0.2*x"}
# loads inside single cells that the axial force bends with: at places, on a part, moments, followers
AXIAL = {"part_rib_correction": "axial", "members_n": 1, "loads": "press,place,turn,part,follow", "load_press_set": "tip", "load_press_force": "-90,-30,-20", "load_press_time": "sin(10*t)", "load_place_point": "3,2,0.5",
         "load_place_force": "4,-20,15", "load_place_time": "cos(7*t)", "load_turn_point": "1,1,0", "load_turn_moment": "1,2,3", "load_part_set": "straight", "load_part_traction": "2,9,-8", "load_part_from": 0.4,
         "load_part_to": 1.3, "load_part_field": "1+sin(9*t)", "load_follow_set": "arc", "load_follow_traction": "2,-6,3", "load_follow_follower": True, "gravity": "0,-9.81,0"}
CASES = {"axial forces and loads between nodes": {**FRAME, **BEAM, **AXIAL}, "arcs": {**FRAME, **BEAM, **ARC, **PUSH}, "loads between nodes": {**FRAME, **BEAM, **WIND}, "on arcs, in heat": {**FRAME, **BEAM, **ARC, **WIND, **HEAT},
         "a winch in heat": {**FRAME, **BEAM, **ARC, **PUSH, **HEAT, **HOIST}, "mass between nodes": {**FRAME, **BEAM, **PUSH, **HEAVY},
         "mass of tapered members": {**FRAME, **BEAM, **TAPER, **PUSH, **HEAVY, "members_n": 3}}

SOME = ("axial forces and loads between nodes", "on arcs, in heat", "a winch in heat", "mass of tapered members")  # always; the others have nothing that these have not


class Restart(unittest.TestCase):
    def pieces(self, ends, ranks, **keys):
        with tempfile.TemporaryDirectory() as folder:
            for k, (end, n) in enumerate(zip(ends, ranks)):
                done = fsolve(options(**{**keys, "quiet": True, "output": "out.h5", "checkpoint": "kept", "t_end": end, "snes_atol": 1e-12, **({"restart": "kept"} if k else {})}), n, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            return Output(os.path.join(folder, "out.h5"))

    def test_members(self):
        for (name, case), scheme in zip(CASES.items(), ("generalized_alpha", "ss4", "lms3", "generalized_alpha", "esdirk43_6l", "lms4", "trapezoidal")):
            if not RELEASE and name not in SOME:
                continue
            pairs = ((1, 3), (3, 1), (2, 8), (8, 2), (3, 2), (8, 1)) if RELEASE else ((1, 3),)
            keys = {**case, "dt": 0.01, "integrator": scheme, "show": "works"}
            whole = self.pieces((0.2,), (1,), **keys)
            self.assertGreater(np.abs(whole.probe["tip"]["displacement"]).max(), 0.02, name)
            for ranks in pairs:
                with self.subTest(name, ranks=ranks):
                    out = self.pieces((0.1, 0.2), ranks, **keys)
                    np.testing.assert_array_equal(out.time, whole.time)
                    for p in ("top", "tip"):
                        for what, x in whole.probe[p].items():
                            np.testing.assert_allclose(out.probe[p][what], x, atol=1e-7 * np.abs(x).max(), err_msg=what)
                    largest = max(np.abs(e).max() for e in whole.energy.values())
                    for what, e in whole.energy.items():
                        np.testing.assert_allclose(out.energy[what], e, atol=1e-8 * largest, err_msg=what)


if __name__ == "__main__":
    unittest.main()
