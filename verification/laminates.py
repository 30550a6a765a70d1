# SPDX-License-Identifier: BSD-2-Clause
"""Laminates: strips and plates of plies, a sandwich, and a bimetal."""
import math

import numpy as np

from verification.case import Case, Finer, Quantity, Reference, case

PATH = "verification/cases/"
STRIP = [(t, 90 * k) for t, k in ((0.1, 0), (0.1, 1), (0.1, 0), (0.4, 1), (0.1, 0), (0.1, 1), (0.1, 0))]


def at(r, place):
    return int(np.linalg.norm(r.nodes - place, axis=1).argmin())


def shear_stiffness(layers):
    """The transverse shear stiffness of layers (thickness, modulus, shear modulus), by the stresses that are in equilibrium with bending, for a section that is symmetric."""
    edges = np.cumsum([0] + [t for t, _, _ in layers]) - sum(t for t, _, _ in layers) / 2
    bending = sum(e * (b**3 - a**3) / 3 for (_, e, _), a, b in zip(layers, edges, edges[1:]))
    flow, compliance = 0.0, 0.0
    x, weight = np.polynomial.legendre.leggauss(3)
    for (_, e, g), a, b in zip(layers, edges, edges[1:]):
        z = (a + b) / 2 + (b - a) / 2 * x
        stress = (flow + e * (a * a - z * z) / 2) / bending
        compliance += (weight * stress**2).sum() * (b - a) / 2 / g
        flow += e * (a * a - b * b) / 2
    return 1 / compliance


class Plate:
    """A symmetric cross-ply plate with the side 'side' on simple supports under a uniform pressure: Navier's double series with transverse shear."""

    def __init__(self, plies, side, pressure, young, nu, shear, terms=60):
        """plies: (thickness, turned by 90 degrees, number of the material) from bottom to top; young, nu and shear are lists of the materials, in the axes of their fibres."""
        self.side, self.terms = side, terms
        edges = np.cumsum([0] + [p[0] for p in plies]) - sum(p[0] for p in plies) / 2
        d, x_layers, y_layers = np.zeros(4), [], []
        for (t, turned, kind), a, b in zip(plies, edges, edges[1:]):
            e1, e2, g12, g13, g23 = young[kind][0], young[kind][1], *shear[kind]
            n12 = nu[kind]
            factor = 1 / (1 - n12**2 * e2 / e1)
            own = [e1 * factor, e2 * factor, n12 * e2 * factor, g12]
            q = [own[1], own[0], own[2], own[3]] if turned else own
            d += np.array(q) * (b**3 - a**3) / 3
            x_layers.append((t, q[0], g23 if turned else g13))
            y_layers.append((t, q[1], g13 if turned else g23))
        self.d, self.sx, self.sy = d, shear_stiffness(x_layers), shear_stiffness(y_layers)
        self.pressure = pressure

    def middle(self):
        """Deflection of the middle, and the curvatures there along x and y."""
        d11, d22, d12, d66 = self.d
        found = np.zeros(3)
        for m in range(1, self.terms, 2):
            for n in range(1, self.terms, 2):
                p, q = m * math.pi / self.side, n * math.pi / self.side
                k = np.array([[self.sx * p * p + self.sy * q * q, self.sx * p, self.sy * q], [self.sx * p, d11 * p * p + d66 * q * q + self.sx, (d12 + d66) * p * q],
                              [self.sy * q, (d12 + d66) * p * q, d66 * p * p + d22 * q * q + self.sy]])
                w, a, b = np.linalg.solve(k, [16 * self.pressure / (m * n * math.pi**2), 0, 0])
                found += np.array([w, p * a, q * b]) * (-1)**((m + n) // 2 - 1)
        return found


@case
def laminated_strip():
    layers = [(t, 5e3 if angle else 100e3, 2e3 if angle else 3e3) for t, angle in STRIP]
    edges = np.cumsum([0] + [t for t, _, _ in layers]) - 0.5
    bending = sum(e * (b**3 - a**3) / 3 for (_, e, _), a, b in zip(layers, edges, edges[1:]))
    bent = 10 * 30**3 / 48 / bending + 5 * 15 / shear_stiffness(layers)
    NAFEMS = "NAFEMS R0031 (1994), test 1; printed digits"

    def between(r):
        cells = r.nodes[r.cells["strip/quadrilateral"]].mean(1)
        rows = np.abs(cells[:, 0] - 7.5).argsort()[:4]
        return float(np.mean(np.abs(r.snapshot(-1)["strip/ply_1_shear"][rows, 4])))

    return Case(
        title="A strip of seven plies in three-point bending (NAFEMS R0031/1)",
        text="""A strip of seven plies, 1 mm thick and 10 mm wide, lies on two supports 30 mm apart and is pressed in its middle by 10 N/mm. The plies along the strip are twenty times as stiff as those across it, so that the stress
jumps between them, by a factor of 20, and the outer plies bear nearly all of it. A beam of these layers gives the stress in the outer ply, and equilibrium gives the shear stress between two plies, from which the
shear stiffness and the deflection follow. Shear makes 3 % of the deflection. The strip is a plate of finite width whose plies along it contract against those across it; this makes it stiffer than the beam by up to
0.8 %, which is the uncertainty.""",
        options=PATH + "laminated_strip.opts",
        quantities=(Quantity("deflection of the middle", "mm", lambda r: -r["middle/displacement"][-1, 2], (Reference(bent, "beam of layers with shear", 8e-3), Reference(1.06, NAFEMS, 6e-3))),
                    Quantity("stress of the outer ply in the middle", "MPa", lambda r: r.snapshot(-1).at_nodes("strip/ply_1")[at(r, [0, 5, 0]), 0], (Reference(100e3 * 75 * 0.5 / bending, "M E z/(E I)", 1.2e-2), Reference(683.9, NAFEMS, 1e-4))),
                    Quantity("shear stress between the outer plies", "MPa", between, (Reference(5 / bending * 100e3 * (0.5**2 - 0.4**2) / 2, "equilibrium", 1.2e-2), Reference(4.1, NAFEMS, 1.3e-2)))),
        elements=("shell",), analyses=("static",), features=("laminate", "ply stresses", "transverse shear"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "50,8"}),))


