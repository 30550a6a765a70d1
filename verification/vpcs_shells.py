# SPDX-License-Identifier: BSD-2-Clause
"""Plates and shells of the VPCS guide."""
import math
import os
import tempfile

import gmsh_file
import numpy as np
from scipy.linalg import eigh
from scipy.optimize import brentq
from scipy.special import ivp, jvp, kvp, yvp

from verification.case import Case, Finer, Quantity, Reference, case

PATH = "verification/cases/"
GUIDE = "Guide de validation des progiciels de calcul de structures, AFNOR 1990, "


@case
def loaded_cylinder():
    radius, length, h, young, nu, weight = 1, 4, 0.02, 2.1e11, 0.3, 8000 * 9.81
    stretch = young * h
    loads = {"gas": {"let": "R=1,L=4,h=0.02,p=1e4,w=0,q=0,g=0"}, "pull": {"let": "R=1,L=4,h=0.02,p=0,w=0,q=1e4,g=0"},
             "water": {"let": "R=1,L=4,h=0.02,p=0,w=2e4,q=0,g=0"}, "weight": {"let": "R=1,L=4,h=0.02,p=0,w=0,q=0,g=9.81"}}
    rows = (("gas", "radius at mid-height", 1e4 * radius**2 / stretch, "p R²/(E h)", 2.38e-6, "SSLS06"), ("gas", "height", -nu * 1e4 * radius * length / stretch, "-ν p R L/(E h)", -2.86e-6, "SSLS06"),
            ("pull", "height", 1e4 * length / stretch, "q L/(E h)", 9.52e-6, "SSLS07"), ("pull", "radius at mid-height", -nu * 1e4 * radius / stretch, "-ν q R/(E h)", -7.14e-7, "SSLS07"),
            ("water", "radius at mid-height", 1e4 * radius**2 / stretch, "half of w R²/(E h)", 2.38e-6, "SSLS08"), ("water", "height", -nu * 1e4 * radius * length / stretch, "-ν w R L/(2 E h)", -2.86e-6, "SSLS08"),
            ("weight", "height", -weight * length**2 / (2 * young), "-γ L²/(2 E)", -2.99e-6, "SSLS09"), ("weight", "radius at mid-height", nu * weight * radius * length / (2 * young), "ν γ R L/(2 E); the guide has 4.49e-7 m at the floor", 4.49e-7 / 2, "SSLS09"))
    places = {"radius at mid-height": ("middle", 0), "height": ("top_left", 2)}

    def moved(r, place, axis):
        return r[place + "/displacement"][-1, axis]

    return Case(
        title="A cylinder under pressure, pull, water and its weight (SSLS06, SSLS07, SSLS08 and SSLS09)",
        text="""A steel tube with the radius 1 m, 4 m high and 20 mm thick, stands on a smooth floor, on which its foot can widen. It bears an inner pressure of 10 kN/m², or a pull of 10 kN/m along its
upper edge, or a pressure that grows to 20 kN/m² at the floor like that of water, or its weight. The wall widens alike at all heights or in proportion
to the depth below its top, so that it does not bend, and the closed forms of a membrane are exact for thin shells with these free edges. The sheet
therefore shows that curved cells do not bend by mistake under membrane loads, and it tests the sign and the direction of pressures on a curved
surface. A quarter with two planes of symmetry is modelled. The radius is compared at mid-height, because at the free edges it is off by 1 to 2 %
within one cell.""",
        options=PATH + "loaded_cylinder.opts",
        quantities=tuple(Quantity(f"{load}: change of the {what}", "m", lambda r, where=places[what]: moved(r, *where), (Reference(value, source), Reference(printed, GUIDE + test + "; printed digits", 3e-3)), keys=loads[load])
                         for load, what, value, source, printed, test in rows),
        elements=("shell",), analyses=("static",), features=("pressure", "weight", "fields", "symmetry"), suites=("VPCS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "48,48"}),))


@case
def skew_cantilevers():
    found = {0: (8.67190, 21.2038), 15: (8.95036, 21.6772), 30: (9.80613, 23.4520), 45: (11.23953, 28.0165)}
    printed = {0: (8.7266, 21.3042), 15: (8.9990, 22.1714), 30: (9.8987, 25.4651), 45: (11.15, 27.0)}
    return Case(
        title="Oblique plates that are clamped along one side (SDLS02)",
        text="""Four plates of steel, 1 m wide and 10 mm thick, are clamped along one side. The two sides that start there are oblique by 0, 15, 30 or 45 degrees, so that the plates are rhombi with the same side and with less
and less area. The lowest mode bends the plate, and the second one twists it. Both frequencies rise with the angle. In the obtuse corner at the clamp moments are nearly singular, which slows the convergence of every method. The
reference is Ritz's method for Mindlin's plate with 972 polynomials of the oblique coordinates; from 588 to 972 polynomials the second frequencies fall by up to 9e-4, and they still fall a little. The values of the guide are
those of M. V. Barton (1951) with 18 terms, which are upper bounds for 0 to 30 degrees and up to 9 % too high. Cells are rhombi of the same angle: shear that locks in such cells would raise the frequencies.""",
        options=PATH + "skew_cantilevers.opts",
        quantities=tuple(Quantity(f"{angle} degrees: frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (
                             Reference(found[angle][k], "Ritz's method, verification/programs/skew_cantilever.py", 2e-3), Reference(printed[angle][k], GUIDE + "SDLS02, from Barton 1951", 9e-2)), keys={"let": f"a={angle}*pi/180"})
                         for angle in found for k in range(2)),
        elements=("shell",), analyses=("modes",), features=("plate", "skew cells", "counted by inertia"), suites=("VPCS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "48,48"}),))


def mindlin_plate(squares, h, young=2.1e11, nu=0.3, density=7800):
    """The frequency of a simply supported plate with shear and rotary inertia. squares: of the wave number, in 1/m²."""
    shear, d = 5 / 12 * young / (1 + nu), young * h**2 / 12 / (1 - nu**2)
    a, b, c = density * h**2 / 12 / shear, 1 + squares * (h**2 / 12 + d / shear), squares**2 * d / density
    return math.sqrt((b - math.sqrt(b * b - 4 * a * c)) / (2 * a)) / (2 * math.pi)


@case
def rectangular_plate():
    waves = sorted((m**2 / 1.5**2 + n**2) * math.pi**2 for m in range(1, 7) for n in range(1, 5))[:6]
    printed = (35.63, 68.51, 109.62, 123.32, 142.51, 197.32)
    return Case(
        title="The modes of a rectangular plate on simple supports (SDLS03)",
        text="""A rectangular plate of steel, 1.5 m by 1 m and 10 mm thick, is simply supported along its four sides. Its modes are products of sines, with m half waves along one side and n along the other one. They
are exact for Mindlin's plate, too, if the edge cannot turn about its normal. The sides have the ratio 3 to 2, so that no two of the first six frequencies are equal, and the order of the modes is
(1,1), (2,1), (1,2), (3,1), (2,2) and (3,2). The guide prints the values of Kirchhoff's plate, which are higher by up to 5e-4 here, because a plate of this thickness hardly shears. The motion in the plane is held, so that
bending modes alone are found. A mesh of square cells makes the modes stiffer by the square of the size of its cells, for the sixth mode by 0.5 %.""",
        options=PATH + "rectangular_plate.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(mindlin_plate(value, 0.01), "Mindlin 1951, closed form"), Reference(printed[k], GUIDE + "SDLS03; Kirchhoff", 1e-3)))
                         for k, value in enumerate(waves)),
        elements=("shell",), analyses=("modes",), features=("plate", "counted by inertia"), suites=("VPCS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "72,48"}),))


def ring_frequency(n, inner=0.1, outer=0.2, h=1e-3, young=2e11, nu=0.3, density=7800):
    """The lowest frequency of a Kirchhoff ring plate with n nodal diameters that is clamped inside and free outside, by Bessel's functions."""
    def determinant(k):
        columns = []
        for f in (jvp, yvp, ivp, kvp):
            w = [k**d * f(n, k * outer, d) for d in range(4)]
            moment = w[2] + nu * (w[1] / outer - n * n * w[0] / outer**2)
            laplace = w[3] + w[2] / outer - w[1] / outer**2 - n * n * (w[1] / outer**2 - 2 * w[0] / outer**3)
            shear = laplace - (1 - nu) * n * n / outer**2 * (w[1] - w[0] / outer)
            column = np.array([f(n, k * inner, 0), f(n, k * inner, 1), moment / k**2, shear / k**3])
            columns.append(column / np.abs(column).max())
        return np.linalg.det(np.array(columns))

    tries = np.linspace(12, 40, 57)
    values = [determinant(k) for k in tries]
    first = next(j for j in range(56) if values[j] * values[j + 1] < 0)
    k = brentq(determinant, tries[first], tries[first + 1], xtol=1e-12)
    return k * k * h * math.sqrt(young / (12 * (1 - nu**2) * density)) / (2 * math.pi)


@case
def ring_plate():
    printed = (79.26, 81.09, 89.63, 112.79, None)
    return Case(
        title="A ring that is clamped at its hole (SDLS04)",
        text="""A thin ring of steel with the radii 0.1 and 0.2 m is 1 mm thick, clamped at its hole and free outside. Its modes are a wave along the rim with n nodal diameters times a sum of four Bessel functions of the radius,
whose factors follow from two conditions at each edge. The lowest mode has no nodal diameter, but those with one and two are close to it, because the waves around the ring are long against its width. At the free edge the moment
and Kirchhoff's effective shear vanish. Half of the ring is modelled with cells along rays and circles; all displacements and rotations are those of a plane of symmetry on its straight sides, so that each mode appears once. The
printed values of the guide have the digits of a table with three decimals, and the third one is 0.3 % from the exact solution.""",
        options=PATH + "ring_plate.opts",
        quantities=tuple(Quantity(f"frequency with {n} nodal diameters", "Hz", lambda r, n=n: r.modes.frequency[n], (
            Reference(ring_frequency(n), "Kirchhoff: determinant of four Bessel functions", 1e-3), *((Reference(printed[n], GUIDE + "SDLS04; printed digits", 4e-3),) if printed[n] else ()))) for n in range(5)),
        elements=("shell",), analyses=("modes",), features=("plate", "symmetry", "counted by inertia"), suites=("VPCS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "24,96"}),))


def sphere_frequency(n, radius=2.5, h=0.1, young=2e11, nu=0.3, density=7800):
    """The lowest frequency of a closed thin spherical shell with shear, in the modes of the spherical harmonics of degree n.

    The unknowns are the factors of a tangential displacement along the gradient, of the radial one, and of a rotation along the gradient."""
    size = n * (n + 1)
    stretch, shear = young * h / (1 - nu**2), 5 / 12 * young / (1 + nu) * h
    area = np.array([-size, 2, 0])  # the trace of the membrane strain, times the radius
    form = np.array([[size * (size - 1), -size, 0], [-size, 2, 0], [0, 0, 0]])
    slide = np.array([-1 / radius, 1 / radius, 1])
    stiffness = stretch * ((1 - nu) * form + nu * np.outer(area, area)) / radius**2 + shear * size * np.outer(slide, slide)
    stiffness[2, 2] += stretch * h**2 / 12 * ((1 - nu) * size * (size - 1) + nu * size**2) / radius**2
    mass = density * h * np.diag([size, 1, size * h**2 / 12])
    return math.sqrt(eigh(stiffness, mass, eigvals_only=True)[0]) / (2 * math.pi)


MESHES = tempfile.TemporaryDirectory()  # of the finer run; the case itself has a file of the tree


def finer_sphere():
    path = os.path.join(MESHES.name, "octant.msh")
    gmsh_file.octant(path, 20)
    return path


@case
def closed_sphere():
    rows = ((2, (0, 1), 237.25), (4, (2, 3, 4), 305.24), (6, (5, 6, 7, 8), 346.76))
    return Case(
        title="The modes of a closed spherical shell (SDLS07)",
        text="""A closed sphere of steel with the radius 2.5 m and a wall of 0.1 m vibrates in shapes that are spherical harmonics. All 2 n + 1 modes of degree n have one frequency. In the lowest modes the wall stretches in
one direction and shrinks in the other one, so that frequencies hardly grow with n at first; then bending counts more and more. An eighth of the sphere with three planes of symmetry has the modes that are even in all three coordinates:
two with n = 2, three with n = 4, four with n = 6. The reference has three unknowns for each degree, the factors of the tangential and the radial displacement and of a rotation. No direction of a sphere is special, but
the mesh has directions, and therefore the frequencies of one degree differ in the fourth digit in fsolve: this difference measures how far the mesh is from a sphere. The guide's solution by Hayek has no transverse shear.""",
        options=PATH + "closed_sphere.opts",
        quantities=tuple(Quantity(f"degree {n}: frequency {k - places[0] + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (
            Reference(sphere_frequency(n), "thin shell with shear, three equations", 1e-3), Reference(printed, GUIDE + "SDLS07, Hayek", 5e-3))) for n, places, printed in rows for k in places),
        elements=("shell",), analyses=("modes",), features=("curved shell", "symmetry", "counted by inertia"), suites=("VPCS",), ranks=(1, 3), untested={"thickness poisson": "the lowest modes stretch the wall, and their frequencies hardly depend on its bending"},
        finer=(Finer("cells", {"mesh": finer_sphere()}),))
