# SPDX-License-Identifier: BSD-2-Clause
"""Modes of beams, frames and strings."""
import math

import numpy as np
from numpy.polynomial import Polynomial, legendre
from scipy.linalg import eigh
from scipy.optimize import brentq
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import eigsh

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

ISSUE = "NAFEMS TNSB rev. 3 (1990), FV5"


@case
def drum():
    def frequency(i, j):
        return math.sqrt(1000 / 0.3) * math.hypot(i / 2, j / 1) / 2

    modes = ((1, 1), (2, 1), (3, 1), (1, 2))
    return Case(
        title="The modes of a rectangular membrane",
        text="""A membrane of 2 m by 1 m under a tension T = 1000 N/m with 0.3 kg/m² is held along its rim. Its frequencies are
√(T/µ) √((i/a)² + (j/b)²)/2. Bilinear elements with consistent mass converge from above with the second power of the mesh.
Modes with equal sums of squares are double, and a square mesh may split them. A membrane has no bending stiffness, so that tension alone resists the
wave. The consistent mass makes frequencies too high, and the lumped one would make them too low. The sheet verifies both the order and the labels of
the first modes, which are known for any rectangle.""",
        options="inputs/drum.opts",
        quantities=tuple(
            Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(frequency(*ij), f"separation of variables, i, j = {ij[0]}, {ij[1]}"),))
            for k, ij in enumerate(sorted(modes, key=lambda ij: frequency(*ij)))),
        elements=("membrane",), analyses=("modes",), features=("counted by inertia",),
        refinements=(Refinement("cells", (8, 16, 32, 64), lambda n: {"mesh_n": (2 * n, n), "part_skin_loss_factor": None}, 1.95),))


@case
def pinned_beam():
    length, bending, mass = 1, 10, 0.5
    return Case(
        title="The modes of a beam on two hinges (as in VM50)",
        text="""A slender beam has the frequencies (k π/L)² √(EI/m)/(2 π). The consistent mass has the inner shapes of the element, so
that they converge with the fourth power of the mesh.
The element must have the inertia of its inner motion, or the order would be two: a straight line between the nodes is not how a beam moves. VM50 asks
for the first frequency with other numbers. The refinement of the sheet shows how many elements a mode needs: short waves need more elements than long
ones for the same accuracy, in proportion to their number of half waves.""",
        options="verification/cases/pinned_beam.opts",
        quantities=tuple(
            Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1],
                     (Reference((k * math.pi / length)**2 * math.sqrt(bending / mass) / (2 * math.pi), "Euler and Bernoulli"),))
            for k in (1, 2, 3)),
        elements=("beam",), analyses=("modes",), features=("consistent mass",),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.9),))


@case
def double_cross():
    """The arms: bending stiffness over mass, and the numbers k L of pinned and of clamped and pinned beams."""
    length, side = 5, 0.125
    wave = math.sqrt(200e9 * side**2 / 12 / 8000)

    def frequency(number):
        return (number / length)**2 * wave / (2 * math.pi)

    pinned, clamped = (math.pi, 2 * math.pi), (3.9266023120479184, 7.0685827456287313)
    rows = ((1, pinned[0], 11.336), (8, clamped[0], 17.709), (9, pinned[1], 45.345), (16, clamped[1], 57.390))
    return Case(
        title="A double cross with pinned ends (NAFEMS FV2)",
        text="""Eight arms meet in a hub. In one mode the hub turns, and all arms bend as pinned beams. In five it rests, and they
bend as beams that are clamped at the hub. In two it moves, which the published values leave out; these are 0.6 % lower. The same
follows for the second half wave.
Repeated and close frequencies are the difficulty: eight equal arms make clusters of modes, and a solver that misses one of them looks right. NAFEMS
designed the test for this reason. The shapes within a cluster are arbitrary, and only their number and frequency can be compared. The count by
inertia proves that the cluster is complete. The reference follows from symmetry and the two beams.""",
        options="verification/cases/double_cross.opts",
        quantities=tuple(
            Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1],
                     (Reference(frequency(number), f"Euler and Bernoulli, k L = {number:.6f}"), Reference(published, "NAFEMS TNSB rev. 3 (1990), FV2", 3e-5)))
            for k, number, published in rows),
        elements=("beam",), analyses=("modes",), features=("patterns", "multiple modes"), suites=("NAFEMS",),
        refinements=(Refinement("cells", (2, 4, 8), lambda n: {"member_arm_n": n}, 3.8),))


def tapered_frequencies(terms=14):
    """Frequencies of the tapered cantilever of SDLL09 [Hz], by Ritz's method with x² times Legendre polynomials; 10, 12 and 14 terms agree to 2e-6 in the fourth one."""
    x, w = legendre.leggauss(60)
    x, w = (x + 1) / 2, w / 2
    side = 0.04 - 0.03 * x
    shapes = [legendre.Legendre.basis(k, [0, 1]).convert(kind=Polynomial) * Polynomial([0, 0, 1]) for k in range(terms)]
    u, bent = (np.array([f.deriv(m)(x) if m else f(x) for f in shapes]) for m in (0, 2))
    return np.sqrt(eigh((bent * (w * 2e11 * side**4 / 12)) @ bent.T, (u * (w * 7800 * side**2)) @ u.T, eigvals_only=True)[:4]) / (2 * math.pi)