@case
def sandwich_plate():
    plate = Plate([(0.028, False, 0), (0.75, False, 1), (0.028, False, 0)], 10, 100, [(10e6, 4e6), (10, 10)], [0.3, 0], [(1.875e6, 1.875e6, 1.875e6), (10, 3e4, 1.2e4)])
    deflection, along, across = plate.middle()
    factor = 1 / (1 - 0.09 * 0.4)
    stress = factor * 0.403 * (10e6 * along + 0.3 * 4e6 * across), factor * 0.403 * (4e6 * across + 0.3 * 4e6 * along)
    NAFEMS = "NAFEMS R0031 (1994), test 3"
    return Case(
        title="A sandwich plate under a pressure (NAFEMS R0031/3)",
        text="""A square plate of 10 in has two faces of 0.028 in and a core of 0.75 in, which resists transverse shear alone. It lies on simple supports and bears 100 lbf/in². The core is so soft that shear makes a large part of
the deflection, and it is 2.5 times as soft in one direction as in the other. The shear stiffness must follow from stresses that are in equilibrium with bending: the average of the shear moduli over the thickness would
be wrong by the faces' share. Navier's double series with this shear stiffness gives the deflection and the stresses of the faces, which have no closed form for other supports. A quarter is modelled.""",
        options=PATH + "sandwich_plate.opts",
        quantities=(Quantity("deflection of the middle", "in", lambda r: -r["middle/displacement"][-1, 2], (Reference(deflection, "Navier's double series with transverse shear", 1e-4), Reference(0.123, NAFEMS, 1e-2))),
                    Quantity("stress 11 of a face in the middle", "lbf/in²", lambda r: abs(r.snapshot(-1).at_nodes("plate/ply_1")[at(r, [5, 5, 0]), 0]), (Reference(abs(stress[0]), "the same", 1e-3), Reference(34449, NAFEMS + ", nearer to the middle of the face", 4e-2))),
                    Quantity("stress 22 of a face in the middle", "lbf/in²", lambda r: abs(r.snapshot(-1).at_nodes("plate/ply_1")[at(r, [5, 5, 0]), 1]), (Reference(abs(stress[1]), "the same", 1e-3), Reference(13350, NAFEMS + ", nearer to the middle of the face", 5e-2)))),
        elements=("shell",), analyses=("static",), features=("laminate", "sandwich", "ply stresses", "transverse shear"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "32,32"}),))


