# SPDX-License-Identifier: BSD-2-Clause
"""A run that goes on from a checkpoint is the run that was not interrupted: the same bits on the same ranks, to 1e-11 on others. Before a
release: scripts/test_release, for more models and pairs of ranks."""
import itertools
import os
import tempfile
import unittest

import numpy as np

from chain import again, contents, differences, pieces
from run import RELEASE, fsolve, options, release, schemes

ALL = RELEASE

PAIR, FRICTION = {"dt": 0.007, "t_end": 0.3}, {"joint_hinge_angle_friction_force": 0.3}
ROUNDED = [("double_pendulum", "lms4", 7, {**PAIR, **FRICTION}), ("slider_crank", "hht_si2", 13, {"dt": 0.0007, "t_end": 0.03}),
           ("rotating_shaft", "ss4", 17, {"dt": 7e-4, "t_start": -0.3, "t_end": -0.27}), ("double_pendulum", "lms4", 30, {**PAIR, **FRICTION}),
           ("double_pendulum", "generalized_alpha", 11, PAIR), ("double_pendulum", "esdirk43_6l", 13, PAIR), ("spring_pendulum", "lms3", 40, {"dt": 0.007, "t_end": 0.7}),
           ("flying_beam", "lms4", 7, {"dt": 0.007, "t_end": 0.2, "part_beam_expansion": 1e-3, "part_beam_temperature": "20*y*sin(40*t)"}),
           ("slider_crank", "hht_si2", 30, {"dt": 0.003, "t_end": 0.3}), ("cardan_shaft", "esdirk43_6l", 30, {"t_end": 0.5})]

CASES = {  # options: linear; joints and rotations; free rotations; a driver and springs
    "wave2d": {"mesh_n": "6,5", "dt": 0.05, "t_end": 1, "output_every": 3},
    "double_pendulum": {"dt": 0.005, "t_end": 0.1, "output_every": 3},
    "flying_beam": {"dt": 0.01, "t_end": 0.2, "output_every": 3},
    "seven_body": {"dt": 1e-4, "t_end": 2e-3},
}

# the crank is shorter than the rod by 1e-5: at a right angle the slider could stay where it is
NEAR_A_CHANGE_POINT = {"joint_shaft_angle": "3*t", "point_rod": "0.45,0,0", "joint_slider_point": "0.600003,0,0", "assemble": "velocities"}

