# SPDX-License-Identifier: BSD-2-Clause
"""Beams of BeamDyn, ElastoDyn and windIO as stations: closed forms in the axes of those programs, published answers, wrong input."""
import os
import random
import subprocess
import sys
import unittest

import numpy as np

import beam_files
import fsolve
from fsolve import openfast, windio
from run import RELEASE, SOURCE, FolderTest, fsolve as start, options, run

POINT, WEIGHT = np.polynomial.legendre.leggauss(40)
FORCE, MOMENT = np.array([3.0, -2.0, 1.5]), np.array([1.0, 4.0, -2.5])
DAMAGES = 300 if RELEASE else 40  # of each file
EYE = np.tile(np.eye(6), (2, 1, 1))


def positive(seed):
    """A symmetric positive definite 6 x 6 matrix, all entries of which count."""
    A = np.random.default_rng(seed).normal(size=(6, 6))
    return 1e3 * (A @ A.T + 2 * np.eye(6))


def section_axes(tangent, twist):
    """BeamDyn's axes as columns: the first one is across y, then all turn about -z by the twist [rad]."""
    e1 = np.cross([0, 1, 0], tangent)
    e1 /= np.linalg.norm(e1)
    e2 = np.cross(tangent, e1)
    c, s = np.cos(twist), np.sin(twist)
    return np.column_stack([c * e1 - s * e2, s * e1 + c * e2, tangent])


def small_motion(start, end, twist, stiffness, loads):
    """Displacement and rotation of the end of a straight beam: integrals of the strains of its forces. stiffness(f), loads(f) at fractions f."""
    along = end - start
    length = np.linalg.norm(along)
    R = section_axes(along / length, twist)
    u, theta = np.zeros((2, 3))
    for point, weight in zip((POINT + 1) / 2, WEIGHT / 2 * length):
        force, moment = loads(point)
        strain = np.linalg.solve(stiffness(point), np.concatenate([R.T @ force, R.T @ moment]))
        theta += weight * (R @ strain[3:])
        u += weight * (R @ strain[:3] + np.cross(R @ strain[3:], (1 - point) * along))
    return u, theta


class InFolder(FolderTest):
    def end_of(self, beam, cells=1, **keys):
        """Runs a beam, clamped at its first point. Returns the run, with a probe 'end' at the last one."""
        beam.write(self.path("beam"), cells, overwrite=True)
        return run(options_file=self.path("beam.opts"), supports="beam0", probes="end", probe_end_set=f"beam{len(beam.points) - 1}", **keys)

    def small_end(self, beam, **keys):
        out = self.end_of(beam, analysis="static", linearize=True, **keys).probe["end"]
        return out["displacement"][-1], 2 * out["rotation"][-1][1:]


