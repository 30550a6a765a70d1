# SPDX-License-Identifier: BSD-2-Clause
"""Supports, loads, laws and initial fields that are refused: sets that are not there, directions that do not move, formulas without a value."""
import unittest

import refusal
from run import fsolve, options


class Loads(refusal.Table):
    ROWS = [
        ("wave2d", {"supports": "rihgt,top"}, r"no set 'rihgt'; did you mean 'right'\?; it has all, left, right"),
        ("wave2d", {"load_pulse_set": "middle"}, r"-load_pulse_set: the mesh has no set 'middle'; it has .*; for the cells of a part give the set of -part_<name>_set"),
        ("wave2d", {"load_pulse_force": "1,2"}, r"-load_pulse_force 1,2: expected 3 numbers"),
        ("wave2d", {"load_pulse_force": "1,0,0"}, r"-load_pulse_force acts in x.*-directions"),
        ("wave2d", {"supports": "all", "analysis": "modes"}, r"supports fix all dofs of the model, so that nothing can move; take sets out of -supports"),
        ("wave2d", {"supports": "right,left", "support_left_motion_z": "sqrt(t-1)"}, r"-support_left_motion_z .*no finite value"),
        ("wave2d", {"supports": "left,bottom", "support_left_motion_z": "t"}, r"supports '(left|bottom)' and '(left|bottom)' both fix z"),
        ("wave2d", {"support_top_fix": "w"}, r"-support_top_fix w"),
        ("wave2d", {"initials": "all", "initial_all_velocity_z": "1/x"}, r"-initial_all_velocity_z has no finite value at \(0, "),
        ("wave2d", {"initials": "all"}, r"initial field 'all' is empty"),
        ("roll_up", {"support_start_fix": "xyz", "support_start_rotation_x": "t"}, r"support 'start' moves a rotation of a node whose other rotations are free"),
        ("roll_up", {"support_start_fix": "none"}, r"support .start. fixes nothing: beside -support_start_fix none, give the rotations that it fixes"),
        ("roll_up", {"support_start_rotation_x": "sqrt(t-2)", "support_start_fix": "all"}, r"-support_start_rotation_x .*no finite value"),
        ("roll_up", {"load_end_force": "1,0,0"}, r"load 'end' has 2 of force, traction, moment and pressure"),
        ("roll_up", {"loads": "end,start", "load_start_pressure": 1}, r"-load_start_pressure: set 'start' has no triangles or quadrilaterals"),
        ("roll_up", {"linearize": True, "load_end_follower": True}, r"-load_end_follower: nodes do not rotate with -linearize"),
        ("roll_up", {"loads": "end", "load_end_time": "log(t)"}, r"-load_end_time .*no finite value at t = 0"),
        *(("roll_up", {"loads": "w", "load_w_set": "all", f"load_w_{kind}": "0,0,1", "load_w_field": "1/x", **more}, r"-load_w_field has no finite value at some place of set 'all'; guard")
          for kind in ("force", "moment") for more in ({}, {"load_w_follower": True})),  # at x = 0, which a support holds
        ("roll_up", {"gravity_time": "t"}, r"-gravity_time without -gravity"),
        ("roll_up", {"gravity": "1,2"}, r"-gravity 1,2: expected 3 numbers"),
        ("roll_up", {"load_end_field": "log(y-1)"}, r"-load_end_field has no finite value at some place of set 'end'"),
        ("wave2d", {"mesh": "rectangle,frame", "points": "a,b", "point_a": "0,0,0", "point_b": "1,0,0", "members": "rib", "member_rib": "a,b", "parts": "skin,rib", "part_rib_element": "bar", "part_rib_young": 1,
                    "part_rib_area": 1, "part_rib_density": 1, "loads": "all", "load_all_traction": "0,0,1"}, r"-load_all_traction: set 'all' has lines and surfaces; give -load_all_traction_per length \[N/m\] or area \[N/m2\]$"),
        ("roll_up", {"load_end_moment_per": "lenght"}, r"-load_end_moment_per lenght: unknown; did you mean length"),
        ("roll_up", {"load_end_moment_per": "length"}, r"-load_end_moment acts in z, where set 'end' has no lines or surfaces whose nodes rotate"),
        ("roll_up", {"load_end_moment_per": "area", "load_end_set": "all"}, r"-load_end_moment acts in z, where set 'all' has no lines or surfaces whose nodes rotate"),
        ("truss_pendulum", {"loads": "x", "load_x_set": "end", "load_x_force": "1,0,0", "load_x_moment_per": "length"}, r"option -load_x_moment_per"),
        ("truss_pendulum", {"loads": "x", "load_x_set": "all", "load_x_moment": "0,0,1", "load_x_moment_per": "length"}, r"load 'x': set 'all' has nodes that do not rotate, and a moment needs nodes that do"),
        ("truss_pendulum", {"load_x_moment": "0,0,1", "loads": "x", "load_x_set": "end"}, r"load 'x': set 'end' has nodes that do not rotate, and a moment needs nodes that do"),
        ("truss_pendulum", {"initials": "end", "initial_end_angular_velocity_x": 1}, r"-initial_end_angular_velocity_x: no node of set 'end' has a dof of rotation about x"),
        ("inflated_membrane", {"load_skin_field": "1/x"}, r"load 'skin': the pressure of .* at \(.*\) has a node where its formula of the place has no finite value"),
        ("spring_pendulum", {"load_motion_law_x": "ux+"}, r'-load_motion_law_x "ux\+"'),
        ("spring_pendulum", {"load_motion_law_per": "area"}, r"-load_motion_law_per: set 'end' has no surfaces"),
        ("spring_pendulum", {"load_motion_law_x": "w"}, r"the variables are: t, ux, uy, uz, vx, vy, vz"),
        ("spring_pendulum", {"load_motion_law_z": "ux"}, r"-load_motion_law_z: set 'end' has no free dof in z; -directions"),
        ("spring_pendulum", {"load_motion_force": "1,0,0"}, r"-load_motion_force"),
        ("spring_pendulum", {"load_motion_set": "start"}, r"-load_motion_law_x: set 'start' has no free dof in x; its nodes belong to no part"),
        ("spring_pendulum", {"supports": "end", "support_end_fix": "x"}, r"-load_motion_law_x: set 'end' has no free dof in x; supports fix it"),
        ("spring_pendulum", {"load_motion_law_mz": "0-rz"}, r"-load_motion_law_mz: set .* has no free rotation about z; nodes of beams and bodies rotate"),
        ("spring_pendulum", {"load_motion_law_x": "0-rx", "linearize": True}, r"load .motion. has moments or uses rotations, which are finite: leave out -linearize"),
        ("spring_pendulum", {"load_motion_law_x": "1/(uy-uy)"}, r'-load_motion_law_x "1/\(uy-uy\)" has no finite value at t = 0, ux = 0, uy = 0.785398'),
        ("spring_pendulum", {"load_motion_time": "t"}, r"-load_motion_time: load 'motion' has formulas"),
    ]


class OfHeldNodes(refusal.Refusal):
    """Laws without a finite value at x = 0, which a support holds, so that no solve meets it: at the start, and on the way."""
    CASE = {"mesh": "line", "mesh_n": 2, "parts": "p", "part_p_set": "all", "part_p_element": "beam", "part_p_section": "circle", "part_p_radius": 0.05, "part_p_young": 2e11,
            "part_p_poisson": 0.3, "part_p_density": 7800, "supports": "start", "loads": "w", "load_w_set": "all", "dt": 0.125, "t_end": 1, "quiet": True}

    def test_laws(self):
        self.refuse(options(**self.CASE, load_w_law_z="1/x"), r'node \S+ at \(0, 0, 0\), where -load_w_law_z "1/x" has no finite value at t = 0', 2)
        for k, component in enumerate(("z", "mz")):
            law = {f"load_w_law_{component}": "x>0 ? 1 : 1/(t-0.5)"}
            done = fsolve(options(**self.CASE, **law, output="o.h5", overwrite=True), 1 + k, cwd=self.cwd)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"support 'start' has no finite reaction at t = 0\.5: a law")


if __name__ == "__main__":
    unittest.main()
