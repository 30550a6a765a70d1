# SPDX-License-Identifier: BSD-2-Clause
"""Plates under loads: benchmarks of NAFEMS and circular plates of textbooks."""
import math

import numpy as np
from numpy.polynomial import Polynomial, legendre
from scipy.linalg import expm
from scipy.optimize import brentq

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

PATH = "verification/cases/"
NAFEMS = "NAFEMS TNSB rev. 3 (1990)"


def products(one, other):
    """All products of two sets of functions at two sets of points: [function i * n + j][point]."""
    return np.einsum("ip,jq->ijpq", one, other).reshape(len(one) * len(other), -1)


def elliptic_stress(n=14, young=210e9, nu=0.3):
    """The stress yy at the point (2, 0) of an elliptic membrane under 10 MPa, by Ritz's method with 2 n² products of Legendre polynomials of the two parameters."""
    x, weight = legendre.leggauss(2 * n + 6)
    s, weight = (x + 1) / 2, weight / 2
    basis = [legendre.Legendre.basis(k) for k in range(n)]
    value, slope = np.array([b(x) for b in basis]), np.array([2 * b.deriv()(x) if b.degree() else 0 * x for b in basis])
    u, v = (one.ravel() for one in np.meshgrid(s, s * math.pi / 2, indexing="ij"))
    xu, yu, xv, yv = 1.25 * np.cos(v), 1.75 * np.sin(v), -(2 + 1.25 * u) * np.sin(v), (1 + 1.75 * u) * np.cos(v)
    area = xu * yv - xv * yu
    w = np.outer(weight, weight).ravel() * math.pi / 2 * area
    shape, along, across = products(value, value), products(slope, value), products(value, slope) * 2 / math.pi

    def gradient(factor, change):
        """Derivatives by x and y of the shapes times a factor of v that vanishes on a plane of symmetry."""
        du, dv = along * factor, across * factor + shape * change
        return (du * yv - dv * yu) / area, (dv * xu - du * xv) / area

    share = v * 2 / math.pi
    (ax, ay), (bx, by) = gradient(1 - share, -2 / math.pi), gradient(share, 2 / math.pi)
    stretch, shear = young / (1 - nu**2), young / 2 / (1 + nu)
    mixed = stretch * nu * (ax * w) @ by.T + shear * (ay * w) @ bx.T
    stiffness = np.block([[stretch * (ax * w) @ ax.T + shear * (ay * w) @ ay.T, mixed], [mixed.T, stretch * (by * w) @ by.T + shear * (bx * w) @ bx.T]])
    edge = 10e6 * weight * math.pi / 2  # 10 MPa along the normal of the outer ellipse; all Legendre polynomials are 1 there
    load = np.concatenate([np.tile(value @ (edge * 2.75 * np.cos(s * math.pi / 2) * (1 - s)), (n, 1)).ravel(),
                           np.tile(value @ (edge * 3.25 * np.sin(s * math.pi / 2) * s), (n, 1)).ravel()])
    a, b = np.linalg.lstsq(stiffness, load, rcond=1e-14)[0].reshape(2, n, n)
    first, rate = np.array([one(-1) for one in basis]), np.array([2 * one.deriv()(-1) if one.degree() else 0 for one in basis])
    return stretch * (first @ b @ first * 2 / math.pi + nu * (rate @ a @ first) / 1.25)


def at(r, place):
    return int(np.linalg.norm(r.nodes - place, axis=1).argmin())


@case
def elliptic_membrane():
    return Case(
        title="An elliptic membrane under tension (NAFEMS LE1)",
        text="""A plate of 0.1 m is bounded by an ellipse with the half axes 2 m and 1 m inside and by one with 3.25 m and 2.75 m outside. It is pulled by 10 MPa along the normal of its outer
edge. The inner edge is free, and the stress along this edge is largest where it meets the long axis. Two planes of symmetry leave a quarter. The stress is wanted at a corner of the mesh, where
no cell has its middle: fsolve continues the forces of the cells to the nodes, and the error of this continuation is larger than that of displacements. Cells become smaller towards the inner
edge. The load turns along the outer edge, so that it needs two tractions with fields. The reference is Ritz's method with products of Legendre polynomials of the two parameters of the mesh,
which has 92.66 MPa to four digits; NAFEMS prints 92.7 MPa.""",
        options=PATH + "elliptic_membrane.opts",
        quantities=(Quantity("stress yy at the end of the long axis, inside", "MPa", lambda r: r.snapshot(-1).at_nodes("plate/membrane_force")[at(r, [2, 0, 0]), 1] / 0.1e6,
                             (Reference(elliptic_stress() / 1e6, "Ritz's method with 392 polynomials; 288 and 512 differ by 1e-4", 1e-4), Reference(92.7, NAFEMS + ", LE1; printed digits", 6e-4))),),
        elements=("shell",), analyses=("static",), features=("plate", "stresses at nodes", "symmetry", "fields"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "64,64"}),), untested={"young poisson": "stresses under given forces in a plane depend on neither (Michell 1899)"})