class BeamDyn(InFolder):
    """Axes, order and signs, by coupled sections whose 36 numbers all count."""

    def close(self, got, exact, digits=1e-7):
        scale = np.abs(exact).max()
        np.testing.assert_allclose(got, exact, atol=digits * scale)

    def test_coupled_section(self):
        """A beam askew in space under a force and a moment, with a twist, and matrices that are linear along it."""
        first, last, twist = np.array([0.5, 0, 1]), np.array([2.0, 1.5, 9]), 0.4
        ends = np.array([positive(1), positive(2)])
        path = beam_files.beamdyn(self.folder, np.linspace(first, last, 4), np.degrees([twist] * 4), [0, 1], ends, EYE)
        beam = openfast.beamdyn(path)
        exact = small_motion(first, last, twist, lambda f: (1 - f) * ends[0] + f * ends[1],
                             lambda f: (1e-3 * FORCE, 1e-3 * (MOMENT + np.cross((1 - f) * (last - first), FORCE))))
        got = self.small_end(beam, loads="push,turn", load_push_set="beam3", load_push_force=",".join(map(str, 1e-3 * FORCE)),
                             load_turn_set="beam3", load_turn_moment=",".join(map(str, 1e-3 * MOMENT)))
        self.close(np.concatenate(got), np.concatenate(exact))

    def test_center_of_mass(self):
        """Weight acts at the center of mass of each section: m c in the mass matrix."""
        first, last, twist, gravity = np.array([0, 0, 1.0]), np.array([1, 0.5, 6]), -0.7, np.array([1e-3, 2e-3, -1e-3])
        mass = beam_files.mass_matrices(np.array([2.0, 2.0]), 0.3, -0.2, 1.0, 1.5, 0.1)
        beam = openfast.beamdyn(beam_files.beamdyn(self.folder, np.linspace(first, last, 3), np.degrees([twist] * 3), [0, 1], np.array([positive(3)] * 2), mass))
        length = np.linalg.norm(last - first)
        center = section_axes((last - first) / length, twist) @ [0.3, -0.2, 0]
        exact = small_motion(first, last, twist, lambda f: positive(3), lambda f: (
            2 * length * (1 - f) * gravity, 2 * length * (1 - f) * np.cross((1 - f) / 2 * (last - first) + center, gravity)))
        self.close(np.concatenate(self.small_end(beam, gravity=",".join(map(str, gravity)))), np.concatenate(exact))
        self.assertAlmostEqual(beam.mass(), 2 * length, 12)

    def test_twisted_beam(self):
        """Wang et al. 2017, Wind Energy 20: a beam of 10 m that twists by 90 degrees. BeamDyn's own regression test bd_static_twisted_with_k1 has the numbers
        of its version of 2022; ANSYS gave 1.134192 and 3.584232 m for two of them."""
        stiffness = np.tile(np.diag([8.2604167e9, 8.2604167e9, 25e9, 0.520833e9, 0.130208333e9, 0.141872656e9]), (2, 1, 1))
        points = np.linspace([0, 0, 0], [0, 0, 10], 11)
        beam = openfast.beamdyn(beam_files.beamdyn(self.folder, points, np.linspace(0, 90, 11), [0, 1], stiffness, EYE))
        out = self.end_of(beam, analysis="static", loads="push", load_push_set="beam10", load_push_force="0,-4e6,0")
        got = out.probe["end"]["displacement"][-1]
        np.testing.assert_allclose(got, [1.71810805, -3.59245231, -1.14114462], rtol=5e-4)
        np.testing.assert_allclose(got, [1.718053, -3.593213, -1.141526], rtol=5e-5)  # the limit of fine meshes

    def test_damping(self):
        """One coefficient for all components is fsolve's; others are left out."""
        for mu, damping in (((0.01,) * 6, 0.01), ((0.01,) * 5 + (0.02,), 0)):
            beam = openfast.beamdyn(beam_files.beamdyn(self.folder, [[0, 0, 0], [0, 0, 1]], [0, 0], [0, 1], EYE, EYE, mu))
            self.assertEqual(beam.damping, damping)
            self.assertEqual("-part_x_damping 0.01\n" in beam.options("x", "x.csv"), damping > 0)

    def test_jump(self):
        """Two stations at one place are a jump."""
        stiffness = np.array([1, 1, 4, 4])[:, None, None] * np.eye(6)
        beam = openfast.beamdyn(beam_files.beamdyn(self.folder, [[0, 0, 0], [0, 0, 1], [0, 0, 2]], [0, 0, 0], [0, 0.5, 0.5, 1], stiffness, np.tile(np.eye(6), (4, 1, 1))))
        np.testing.assert_array_equal(beam.fraction, [0, 0.5, 0.5, 1])
        np.testing.assert_allclose(beam.stiffness[:, 0, 0], [1, 1, 4, 4], rtol=1e-8)


