# SPDX-License-Identifier: BSD-2-Clause
"""Membranes in and out of their planes."""
import math
import os
import tempfile

import gmsh_file
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from verification.case import Case, Quantity, Reference, Refinement, case

MESHES = tempfile.TemporaryDirectory()  # of refinements; the cases themselves have a file beside their options


def mapped(place, n, m, sides, name):
    """Writes n by m quadrilaterals of the unit square, mapped by place(u, v). sides: {name of a set: "left", "right", "bottom" or "top"}. Returns the file's path."""
    nodes = [place(k / n, j / m) for j in range(m + 1) for k in range(n + 1)]
    number = {"left": [j * (n + 1) for j in range(m + 1)], "right": [j * (n + 1) + n for j in range(m + 1)],
              "bottom": list(range(n + 1)), "top": [m * (n + 1) + k for k in range(n + 1)]}
    cells = [(j * (n + 1) + k, j * (n + 1) + k + 1, (j + 1) * (n + 1) + k + 1, (j + 1) * (n + 1) + k) for j in range(m) for k in range(n)]
    lines = {key: (gmsh_file.LINE, [pair for side in sides[key].split() for pair in zip(number[side], number[side][1:])]) for key in sides}
    path = os.path.join(MESHES.name, f"{name}_{n}.msh")
    gmsh_file.write(path, nodes, {"skin": (gmsh_file.QUADRILATERAL, cells), **lines})
    return path


def cook(n):
    return mapped(lambda u, v: (48 * u, 44 * u + v * (44 - 28 * u), 0), n, n, {"left": "left", "right": "right"}, "cook_membrane")


@case
def cook_membrane():
    return Case(
        title="Cook's membrane",
        text="""A panel in plane stress (E = 1, ν = 1/3, 48 wide, 44 high at the clamp and 16 at the free side) carries a shear force of 1 on its free side. It bends and shears, and
its cells are skew. The stress is infinite in the upper corner of the clamp, which lowers the order of all elements to less than two.
Cook published this panel in 1974 to compare quadrilaterals that bend in their plane, and most programs have it.""",
        options="verification/cases/cook_membrane.opts",
        quantities=(Quantity("displacement of the middle of the free side", "", lambda r: r["middle/displacement"][-1, 1], (
            Reference(23.9642, "limit of fine meshes in the literature after Cook 1974, printed 23.96", 2e-4),)),),
        elements=("finite_membrane",), analyses=("static",), features=("plane stress", "skew cells"),
        refinements=(Refinement("cells", (16, 32, 64), lambda n: {"mesh": cook(n)}, 1.4),))


def tapered(n):
    return mapped(lambda u, v: (10 * u, (v - 0.5) * (5 - 4 * u), 0), n, n // 2, {"left": "left"}, "tapered_membrane")


@case
def tapered_membrane():
    return Case(
        title="A tapered membrane vibrates in its plane (NAFEMS FV32)",
        text="""A membrane of steel, 10 m long, 0.05 m thick, 5 m high at the clamp and 1 m at its end, vibrates in its plane. Quadrilaterals with four nodes are too stiff in
bending, and converge with the second power of their size.
Triangular or skew shapes and bending in the plane are what low-order membranes do badly, and the sheet shows how badly: bending needs many more cells
than stretching. NAFEMS's values are those of its own mesh, with their uncertainty. The sheet of the same panel with shells has fewer cells.""",
        options="verification/cases/tapered_membrane.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(value, "NAFEMS TNSB rev. 3 (1990), FV32; its mesh", 5e-4),))
                         for k, value in enumerate((44.623, 130.03, 162.70, 246.05, 379.90, 391.44))),
        elements=("finite_membrane",), analyses=("modes",), features=("plane stress", "counted by inertia"), suites=("NAFEMS",),
        refinements=(Refinement("cells", (16, 32, 64), lambda n: {"mesh": tapered(n)}, 1.5),))


def round_quarter(n):
    return mapped(lambda u, v: (u * math.sqrt(1 - v * v / 2), v * math.sqrt(1 - u * u / 2), 0), n, n,
                  {"rim": "right top", "x0": "left", "y0": "bottom"}, "hencky_membrane")