@case
def tapered_square():
    published = (54.18, 171.94, 384.40, 697.24)
    return Case(
        title="The modes of a tapered cantilever (SDLL09)",
        text="""The square section of a cantilever of 1 m falls from 40 to 10 mm. A formula of the place gives its width and height. Each
element integrates its flexibility and mass.
Bending stiffness falls with the fourth power of the side, and mass with the second, so that the end moves much more than that of a prismatic beam and
the first frequency rises. An element with a mean section would need a fine mesh. The mass at the foot hardly moves. Tapered masts, blades and teeth
are modelled with such formulas.""",
        options="verification/cases/tapered_square.opts",
        quantities=tuple(
            Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k],
                     (Reference(value, "Ritz's method with 14 polynomials, a slender beam", 2e-6),
                      Reference(published[k], "SFM, Guide de validation des progiciels de calcul de structures (1990), SDLL09; printed digits", 4e-4)))
            for k, value in enumerate(tapered_frequencies())),
        elements=("beam",), analyses=("modes",), features=("sections that vary", "formulas"), suites=("VPCS",),
        refinements=(Refinement("cells", (10, 20, 40), lambda n: {"mesh_n": n}, 1.9),))


def sag(span, length, stiffness, weight):
    """The horizontal force of an elastic catenary between two points at one height, and its sag (Irvine, Cable Structures, 1981)."""
    def wide(h):
        return h * length / stiffness + 2 * h / weight * math.asinh(weight * length / (2 * h)) - span

    h = brentq(wide, 1e-3 * weight * length, 100 * weight * length, xtol=1e-10)
    return h, weight * length**2 / (8 * stiffness) + h / weight * (math.sqrt(1 + (weight * length / 2 / h)**2) - 1)


def roots(f, first, last, n, count):
    """The first roots of f, from n samples of an interval."""
    x = np.linspace(first, last, n)
    y = [f(v) for v in x]
    return [brentq(f, a, b, xtol=1e-14, rtol=1e-14) for a, b, p, q in zip(x, x[1:], y, y[1:]) if p * q < 0][:count]


def slender_beam(name, text, numbers, rigid=0, **keys):
    wave = math.sqrt(10 / 0.5) / (2 * math.pi)
    return Case(
        title=f"The modes of a slender beam, {name}",
        text=text,
        options="verification/cases/slender_beam.opts", keys={"modes": rigid + 3, **keys},
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[rigid + k], (Reference(x * x * wave, f"Euler and Bernoulli, k L = {x:.6f}"),)) for k, x in enumerate(numbers)),
        elements=("beam",), analyses=("modes",), features=("consistent mass", "counted by inertia"),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.7),))


@case
def cantilever_modes():
    return slender_beam("clamped at one end", """The numbers k L of a cantilever solve cos x cosh x = -1.
The roots 1.875, 4.694 and 7.855 are in every textbook, and the frequencies are proportional to their squares. The beam is so slender that neither
shear nor rotary inertia changes the digits that are compared, and therefore Euler's theory is exact here. What the sheet tests is the mass matrix
together with the stiffness, at a clamp and at a free end. The refinement shows order four, which means that half of the length of an element makes
the error sixteen times smaller.""",
                        roots(lambda x: math.cos(x) * math.cosh(x) + 1, 1, 9, 400, 3), supports="start")


@case
def clamped_modes():
    return slender_beam("clamped at both ends", """The numbers k L of a beam that is clamped at both ends solve cos x cosh x = 1.
The first root is 4.730, and the frequency is 2.27 times that of the same beam on hinges, which tells how much clamps are worth. At a clamp the slope
vanishes and the curvature is largest, and elements must follow both. Shear and rotary inertia are too small to be seen in this slender beam. The
order four of the consistent mass is part of the claim, and a lumped mass would not reach it.""",
                        roots(lambda x: math.cos(x) - 1 / math.cosh(x), 3, 12, 400, 3), supports="start,end")


@case
def free_modes():
    return slender_beam("free at both ends", """A free beam has three rigid motions in its plane. They are found as such and counted. The numbers k L of the others
are those of a clamped beam, because cos x cosh x = 1 for both.
The stiffness matrix is singular, and a solver must shift before it factors. If rigid motions were not found exactly, they would appear as small
frequencies or, worse, as imaginary ones. The equality with the clamped beam follows from two derivatives: the curvature of a free beam has the shape
of a clamped one.""",
                        roots(lambda x: math.cos(x) - 1 / math.cosh(x), 3, 12, 400, 3), rigid=3)


