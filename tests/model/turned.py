# SPDX-License-Identifier: BSD-2-Clause
"""Frames with a tie or a joint in large displacements: the answer of the frame turned in space is the turned answer, whatever axes the program chooses across a given one."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from models import joint
from run import RELEASE, fsolve, options, release, run

POINTS = {"a": (0, 0, 0), "b": (0, 0, 3), "c": (4, 0, 0), "d": (4, 0.5, 3), "e": (2, 3, 0), "f": (2, 3, 2.5)}
FORCES = {"b": (1000, 500, -1500), "d": (-200, 900, -6000), "f": (700, -800, 900)}
MOMENTS = {"b": (300, -200, 500), "d": (-500, 100, 800), "f": (100, 1500, -300)}
FRAME = {"mesh": "frame", "members": "left,right,back", "member_left": "a,b", "member_right": "c,d", "member_back": "e,f", "members_n": 2, "points": ",".join(POINTS),
         "parts": "columns", "part_columns_set": "left,right,back", "part_columns_element": "beam", "part_columns_section": "rectangle", "part_columns_width": 0.05, "part_columns_height": 0.07,
         "part_columns_young": 2e11, "part_columns_poisson": 0.3, "part_columns_density": 7800, "supports": "a,c,e", "probes": "b,d,f"}
STATIC = {"analysis": "static", "static_stable": "false"}
MOTION = {"dt": 0.002, "t_end": 0.02, "initials": "all", "assemble": "velocities"}
UPRIGHT, OBLIQUE = (0, 0, 1), (0.3, -0.5, 0.8)


def text(x):
    return ",".join(repr(float(v)) for v in x)


def turn(vector):
    """The matrix of a rotation vector."""
    angle = np.linalg.norm(vector)
    S = np.cross(np.eye(3), np.array(vector) / -angle)
    return np.eye(3) + np.sin(angle) * S + (1 - np.cos(angle)) * S @ S


TURNS = [turn(v) for v in ((0.5, 0.7, 0.9), (-1.2, 0.4, 2.0))] + [np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])]


def frame(Q, runner=run, analysis=STATIC, **more):
    """Three clamped columns. more: options of a tie or a joint between their heads; tuples are vectors, which turn with the frame."""
    keys = {f"point_{name}": Q @ x for name, x in POINTS.items()}
    keys.update({f"load_{name}_force": Q @ x for name, x in FORCES.items()})
    for name, x in MOMENTS.items():
        keys.update({f"load_{name}_moment_set": name, f"load_{name}_moment_moment": Q @ x})
    keys["loads"] = ",".join([*FORCES, *(f"{name}_moment" for name in MOMENTS)])
    keys["part_columns_direction"] = Q @ (0.2, 1, 0.1)
    if analysis is not STATIC and "initials" in analysis:
        up, speed = Q @ (0, 0, 1), Q @ (9, 6, -1.5)
        height = "+".join(f"({u!r})*{x}" for u, x in zip(up.tolist(), "xyz"))
        keys.update({f"initial_all_velocity_{x}": f"({v!r})*({height})" for x, v in zip("xyz", speed.tolist())})
    keys.update({name: Q @ value if isinstance(value, tuple) else value for name, value in more.items()})
    return runner(**FRAME, **{name: text(value) if isinstance(value, np.ndarray) else value for name, value in keys.items()}, **analysis)


def answer(Q, **keys):
    """Displacements, reactions and forces of the tie at the end, in the axes of the frame, and the strain energy."""
    out = frame(Q, **keys)
    forces = [np.reshape(r[-1], (2, 3)) for r in (*out.reaction.values(), *(p["force"] for name, p in out.probe.items() if name == "tie"), *(p["reaction"] for p in out.probe.values() if "reaction" in p))]
    return np.array([out.probe[name]["displacement"][-1] for name in "bdf"]) @ Q, np.array(forces) @ Q, out.energy["strain"][-1]


class Turned(unittest.TestCase):
    def check(self, turns, tolerance=1e-9, **keys):
        expected = answer(np.eye(3), **keys)
        self.assertGreater(abs(expected[0]).max(), 0.01)
        for Q in turns:
            for found, right in zip(answer(Q, **keys), expected):
                # equilibria have 1e-10 of their displacements, the tolerance of Newton's method
                np.testing.assert_allclose(found, right, atol=tolerance * abs(right).max(), err_msg=str(keys))

    @staticmethod
    def tie(type, axis=UPRIGHT):
        more = {"diaphragm": {"tie_tie_axis": axis, "tie_tie_set": "b,d,f"}, "rigid": {"tie_tie_set": "b,d,f"}, "distributed": {"tie_tie_set": "right,back", "tie_tie_master": "b"}}[type]
        return {"ties": "tie", "tie_tie_type": type, **more}

    def test_ties(self):
        """Diaphragms tilt: with a row of rotation that depends on the axes in the plane, the answer of a turned frame differed by 1e-3."""
        self.check(TURNS[:1], **self.tie("diaphragm"))
        for type in ("rigid", "diaphragm", "distributed") if RELEASE else ("diaphragm",):
            for axis in (UPRIGHT, OBLIQUE) if RELEASE else (OBLIQUE,):
                for analysis in (STATIC, {**MOTION, "integrator": "hht_i3"}, {**MOTION, "integrator": "esdirk43_6l", "stabilize": "projection"}) if RELEASE else ({**MOTION, "integrator": "hht_i3"},):
                    self.check(TURNS if RELEASE else TURNS[1:2], analysis=analysis, **self.tie(type, axis))

    def test_round_off_of_the_axis(self):
        """An axis with round-off is the same axis: it must not change the directions in the plane."""
        expected = answer(np.eye(3), **self.tie("diaphragm"))
        for axis in ("0,1e-17,1", "1e-17,0,1", "-1e-14,1e-14,1") if RELEASE else ("0,1e-17,1",):
            for found, right in zip(answer(np.eye(3), **self.tie("diaphragm", axis)), expected):
                np.testing.assert_allclose(found, right, atol=1e-10 * abs(right).max())

    def test_eigenvalues(self):
        """Frequencies about an equilibrium, and critical loads."""
        def found(Q, what, **analysis):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "out.h5")
                done = frame(Q, lambda **keys: fsolve(options(output=path, **keys)), analysis=analysis, **self.tie("diaphragm"))
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(path) as f:
                    return f[what][:]

        for what, analysis in (("modes/frequency", {"analysis": "modes", "modes": 4, "initial_static": True, "static_stable": "false"}), ("buckling/factor", {"analysis": "buckling", "buckling": 1})):
            np.testing.assert_allclose(found(TURNS[0], what, **analysis), found(np.eye(3), what, **analysis), rtol=1e-8)

    JOINTS = {"revolute": ["angle"], "universal": ["angle", "second_angle"], "cylindrical": ["displacement", "angle"], "prismatic": ["displacement"], "point_on_axis": ["displacement"], "in_plane": [],
              "planar": ["angle"], "screw": ["angle"], "constant_velocity": [], "bushing": [], "spherical": [], "weld": [], "rigid_link": [], "distance": [], "spring_damper": ["displacement"]}

    def joint(self, type, axis):
        keys = {"links": "joint", "link_joint": "b,d", "joints": "joint", **joint("joint", type)}
        if type not in ("spherical", "weld", "rigid_link", "distance", "spring_damper"):
            keys["joint_joint_axis"] = axis
        if type not in ("rigid_link", "distance", "spring_damper"):
            keys["joint_joint_point"] = (1.5, 0.3, 2.8)
        if type == "universal":
            keys["joint_joint_second_axis"] = tuple(np.cross(axis, (1, 0.2, 0.3)))
        if type == "screw":
            keys["joint_joint_pitch"] = 0.3
        if type == "bushing":
            keys.update(joint_joint_stiffness="2e4,2e4,3e4,1e3,1e3,2e3", joint_joint_damping="2,2,3,1,1,4")
        for coordinate in self.JOINTS[type]:
            keys.update({f"joint_joint_{coordinate}_stiffness": 1e3, f"joint_joint_{coordinate}_damping": 10})
        return keys

    @release
    def test_joints(self):
        for type in self.JOINTS:
            for axis in (UPRIGHT, OBLIQUE):
                for analysis in (STATIC, {**MOTION, "integrator": "generalized_alpha"}):
                    with self.subTest(type, axis=axis, **analysis):
                        self.check(TURNS, analysis=analysis, **self.joint(type, axis))

    def test_a_joint(self):
        self.check(TURNS[:1], **self.joint("planar", OBLIQUE))


if __name__ == "__main__":
    unittest.main()
