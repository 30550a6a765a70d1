# SPDX-License-Identifier: BSD-2-Clause
"""Absorbing edges of shells: waves in the plane and bending waves of the design frequency leave, others are reflected as the theory of plates says."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
import refusal
from run import MORE_RANKS, RELEASE, options, run
from studies import modes, study

YOUNG, NU, DENSITY, H = 7e10, 0.3, 2700.0, 0.01
MASS, A, D = DENSITY * H, YOUNG * H / (1 - NU**2), YOUNG * H**3 / (12 * (1 - NU**2))
STRIP = {"mesh": "rectangle", "parts": "plate,edge", "part_plate_set": "all", "part_plate_element": "shell", "part_plate_young": YOUNG, "part_plate_poisson": NU,
         "part_plate_density": DENSITY, "part_plate_thickness": H, "part_edge_set": "right", "part_edge_element": "shell_absorber", "part_edge_of": "plate", "part_edge_frequency": 1000}
# plane waves that travel along x: across the surface, or in its plane
BENDING = {"supports": "all", "support_all_fix": "xy", "support_all_fix_rotation": "xz"}
FLAT = {"supports": "all", "support_all_fix": "z", "support_all_fix_rotation": "xy"}


def wave_number(frequency):
    return (MASS * (2 * np.pi * frequency)**2 / D)**0.25


class InPlane(unittest.TestCase):
    def returned(self, vector, speed, n=160, cell="quadrilateral", case=STRIP, **keys):
        """Largest displacement at x = 5 over that of the pulse, sin^4 over 1 < x < 5 and along a vector, when what the end x = 10 sends back passes."""
        inside, phase, rate = "x>1 && x<5", "pi*(x-1)/4", np.pi * speed
        start = {}
        for c, part in zip("xy", vector):
            start[f"initial_all_displacement_{c}"] = f"{inside} ? {1e-6*part}*sin({phase})^4 : 0"
            start[f"initial_all_velocity_{c}"] = f"{inside} ? {-1e-6*part*rate}*sin({phase})^3*cos({phase}) : 0"
        keys = {**case, **FLAT, "mesh_n": f"{n},1", "mesh_upper": f"10,{10/n}", "mesh_cell": cell, "initials": "all", **start, "integrator": "lms4", "linearize": True, "dt": 0.4 * 10 / n / speed,
                "t_end": 12.5 / speed, "probes": "middle", "probe_middle_point": "5,0,0", **keys}
        out = run(**keys)
        u, way = out.probe["middle"]["displacement"] @ [*vector, 0] * 1e6, out.time * speed
        self.assertLess(abs(u[way < 5].max() - 1), 2e-2)  # it passes
        return abs(u[way > 5]).max()

    def test_both_waves(self):
        """sqrt(E/(rho (1 - nu^2))) along x, sqrt(G/rho) across it. The mesh of 64 cells to the pulse sends back 5e-4; a free edge would send back all."""
        alone = {"support_all_fix": "yz", "support_all_fix_rotation": "xyz"}
        self.assertLess(self.returned((1, 0), np.sqrt(A / MASS), **alone), 1e-3)
        slow = np.sqrt(YOUNG / (2 * (1 + NU)) / DENSITY)
        for cell in ("quadrilateral", "triangle"):
            self.assertLess(self.returned((0, 1), slow, cell=cell, support_all_fix="xz"), 1e-3)
        self.assertGreater(self.returned((0, 1), slow, support_all_fix="xz", supports="all,right", support_right_fix="y"), 0.9)


class Bending(unittest.TestCase):
    LENGTH, N, POINTS = 2.0, 200, np.linspace(0.9, 1.2, 31)

    def reflected(self, frequencies, heights=0.0, case=STRIP, **keys):
        """What comes back from the edge of a strip whose other end oscillates: amplitudes of the waves to the right and to the left fit the motion between."""
        probes = {f"probe_p{i}_point": f"{x:.6g},{heights},0" for i, x in enumerate(self.POINTS)}
        out = study("history", analysis="response", response_frequencies=",".join(map(repr, frequencies)),
                    probes=",".join(f"p{i}" for i in range(len(self.POINTS))), **{"loads": "left", "load_left_traction": "0,0,1", "load_left_harmonic": 1, "mesh_n": f"{self.N},1", "mesh_upper": f"{self.LENGTH},{self.LENGTH/self.N}",
                       **case, **BENDING, **probes, **keys})
        found = []
        for j, f in enumerate(frequencies):
            u = np.array([out[f"p{i}/real/displacement"][j, 2] + 1j * out[f"p{i}/imaginary/displacement"][j, 2] for i in range(len(self.POINTS))])
            middle = u[1:-1]
            step = np.arccos(np.vdot(middle, u[2:] + u[:-2]).real / np.vdot(middle, middle).real / 2)  # wave number of the mesh, times the distance of points
            phase = 1j * step * np.arange(len(u))
            # displacements are Re(u exp(i w t)): exp(-i k x) runs to the right
            (right, left), *_ = np.linalg.lstsq(np.array([np.exp(-phase), np.exp(phase)]).T, u, rcond=None)
            found.append(abs(left / right))
        return np.array(found)

    def test_frequencies(self):
        """0 at 1000 Hz, |1 - s|/(1 + s) with s^2 the ratio of frequencies at others. The cells, 31 to a wave of 1000 Hz, add (k h)^2/12."""
        f = np.array([300.0, 600, 1000, 1500, 2500])
        s = np.sqrt(f / 1000)
        found = self.reflected(f)
        np.testing.assert_allclose(found, abs(1 - s) / (1 + s), atol=1e-2)
        self.assertLess(found[2], 5e-3)


    def test_angle(self):
        """A wave of 60 degrees to the normal of the edge, sin(s y) between simple supports: 0.096 by Kirchhoff's theory."""
        k = wave_number(1000)
        s, nu = k * np.sin(np.pi / 3), NU

        def motion(p):
            """w, w', M/D and V/D of exp(p x) sin(s y)"""
            return np.array([1, p, p**2 - nu * s**2, p**3 - (2 - nu) * s**2 * p])

        def conditions(p):
            w, slope, moment, shear = motion(p)
            return [shear - 1j * k**3 * w, moment + 1j * k * slope]

        travels, fades = np.sqrt(k**2 - s**2), np.sqrt(k**2 + s**2)
        exact = abs(np.linalg.solve(np.array([conditions(1j * travels), conditions(fades)]).T, -np.array(conditions(-1j * travels)))[0])
        self.assertAlmostEqual(exact, 0.096, delta=1e-3)
        width = np.pi / s
        found = self.reflected([1000.0], mesh_n="200,12", mesh_upper=f"2,{width}", supports="all,bottom,top", support_all_fix="xy",
                               support_all_fix_rotation="z", support_bottom_fix="xyz", support_bottom_fix_rotation="yz", support_top_fix="xyz", support_top_fix_rotation="yz",
                               heights=width / 2)
        self.assertAlmostEqual(found[0], exact, delta=1e-2)

    def test_thick(self):
        """A tenth of the wave thick: Mindlin's wave number, for which Kirchhoff's dashpots would send back 2 %."""
        k = 2 * np.pi / 0.3
        shear, bend, mass = 5 / 6 * YOUNG / (2 + 2 * NU) * 0.03, YOUNG * 0.03**3 / (12 * (1 - NU**2)), DENSITY * 0.03
        inertia = DENSITY * 0.03**3 / 12
        sums = mass * (bend * k**2 + shear) + shear * inertia * k**2
        squared = (sums - np.sqrt(sums**2 - 4 * mass * inertia * shear * bend * k**4)) / (2 * mass * inertia)
        f = np.sqrt(squared) / (2 * np.pi)
        self.assertLess(self.reflected([f], part_plate_thickness=0.03, part_edge_frequency=f)[0], 2e-3)

    def test_damped_modes(self):
        """A clamped strip with an absorbing end: the complex roots of Kirchhoff's equation with two dashpots."""
        length, f = 2.0, 30.0
        k, w = wave_number(f), 2 * np.pi * f
        force, moment = D * k**3 / w, D * k / w

        def residual(s):
            """det of the two conditions at the end, for w = a (cos px - cosh px) + b (sin px - sinh px)"""
            p = (-MASS * s * s / D + 0j)**0.25
            x = p * length
            c, h, e, g = np.cos(x), np.cosh(x), np.sin(x), np.sinh(x)
            rows = [[p**3 * D * (e - g) - force * s * (c - h), p**3 * D * (-c - h) - force * s * (e - g)],
                    [p**2 * D * (-c - h) + moment * s * p * (-e - g), p**2 * D * (-e - g) + moment * s * p * (c - h)]]
            return np.linalg.det(rows) / abs(h)**2

        found = modes(modes=8, modes_damped=True, mesh_n="100,1", mesh_upper="2,0.02", **{**STRIP, **BENDING, "part_edge_frequency": f, "supports": "all,left", "support_left_fix": "xyz",
                                                                                       "support_left_fix_rotation": "all"})
        compared = 0
        for growth, frequency in zip(found["growth"], found["frequency"]):
            if frequency <= 0:
                continue
            start = root = growth + 2j * np.pi * frequency
            for _ in range(30):
                step = 1e-6 * abs(root)
                root -= residual(root) / ((residual(root + step) - residual(root - step)) / (2 * step))
            self.assertLess(abs(root - start), 5e-3 * abs(root))  # Mindlin and the mesh
            self.assertLess(growth, 0)
            compared += 1
        self.assertGreater(compared, 3)


