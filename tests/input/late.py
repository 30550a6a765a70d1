# SPDX-License-Identifier: BSD-2-Clause
"""No option is read after the set-up: FsOptions warns of it (run.py looks for that in every run)."""
import os
import subprocess
import unittest

from run import BUILD, SOURCE, FolderTest, fsolve, options, release

QUICK = {"wave2d": dict(dt=0.1, t_end=0.3), "flying_beam": dict(t_end=0.1), "roll_up": {}, "four_bar": dict(t_end=0.02)}
# Analyses of a cantilever whose tip is pressed: each goes to its end, with everything that it writes on the way.
CANTILEVER = dict(mesh="line", mesh_n=4, mesh_upper=2, parts="rod", part_rod_set="all", part_rod_element="beam", part_rod_section="circle",
                  part_rod_radius=0.05, part_rod_young=2e11, part_rod_poisson=0.3, part_rod_density=7800, supports="start", support_start_fix="all",
                  loads="end", load_end_force="-1000,0,10", probes="end", quiet=True)
ANALYSES = {"transient": dict(show="works", dt=1e-3, t_end=1e-2, checkpoint="c.h5", checkpoint_every=2), "static": dict(checkpoint="s.h5"),
            "path": dict(path_steps=3), "modes": {}, "buckling": {}, "response": dict(response_frequencies="1,5", damping_mass=1, load_end_harmonic="1,0")}


class Late(FolderTest):
    def run_here(self, *words, ranks=1):
        done = fsolve(list(words), ranks, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_a_late_read_is_reported(self):
        done = subprocess.run([os.path.join(BUILD, "tests", "late_option")], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, "fsolve: warning: -late is read after the set-up; please report this fault\n"))

    def test_analyses(self):
        for analysis, keys in ANALYSES.items():
            with self.subTest(analysis=analysis):
                self.run_here(*options(analysis=analysis, output=analysis + ".h5", **CANTILEVER, **keys))

    def test_restart(self):
        """Also a checkpoint that is replaced, a restart, and a state for another analysis."""
        keys = dict(analysis="transient", dt=1e-3, output="a.h5", checkpoint="c.h5", **CANTILEVER)
        self.run_here(*options(t_end=5e-3, **keys))
        self.run_here(*options(t_end=1e-2, restart="c.h5", **keys), ranks=2)
        self.run_here(*options(analysis="static", output="b.h5", checkpoint="s.h5", **CANTILEVER))
        self.run_here(*options(analysis="modes", output="m.h5", state_from="s.h5", **CANTILEVER))

    def run_input(self, name, **keys):
        self.run_here(*options(name, output=name + ".h5", **keys))

    def test_cases(self):
        for name, keys in QUICK.items():
            with self.subTest(case=name):
                self.run_input(name, **keys)

    @release
    def test_every_case(self):
        for file in sorted(os.listdir(os.path.join(SOURCE, "inputs"))):
            if file.endswith(".opts"):
                with self.subTest(case=file):
                    self.run_input(file[: -len(".opts")])


if __name__ == "__main__":
    unittest.main()
