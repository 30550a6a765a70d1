# SPDX-License-Identifier: BSD-2-Clause
"""Numbers that are infinite or undefined, in loads, laws, motions, drivers, initial fields, elements, at any time: the run is refused (status 2)
or ends (3), its message names what has no value, where and when, and no such number is in the output."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from models import BEAM, SLENDER
from run import RELEASE, fsolve, options

ROD = {"mesh": "line", "mesh_n": 3, "mesh_upper": "3,0,0", "dt": 0.01, "t_end": 0.1}
BEAMS = {**ROD, **BEAM, **SLENDER, "part_beam_set": "all", "part_beam_mass_per_length": 1, "part_beam_inertia": "0.01,0.01,0.01,0,0,0"}
CLAMPED = {**BEAMS, "supports": "start"}
TRUSS = {**ROD, "parts": "all", "part_all_element": "truss", "part_all_ea": 10, "part_all_mass_per_length": 1, "part_all_mass": "lumped",
         "supports": "start"}
DRUM = {"mesh": "rectangle", "mesh_n": "4,4", "parts": "all", "part_all_element": "membrane", "part_all_tension": 1, "part_all_mass_per_area": 1,
        "supports": "left", "dt": 0.01, "t_end": 0.1}
PUSHED = {**CLAMPED, "loads": "end", "load_end_force": "0,0,1"}
SPRUNG = {**PUSHED, "loads": "end,spring", "load_spring_set": "end"}
EXPLICIT = {"integrator": "central_difference"}
HINGED = {**BEAMS, "joints": "start", "joint_start_type": "revolute", "joint_start_axis": "0,1,0"}
LATE = "t>0.05 ? 0/0 : 0"
NONE = r' "[^"]*" has no finite value at t = 0\.0[5-9]'
ELEMENT = r"the %s of part '\w+' at \(\d, 0, 0\), which has collapsed"


def node(n):
    return rf"node {n} at \([\d., ]*\), where "


class Undefined(unittest.TestCase):
    """Rows (keys, status, what the message must say)."""

    TIMES = [
        ({**PUSHED, "load_end_time": "sqrt(0.05-t)"}, 3, "-load_end_time" + NONE),
        ({**PUSHED, "load_end_time": LATE, "integrator": "esdirk43_6l", "adapt": True}, 3, "-load_end_time" + NONE),
        ({**PUSHED, "load_end_time": LATE, "load_end_follower": True}, 3, "-load_end_time" + NONE),
        ({**PUSHED, "load_end_time": LATE, "linearize": True}, 3, "-load_end_time" + NONE),
        ({**PUSHED, "load_end_time": LATE, "analysis": "static", "dt": 0.01}, 3, "-load_end_time" + NONE),
        ({**PUSHED, "load_end_time": "1/t"}, 2, "-load_end_time .* at t = 0;"),
        ({**DRUM, "gravity": "0,0,-1", "gravity_time": "log(0.05-t)"}, 3, "-gravity_time" + NONE),
        ({**CLAMPED, "base_acceleration_z": LATE}, 3, "-base_acceleration_z" + NONE),
        ({**DRUM, "support_left_motion_z": LATE}, 3, "-support_left_motion_z" + NONE),
        ({**CLAMPED, "support_start_fix": "all", "support_start_rotation_z": LATE}, 3, "-support_start_rotation_z" + NONE),
        ({**CLAMPED, "support_start_motion_x": "log(t)"}, 2, "-support_start_motion_x .* at t = 0;"),
        ({**HINGED, "joint_start_angle": LATE}, 3, "-joint_start_angle" + NONE),
        ({**HINGED, "joint_start_angular_velocity": LATE, "integrator": "esdirk43_6l", "stabilize": "projection"}, 3,
         "-joint_start_angular_velocity" + NONE),
    ]
    # Known to the rank of the node or the element alone.
    PLACES = [
        ({**CLAMPED, "loads": "end", "load_end_law_z": f"0-uz*({LATE})"}, 3, r"step 6 from t = 0\.05 .*" + node(3) + "-load_end_law_z" + NONE),
        ({**TRUSS, **EXPLICIT, "loads": "end", "load_end_law_x": LATE}, 3, r"from t = 0\.05 .*" + node(3) + "-load_end_law_x" + NONE),
        ({**TRUSS, **EXPLICIT, "loads": "end", "load_end_law_x": LATE, "energies": "false"}, 3, node(3) + "-load_end_law_x" + NONE),
        ({**CLAMPED, "analysis": "static", "dt": 0.01, "loads": "end", "load_end_law_z": LATE}, 3, node(3) + "-load_end_law_z" + NONE),
        ({**SPRUNG, "load_spring_law_z": "sqrt(1e-6-uz)"}, 3, node(3) + r"-load_spring_law_z .*, uz = 1"),
        ({**SPRUNG, "load_spring_law_z": "0*log(1e-3-vz)"}, 3, node(3) + r"-load_spring_law_z .*, vz = 0\.001"),
        ({**CLAMPED, "loads": "end", "load_end_law_z": "1/uz"}, 2, node(3) + "-load_end_law_z .* at t = 0, ux = 0"),
        ({**CLAMPED, "initials": "all", "initial_all_displacement_x": "log(2.5-x)"}, 2,
         r"-initial_all_displacement_x has no finite value at \(3, 0, 0\)"),
        ({**CLAMPED, "part_beam_twist": "sqrt(2.5-x)"}, 2, r"part 'beam': the beam at \(2, 0, 0\) has a node where its formula"),
        ({**TRUSS, "initials": "all", "initial_all_displacement_x": "x>2 ? 0-1 : 0"}, 3, "t = 0: .*" + ELEMENT % "truss"),
        # overflow
        ({**PUSHED, "part_beam_correction": "none", "load_end_time": "exp(2e4*t)"}, 3, r"step 2 from t = 0\.00.*" + ELEMENT % "beam"),
        ({**PUSHED, "load_end_force": "1e308,1e308,1e308"}, 3, "t = 0: forces without a finite value, or beyond 1e120"),
        ({**DRUM, "gravity": "0,0,1e308"}, 3, "t = 0: forces without a finite value, or beyond 1e120"),
        ({**TRUSS, **EXPLICIT, "dt": 1, "t_end": 4000, "allow_unstable": True, "initials": "all", "initial_all_velocity_x": "0.001*x"}, 3,
         "grows without bound"),
    ]

    def finite(self, path):
        with h5py.File(path) as f:
            series = []
            f.visititems(lambda name, d: series.append(d) if isinstance(d, h5py.Dataset) and d.dtype.kind == "f" else None)
            for d in series:
                self.assertTrue(np.isfinite(d[...]).all(), d.name)

    def rows(self, rows, ranks):
        for keys, status, pattern in rows:
            with self.subTest(f"{ranks} ranks: {pattern} {keys}"), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "out.h5")
                done = fsolve(options(output=path, output_every=1, quiet=True, **keys), ranks, timeout=60)
                message = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ") and "warning" not in line]
                self.assertEqual((done.returncode, len(message)), (status, 1), done.stderr)
                self.assertRegex(message[0], pattern)
                if status == 2:
                    self.assertFalse(os.path.exists(path))
                elif os.path.exists(path):
                    self.finite(path)

    def test_formulas_of_time(self):
        self.rows(self.TIMES, 1)

    def test_formulas_of_places_and_elements(self):
        self.rows(self.PLACES, 1)
        self.rows(self.PLACES if RELEASE else self.PLACES[::8], 3)


if __name__ == "__main__":
    unittest.main()