def hencky(load, stretch, poisson, terms=60):
    """The height and the force per length in the middle of a membrane of radius 1; load per area, stretch = E h. N(r) is a series in r²."""
    scale = (stretch * load**2)**(1 / 3)

    def series(first):
        n, inverse = np.zeros(terms), np.zeros(terms)  # of N, and of 1/N
        n[0], inverse[0] = first, 1 / first
        for k in range(1, terms):
            n[k] = -np.convolve(inverse[:k], inverse[:k])[k - 1] / (32 * k * (k + 1))
            inverse[k] = -(n[1:k + 1] @ inverse[k - 1::-1]) / first
        return n, inverse

    # r d/dr (2 N + r N') = -E h w'²/2, w' = -q r/(2 N); the rim does not move: (1 - ν) N + r N' = 0
    first = brentq(lambda b: sum((1 - poisson + 2 * k) * x for k, x in enumerate(series(b)[0])), 0.35, 0.8, xtol=1e-15)
    height = sum(x / (4 * (k + 1)) for k, x in enumerate(series(first)[1]))
    return height * load / scale, first * scale


@case
def hencky_membrane():
    load, stretch = 30, 1e6
    height, force = hencky(load, stretch, 0.3)
    return Case(
        title="Hencky's round membrane (as in VM137)",
        text=f"""A flat membrane of radius a is clamped along its rim and carries a uniform load across it, without any prestress. Hencky's series gives the height of its middle,
{height / (load / stretch)**(1 / 3):.5f} a (q a/(E h))^(1/3), and the force there. It leaves out powers of the slope, which is {2 * height:.2f} at the rim. The mesh becomes flat cells without stiffness across
at first.
Hencky's solution is used for pressure sensors and for tests of thin films, and VM137 uses it with other numbers.""",
        options="verification/cases/hencky_membrane.opts",
        quantities=(Quantity("height of the middle", "m", lambda r: r["middle/displacement"][-1, 2], (Reference(height, "Hencky 1915: series", 5e-4),)),
                    Quantity("force on a quarter of the rim", "N", lambda r: -r["rim/reaction"][-1, 2], (Reference(load * math.pi / 4, "equilibrium"),))),
        elements=("finite_membrane",), analyses=("static",), features=("large displacements", "symmetry"),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh": round_quarter(n)}, 1.6),))


def rubber_dome(pressure, modulus, thickness):
    """The height of a blown-up disc of neo-Hookean rubber with the radius 1, and the stretch of its middle: shooting for the stretch with which the rim stays in place."""
    size = modulus * thickness

    def tension(one, other):
        return size * (one / other - 1 / (one * other)**3)  # force per length in the deformed sheet

    def rate(place, y):
        radius, _, along = y
        round_ = radius / place
        n, m = tension(along, round_), tension(round_, along)
        sine = pressure * radius / (2 * n)
        cosine = math.sqrt(1 - sine**2)
        by_along, by_round = size * (1 / round_ + 3 / (along**4 * round_**3)), size * (-along / round_**2 + 3 / (along**3 * round_**4))
        return [along * cosine, along * sine, ((m - n) * along * cosine / radius - by_round * (along * cosine - round_) / place) / by_along]

    def end(stretch):
        start = 1e-7
        return solve_ivp(rate, (start, 1), [stretch * start, 0, stretch], method="DOP853", rtol=1e-10, atol=1e-12).y[:, -1]

    stretch = brentq(lambda one: end(one)[0] - 1, 1.19, 1.4, xtol=1e-12)
    return end(stretch)[1], stretch


@case
def rubber_disc():
    height, stretch = rubber_dome(100, 1e5, 1e-3)
    return Case(
        title="A disc of rubber is blown up to a dome",
        text=f"""A flat disc of incompressible neo-Hookean rubber with the radius 1 m and 1 mm thick is clamped along its rim and blown up by 100 N/m². The pressure follows the surface. The middle rises by {height:.4f} m, and the sheet is
stretched by {stretch - 1:.2f} there, in both directions; at the rim it is stretched along the meridian alone. The flat sheet has no stiffness across its plane at first. The reference integrates the equilibrium of a membrane of
revolution from the middle to the rim: the force along the meridian follows from the pressure on the disc within, and the one around from the change of the first. The stretch of the middle is the one with
which the rim stays where it is (Adkins and Rivlin, 1952). Hencky's membrane, which has small strains, would rise by a different law; this sheet tests that rubber gets thinner and softer as it stretches.""",
        options="verification/cases/rubber_disc.opts",
        quantities=(Quantity("height of the middle", "m", lambda r: r["middle/displacement"][-1, 2], (Reference(float(height), "membrane of revolution by shooting, rtol 1e-10"),)),
                    Quantity("force on a quarter of the rim", "N", lambda r: -r["rim/reaction"][-1, 2], (Reference(100 * math.pi / 4, "pressure on a closed surface"),))),
        elements=("finite_membrane",), analyses=("static",), features=("rubber", "pressure", "large strains", "symmetry"), ranks=(1, 3),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh": round_quarter(n)}, 1.6),))