@case
def cylinder_patch():
    def stress(r, side):
        return r.snapshot(-1).at_nodes("shell/stress_" + side)[at(r, [math.cos(math.pi / 12), math.sin(math.pi / 12), 0.25]), 0] / 1e6

    bent, blown = {"let": "M=1000,p=0"}, {"let": "M=0,p=0.6e6"}
    return Case(
        title="A patch of a cylindrical shell (NAFEMS LE2)",
        text="""A patch of a cylinder with the radius 1 m and an angle of 30 degrees is 0.5 m high and 0.01 m thick. One straight edge is clamped, and two planes of symmetry hold the curved ones,
so that the patch does not change along its axis. In one run a moment of 1 kN m/m acts on the other straight edge. In the other run a pressure of 0.6 MPa acts outwards and the tension p R pulls
at this edge. Equilibrium alone gives the stress along the arc then: 6 M/h² = 60 MPa on the faces, and p R/h = 60 MPa everywhere. All cells inside are distorted. The stress
of a curved strip differs from that of a plate by the part h/(6 R) = 0.0017. The pressure acts on the arcs of the cells, not on their chords: with chords alone the stress under the pressure would be
wrong by 3 %.""",
        options=PATH + "cylinder_patch.opts",
        quantities=(Quantity("outer face under the moment", "MPa", lambda r: stress(r, "top"), (Reference(-60, f"equilibrium, 6 M/h²; {NAFEMS}, LE2", 0.0017),), keys=bent),
                    Quantity("inner face under the moment", "MPa", lambda r: stress(r, "bottom"), (Reference(60, "equilibrium, 6 M/h²", 0.0017),), keys=bent),
                    Quantity("outer face under the pressure", "MPa", lambda r: stress(r, "top"), (Reference(60, f"equilibrium, p R/h; {NAFEMS}, LE2"),), keys=blown),
                    Quantity("inner face under the pressure", "MPa", lambda r: stress(r, "bottom"), (Reference(60, "equilibrium, p R/h"),), keys=blown)),
        elements=("shell",), analyses=("static",), features=("patch test", "distorted cells", "stresses at nodes"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "48,32"}),), untested={"poisson": "equilibrium alone gives the stresses"})


def hemisphere_displacement(n, m=30, radius=10, h=0.04, young=68.25e9, nu=0.3):
    """The n-th Fourier term of the displacement under four forces of 4 kN on the rim of a hemisphere, by Ritz's method with Sanders' strains and 3 m polynomials along the meridian."""
    x, weight = legendre.leggauss(2 * m + 20)
    s, c = np.sin((x + 1) * math.pi / 4), np.cos((x + 1) * math.pi / 4)
    shapes = [legendre.Legendre.basis(k) for k in range(m)]
    p = np.array([[(b.deriv(d) if d else b)(x) * (4 / math.pi)**d for b in shapes] for d in range(3)])
    a = np.array([s * p[0], c * p[0] + s * p[1]])  # along the meridian and around; regular at the pole
    b = np.array([s * s * p[0], 2 * s * c * p[0] + s * s * p[1], 2 * (c * c - s * s) * p[0] + 4 * s * c * p[1] + s * s * p[2]])  # along the normal
    none = np.zeros_like(s * p[0])

    def rows(u, v, w):
        return np.vstack([u, v, w]) / radius

    strains = (rows(a[1], none, b[0]), rows(a[0] * c / s, n * a[0] / s, b[0]), rows(-n * a[0] / s, a[1] - a[0] * c / s, none))
    turn, turned, around = rows(a[0], none, -b[1]), rows(a[1], none, -b[2]), rows(none, a[0], n * b[0] / s)
    around_slope = rows(none, a[1], n * (b[1] / s - b[0] * c / s**2))
    curvatures = tuple(k / radius for k in (turned, turn * c / s + n * around / s, -n * turn / s + around_slope - around * c / s))

    def energy(one, two, mixed):
        def inner(f, g):
            return (f * weight * math.pi / 4 * s * radius**2) @ g.T
        return inner(one, one) + inner(two, two) + nu * (inner(one, two) + inner(two, one)) + (1 - nu) / 2 * inner(mixed, mixed)

    stiffness = young * h / (1 - nu**2) * (energy(*strains) + h**2 / 12 * energy(*curvatures))
    load, scale = np.concatenate([np.zeros(2 * m), np.ones(m)]), 1 / np.sqrt(np.diag(stiffness))
    found = scale * np.linalg.lstsq(stiffness * np.outer(scale, scale), load * scale, rcond=1e-15)[0]
    return 16000 / math.pi * (load @ found)


