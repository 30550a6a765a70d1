# SPDX-License-Identifier: BSD-2-Clause
"""A solve that fails in the middle of a run: status 3, one message, and everything up to the last good step is in the output."""
import os
import re
import tempfile
import unittest

from run import Output, fsolve, options


class Failed(unittest.TestCase):
    def test_solver_that_gives_up(self):
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 3):
                path = os.path.join(folder, f"out{ranks}.h5")
                # two iterations are not enough once the wave runs
                done = fsolve(options("wave2d", output=path, ksp_max_it=2, ksp_rtol=1e-12, dt=0.3), ranks)
                self.assertEqual(done.returncode, 3, done.stderr)
                message = [line for line in done.stderr.splitlines() if re.match("fsolve: (?!warning)", line)]
                self.assertEqual(len(message), 1)
                self.assertRegex(message[0], r"step \d+ from t = .*failed with steps down to .* \(-dt_min\): .*iteration limit.*largest residual at node \d+( of '\w+')? at \(.*component z")
                out = Output(path)
                self.assertEqual(len(out.time), out.attrs["steps"] + 1)
                self.assertEqual(out.frame_times[-1], out.time[-1])
                with open(path.replace(".h5", ".xdmf")) as xdmf:
                    self.assertIn("</Xdmf>", xdmf.read())

    def test_load_that_turns_infinite(self):
        """A formula without a value in the middle of a run: status 3, and the steps before are kept."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            for ranks in (1, 3):
                done = fsolve(options("wave2d", output=path, overwrite=True, load_pulse_time="1/(t<5)"), ranks)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("-load_pulse_time", done.stderr)
                out = Output(path)
                self.assertGreater(out.time[-1], 4.5)

    def test_load_steps_without_end(self):
        """A static analysis whose steps are too short to arrive gives up after a million, and keeps them."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(analysis="static", mesh="line", mesh_n=1, mesh_upper=1, parts="bar", part_bar_set="all", part_bar_element="bar",
                                  part_bar_young=1, part_bar_area=1, part_bar_density=1, supports="start", support_start_fix="all", loads="end",
                                  load_end_force="1,0,0", dt=1e-7, dt_max=1e-7, output=path, output_every=10000000))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"t = 0\.1 of 1 is reached after 1000000 load steps.*-dt_max")
            self.assertEqual(len(Output(path).time), 1000001)

    LINE = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", "points": "a,b,c", "point_a": "0,0,0", "point_b": "4,0,0", "point_c": "8,0,0",
            "members": "m,n", "member_m": "a,b", "member_n": "b,c", "parts": "p", "part_p_set": "all", "supports": "a,c", "loads": "P", "load_P_set": "b",
            "load_P_force": "0,0,-1000", "quiet": True}
    BEAMS = {"part_p_element": "beam", "part_p_section": "circle", "part_p_radius": 0.1, "part_p_young": 2e11, "part_p_poisson": 0.3, "part_p_density": 0}
    TRUSS = {"part_p_element": "truss", "part_p_ea": 2e8, "part_p_mass_per_length": 0}

    def message(self, ranks=1, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output="out.h5", **{**self.LINE, **keys}), ranks, cwd=folder)
        self.assertEqual(done.returncode, 3, done.stderr)
        text, = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]
        return text

    def test_stiffness_beyond_all_numbers(self):
        """A beam that is 1e16 times as stiff along its axis as in bending finds no equilibrium; the search of what moves there, whose matrix has entries that are not finite, does not crash."""
        stiff = {f"part_p_{name}": value for name, value in (("element", "beam"), ("ea", 1e20), ("gay", 5e8), ("gaz", 5e8), ("gj", 1e4), ("eiy", 1e4), ("eiz", 1e4))}
        train = {"load_P_set": "p", "load_P_force": "0,0,-300", "load_P_place": "12*t", "load_P_axles": "0,1,2", "dt": 0.05}
        for ranks in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(analysis="static", mesh="frame", directions="xz", points="a,b", point_a="0,0,0", point_b="10,0,0", members="p", member_p="a,b", member_p_n=2, parts="p", supports="a,b",
                                      support_a_fix="xz", support_a_fix_rotation="none", support_b_fix="z", support_b_fix_rotation="none", loads="P", output="out.h5", **stiff, **train), ranks, cwd=folder)
            self.assertIn("no equilibrium beyond", done.stderr)
            self.assertEqual(done.returncode, 3, done.stderr)

    def test_what_moves(self):
        """The message of a mechanism names what moves, and -hold_rigid only if the whole model moves as a rigid body."""
        for ranks in (1, 3):
            for hold in ({}, {"hold_rigid": True}):
                text = self.message(ranks, **self.TRUSS, **hold)
                self.assertRegex(text, r"nothing resists a motion that is largest at node \d of .b. at \(4, 0, 0\), component z: support or connect it")
                self.assertNotIn("add supports, or hold", text)
            hinge = {"supports": "a", "load_P_set": "c", "member_n_release": "start:ry"}
            self.assertRegex(self.message(ranks, **self.BEAMS, **hinge), r"joint 'n.start' at \(4, 0, 0\) turns without resistance, and node \d of .\w+. at \(8, 0, 0\), component z moves most")
            guys = {"members": "m,n,l,r", "points": "a,b,c,p,q", "point_p": "8,0,-5", "point_q": "8,0,5", "member_l": "p,c", "member_r": "q,c", "member_l_n": 2, "member_r_n": 2, "parts": "p,s", "part_p_set": "m,n",
                    "part_s_set": "l,r", "part_s_element": "cable", "part_s_ea": 1e7, "part_s_prestress": 200, "supports": "a,p,q", "load_P_set": "c", "load_P_force": "0,0,1e3", "linearize": False}
            self.assertRegex(self.message(ranks, **{**self.BEAMS, **guys}), r"node \d of '[lr]' at .*: a cable without tension has no shape of its own: give it a weight .* or one cell")
            self.assertNotIn("a cable", text)
            free = self.message(ranks, **self.BEAMS, supports="a", support_a_fix="x")
            self.assertIn("no support prevents 2 rigid motions of all of it", free)
            self.assertIn("-hold_rigid", free)
            self.assertNotIn("-ksp_type", free)  # what the solver says is a consequence
            typed = self.message(ranks, **self.BEAMS, support_a_fix="xy", support_c_fix="xy", support_a_fix_rotation="none", support_c_fix_rotation="none")
            self.assertIn("; -support_a_fix has y, which the model lacks (-directions), and leaves z free", typed)
            self.assertNotIn("which the model lacks", free)


if __name__ == "__main__":
    unittest.main()
