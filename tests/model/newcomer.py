# SPDX-License-Identifier: BSD-2-Clause
"""The cases of inputs/ for a start: what inputs/README.md says of them."""
import os
import unittest

import numpy as np

from run import SOURCE, run
from studies import modes


def catenary(width, height, length, weight, ea):
    """H and V that an elastic rope, natural length [m] and weight [N/m], exerts on its upper end, by Newton's method."""
    def ends(f):
        h, v, low = f[0], f[1], f[1] - weight * length
        x = h * length / ea + h / weight * (np.arcsinh(v / h) - np.arcsinh(low / h))
        z = (v**2 - low**2) / (2 * ea * weight) + (np.hypot(h, v) - np.hypot(h, low)) / weight
        return np.array([x - width, z - height])

    f = np.array([weight * length, weight * length])
    for _ in range(50):
        J = np.column_stack([(ends(f + d) - ends(f - d)) / 2 for d in np.eye(2)])
        f = f - np.linalg.solve(J, ends(f))
    assert abs(ends(f)).max() < 1e-9 * length
    return f


def arc(a, b, c):
    """The length of the arc from a through b to c, none of whose two parts is more than half a circle."""
    sides = [np.linalg.norm(np.subtract(*p)) for p in ((a, b), (b, c), (a, c))]
    s = sum(sides) / 2
    radius = np.prod(sides) / (4 * np.sqrt(s * np.prod(s - np.array(sides))))
    return 2 * radius * sum(np.arcsin(side / (2 * radius)) for side in sides[:2])


TEN = "slider_crank four_bar dome cable_net inflated_sheet bridge earthquake hammer blade mooring".split()