@case
def hemisphere():
    terms = [hemisphere_displacement(n) for n in range(2, 120, 4)]
    exact = sum(terms) + terms[-1] * 118 / 8  # the terms fall with n⁻³
    return Case(
        title="A closed hemisphere pinched by four forces (NAFEMS LE3)",
        text="""Four forces on the free rim of a closed hemisphere, two outwards and two inwards, bend a thin shell (R/h = 250) that hardly stretches. The quarter of the model has a pole without a hole,
where a mesh of rings would have triangles; here a square is mapped to a quarter of a disc and the disc to the sphere, so that all cells have four corners. One of them, in the middle of the rim,
has a corner of nearly 180 degrees. An element that stretches when it should only bend gives a displacement that is far too small. The reference expands the motion around the axis in a Fourier
series and uses Ritz's method with Sanders' strains along the meridian; it has 0.18483 m, and NAFEMS prints 0.185 m. It leaves out the transverse shear, which the finer mesh shows to be of no
weight here.""",
        options=PATH + "hemisphere.opts",
        quantities=(Quantity("displacement under a force that pulls", "m", lambda r: r["a/displacement"][-1, 0],
                             (Reference(exact, "Fourier series and Ritz's method, without transverse shear", 2e-4), Reference(0.185, NAFEMS + ", LE3; printed digits", 3e-3))),),
        elements=("shell",), analyses=("static",), features=("bending without stretching", "symmetry", "distorted cells"), suites=("NAFEMS",), ranks=(1, 3), same=1e-8,  # a cell of 180 degrees, times R/h
        refinements=(Refinement("cells", (6, 12, 24), lambda n: {"mesh_n": f"{n},{n}"}, 1.8),))


def skew_stress(n, angle=math.pi / 6, h=0.01, nu=0.3, pressure=700):
    """The larger principal stress [Pa] in the middle of a simply supported rhombus of 1 m, Kirchhoff's plate by Ritz's method with the even ones of n² products of polynomials in oblique coordinates."""
    x, weight = legendre.leggauss(n + 3)
    even = np.add.outer(np.arange(n), np.arange(n)).ravel() % 2 == 0
    shapes = [legendre.Legendre.basis(k).convert(kind=Polynomial) * Polynomial([1, 0, -1]) for k in range(n)]
    f, d, s = ([np.array([(g.deriv(m) if m else g)(p) * 2**m for g in shapes]) for p in (x, np.zeros(1))] for m in range(3))
    cosine, sine = math.cos(angle), math.sin(angle)

    def curvatures(k):
        uu, uv, vv = products(s[k], f[k])[even], products(d[k], d[k])[even], products(f[k], s[k])[even]
        return uu, (vv - 2 * cosine * uv + cosine**2 * uu) / sine**2, (uv - cosine * uu) / sine

    w = np.outer(weight, weight).ravel() / 4 * sine
    xx, yy, xy = curvatures(0)
    mixed = (xx * w) @ yy.T
    stiffness = (xx * w) @ xx.T + (yy * w) @ yy.T + nu * (mixed + mixed.T) + 2 * (1 - nu) * (xy * w) @ xy.T
    found = np.linalg.solve(stiffness, pressure * products(f[0], f[0])[even] @ w)
    xx, yy, xy = (float(found @ one[:, 0]) for one in curvatures(1))
    return 6 / h**2 * np.linalg.eigvalsh([[xx + nu * yy, (1 - nu) * xy], [(1 - nu) * xy, yy + nu * xx]])[0] * -1


