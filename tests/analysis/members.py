# SPDX-License-Identifier: BSD-2-Clause
"""Members of beams with too few cells for their own bending, or for their compression: what is printed, and when not."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import joint
from run import RELEASE, fsolve, options
from studies import line, modes

LENGTH, EI, MASS = 3.0, 50.0, 2.0
BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e7, "part_beam_gay": 1e7, "part_beam_gaz": 1e7, "part_beam_gj": 100,
        "part_beam_eiy": EI, "part_beam_eiz": 3 * EI, "part_beam_mass_per_length": MASS, "part_beam_inertia": "1e-3,5e-4,5e-4,0,0,0", "part_beam_correction": "full"}
PINNED = {"supports": "start,end", "support_start_fix": "all", "support_start_fix_rotation": "x", "support_end_fix": "yz"}
EULER = np.pi**2 * EI / LENGTH**2
BENDING = re.compile(r"part '(\w+)': members with one or two cells bend .* below ([0-9.e+-]+) Hz, .*; the one at \((.*)\) does from ([0-9.e+-]+) Hz on, and needs (\d+) cells in place of (\d+)")
COMPRESSED = re.compile(r"part '(\w+)': cells are compressed .*; the one at \((.*)\) bears ([0-9.e+-]+) N, and needs (\d+) cells in place of (\d+)")


def own_frequency(length=LENGTH, stiff=EI):
    """The first one of a member with pinned ends [Hz]."""
    return np.pi / 2 * np.sqrt(stiff / MASS) / length**2


def limit(n, length=LENGTH, stiff=EI):
    """The frequency from which on a member of n cells has errors of 1 % [Hz]: 1.6 cells for a half wave."""
    return own_frequency(length, stiff) * (n / 1.6)**2


def said(ranks=1, own=None, status=0, **keys):
    """What a run prints as warnings, and its attribute certified of /buckling."""
    with tempfile.TemporaryDirectory() as folder:
        if own:
            keys["mesh"] = os.path.join(folder, "mesh.msh")
            gmsh_file.write(keys["mesh"], *own)
        done = fsolve(options(**{"output": "out.h5", "quiet": True, **keys}), ranks, cwd=folder)
        if done.returncode != status:
            raise AssertionError((done.returncode, done.stderr))
        if status == 2:
            return done.stderr, None
        with h5py.File(os.path.join(folder, "out.h5")) as f:
            return done.stderr, f["buckling"].attrs["certified"] if "buckling" in f else None


class Bending(unittest.TestCase):
    def bends(self, ranks=1, **keys):
        """Numbers of the line about bending: highest frequency, frequency of the limit, cells needed, cells; or None."""
        found = BENDING.search(said(ranks, **{"analysis": "modes", **BEAM, **keys})[0])
        return found and (float(found[2]), float(found[4]), int(found[5]), int(found[6]))

    def test_line(self):
        """The line of one or two cells; three are the user's choice."""
        for n in (1, 2):
            top, low, needed, cells = self.bends(**line(LENGTH, n), **PINNED, modes=5)
            np.testing.assert_allclose(low, limit(n), rtol=1e-4)
            self.assertEqual((needed, cells), (np.ceil(1.6 * np.sqrt(top / own_frequency())), n))
        self.assertIsNone(self.bends(**line(LENGTH, 3), **PINNED, modes=5))

    def test_limit(self):
        """A mode without the line has an error below 1 %, one with it has more, by a tenth in the number of cells: neither too early nor too late."""
        plane = {"directions": "xz"}
        pin, slide, clamp = {"fix": "xz", "fix_rotation": "x"}, {"fix": "x", "fix_rotation": "y"}, {}
        for start, end, cases in ((pin, pin, ((2, 1),)), (clamp, None, ((1, 1), (2, 1), (2, 2))), (clamp, pin, ((2, 1), (2, 2))), (clamp, slide, ((1, 1), (2, 1), (2, 2))), (pin, slide, ((1, 1), (2, 2))), (clamp, clamp, ((2, 1),))):
            keys = {**plane, "supports": "start,end" if end is not None else "start", **{f"support_start_{k}": v for k, v in start.items()}, **{f"support_end_{k}": v for k, v in (end or {}).items()}}
            exact = modes(**line(LENGTH, 24), **BEAM, **keys, modes=2)["frequency"]
            for n, mode in cases:
                with self.subTest(start=start, end=end, n=n, mode=mode):
                    error = modes(**line(LENGTH, n), **BEAM, **keys, modes=mode)["frequency"][mode - 1] / exact[mode - 1] - 1
                    reported = self.bends(**line(LENGTH, n), **keys, modes=mode) is not None
                    self.assertTrue(error > 0.008 if reported else error < 0.01, (error, reported))

    def test_other_masses(self):
        """Masses without inner shapes need ten cells for a half wave: errors of linear ones are of order h^2."""
        keys = {"directions": "xz", **PINNED}
        exact = modes(**line(LENGTH, 24), **BEAM, **keys, modes=1)["frequency"][0]
        found = modes(**line(LENGTH, 10), **BEAM, **keys, modes=1, part_beam_mass="linear")["frequency"][0]
        self.assertAlmostEqual(found / exact - 1, 0.01, delta=1e-3)
        for mass in ("linear", "lumped"):
            top, _, needed, _ = self.bends(**line(LENGTH, 2), **keys, modes=1, part_beam_mass=mass)
            self.assertEqual(needed, np.ceil(10 * np.sqrt(top / own_frequency())))

    def test_plane(self):
        """In a plane model the other plane does not count."""
        low = self.bends(**line(LENGTH, 1), supports="start", modes=4, directions="xy")[1]
        np.testing.assert_allclose(low, limit(1, stiff=3 * EI), rtol=1e-4)

    def test_whole_section(self):
        """The stiffness is that of bending without an axial force: an axis that is not in the center changes nothing."""
        S = np.diag([1e7, 1e7, 1e7, 100, EI, 3 * EI])
        S[0, 4] = S[4, 0] = 0.002 * 1e7
        S[4, 4] += 0.002**2 * 1e7
        keys = {key: value for key, value in BEAM.items() if not re.search("_(ea|ga.|gj|ei.)$", key)}
        found = BENDING.search(said(analysis="modes", **line(LENGTH, 1), **PINNED, **keys, modes=5, part_beam_stiffness=",".join(f"{s:.17g}" for s in S.ravel()))[0])
        np.testing.assert_allclose(float(found[4]), limit(1), rtol=1e-3)

    def test_tension(self):
        """Tension T raises the frequency of 1.25 half waves, the limit of two cells, so that it may be above the modes."""
        for tension, reported in ((3 * EULER, True), (15 * EULER, False)):
            found = self.bends(**line(LENGTH, 2), **PINNED, modes_below=3 * own_frequency(), loads="end", load_end_force=f"{tension},0,0", load_end_time=1, initial_static=True)
            self.assertEqual(found is not None, reported)
            if found:
                np.testing.assert_allclose(found[1], 1.25 * np.sqrt(1.25**2 + 3) * own_frequency(), rtol=1e-3)

    def test_ends_of_members(self):
        """Six cells in a row are one member, and three of two cells with a support, a corner, a branch or a joint after each second cell."""
        x = [(LENGTH * i / 2, 0, 0) for i in range(7)]
        row, points = [(i, i + 1) for i in range(6)], {"start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(6,)])}
        corners = [(min(i, 2) * LENGTH / 2, max(0, min(i - 2, 2)) * LENGTH / 2, max(0, i - 4) * LENGTH / 2) for i in range(7)]
        branched = x + [(LENGTH, 1, 0), (2 * LENGTH, 1, 0)]
        keys = {"modes": 8, "supports": "start,end", "support_end_fix": "yz"}
        self.assertIsNone(self.bends(own=(x, {"all": (gmsh_file.LINE, row), **points}), **keys))
        for nodes, cells, more in ((x, row, {"supports": "start,end,middle", "support_middle_fix": "yz"}), (corners, row, {}), (branched, row + [(2, 7), (4, 8)], {})):
            for ranks in (1, 3) if RELEASE else (1,):
                sets = {"all": (gmsh_file.LINE, cells), "middle": (gmsh_file.POINT, [(2,), (4,)]), **points}
                _, low, _, count = self.bends(ranks, own=(nodes, sets), **{**keys, **more, "modes": 16})
                np.testing.assert_allclose((low, count), (limit(2), 2), rtol=1e-4)
        apart = [x[0], x[1], x[2], x[2], *x[3:]]
        sets = {"all": (gmsh_file.LINE, [(0, 1), (1, 2), (3, 4), (4, 5), (5, 6), (6, 7)]), "hinge": (gmsh_file.LINE, [(2, 3)]), "start": points["start"], "end": (gmsh_file.POINT, [(7,)])}
        low, count = np.take(self.bends(own=(apart, sets), joints="hinge", **joint("hinge", "revolute", axis="0,1,0"), **{**keys, "modes": 12}), (1, 3))
        np.testing.assert_allclose((low, count), (limit(2), 2), rtol=1e-4)

    def test_frame(self):
        """A frame with one cell a member: a line for each part, the same on any ranks."""
        section = {key[len("part_beam"):]: value for key, value in BEAM.items() if key.startswith("part_beam") and key != "part_beam_set"}
        keys = {"mesh": "frame", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,3", "point_c": "4,0,3", "point_d": "4,0,0", "members": "left,top,right", "member_left": "a,b",
                "member_top": "b,c", "member_right": "c,d", "member_left_sets": "legs", "member_right_sets": "legs", "parts": "legs,top", "supports": "a,d", "analysis": "modes", "modes": 8,
                "directions": "xz", **{f"part_{part}{key}": value for part in ("legs", "top") for key, value in section.items()}}
        texts = [said(ranks, **keys)[0] for ranks in (1, 2)]
        self.assertEqual(*[BENDING.sub(lambda m: f"{m[1]} {float(m[4]):.4g} {m[5]}", text) for text in texts])
        self.assertEqual([m[1] for m in BENDING.finditer(texts[0])], ["legs", "top"])
        found = {m[1]: float(m[4]) for m in BENDING.finditer(texts[0])}
        np.testing.assert_allclose([found["legs"], found["top"]], [limit(1, 3), limit(1, 4)], rtol=1e-4)
        self.assertNotIn("members", said(**{**keys, "members_n": 4})[0])

    def test_response(self):
        """Up to a frequency below the limit nothing is printed."""
        keys = {"analysis": "response", **line(LENGTH, 2), **BEAM, **PINNED, "loads": "end", "load_end_harmonic": "1", "load_end_force": "1,0,0", "response_bend": 0, "response_points": 2,
                "part_beam_damping": 1e-4}
        for factor in (0.9, 1.1):
            self.assertEqual(bool(BENDING.search(said(**keys, response_range=f"0.1,{factor * limit(2)}")[0])), factor > 1)


class Compression(unittest.TestCase):
    KEYS = {**BEAM, **PINNED, "loads": "end"}

    def test_static(self):
        """A clamped column with cells above and below a third of Euler's load of a cell."""
        for n, share, needed in ((1, 0.25, None), (1, 0.6, 2), (2, 1.0, None), (2, 2.0, 3), (4, 2.0, None)):
            text = said(**line(LENGTH, n), **{**self.KEYS, "supports": "start,end", "support_end_fix": "yz", "support_end_fix_rotation": "xyz"}, analysis="static", load_end_force=f"{-share * EULER},0,0")[0]
            found = COMPRESSED.search(text)
            self.assertEqual(bool(found), needed is not None, (n, share, text))
            if found:
                np.testing.assert_allclose(float(found[3]), share * EULER, rtol=1e-3)
                self.assertEqual((int(found[4]), int(found[5])), (needed, n))

    def test_bent(self):
        """A hinged column under a load across: the rotation of one cell is wrong by 0.165 r/(1 - r) at the part r of Euler's load. No line below 0.1 %, with more cells, with the correction axial, with a small bending beside the
        axial force, in tension, and above 0.3, where the other line stands."""
        keys = {**self.KEYS, "directions": "xz", "support_start_fix": "xz", "support_start_fix_rotation": "none", "support_end_fix": "z", "loads": "all,end", "analysis": "static"}
        for ranks, n, share, load, correction, wanted in ((1, 1, 0.005, 1, "full", None), (1, 1, 0.01, 1, "full", 2), (1, 1, 0.1, 1, "full", 3), (2, 1, 0.1, 1, "full", 3), (1, 3, 0.2, 1, "full", None), (1, 1, 0.2, 1, "axial", None), (1, 1, 0.2, 1e-5, "full", None), (1, 1, 0.2, 0.002, "full", 3),
                                                          (1, 1, -0.2, 1, "full", None), (1, 1, 0.4, 1, "full", None)):
            text = said(ranks, **line(LENGTH, n), **{**keys, "part_beam_correction": correction}, load_all_traction=f"0,0,{load}", load_end_force=f"{-share * EULER},0,0")[0]
            found = re.search(r"part 'beam': the axial force bends .* by about (\S+) % .* at \(1.5, 0, 0\) needs (\d+) cells in place of 1, or give -part_beam_correction axial", text)
            self.assertEqual(bool(found), wanted is not None, (n, share, load, text))
            if found:
                self.assertAlmostEqual(float(found[1]), 100 * np.pi**2 / 60 * share / (1 - share), delta=0.1)
                self.assertEqual(int(found[2]), wanted)

    def test_enough_cells(self):
        """Compressed beams under a load across, also of a section that varies: the number of cells that a line names leaves less than 0.2 % in rotations and in the moment at a clamped end, and a beam without a line has less than
        0.1 % (0.3 % if the section varies, whose mean the estimate takes). The line of a section that varies names no correction axial."""
        varying = {"part_beam_eiy": f"{64 / 27 * EI}*(1-x/6)^3"}
        for clamped in (False, True):
            for section in ({}, varying):
                keys = {**self.KEYS, **section, "directions": "xz", "support_start_fix": "xz", "support_start_fix_rotation": "y" if clamped else "none", "support_end_fix": "z", "loads": "all,end", "analysis": "static",
                        "load_all_traction": "0,0,1"}
                for share in (0.002, 0.03, 0.1, 0.3, 0.5):
                    found, text = self.turned(1, share, keys)
                    right = self.turned(24, share, keys)[0]
                    needed = re.search(r"needs (\d+) cells in place of 1", text)
                    n = int(needed[1]) if needed else 1
                    self.assertNotIn("correction axial", text if section else "")
                    self.assertEqual(n > 1, share > 0.01, (clamped, section, share, text))
                    error = abs(self.turned(n, share, keys)[0] / right - 1).max()
                    self.assertLess(error, 3e-3 if section else 2e-3 if n > 1 else 1e-3, (clamped, section, share, n))

    def turned(self, n, share, keys):
        """The rotation at the end and the moment at the start of a beam of n cells, and what the run says."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output="out.h5", quiet=True, probes="end,m", probe_m_part="beam", probe_m_point="0,0,0", **line(LENGTH, n), **{**keys, "load_end_force": f"{-share * EULER},0,0"}), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(folder, "out.h5")) as f:
                return np.array([f["history/end/rotation"][-1, 2], f["history/m/moment_start"][-1].ravel()[1] if "none" != keys["support_start_fix_rotation"] else 1.0]), done.stderr

    def test_displacements(self):
        """The sway of a cantilever near its critical load, which multiplies the error of its bending: the change of the displacements is estimated, and the cells that the line asks for leave less than 0.1 %. Far from the critical load, with
        these cells and with the correction axial no line is printed."""
        def sway(n, share, ranks=1, **more):
            keys = {**line(LENGTH, n), **BEAM, "loads": "end", "supports": "start", "analysis": "static", "load_end_force": f"{-share * EULER / 4},0,0.01", "directions": "xz", **more}
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(output="out.h5", quiet=True, probes="end", **keys), ranks, cwd=folder)
                with h5py.File(os.path.join(folder, "out.h5")) as f:
                    return f["history/end/displacement"][-1, 2], done.stderr

        right, found = sway(24, 0.95)[0], [sway(n, 0.95, n) for n in (1, 2)]
        said = re.fullmatch(r".*part 'beam': .*displacements of the model by about (\S+) %, .* needs (\d) cells in place of 1, or give -part_beam_correction axial\n", found[0][1])
        self.assertTrue(said, found[0][1])
        self.assertLess(abs(float(said[1]) / 100 / (right / found[0][0] - 1) - 1), 0.3, (said[1], right, found))
        enough, text = sway(int(said[2]), 0.95)
        self.assertLess(abs(enough / right - 1), 1.2e-3)
        for text in (text, sway(1, 0.1)[1], sway(1, 0.95, part_beam_correction="axial")[1]):
            self.assertEqual(text, "")

    def test_bent_in_motion(self):
        """The same in a motion and along load steps, also if the loads have gone before the end."""
        keys = {**line(LENGTH, 1), **self.KEYS, "directions": "xz", "support_start_fix": "xz", "support_start_fix_rotation": "none", "support_end_fix": "z", "loads": "all,end", "dt": 0.01, "t_end": 1,
                "load_all_time": "sin(pi*t)^2", "load_end_time": "sin(pi*t)^2"}
        for share, analysis, correction, wanted in ((0.1, "transient", "full", True), (0.1, "static", "full", True), (0.004, "transient", "full", False), (0.1, "transient", "axial", False),
                                                    (-0.2, "transient", "full", True), (-0.2, "transient", "axial", False), (-0.2, "static", "full", False), (-0.03, "transient", "full", False)):
            text = said(**{**keys, "analysis": analysis, "part_beam_correction": correction}, load_all_traction="0,0,1", load_end_force=f"{-share * EULER},0,0")[0]
            self.assertEqual("the axial force bends" in text, wanted, (share, analysis, correction, text))
            if share == -0.2 and wanted:  # of tension that is constant, and at most that
                error = float(re.search(r"wrong by about (\S+) %", text)[1])
                self.assertTrue(1 < error < 1.15 * 100 * np.pi**2 / 60 * 0.2 / 1.2, error)

    def test_transient(self):
        """A load that has gone before the end is seen, too. A linear model does not buckle."""
        keys = {**line(LENGTH, 1), **self.KEYS, "directions": "xz", "support_start_fix": "xz", "support_start_fix_rotation": "y", "support_end_fix": "z", "support_end_fix_rotation": "y", "dt": 0.01, "t_end": 1,
                "load_end_force": f"{-EULER},0,0", "load_end_time": "sin(pi*t)^2"}
        self.assertTrue(COMPRESSED.search(said(**keys)[0]))
        self.assertNotIn("compressed", said(**keys, linearize=True)[0])
        self.assertNotIn("compressed", said(**{**keys, "load_end_force": f"{-0.2 * EULER},0,0"})[0])

    def test_failure(self):
        """A column of one cell that bends in its own buckling: the run fails and names the cell, and with more cells it does not fail."""
        keys = {**BEAM, "supports": "start,end", "support_start_fix": "xyz", "support_start_fix_rotation": "x", "support_end_fix": "yz", "support_end_fix_rotation": "x", "loads": "all,end", "quiet": True}
        static = {**keys, "analysis": "static", "load_all_traction": "0,1,2", "load_end_force": f"{-1.3 * EULER},0,0"}
        moving = {**keys, "dt": 0.02, "t_end": 1, "load_all_traction": "0,10,20", "load_end_force": f"{-1.6 * EULER},0,0", "load_end_time": "t", "load_all_time": "t"}
        with tempfile.TemporaryDirectory() as folder:
            for case in ({**static, "output": "a.h5"}, {**moving, "output": "b.h5"}):
                done = fsolve(options(**line(LENGTH, 1), **case), cwd=folder)
                self.assertEqual(done.returncode, 3, done.stderr)
                found = re.search(r"the cell of part 'beam' at \(1.5, 0, 0\) is compressed by ([0-9.]+) pi\^2 EI/L\^2 of itself, .* needs (\d+) cells in place of 1", done.stderr)
                self.assertAlmostEqual(float(found[1]), 1.2, delta=0.3)
                self.assertEqual(int(found[2]), np.ceil(np.sqrt(float(found[1]) / 0.3)))
                self.assertEqual(done.stderr.count("compressed"), 1)
                self.assertEqual(fsolve(options(**line(LENGTH, 4), **{**case, "output": "more.h5"}, overwrite=True), cwd=folder).returncode, 0)

    def test_buckling(self):
        """A factor for which cells are too long is not certified. Two cells of a pinned column are enough for its first one."""
        for n, wanted, certified in ((1, 1, 0), (2, 1, 1), (2, 2, 0), (4, 2, 1)):
            for ranks in (1, 2) if RELEASE else (1,):
                text, found = said(ranks, **line(LENGTH, n), **BEAM, supports="start,end", support_start_fix="xz", support_end_fix="z", loads="end", analysis="buckling", buckling=wanted, load_end_force="-1,0,0",
                                   directions="xz")
                self.assertEqual((found, bool(COMPRESSED.search(text))), (certified, not certified), (n, wanted, text))
        for first, needed in ((1, "3"), (2, "5")):  # of the first factor that is too large, not of the third one
            text = said(**line(LENGTH, first), **BEAM, supports="start,end", support_start_fix="xz", support_end_fix="z", loads="end", analysis="buckling", buckling=3, load_end_force="-1,0,0", directions="xz")[0]
            self.assertEqual(COMPRESSED.search(text)[4], needed, text)

    def test_profile(self):
        """The couplings of a profile are round-off, which the correction axial allows; those of an offset are not."""
        keys = {**line(LENGTH, 1), "parts": "beam", "part_beam_set": "all", "part_beam_element": "beam", "part_beam_profile": "HEA200", "part_beam_young": 2.1e11, "part_beam_poisson": 0.3, "analysis": "static", "supports": "start",
                "loads": "end", "load_end_force": "-6e5,0,1e3"}
        self.assertEqual(said(**keys, part_beam_correction="axial")[0], "")
        self.assertIn("without couplings", said(status=2, **keys, part_beam_correction="axial", part_beam_offset="0.1,0")[0])


if __name__ == "__main__":
    unittest.main()
