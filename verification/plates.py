# SPDX-License-Identifier: BSD-2-Clause
"""Plates and panels of shells: bending in the plane, modes, waves, buckling."""
import math
from dataclasses import replace

import numpy as np
from numpy.polynomial import Polynomial, legendre
from scipy.linalg import block_diag, eigh
from scipy.optimize import brentq

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

LEISSA = "Leissa, J. Sound Vib. 31 (1973), Kirchhoff's theory"
NAFEMS = "NAFEMS TNSB rev. 3 (1990)"
TIMOSHENKO = "Timoshenko & Gere, Theory of Elastic Stability, 1961"
PATH = "verification/cases/"
NU = 0.3  # Poisson's ratio of steel


def frequencies(values, first, source, factor=1.0, unit="Hz", uncertainty=1e-4):
    """Quantities: frequencies from a mode on, counted from 0, times a factor."""
    return tuple(Quantity(f"frequency {first + k + 1}", unit, lambda r, k=k: factor * r.modes.frequency[first + k],
                          (Reference(value, source, uncertainty),)) for k, value in enumerate(values))


def parameter(length, thickness, young=2e11, poisson=0.3, density=7800):
    """The factor that makes omega a^2 sqrt(rho h/D) of a frequency in Hz."""
    return 2 * math.pi * length**2 * math.sqrt(density * 12 * (1 - poisson**2) / (young * thickness**2))


@case
def shell_cook():
    return Case(
        title="Cook's panel",
        text="""A tapered and swept panel is clamped on its left side and sheared on its right one. It bends in its plane. The reference is a fine mesh.
Cook's problem mixes bending and shear in the plane and has cells that are no rectangles, on which simple quadrilaterals lock. Shells must solve it
with their membrane part and their rotations about the normal. The corner at the clamp has an infinite stress, which limits the order that any element
can reach. As in the membrane's sheet of the same name the displacement of the free side is compared, and its printed value of 23.97 has four digits.""",
        options=PATH + "shell_cook.opts",
        quantities=(Quantity("displacement of the right side's middle", "", lambda r: r["tip/displacement"][-1, 1],
                             (Reference(23.97, "Bergan & Felippa, Comput. Methods Appl. Mech. Eng. 50 (1985)", 1e-3),)),),
        elements=("shell",), analyses=("static",), features=("distorted cells",), refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": f"{n},{n}"}, 1.4),))


@case
def shell_thick_plate():
    return Case(
        title="Modes of a thick plate (NAFEMS FV52)",
        text="""A square plate of steel, 10 m wide and 1 m thick, on simple supports that leave its motions in the plane free. The references are solids of
high order.
A thickness of a tenth of the width is beyond Kirchhoff's theory: shear and rotary inertia lower the higher frequencies by a tenth and more. The edges
can slide in the plane, and therefore three modes are rigid. Solids are a more complete model than a plate, so that an agreement within a percent
verifies the theory of the element, with its shear factor of 5/6, and not only its mesh. NAFEMS proposed the test for solids.""",
        options=PATH + "shell_thick_plate.opts",
        quantities=frequencies((45.897, 109.44, 109.44, 167.89, 193.59, 206.19, 206.19), 3, NAFEMS + ", FV52"),
        elements=("shell",), analyses=("modes",), features=("plate", "counted by inertia"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "32,32"}),))


@case
def shell_taper():
    return Case(
        title="Modes of a tapered panel in its plane (NAFEMS FV32)",
        text="""A panel of steel, 10 m long, tapers from 5 m to 1 m. It is clamped at its wide end and moves in its plane. Rotations about the normal have
little inertia, so that they make no low modes.
The problem is the in-plane one of NAFEMS for membranes, with shells instead. Their rotations about the normal are coupled to the motion in the plane,
and this stiffness must neither lock nor add modes. Cells are trapezoids that get small towards the free end. A cantilever of such proportions bends
and shears alike, and one of its modes stretches it. The sheet shows the accuracy of shells as membranes.""",
        options=PATH + "shell_taper.opts",
        quantities=frequencies((44.623, 130.03, 162.70, 246.05, 379.90, 391.44), 0, NAFEMS + ", FV32"),
        elements=("shell",), analyses=("modes",), features=("plate", "drilling", "counted by inertia"), suites=("NAFEMS",),
        refinements=(Refinement("cells", (8, 12), lambda n: {"let": f"n={n}"}, 1.5),), ranks=(1, 3))