@case
def skew_plate():
    coarse, fine = skew_stress(25), skew_stress(29)
    rate = (31**-0.8) / (27**-0.8 - 31**-0.8)  # w ~ r^(180/150) in the obtuse corners: the energy of polynomials of degree p converges with p^(-4 (1.2 - 1))
    exact = fine + (fine - coarse) * rate

    def stress(r):
        xx, yy, xy = r.snapshot(-1).at_nodes("plate/stress_bottom")[at(r, [(1 + math.cos(math.pi / 6)) / 2, 0.25, 0])]
        return np.linalg.eigvalsh([[xx, xy], [xy, yy]])[1] / 1e6

    return Case(
        title="A skew plate on simple supports (NAFEMS LE6)",
        text="""A rhombic plate of 1 m with angles of 30 and 150 degrees and 0.01 m thick bears a pressure of 700 Pa. Its sides do not sink, but they may turn in any way. In the obtuse corners the bending
moments of a thin plate grow without bound, like r^(-0.8), and this slows the convergence of every method, also far from the corners. The quantity is the larger principal stress on the lower
face in the middle. The reference is Ritz's method for Kirchhoff's plate; its polynomials converge with the power -0.8 of their degree, and the limit follows from two degrees by this power.
It is 0.802 MPa, as NAFEMS prints. A plate that shears and whose sides turn freely is softer by a layer as wide as its thickness along the sides; this is the uncertainty of 2 h/a.""",
        options=PATH + "skew_plate.opts",
        quantities=(Quantity("larger principal stress below, in the middle", "MPa", stress,
                             (Reference(exact / 1e6, "Ritz's method with 625 and 841 polynomials and their limit; without shear", 0.02), Reference(0.802, NAFEMS + ", LE6; printed digits", 7e-4))),
                    Quantity("sum of the reactions", "N", lambda r: r["rim/reaction"][-1, 2], (Reference(350, "equilibrium"),), 1e-9)),
        elements=("shell",), analyses=("static",), features=("plate", "skew cells", "stresses at nodes"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "48,48"}, 1, 1.5),), untested={"poisson": "a tenth of it changes the stress by less than the singular corners let the references say"})


def navier(m, n, h, pressure, alpha, beta, side=10, young=200e9, nu=0.3, density=8000):
    """Stiffness, mass and damping [3][3] and force [3] of a half wave of a simply supported Mindlin plate: displacement and two rotations. Rayleigh's mass part damps displacements alone."""
    p, q = m * math.pi / side, n * math.pi / side
    bending, shear = young * h**3 / 12 / (1 - nu**2), 5 / 6 * young * h / 2 / (1 + nu)
    mixed = bending * (1 + nu) / 2 * p * q
    stiffness = np.array([[shear * (p * p + q * q), -shear * p, -shear * q], [-shear * p, shear + bending * (p * p + (1 - nu) / 2 * q * q), mixed],
                          [-shear * q, mixed, shear + bending * (q * q + (1 - nu) / 2 * p * p)]])
    mass = density * np.diag([h, h**3 / 12, h**3 / 12])
    return stiffness, mass, alpha * np.diag([density * h, 0, 0]) + beta * stiffness, np.array([16 * pressure / (m * n * math.pi**2), 0, 0])


PLATES = (("thin", 0.05, 0.299, 1.339e-3, {}), ("thick", 1, 5.772, 6.929e-5, {"damping_mass": 5.772, "damping_stiffness": 6.929e-5}))