class Newcomer(unittest.TestCase):
    def test_ten(self):
        """Each is one file of less than 30 lines, and has a picture, with the command that made it."""
        sections = []
        for page in ("README.md", "PAPERS.md"):
            with open(os.path.join(SOURCE, "inputs", page)) as file:
                sections += file.read().split("\n## ")
        for case in TEN:
            with self.subTest(case):
                with open(os.path.join(SOURCE, "inputs", case + ".opts")) as file:
                    text = file.read()
                self.assertLess(text.count("\n"), 30)
                self.assertNotIn(".msh", text)
                section, = (s for s in sections if s.split()[0] == case)
                self.assertRegex(section, rf"(?s)    fsolve -options_file inputs/{case}.opts.*\n    plot_\w+ {case}.h5.*!\[.*\]\(../docs/\w+.png\)")

    def test_rod(self):
        out = run("rod")
        self.assertAlmostEqual(out.probe["tip"]["displacement"][-1, 0] / (1e4 * 2 / (2.1e11 * np.pi * 1e-4)), 1, delta=1e-12)

    def test_cable_net(self):
        """Like a membrane of 2e4 N/m and 10 kg/m2, whose middle a pressure p lifts by 0.073671 p L^2/T (the double sine series) and which rings at sqrt(T/2 mu)/L; the net's
        meshes of L/20 change both by (pi/20)^2/12. Beyond small motions its cables stretch, and bear more."""
        still = {"analysis": "static", "dt": 1, "t_end": 1}
        small = run("cable_net", load_gust_time="1e-4*t", **still).probe["middle"]["displacement"][-1, 2]
        self.assertAlmostEqual(small / (0.073671 * 1e-4 * 500 * 400 / 2e4), 1, delta=3e-3)
        self.assertAlmostEqual(modes("cable_net", quiet=True, modes=3)["frequency"][0] / (np.sqrt(2e4 / 20) / 20), 1, delta=3e-3)
        gust = run("cable_net").probe["middle"]["displacement"][:, 2]
        self.assertAlmostEqual(gust.max(), 0.4745, delta=1e-3)  # 1e-4 of it is the step's
        self.assertAlmostEqual(run("cable_net", load_gust_time="t", **{**still, "dt": 0.2}).probe["middle"]["displacement"][-1, 2], 0.4525, delta=1e-3)

    def test_hammer(self):
        """d'Alembert's waves of the record, echoes and all. Steps of CFL 1 with lumped masses have them to round-off, as its lines go from step to step; what the case
        makes of them, 2.3 % of the peak where the record begins, falls with the cells (0.9 % of 1000)."""
        young, density, length, area, h = 2.1e11, 7850, 5, np.pi * 1e-4, 0.02
        times, record = np.loadtxt(os.path.join(SOURCE, "inputs", "hammer.csv"), delimiter=",", skiprows=4).T
        c = np.sqrt(young / density)
        force = lambda t: np.interp(t, times, record, left=0, right=0)
        exact = {"integrator": "central_difference", "part_bar_mass": "lumped", "dt": repr(h / c), "dt_exact": True, "allow_unstable": True}
        for keys, near in (({}, 0.025), (exact, 1e-10)):
            out = run("hammer", **keys)
            after = lambda x: force(out.time - x / c)
            wall = 2 * (after(length) - after(3 * length))
            np.testing.assert_allclose(out.reaction["wall"][:, 0], wall, atol=near * 2 * record.max())
            end = -(after(0) - 2 * after(2 * length) + 2 * after(4 * length)) / (density * c * area)
            np.testing.assert_allclose(out.probe["end"]["velocity"][:, 0], end, atol=near * abs(end).max())
            at = length / 2 + h / 2
            gauge = -after(length - at) - after(length + at) + after(3 * length - at) + after(3 * length + at)
            np.testing.assert_allclose(out.probe["gauge"]["force"].ravel(), gauge, atol=0.025 * record.max())  # a cell has the mean between its ends
            first = out.time < 2 * length / c  # the impulse of twice the record, up to the corners of its lines between steps
            impulse = np.trapz(out.reaction["wall"][first, 0], out.time[first])
            self.assertAlmostEqual(impulse / (2 * np.trapz(record, times)), 1, delta=1e-4)

    def test_inflated_sheet(self):
        """The rim bears the pressure times its own area, whatever the sheet does. A sheet that moves little rises with the cube root of the pressure, as Maier-Schneider, Maibach &
        Obermeier (1995) have it: p = 1.994 (1 - 0.271 nu)/(1 - nu) E h w^3/a^4, a half the side; they are good to 1 %, and cells of a/12 to 0.2 %."""
        out = run("inflated_sheet")
        np.testing.assert_allclose(out.reaction["rim"][1:, :3], np.outer(out.time[1:], [0, 0, -300]), atol=1e-8)
        self.assertAlmostEqual(out.probe["middle"]["displacement"][-1, 2], 0.4189, delta=1e-4)
        for nu in (0.25, 0.4):
            p, eh, a = 3e-4, 300, 0.5
            w = (p * a**4 / (eh * 1.994 * (1 - 0.271 * nu) / (1 - nu))) ** (1 / 3)
            little = run("inflated_sheet", load_air_pressure=p, part_sheet_law="stvk", part_sheet_poisson=nu).probe["middle"]["displacement"][-1, 2]
            self.assertAlmostEqual(little / w, 1, delta=0.01)

    def test_bridge(self):
        """The series of modes of a simply supported Euler-Bernoulli beam, of a force P that moves with v, and of what rings on behind it; the beam's shear, its sag and the
        length of the load make half a percent."""
        out = run("bridge")
        t, length, v, force, stiffness, mass = out.time, 20, 20, 1e4, 3e10 * np.pi / 4 * 0.2**4, 2500 * np.pi * 0.2**2
        end, series = length / v, np.zeros_like(out.time)
        for n in range(1, 60):
            w, passing = (n * np.pi / length) ** 2 * np.sqrt(stiffness / mass), n * np.pi / length * v
            q = lambda s: 2 * force / (mass * length) / (w**2 - passing**2) * (np.sin(passing * s) - passing / w * np.sin(w * s))
            rate = 2 * force / (mass * length) / (w**2 - passing**2) * passing * (np.cos(passing * end) - np.cos(w * end))
            series -= np.where(t <= end, q(t), q(end) * np.cos(w * (t - end)) + rate / w * np.sin(w * (t - end))) * np.sin(n * np.pi / 2)
        np.testing.assert_allclose(out.probe["middle"]["displacement"][:, 2], series, atol=0.01 * abs(series).max())

    def test_earthquake(self):
        """Another scheme with half the step agrees: the table's lines have corners, and floors of 20 t ring for long."""
        first, other = (run("earthquake", **keys).probe["roof"]["displacement"][:, 0] for keys in ({}, {"integrator": "bathe", "dt": 0.0025}))
        np.testing.assert_allclose(first, other[::2], atol=4e-3 * abs(first).max())
        self.assertAlmostEqual(abs(first).max(), 0.1457, delta=2e-4)

    def test_mooring(self):
        out = run("mooring")
        weight = 20 * 9.81 * (1 - 1025 / 7850)
        at_rest = catenary(160, 100, arc((0, 0), (100, 40), (160, 100)), weight, 1e8)
        pull = out.reaction["ship"][:, [0, 2]]
        np.testing.assert_allclose(pull[0], at_rest, rtol=1e-4)  # chords of 4 m are shorter than their arc by 2e-5
        tension = np.hypot(*pull.T)
        np.testing.assert_allclose([tension.min(), tension.max()], [12.27e3, 95.34e3], rtol=5e-3)  # of half the step, and of twice the cells: 2e-3

    def test_dome(self):
        """Shapes that go around the axis k times, k from 1 to 5, come in pairs, by symmetry to round-off; one that only twists comes alone."""
        f = modes("dome", quiet=True)["frequency"]
        np.testing.assert_allclose(f[[0, 3]], f[[1, 4]], rtol=1e-8)
        self.assertGreater(f[2], 1.3 * f[1])
        self.assertAlmostEqual(f[0] / 9.83, 1, delta=0.01)  # of 3-node beams; 8 cells are 0.6 % above
        fine = {f"member_{m}_order": 2 for m in ("rib", "ring1", "ring2")}
        np.testing.assert_allclose(modes("dome", quiet=True, **fine)["frequency"][:3], [9.834, 9.834, 13.391], rtol=1e-4)


if __name__ == "__main__":
    unittest.main()
