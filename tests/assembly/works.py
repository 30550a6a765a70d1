# SPDX-License-Identifier: BSD-2-Clause
"""The work of each load, moved support and driver (-show works): closed forms, and their sum, which is the work of all."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import body, cantilever, joint, on_mesh, solver
from run import MORE_RANKS, RELEASE, fsolve, options, run

SHOW = {"show": "works"}
BODY = {"parts": "body", "probes": "body", "initials": "body", "integrator": "esdirk43_6l", "dt": 0.01, "t_end": 1, **body("body"), **SHOW}


def one_body(**keys):
    return on_mesh([(0, 0, 0)], {"body": (gmsh_file.POINT, [(0,)])}, **{**BODY, **keys})


def contents(path):
    with h5py.File(path) as f:
        return {name: f[name][:] for name in ("history/pulse/work", "history/more/work", "history/energy/external") if name in f}


def works(out):
    """All that is work from outside."""
    found = {f"{group}/{name}": values for group, series in out.probe.items() for name, values in series.items() if name in ("work", "motion_work", "driver_work")}
    return {**found, **({"energy/gravity": out.energy["gravity"]} if "gravity" in out.energy else {})}


class Sums(unittest.TestCase):
    def whole(self, case, names, out=None, ranks=1, **keys):
        out = out or run(case, ranks=ranks, **keys, **SHOW)
        found = works(out)
        self.assertEqual(set(found), set(names))
        for name, values in found.items():
            self.assertGreater(abs(values).max(), 0, name)
        scale = max([abs(v).max() for v in found.values()])
        self.assertLess(abs(sum(found.values()) - out.energy["external"]).max(), 1e-12 * scale)
        return out

    def test_loads(self):
        """Dead forces, moments fixed in space, weight of linear and nonlinear parts, forces that follow, pressures, laws, a load that moves."""
        self.whole("wave2d", ["pulse/work"], mesh_n="7,6", t_end=2)
        self.whole("flying_beam", ["push/work", "turn/work", "energy/gravity"], t_end=1, gravity="1,2,-9.81")
        self.whole("sdof", [f"{n}/work" for n in ("push", "pull")] + ["energy/gravity"], loads="push,pull", load_push_set="end", load_push_force="2,0,0", load_push_time="sin(t)",
                   load_pull_set="end", load_pull_force="-1,0,0", load_pull_time="t", gravity="3,0,0", t_end=1)
        self.whole("inflated_membrane", ["skin/work"], dt=0.2)
        self.whole("spring_pendulum", ["motion/work", "push/work"], loads="motion,push", load_push_set="end", load_push_force="1,0,0", t_end=1)
        out = cantilever(analysis="static", loads="follow,run", load_follow_set="end", load_follow_force="0,0,3", load_follow_follower=True, load_run_set="all",
                         load_run_traction="0,-2,0", load_run_field="exp(-(x-10*t)^2)", load_run_time="1", t_end=1, dt=0.1, **SHOW)
        self.whole(None, ["follow/work", "run/work"], out)

    def test_motions(self):
        """Supports and drivers."""
        self.whole("stiff_soft", ["base/motion_work"], t_end=2)
        self.whole("rotating_shaft", ["motor/driver_work", "energy/gravity", "damper/work"], dt=1e-3, t_start=-0.3, t_end=0.02)
        self.whole("slider_crank", ["shaft/driver_work", "energy/gravity"], t_end=0.1, joint_shaft_angle="3*t^2")

    def test_ranks(self):
        for case, names, keys in (("flying_beam", ["push/work", "turn/work", "energy/gravity"], {"t_end": 0.5, "gravity": "1,2,-9.81"}), ("wave2d", ["pulse/work"], {"mesh_n": "7,6", "t_end": 1})):
            one = self.whole(case, names, **keys)
            for ranks in MORE_RANKS:
                other = works(self.whole(case, names, ranks=ranks, **keys))
                for name, values in works(one).items():
                    np.testing.assert_allclose(other[name], values, atol=1e-8 * abs(values).max(), err_msg=name)


class Closed(unittest.TestCase):
    def test_dead_forces(self):
        """F . u, whatever the scheme: to the last digits, as the force is the same all the time."""
        out = one_body(loads="push,pull", load_push_set="body", load_push_force="3,0,1", load_pull_set="body", load_pull_force="0,-2,0.5", gravity="0,0,-9.81", initial_body_velocity_y=1)
        u = out.probe["body"]["displacement"]
        for found, force in ((out.probe["push"]["work"], (3, 0, 1)), (out.probe["pull"]["work"], (0, -2, 0.5)), (out.energy["gravity"], (0, 0, -9.81))):
            np.testing.assert_allclose(found, u @ np.array(force), atol=1e-13)

    def test_laws(self):
        """A spring that is no element gives back what it took: -k u^2/2 exactly; two laws are told apart."""
        out = one_body(loads="spring,other", load_spring_set="body", load_spring_law_x="-40*ux", load_other_set="body", load_other_law_y="-30*uy", initial_body_velocity_x=1,
                       initial_body_velocity_y=2)
        u = out.probe["body"]["displacement"]
        np.testing.assert_allclose(out.probe["spring"]["work"], -20 * u[:, 0] ** 2, atol=1e-13)
        np.testing.assert_allclose(out.probe["other"]["work"], -15 * u[:, 1] ** 2, atol=1e-13)

    def test_a_law_of_rotations(self):
        """A torsional spring about a fixed axis: -k r^2/2; the rule of its integral leaves 1e-9 of a step's."""
        out = one_body(loads="spring", load_spring_set="body", load_spring_law_mz="-5*rz", initial_body_angular_velocity_z=2, supports="body", support_body_fix="xyz",
                       support_body_fix_rotation="xy")
        r = 2 * np.arctan2(out.probe["body"]["rotation"][:, 3], out.probe["body"]["rotation"][:, 0])
        np.testing.assert_allclose(out.probe["spring"]["work"], -2.5 * r**2, atol=1e-8)

    def test_springs_and_dampers_of_joints(self):
        """k x^2/2 of the coordinate; the loss of the only damper is that of the model."""
        out = run("slider_crank", t_end=0.2, **SHOW)
        slider = out.probe["slider"]
        self.assertGreater(slider["damper_loss"][-1], 0)
        np.testing.assert_allclose(slider["damper_loss"], out.energy["damping"], atol=1e-12 * out.energy["damping"].max())
        np.testing.assert_allclose(slider["spring_energy"], 50 * slider["displacement"] ** 2, atol=1e-13)