OTHERS = {  # the same of what only some runs have
    "adaptive steps": ("sdof", 3, {"integrator": "esdirk43_6l", "adapt": True, "t_end": 3}),
    "adaptive steps of lms": ("bar_wave", 100, {"integrator": "lms2", "adapt": True, "t_end": 1e-4}),
    "a matrix for each stage": ("wave2d", 3, {"mesh_n": "6,5", "dt": 0.05, "t_end": 1, "integrator": "bathe", "bathe_split": 0.4}),
    "steps cut back": ("lateral_buckling", 3, {"dt": 0.02, "t_end": 0.2, "integrator": "mssth3", "predictor": "fourth"}),
    "moved supports": ("rotating_shaft", 17, {"dt": 1e-3, "t_end": 0.05}),
    "projection": ("double_pendulum", 8, {"dt": 0.005, "t_end": 0.1, "stabilize": "projection", "integrator": "esdirk43_6l"}),
    "velocity": ("double_pendulum", 8, {"dt": 0.005, "t_end": 0.1, "stabilize": "velocity", "integrator": "lms3"}),
    "nothing that depends on velocities": ("truss_pendulum", 7, {"t_end": 0.2, "dt": 0.01}),
    "explicit beams": ("flying_beam", 7, {"integrator": "ce5", "dt": 2e-4, "t_end": 4e-3, "part_beam_mass": "lumped", "mesh_n": 6}),
    "the same with a kept matrix": ("truss_pendulum", 7, {"t_end": 0.2, "dt": 0.01, "newton": "modified"}),
    "supports whose accelerations are integrated": ("flying_beam", 7, {"dt": 0.007, "t_end": 0.2, "supports": "start", "support_start_fix": "all", "support_start_fix_rotation": "all",
                                                                     "support_start_acceleration_y": "30*cos(40*t)", "support_start_rotation_velocity_z": "sin(20*t)"}),
    "laws": ("spring_pendulum", 40, {"dt": 0.01, "t_end": 1}),
    "temperature": ("flying_beam", 7, {"dt": 0.01, "t_end": 0.2, "part_beam_expansion": 1e-3, "part_beam_temperature": "20*y*sin(40*t)", "part_beam_temperature_gradient_y": "50*t"}),
    "a winch": ("truss_pendulum", 7, {"t_end": 0.2, "dt": 0.01, "part_rod_unstrained_length": "3.0443-0.5*t"}),
    "drag in a wave": ("truss_pendulum", 7, {"t_end": 0.2, "dt": 0.01, "parts": "rod,water", "part_water_set": "all", "part_water_element": "drag", "part_water_fluid_density": 1000,
                                             "part_water_diameter": 0.02, "part_water_drag_coefficient": 1, "part_water_flow_x": "sin(x-3*t)"}),
    "a kept matrix": ("flying_beam", 7, {"dt": 0.001, "t_end": 0.02, "newton": "modified"}),
    "nodes without rotations beside others": ("spinning_top", 5, {"dt": 0.002, "t_end": 0.024}),
    "a body on a part of the mesh": ("rotating_body_harmonic", 2, {"dt": 0.1, "t_end": 0.5}),
    "a matrix that serves steps of almost its size": ("stiff_soft", 5, {"t_end": 1.5707999999999998, "integrator": "esdirk43_6l", "adapt": True}),
    "envelopes": ("flying_beam", 7, {"dt": 0.01, "t_end": 0.2, "envelopes": "all"}),
    "probes of parts": ("flying_beam", 7, {"dt": 0.01, "t_end": 0.2, "probes": "start,hot,all", "probe_hot_part": "beam", "probe_hot_extreme": "moment", "probe_all_whole": True}),
    "works": ("flying_beam", 7, {"dt": 0.01, "t_end": 0.2, "gravity": "1,2,-9.81", "show": "works"}),
    "works of laws": ("rotating_shaft", 17, {"dt": 1e-3, "t_start": -0.3, "t_end": -0.25, "show": "works"}),
    "works and springs of joints": ("slider_crank", 17, {"t_end": 0.05, "show": "works"}),
    "turns of angles": ("double_pendulum", 11, {"dt": 0.01, "t_end": 0.3, "joint_hinge_type": "screw", "joint_hinge_axis": "0,0,1", "joint_hinge_pitch": 0.5, "joint_pin_type": "universal", "joint_pin_axis": "0,1,0",
                                                "joint_pin_second_axis": "0,0,1", "joint_pin_second_angle_stiffness": 3, "initial_last_angular_velocity_z": 60, "assemble": "velocities"}),
    "a slider, over a border of elements": ("beam_slider", 59, {"t_end": 0.5}),
    "tangents of the strains before": ("chain", 7, {"let": "links=12,l=0.1", "t_end": 0.2}),
    "couplings": ("gear_train", 17, {"t_end": 0.3}),
    "kinematics": ("slider_crank", 17, {"analysis": "kinematic", "joint_shaft_angle": "5*t", "dt": 0.02, "t_end": 1, "show": "works"}),
    "works and springs of joints, in a contact": ("pendulum_stop", 237, {"t_end": 0.5, "show": "works"}),
    "in a contact, with a history": ("pendulum_stop", 237, {"t_end": 0.5, "integrator": "lms4", "stabilize": "none"}),
    "in a contact, steps chosen": ("pendulum_stop", 17, {"t_end": 0.48, "adapt": True}),
    "a change point that is watched for": ("slider_crank", 17, {**NEAR_A_CHANGE_POINT, "dt": 0.02, "t_end": 0.6}),
    "equilibria": ("roll_up", 3, {"dt": 0.1}),
    "equilibria with steps of their own": ("elastica", 3, {}),
    "linear statics": ("wave2d", 3, {"analysis": "static", "mesh_n": "6,5", "dt": 0.1, "load_pulse_time": "t^2"}),
}