# a corner of a plate that is struck, with two absorbing sides
CORNER = {**STRIP, "mesh_n": "6,5", "mesh_upper": "0.6,0.5", "parts": "plate,edge,rim", "part_rim_set": "top", "part_rim_element": "shell_absorber", "part_rim_of": "plate",
          "part_rim_frequency": 500, "loads": "hit", "load_hit_set": "bottom_left", "load_hit_force": "3e3,2e3,1e3", "load_hit_time": "t<2e-3 ? sin(pi*t/2e-3)^2 : 0", "dt": 1e-4,
          "probes": "bottom_left,top_right", "integrator": "esdirk43_6l"}


class Motion(unittest.TestCase):
    def test_balance(self):
        """Forces, moments and energy of a free plate whose edge dashpots bear on the ground, also with damping, triangles and small displacements."""
        for keys in ({}, {"mesh_cell": "triangle", "part_plate_damping": 1e-4}, {"linearize": True}):
            out = run(t_end=4e-3, show="balance", **{**CORNER, **keys})
            for k, name in enumerate(("force", "moment")):
                self.assertLess(np.abs(out.balance[name]).max(), 1e-10 * out.balance["largest"][:, k].max())
            e = out.energy
            self.assertGreater(e["damping"][-1], 0.3 * e["external"][-1])
            # work and damping are sums of second order in the step
            self.assertLess(abs(e["total"][-1] + e["damping"][-1] - e["external"][-1]), 1e-2 * e["external"][-1])

    def test_nonlinear_and_linear(self):
        """A thousandth of the load: the same motion to the square of the rotations."""
        small = {**CORNER, "load_hit_force": "3,2,1", "t_end": 2e-3}
        one, two = (run(**small, **more).probe["top_right"]["displacement"] for more in ({}, {"linearize": True}))
        np.testing.assert_allclose(one, two, atol=1e-3 * np.abs(two).max())

    def test_explicit(self):
        keys = {**CORNER, "part_plate_mass": "lumped", "t_end": 1e-3}
        one, two = (run(**{**keys, **how}).probe["bottom_left"]["displacement"] for how in ({"integrator": "central_difference", "dt": 1e-6}, {"dt": 2.5e-5}))
        np.testing.assert_allclose(one[-1], two[-1], atol=2e-3 * np.abs(two).max())

    def test_ranks_and_restart(self):
        one = run(t_end=2e-3, **CORNER)
        for ranks in MORE_RANKS:
            many = run(ranks=ranks, t_end=2e-3, **CORNER)
            np.testing.assert_allclose(many.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * np.abs(one.by_id("displacement")).max())
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept")
            run(t_end=1e-3, checkpoint=kept, **CORNER)
            rest = run(ranks=3, t_end=2e-3, restart=kept, **CORNER)
            np.testing.assert_allclose(rest.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * np.abs(one.by_id("displacement")).max())

    def test_results(self):
        """The power of its forces is what the edges take: with a steady motion, force times velocity and moment times angular velocity."""
        out = run(t_end=1e-3, **CORNER, output_every=1)
        frame = out.frames[-1]
        v, w = frame["edge/line/velocity"], frame["edge/line/angular_velocity"]
        force, moment = frame["edge/line/force"], frame["edge/line/moment"]
        size = 0.1
        np.testing.assert_allclose(force[:, 0], size * np.sqrt(A * MASS) * v[:, 0], rtol=1e-12)
        np.testing.assert_allclose(force[:, 1], size * np.sqrt(YOUNG / (2 + 2 * NU) * H * MASS) * v[:, 1], rtol=1e-12)
        k = wave_number(1000)
        np.testing.assert_allclose(force[:, 2], size * MASS * 2000 * np.pi / k * v[:, 2], rtol=5e-3)  # Mindlin's wave number
        np.testing.assert_allclose(moment[:, 0], size * D * k / (2000 * np.pi) * w[:, 0], rtol=5e-3)