@case
def plate_harmonic():
    quantities = []
    for name, h, alpha, beta, keys in PLATES:
        pressure, tones = (300, (1.5, 2.377, 5)) if name == "thin" else (1e6, (30, 45.9, 90))
        more = {**keys, "let": f"h={h},p={pressure:g}", "response_frequencies": tones} if keys else {}
        for j, f in enumerate(tones):
            w, exact = 2 * math.pi * f, 0
            for m in range(1, 40, 2):
                for n in range(1, 40, 2):
                    stiffness, mass, damping, force = navier(m, n, h, pressure, alpha, beta)
                    exact += np.linalg.solve(stiffness + 1j * w * damping - w * w * mass, force)[0] * (-1)**((m + n) // 2 - 1)
            printed = {2.377: Reference(0.04542, "NAFEMS R0016 (1993), 13H, printed digits", 5e-3), 45.9: Reference(0.05833, "NAFEMS R0016 (1993), 21H, printed digits", 2e-2)}
            quantities.append(Quantity(f"{name} plate, amplitude of the middle at {f} Hz", "m", lambda r, j=j: abs(complex(r.response["middle/displacement"][j, 2])),
                                       (Reference(abs(exact), "Mindlin's plate, Navier's double series"), *([printed[f]] if f in printed else [])), keys=more))
    return Case(
        title="Square plates under a harmonic pressure, thin and thick (NAFEMS 13H and 21H)",
        text="""A square plate of 10 m on simple supports bears a harmonic pressure. In one run it is 0.05 m thick and bears 300 Pa, and in the other one it is 1 m thick and bears 1 MPa, so that it
shears. Rayleigh's damping is 2 % of the critical one in the first mode, half of it from each part. At resonance the amplitude depends on this damping alone, and a change of frequency of 1 % changes
it by 5 %; below and above resonance stiffness and mass decide. Navier's double series is exact for Mindlin's plate, with a matrix of three rows for each half wave. The mass part of fsolve's damping
acts on displacements, without rotary inertia, and so does that of the series. The published peaks are those of other frequencies, which differ in the fourth digit.""",
        options=PATH + "plate_harmonic.opts", quantities=tuple(quantities),
        elements=("shell",), analyses=("response",), features=("plate", "Rayleigh damping", "harmonic loads", "symmetry"), suites=("NAFEMS",), ranks=(1, 3),
        refinements=(Refinement("cells", (5, 10, 20), lambda n: {"mesh_n": f"{n},{n}"}, 1.7),))


@case
def plate_step():
    quantities = []
    for name, h, alpha, beta, keys in PLATES:
        pressure, end = (100, 0.21) if name == "thin" else (1e6, 0.0108)
        more = {**keys, "let": f"h={h},p={pressure:g}", "dt": end / 42, "t_end": end} if keys else {}
        exact = 0.0
        for m in range(1, 30, 2):
            for n in range(1, 30, 2):
                stiffness, mass, damping, force = navier(m, n, h, pressure, alpha, beta)
                inverse = np.linalg.inv(mass)
                matrix = np.block([[np.zeros((3, 3)), np.eye(3)], [-inverse @ stiffness, -inverse @ damping]])
                rest = np.linalg.solve(stiffness, force)
                exact += (rest - (expm(matrix * end) @ np.concatenate([rest, np.zeros(3)]))[:3])[0] * (-1)**((m + n) // 2 - 1)
        printed = 0.003523 if name == "thin" else 0.004524
        quantities.append(Quantity(f"{name} plate, displacement of the middle after {end} s", "m", lambda r: r["middle/displacement"][-1, 2],
                                   (Reference(exact, "Mindlin's plate, Navier's double series"), Reference(printed, f"NAFEMS R0016 (1993), {'13T' if name == 'thin' else '21T'}, the peak", 2e-2)), keys=more))
    return Case(
        title="Square plates under a sudden pressure, thin and thick (NAFEMS 13T and 21T)",
        text="""The plates of the harmonic benchmarks bear a pressure that is there all at once, 100 Pa on the thin one and 1 MPa on the thick one. The middle overshoots its static displacement by 94 %
at the first peak, where it is measured. A sudden load excites all modes. The stiffness part of Rayleigh's damping calms the high ones so much that they creep instead of vibrating, which makes the
equations stiff; the scheme takes 42 steps, which are long for them. Navier's double series with the exponential of a matrix of six rows for each half wave is exact for Mindlin's plate.""",
        options=PATH + "plate_step.opts", quantities=tuple(quantities),
        elements=("shell",), analyses=("transient",), features=("plate", "Rayleigh damping", "sudden loads", "symmetry"), suites=("NAFEMS",), ranks=(1, 3),
        refinements=(Refinement("cells", (5, 10, 20), lambda n: {"mesh_n": f"{n},{n}"}, 1.7),), untested={"integrator": "steps are so short that schemes agree within the error of the mesh"})


@case
def circular_plate():
    radius, bending, shear = 40, 30e6 / 12 / 0.91, 5 / 6 * 30e6 / 2.6
    center = {"let": "R=40,p=0,P=7539.82"}
    thin = 2.1e11 * 0.005**3 / 12 / 0.91
    free_rim = {"let": "R=40,p=1.5,P=0", "support_rim_fix_rotation": "z"}

    def soft(p):
        return p * radius**2 / (4 * shear)

    def moment(r, place):
        return r.snapshot(-1).at_nodes("plate/bending_moment")[at(r, place), 0]

    target = "Ansys, verification manual, VM15, target"
    return Case(
        title="A circular plate, clamped and simply supported (VM15 and SSLS03)",
        text="""A steel plate with the radius 40 in and 1 in thick bears a pressure of 6 lbf/in² with a clamped rim, a force of 7540 lbf in its middle with a clamped rim, and 1.5 lbf/in² with a rim that may turn. All three sink by
nearly the same amount. The plate of SSLS03 has a radius of 1 m, 5 mm and 1 kN/m². A quarter of the plate is the map of a square, with one cell whose outer corner is nearly flat. The closed forms for pressure have the transverse shear, 0.3 % of the deflection. Under a force at a
point a plate that shears sinks without bound, by the logarithm of the size of the cells; the closed form has no shear, and its uncertainty is that of the shear around a cell. The moments at the rim and in the
middle are those of the nodes.""",
        options=PATH + "circular_plate.opts",
        quantities=(Quantity("pressure, clamped: deflection", "in", lambda r: -r["bottom_left/displacement"][-1, 2], (Reference(6 * radius**4 / 64 / bending + soft(6), "Timoshenko: p R⁴/(64 D), with the shear p R²/(4 κ G h)"), Reference(0.08736, target, 4e-3))),
                    Quantity("pressure, clamped: moment at the rim", "lbf in/in", lambda r: abs(moment(r, [radius, 0, 0])), (Reference(6 * radius**2 / 8, "p R²/8; 7200 lbf/in² in " + target[:-8]),)),
                    Quantity("pressure, clamped: moment in the middle", "lbf in/in", lambda r: abs(moment(r, [0, 0, 0])), (Reference(1.3 * 6 * radius**2 / 16, "(1 + ν) p R²/16"),)),
                    Quantity("force, clamped: deflection", "in", lambda r: -r["bottom_left/displacement"][-1, 2], (Reference(7539.82 * radius**2 / (16 * math.pi * bending), "Timoshenko: P R²/(16 π D), without shear", 1e-2), Reference(0.08736, target, 1e-2)), keys=center),
                    Quantity("pressure, simply supported: deflection", "in", lambda r: -r["bottom_left/displacement"][-1, 2], (
                        Reference(5.3 / 1.3 * 1.5 * radius**4 / 64 / bending + soft(1.5), "Timoshenko: (5 + ν)/(1 + ν) p R⁴/(64 D), with the shear"), Reference(0.08904, target, 4e-3)), keys=free_rim),
                    Quantity("SSLS03, clamped: deflection", "m", lambda r: -r["bottom_left/displacement"][-1, 2], (
                        Reference(1e3 / 64 / thin + 1e3 / (4 * 5 / 6 * 2.1e11 / 2.6 * 0.005), "the same as for the first pressure"), Reference(6.5e-3, "Guide de validation des progiciels de calcul de structures, AFNOR 1990, SSLS03; printed digits", 1e-2)),
                             keys={"let": "R=1,p=1e3,P=0", "part_plate_thickness": 0.005, "part_plate_young": 2.1e11})),
        elements=("shell",), analyses=("static",), features=("plate", "symmetry", "stresses at nodes"), suites=("Ansys VM", "VPCS"), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "34,34"}, 2, 34 / 24),))