def kirchhoff(ratio, clamped=False, n=14):
    """The lowest numbers ω a² √(ρ h/D) of a plate of a by a/ratio without shear, by Ritz with n x n products of Legendre polynomials.

    The sides are free, except the clamped one at the start of a. Rigid motions are left out."""
    def integrals(length, held):
        x, w = legendre.leggauss(2 * n + 4)
        p = [(legendre.Legendre.fromroots([-1, -1]) if held else 1) * legendre.Legendre.basis(i) for i in range(n)]
        d = [np.array([one.deriv(k)(x) if k else one(x) for one in p]) * (2 / length)**k for k in range(3)]
        return {(i, k): d[i] * w * length / 2 @ d[k].T for i, k in ((0, 0), (1, 1), (2, 2), (0, 2))}

    along, across = integrals(1, clamped), integrals(1 / ratio, False)
    mass = np.kron(along[0, 0], across[0, 0])
    stiffness = (np.kron(along[2, 2], across[0, 0]) + np.kron(along[0, 0], across[2, 2]) + 2 * (1 - NU) * np.kron(along[1, 1], across[1, 1])
                 + NU * (np.kron(along[0, 2], across[0, 2].T) + np.kron(along[0, 2].T, across[0, 2])))
    return np.sqrt(eigh(stiffness, mass, eigvals_only=True)[0 if clamped else 3:])


def thin_plate(first, numbers, thickness, factor, unit, printed, source, digits=1e-4):
    """Quantities: frequencies of a plate of the width 1 from a mode on, beside those of Ritz's method and printed ones.

    Printed values come from Ritz's method as well, with fewer terms, and are upper bounds. The references have no
    shear. Shear softens a free edge: a strip has 1 - 0.63 h/b of a thin one's torsional stiffness (Prandtl), so that
    frequencies are lower by up to half of this."""
    high = "Ritz's method gives an upper bound, and more terms give less"
    return tuple(Quantity(f"frequency {first + k + 1}", unit, lambda r, k=k: factor * r.modes.frequency[first + k],
                          (Reference(value, "Ritz with 196 polynomials, without shear, which makes frequencies lower by up to 0.315 h/b", 0.315 * thickness),)
                          + tuple(Reference(one, source, digits, wrong=high if one > value * (1 + digits) else "") for one in printed[k:k + 1]))
                 for k, value in enumerate(numbers))


@case
def shell_free_plate():
    young, density, side, h = 2e11, 8000, 10, 0.05
    hertz = math.sqrt(young * h**2 / 12 / (1 - NU**2) / density) / side**2 / (2 * math.pi)
    return Case(
        title="Modes of a free plate (NAFEMS FV12)",
        text="""A free square plate of steel, 10 m wide and 0.05 m thick. Six rigid motions have the frequency 0. NAFEMS prints 4.233 Hz for the frequencies 10 and 11. Ritz's method gives
4.190 Hz. Its frequencies are upper bounds of those of the plate, so the printed value is at least 1 % too high. Fine meshes of fsolve tend to 4.186 Hz, because the plate also shears.
Double frequencies belong to modes that differ by a quarter turn.""",
        options=PATH + "shell_free_plate.opts",
        quantities=thin_plate(6, kirchhoff(1)[:5] * hertz, h / side, 1, "Hz", (1.622, 2.360, 2.922), NAFEMS + ", FV12", 1e-3),
        elements=("shell",), analyses=("modes",), features=("plate", "rigid motions", "counted by inertia"), suites=("NAFEMS",),
        finer=(Finer("cells", {"mesh_n": "32,32"}),))