class Laminates(unittest.TestCase):
    """Laminated plates of which stretching and bending are coupled, by an offset or by plies."""
    LENGTH, N, POINTS = Bending.LENGTH, Bending.N, Bending.POINTS
    FREE = {"supports": "all", "support_all_fix": "y", "support_all_fix_rotation": "xz"}  # waves along x, in and out of the plane
    COLUMNS = "ply,thickness,angle,density,young_1,young_2,poisson_12,shear_12,shear_13,shear_23"

    def laminate(self, folder, rows, case=STRIP):
        """The options of a case with plies instead of one material."""
        path = os.path.join(folder, "plies.csv")
        with open(path, "w") as f:
            f.write("\n".join([self.COLUMNS, *(",".join(map(repr, (k + 1, *row))) for k, row in enumerate(rows))]))
        alone = {k: v for k, v in case.items() if k.split("part_plate_")[-1] not in ("young", "poisson", "density", "thickness")}
        return {**alone, "part_plate_plies": path, "part_plate_direction": "1,0,0"}

    def test_equal_plies(self):
        """Plies of one isotropic material, of any thicknesses and angles, are an isotropic plate."""
        shear = YOUNG / (2 + 2 * NU)
        one = run(t_end=2e-3, **CORNER)
        with tempfile.TemporaryDirectory() as folder:
            keys = self.laminate(folder, [(part * H, angle, DENSITY, YOUNG, YOUNG, NU, shear, shear, shear) for part, angle in ((0.2, 0.0), (0.5, 0.4), (0.3, 1.0))], CORNER)
            two = run(t_end=2e-3, **keys)
        for name in ("bottom_left", "top_right"):
            u, v = (out.probe[name]["displacement"] for out in (one, two))
            np.testing.assert_allclose(v, u, atol=1e-9 * np.abs(u).max())

    def test_offset(self):
        """A plate whose nodes are beside its middle: the same bending waves. The mass of an offset is lumped."""
        keys = {**CORNER, "part_plate_mass": "lumped", "t_end": 2e-3, "load_hit_force": "0,0,1", "linearize": True}
        one, two = (run(part_plate_offset=offset, **keys).probe["bottom_left"] for offset in (0, 0.4 * H))
        np.testing.assert_allclose(two["displacement"][:, 2], one["displacement"][:, 2], atol=1e-9 * np.abs(one["displacement"]).max())

    def test_cross_ply(self):
        """[0/90]: bending stiffness 0.44 of that about the middle. Waves of bending send back less than (k h)^2/12, because the neutral surface is not the center of mass, and those in the plane 2e-4."""
        E1, E2, rho, nu = 1.4e11, 1e10, 1600.0, 0.3
        stiff = [E / (1 - nu**2 * E2 / E1) for E in (E1, E2)]
        stretch, bend = sum(stiff) / 2 * H, sum(stiff) / 24 * H**3
        neutral = bend - ((stiff[1] - stiff[0]) / 8 * H**2)**2 / stretch
        with tempfile.TemporaryDirectory() as folder:
            keys = self.laminate(folder, [(H / 2, angle, rho, E1, E2, nu, 5e9, 5e9, 3e9) for angle in (0.0, np.pi / 2)])
            for f in (500.0, 2000.0):
                found = Bending.reflected(self, [f], case=keys, **self.FREE, part_edge_frequency=f)
                self.assertLess(found[0], 2 * np.pi * f * np.sqrt(rho * H / neutral) * H**2 / 12)
            self.assertLess(InPlane.returned(self, (1, 0), np.sqrt(stretch / (rho * H)), case=keys, **self.FREE), 1e-3)

    def test_angle_ply(self):
        """A ply at 30 degrees, whose strips twist as they bend, so that they have no plane waves. Plane waves of the infinite plate cross its edge with these forces by the velocity: in the plane Z v with Z^2
        the mass times the stiffness A11, A16, A66 (Christoffel's equation), across it those of Mindlin's plate with D11."""
        E1, E2, rho, nu, G, angle, w = 1.4e11, 1e10, 1600.0, 0.3, 5e9, np.pi / 6, 2000 * np.pi
        c, s = np.cos(angle), np.sin(angle)
        Q = np.zeros((3, 3))
        Q[:2, :2] = np.array([[E1, nu * E2], [nu * E2, E2]]) / (1 - nu**2 * E2 / E1)
        Q[2, 2] = G
        turn = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])  # strains along the fibres
        Q = turn.T @ Q @ turn
        squares, vectors = np.linalg.eigh(rho * H * H * Q[np.ix_([0, 2], [0, 2])])
        plane = vectors @ np.diag(np.sqrt(squares)) @ vectors.T
        self.assertGreater(abs(plane[0, 1]), 0.3 * plane[0, 0])
        m, bend, inertia, shear = rho * H, Q[0, 0] * H**3 / 12, rho * H**3 / 12, 5 / 6 * G * H
        k = np.sqrt(max(np.roots([shear * bend, -w**2 * (shear * inertia + bend * m), -m * w**2 * (shear - inertia * w**2)])))
        start = {"initials": "all", **{f"initial_all_velocity_{axis}": speed for axis, speed in zip("xyz", (1, -2, 3))}, "initial_all_angular_velocity_y": 4}
        with tempfile.TemporaryDirectory() as folder:
            keys = self.laminate(folder, [(H, angle, rho, E1, E2, nu, G, G, G)])
            frame = {name: v[0] for name, v in run(mesh_n="2,1", mesh_upper="0.2,0.1", dt=1e-9, t_end=1e-9, **start, **keys).frames[0].items() if name.startswith("edge/line/")}
        v, turning = frame["edge/line/velocity"], frame["edge/line/angular_velocity"]
        self.assertGreater(abs(v[:2]).min(), 0.5)
        np.testing.assert_allclose(frame["edge/line/force"], 0.1 * np.append(plane @ v[:2], m * w / k * v[2]), rtol=1e-9)
        self.assertAlmostEqual(frame["edge/line/moment"][0] / (0.1 * bend * k / w * turning[0]), 1, delta=1e-9)


