# SPDX-License-Identifier: BSD-2-Clause
"""Steel profiles by name: every row of share/profiles.csv against closed forms, and what the program makes of some of them."""
import csv
import os
import unittest

import numpy as np

from models import BEAM, STATIC
from run import SOURCE, fsolve, options, run

PI = np.pi


def spandrel(r):
    """Area between a corner and the arc of radius r that rounds it; the distance of its center from the sides; its own second moment."""
    return (1 - PI / 4) * r**2, r * (10 - 3 * PI) / (12 - 3 * PI), r**4 * (1 / 3 - PI / 16 - 1 / (36 - 9 * PI))


def i_section(h, b, tw, tf, r):
    a, c, own = spandrel(r)
    web = h - 2 * tf
    return (2 * b * tf + web * tw + 4 * a, (b * h**3 - (b - tw) * web**3) / 12 + 4 * (own + a * (web / 2 - c) ** 2),
            (2 * tf * b**3 + web * tw**3) / 12 + 4 * (own + a * (tw / 2 + c) ** 2))


def rounded(b, h, r):
    a, c, own = spandrel(r)
    return np.array([b * h - 4 * a, b * h**3 / 12 - 4 * (own + a * (h / 2 - c) ** 2), h * b**3 / 12 - 4 * (own + a * (b / 2 - c) ** 2)])


def box(h, b, t, outer, inner):
    return rounded(b, h, outer) - rounded(b - 2 * t, h - 2 * t, inner)


def tube(r, t):
    second = PI * (r**4 - (r - t) ** 4) / 4
    return PI * (r**2 - (r - t) ** 2), second, second


def arc(before, at, after, radius, n=100):
    a, b = ((p - at) / abs(p - at) for p in (before, after))
    angle = np.arccos(-(a * b.conjugate()).real)
    middle = at + (a + b) / abs(a + b) * radius / np.cos(angle / 2)
    start = at + a * radius * np.tan(angle / 2) - middle
    return middle + start * np.exp(-1j * np.sign((a.conjugate() * b).imag) * angle * np.arange(n + 1) / n)


def channel(h, b, tw, tf, fillet, toe, slope):
    tip, root = tf - slope * b / 2, tf + slope * (b / 2 - tw)
    corners = [(0, 0), (b, 0), (b + 1j * tip, toe), (tw + 1j * root, fillet), (tw + 1j * (h - root), fillet), (b + 1j * (h - tip), toe), (b + 1j * h, 0), (1j * h, 0)]
    p = np.concatenate([arc(corners[k - 1][0], at, corners[(k + 1) % 8][0], r) if r else [at] for k, (at, r) in enumerate(corners)])
    y, z, y1, z1 = p.real, p.imag, np.roll(p.real, -1), np.roll(p.imag, -1)
    c = y * z1 - y1 * z
    area = c.sum() / 2
    return (area, (c * (z * z + z * z1 + z1 * z1)).sum() / 12 - (c * (z + z1)).sum() ** 2 / 36 / area,
            (c * (y * y + y * y1 + y1 * y1)).sum() / 12 - (c * (y + y1)).sum() ** 2 / 36 / area)


def table():
    with open(os.path.join(SOURCE, "share", "profiles.csv")) as file:
        return {row["name"]: row for row in csv.DictReader(line for line in file if not line.startswith("#"))}


def closed_form(row):
    """Area [mm2], second moments about y and z [mm4]."""
    h, b, t, tw, tf, radius, fillet, toe, slope = (float(row[key] or 0) for key in ("height", "width", "thickness", "web_thickness", "flange_thickness", "radius", "fillet", "toe", "slope"))
    return {"i": lambda: i_section(h, b, tw, tf, fillet), "tube": lambda: tube(radius, t), "c": lambda: channel(h, b, tw, tf, fillet, toe, slope),
            "rectangular_tube": lambda: box(h, b, t, fillet, toe or max(fillet - t, 0))}[row["section"]]()