@case
def shell_free_panel():
    return Case(
        title="Modes of a free rectangular plate",
        text="""A free plate of steel, 1.5 m long and 1 m wide. The numbers are ω a² √(ρ h/D) with the length a. Leissa's table of 1973 was made with 36 terms of
Ritz's method, so that its numbers are too large by up to 0.9 %.
Free edges are the hardest for plates: moments vanish and shear is balanced by the twist along the edge. The lowest mode twists the panel, the second
one bends it, and both frequencies are close. Rigid motions must come out as zeros. The reference with 196 polynomials is Kirchhoff's plate, and its
uncertainty is the influence of shear at free edges, proportional to the thickness over the width.""",
        options=PATH + "shell_free_panel.opts",
        quantities=thin_plate(6, kirchhoff(1.5)[:6], 0.01, parameter(1.5, 0.01), "", (20.128, 21.603, 46.654, 50.293, 58.201, 67.494), LEISSA),
        elements=("shell",), analyses=("modes",), features=("plate", "rigid motions", "counted by inertia"), ranks=(1, 3),
        finer=(Finer("cells", {"let": "n=16"}),))


@case
def shell_cantilever_plate():
    hertz = math.sqrt(200e9 * 0.05**2 / 12 / (1 - NU**2) / 8000) / 10**2 / (2 * math.pi)  # for the side 10 m and the thickness 0.05 m of FV16
    rows = thin_plate(0, kirchhoff(1, True)[:5], 0.005, parameter(1, 0.005), "", (3.4917, 8.5246, 21.429, 27.331, 31.111), LEISSA)
    printed = (0.421, 1.029, 2.582, 3.306, 3.753)
    return Case(
        title="Modes of a square cantilever plate (NAFEMS FV16, as in SDLS01)",
        text="""A square plate of steel is clamped along one side. The numbers are ω a² √(ρ h/D). Leissa's table of 1973 was made with 36 terms of Ritz's method, so
that its numbers are too large by up to 0.7 %.
NAFEMS FV16 and SDLS01 are this plate with other dimensions: the numbers depend on Poisson's ratio alone. The second mode twists the plate, and the
third one bends it across and along at once, which no beam theory has. Free corners carry no force. The refined reference has 196 polynomials, and its
uncertainty is the influence of shear at free edges.""",
        options=PATH + "shell_cantilever_plate.opts",
        quantities=tuple(replace(q, references=(*q.references, Reference(one / hertz, NAFEMS + f", FV16: {one} Hz; bound of another method", 2e-2))) for q, one in zip(rows, printed)),
        elements=("shell",), analyses=("modes",), features=("plate", "counted by inertia"), suites=("NAFEMS", "VPCS"), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "32,32"}),))


def rhombus(h, shear, n, angle=math.pi / 4, side=10, young=200e9, density=8000):
    """The lowest frequencies of a clamped rhombic plate [Hz], by Ritz's method in oblique coordinates with n by n polynomials. shear: Mindlin's plate instead of Kirchhoff's."""
    x, w = legendre.leggauss(2 * n + 6)
    shapes = [legendre.Legendre.basis(k).convert(kind=Polynomial) * Polynomial([1, 0, -1])**(1 if shear else 2) for k in range(n)]
    f, d, s = (np.array([(g.deriv(m) if m else g)(x) * (2 / side)**m for g in shapes]) for m in range(3))
    cosine, sine = math.cos(angle), math.sin(angle)

    def product(one, other):
        """The integral of two sums of products [(factor, along u, along v)] over the plate."""
        inner = [(p * q, (a * w * side / 2) @ c.T, (b * w * side / 2) @ e.T) for p, a, b in one for q, c, e in other]
        return sine * sum(factor * np.kron(first, last) for factor, first, last in inner)

    value, dx, dy = [(1, f, f)], [(1, d, f)], [(1 / sine, f, d), (-cosine / sine, d, f)]
    bending = young * h**3 / 12 / (1 - NU**2)
    if not shear:
        laplace = [(sine**-2, s, f), (-2 * cosine / sine**2, d, d), (sine**-2, f, s)]
        stiffness, mass = bending * product(laplace, laplace), density * h * product(value, value)
    else:
        slide, m = 5 / 12 * young / (1 + NU) * h, product(value, value)
        xx, yy = (bending * (product(p, p) + (1 - NU) / 2 * product(q, q)) + slide * m for p, q in ((dx, dy), (dy, dx)))
        xy = bending * (NU * product(dx, dy) + (1 - NU) / 2 * product(dy, dx))
        wx, wy = -slide * product(dx, value), -slide * product(dy, value)
        stiffness = np.block([[slide * (product(dx, dx) + product(dy, dy)), wx, wy], [wx.T, xx, xy], [wy.T, xy.T, yy]])
        mass = block_diag(density * h * m, density * h**3 / 12 * m, density * h**3 / 12 * m)
    return np.sqrt(eigh(stiffness, mass, eigvals_only=True)[:6]) / (2 * math.pi)


