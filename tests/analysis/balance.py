# SPDX-License-Identifier: BSD-2-Clause
"""-show balance: loads and reactions are the rates of linear and angular momentum, at every step of every case of inputs/ (random models are in
relations/balance.py)."""
import glob
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

from run import RANKS, RELEASE, SOURCE, Output, fsolve, options

ENOUGH = 1e-10  # of the largest single force or moment
# Round-off: a double has 1e-16 of a position, over the length of a cell a strain, times EA a force that nothing can be told about, 1e-10 to 3e-9 of the largest
# here; it falls with EA (elastica: 3e-9, 3e-11, 3e-13 with 1e8, 1e6, 1e4 N). The end of Newton's method: a last step of 1e-6 is followed by one of 1e-12, and
# what that would change is EA times as much: moments of elastica are left with 8e-8, of bend_45 with 2e-10, and with one iteration more 3e-11 and 4e-14.
STIFF = {"bridge": 1e-9, "elastica": 1e-6, "bend_45": 2e-9, "argyris": 5e-9, "lateral_buckling": 1e-9, "beam_slider": 1e-9}


def balanced(words):
    """What is left of forces and of moments, over the largest ones; and what was said."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.h5")
        done = fsolve(words + ["-show", "balance", "-output", path])
        if done.returncode:
            raise RuntimeError(done.stderr)
        out = Output(path)
        left = np.array([np.linalg.norm(out.balance[k], axis=1).max() for k in ("force", "moment")])
        return left / np.maximum(out.balance["largest"].max(axis=0), 1e-300), done


def shortened(case):
    """Options by which a case in time ends after 20 steps."""
    with open(os.path.join(SOURCE, "inputs", case + ".opts")) as file:
        text = file.read()
    if re.search(r"^-analysis", text, re.M):
        return {}
    return {"t_end": 20 * float(re.search(r"^-dt\s+(\S+)", text, re.M)[1]), **({"let": "links=200"} if case == "chain" else {})}


class Cases(unittest.TestCase):
    def test_inputs(self):
        cases = sorted(os.path.basename(f)[:-5] for f in glob.glob(os.path.join(SOURCE, "inputs", "*.opts")))
        self.assertGreater(len(cases), 25)
        for case in cases if RELEASE else cases[::3]:
            with self.subTest(case):
                left, _ = balanced(options(case, ksp_rtol=1e-14, **shortened(case)))
                self.assertLess(left.max(), STIFF.get(case, ENOUGH))

    def test_largest_is_of_a_node(self):
        """Forces on a node that several ranks have are summed before they are compared."""
        with tempfile.TemporaryDirectory() as folder:
            path, largest = os.path.join(folder, "out.h5"), {}
            for ranks in RANKS:
                done = fsolve(options("cable_net", t_end=1, show="balance", mesh_partition="curve", output=path, overwrite=True), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                largest[ranks] = Output(path).balance["largest"]
                np.testing.assert_allclose(largest[ranks], largest[1], rtol=1e-8, err_msg=f"{ranks} ranks")

    def test_paths(self):
        """Shapes of buckling and modes begin at rest; a path goes on."""
        left, _ = balanced(options("star_dome", quiet=True))
        self.assertLess(left.max(), ENOUGH)

    def test_what_is_told(self):
        """A line, and a warning where a solver has been told to stop early."""
        _, done = balanced(options("sdof", t_end=0.2))
        self.assertRegex(done.stdout, r"balance: forces \S+, moments \S+ of the largest, energy \S+\n")
        self.assertEqual(done.stderr, "")
        left, done = balanced(options("wave2d", t_end=1, ksp_type="cg", pc_type="jacobi", ksp_rtol=1e-3, quiet=True))
        self.assertGreater(left.max(), ENOUGH)
        self.assertRegex(done.stderr, r"warning: at t = \S+ forces are out of balance by ")
        self.assertEqual(done.stdout, "")

    def test_unasked(self):
        """An equilibrium whose reactions do not balance its loads is a warning without -show balance, too: a cantilever whose solver has been told to stop early, on 1 and 2 ranks. Nothing is said of direct solvers, of tight tolerances, of
        models without loads, and of a free thermal expansion, whose reactions are round-off."""
        rod = {"analysis": "static", "linearize": True, "mesh": "line", "mesh_n": 20, "mesh_upper": 5, "directions": "xz", "parts": "m", "part_m_element": "beam", "part_m_set": "all", "part_m_section": "circle", "part_m_radius": 0.05,
               "part_m_young": 2e11, "part_m_poisson": 0.3, "part_m_density": 7850, "supports": "start", "loads": "end", "load_end_force": "1e3,0,-1e3", "quiet": True, "output": "out.h5"}
        loose, hot = {"ksp_type": "cg", "pc_type": "jacobi", "ksp_rtol": 0.1}, {"part_m_temperature": 50, "part_m_expansion": 1.2e-5, "load_end_force": "0,0,0"}
        for keys, ranks, wrong in ((loose, 1, True), (loose, 2, True), ({}, 1, False), ({**loose, "ksp_rtol": 1e-8}, 1, False), ({"load_end_force": "0,0,0"}, 1, False), (hot, 1, False), ({**hot, "linearize": False}, 2, False),
                                   ({"linearize": False}, 1, False)):
            with self.subTest(keys, ranks=ranks), tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**{key: x for key, x in {**rod, **keys}.items() if x is not False}), ranks, cwd=folder)
                self.assertEqual((done.returncode, "loads and reactions differ by" in done.stderr, done.stderr.count("warning")), (0, wrong, int(wrong)), done.stderr)

    def test_round_off_of_stiff_parts(self):
        """Axles pass a beam that is meant to be rigid: 1e18 N along its axis leave round-off in the forces, and the run says so once, at a step at which the axles are on the beam; not with a common stiffness, nor with -linearize."""
        train = {"analysis": "static", "mesh": "frame", "directions": "xz", "points": "a,b", "point_a": "0,0,0", "point_b": "10,0,0", "members": "m", "member_m": "a,b", "member_m_n": 4, "parts": "m", "part_m_element": "beam",
                 "part_m_ea": 1e18, "part_m_gay": 1e18, "part_m_gaz": 1e18, "part_m_gj": 1e5, "part_m_eiy": 1e5, "part_m_eiz": 1e5, "supports": "a,b", "support_a_fix": "xz", "support_a_fix_rotation": "none",
                 "support_b_fix": "z", "support_b_fix_rotation": "none", "loads": "P", "load_P_set": "m", "load_P_force": "0,0,-300", "load_P_place": "12*t", "load_P_axles": "0,1,2", "dt": 0.05, "quiet": True, "output": "out.h5"}
        for keys, ranks, wrong in (({}, 1, 1), ({}, 2, 1), ({"part_m_ea": 2e9, "part_m_gaz": 5e8, "part_m_eiy": 1e7}, 1, 0), ({"linearize": True}, 1, 0), ({"part_m_ea": 2e9, "part_m_eiy": 1e7}, 1, 0)):
            with self.subTest(keys, ranks=ranks), tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**{**train, **keys}), ranks, cwd=folder)
                self.assertEqual((done.returncode, len(re.findall("loads and reactions differ by .* stiff parts have forces of round-off", done.stderr))), (0, wrong), done.stderr)


# A frame of beams that is built in at a and d, and a plate that is built in at its left side. A harmonic load with a phase acts.
FRAME = {"mesh": "frame", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,3", "point_c": "4,1,3", "point_d": "4,1,0", "members": "left,top,right", "member_left": "a,b",
         "member_top": "b,c", "member_right": "d,c", "member_left_n": 4, "member_top_n": 4, "member_right_n": 4, "parts": "all", "part_all_element": "beam",
         "part_all_section": "circle", "part_all_radius": 0.05, "supports": "a,d", "loads": "b", "load_b_force": "100,30,-20", "load_b_harmonic": "1,20", "response_frequencies": "0,1,7,50"}
PLATE = {"mesh": "rectangle", "mesh_n": "6,5", "mesh_upper": "2,1.5", "parts": "all", "part_all_element": "shell", "part_all_thickness": 0.01, "supports": "left", "loads": "right",
         "load_right_force": "3,-2,10", "load_right_set": "right", "load_right_where": 1, "load_right_harmonic": "1,20", "response_frequencies": "0,5,40"}
STEEL = {"part_all_young": 2e11, "part_all_poisson": 0.3, "part_all_density": 7800}


class Harmonic(unittest.TestCase):
    def left(self, ranks=1, **keys):
        """What is left of the amplitudes of forces and of moments at each frequency [m][2]; what was said."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(analysis="response", show="balance", output=path, **STEEL, **keys), ranks)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(path) as file:
                parts = [file["history/balance"][part] for part in ("real", "imaginary")] if "balance" in file["history"] else []
                self.largest = np.max([part["largest"][:] for part in parts], axis=0) if parts else None
                return np.sqrt(sum(np.stack([(part[k][:] ** 2).sum(axis=1) for k in ("force", "moment")], axis=1) for part in parts)), done

    def test_direct(self):
        """Loads, reactions, inertia and damping of direct responses balance to 1e-9 of the load; the largest force is the same on any number of ranks."""
        for model in (FRAME, PLATE):
            load = np.linalg.norm(np.fromstring(next(v for k, v in model.items() if k.endswith("_force")), sep=","))
            largest = None
            for keys in ({"part_all_damping": 1e-4}, {"linearize": True, "damping_mass": 0.3, "damping_stiffness": 1e-4}):
                for ranks in RANKS:
                    with self.subTest(mesh=model["mesh"], ranks=ranks, **keys):
                        left, done = self.left(ranks, **model, **keys)
                        self.assertLess(left.max(), 1e-9 * load)
                        self.assertGreaterEqual(self.largest[:, 0].min(), 0.05 * load)
                        largest = self.largest if ranks == 1 else largest
                        np.testing.assert_allclose(self.largest, largest, rtol=1e-8)
                        self.assertRegex(done.stdout, r"balance: forces \S+, moments \S+ of the largest\n")
                        self.assertEqual(done.stderr, "")

    def test_about_an_equilibrium(self):
        """Weight at rest is no part of the amplitudes."""
        left, _ = self.left(gravity="0,0,-9.81", initial_static=True, part_all_damping=1e-4, **FRAME)
        self.assertLess(left.max(), 1e-8 * 107)  # places have round-off of 1e-16, times forces at rest over motions of 1e-6 of the model

    def test_modes(self):
        """The inertia of modes that are left out is missing, except at 0 Hz. More modes reduce it."""
        one, done = self.left(response_modes=1, part_all_damping=1e-4, **FRAME)
        self.assertGreater(one[2, 0], 1)
        self.assertLess(one[0].max(), 1e-7)
        self.assertRegex(done.stderr, r"warning: at 50 Hz forces are out of balance by \S+ of the largest one: -response_modes leaves out")
        many, _ = self.left(response_modes=20, part_all_damping=1e-4, **FRAME)
        self.assertLess(many[2, 0], 1e-2 * one[2, 0])

    def test_loss_factors(self):
        left, done = self.left(part_all_loss_factor=0.02, **FRAME)
        self.assertIn("balance: none, because parts have loss factors", done.stdout)


if __name__ == "__main__":
    unittest.main()
