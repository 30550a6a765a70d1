# SPDX-License-Identifier: BSD-2-Clause
"""Phases that take long say what is done, how far it is and how long it will take."""
import os
import pty
import re
import subprocess
import tempfile
import unittest

from run import FSOLVE, fsolve, options

GRID = {"mesh": "rectangle", "parts": "skin", "part_skin_set": "all", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 1, "supports": "left"}


def lines(ranks=1, case=None, **keys):
    with tempfile.TemporaryDirectory() as folder:
        done = fsolve(options(case, **keys), ranks, cwd=folder, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()


class LongPhases(unittest.TestCase):
    def test_response(self):
        """A sweep of some seconds prints lines with the frequency and the time left; a short one prints none."""
        keys = dict(GRID, analysis="response", loads="right", load_right_traction="0,0,1", load_right_harmonic=1, damping_mass=0.1)
        out = lines(**keys, mesh_n="60,60", response_frequencies=",".join(f"{0.01 * k:.2f}" for k in range(1, 61)))
        found = [line for line in out if line.startswith("response: ")]
        seconds = float(re.search(r"solves, ([0-9.e+]+) s", out[-1])[1])
        self.assertTrue(found or seconds < 4, out)
        for line in found:
            self.assertRegex(line, r"^response: [0-9.]+ Hz, \d+ frequencies, .* so far, [0-9.]+ (s|min|h) left$")
        self.assertFalse([line for line in lines(**keys, mesh_n="4,4", response_frequencies="1,2") if "left" in line])
        self.assertFalse(lines(**keys, mesh_n="40,40", response_frequencies="1,2", quiet=True)[:-1])

    def test_modes(self):
        """The search for modes of a large model counts its solves."""
        out = lines(**GRID, analysis="modes", modes=40, mesh_n="110,110")
        found = [line for line in out if line.startswith("modes: ") and "factors of" not in line]
        self.assertTrue(found or float(re.search(r"solves, ([0-9.e+]+) s", out[-1])[1]) < 4, out)
        self.assertTrue(all(re.search(r"so far", line) for line in found), found)

    def test_factors(self):
        """Factors that take over two seconds are announced with their size and time; quick ones are not. A lattice of 16^3 points takes two seconds."""
        lattice = {"mesh": "frame", "points": "a", "point_a": "0,0,0", "patterns": "net", "pattern_net": "a", "pattern_net_vector": "1,0,0", "pattern_net_vector2": "0,1,0",
                   "pattern_net_vector3": "0,0,1", "members": "x,y,z", "member_x": "a,a+1", "member_y": "a,a+0+1", "member_z": "a,a+0+0+1", "parts": "beam", "part_beam_set": "all",
                   "part_beam_element": "beam", "part_beam_section": "circle", "part_beam_radius": 0.01, "part_beam_young": 2e11, "part_beam_poisson": 0.3, "part_beam_density": 7800,
                   "supports": "feet", "support_feet_where": "z<0.01", "analysis": "modes", "modes": 1}
        for side, pattern in ((16, r"^modes: factors of a matrix of 23040 dofs, about [23] s$"), (4, None)):
            found = [line for line in lines(**lattice, pattern_net_n=f"{side},{side},{side}") if "factors of a matrix" in line]
            self.assertEqual(len(found), 2 if pattern else 0, found)
            for line in found:
                self.assertRegex(line, pattern)

    def test_bar(self):
        """On a terminal a bar replaces the one before, and is gone at the end."""
        master, slave = pty.openpty()
        with tempfile.TemporaryDirectory() as folder:
            words = options(**GRID, analysis="modes", modes=60, mesh_n="180,180")
            run = subprocess.Popen([FSOLVE] + words, stdout=slave, stderr=slave, cwd=folder)
            os.close(slave)
            text = b""
            try:
                while more := os.read(master, 65536):
                    text += more
            except OSError:
                pass  # the end of a terminal
            self.assertEqual(run.wait(), 0)
        os.close(master)
        bars = text.decode().split("\r\033[K")
        self.assertGreater(len(bars), 2, text)
        self.assertRegex(bars[1], r"^modes \[[#.]{20}\] .* so far")
        self.assertNotIn("so far", bars[-1])

    def test_speeds(self):
        """Campbell diagrams print a line for each speed, with the time left if that is long, and no others."""
        out = lines(case="blade", spin_speeds=",".join(str(k) for k in range(0, 30)))
        self.assertFalse([line for line in out if "nan" in line or line.startswith("step")])
        self.assertEqual(len([line for line in out if " rad/s: " in line]), 30)


if __name__ == "__main__":
    unittest.main()