@case
def shell_rhombus():
    thin, thick = (7.938, 12.835, 17.941, 19.133, 24.009, 27.922), (133.95, 201.41, 265.81, 283.68)
    rows = [("thin", k, {"let": "h=0.05,a=pi/4"}, value, "Ritz's method with 144 polynomials, Kirchhoff", 2e-3, thin[k], "FV15") for k, value in enumerate(rhombus(0.05, False, 12))]
    rows += [("thick", k, {"let": "h=1,a=pi/4"}, value, "Ritz's method with 243 polynomials, Mindlin", 2e-3, thick[k], "FV22") for k, value in enumerate(rhombus(1, True, 9)[:4])]
    return Case(
        title="Clamped rhombic plates, thin and thick (NAFEMS FV15 and FV22)",
        text="""A plate of steel has the shape of a rhombus with sides of 10 m and an angle of 45 degrees. All sides are clamped. It is 0.05 m thick in one run and 1 m in the other one, so that the thick
plate shears. Cells are rhombi of the same angle: shear that locks in skew cells would raise the frequencies of the thin plate. In the obtuse corners bending moments are singular, which slows
the convergence of any method. The references are upper bounds by Ritz's method in oblique coordinates; 81 and 144 polynomials of the thin plate differ by 7e-5 in the first frequency. The
values that NAFEMS prints are upper bounds with fewer terms, and up to 1.3 % higher.""",
        options=PATH + "shell_rhombus.opts",
        quantities=tuple(Quantity(f"{name} plate, frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k],
                                  (Reference(float(value), source, doubt), Reference(printed, f"NAFEMS TNSB rev. 3 (1990) and R0015, {test}", 1.5e-2)), keys=keys)
                         for name, k, keys, value, source, doubt, printed, test in rows),
        elements=("shell",), analyses=("modes",), features=("plate", "skew cells", "counted by inertia"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "36,36"}, 2, 1.5),))


def mindlin(k):
    """Frequency of a bending wave with the wave number k, on the lower branch, in steel of 0.1 m (shear factor 5/6)."""
    h, young, nu, rho = 0.1, 2e11, 0.3, 7800
    shear, d = 5 / 6 * young / (2 + 2 * nu), young * h**2 / 12 / (1 - nu**2)
    a, b, c = rho * h**2 / 12 / shear, 1 + k**2 * (h**2 / 12 + d / shear), k**4 * d / rho
    return math.sqrt((b - math.sqrt(b * b - 4 * a * c)) / (2 * a)) / (2 * math.pi)


def wave(title, text, source, speeds, held, rotations, order=1.8, untested=None):
    """Standing waves with 1 to 6 half waves over 1 m: their phase velocities, and the group velocity between the last two.
    speeds: returns the frequency of a number of half waves."""
    exact = [speeds(m) for m in range(1, 7)]
    return Case(
        title=title, text=text, options=PATH + "shell_wave.opts", keys={"support_all_fix": held, "support_all_fix_rotation": rotations},
        quantities=tuple(Quantity(f"phase velocity, {m} half waves", "m/s", lambda r, m=m: 2 * r.modes.frequency[m - 1] / m, (Reference(2 * exact[m - 1] / m, source),))
                         for m in (1, 2, 4, 6))
        + (Quantity("group velocity, 5.5 half waves", "m/s", lambda r: 2 * (r.modes.frequency[5] - r.modes.frequency[4]), (Reference(2 * (exact[5] - exact[4]), source),)),),
        elements=("shell",), analyses=("modes",), features=("plate", "waves"), refinements=(Refinement("cells", (16, 32), lambda n: {"mesh_n": f"{n},1"}, order),), ranks=(1, 3), untested=untested or {})