@case
def propped_modes():
    return slender_beam("clamped and pinned", """The numbers k L solve tan x = tanh x.
The first root is 3.927, between those of the beam on two hinges and of the clamped one. The other roots approach (k + 1/4) π. The beam is slender, so
that Euler's theory has all digits that are compared. A clamp and a hinge in one model test two kinds of supports, and the shapes are neither
symmetric nor antisymmetric. The frequencies converge with the fourth power of the mesh, because the consistent mass has the inner shapes of the
element.""",
                        roots(lambda x: math.sin(x) - math.tanh(x) * math.cos(x), 3, 11, 400, 3), supports="start,end", support_end_fix="xyz")


@case
def free_ring():
    stiffness = math.sqrt(200e9 * 0.05**2 / 4 / 8000) / (2 * math.pi)
    published = ((51.849, 2, 1), (53.382, 2, 0), (148.77, 3, 1), (150.99, 3, 0), (286.98, 4, 1), (289.51, 4, 0))

    def frequency(n, out):
        return stiffness * n * (n * n - 1) / math.sqrt(n * n + (1.3 if out else 1))

    return Case(
        title="A free circular ring (NAFEMS)",
        text="""A free ring of 1 m radius has a circular section of 0.1 m. It vibrates with n waves across its plane and in it. Each frequency is double. The thin ring has
n (n² - 1)/√(n² + EI/GJ) and n (n² - 1)/√(n² + 1) times √(EI/m)/R². The published values are these formulas. Six rigid motions come first.
Bending and torsion are coupled across the plane. Curved members need their own frames at each point, and cells of unequal length would split the
double frequencies. The printed formulas have neither shear nor stretch, and the section is made stiff against both.""",
        options="verification/cases/free_ring.opts",
        quantities=tuple(Quantity(f"frequency {2 * k + 7} and {2 * k + 8}", "Hz", lambda r, k=k: r.modes.frequency[6 + 2 * k], (
            Reference(frequency(n, out), f"thin ring, {n} waves {'across' if out else 'in'} its plane"), Reference(value, "NAFEMS, free circular ring; printed digits", 2e-5)))
            for k, (value, n, out) in enumerate(published[:4])),
        elements=("beam",), analyses=("modes",), features=("curved members", "patterns", "multiple modes", "rigid motions"), suites=("NAFEMS",), untested={"ea gaz": "a thin ring hardly stretches or shears"},
        refinements=(Refinement("cells", (2, 4), lambda n: {"member_arc_n": n}, 3.5),))


def thick_ring(n):
    """The frequency of a ring of SDLL11 that bends with n waves in its plane [Hz]: stretch, shear and curvature of the motions w cos nθ, v sin nθ and the rotation sin nθ."""
    radius, thick, wide, young, density = 0.1, 0.005, 0.01, 7.2e10, 2700
    area, second = thick * wide, wide * thick**3 / 12
    stretch, slide, bent = np.array([1, n, 0]) / radius, np.array([-n, -1, radius]) / radius, np.array([0, 0, n / radius])
    stiffness = young * area * np.outer(stretch, stretch) + 5 / 6 * young / 2.6 * area * np.outer(slide, slide) + young * second * np.outer(bent, bent)
    return math.sqrt(eigh(stiffness, density * np.diag([area, area, second]), eigvals_only=True)[0]) / (2 * math.pi)


@case
def thin_ring():
    wave = math.sqrt(7.2e10 / 2700) * 0.005 / math.sqrt(12) / 0.1**2 / (2 * math.pi)
    return Case(
        title="A thin ring in its plane (SDLL11)",
        text="""A free ring of aluminium, 0.1 m in radius and 5 mm thick, bends in its plane. The formula of the thin ring leaves out its stretch, its shear and its
rotary inertia, which lower the frequencies by up to 0.7 % here. With them, each number of waves has a matrix of three by three, whose least eigenvalue is the first reference.
Shear makes three quarters of the difference for each number of waves. Stretch makes most of the rest for two waves, and rotary inertia for three and
four.""",
        options="verification/cases/thin_ring.opts",
        quantities=tuple(Quantity(f"frequency of {n} waves", "Hz", lambda r, n=n: r.modes.frequency[3 + 2 * (n - 2)], (
            Reference(thick_ring(n), "a ring with stretch, shear and rotary inertia, closed form; it leaves out h²/12R²", 2e-4), Reference(wave * n * (n * n - 1) / math.sqrt(n * n + 1), "Hoppe 1871, a thin ring that does not stretch", 7e-3)))
                         for n in (2, 3, 4)),
        elements=("beam",), analyses=("modes",), features=("curved members", "patterns", "multiple modes"), suites=("VPCS",), untested={"poisson": "a thin ring hardly shears"},
        finer=(Finer("cells", {"member_arc_n": 8}, 4),))