def stiffness(**section):
    """The six stiffnesses about the section's center, inverses of flexibilities, for E = 1 and nu = 0.3, by unit loads on a linear beam of one element."""
    found = []
    for load in ("force", "moment"):
        for c in range(3):
            out = run(**STATIC, linearize=True, mesh="line", mesh_order=2, **BEAM, part_beam_set="all", part_beam_direction="0,1,0", supports="start", loads="end",
                      **{f"load_end_{load}": ",".join("1e-6" if k == c else "0" for k in range(3))}, part_beam_young=1e3, part_beam_poisson=0.3, **section)
            frame = out.frames[-1]
            found.append(1e-9 / frame["beam/line3/" + ("strain" if load == "force" else "curvature")][0, c])
    return found


class Profiles(unittest.TestCase):
    def test_table(self):
        rows = table()
        self.assertGreater(len(rows), 1400)
        self.assertTrue({"IPE300", "HEA200", "HEB200", "HEM200", "UPN200", "RHS200X100X8", "CHS114.3X5", "W14X90", "HSS6X6X1/4"} <= set(rows))
        for name, row in rows.items():
            published = float(row["area_cm2"]) * 1e2, float(row["iy_cm4"]) * 1e4, float(row["iz_cm4"]) * 1e4
            np.testing.assert_allclose(closed_form(row), published, rtol=5e-3, err_msg=name)

    def test_program(self):
        """Area and second moments of one profile of each series; J of rolled ones against the published one [cm4]."""
        rows = table()
        for name, torsion in (("IPE300", 20.1), ("HEA200", 21.0), ("UPN200", 11.9), ("RHS200X100X8", 1800), ("CHS114.3X5", 514), ("W14X90", 4.06 * 2.54**4), ("HSS6X6X1/4", 45.6 * 2.54**4)):
            area, iy, iz = closed_form(rows[name])
            ea, _, _, gj, eiy, eiz = stiffness(part_beam_profile=name)
            np.testing.assert_allclose([ea, eiy, eiz], [area * 1e-6, iy * 1e-12, iz * 1e-12], rtol=5e-5, err_msg=name)
            self.assertAlmostEqual(gj * 2.6 / (torsion * 1e-8), 1, delta=0.05, msg=name)

    def test_spelling(self):
        want = stiffness(part_beam_profile="HEA200")
        found = stiffness(part_beam_profile="he 200 a", part_beam_profile_unit="mm")
        np.testing.assert_allclose(found[1:], np.array(want[1:]) * [1e6, 1e6, 1e12, 1e12, 1e12], rtol=1e-9)
        self.assertAlmostEqual(found[0] / want[0], 1e6, delta=2e3)  # an axial strain of 1e-13
        np.testing.assert_allclose(stiffness(part_beam_profile="shs100x100x5.0"), stiffness(part_beam_profile="RHS100X100X5"), rtol=1e-12)

    def test_wrong(self):
        case = {**STATIC, "mesh": "line", **BEAM, "part_beam_set": "all", "part_beam_young": 1, "part_beam_poisson": 0.3, "supports": "start", "loads": "end", "load_end_force": "0,0,1"}
        for wrong, message in (({"part_beam_profile": "IPE310"}, "-part_beam_profile IPE310: unknown profile; did you mean IPE300"),
                               ({"part_beam_profile": "IPE300", "part_beam_width": 0.1}, "-part_beam_width: -part_beam_profile IPE300 has it"),
                               ({"part_beam_profile": "IPE300", "part_beam_section": "i"}, "-part_beam_section: -part_beam_profile IPE300 has it"),
                               ({"part_beam_profile": "IPE300", "part_beam_radius": 0.1}, "part 'beam': it has a dimension that its section does not use"),
                               ({"part_beam_profile_unit": "mm"}, "-part_beam_profile_unit needs -part_beam_profile")):
            done = fsolve(options(**case, **wrong))
            self.assertEqual(done.returncode, 2, wrong)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
