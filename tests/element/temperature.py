# SPDX-License-Identifier: BSD-2-Clause
"""Temperature, initial strain and unstrained length: closed forms, energies, buckling."""
import unittest

import numpy as np

from models import STATIC, angle, balance, on_mesh
from run import RELEASE, release, run
from studies import study
import gmsh_file  # tools/
import studies

ALPHA, T, L = 1e-3, 20.0, 10.0
EXPANDS = {"expansion": ALPHA, "temperature": T}
BEAM = {"element": "beam", "ea": 1e6, "gay": 4e5, "gaz": 3e5, "gj": 100, "eiy": 100, "eiz": 250}
TRUSS = {"element": "truss", "ea": 1e6, "mass_per_length": 2}
ROD = {"element": "bar", "young": 1e6, "area": 1, "density": 2}
MEMBRANE = {"element": "finite_membrane", "young": 1e6, "poisson": 0.3, "thickness": 0.1, "density": 1}


def part(name="part", **keys):
    return {f"part_{name}_{k}": v for k, v in keys.items()}


def line(n=1, order=1, **keys):
    """A line of length L along x with one part on it."""
    return run(**{"mesh": "line", "mesh_n": n, "mesh_order": order, "mesh_upper": L, "parts": "part", "part_part_set": "all", "probes": "end", **keys})


def between(out, field, shape="line"):
    return out.frames[-1][f"part/{shape}/{field}"]


def moved(out, probe="end"):
    return out.probe[probe]["displacement"][-1]


CORRECTIONS = [(1, {"part_part_correction": "none"}), (1, {"part_part_correction": "full"}), (2, {})]
HELD = {"supports": "start,end"}
GUIDED = {**HELD, "support_end_fix": "yz", "support_end_fix_rotation": "xyz"}  # the end may move along the line


class Clamped(unittest.TestCase):
    """Both ends of a line stand still."""

    def test_axial_force(self):
        """-EA alpha T of beams and bars, whose strains are those of the mesh; trusses have the stretch 1/(1 + alpha T)."""
        for linear in ({}, {"linearize": True}) if RELEASE else ({},):
            for order, keys in CORRECTIONS:
                out = line(2, order, **STATIC, **HELD, **part(**BEAM, **EXPANDS), **keys, **linear)
                np.testing.assert_allclose(between(out, "force", "line3" if order == 2 else "line"), [[-1e6 * ALPHA * T, 0, 0]] * 2, rtol=1e-13, atol=1e-8)
                np.testing.assert_allclose(out.reaction["start"][-1][:3], [1e6 * ALPHA * T, 0, 0], rtol=1e-13, atol=1e-8)
                np.testing.assert_allclose(out.energy["strain"][-1], 1e6 * (ALPHA * T) ** 2 / 2 * L, rtol=1e-12)
                np.testing.assert_allclose(out.energy["external"][-1], out.energy["strain"][-1], rtol=1e-12)
        for element, linear in ((ROD, {}), (TRUSS, {"linearize": True})):
            out = line(2, **STATIC, **HELD, directions="x", **part(**element, **EXPANDS), **linear)
            np.testing.assert_allclose(between(out, "force"), -1e6 * ALPHA * T, rtol=1e-13)
            np.testing.assert_allclose(out.reaction["start"][-1][0], 1e6 * ALPHA * T, rtol=1e-12)
        e = ALPHA * T
        for strain, force in (("green", ((1 + e) ** -2 - 1) / 2 / (1 + e)), ("biot", 1 / (1 + e) - 1), ("logarithmic", -np.log(1 + e) * (1 + e))):
            out = line(2, **STATIC, **HELD, directions="x", **part(**TRUSS, **EXPANDS, strain=strain))
            np.testing.assert_allclose(between(out, "force"), 1e6 * force, rtol=1e-12)
            np.testing.assert_allclose(out.energy["external"][-1], out.energy["strain"][-1], rtol=1e-12)

    def test_gradient(self):
        """The moment -EI alpha T' everywhere, of one element."""
        for linear in ({}, {"linearize": True}) if RELEASE else ({"linearize": True},):
            for order, keys in CORRECTIONS:
                out = line(order=order, **STATIC, **GUIDED, **part(**BEAM, expansion=ALPHA, temperature_gradient_y=3, temperature_gradient_z=-2), **keys, **linear)
                shape = "line3" if order == 2 else "line"
                np.testing.assert_allclose(between(out, "moment", shape)[0], [0, 2e-3 * 100, 3e-3 * 250], rtol=1e-11, atol=1e-12)
                np.testing.assert_allclose(between(out, "moment_end", shape)[0], [0, 2e-3 * 100, 3e-3 * 250], rtol=1e-9, atol=1e-9)

    def test_one_element(self):
        """A gradient c x: beside the moment -EI c L/2 there is a shear force, from which the deflection of Bernoulli and of shear follow."""
        c, ei, ga = ALPHA * 0.3, 250, 4e5
        shear = c * L**3 / 12 / (L**3 / (12 * ei) + L / ga)
        for n in (1, 3):
            out = line(n, **STATIC, **GUIDED, **part(**BEAM, expansion=ALPHA, temperature_gradient_y="0.3*x", correction="full"), linearize=True)
            np.testing.assert_allclose(np.abs(out.reaction["start"][-1][1]), shear, rtol=1e-9)
            np.testing.assert_allclose(out.reaction["start"][-1][1], -out.reaction["end"][-1][1], rtol=1e-9)
            np.testing.assert_allclose(np.abs(out.reaction["start"][-1][5] - out.reaction["end"][-1][5]), ei * c * L, rtol=1e-9)