def timoshenko(k, young, poisson, density, area, second, factor):
    """The lower frequency of a Timoshenko beam with the wave number k [Hz]."""
    a, b, s = density * area, density * second, factor * young / (2 + 2 * poisson) * area
    p, q, r = a * b, -(a * (young * second * k**2 + s) + b * s * k**2), young * second * s * k**4
    return math.sqrt((-q - math.sqrt(q * q - 4 * p * r)) / (2 * p)) / (2 * math.pi)


@case
def short_beam():
    values = {1: timoshenko(math.pi, 2e11, 0.3, 7800, 0.02, 0.1 * 0.2**3 / 12, 5 / 6), 2: math.sqrt(2e11 / 7800) / 4}
    values |= {3: timoshenko(2 * math.pi, 2e11, 0.3, 7800, 0.02, 0.1 * 0.2**3 / 12, 5 / 6), 4: timoshenko(3 * math.pi, 2e11, 0.3, 7800, 0.02, 0.1 * 0.2**3 / 12, 5 / 6),
               5: 3 * values[2], 6: timoshenko(4 * math.pi, 2e11, 0.3, 7800, 0.02, 0.1 * 0.2**3 / 12, 5 / 6)}
    return Case(
        title="A short beam on two hinges (SDLL01)",
        text="""A beam of 1 m by 0.2 m by 0.1 m bends with shear and rotary inertia, and stretches. Timoshenko's theory with the shear factor 5/6 has closed forms. The
mass of the elements leaves out the shear between the nodes, so that the order is two.
Shear is three quarters of the difference to Euler's theory and rotary inertia is the rest, and both grow with the square of the mode number. Modes
that stretch the beam lie between those that bend it, so that the order of modes is part of the test.""",
        options="verification/cases/short_beam.opts",
        quantities=tuple(Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1], (
            Reference(values[k], "Timoshenko's beam, 5/6" if k not in (2, 5) else "a rod, √(E/ρ)/4L times 1 and 3"),)) for k in values),
        elements=("beam",), analyses=("modes",), features=("shear", "rotary inertia"), suites=("VPCS",),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": n}, 1.9),))


@case
def deep_beam():
    odd = [2 * k + 1 for k in range(60)]
    torsion = 16 * (1 / 3 - 64 / math.pi**5 * sum(math.tanh(k * math.pi / 2) / k**5 for k in odd))
    speed = math.sqrt(200e9 / 2.6 * torsion / (8000 * 2 * 16 / 12))
    bend = [timoshenko(k * math.pi / 10, 200e9, 0.3, 8000, 4, 16 / 12, 10 * 1.3 / (12 + 3.3)) for k in (1, 2, 3)]
    values = [bend[0], speed / 40, math.sqrt(200e9 / 8000) / 40, bend[1], 3 * speed / 40, bend[2]]
    published, wrong, other = (42.650, 71.20, 125.00, 148.15, 213.61, 283.47), {1: 77.542, 4: 233.10}, {3: 148.31, 5: 284.55}
    names = ("first bending", "first torsion", "first extension", "second bending", "second torsion", "third bending")
    why = "the torsion constant is that of a circle, Iy + Iz; Saint-Venant's of a square is 0.843 of it, and √0.843 times these values are the right ones"
    return Case(
        title="A deep beam on hinges (NAFEMS FV5)",
        text="""A beam of 10 m with a square section of 2 m bends, twists and stretches. Timoshenko's beam with Cowper's shear factor and a rod with Saint-Venant's
torsion constant give its frequencies. The two bending modes of each pair have one frequency, because the section is square; both are compared, so that a height that differs from the
width is noticed. NAFEMS printed the right values of torsion in 1989 and 1993. Those of the issue of 1990 have the polar second moment as torsion constant, and its bending is up to 0.4 % off.""",
        options="verification/cases/deep_beam.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}, {name}", "Hz", lambda r, k=k: r.modes.frequency[k], (
            Reference(values[j], "Timoshenko's beam; Saint-Venant's rod; rod"), Reference(published[j], "NAFEMS, closed form of FV5 (1989) and of R0016 (1993)", 1.5e-4),
            *((Reference(wrong[j], ISSUE, 0, why),) if j in wrong else ()), *((Reference(other[j], ISSUE, 5e-3),) if j in other else ())))
            for j, k, name in ((0, 0, names[0]), (0, 1, names[0] + ", other axis"), (1, 2, names[1]), (2, 3, names[2]), (3, 4, names[3]), (3, 5, names[3] + ", other axis"), (4, 6, names[4]),
                               (5, 7, names[5]), (5, 8, names[5] + ", other axis"))),
        elements=("beam",), analyses=("modes",), features=("shear", "rotary inertia", "torsion", "multiple modes"), suites=("NAFEMS",),
        refinements=(Refinement("cells", (10, 20, 40), lambda n: {"mesh_n": n}, 1.9),))


