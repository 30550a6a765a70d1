# SPDX-License-Identifier: BSD-2-Clause
"""Modes and response about the state of an earlier run: the same as about the equilibrium itself, on other numbers of ranks; refused away from one."""
import os
import unittest

import h5py
import numpy as np

from run import FolderTest, fsolve, options
from studies import line, modes, study

BEAM = {**line(3.0, 12), "parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e6, "part_beam_gay": 1e5, "part_beam_gaz": 1e5, "part_beam_gj": 3e3, "part_beam_eiy": 1e2,
        "part_beam_eiz": 4e2, "part_beam_mass_per_length": 2.0, "part_beam_inertia": "0.02,0.01,0.01,0,0,0", "supports": "start", "loads": "end", "load_end_force": "-5,0,12"}


class StateFrom(FolderTest):
    def setUp(self):
        super().setUp()
        self.checkpoint = os.path.join(self.folder, "c")

    def first(self, ranks=1, **keys):
        done = fsolve(options(output=os.path.join(self.folder, "first.h5"), overwrite=True, checkpoint=self.checkpoint, quiet=True, **{**BEAM, **keys}), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)

    def refused(self, *words, **keys):
        done = fsolve(options(analysis="modes", output=os.path.join(self.folder, "o.h5"), state_from=self.checkpoint, quiet=True, **{**BEAM, **keys}))
        self.assertEqual(done.returncode, 2, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "o.h5")))

    def test_static(self):
        """A bent beam: modes at the end of a static analysis, with t = 1, are those with -initial_static."""
        exact = modes(initial_static=True, modes=6, quiet=True, **BEAM)
        for there, here in ((1, 1), (2, 3)):
            self.first(there, analysis="static", dt=0.25, t_end=1)
            found = modes(None, here, state_from=self.checkpoint, modes=6, quiet=True, **BEAM)
            np.testing.assert_allclose(found["frequency"], exact["frequency"], rtol=1e-8)
            np.testing.assert_allclose(abs(found["shape"]), abs(exact["shape"]), rtol=1e-5, atol=1e-6)
            self.assertEqual(found["certified"], 1)
        straight = modes(modes=6, quiet=True, **BEAM)
        self.assertGreater(abs(exact["frequency"][0] / straight["frequency"][0] - 1), 0.02)

    def test_case_with_a_checkpoint(self):
        """A case that names the checkpoint serves the static analysis and the modes, which write none. A response writes checkpoints, so that it must have another name."""
        self.first(analysis="static", dt=0.25, t_end=1)
        with open(self.checkpoint, "rb") as file:
            written = file.read()
        keys = {**BEAM, "checkpoint": self.checkpoint, "state_from": self.checkpoint, "output": os.path.join(self.folder, "second.h5"), "overwrite": True}
        done = fsolve(options(**keys, analysis="modes", modes=2))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("ignored options of other analyses: -checkpoint", done.stdout)
        keys = {**keys, "analysis": "response", "response_frequencies": 1, "loads": "end,shake", "load_shake_set": "end", "load_shake_force": "0,0,1", "load_shake_harmonic": 1}
        done = fsolve(options(**keys))
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "-checkpoint .* is a file that this run reads; give another name: -checkpoint <file> behind the case file")
        done = fsolve(options(**{**keys, "checkpoint": self.checkpoint + ".next"}))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.checkpoint, "rb") as file:
            self.assertEqual(file.read(), written)

    def test_response(self):
        self.first(analysis="static", dt=0.25, t_end=1)
        keys = {**BEAM, "loads": "end,shake", "load_shake_set": "end", "load_shake_force": "0,0,1", "load_shake_harmonic": 1, "probes": "end", "analysis": "response", "response_frequencies": "0.2,1", "quiet": True,
                "part_beam_loss_factor": 0.01}
        exact = study("history", initial_static=True, **keys)
        del keys["part_beam_loss_factor"]  # a property of the part, which the run before did not have
        exact = study("history", initial_static=True, **keys)
        found = study("history", state_from=self.checkpoint, **keys)
        np.testing.assert_allclose(found["end/real/displacement"], exact["end/real/displacement"], rtol=1e-7, atol=1e-9)

    def test_path(self):
        """A point of a path, wherever it ends."""
        self.first(analysis="path", dt=0.2, path_steps=4)
        with h5py.File(os.path.join(self.folder, "first.h5")) as f:
            t = f["history/load_factor"][-1]
        exact = modes(modes=4, initial_static=True, quiet=True, **{**BEAM, "load_end_force": f"{-5 * t:.17g},0,{12 * t:.17g}"})
        found = modes(modes=4, state_from=self.checkpoint, quiet=True, **BEAM)
        np.testing.assert_allclose(found["frequency"], exact["frequency"], rtol=1e-8)

    def test_refused(self):
        self.first(analysis="static", dt=0.25, t_end=1)
        self.refused("not in equilibrium under the loads", load_end_force="-5,0,14")
        self.refused("-mesh_n 12", mesh_n=11)
        self.refused("part_beam_eiy", part_beam_eiy=90)
        self.first(integrator="ss2", rho_inf=0.9, dt=0.01, t_end=0.1)
        self.refused("not in equilibrium under the loads")


if __name__ == "__main__":
    unittest.main()