@case
def annular_plate():
    bending, inner, outer, moment, nu = 30e6 * 0.25**3 / 12 / 0.91, 10, 30, 10, 0.3
    # the slope A r + B/r vanishes at the hole
    a = moment / bending / (1 + nu + (1 - nu) * inner**2 / outer**2)
    b = -a * inner**2
    target = "Ansys, verification manual, VM39, target"

    def radial(r):
        return bending * (a * (1 + nu) - b * (1 - nu) / r**2)

    return Case(
        title="A circular plate with a hole, bent along its rim (VM39)",
        text="""A plate of 0.25 in with the radii 10 and 30 in is clamped at its hole, and a moment of 10 lbf in/in about the tangent bends its rim. No force crosses the plate, so that it does not shear, and its slope is A r + B/r. The
moment grows from the rim towards the hole, to 14.3 lbf in/in. A quarter of rings of cells is modelled; the two planes of symmetry hold rotations alone. The moment turns along the rim, and needs two loads with fields.
The quantity at the hole is a value at nodes of an edge, where fsolve continues the moments of the cells.""",
        options=PATH + "annular_plate.opts",
        quantities=(Quantity("deflection of the rim", "in", lambda r: -r["rim/displacement"][-1, 2], (Reference(a * (outer**2 - inner**2) / 2 + b * math.log(outer / inner), "Timoshenko: slope A r + B/r"), Reference(0.049064, target, 2e-5))),
                    Quantity("slope of the rim", "", lambda r: 2 * math.asin(r["rim/rotation"][-1, 2]), (Reference(a * outer + b / outer, "the same"), Reference(0.0045089, target, 2e-5))),
                    Quantity("radial moment at the hole", "lbf in/in", lambda r: abs(r.snapshot(-1).at_nodes("plate/bending_moment")[at(r, [inner, 0, 0]), 0]), (Reference(radial(inner), f"the same; {radial(10.81):.3f} at 10.81 in, where the manual has 13.783"),))),
        elements=("shell",), analyses=("static",), features=("plate", "moments", "fields", "symmetry"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "32,48"}),))