def offset_mass_frequencies(terms=12, arm=2.0):
    """Frequencies of the cantilever of FV4 [Hz] by Ritz's method: bending across the arms with torsion, and bending along them with extension. 10 and 12 polynomials agree to ten digits."""
    young, poisson, density, length, radius = 200e9, 0.3, 8000, 10, 0.25
    area, second = math.pi * radius**2, math.pi * radius**4 / 4
    x, w = legendre.leggauss(60)
    x, w = (x + 1) / 2 * length, w * length / 2

    def shapes(power):
        """Values, slopes and curvatures of polynomials that vanish at the clamp with a power, along the beam and at its end."""
        found = [legendre.Legendre.basis(k, [0, length]).convert(kind=Polynomial) * Polynomial([*[0] * power, length**-power]) for k in range(terms)]
        return [(np.array([f.deriv(m)(x) if m else f(x) for f in found]), np.array([f.deriv(m)(length) if m else f(length) for f in found])) for m in range(3)]

    (u, at_end), (slope, slope_end), (bent, _) = shapes(2)
    (along, along_end), (rate, _), _ = shapes(1)
    none = np.zeros((terms, terms))
    bending, mass = young * second * (bent * w) @ bent.T, density * (area * (u * w) @ u.T + second * (slope * w) @ slope.T)
    found = []
    for stiffness, inertia, arms in ((young / (1 + poisson) * second, 2 * density * second, ((10000, arm), (1000, -arm))), (young * area, density * area, ((10000, arm), (1000, -arm)))):
        total = np.block([[mass, none], [none, inertia * (along * w) @ along.T]])
        for m, y in arms:
            rows = [np.concatenate([at_end, y * along_end])] if inertia < density * area else [np.concatenate([at_end, 0 * along_end]), np.concatenate([-y * slope_end, along_end])]
            total = total + m * sum(np.outer(row, row) for row in rows)
        found += list(np.sqrt(eigh(np.block([[bending, none], [none, stiffness * (rate * w) @ rate.T]]), total, eigvals_only=True)[:4]) / (2 * math.pi))
    return sorted(found)[:6]