@case
def shell_bending_waves():
    return wave("Bending waves in a thick plate", """Waves with lengths from 2 m to 0.33 m run through a plate of steel of 0.1 m. The shortest ones are slower by a third than
without shear. A strip with ends that do not sink has standing waves on the branch of Mindlin's theory.
The shorter a wave, the larger is the error of a theory without shear, which would let short waves run with any speed. Group velocities, with which
energy travels, are compared in addition. The sheet therefore verifies bending, shear and rotary inertia over a range of wave lengths at once.
Standing waves are easier to measure than travelling ones and have the same frequencies.""", "Mindlin 1951, closed form",
                lambda m: mindlin(m * math.pi), "xy", "xz")


@case
def shell_pressure_waves():
    return wave("Longitudinal waves in a plate", """Waves that stretch a plate have one velocity, sqrt(E/(1 - nu²)/rho).
They are the fastest waves of a plate, slower than those of the full solid, because the plate contracts through its thickness. Their velocity does not
depend on the length of the wave as long as it is long against the thickness. A strip with sides that cannot move across has standing waves with one
to six half waves, whose frequencies give the phase velocity; the difference of the last two gives the group velocity. Linear shapes on a mesh
disperse them, and the error grows with the square of the number of waves. The sheet verifies the membrane stiffness and the mass of shells.""", "closed form",
                lambda m: m / 2 * math.sqrt(2e11 / 0.91 / 7800), "yz", "xyz")


@case
def shell_shear_waves():
    return wave("Shear waves in a plate", """Waves that shear a plate in its plane have one velocity, sqrt(G/rho). The nodes rotate about the normal with them.
Their velocity is 0.59 of that of the longitudinal waves for Poisson's ratio 0.3, and it is the same for all lengths. The rotation about the normal is
a degree of freedom of its own in shells, and the penalty that ties it to the motion must not stiffen the shear. Standing waves with one to six half
waves between two sides give phase and group velocities. The linear shapes disperse short waves, and the order is that of the mesh. The sheet verifies
drilling rotations in dynamics, which static tests do not see.""", "closed form",
                lambda m: m / 2 * math.sqrt(2e11 / 2.6 / 7800), "xz", "xy", 1.5, {"thickness let_h": "waves in the plane do not depend on the thickness"})


def clamped_factor(ratio):
    """The factor N b²/(π² D) of a plate whose loaded sides are simply supported and whose other sides are clamped; ratio: its length over its width. One half wave runs along it."""
    wave = math.pi / ratio

    def determinant(k):
        outer, inner = math.sqrt(wave * math.pi * math.sqrt(k) + wave**2), math.sqrt(wave * math.pi * math.sqrt(k) - wave**2)
        return outer * math.tanh(outer / 2) * math.cos(inner / 2) + inner * math.sin(inner / 2)

    return brentq(determinant, 6.5, 7.5, xtol=1e-13)


@case
def shell_clamped_buckling():
    return Case(
        title="A compressed plate with clamped sides",
        text="""The plate is simply supported at the loaded edges and clamped along the other two. It is two thirds as long as it is wide, where its
factor k = N b²/(pi² D) is least.
The exact factor for this length is 6.9716, from a determinant of four functions, and not the rounded value of tables. The clamped sides hold the
plate so that one half wave along the load fits best in two thirds of the width. Meshes must resolve the flat part of the shape near the clamps, and
their factors approach the exact one from below here. Stiffened panels of ships buckle between such restraints.""",
        options=PATH + "shell_clamped_buckling.opts",
        quantities=(Quantity("k", "", lambda r: r.buckling.factor[0], (Reference(clamped_factor(2 / 3), "Levy's solution: α tanh(α b/2) + γ tan(γ b/2) = 0"), Reference(6.97, TIMOSHENKO, 1e-3))),),
        elements=("shell",), analyses=("buckling",), features=("plate", "counted by inertia"), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "32,48"}),), untested={"let_h let_nu let_b": "the factor is a number without a unit"})