FEW = {**STRIP, "mesh_n": "4,1", "dt": 1e-4, "t_end": 1e-3}
SECTION = {"element": "shell", "young": YOUNG, "poisson": NU, "density": DENSITY, "thickness": H}


def corner(folder, wall=2):
    """A floor of 4 x 4 cells in 0 < x, y < 1 and a wall of 4 x 2 on its side x = 1; both end in the plane y = 1, where the wall has `wall` cells."""
    n, z = 4, np.linspace(0, 0.5, wall + 1)
    nodes = [(i / n, j / n, 0) for j in range(n + 1) for i in range(n + 1)] + [(1, j / n, h) for h in z[1:] for j in range(n + 1)]
    rows = [[j * (n + 1) + n for j in range(n + 1)]] + [[(n + 1)**2 + k * (n + 1) + j for j in range(n + 1)] for k in range(wall)]
    floor = [(j * (n + 1) + i, j * (n + 1) + i + 1, (j + 1) * (n + 1) + i + 1, (j + 1) * (n + 1) + i) for j in range(n) for i in range(n)]
    walls = [(rows[k][j], rows[k][j + 1], rows[k + 1][j + 1], rows[k + 1][j]) for k in range(wall) for j in range(n)]
    end = [(n * (n + 1) + i, n * (n + 1) + i + 1) for i in range(n)]
    lines = {"floor_end": end, "wall_end": [(rows[k][n], rows[k + 1][n]) for k in range(wall)], "fold": [(rows[0][j], rows[0][j + 1]) for j in range(n)],
             "inside": [(2 * (n + 1) + i, 2 * (n + 1) + i + 1) for i in range(2)], "off": [(0, 2)]}
    path = os.path.join(folder, "corner.msh")
    gmsh_file.write(path, nodes, {"floor": (gmsh_file.QUADRILATERAL, floor), "wall": (gmsh_file.QUADRILATERAL, walls), **{k: (gmsh_file.LINE, v) for k, v in lines.items()}})
    return path