@case
def offset_masses():
    published = (1.723, 1.727, 7.413, 9.972, 18.155, 26.957)
    return Case(
        title="A cantilever with two masses beside its end (NAFEMS FV4)",
        text="""A round cantilever of 10 m bears 10000 kg and 1000 kg at the tips of two rigid arms of 2 m, which stand across its end on opposite sides. Because the masses differ, their center is beside
the axis: bending across the arms goes with torsion, and bending along them with extension. The first two modes are 0.2 % apart, so that a program has to separate close frequencies. The arms
also have a large moment of inertia, which dominates the third and fourth mode. The reference is Ritz's method with polynomials for the slender beam with its rotary inertia and both masses, and
has all digits of the published values. A mass whose offset is taken with the wrong sign or without its rotary inertia gives other frequencies from the third mode on.""",
        options="verification/cases/offset_masses.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (
            Reference(value, "Ritz's method with 12 polynomials, a slender beam; the file has 1e-4 of the shear", 1e-7), Reference(published[k], "NAFEMS TNSB rev. 3 (1990) and R0015, FV4; printed digits", 3e-4)))
            for k, value in enumerate(offset_mass_frequencies())),
        elements=("beam", "body"), analyses=("modes",), features=("offset masses", "torsion", "counted by inertia"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": 40}),))


@case
def tall_frame():
    return Case(
        title="Bathe and Wilson's frame",
        text="""A plane frame has ten bays, nine storeys, and its mass in the nodes. One beam is a member. The squares of its first three angular frequencies are printed with
six digits by several programs. The run proves by inertia that no frequency is missing.
The problem was published in 1972 as a test of subspace iteration, when it was large. All columns and beams are alike, and the mass sits in the nodes,
so that no inner motion of the members counts. Programs agree on six digits, which makes the problem a test of the assembly and of the solver alone.
The frame sways as a shear beam in its first modes.""",
        options="verification/cases/tall_frame.opts",
        quantities=tuple(Quantity(f"square of angular frequency {k + 1}", "1/s²", lambda r, k=k: (2 * math.pi * r.modes.frequency[k])**2, (
            Reference(value, "Bathe & Wilson 1972; SAP2000's verification manual, printed digits", 2e-6),), 1e-5) for k, value in enumerate((0.589541, 5.52695, 16.5878))),
        elements=("beam",), analyses=("modes",), features=("lumped mass", "frames", "patterns", "counted by inertia"))


def frame_frequencies(bays, storeys=9, stretch=3 * 432000, bending=432000, mass=3):
    """The squares of the first three angular frequencies of the frame, by an assembly of Euler and Bernoulli's beams with the mass in their nodes."""
    node = np.arange((bays + 1) * (storeys + 1)).reshape(bays + 1, storeys + 1)
    turned = np.kron(np.eye(2), [[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
    weight, rows, columns, entries = np.zeros(node.size), [], [], []
    for first, last, length, axes in ((node[:, :-1], node[:, 1:], 10, turned), (node[:-1], node[1:], 20, np.eye(6))):
        one = np.zeros((6, 6))  # along, across, rotation at both ends
        one[np.ix_((0, 3), (0, 3))] = stretch / length * np.array([[1, -1], [-1, 1]])
        one[np.ix_((1, 2, 4, 5), (1, 2, 4, 5))] = bending / length**3 * np.array([
            [12, 6 * length, -12, 6 * length], [6 * length, 4 * length**2, -6 * length, 2 * length**2],
            [-12, -6 * length, 12, -6 * length], [6 * length, 2 * length**2, -6 * length, 4 * length**2]])
        ends = np.stack([first.ravel(), last.ravel()], 1)
        dofs = (3 * ends[:, :, None] + np.arange(3)).reshape(-1, 6)
        rows.append(np.repeat(dofs, 6, 1).ravel())
        columns.append(np.tile(dofs, 6).ravel())
        entries.append(np.tile((axes.T @ one @ axes).ravel(), len(dofs)))
        np.add.at(weight, ends, mass * length / 2)
    stiffness = coo_matrix((np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns))), (3 * node.size, 3 * node.size)).tocsc()
    inertia = np.kron(weight, (1, 1, 0))
    free = np.flatnonzero(np.repeat(~np.isin(node, node[:, 0]).ravel(), 3))
    return np.sort(eigsh(stiffness[free][:, free], 3, diags(inertia[free]), sigma=0, which="LM")[0])


@case
def wide_frame():
    return Case(
        title="Bathe and Wilson's frame with 1000 bays",
        text="""The frame of ten bays is 100 times as wide here, with 19010 members and 27027 dofs. Its first frequencies are close together, because the frame sways as a whole or with few waves
along its width. An assembly of the same beams in scipy, with its shift and inversion, is the reference. It gives the printed values for ten bays.
A solver must separate modes that are nearly equal, with a matrix whose factor is long and narrow. The count by inertia shows that the list is
complete.""",
        options="verification/cases/tall_frame.opts", keys={"let": "bays=1000,storeys=9"},
        quantities=tuple(Quantity(f"square of angular frequency {k + 1}", "1/s²", lambda r, k=k: (2 * math.pi * r.modes.frequency[k])**2, (
            Reference(float(value), "Euler and Bernoulli's beams, assembled by scipy"),), 1e-5) for k, value in enumerate(frame_frequencies(1000))),
        elements=("beam",), analyses=("modes",), features=("lumped mass", "frames", "patterns", "counted by inertia"),
        ranks=(1, 3), short={"let": "bays=100,storeys=9"})


@case
def steel_string():
    area, force = 0.00306796, 500
    return Case(
        title="A steel string under tension (VM53)",
        text="""A string of 100 in, 1/16 in thick, is pulled by 500 lb. Its frequencies are k/2L √(F/ρA). A chain of bars with the mass in the nodes has lower ones, with an error that
falls with the square of the number of bars.
The string is modelled by bars without bending, whose only stiffness across them is that of their tension; without it the model would be a mechanism.
The prestress is part of the elements and not the result of a load step. The mass in the nodes lowers the third frequency by nine times the fraction
of the first.""",
        options="verification/cases/taut_string.opts",
        keys={"let": "L=100,n=64", "modes": 3, "part_rope_ea": repr(30e6 * area), "part_rope_prestress": force, "part_rope_mass_per_length": repr(0.00073 * area)},
        quantities=tuple(Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1], (
            Reference(k / 200 * math.sqrt(force / (0.00073 * area)), "Thomson: k/2L √(F/ρA)"), Reference(value, "Ansys, verification manual, VM53, target", 1e-4)))
            for k, value in ((1, 74.708), (2, 149.42), (3, 224.12))),
        elements=("truss",), analyses=("modes",), features=("prestress", "lumped mass"), suites=("Ansys VM",),
        refinements=(Refinement("cells", (16, 32, 64), lambda n: {"let": f"L=100,n={n}"}, 1.95),))


