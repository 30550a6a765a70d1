# SPDX-License-Identifier: BSD-2-Clause
"""PETSc's iterative solvers and preconditioners on small models: each run is right to 1e-6, or ends with status 2 or 3 in one line."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from run import RELEASE, Output, fsolve, options, run

BEAM = dict(mesh="line", mesh_n=4, mesh_upper="1,0,0", parts="b", part_b_set="all", part_b_element="beam", part_b_section="rectangle", part_b_width=0.02, part_b_height=0.01,
            part_b_young=2e9, part_b_poisson=0.3, part_b_density=1000, supports="start", loads="end", load_end_force="0,0.3,1", probes="end")
MODELS = {
    "bar": (None, dict(mesh="line", mesh_n=4, parts="all", part_all_element="bar", part_all_young=1, part_all_area=1, part_all_density=1, supports="start", probes="end", loads="end",
                       load_end_force="1,0,0", dt=0.1, t_end=0.3)),
    "spring": (None, dict(mesh="line", mesh_n=1, mesh_upper="1,0,0", parts="k,m", part_k_set="all", part_k_element="spring", part_k_stiffness=100, part_m_set="end",
                          part_m_element="mass", part_m_mass=1, supports="start", probes="end", initials="end", initial_end_velocity_x=1, dt=0.05, t_end=0.5)),
    "skin": (None, dict(mesh="rectangle", mesh_n="12,9", parts="b", part_b_set="all", part_b_element="membrane", part_b_tension=3, part_b_mass_per_area=1, supports="left",
                        loads="right", load_right_traction="0,0,1", probes="end", probe_end_point="1,4/9,0", operator="assembled", dt=0.1, t_end=2)),
    "static beam": (None, dict(BEAM, analysis="static")),
    "beam": (None, dict(BEAM, dt=0.01, t_end=0.05)),
    "mechanism": ("pendulum_dae", dict(t_end=0.2)),
}
KSPS = "cg pipecg gmres fgmres bcgs minres cr preonly".split()
PCS = {"none": {}, "jacobi": {}, "ilu": {}, "sor": {}, "lu": {}}
SPECIAL = [("skin", {"petsc": "-ksp_type gmres -pc_type jacobi -ksp_gmres_haptol 1e10"}), ("skin", {"petsc": "-ksp_type qmrcgs -pc_type jacobi"}),
           ("bar", {"petsc": "-ksp_type qmrcgs -pc_type jacobi"})]  # these were wrong by up to 4 times the answer
QUICK = 23  # each so manieth row is always run; it has no factor in common with the lengths of the lists


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exact = {}

    def reference(self, model):
        if model not in self.exact:
            case, keys = MODELS[model]
            out = run(case, **keys)
            self.exact[model] = out.probe, next(iter(out.probe))
        probe, name = self.exact[model]
        return name, probe[name]["displacement"][-1]

    def check(self, model, more, folder):
        name, exact = self.reference(model)
        case, keys = MODELS[model]
        path = os.path.join(folder, "o.h5")
        done = fsolve(options(case, **{**keys, **more}, quiet=True, output=path, overwrite=True))
        if done.returncode:
            self.assertIn(done.returncode, (2, 3), done.stderr)
            self.assertEqual(done.stderr.count("fsolve: "), 1, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            return done.returncode
        out = Output(path)
        # a tangent that an iteration does not solve may shorten a step, whose result is another one
        shortened = len(out.time) != len(np.unique(out.time)) or self.failed_steps(path)
        near = 0.1 if shortened else 1e-6
        self.assertLess(abs(out.probe[name]["displacement"][-1] - exact).max(), near * abs(exact).max())
        return 0

    @staticmethod
    def failed_steps(path):
        with h5py.File(path) as f:
            return int(f["history/solver/failed"][:].sum()) if "failed" in f["history/solver"] else 0

    def test_rows(self):
        rows = [(model, {"ksp_type": ksp, "pc_type": pc, **PCS[pc]}) for model in MODELS for ksp in KSPS for pc in PCS]
        rows = SPECIAL + [row for k, row in enumerate(rows) if RELEASE or k % QUICK == 0]
        ends = {}
        with tempfile.TemporaryDirectory() as folder:
            for model, more in rows:
                with self.subTest(f"{model} {more}"):
                    status = self.check(model, more, folder)
                    ends[status] = ends.get(status, 0) + 1
        print(f"{len(rows)} rows; ends by status: {ends}")
        self.assertGreater(ends.get(0, 0), len(rows) // 3)  # the check refuses what is wrong, not what is right


if __name__ == "__main__":
    unittest.main()