class DividedSteps(unittest.TestCase):
    """A step that is cut back, or that ends at a stop in between, is summed part by part: the works are those of the energies."""
    KEYS = {"mesh": "line", "supports": None, "parts": "body", "part_body_set": "end", **body("body", inertia="1,1,1,0,0,0"), "joints": "arm", "joint_arm_set": "end", "integrator": "lms4", **SHOW}

    def check(self, out, dt):
        external = out.probe["arm"]["motor_work"] + out.energy.get("gravity", 0)
        self.assertLess(abs(external - out.energy["external"]).max(), 1e-12 * abs(external).max())
        self.assertGreater(out.energy["damping"][-1], 0.01)
        np.testing.assert_allclose(out.probe["arm"]["damper_loss"], out.energy["damping"], atol=1e-12 * out.energy["damping"][-1])
        np.testing.assert_allclose(dt[1:], np.diff(out.time), rtol=1e-9)

    def test_nothing_to_show(self):
        """A word of -show for which a model has nothing is a line, not an error: input that is made by a program may always have it."""
        sweep = {"analysis": "response", "response_frequencies": 1, "load_pull_harmonic": "1,0"}
        for case, keys, lines in (("truss_pendulum", {"dt": 0.01, "t_end": 0.05}, ("works: none, because the model has no loads", "constraints: none, because the model has no joints")),
                                  ("sdof", {"loads": "pull", "load_pull_set": "end", "load_pull_force": "1,0,0", **sweep}, ("works: none, because harmonic motions have no steps", "constraints: none, because the model has no joints"))):
            done = fsolve(options(case, show="works,constraints", output="none", **keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in lines:
                self.assertIn("\n" + line, done.stdout, case)
            quiet = fsolve(options(case, show="works,constraints", output="none", quiet=True, **keys))
            self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (0, "", ""), case)

    def test_a_step_that_is_cut_back(self):
        for ranks in (1, 2) if RELEASE else (1,):
            keys = {**self.KEYS, **joint("arm", "revolute", axis="0,1,0", point="0,0,0", angle_motor="30*cos(5*t)", angle_damping=2), "gravity": "0,0,-9.81", "snes_max_it": 4, "dt": 0.2, "t_end": 2}
            series, out, _ = solver(ranks=ranks, quiet=True, output_interval=0.15, **{k: v for k, v in keys.items() if v})
            self.assertGreater(series["failed"].sum(), 0)
            self.check(out, series["dt"])
            due = [t for before, t in zip(out.time, out.time[1:]) if np.floor(t / 0.15 + 1e-9) > np.floor(before / 0.15 + 1e-9)]
            np.testing.assert_allclose(out.frame_times, [0, *due])  # a time within a divided step is not missed

    def test_a_step_that_ends_at_a_stop(self):
        keys = {**self.KEYS, **joint("arm", "prismatic", axis="1,0,0", displacement_motor="3*cos(5*t)-u", displacement_upper=0.01, displacement_stop_stiffness=1000, displacement_stop_restitution=0.5,
                                     displacement_stop_velocity=0.01), "dt": 0.01, "t_end": 0.4}
        series, out, _ = solver(quiet=True, **{k: v for k, v in keys.items() if v})
        self.check(out, series["dt"])


class Restarts(unittest.TestCase):
    def test_other_loads(self):
        """A load that stays goes on from what it has done, one that comes begins at 0, and those of both runs are the work of all."""
        keys = {"mesh_n": "6,5", "dt": 0.05, "integrator": "newmark", "quiet": True, "output": "out.h5", **SHOW}
        more = {"loads": "pulse,more", "load_more_set": "all", "load_more_force": "0,0,-0.1", "load_more_time": "t", "output": "more.h5"}
        with tempfile.TemporaryDirectory() as folder:
            for words in (options("wave2d", t_end=0.5, checkpoint="kept", **keys), options("wave2d", t_end=1, restart="kept", **{**keys, **more})):
                done = fsolve(words, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            first, then = (contents(os.path.join(folder, name)) for name in ("out.h5", "more.h5"))
        pulse, extra, all_ = (then["history/" + name] for name in ("pulse/work", "more/work", "energy/external"))
        self.assertGreater(abs(extra).max(), 0)
        self.assertLess(abs(extra[0]), abs(extra).max() / 5)
        self.assertLess(abs(pulse[0] - first["history/pulse/work"][-1]), abs(pulse).max() / 5)
        self.assertLess(abs(pulse + extra - all_).max(), 1e-12 * abs(pulse).max())


if __name__ == "__main__":
    unittest.main()