class Free(unittest.TestCase):
    """Structures that may expand have no stress."""

    def turned(self, element, nodes=2, **keys):
        """A line of elements from the origin along a general direction."""
        axis = np.array([2, -1, 2]) / 3
        n = 3
        count = n * (nodes - 1) + 1
        points = [tuple(L * k / (count - 1) * axis) for k in range(count)]
        cells = [(k, k + 1) for k in range(n)] if nodes == 2 else [(2 * k, 2 * k + 2, 2 * k + 1) for k in range(n)]
        shape = gmsh_file.LINE if nodes == 2 else gmsh_file.LINE3
        sets = {"part": (shape, cells), "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(count - 1,)])}
        return axis, on_mesh(points, sets, parts="part", probes="end", **STATIC, **part(**element, **EXPANDS), **keys)

    def test_any_direction(self):
        """An axis in any direction, and a clamp that turns by a general angle while it warms up."""
        turned = {"support_start_fix": "all", "support_start_rotation_x": "2*t", "support_start_rotation_z": "-1.1*t"}
        for nodes, keys in ((2, {"part_part_correction": "none"}), (2, {"part_part_correction": "full"}), (3, {})):
            for turn in ({}, turned) if RELEASE else (turned,):
                axis, out = self.turned(BEAM, nodes, supports="start", **keys, **turn)
                shape = "line" if nodes == 2 else "line3"
                self.assertAlmostEqual(np.linalg.norm(moved(out) + L * axis) / (L * (1 + ALPHA * T)), 1, delta=1e-12)
                for field in ("force", "moment"):
                    self.assertLess(np.abs(between(out, field, shape)).max(), 1e-13 * 1e6 * 10)
                self.assertLess(out.energy["strain"][-1], 1e-18 * 1e6)

    def test_circle(self):
        """A gradient bends a cantilever to a circle of curvature alpha T', exactly, for all meshes of two-node beams."""
        curvature = ALPHA * 150
        for n, keys in ((1, {"part_part_correction": "none"}), (1, {"part_part_correction": "full"}), (3, {"part_part_correction": "full"})):
            out = line(n, **STATIC, dt=0.1, supports="start", **part(**BEAM, expansion=ALPHA, temperature_gradient_y=-150), **keys)
            place = np.array([np.sin(curvature * L) / curvature - L, (1 - np.cos(curvature * L)) / curvature, 0])
            np.testing.assert_allclose(moved(out), place, atol=1e-9)
            self.assertAlmostEqual(angle(out.probe["end"]["rotation"][-1]), curvature * L, delta=1e-10)
            for field in ("force", "moment"):
                self.assertLess(np.abs(between(out, field)).max(), 1e-8)

    @release
    def test_circle_of_three_nodes(self):
        """Beams with three nodes approach it with order 4."""
        curvature, errors = ALPHA * 150, []
        for n in (2, 4, 8):
            out = line(n, 2, **STATIC, dt=0.1, supports="start", **part(**BEAM, expansion=ALPHA, temperature_gradient_y=-150))
            errors.append(np.linalg.norm(moved(out) - [np.sin(curvature * L) / curvature - L, (1 - np.cos(curvature * L)) / curvature, 0]))
        self.assertGreater(np.log2(errors[1] / errors[2]), 3.7, f"{errors}")

    def test_membrane(self):
        for linear in ({}, {"linearize": True}):
            out = run(mesh="rectangle", mesh_n="2,3", mesh_upper="2,3", parts="part", part_part_set="all", supports="corner,plane,side", **STATIC, **part(**MEMBRANE, **EXPANDS),
                      support_corner_set="left", support_corner_fix="x", support_side_set="bottom", support_side_fix="y", support_plane_set="all", support_plane_fix="z",
                      probes="far", probe_far_set="top_right", **linear)
            stress = out.frames[-1]["part/quadrilateral/stress"]
            np.testing.assert_allclose(stress, 0, atol=1e-6 if linear else 1e-8)


class Initial(unittest.TestCase):
    """Initial strain and unstrained length."""

    def test_force(self):
        """EA e0 in a line that stands still, of beams, bars and trusses; an unstrained length of all elements means the same."""
        for element, keys in ((BEAM, {}), (BEAM, {"linearize": True}), (ROD, {"directions": "x"}), (TRUSS | {"strain": "biot"}, {"directions": "x"}),
                              (TRUSS | {"element": "cable", "strain": "biot"}, {"directions": "x"}), (TRUSS | {"strain": "biot"}, {"directions": "x", "linearize": True})):
            for given in ({"initial_strain": 0.01}, {"unstrained_length": L / 1.01}) if element["element"] in ("truss", "cable") else ({"initial_strain": "0.01"},):
                out = line(2, **STATIC, **HELD, **part(**element, **given), **keys)
                force = between(out, "force")
                np.testing.assert_allclose(force[:, 0] if element is BEAM else force, 1e4, rtol=1e-12)
                np.testing.assert_allclose(out.reaction["start"][-1][0], -1e4, rtol=1e-10)

    def test_free(self):
        """A free end moves back by e0 L, or to the unstrained length."""
        out = line(2, **STATIC, supports="start", **part(**BEAM, initial_strain="0.001*x"))
        np.testing.assert_allclose(moved(out), [-0.001 * L**2 / 2, 0, 0], atol=1e-10)
        out = line(4, **STATIC, supports="start", directions="x", **part(**TRUSS, unstrained_length=9.5, expansion=ALPHA, temperature=T))
        np.testing.assert_allclose(moved(out), [9.5 * (1 + ALPHA * T) - L, 0, 0], atol=1e-10)

    def test_string(self):
        """A string tuned by its unstrained length has the frequencies of one with that prestress."""
        def first(**keys):
            return study("modes", analysis="modes", modes=2, supports="start,end", parts="part", part_part_set="all", linearize=True, **studies.line(L, 20), **part(**{**TRUSS, "strain": "biot"}, **keys))["frequency"]

        np.testing.assert_allclose(first(initial_strain=0.01), first(prestress=1e4), rtol=1e-2)  # EA acts along, 1 % longer
        np.testing.assert_allclose(first(unstrained_length=L / 1.01), first(initial_strain=0.01) * np.sqrt(1.01), rtol=1e-10)  # it has less mass

    def test_membrane(self):
        """E e0/(1 - nu) in all directions of a membrane whose border stands still."""
        for linear in ({}, {"linearize": True}):
            out = run(mesh="rectangle", mesh_n="2,2", mesh_upper="2,2", parts="part", part_part_set="all", supports="left,right,bottom,top", **STATIC, **part(**MEMBRANE, initial_strain=1e-6), **linear)
            np.testing.assert_allclose(out.frames[-1]["part/quadrilateral/stress"], np.tile([1 / 0.7, 1 / 0.7, 0], (4, 1)), rtol=1e-5, atol=1e-9)


class Bimetal(unittest.TestCase):
    """Strips of different expansion (as the blades of SSLL05, VPCS)."""

    def test_joined_along(self):
        """Two beams on one line of nodes, their centers h apart: the curvature of Timoshenko, J. Opt. Soc. Am. 11 (1925)."""
        h, ea, ei, expansion = 0.1, (1e6, 3e6), (20, 50), (1e-5, 3e-5)
        curvature = (expansion[1] - expansion[0]) * 100 / (h + sum(ei) * (1 / ea[0] + 1 / ea[1]) / h)
        for correction, linear in (("none", {}), ("full", {"linearize": True})):
            keys = {}
            for k, name in enumerate(("upper", "lower")):
                keys.update(part(name, **{**BEAM, "ea": ea[k], "eiz": ei[k], "offset": f"{(0.5 - k) * h},0", "set": "all", "expansion": expansion[k], "temperature": 100, "correction": correction}))
            out = run(mesh="line", mesh_n=1, mesh_upper=L, parts="upper,lower", supports="start", probes="end", **STATIC, **keys, **linear)
            q = out.probe["end"]["rotation"][-1]
            turned = 2 * np.arcsin(q[3]) if linear else angle(q)
            self.assertAlmostEqual(turned / (curvature * L), 1, delta=1e-9)

    def test_joined_at_the_end(self):
        """The blades of SSLL05: two beams, clamped side by side, that a stiff member joins at their ends. One warms up. The end turns by
        theta = EA h L alpha T / (4 EI + EA h^2) and moves by theta L/2."""
        h, ea, ei, e = 0.2, 1e6, 250, 1e-5
        nodes = [(0, h / 2, 0), (L, h / 2, 0), (0, -h / 2, 0), (L, -h / 2, 0)]
        sets = {"cold": (gmsh_file.LINE, [(0, 1)]), "warm": (gmsh_file.LINE, [(2, 3)]), "stiff": (gmsh_file.LINE, [(1, 3)]), "wall": (gmsh_file.POINT, [(0,), (2,)]),
                "end": (gmsh_file.POINT, [(3,)])}
        stiff = {k: 1e3 * v if k != "element" else v for k, v in BEAM.items()}
        theta = ea * h * L * e / (4 * ei + ea * h**2)
        out = on_mesh(nodes, sets, parts="cold,warm,stiff", supports="wall", probes="end", linearize=True, **STATIC, **part("cold", **BEAM, correction="full"), **part("stiff", **stiff, correction="full"),
                      **part("warm", **BEAM, correction="full", expansion=1e-6, temperature=10))
        self.assertAlmostEqual(moved(out)[1] / (theta * L / 2), 1, delta=1e-5)


class Buckling(unittest.TestCase):
    def test_column(self):
        """A clamped column buckles at alpha T = P/EA with P (1 + P/GA) = 4 pi^2 EI/L^2; the axis does not shorten before."""
        alpha, ea, ei, ga = 1e-5, 1e7, 100, 1e8
        exact = (np.sqrt(1 + 4 / ga * 4 * np.pi**2 * ei / L**2) - 1) / (2 / ga) / (ea * alpha)
        keys = part(**{**BEAM, "ea": ea, "gay": ga, "gaz": ga, "eiy": 1e4, "eiz": ei}, expansion=alpha, temperature=1)
        factor = study("buckling", analysis="buckling", buckling=1, mesh_order=2, directions="xy", parts="part", part_part_set="all", supports="start,end", **studies.line(L, 16), **keys)["factor"][0]
        self.assertAlmostEqual(factor / exact, 1, delta=1e-4)  # of a mesh of 16: order 4
        self.assertAlmostEqual(exact / (4 * np.pi**2 * ei / (ea * L**2 * alpha)), 1, delta=1e-6)


class Motion(unittest.TestCase):
    def test_modes(self):
        """A heated beam between two pins, in its equilibrium: omega = (pi/L)^2 sqrt(EI/m) sqrt(1 - N/N_cr), by Richardson's limit of three meshes."""
        pins = {"support_start_fix": "xyz", "support_start_fix_rotation": "x", "support_end_fix": "xyz", "support_end_fix_rotation": "x"}
        N, ei, m = 5.0, np.array((100.0, 250.0)), 2.0
        exact = (np.pi / L) ** 2 * np.sqrt(ei / m) * np.sqrt(1 - N * L**2 / np.pi**2 / ei) / (2 * np.pi)
        rigid = {**BEAM, "gay": 1e9, "gaz": 1e9, "mass_per_length": m, "inertia": "1e-9,5e-10,5e-10,0,0,0", "expansion": 1e-6, "temperature": N}
        for correction in ("none", "full") if RELEASE else ("full",):
            found = [study("modes", analysis="modes", modes=2, quiet=True, initial_static=True, **HELD, **pins, parts="part", part_part_set="all", **studies.line(L, n), **part(**rigid, correction=correction))["frequency"] for n in (16, 32, 64)]
            np.testing.assert_allclose(studies.extrapolated(found)[0], exact, rtol=2e-5)

    def test_string(self):
        """Heated cables and trusses between two ends, in their equilibrium: the frequencies of a chain of n elements of the tension N at the stretch 1/(1 + alpha T), to round-off;
        a string of that tension to h^2."""
        n, mass, stiff, tension, e = 16, 2.0, 1e6, 3e4, 0.01
        s = 1 / (1 + e)
        axial = {"green": (tension + stiff * (s * s - 1) / 2) * s, "biot": tension + stiff * (s - 1), "logarithmic": (tension + stiff * np.log(s)) / s}
        for element, strain in (("cable", "biot"), ("cable", "green"), ("truss", "logarithmic"))[0 if RELEASE else 1:]:
            N, phi = axial[strain], np.pi * np.arange(1, 3) / n
            self.assertTrue(0.6 < N / tension < 0.7)
            exact = np.sqrt(6 * N * n**2 / (mass * L**2) * (1 - np.cos(phi)) / (2 + np.cos(phi))) / (2 * np.pi)
            keys = part(element=element, strain=strain, ea=stiff, mass_per_length=mass, prestress=tension, expansion=1e-4, temperature=e / 1e-4)
            found = study("modes", analysis="modes", modes=2, initial_static=True, directions="xz", supports="start,end", parts="part", part_part_set="all", **studies.line(L, n), **keys)["frequency"]
            np.testing.assert_allclose(found, exact, rtol=1e-9)
            np.testing.assert_allclose(found[0], np.sqrt(N / mass) / (2 * L), rtol=2e-3)

    def test_jump(self):
        """A bar of one element that becomes warm at once: its end swings by alpha T L (1 - cos(w t)), w^2 = (EA/L)/(m L/3)."""
        w = np.sqrt(1e6 / L / (2 * L / 3))
        for element, e in ((ROD, ALPHA * T), ({**TRUSS, "strain": "biot"}, 1e-9 * T)):
            out = line(supports="start", directions="x", integrator="esdirk43_6l", dt=5e-4, t_end=0.1, **part(**element, expansion=e / T, temperature=T))
            x = out.probe["end"]["displacement"][:, 0]
            np.testing.assert_allclose(x, e * L * (1 - np.cos(w * out.time)), atol=1e-5 * e * L)

    def test_energy(self):
        """The work of a temperature in time is the energy that it brings, exactly with the trapezoidal rule in linear models."""
        for element, keys in ((ROD, {"directions": "x"}), (BEAM | {"mass_per_length": 2, "temperature_gradient_y": "x*sin(30*t)"}, {"linearize": True}),
                              (TRUSS, {"linearize": True, "directions": "x"})):
            out = line(4, supports="start", integrator="trapezoidal", dt=1e-3, t_end=0.2, **keys, **part(**{**element, "expansion": ALPHA, "temperature": "20*x*sin(40*t)"}))
            self.assertGreater(out.energy["total"].max(), 1)
            self.assertLess(balance(out), 1e-10 * out.energy["total"].max())

    def test_finite_energy(self):
        """Of finite displacements, with the order of the sums of work, 2."""
        errors = []
        for dt in (1e-3, 5e-4):
            out = line(4, supports="start,end", support_end_fix="yz", integrator="esdirk43_6l", dt=dt, t_end=0.2,
                       **part(**{**BEAM, "mass_per_length": 2, "expansion": ALPHA, "temperature": "0.2*sin(40*t)", "temperature_gradient_y": "50*sin(30*t)"}))
            errors.append(balance(out) / out.energy["total"].max())
        self.assertLess(errors[1], 5e-4)
        self.assertGreater(errors[0] / errors[1], 3.5)

    def test_pulse(self):
        """Steps of -adapt see a pulse of 10 ms after a quiet time."""
        out = line(supports="start", directions="x", integrator="esdirk43_6l", adapt=True, dt=1e-3, t_end=3, **part(**{**ROD, "expansion": ALPHA, "temperature": "20*exp(-((t-2)/0.01)^2)"}))
        self.assertGreater(np.abs(out.probe["end"]["displacement"]).max(), 0.1)


class Winch(unittest.TestCase):
    """The unstrained length of a cable changes with time."""

    def test_clamped(self):
        """Both ends stand still: the force follows the stretch, and the work of the winch is the energy stored, to round-off."""
        out = line(3, **HELD, directions="x", integrator="esdirk43_6l", dt=0.01, t_end=1,
                   **part(**TRUSS | {"strain": "biot"}, unstrained_length="10-0.5*t^2"))
        length = 10 - 0.5 * out.time**2
        np.testing.assert_allclose(between(out, "force"), 1e6 * (10 / 9.5 - 1), rtol=1e-10)
        np.testing.assert_allclose(out.energy["strain"], 1e6 * (10 / length - 1) ** 2 / 2 * length, rtol=1e-10, atol=1e-6)
        self.assertLess(balance(out), 1e-10 * out.energy["strain"][-1])

    def hoist(self, dt, length="10-t^2", **keys):
        """A body of 100 kg on a cable of one element, from its equilibrium."""
        element = {"element": "cable", "ea": 1e6, "strain": "biot", "mass_per_length": 0, **keys}
        return run(mesh="line", mesh_n=1, mesh_upper="0,0,-10", parts="part,load", part_part_set="all", directions="z", part_load_element="mass", part_load_set="end",
                   part_load_mass=100, supports="start", probes="end", gravity="0,0,-9.81", initial_static=True, integrator="lms4", dt=dt, t_end=1, **part(**element, unstrained_length=length))

    def test_own_weight(self):
        """A hanging cable without any other mass: its end sinks by the weight of each piece times the length above, w l^2 / (2 EA), at any mesh."""
        for n in (1, 4):
            out = run(mesh="line", mesh_n=n, mesh_upper="0,0,-10", parts="part", part_part_set="all", directions="z", supports="start", probes="end", gravity="0,0,-9.81", analysis="static",
                      **part(element="cable", ea=1e4, strain="biot", mass_per_length=3, unstrained_length="10"))
            self.assertAlmostEqual(out.probe["end"]["displacement"][-1, 2], -3 * 9.81 * 10**2 / (2 * 1e4), delta=1e-12)

    @release
    def test_hoist(self):
        """The end of a stiff cable follows the winch; energy is balanced, with order 2 in the step."""
        errors = []
        for dt in (1e-3, 5e-4):
            out = self.hoist(dt)
            z = out.probe["end"]["displacement"][:, 2]
            np.testing.assert_allclose(z, out.time**2, atol=0.02)  # m g L/EA, and the swing of the start
            errors.append(balance(out) / out.energy["strain"].max())
        self.assertLess(errors[1], 3e-4)
        self.assertGreater(errors[0] / errors[1], 3.5)

    def test_mass(self):
        """A cable with mass: at the end it has 11 m, and a third of their mass moves with the body, at 2 m/s but for the elastic motion."""
        errors = []
        for dt in (1e-3, 5e-4):
            out = self.hoist(dt, length="10+t^2", mass_per_length=3)
            self.assertAlmostEqual(out.energy["kinetic"][-1] / (0.5 * (100 + 3 * 11 / 3) * 4), 1, delta=0.1)
            errors.append(balance(out) / np.abs(out.energy["external"]).max())
        self.assertLess(errors[1], 1e-4)
        self.assertGreater(errors[0] / errors[1], 3.5)


if __name__ == "__main__":
    unittest.main()