@case
def cross_ply_plate():
    plate = Plate([(0.025, turned, 0) for turned in (False, True, True, False)], 10, 1, [(25e6, 1e6)], [0.25], [(5e5, 5e5, 2e5)])
    deflection, along, _ = plate.middle()
    return Case(
        title="A cross-ply plate under a pressure (VM82)",
        text="""A square plate of 10 in has four plies of 0.025 in with the angles 0, 90, 90 and 0 degrees, and lies on simple supports under 1 lbf/in². The outer plies lie along x and make the plate seven times as stiff in bending
along x as along y, although it has as many fibres in both directions. Thus the sheet tests that the order of plies, their angles and their distance from the middle count. Navier's double series is exact for such a
plate, because the layers are symmetric and have no coupling of bending and twisting. The plate is a hundred times as wide as thick, and shear makes less than 1 %. The manual has 0.0683 in after Reddy.""",
        options=PATH + "cross_ply_plate.opts",
        quantities=(Quantity("deflection of the middle", "in", lambda r: -r["middle/displacement"][-1, 2], (Reference(deflection, "Navier's double series with transverse shear", 1e-4), Reference(0.0683, "Ansys, verification manual, VM82, target", 4e-3))),
                    Quantity("curvature along the outer fibres in the middle", "1/in", lambda r: abs(r.snapshot(-1).at_nodes("plate/curvature")[at(r, [5, 5, 0]), 0]), (Reference(abs(along), "the same", 1e-3),))),
        elements=("shell",), analyses=("static",), features=("laminate",), suites=("Ansys VM",), ranks=(1, 3), finer=(Finer("cells", {"mesh_n": "32,32"}),))


@case
def bimetal():
    curvature = 1.5 * 1e-5 * 100 / 0.1
    return Case(
        title="A strip of two metals in the heat (VM35)",
        text="""A strip of two layers with the same modulus, 0.05 in each, gets warmer by 100 °F. One layer expands twice as much as the other one, and the strip bends although nothing holds it: its curvature is 3/2 of the difference
of the strains over the thickness. Timoshenko's closed form holds with the stresses ±E Δε/4 at the outer faces and ±E Δε/2 at the joint, where the stress jumps. The strip is a shell of two plies with their own
coefficients of expansion. Bending and stretching are coupled, because the layers differ. The plies have Poisson's ratio 0, so that the plate bends to a cylinder, and the mesh has no error.""",
        options=PATH + "bimetal.opts",
        quantities=(Quantity("deflection of the end", "in", lambda r: -r["end/displacement"][-1, 2], (Reference(curvature * 100 / 2, "Timoshenko 1925: κ L²/2; Ansys, verification manual, VM35, target 0.750"),), 1e-8),
                    Quantity("extension", "in", lambda r: r["end/displacement"][-1, 0], (Reference(10 * 1.5e-3, "mean of the thermal strains"),), 1e-8),
                    Quantity("stress of the outer face above", "lbf/in²", lambda r: r.snapshot(-1)["strip/ply_2"][0, 3], (Reference(7500, "E Δε/4; Ansys, verification manual, VM35, target 7500"),), 1e-8),
                    Quantity("stress at the joint above", "lbf/in²", lambda r: r.snapshot(-1)["strip/ply_2"][0, 0], (Reference(-15000, "E Δε/2"),), 1e-8)),
        elements=("shell",), analyses=("static",), features=("laminate", "temperature", "ply stresses"), suites=("Ansys VM",), ranks=(1, 3),
        planted={"a longer strip": {"mesh_upper": "10.1,1"}})