def strip(load, span, h, young, nu):
    """Deflection of the middle and tension of a plate that bends to a cylinder between hinges that cannot approach."""
    bending = young * h**3 / 12 / (1 - nu**2)

    def slope(x, pull):
        k = math.sqrt(pull / bending)
        return load / pull * (np.sinh(k * x) / (k * math.cosh(k * span / 2)) - x)

    x, weight = legendre.leggauss(60)
    x, weight = x * span / 2, weight * span / 2
    pull = brentq(lambda s: s * span * (1 - nu**2) / (young * h) - (weight * slope(x, s)**2).sum() / 2, 1, 1e6, xtol=1e-10)
    k = math.sqrt(pull / bending)
    return load / pull * (span**2 / 8 - (1 - 1 / math.cosh(k * span / 2)) / k**2), pull


@case
def plate_strip():
    deflection, pull = strip(10, 45, 0.375, 30e6, 0.3)
    linear = 5 * 10 * 45**4 / 384 / (30e6 * 0.375**3 / 12 / 0.91)
    return Case(
        title="A long plate bends to a cylinder between fixed hinges (VM139)",
        text=f"""A long steel plate of 0.375 in spans 45 in and bears 10 lbf/in². Its edges may turn but not approach, so that it must stretch as it sinks. It carries most of the load by its tension, like a cable: it sinks by
{deflection:.3f} in, where bending alone would need {linear:.1f} in. The tension solves one equation, in which the stretch is half the integral of the square of the slope, and the shape has hyperbolic functions of it.
The plate does not contract along its edges. The reference leaves out the fourth power of the slope, which is 0.07 at the edges, a part of 2e-3, and the sheet tests that membrane force and bending meet in
large displacements.""",
        options=PATH + "plate_strip.opts",
        quantities=(Quantity("deflection", "in", lambda r: -r["middle/displacement"][-1, 2], (Reference(deflection, "Timoshenko & Woinowsky-Krieger, cylindrical bending", 2e-3),)),
                    Quantity("tension", "lbf/in", lambda r: r["right/reaction"][-1, 0] / 2, (Reference(pull, "the same", 4e-3), Reference(11240 * 0.375, "Ansys, verification manual, VM139, target 11240 lbf/in²", 5e-3)))),
        elements=("shell",), analyses=("static",), features=("plate", "large displacements"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "48,2"}),))