@case
def drill_string():
    length, second, density, shear, collar = 5000, 9.4e-4, 15.22, 1.728e9, 29.3  # ft, lb, s
    numbers = roots(lambda x: x * math.sin(x) - density * second * length / collar * math.cos(x), 0.1, 8, 400, 2)
    return Case(
        title="The torsion of a drill string (as in VM57)",
        text="""A drill pipe of 5000 ft is held above and has a collar at its lower end. Thomson's example; its numbers solve x tan x = ρ I L/J, with the moments of inertia of the pipe and
of the collar.
The collar at the end adds its moment of inertia to that of the long pipe, so that the lowest mode is neither that of a clamped and free rod nor that
of a disc on a spring. Waves of torsion run along the pipe in half a second. Stick and slip of the bit excite this mode in practice. The elements have
linear twist, and their frequencies converge with the second power.""",
        options="verification/cases/shaft_with_inertia.opts",
        keys={"let": f"L={length},GJ={shear * second!r},j={density * second!r}", "modes": 2, "part_disc_inertia": (collar, 0, 0, 0, 0, 0)},
        quantities=tuple(Quantity(f"angular frequency {k + 1}", "rad/s", lambda r, k=k: 2 * math.pi * r.modes.frequency[k], (
            Reference(x / length * math.sqrt(shear / density), f"wave equation, x = {x:.6f}"), Reference(value, "Thomson, Vibration Theory and Applications, 1965; printed digits", 5e-3)))
            for k, (x, value) in enumerate(zip(numbers, (2.41, 7.93)))),
        elements=("beam", "body"), analyses=("modes",), features=("torsion", "counted by inertia"), suites=("Ansys VM",),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": n}, 1.9),))


@case
def taut_string():
    step, mass = 2 / 12, 0.5 * 2 / 12
    return Case(
        title="A taut chain of bars with masses in its nodes",
        text="""A chain of n bars under a tension T, with all mass in its nodes, has the frequencies √(2 T/(h m) (1 - cos(kπ/n)))/(2π) across itself. fsolve must have them to
round-off, because the model is this chain.
The dispersion of a chain is exact knowledge about a discrete model, in contrast to the continuous string, which is only its limit. Long waves travel
with one velocity, and the shortest one has two bars in each wave. The sheet can therefore demand round-off and detect a wrong factor of tension,
length or mass in any mode, however coarse the mesh. It complements sheets that converge to a string.""",
        options="verification/cases/taut_string.opts",
        quantities=tuple(Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1], (
            Reference(math.sqrt(2 * 7 / step / mass * (1 - math.cos(k * math.pi / 12))) / (2 * math.pi), "Lagrange's string of beads"),), 1e-9) for k in (1, 2, 11)),
        elements=("truss",), analyses=("modes",), features=("prestress", "lumped mass"))


@case
def prestressed_beam():
    return Case(
        title="A column vibrates under half of its critical load (as in VM59)",
        text="""A beam on two hinges is compressed by half of Euler's load. Its first frequency is 1/√2, and its second √(7/8), of that without the load. The modes are
about the equilibrium.
Tension would raise the frequencies, and at the critical load the first one vanishes, which is a test for buckling by vibration. The equilibrium under
the load comes first, and modes follow about it, because the stiffness of the axial force must be that of the loaded state. In VM59 the beam bears 65
% of the critical load. The second mode feels a quarter of the softening of the first one.""",
        options="verification/cases/prestressed_beam.opts",
        quantities=tuple(Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1], (
            Reference((k * math.pi)**2 * math.sqrt(20) / (2 * math.pi) * math.sqrt(1 - 0.5 / k**2), "Euler and Bernoulli, √(1 - P/P_k)"),)) for k in (1, 2)),
        elements=("beam",), analyses=("modes",), features=("prestress", "equilibrium"),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 1.9),))


@case
def damped_pair():
    matrix = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.array([[200, -100], [-100, 200]]), -np.diag([3, 0])]])
    values = sorted((z for z in np.linalg.eigvals(matrix) if z.imag > 0), key=lambda z: z.imag)
    return Case(
        title="Two masses, three springs and a damper",
        text="""A damper between a wall and one of two masses couples their modes. The eigenvalues of the 4 by 4 matrix of first order are the reference.
The damping is not proportional: no set of real modes makes it diagonal, and the two masses do not move in phase. Complex eigenvalues give damped
frequencies and decay rates, and a modal approach with real shapes would be wrong by more than the limits here. The matrix of first order has two
conjugate pairs. Dampers of machines and bridges that act at one place have this character.""",
        options="verification/cases/damped_pair.opts",
        quantities=tuple(q for k, z in enumerate(values) for q in (
            Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(z.imag / (2 * math.pi), "dense eigenvalues"),), 1e-10),
            Quantity(f"rate of growth {k + 1}", "1/s", lambda r, k=k: r.modes.growth[k], (Reference(z.real, "dense eigenvalues"),), 1e-9))),
        elements=("spring", "damper", "mass"), analyses=("modes",), features=("damped modes",))


@case
def lumped_rod():
    step, speed = 2 / 12, math.sqrt(2.1e11 / 7850)
    return Case(
        title="A rod with its mass in the nodes",
        text="""A rod of n elements with lumped mass is a chain of masses and springs: its frequencies are c/(π h) sin(kπ/2n), to round-off.
A discrete chain has a highest frequency, at which neighbours move against each other. Long waves travel with the velocity of sound, and shorter ones
are slower, which is called dispersion. Since the formula describes this very chain, all modes from the lowest to the highest are exact for any number
of elements, and a comparison to round-off is justified. A consistent mass would make waves faster instead.""",
        options="verification/cases/lumped_rod.opts",
        quantities=tuple(Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1], (
            Reference(speed / (math.pi * step) * math.sin(k * math.pi / 24), "chain of masses and springs"),), 1e-10) for k in (1, 6, 11)),
        elements=("bar",), analyses=("modes",), features=("lumped mass", "dispersion"))


