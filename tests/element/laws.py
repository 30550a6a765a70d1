# SPDX-License-Identifier: BSD-2-Clause
"""Laws of bars, trusses, cables and springs: closed forms, energies, motions, ranks, restarts, and what is refused."""
import math
import os
import re
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from models import STATIC, on_mesh
from studies import modes
from run import Output, fsolve, options, run

EA, KINK, RATIO = 100.0, 0.01, 0.2
LINE = (gmsh_file.LINE, [(0, 1)])
PAIR = [(0, 0, 0), (2, 0, 0)], {"b": LINE, "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)])}
TABLE = "strain, stress\n-0.02, -1.5\n-0.01, -1\n0, 0\n0.005, 0.2\n0.02, 2\n"
POINTS = [(-0.02, -1.5), (-0.01, -1), (0, 0), (0.005, 0.2), (0.02, 2)]
ELEMENTS = {"bar": {"part_b_young": EA, "part_b_area": 1, "part_b_density": 0},
            "truss": {"part_b_ea": EA, "part_b_mass_per_length": 0, "part_b_strain": "biot"},
            "cable": {"part_b_ea": EA, "part_b_mass_per_length": 0, "part_b_strain": "biot"},
            "spring": {"part_b_stiffness": EA / 2}}
LAWS = {"linear": {}, "bilinear": {"part_b_law_strain": KINK, "part_b_law_ratio": RATIO}, "tension_only": {}, "compression_only": {}}


def force(law, e):
    """The force of a law with the stiffness EA at the strain e."""
    if law == "bilinear":
        beyond = max(abs(e) - KINK, 0)
        return math.copysign(EA * (abs(e) - (1 - RATIO) * beyond), e)
    return EA * e * {"linear": 1, "tension_only": e > 0, "compression_only": e < 0}[law]


def stretched(element, strain, **keys):
    """An element of the length 2 between fixed supports, one of which moves so that the strain is given."""
    model = {**STATIC, "directions": "x", "parts": "b", "part_b_element": element, "supports": "start,end", "support_end_motion_x": f"{2 * strain}*t",
             "output_reactions": True, "energies": True}
    return on_mesh(*PAIR, **{**model, **keys})


# a chain of ten elements with masses, pulled at its end
CHAIN = {"mesh": "line", "mesh_n": 10, "mesh_upper": 10, "directions": "x", "parts": "b", "part_b_set": "all", "supports": "start", "loads": "end",
         "load_end_time": "sin(t)", "probes": "end", "energies": True}
FREE = {k: v for k, v in CHAIN.items() if k[:4] not in ("load", "ener")}
SWINGING = {**CHAIN, "part_b_element": "bar", "part_b_young": EA, "part_b_area": 1, "part_b_density": 1, "part_b_law": "bilinear", "part_b_law_strain": KINK,
            "part_b_law_ratio": RATIO, "load_end_force": "3,0,0", "integrator": "lms4", "dt": 0.02, "t_end": 4}


def tabulated(folder):
    path = os.path.join(folder, "law.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TABLE)
    return path


class ClosedForms(unittest.TestCase):
    def test_force(self):
        """A prescribed strain gives the force, the reaction and the energy of the law, in tension and compression."""
        for element, given in ELEMENTS.items():
            for law, keys in LAWS.items():
                if element == "cable" and law == "compression_only":
                    continue
                for e in (-0.03, 0.004):
                    more = {"part_b_law_strain": 2 * KINK} if element == "spring" and law == "bilinear" else {}
                    out = stretched(element, e, **{**given, **keys, **more}, part_b_law=law)
                    expected = 0 if element == "cable" and e < 0 else force(law, e)
                    with self.subTest(element=element, law=law, strain=e):
                        self.assertAlmostEqual(out.frames[-1]["b/line/force"][0], expected, delta=1e-12 * EA)
                        self.assertAlmostEqual(out.reaction["end"][-1][0], expected, delta=1e-12 * EA)
                        work = 2 * integral(lambda x, law=law: force(law, x), e) if expected else 0
                        self.assertAlmostEqual(out.energy["strain"][-1], work, delta=1e-9 * EA)

    def test_table(self):
        """Straight lines between the points, and beyond them; times the area, if there is one."""
        with tempfile.TemporaryDirectory() as folder:
            for area in (1, 3):
                for e in (-0.03, -0.001, 0.01):
                    out = stretched("truss", e, part_b_mass_per_length=0, part_b_strain="biot", part_b_law="table", part_b_law_table=tabulated(folder),
                                    **({"part_b_area": area} if area > 1 else {}))
                    inside = np.interp(e, *zip(*POINTS))
                    expected = area * (inside + (50 * (e + 0.02) if e < -0.02 else 120 * (e - 0.02) if e > 0.02 else 0))
                    with self.subTest(area=area, strain=e):
                        self.assertAlmostEqual(out.frames[-1]["b/line/force"][0], expected, delta=1e-11)

    def test_prestress(self):
        """The prestress is at the strain N0/EA of the law: a bilinear truss is at its kink with N0 = EA kink."""
        for e in (-0.003, 0.007):
            out = stretched("truss", e, **ELEMENTS["truss"], part_b_law="bilinear", **LAWS["bilinear"], part_b_prestress=EA * KINK)
            self.assertAlmostEqual(out.frames[-1]["b/line/force"][0], force("bilinear", e + KINK), delta=1e-12 * EA)

    def test_temperature_and_capacity(self):
        """A bar between fixed supports whose thermal strain is beyond the kink; its utilisation is that of the force by the law."""
        for element in ("bar", "truss"):
            out = stretched(element, 0, **ELEMENTS[element], part_b_law="bilinear", **LAWS["bilinear"], part_b_expansion=1e-4, part_b_temperature=-200,
                            part_b_capacity=4)
            strain = 0.02 if element == "bar" else 1 / (1 - 0.02) - 1
            self.assertAlmostEqual(out.frames[-1]["b/line/force"][0], force("bilinear", strain), delta=1e-10)
            self.assertAlmostEqual(out.frames[-1]["b/line/utilisation"][0], force("bilinear", strain) / 4, delta=1e-10)

    def test_varies(self):
        """Elements with a law may vary in their stiffness."""
        out = stretched("bar", 0.03, **{**ELEMENTS["bar"], "part_b_young": "50*(1 + x)"}, part_b_law="bilinear", **LAWS["bilinear"])
        self.assertAlmostEqual(out.frames[-1]["b/line/force"][0], force("bilinear", 0.03), delta=1e-10)


def integral(f, end):
    """Of a function of straight lines from 0 to end."""
    x = np.linspace(0, end, 3001)
    y = [f(at) for at in x]
    return float(np.sum((x[1:] - x[:-1]) * (np.array(y[1:]) + y[:-1]) / 2))


class Twins(unittest.TestCase):
    def test_linear(self):
        """The law linear changes nothing."""
        for given in ({"part_b_element": "bar", "part_b_young": EA, "part_b_area": 1, "part_b_density": 1},
                      {"part_b_element": "truss", "part_b_ea": EA, "part_b_mass_per_length": 1, "part_b_damping": 0.1, "part_b_prestress": 2}):
            for motion in ({"integrator": "lms4", "dt": 0.05, "t_end": 2}, {"analysis": "static"}):
                plain, law = (run(**{**CHAIN, **given, "load_end_force": "3,0,0", **motion, **keys}) for keys in ({}, {"part_b_law": "linear"}))
                for field in ("displacement", "acceleration"):
                    np.testing.assert_allclose(law.probe["end"][field][-1], plain.probe["end"][field][-1], rtol=1e-7, atol=1e-8)

            plain, law = (modes(**{**FREE, **given, "supports": "start,end", **keys})["frequency"]
                          for keys in ({}, {"part_b_law": "linear"}))
            np.testing.assert_allclose(law, plain, rtol=1e-10)

    def test_cable(self):
        """A truss of the law tension_only is a cable, also with damping and while it is slack."""
        motion = {"integrator": "lms4", "dt": 0.05, "t_end": 3, "load_end_force": "3,0,0", "part_b_ea": EA, "part_b_mass_per_length": 1,
                  "part_b_prestress": 0.5, "part_b_damping": 0.1}
        cable = run(**{**CHAIN, **motion, "part_b_element": "cable"})
        truss = run(**{**CHAIN, **motion, "part_b_element": "truss", "part_b_law": "tension_only"})
        np.testing.assert_allclose(truss.probe["end"]["displacement"], cable.probe["end"]["displacement"], rtol=1e-8, atol=1e-9)
        np.testing.assert_allclose(truss.energy["strain"], cable.energy["strain"], atol=1e-8)


class Beyond(unittest.TestCase):
    def test_table(self):
        """Strains beyond a table are warned of once, with the part, the time and the place where they are farthest; strains inside of it are not."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**CHAIN, "part_b_element": "truss", "part_b_mass_per_length": 1, "part_b_strain": "biot", "part_b_law": "table", "part_b_law_table": tabulated(folder),
                    "integrator": "lms4", "dt": 0.05, "t_end": 1.5, "output": os.path.join(folder, "out.h5"), "overwrite": True}
            for load, ranks in ((0.5, 1), (12, 1), (12, 3)):
                done = fsolve(options(**keys, load_end_force=f"{load},0,0"), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr.count("beyond the last row of -part_b_law_table"), load > 1, done.stderr)
            words = re.search(r"part 'b': at t = (\S+) the strain at \((\S+), 0, 0\) is (\S+), beyond", done.stderr)
            self.assertTrue(0 < float(words[1]) <= 1.5 and 0 < float(words[2]) < 10 and float(words[3]) > 0.02)

    def test_explicit_bound(self):
        """The largest step of an explicit scheme is that of the stiffest part of a law: with a bilinear law of the ratio 9 it is a third."""
        spring = {"directions": "x", "parts": "b,end", "part_b_element": "spring", "part_b_stiffness": 4, "part_end_element": "mass", "part_end_mass": 1, "supports": "start", "integrator": "ce3", "t_end": 10}
        mesh = [(0, 0, 0), (1, 0, 0)], {"b": LINE, "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)])}
        bounds = []
        for ratio in (1, 0.5, 9):
            done = on_mesh(*mesh, runner=lambda **keys: fsolve(options(**keys)), **spring, dt=5, part_b_law="bilinear", part_b_law_strain=0.01, part_b_law_ratio=ratio)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            bounds.append(float(re.search(r"stable step of ce3, (\S+) s", done.stderr)[1]))
        self.assertAlmostEqual(bounds[1] / bounds[0], 1, delta=1e-3)
        self.assertAlmostEqual(bounds[2] / bounds[0], 1 / 3, delta=1e-3)


class Motions(unittest.TestCase):
    def test_period(self):
        """A mass between a linear spring k and one of tension_only 3 k swings half periods of pi sqrt(m/4k) and pi sqrt(m/k)."""
        k, m = 5.0, 2.0
        period = math.pi * math.sqrt(m / k) * (1 + 0.5)
        out = on_mesh([(0, 0, 0), (1, 0, 0)], {"a": LINE, "b": LINE, "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)])},
                      directions="x", parts="a,b,end", part_a_element="spring", part_a_stiffness=k, part_b_element="spring", part_b_stiffness=3 * k,
                      part_b_law="tension_only", part_end_element="mass", part_end_mass=m, supports="start", probes="end",
                      initials="end", initial_end_velocity_x=1, integrator="trapezoidal", dt=period / 400, t_end=period, energies=True)
        np.testing.assert_allclose(out.probe["end"]["displacement"][-1][0], 0, atol=3e-4)  # an error of the period of (2 pi/400)^2/12
        np.testing.assert_allclose(out.probe["end"]["velocity"][-1][0], 1, rtol=1e-4)
        np.testing.assert_allclose(out.energy["total"], m / 2, rtol=1e-4)

    def test_energy_over_kinks(self):
        """The trapezoidal rule keeps the energy of each line of a law, so that it keeps the whole energy to round-off if all kinks are at ends of steps. A mass of 1 on a bilinear spring of the stiffness 1 turns by 2 atan(h/2)
        in a step of the first line, and reaches the kink at 1 after 4 of them if its velocity is 1/sin of their sum; the stiffness r of the second line takes it back there after 6 more. Eight kinks are passed. With another velocity steps pass over kinks, and the error of the energy falls with the square of the step."""
        h, first, second = 0.2, 4, 6
        speed = 1 / math.sin(first * 2 * math.atan(h / 2))
        at_kink = speed * math.cos(first * 2 * math.atan(h / 2))
        low, high = 1e-3, 10.0  # of the root of r
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (low, middle) if second * math.atan(middle * h / 2) > math.atan(at_kink * middle) else (middle, high)

        def errors(v, dt):
            out = on_mesh([(0, 0, 0), (1, 0, 0)], {"b": LINE, "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)])},
                          directions="x", parts="b,end", part_b_element="spring", part_b_stiffness=1, part_b_law="bilinear", part_b_law_strain=1, part_b_law_ratio=low**2, part_end_element="mass", part_end_mass=1,
                          supports="start", probes="end", initials="end", initial_end_velocity_x=v, integrator="trapezoidal", dt=dt, t_end=h * 4 * (2 * first + second), energies=True)
            return out.probe["end"]["displacement"][:, 0], np.ptp(out.energy["total"]) / (v * v / 2)

        x, located = errors(speed, h)
        np.testing.assert_allclose(np.abs(x[[4, 10, 18, 24, 32, 38, 46, 52]]), 1, rtol=1e-12)
        self.assertLess(located, 1e-13)
        passed = [errors(1.1 * speed, h / n)[1] for n in (1, 4)]
        self.assertGreater(passed[0], 1e-3)
        self.assertLess(passed[1], passed[0] / 8)

    def test_ranks(self):
        """The same on three ranks, and after a restart."""
        one = run(**SWINGING)
        np.testing.assert_allclose(run(ranks=3, **SWINGING).probe["end"]["displacement"], one.probe["end"]["displacement"], rtol=1e-9, atol=1e-11)
        self.assertGreater(np.abs(one.probe["end"]["displacement"]).max(), 10 * KINK)  # beyond the kink
        with tempfile.TemporaryDirectory() as folder:
            for n, end in ((1, 2), (3, 4)):
                keys = {**SWINGING, "t_end": end, "output": "out.h5", "checkpoint": "kept", "quiet": True, **({"restart": "kept"} if n > 1 else {})}
                done = fsolve(options(**keys), n, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            again = Output(os.path.join(folder, "out.h5"))
        np.testing.assert_allclose(again.probe["end"]["displacement"], one.probe["end"]["displacement"], rtol=1e-9, atol=1e-11)


class Linear(unittest.TestCase):
    """Analyses that take the stiffness of one state."""

    def warns(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output=os.path.join(folder, "out.h5"), quiet=True, **{**CHAIN, "part_b_element": "truss", "part_b_ea": EA,
                                                                                       "part_b_mass_per_length": 1, "load_end_force": "1e-3,0,0", **keys}))
            self.assertEqual(done.returncode, 0, done.stderr)
            return "are at a kink of -part_b_law" in done.stderr

    def test_kinks(self):
        """Elements at a kink are warned of, others are not."""
        for analysis in ({"analysis": "modes", "modes": 2}, {"analysis": "static", "linearize": True}):
            analysis = {k: v for k, v in analysis.items()}
            drop = {"energies": False} if "modes" in analysis else {}
            for law, warned in (("tension_only", True), ("linear", False)):
                self.assertEqual(self.warns(part_b_law=law, **analysis, **drop), warned, (law, analysis))
            self.assertFalse(self.warns(part_b_law="tension_only", part_b_prestress=1, supports="start,end", load_end_set="all", **analysis, **drop))
            self.assertFalse(self.warns(part_b_law="bilinear", **LAWS["bilinear"], **analysis, **drop))


class Refused(unittest.TestCase):
    def test_refused(self):
        """What is missing, has no effect or does not fit: status 2 and one line with the remedy."""
        with tempfile.TemporaryDirectory() as folder:
            bad = os.path.join(folder, "bad.csv")
            table = {"part_b_law": "table", "part_b_law_table": bad, "part_b_ea": None}
            for keys, text, said in (
                    ({"part_b_law": "bilinear"}, "", "-part_b_law bilinear needs -part_b_law_strain, strain"),
                    ({"part_b_law": "plastic"}, "", "linear, bilinear, tension_only, compression_only, table"),
                    ({"part_b_law": "linear", "part_b_law_ratio": 1}, "", "-part_b_law_ratio"),
                    ({**table, "part_b_ea": 1}, "strain,stress\n0,0\n1,1\n", "which replaces stiffness, young and ea"),
                    (table, "strain,stress\n0,0.1\n1,1\n", "stress at the strain 0 is not 0"),
                    (table, "strain,stress\n-1,1\n0,0\n1,1\n", "whose stress decreases"),
                    (table, "strain,stress\n0,0\n1,0\n", "without stiffness"),
                    (table, "stress,force\n0,0\n1,0\n", "has a column 'force'"),
                    ({"part_b_law": "linear", "part_b_unstrained_length": "10"}, "", "has unstrained_length and a law"),
                    ({"part_b_element": "cable", "part_b_law": "compression_only"}, "", "bears compression alone, and cables bear tension alone"),
                    ({"part_b_law": "linear", "part_b_ea": 0, "part_b_prestress": 1}, "", "needs an ea above 0")):
                with open(bad, "w", encoding="utf-8") as file:
                    file.write(text)
                model = {**CHAIN, "analysis": "static", "part_b_element": "truss", "part_b_ea": EA, "part_b_mass_per_length": 1, "load_end_force": "1,0,0", **keys}
                done = fsolve(options(output=os.path.join(folder, "out.h5"), quiet=True, **{k: v for k, v in model.items() if v is not None}))
                with self.subTest(keys=keys, text=text):
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn(said, done.stderr)
                    self.assertEqual(done.stderr.strip().count("\n"), 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