class ElastoDyn(InFolder):
    def test_uniform_blade(self):
        """Frequencies of Euler-Bernoulli's cantilever, with the factors of the file; a twisted blade moves askew."""
        length, mass, flap, edge = 60.0, 300.0, 5e9, 2e10
        path = beam_files.elastodyn_blade(self.folder, np.linspace(0, 1, 21), 0, mass / 2, flap / 4, edge / 5, (2, 4, 5))
        beam = openfast.elastodyn_blade(path, length)
        self.assertAlmostEqual(beam.mass(), mass * length, 6)
        out = self.path("modes.h5")
        beam.write(self.path("beam"))
        done = start(options(options_file=self.path("beam.opts"), supports="beam0", analysis="modes", modes=2, output=out))
        self.assertEqual(done.returncode, 0, done.stderr)
        exact = 1.875104069**2 * np.sqrt(np.array([flap, edge]) / mass) / length**2 / (2 * np.pi)
        np.testing.assert_allclose(fsolve.Result(out).modes.frequency, exact, rtol=2e-5)
        twist = np.radians(30)
        beam = openfast.elastodyn_blade(beam_files.elastodyn_blade(self.folder, [0, 1], 30, mass, flap, edge), length)
        got, _ = self.small_end(beam, loads="push", load_push_set="beam1", load_push_force="1000,0,0")
        R = section_axes(np.array([0, 0, 1.0]), twist)[:, :2]
        exact = length**3 / 3 * R @ np.diag([1 / flap, 1 / edge]) @ R.T @ [1000, 0, 0]
        np.testing.assert_allclose(got, exact, atol=1e-5 * np.abs(exact).max())

    def test_tower(self):
        """Fore-aft is x; the primary file has the height, and names the tower and the blade."""
        path = beam_files.elastodyn_tower(self.folder, [0, 0.5, 1], [2000] * 3, [4e11] * 3, [1e11] * 3)
        beam = openfast.elastodyn_tower(path)
        self.assertAlmostEqual(beam.mass(), 2 * 2000 * 80, 6)
        got, _ = self.small_end(beam, loads="push", load_push_set="beam2", load_push_force="1e5,1e5,0")
        np.testing.assert_allclose(got, [1e5 * 80**3 / 3 / 4e11, 1e5 * 80**3 / 3 / 3e11, 0], rtol=1e-5, atol=1e-9)  # rigid in shear up to 3e-6
        beam_files.elastodyn_blade(self.folder, [0, 1], 0, 300, 5e9, 2e10)
        self.assertEqual(openfast.elastodyn_blade(path).length(), 60)


