# SPDX-License-Identifier: BSD-2-Clause
"""Joints with -linearize: the derivative of joints of any motion, and linear themselves."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

from models import joint
from run import MORE_RANKS, fsolve, options, release, run

SECTION = {"element": "beam", "ea": 2e5, "gay": 1e5, "gaz": 1e5, "gj": 40, "eiy": 90, "eiz": 50, "mass_per_length": 1.5, "inertia": "0.02,0.01,0.01,0,0,0"}
TWO = {"mesh": "frame", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "2,0,0", "point_c": "2,0,0", "point_d": "4,0,0", "members": "one,two", "member_one": "a,b", "member_two": "c,d", "links": "pin",
       "link_pin": "b,c", "parts": "one,two", **{f"part_{p}_{k}": v for p in ("one", "two") for k, v in SECTION.items()}, "joints": "pin", "supports": "a"}
TYPES = {
    "revolute": {"axis": "1,2,2", "angle_stiffness": 7},
    "universal": {"axis": "1,0,0", "second_axis": "0,1,1", "angle_stiffness": 7, "second_angle_stiffness": 3},
    "bushing": {"stiffness": "900,700,500,60,50,40", "axis": "1,2,2", "second_axis": "2,-1,0"},
    "cylindrical": {"axis": "1,2,2", "displacement_stiffness": 200, "angle_stiffness": 7},
    "prismatic": {"axis": "1,2,2", "displacement_stiffness": 200},
    "screw": {"axis": "1,2,2", "pitch": 0.5, "angle_stiffness": 7},
    "in_plane": {"axis": "1,2,2"},
    "constant_velocity": {"axis": "1,2,2"},
    "spherical": {},
    "weld": {"point": "2,0.4,0.3"},
    "distance": {"second_point": "2.5,0.3,0.2"},
    "spring_damper": {"second_point": "2.5,0.3,0.2", "displacement_stiffness": 200},
}


def frequencies(**keys):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.h5")
        done = fsolve(options(**keys, analysis="modes", output=path))
        assert done.returncode == 0, done.stderr
        with h5py.File(path) as f:
            return f["modes/frequency"][:]


class Linear(unittest.TestCase):
    def test_balance(self):
        """Moments are in balance about the places of the mesh, however far a linear motion goes: links, welds and ties beside the line."""
        keys = {**TWO, "point_c": "2,0.5,0", "point_d": "4,0.5,0", "linearize": True, "dt": 0.01, "t_end": 0.3, "show": "balance", "loads": "d"}
        bare = {k: v for k, v in keys.items() if k != "joints"}
        with tempfile.TemporaryDirectory() as folder:
            for link in ({**keys, **joint("pin", "rigid_link")}, {**keys, **joint("pin", "weld")}, {**bare, "ties": "pin", "tie_pin_type": "rigid"}):
                for force in ("30,0,0", "0,90,0", "0,0,60"):
                    done = fsolve(options(**link, load_d_force=force, output=os.path.join(folder, "out.h5"), overwrite=True))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertRegex(done.stderr, r"^(fsolve: warning: at t = .*displacement.*\n)?$")  # it goes farther than the model is large
                    moments = float(re.search(r"moments ([0-9.e+-]+) of the largest", done.stdout)[1])
                    self.assertLess(moments, 1e-10, (link, force))

    def test_hinge(self):
        """Two beams with a hinge between them, on a clamp and a roller, loaded at the middle of the second: the hinge carries half the load, however large."""
        P, L = 1e4, 2.0
        keys = {**TWO, **joint("pin", "revolute", axis="0,1,0"), "member_two_n": 2, "members_order": 2, "supports": "a,d", "support_d_fix": "yz", "support_d_fix_rotation": "x", "analysis": "static", "linearize": True,
                "loads": "middle", "load_middle_point": "3,0,0", "load_middle_force": f"0,0,{-P}", "probes": "b,c"}
        for ranks in (1, *MORE_RANKS):
            out = run(**keys, ranks=ranks)
            w = -P / 2 * (L**3 / (3 * SECTION["eiy"]) + L / SECTION["gaz"])
            for p in ("b", "c"):
                np.testing.assert_allclose(out.probe[p]["displacement"][-1], [0, 0, w], rtol=1e-10, atol=1e-9 * abs(w))
            np.testing.assert_allclose(out.probe["pin"]["reaction"][-1], [0, 0, P / 2, 0, 0, 0], atol=1e-7 * P)
            np.testing.assert_allclose(out.reaction["a"][-1, :3], [0, 0, P / 2], atol=1e-7 * P)
            np.testing.assert_allclose(out.reaction["d"][-1, :3], [0, 0, P / 2], atol=1e-7 * P)

    def modes(self, types):
        for type in types:
            with self.subTest(type=type):
                keys = {**TWO, **joint("pin", type, **TYPES[type]), "supports": "a,d", "support_d_fix": "none", "support_d_fix_rotation": "none", "modes": 6, "members_n": 3}
                keys.update(parts="one,two,end", part_end_set="d", part_end_element="body", part_end_mass=1, part_end_inertia="0.1,0.1,0.1,0,0,0", supports="a")
                keys = {k: v for k, v in keys.items() if not k.startswith("support_")}
                np.testing.assert_allclose(frequencies(**keys, linearize=True), frequencies(**keys), rtol=1e-7, atol=2e-4)

    def test_modes(self):
        """Frequencies at rest are those without -linearize."""
        self.modes(("universal", "bushing", "screw"))

    @release
    def test_modes_of_all(self):
        self.modes(TYPES)

    def test_proportional(self):
        """Drivers and loads ten times as large: all motions and reactions are ten times as large, with large rotations."""
        keys = {**TWO, "joints": "pin,foot", "supports": "d", "support_d_fix": "none", "support_d_fix_rotation": "none", "linearize": True, "integrator": "esdirk43_6l", "stabilize": "projection",
                "dt": 0.02, "t_end": 0.4, "probes": "b,d", "members_n": 2, **joint("pin", "universal", axis="1,0,0", second_axis="0,1,1"), **joint("foot", "revolute", set="a", axis="1,2,2")}
        keys = {k: v for k, v in keys.items() if not k.startswith("support")}
        one, ten = (run(**keys, joint_foot_angle=f"{k}*t^3", gravity=f"0,0,{-k}") for k in (1, 10))
        for p in ("b", "d"):
            u = one.probe[p]["displacement"]
            self.assertGreater(np.abs(u).max(), 0.05)
            np.testing.assert_allclose(ten.probe[p]["displacement"], 10 * u, atol=1e-8 * np.abs(u).max())
        for j in ("pin", "foot"):
            f = one.probe[j]["reaction"]
            np.testing.assert_allclose(ten.probe[j]["reaction"], 10 * f, atol=1e-5 * np.abs(f).max())
        np.testing.assert_allclose(ten.probe["foot"]["angle"], 10 * ten.time**3, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