def edges(**sets):
    """Floor and wall with absorbers: a part of each name, of the floor or the wall, on a set of lines."""
    keys = {f"part_{name}_{k}": v for name in ("floor", "wall") for k, v in SECTION.items()}
    for name, (of, lines) in sets.items():
        keys.update({f"part_{name}_{k}": v for k, v in {"element": "shell_absorber", "set": lines, "of": of, "frequency": 1000}.items()})
    return {"parts": ",".join(["floor", "wall", *sets]), "dt": 1e-5, "t_end": 1e-4, **keys}


class Place(refusal.Refusal):
    """Absorbers are at the edge of the part that they bound."""

    def test_wrong_place(self):
        rows = [(("floor", "inside"), r"-part_edge_of floor: the line at \((0.125|0.375), 0.5, 0\) is not at the edge of that part, because 2 of its cells and 0 of other shells meet there"),
                (("floor", "wall_end"), r"the line at \(1, 1, 0.\d+\) is not at the edge of that part, because 0 of its cells and 1 of other shells meet there"),
                (("wall", "floor_end"), "because 0 of its cells and 1 of other shells meet there; give -part_edge_set lines with one cell of 'wall'"),
                (("floor", "fold"), "because 1 of its cells and 1 of other shells meet there"),
                (("floor", "off"), r"the line at \(0.25, 0, 0\) is not at the edge of that part, because 0 of its cells and 0 of other shells meet there")]
        with tempfile.TemporaryDirectory() as folder:
            mesh = corner(folder)
            for ranks in (1, 2, 3, 8):
                for edge, pattern in rows if ranks in (1, 3) or RELEASE else rows[:2]:
                    with self.subTest(f"{ranks} {edge}"):
                        self.refuse(options(mesh=mesh, **edges(edge=edge)), pattern, ranks)

    def test_kinks(self):
        """A cell between two kinks has no normal: the angles of 15 degrees between the cells of an arc and their means are kinks if 0.1 is the limit, and none if 20 is."""
        arc = {**FEW, "mesh_map": "cos(u),sin(u),v", "mesh_n": "6,2", "mesh_upper": "pi,1", "part_edge_set": "top"}
        run(**arc)
        self.refuse(options(**arc, shell_kink=0.1), "part 'edge': the shell_absorber of 'top' at .* is between two kinks or branches of the surface and has no normal: take two cells", 1)

    def test_across_a_kink(self):
        """Floor and wall end in the same plane. Each line absorbs in the axes of its own cell, also beside the kink."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {"mesh": corner(folder), **edges(one=("floor", "floor_end"), two=("wall", "wall_end")), "loads": "floor", "load_floor_set": "floor", "load_floor_traction": "1e3,2e3,3e3",
                    "output_every": 1}
            first = run(**keys)
            for ranks in (2, 3, 8) if RELEASE else (2, 3):
                many = run(ranks=ranks, **keys)
                np.testing.assert_allclose(many.by_id("displacement"), first.by_id("displacement"), atol=1e-9 * np.abs(first.by_id("displacement")).max())
        for part, size in (("one", 0.25), ("two", 0.25)):
            v, force = (first.frames[-1][f"{part}/line/{k}"] for k in ("velocity", "force"))
            np.testing.assert_allclose(abs(force[:, 0]), size * np.sqrt(A * MASS) * abs(v[:, 0]), rtol=1e-12)
            np.testing.assert_allclose(abs(force[:, 1]), size * np.sqrt(YOUNG / (2 + 2 * NU) * H * MASS) * abs(v[:, 1]), rtol=1e-12)


class Refused(refusal.Table):
    ROWS = [
        (None, {**FEW, "part_edge_frequency": -1}, "-part_edge_frequency -1: must not be negative"),
        (None, {**{k: v for k, v in FEW.items() if k != "part_edge_frequency"}}, "part 'edge' has no frequency: give -part_edge_frequency, of the bending waves"),
        (None, {**{k: v for k, v in FEW.items() if k != "part_edge_of"}}, "part 'edge' has no of: give -part_edge_of, part of shells"),
        (None, {**FEW, "part_edge_of": "plat"}, "-part_edge_of plat: no part of that name comes before 'edge'"),
        (None, {**{k: v for k, v in FEW.items() if k.split("part_plate_")[-1] not in ("young", "poisson", "density", "thickness")}, "part_plate_mass_per_area": 1, "part_plate_direction": "1,0,0",
                "part_plate_stiffness": ",".join("1" if i == j else "0.1" if (i, j) == (3, 6) else "0" for i in range(8) for j in range(i, 8))},
         "-part_edge_of plate: a shell_absorber cannot bound that part: its stiffness couples transverse shear with stretching or bending"),
        (None, {**FEW, "part_plate_thickness": "0.01+x"}, "-part_edge_of plate: properties of that part are formulas of the place"),
        (None, {**FEW, "part_plate_density": 0}, "-part_edge_of plate: a shell_absorber cannot bound that part: it has no mass"),
        (None, {"mesh": "rectangle", "mesh_n": "4,1", "parts": "skin,edge", "part_skin_set": "all", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 1,
                "part_edge_set": "right", "part_edge_element": "shell_absorber", "part_edge_of": "skin", "part_edge_frequency": 1, "dt": 0.1, "t_end": 1},
         "-part_edge_of skin: a shell_absorber cannot bound that part: its elements bend no surface"),
    ]


if __name__ == "__main__":
    unittest.main()