class WindIO(InFolder):
    def file(self, **components):
        return beam_files.yaml_file(self.folder, {"components": components, "materials": [{"name": "steel", "E": 2e11, "nu": 0.3, "rho": 7800},
                                                                                          {"name": "glass", "E": [1e10, 1e9, 1e9], "nu": 0.3, "rho": 1900}]})

    def test_blade(self):
        """The same beam as a file of BeamDyn, in both versions of windIO."""
        points, twist, eta = np.linspace([0, 0, 0], [2, 0.5, 8], 3), np.array([0.3, 0.2, -0.1]), [0, 0.4, 1]
        stiffness, mass = np.array([positive(k) for k in (4, 5, 6)]), beam_files.mass_matrices(np.array([3.0, 2, 1]), 0.1, 0.2, 1, 2, 0.3)
        one = openfast.beamdyn(beam_files.beamdyn(self.folder, points, np.degrees(twist), eta, stiffness, mass))
        for written in (beam_files.windio_blade, beam_files.windio_blade_2):
            other = windio.blade(self.file(blade=written(points, [0, 0.5, 1], twist, eta, stiffness, mass)))
            for name in ("points", "fraction", "twist", "stiffness", "inertia"):
                np.testing.assert_allclose(getattr(other, name), getattr(one, name), atol=1e-9, err_msg=name)

    def tower(self, layers=(("steel", 0.05),)):
        return {"outer_shape_bem": {"reference_axis": {c: beam_files.curve([0, 1], v) for c, v in (("x", [0, 0]), ("y", [0, 0]), ("z", [15, 115]))},
                                    "outer_diameter": beam_files.curve([0, 1], [10, 6])},
                "internal_structure_2d_fem": {"outfitting_factor": 1.1, "layers": [{"name": m, "material": m, "thickness": beam_files.curve([0, 1], [t, t])} for m, t in layers]}}

    def test_tower_of_tubes(self):
        """The tube at the foot; two layers are one of twice the thickness."""
        beam = windio.tower(self.file(tower=self.tower()))
        first = self.tower()
        second = {"reference_axis": first["outer_shape_bem"]["reference_axis"], "outer_shape": first["outer_shape_bem"], "structure": first["internal_structure_2d_fem"]}
        np.testing.assert_array_equal(windio.tower(self.file(tower=second)).table()[1], beam.table()[1])  # version 2 of windIO
        area, second = np.pi * (5**2 - 4.95**2), np.pi / 4 * (5**4 - 4.95**4)
        G = 2e11 / 2.6
        np.testing.assert_allclose(np.diag(beam.stiffness[0])[[0, 3, 4, 5]], [2e11 * area, 2 * G * second, 2e11 * second, 2e11 * second], rtol=1e-12)
        self.assertLess(abs(beam.stiffness[0][1, 1] / (0.53 * G * area) - 1), 0.01)  # Cowper's factor of a thin tube is near 0.53
        np.testing.assert_allclose(np.diag(beam.inertia[0])[[0, 5]], 1.1 * 7800 * np.array([area, second]), rtol=1e-12)
        thick, thin = (windio.tower(self.file(tower=self.tower(layers))).stiffness for layers in ((("steel", 0.1),), (("steel", 0.05), ("steel", 0.05))))
        np.testing.assert_allclose(thin, thick, rtol=2e-3)  # the shear factors of two rings differ from that of one

    def test_wrong_input(self):
        good = self.tower()
        for parts, words in (({}, "components has no blade"), ({"blade": {}}, "blade has no elastic_properties_mb"), ({"tower": self.tower((("glass", 0.05),))}, "E: expected one number"),
                             ({"tower": self.tower((("wood", 0.05),))}, "unknown material wood"), ({"tower": {**good, "outer_shape_bem": {}}}, "reference_axis"),
                             ({"tower": self.tower((("steel", 6.0),))}, "not positive definite")):
            with self.assertRaises(fsolve.FsolveError) as caught:
                (windio.tower if "tower" in parts else windio.blade)(self.file(**parts))
            self.assertIn(words, caught.exception.message)
        with open(self.path("broken.yaml"), "w", encoding="utf-8") as file:
            file.write("components: [1, {")
        with self.assertRaises(fsolve.FsolveError):
            windio.blade(self.path("broken.yaml"))