# what other tests restart, too, or a case above with another option
ELSEWHERE = ("nothing that depends on velocities", "the same with a kept matrix", "temperature", "a winch", "nodes without rotations beside others",
             "a matrix that serves steps of almost its size", "works", "works and springs of joints", "in a contact, steps chosen", "equilibria with steps of their own")


class Exact(unittest.TestCase):
    def same(self, case, every, **keys):
        with tempfile.TemporaryDirectory() as folder:
            found = again(case, folder, every, **keys)
            if not found:  # the scheme does not go with the case
                return 0
            straight, broken, step = found
            self.assertTrue(0 < step < straight["steps"])
            self.assertEqual(differences(straight, broken), {})
            return 1

    def test_every_scheme(self):
        found = 0
        for k, (case, keys) in enumerate(list(CASES.items())[: None if ALL else 2]):
            for scheme in schemes() if ALL else schemes()[3 * k :: 6]:
                with self.subTest(case, scheme=scheme):
                    found += self.same(case, 11, integrator=scheme, **keys)
        self.assertGreater(found, 120 if ALL else 8)

    def test_what_some_runs_have(self):
        for name, (case, every, keys) in OTHERS.items():
            if name in ELSEWHERE and not ALL:
                continue
            with self.subTest(name):
                self.assertEqual(self.same(case, every, **keys), 1)

    def test_works_where_ends_of_steps_are_rounded(self):
        """t + dt is not the time of the grid to the last digit, which works of dampers, friction, laws and moved supports must not see."""
        hinge = {"joint_hinge_angle_damping": 0.3}
        for case, scheme, every, keys in ROUNDED if ALL else ROUNDED[:3]:
            with self.subTest(case, scheme=scheme, every=every):
                self.assertEqual(self.same(case, every, show="works", integrator=scheme, **{**(hinge if case == "double_pendulum" else {}), **keys}), 1)

    def test_a_later_end(self):
        """As if it had been the end from the begin, where both ends are multiples of the step to the last digit."""
        for case, ends, keys in (("wave2d", (0.5, 1), {"mesh_n": "6,5", "dt": 0.05, "output_every": 3}), ("flying_beam", (0.125, 0.25), {"dt": 1 / 128}))[: 2 if ALL else 1]:
            self.assertEqual(differences(pieces(case, ends[1:], (1,), **keys), pieces(case, ends, (1, 1), **keys)), {})

    @release
    def test_ends_anywhere(self):
        """Ends that are no multiples of the step, and later ones: rows at all multiples, nothing beyond an end, times that grow."""
        for case, keys in (("wave2d", {"mesh_n": "6,5", "dt": 0.1}), ("roll_up", {"dt": 0.1})):
            with tempfile.TemporaryDirectory() as folder:
                for k, end in enumerate((0.5, 0.73, 0.76, 0.98, 1.4)):
                    more = {"restart": "kept"} if k else {}
                    done = fsolve(options(case, quiet=True, output="out.h5", checkpoint="kept", t_end=end, **more, **keys), cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    time = contents(os.path.join(folder, "out.h5"))["history/time"]
                    self.assertEqual(time[-1], end)
                    self.assertGreater(np.diff(time).min(), 1e-3)
                    self.assertLess(np.diff(time).max(), 0.1 + 1e-9)
            for multiple in range(15):
                self.assertLess(abs(time - 0.1 * multiple).min(), 1e-9, (case, time))

    @release
    def test_other_loads(self):
        """Loads that change, come or go at a restart: the trapezoidal rule loses no energy in linear models, so the works must be those of the
        new loads."""
        keys = {"mesh_n": "6,5", "dt": 0.05, "integrator": "newmark", "quiet": True, "output": "out.h5"}
        for loads in ({"load_pulse_force": "0,0,3"}, {"gravity": "0,0,-2"}, {"load_pulse_time": "0"},
                      {"loads": "pulse,more", "load_more_set": "all", "load_more_force": "0,0,-0.1", "load_more_time": "t"}):
            with self.subTest(loads), tempfile.TemporaryDirectory() as folder:
                done = fsolve(options("wave2d", t_end=0.5, checkpoint="kept", **keys), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                done = fsolve(options("wave2d", t_end=1, restart="kept", **{**keys, **loads}), 2, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                found = contents(os.path.join(folder, "out.h5"))
                energy = {name: found["history/energy/" + name] for name in ("kinetic", "strain", "external", "total")}
                balance = energy["kinetic"] + energy["strain"] - energy["external"]
                self.assertLess(np.ptp(balance), 1e-12 * energy["total"].max())
                self.assertGreater(energy["total"][11:].max(), 1e-3)

    @release
    def test_a_chain_of_ten(self):
        keys = {"mesh_n": "6,5", "dt": 0.05, "output_every": 7}
        ends = [0.5 * k for k in range(1, 11)]
        for case, keys in (("wave2d", keys), ("flying_beam", {"dt": 0.02})):
            self.assertEqual(differences(pieces(case, ends[-1:], (1,), **keys), pieces(case, ends, [1] * 10, **keys)), {})

    def test_several_ranks(self):
        for ranks in (2, 3) if ALL else (3,):
            keys = {"mesh_n": "6,5", "dt": 0.05, "output_every": 3, "ksp_type": "cg", "pc_type": "jacobi", "envelopes": "all"}  # MUMPS has not the same bits twice
            self.assertEqual(differences(pieces("wave2d", (1,), (ranks,), **keys), pieces("wave2d", (0.5, 1), (ranks, ranks), **keys)), {})


class Ranks(unittest.TestCase):
    def test_another_partition(self):
        """Who has which nodes is no part of the model."""
        straight = pieces("cable_net", (0.4,), (1,), snes_atol=1e-13)
        with tempfile.TemporaryDirectory() as folder:
            for k, (end, method, ranks) in enumerate(((0.2, "curve", 8 if ALL else 2), (0.4, "simple", 3))):
                done = fsolve(options("cable_net", quiet=True, output="out.h5", checkpoint="kept", t_end=end, mesh_partition=method, snes_atol=1e-13, **({"restart": "kept"} if k else {})), ranks, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            found = contents(os.path.join(folder, "out.h5"))["history/middle/displacement"]
            np.testing.assert_allclose(found, straight["history/middle/displacement"], atol=1e-9 * abs(found).max())

    @release
    def test_any_pair(self):
        cases = {"wave2d": {"mesh_n": "6,5", "dt": 0.05, "pc_type": "lu"}, "flying_beam": {"dt": 0.01, "snes_atol": 1e-13},
                 "double_pendulum": {"dt": 0.005, "integrator": "generalized_alpha"}, "slider_crank": {"dt": 0.01}}
        ends = {"wave2d": (0.5, 1), "flying_beam": (0.1, 0.2), "double_pendulum": (0.05, 0.1), "slider_crank": (0.1, 0.2)}
        for case, keys in cases.items():
            few = ((1, 2), (3, 1)) if case != "double_pendulum" else ((1, 2), (3, 1), (2, 8), (8, 3))
            pairs = list(itertools.permutations((1, 2, 3, 8), 2)) if ALL else few
            straight = {n: pieces(case, ends[case][-1:], (n,), **keys) for n in {first for first, _ in pairs}}
            for first, second in pairs:
                broken = pieces(case, ends[case], (first, second), **keys)
                for name, values in straight[first].items():
                    if name == "steps" or any(word in name for word in ("displacement", "rotation", "velocity", "energy/kinetic", "energy/total", "time")):
                        scale = max(abs(values).max(), 1 if "constraint" in name else 1e-12)  # which is a difference of velocities of about 1
                        with self.subTest(case, ranks=(first, second), name=name):
                            self.assertEqual(values.shape, broken[name].shape)
                            self.assertLess(abs(values - broken[name]).max() / scale, 1e-11)


if __name__ == "__main__":
    unittest.main()