@case
def shaft_with_inertia():
    length, torsion, inertia, disc = 2, 5e4, 0.02, 0.05
    numbers = roots(lambda x: x * math.sin(x) - inertia * length / disc * math.cos(x), 0.1, 8, 400, 3)
    return Case(
        title="The torsion of a shaft with a disc",
        text="""A shaft is clamped at one end and has a disc at the other. Its numbers solve x tan x = j L/J, the shaft's moment of inertia over that of the disc.
If the disc is heavy, the first frequency is that of a spring with a disc, and the higher ones are those of a shaft that is clamped at both ends; if
it is light, they are those of a free end. This shaft lies in between, so that the inertia of the disc and that of the shaft both count. The elements
twist linearly and converge with the second power. Motors with couplings are designed with this equation.""",
        options="verification/cases/shaft_with_inertia.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(x / length * math.sqrt(torsion / inertia) / (2 * math.pi), f"wave equation, x = {x:.6f}"),))
                         for k, x in enumerate(numbers)),
        elements=("beam", "body"), analyses=("modes",), features=("torsion", "counted by inertia"),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": n}, 1.95),))


def beam_with_tip(title, text, mass, spring):
    def determinant(x):
        c, s, ch, sh = math.cos(x), math.sin(x), math.cosh(x), math.sinh(x)
        pull = (spring / 10 - mass / 0.5 * x**4) / x**3  # shear force over displacement
        return ((ch + c) * (ch + c - pull * (sh - s)) - (sh + s) * (sh - s - pull * (ch - c))) / ch**2

    numbers = roots(determinant, 0.5, 9, 800, 3)
    return Case(
        title=title, text=text,
        options="verification/cases/beam_tip_mass.opts", keys={"part_tip_mass": mass, "part_spring_stiffness": spring},
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(x * x * math.sqrt(20) / (2 * math.pi), f"Euler and Bernoulli, k L = {x:.6f}"),))
                         for k, x in enumerate(numbers)),
        elements=("beam", "mass", "spring"), analyses=("modes",), features=("consistent mass", "counted by inertia"),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.7),))


@case
def beam_tip_mass():
    return beam_with_tip("A cantilever with a mass at its end", """A mass of 0.3 kg is at the end of a cantilever of 0.5 kg. It bears the shear force M ω² w. The numbers k L are roots of a determinant of two rows.
The mass is 60 % of that of the beam, so that the usual rule of adding a quarter of the beam's mass to that at the end is good for the first mode
only. In the higher modes the end hardly moves, and the frequencies approach those of a propped beam. A point mass has no rotary inertia here. Sensors
on brackets and masses on masts are such systems.""", 0.3, 0)


@case
def beam_tip_spring():
    return beam_with_tip("A cantilever on a spring at its end", """A spring of 2000 N/m, 200 EI/L³, carries the end of a cantilever. The numbers k L are roots of a determinant of two rows, between those of a
free and of a hinged end.
With a stiffness of 200 EI/L³ the spring is nearly a support for the first mode, and nearly nothing for high ones, so that the sheet tests the
transition. The spring acts on one displacement and leaves the rotation free. A stiff spring worsens the condition of the matrix a little, which would
show in the digits. Elastic bearings of shafts and pipes are such supports.""", 0, 2000)


@case
def irvine_cable():
    length, stiffness = 100 / (1 + 2e4 / 4e6), 4e6
    pull, depth = sag(100, length, stiffness, 5 * 9.81 * 100 / length)
    slope = 5 * 9.81 * 100 / pull
    ratio = slope**2 * 100 * stiffness / (pull * 100 * (1 + slope**2 / 8))
    symmetric = roots(lambda x: math.sin(x / 2) - (x / 2 - 4 / ratio * (x / 2)**3) * math.cos(x / 2), 1, 12, 800, 2)
    values = sorted([2 * math.pi, *symmetric])
    return Case(
        title="Irvine's shallow cable",
        text=f"""A cable of 100 m has a sag of {depth:.2f} m. Its symmetric modes stretch it: tan(x/2) = x/2 - 4/λ² (x/2)³ with λ² = {ratio:.2f}. Its antisymmetric ones do not: x = 2π. The
theory is that of a parabola and leaves out the square of the slope, {slope**2 / 8:.4f}. The pull is that of an elastic catenary.
When the sag grows, the first symmetric mode overtakes the antisymmetric one; this crossover at λ² = 4 π² is why cables with little sag behave unlike
strings.""",
        options="verification/cases/irvine_cable.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(x * math.sqrt(pull / 5) / 100 / (2 * math.pi), f"Irvine & Caughey 1974, x = {x:.5f}", 1e-2),))
                         for k, x in enumerate(values)),
        elements=("cable",), analyses=("modes",), features=("initial equilibrium", "prestress"))