class CommandLine(InFolder):
    def convert(self, *words):
        return subprocess.run([sys.executable, "-m", "fsolve.convert", *words], capture_output=True, text=True, cwd=self.folder, timeout=60,
                              env={**os.environ, "PYTHONPATH": os.path.join(SOURCE, "python")})

    def test_files(self):
        """The command writes a case that runs in its folder, and keeps existing files."""
        beam_files.beamdyn(self.folder, np.linspace([0, 0, 0], [0, 0, 10], 3), [0, 5, 10], [0, 1], np.array([positive(7)] * 2), EYE)
        done = self.convert("beamdyn", "primary.dat", "--out", "wing", "--cells", "2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("10 m", done.stdout)
        ran = start(options(options_file="wing.opts", supports="wing0", analysis="modes", modes=1, output="wing.h5"), cwd=self.folder)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        again = self.convert("beamdyn", "primary.dat", "--out", "wing")
        self.assertEqual(again.returncode, 2)
        self.assertIn("--overwrite", again.stderr)
        self.assertEqual(self.convert("beamdyn", "primary.dat", "--out", "wing", "--overwrite").returncode, 0)

    def test_without_yaml(self):
        """Without PyYAML the message names the package; other files do not need it."""
        code = "import sys; sys.modules['yaml'] = None; from fsolve.convert import main; main(sys.argv[1:])"
        beam_files.elastodyn_tower(self.folder, [0, 1], [1, 1], [1, 1], [1, 1])
        for kind, file, status in (("windio_blade", "turbine.yaml", 2), ("elastodyn_tower", "elastodyn.dat", 0)):
            done = subprocess.run([sys.executable, "-c", code, kind, file], capture_output=True, text=True, cwd=self.folder, timeout=60,
                                  env={**os.environ, "PYTHONPATH": os.path.join(SOURCE, "python")})
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertEqual("python3-yaml" in done.stderr, status == 2)

    def test_damaged(self):
        """Files without a line, or with a line twice: another beam or a FsolveError, nothing else."""
        eta, blade = [0, 0.5, 1], beam_files.windio_blade_2(np.linspace([0, 0, 0], [0, 0, 9], 3), [0, 0.5, 1], [0.1] * 3, [0, 0.5, 1], [np.eye(6)] * 3, [np.eye(6)] * 3)
        files = {openfast.beamdyn: beam_files.beamdyn(self.folder, np.linspace([0, 0, 0], [0, 0, 9], 3), [1] * 3, eta, [np.eye(6)] * 3, [np.eye(6)] * 3),
                 openfast.beamdyn_blade: self.path("the blade.dat"), openfast.elastodyn_tower: beam_files.elastodyn_tower(self.folder, eta, [1] * 3, [1] * 3, [1] * 3),
                 windio.blade: beam_files.yaml_file(self.folder, {"components": {"blade": blade}})}
        dice, failed, count = random.Random(7), 0, DAMAGES
        for read, path in files.items():
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
            for _ in range(count):
                k = dice.randrange(len(lines))
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(lines[:k] + dice.choice(([], [lines[k]] * 2, [lines[k][:-2]])) + lines[k + 1:]))
                try:
                    read(path)
                except fsolve.FsolveError as error:
                    failed += 1
                    self.assertNotIn("\n", error.message)
        self.assertGreater(failed, count)

    def test_wrong_input(self):
        """One line and status 2, with the file and the place."""
        beam_files.elastodyn_blade(self.folder, [0, 1], 0, 300, 5e9, 2e10, tuner=1.1)
        primary = beam_files.beamdyn(self.folder, [[0, 0, 0], [0, 0, 1]], [0, 0], [0, 1], EYE, EYE)

        def changed(name, old, new):
            with open(self.path(name), encoding="utf-8") as file:
                text = file.read()
            self.assertIn(old, text)
            wrong = f"wrong{len(os.listdir(self.folder))}.dat"
            with open(self.path(wrong), "w", encoding="utf-8") as file:
                file.write(text.replace(old, new, 1))
            return wrong

        for words, text in ((("none", primary), "choose one of beamdyn"), (("beamdyn", "missing.dat"), "missing.dat: No such file"), (("beamdyn", "blade.dat"), "no line with initial_twist"),
                            (("elastodyn_blade", "blade.dat"), "Give the length"), (("elastodyn_blade", "blade.dat", "--length", "60"), "FlStTunr1 scales the stiffness of one mode"),
                            (("beamdyn", changed("primary.dat", "0 0 1 0", "0 0 0 0")), "each away from the next"), (("beamdyn", primary, "--length", "3"), "--length is for ElastoDyn"),
                            (("beamdyn", primary, "--out", "3-b"), "letters, digits"), (("beamdyn", changed("primary.dat", "the blade.dat", "blade.dat")), "no line with mu1")):
            done = self.convert(*words)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertIn(text, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for old, new, text in (("  1\n", "  0.9\n", "from 0 to 1"), ("1\t0\t0", "x\t0\t0", "expected 6 numbers"), ("1\t0\t0", "-1\t0\t0", "not positive definite"),
                               ("1\t0\t0", "1\t0.5\t0", "not symmetric"), ("2 station_total", "2.5 station_total", "station_total is 2.5")):
            name = changed("the blade.dat", old, new)
            with self.assertRaises(fsolve.FsolveError) as caught:
                openfast.beamdyn_blade(self.path(name))
            self.assertIn(text, caught.exception.message)


if __name__ == "__main__":
    unittest.main()
