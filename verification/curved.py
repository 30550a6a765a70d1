# SPDX-License-Identifier: BSD-2-Clause
"""Curved shells: a hook, saddles, tubes, cylinders, a Z-section; a panel with a beam."""
import math

import numpy as np
from numpy.polynomial import legendre
from scipy.linalg import eigh

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

BATHE = "Bathe, Iosilevich & Chapelle, Comput. Struct. 75 (2000); its values of fine meshes"
FLUGGE = "determinant of Fluegge's equations (Stresses in Shells, 1962, ch. 5 and 8)"
SZE = "Sze, Liu & Lo, Finite Elem. Anal. Des. 40 (2004); its mesh of S4R"
PATH = "verification/cases/"
POINT_FORCE = "below a force at a point the displacement grows with finer cells without a limit, by about 1 % from 24 to 36 cells, and the path has two limit points near 0.52 of the load"


@case
def shell_hook():
    return Case(
        title="Raasch's hook",
        text="""Two arcs, 20 in wide and 2 in thick, are clamped at one end and sheared across the other one. The hook bends and twists. Elements that do not tie
rotations about the normal to the surface fail here.
The tip twists as the arcs change their sense of curvature, and drilling rotations carry this twist from cell to cell. Raasch found that shell
elements of that time diverge here with finer meshes. The sheet compares with the value that solids reach.""",
        options=PATH + "shell_hook.opts",
        quantities=(Quantity("displacement of the end", "in", lambda r: r["tip/displacement"][-1, 2], (Reference(5.02201, "Knight, AIAA J. 35 (1997); solids", 5e-3),)),),
        elements=("shell",), analyses=("static",), features=("curved shell", "drilling"),
        finer=(Finer("cells", {"let": "n=8"}),))


@case
def shell_hypar():
    values = {1e-2: 9.3355e-5, 1e-3: 6.3941e-3, 1e-4: 5.2988e-1}
    return Case(
        title="A saddle of three thicknesses",
        text="""The hyperbolic paraboloid z = x² - y² over a square of 1 m is clamped along one side and carries 8000 N/m³ of weight. Runs with the thicknesses 10, 1 and 0.1 mm have
references of fine meshes. The saddle bends without stretching, so that membrane locking would show, and it would show more the thinner the shell is: an element that locks is too stiff by the
square of the length of a cell over the thickness. Layers at the edges become thinner with the shell, which is why fine meshes are needed at all. The results on several numbers of ranks may
differ more than those of other cases, because the membrane stiffness is up to 10⁸ times the bending stiffness.""",
        same=1e-5, options=PATH + "shell_hypar.opts",
        quantities=tuple(Quantity(f"sag of the free side, {1000 * h:g} mm", "m", lambda r: -r["edge/displacement"][-1, 2], (Reference(value, BATHE, 5e-3),), keys={"let": f"h={h:g}"})
                         for h, value in values.items()),
        elements=("shell",), analyses=("static",), features=("curved shell", "symmetry"),
        finer=(Finer("cells", {"mesh_n": "64,32"}),))


@case
def shell_slit_tube():
    R, h, L, young = 1, 0.1, 20, 1e9
    inertia, warping = 2 / 3 * math.pi * R * h**3, 2 / 3 * math.pi * h * R**5 * (math.pi**2 - 6)
    k = math.sqrt(inertia / 2 / warping)
    return Case(
        title="A tube with a slit under torsion",
        text="""A tube with a slit is clamped at one end and twisted at the other one. The clamp restrains warping: the tube twists by a seventh of what it
would without. Vlasov's theory has rigid sections and no shear of the wall, so that the shell twists by 2 to 3 % more.
An open section is softer in torsion than a closed one, this one 300 times, because shear flow cannot run around it. Near the clamp the restrained
warping makes it stiffer, with a length of decay that is longer than the tube. The shell must allow the slit to slide along itself, which is how the
tube warps.""",
        options=PATH + "shell_slit_tube.opts",
        quantities=(Quantity("twist under a torque of 1", "rad", lambda r: (r["below/displacement"][-1, 1] - r["above/displacement"][-1, 1]) / (2 * R),
                             (Reference(L / (young / 2 * inertia) * (1 - math.tanh(k * L) / (k * L)), "Vlasov, Thin-walled Elastic Beams, 1961", 3e-2),)),),
        elements=("shell",), analyses=("static",), features=("thin-walled section", "restrained warping"),
        finer=(Finer("cells", {"mesh_n": "80,48"}),))


X, Y = "0.5*u*(1+u+2*v*(1-u))", "0.5*v*(3-v-2*u*(1-v))"  # cells that become larger and skew, in opposite directions on opposite sides


def distorted(name, title, text, options, surface, quantity):
    return Case(
        title=title, text=text + """ Sides of cells have the ratio 1 to 3, and their angles reach 63 degrees. The order is that of regular cells. Meshes of real parts are rarely regular, and many
elements lose an order or lock if cells are skewed or warped. The reference is that of the regular mesh. A distorted mesh may need more cells for the
same error, but no other element. The order of convergence is the claim of this sheet, and not the error itself.""",
        options=PATH + options, keys={"mesh_map": surface, "mesh_upper": "1,1"}, quantities=(quantity,),
        elements=("shell",), analyses=("static",), features=("distorted cells",), ranks=(1, 3),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": f"{n},{n}"}, 1.5),))


@case
def shell_plate_distorted():
    return distorted("shell_plate_distorted", "A clamped square plate, distorted cells", "The clamped plate under a uniform load.", "shell_plate.opts", f"{X}, {Y}, 0",
                     Quantity("displacement of the middle, times D/(p a⁴)", "", lambda r: r["middle/displacement"][-1, 2],
                              (Reference(0.00126532, "Taylor & Govindjee, Communications in Numerical Methods in Engineering 20 (2004)", 1e-6),)))


@case
def shell_cylinder_distorted():
    return distorted("shell_cylinder_distorted", "A pinched cylinder, distorted cells", "The pinched cylinder between diaphragms. Its cells are warped.", "shell_cylinder.opts",
                     f"300*sin(pi/2*{X}), 300*{Y}, 300*cos(pi/2*{X})",
                     Quantity("displacement of the load", "", lambda r: -r["top_left/displacement"][-1, 2],
                              (Reference(1.82488e-5, "Lindberg, Olson & Cowper 1969; Belytschko et al., Comput. Methods Appl. Mech. Eng. 51 (1985)", 5e-3),)))


@case
def shell_tube():
    torsion, shell = (2 * math.pi * 0.05 * (1 + 0.05**2 / n) for n in (4, 3))
    return Case(
        title="A closed tube under torsion",
        text="""The tube without its slit is clamped at one end and twisted at the other one. It does not warp: its twist is that of a beam with the section `tube`. The sides of its cells at the
loaded end are chords of the circle, so that the tractions on them have the torque 1 - 5 (2 pi/n)²/24 with n cells. The twist is divided by the torque of the reactions.
The shear strain g turns the directors by the twisting curvature 2 g/R, so that the torsion constant of a shell is 2 pi R³ h (1 + h²/(3 R²)), and that of the solid 2 pi R³ h (1 + h²/(4 R²)).""",
        options=PATH + "shell_tube.opts",
        quantities=(Quantity("twist under a torque of 1", "rad", lambda r: (r["above/displacement"][-1, 1] - r["below/displacement"][-1, 1]) / 2 / r["left/reaction"][-1, 3],
                             (Reference(10 / (1e9 / 2.6 * shell), "a shell: its twisting curvature is that of the directors"), Reference(10 / (1e9 / 2.6 * torsion), "closed form"))),),
        elements=("shell",), analyses=("static",), features=("thin-walled section",),
        refinements=(Refinement("cells", (32, 64, 128), lambda n: {"mesh_n": f"{3 * n // 4},{n}"}, 1.8),))


@case
def shell_stiffened():
    length, width, h, depth, rib, young, load = 2, 0.1, 0.01, 0.08, 0.01, 7e10, 100
    plate, beam, below = width * h, rib * depth, (depth + h) / 2
    center = beam * below / (plate + beam)
    inertia = width * h**3 / 12 + plate * center**2 + rib * depth**3 / 12 + beam * (below - center) ** 2
    bent = load * width * length**4 / (8 * young * inertia)
    return Case(
        title="A panel with a beam",
        text="""A beam lies below the middle of a panel. Both are clamped at one end and bend as one section under a load on the panel. Its bending stiffness is three times that of
the panel and of the beam alone. The closed form neglects shear, in the beam and in the panel.
The axes of beam and panel are apart, so that bending of one stretches the other, and most of the stiffness comes from this arm. Rigid offsets tie
both. If the offset were left out, the panel would bend three times as far. Such ribs are the usual way to stiffen ships, bridges and aircraft.""",
        options=PATH + "shell_stiffened.opts",
        quantities=(Quantity("displacement of the end", "m", lambda r: -r["end/displacement"][-1, 2], (Reference(bent, "bending of the whole section", 5e-3),)),),
        elements=("shell", "beam"), analyses=("static",), features=("stiffener", "offset"),
        finer=(Finer("cells", {"mesh_n": "32,8"}),))


@case
def shell_z_section():
    def stress(r):
        k = int(np.linalg.norm(r.nodes - [2.5, -1, 1], axis=1).argmin())
        return r.snapshot(-1).at_nodes("beam/membrane_force")[k, 0] / 0.1e6

    return Case(
        title="A Z-section under torsion (NAFEMS LE5)",
        text="""A cantilever with a Z-section is twisted by two forces on its flanges, whose ends are free to warp. The clamp restrains the warping, which makes axial
stresses. NAFEMS gives the value of Vlasov's theory of thin-walled beams at the edge of a flange, 107.9 MPa. This theory lets the walls contract across the beam. It gives 111.2 MPa if
they do not, with E/(1 - ν²) instead of E. The walls of the shell contract at the edges and hardly near the folds, so that the shell is between both.""",
        options=PATH + "shell_z_section.opts",
        quantities=(Quantity("axial stress at x = 2.5 m", "MPa", stress, (Reference(-108, "NAFEMS TNSB rev. 3 (1990), LE5; Vlasov's theory with and without contraction of the walls", 3e-2),)),),
        elements=("shell",), analyses=("static",), features=("thin-walled section", "restrained warping", "fold"), suites=("NAFEMS",),
        finer=(Finer("cells", {"mesh_n": "64,32"}, 1),))


def fluegge(lam, n, k, nu):
    """Matrix of a cylinder over D = E h/(1 - nu^2): lam = m pi R/L half waves along it, n waves around it, k = h^2/(12 R^2)."""
    a = np.array([[lam**2 + (1 - nu) / 2 * n**2 * (1 + k), -(1 + nu) / 2 * lam * n, -nu * lam - k * (lam**3 - (1 - nu) / 2 * lam * n**2)],
                  [0, n**2 + (1 - nu) / 2 * lam**2 * (1 + 3 * k), n + (3 - nu) / 2 * k * lam**2 * n],
                  [0, 0, 1 + k * ((lam**2 + n**2) ** 2 - 2 * n**2 + 1)]])
    return a + np.triu(a, 1).T


def cylinder_frequencies(count):
    young, density, nu, h, length = 2e11, 7800, 0.3, 0.01, 2
    squares = [np.linalg.eigvalsh(fluegge(m * math.pi / length, n, h * h / 12, nu))[0] for m in range(1, 6) for n in range(1, 16)]
    return np.sort(np.sqrt(np.array(squares) * young / density / (1 - nu**2)))[:count] / (2 * math.pi)


@case
def shell_cylinder_modes():
    exact = cylinder_frequencies(2)
    return Case(
        title="Modes of a cylinder",
        text="""A cylinder of steel, R = 1 m, 2 m long and 0.01 m thick, stands on two diaphragms. Each mode with waves around it appears twice. The ends may
move along the axis, so that one more mode is rigid. The first modes have five and six waves around, which need many cells: 96 cells around the cylinder give each wave sixteen of them.
Long waves around stretch the wall, short ones bend it, and the least frequency lies in between: more waves need not mean a higher frequency. The
frequencies therefore lie close to each other, and a count by inertia proves that none is missing. The reference is a determinant of a thin shell.""",
        options=PATH + "shell_cylinder_modes.opts", keys={"mesh_n": "96,36"},
        quantities=tuple(Quantity(f"frequency {2 * k + j + 2}", "Hz", lambda r, k=k, j=j: r.modes.frequency[2 * k + j + 1], (Reference(float(value), FLUGGE, 1e-3),))
                         for k, value in enumerate(exact) for j in (0, 1)),
        elements=("shell",), analyses=("modes",), features=("curved shell", "counted by inertia"), ranks=(1, 3),
        refinements=(Refinement("cells", (48, 96), lambda n: {"mesh_n": f"{n},{3 * n // 8}"}, 1.5),))


@case
def shell_pulled_cylinder():
    table = {0.25: (0.2, 2.180, 3.087, 3.310), 0.75: (0.6, 2.692, 4.423, 3.353), 0.525: (0.8, 2.543, 4.061, 3.580), 1: (1, 2.768, 4.551, 3.269)}
    places = (("below the force", "a", 2, 1), ("at the side", "b", 0, -1), ("at the side of the end", "c", 0, -1))

    def measure(r, probe, axis, time):
        return r[f"{probe}/displacement"][int(abs(r["time"][:] - time).argmin()), axis]

    return Case(
        title="A cylinder that is pulled apart",
        text="""Two forces of 40 kN pull a cylinder with open ends apart. It first bends, then stretches. Near 0.52 of the load the path has two limit points, close to
each other. The load steps jump over them to 0.75 of the load, go back to 0.525, and then to all of it. The mesh has 24 by 36 cells. Below the force the displacement grows
slowly with finer cells, because the shell shears and is stretched by a force at a point.""",
        options=PATH + "shell_pulled_cylinder.opts",
        quantities=tuple(Quantity(f"{where} at {factor:g} of the load", "", lambda r, p=(probe, axis, row[0]), sign=sign: sign * measure(r, *p), (Reference(row[k + 1], SZE, 5e-3),), 1.5e-2, POINT_FORCE)
                         for factor, row in table.items() for k, (where, probe, axis, sign) in enumerate(places)),
        elements=("shell",), analyses=("static",), features=("curved shell", "large rotations", "symmetry"), suites=("Sze",), same=1e-6, ranks=(1, 3))


def pinched(n, terms=16, radius=4.953, half=5.175, h=0.094, young=10.5e6, nu=0.3125, force=100.0):
    """The n-th Fourier term of the displacement under one of two opposite forces in the middle of a tube with free ends: Ritz's method with Sanders' strains and even polynomials along it."""
    x, weight = np.polynomial.legendre.leggauss(2 * terms + 8)
    x, weight = (x + 1) / 2, weight * half / 2
    shape = [np.polynomial.legendre.Legendre.basis(k) for k in range(2 * terms)]
    even, odd = ([np.array([(b.deriv(d) if d else b)(x) / half**d for b in shape[start::2]]) for d in range(3)] for start in (0, 1))
    none = np.zeros_like(even[0])

    def rows(u, v, w):
        return np.vstack([u, v, w])

    # u: odd, cos; v: even, sin; w: even, cos
    strains = (rows(odd[1], none, none), rows(none, n * even[0], even[0]) / radius, rows(-n * odd[0] / radius, even[1], none))
    curvatures = (rows(none, none, -even[2]), rows(none, n * even[0], n * n * even[0]) / radius**2, rows(n * odd[0] / (2 * radius**2), 1.5 * even[1] / radius, 2 * n * even[1] / radius))

    def energy(one, two, mixed):
        def inner(f, g):
            return (f * weight) @ g.T
        return inner(one, one) + inner(two, two) + nu * (inner(one, two) + inner(two, one)) + (1 - nu) / 2 * inner(mixed, mixed)

    stiffness = 2 * math.pi * radius * (0.5 if n else 1) * 2 * young * h / (1 - nu**2) * (energy(*strains) + h**2 / 12 * energy(*curvatures))
    load = 2 * force * np.concatenate([np.zeros(2 * terms), [b(0) for b in shape[0::2]]])
    scale = 1 / np.sqrt(np.maximum(np.diag(stiffness), 1e-30))
    return float(load @ (scale * np.linalg.solve(stiffness * np.outer(scale, scale), load * scale))) / (2 * force)


@case
def pinched_tube():
    terms = [pinched(n) for n in range(2, 62, 2)]
    exact = sum(terms) + terms[-1] * 60 / 4  # the terms fall with n⁻³
    return Case(
        title="A tube with free ends is pinched (VM6 and SSLS20)",
        text="""Two opposite forces of 100 lbf pinch a tube with the radius 4.953 in and the length 10.35 in, whose ends are free. The tube bends to an oval over its whole length and hardly stretches. An octant is
modelled, and the displacement under a force is measured. The large motions of the same tube have a sheet of their own; this one is about the slope at the start. The reference expands the motion in a Fourier series
around the tube and in polynomials along it, with Sanders' strains and without transverse shear. Published values are
0.1139 in.""",
        options=PATH + "shell_pulled_cylinder.opts", keys={"let": "R=4.953,F=100", "linearize": True, "load_bottom_left_time": 1, "dt": 1},
        quantities=(Quantity("displacement under a force", "in", lambda r: r["a/displacement"][-1, 2], (
            Reference(exact, "Fourier series and Ritz's method, without transverse shear", 5e-3), Reference(0.1139, "Ansys, verification manual, VM6, target; VPCS, SSLS20", 1e-2))),),
        elements=("shell",), analyses=("static",), features=("bending without stretching", "symmetry"), suites=("Ansys VM", "VPCS"), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": "54,36"}, 2, 1.5),))


def breathing(n=24, radius=2, length=10, h=0.4, young=200e9, nu=0.3, density=8000):
    """The frequencies of a free cylinder that stays round: Ritz's method with n polynomials each for the motion along it, the radial one and the slope."""
    x, weight = legendre.leggauss(n + 2)
    shapes = [legendre.Legendre.basis(k) for k in range(n)]
    value, rate = np.array([f(x) for f in shapes]), np.array([f.deriv()(x) * 2 / length for f in shapes])
    none = 0 * value
    stretch, shear = young * h / (1 - nu**2), 5 / 12 * young / (1 + nu) * h
    along, around, bent, slid = (np.concatenate(parts) for parts in ((rate, none, none), (none, value / radius, none), (none, none, rate), (none, rate, value)))

    def inner(one, other):
        return (one * weight) @ other.T

    stiffness = stretch * (inner(along, along) + inner(around, around) + nu * (inner(along, around) + inner(around, along)) + h**2 / 12 * inner(bent, bent)) + shear * inner(slid, slid)
    motions = [np.concatenate([factor * value if j == k else none for j in range(3)]) for k, factor in enumerate((1, 1, h / math.sqrt(12)))]
    mass = density * h * sum(inner(one, one) for one in motions)
    return np.sqrt(np.maximum(eigh(stiffness, mass, eigvals_only=True), 0)) / (2 * math.pi)


@case
def free_cylinder():
    exact = breathing()
    printed = (243.53, 377.41, 394.11, 397.72, 405.28)
    return Case(
        title="A free thick cylinder breathes (NAFEMS FV41)",
        text="""A cylinder of steel with the mean radius 2 m, 10 m long and 0.4 m thick, is free and vibrates without losing its round shape. NAFEMS models its section with axisymmetric solids. Here it is a shell: a sector of 2.8 degrees,
one cell wide, between two planes of symmetry, one of which is oblique. The first frequency is 0, because the cylinder can move along its axis. Four of the next five frequencies lie within 30 Hz, where the ring's own frequency √(E/ρ)/(2 π R)
is: their motions are waves along the cylinder, which hardly change the frequency of the ring. They couple stretching along the axis with breathing
through Poisson's ratio. The reference is a thin shell with transverse shear by Ritz's method. The solids of NAFEMS differ from it by up to 0.3 %
although the wall is a fifth of the radius. Oblique planes need supports with their own axes.""",
        options=PATH + "free_cylinder.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (
            Reference(float(exact[k]), "shell with shear, Ritz's method with 72 polynomials; theories of shells differ by h²/(12 R²)", 3e-3), Reference(printed[k - 1], "NAFEMS TNSB rev. 3 (1990), FV41", 5e-3))) for k in range(1, 6)),
        elements=("shell",), analyses=("modes",), features=("curved shell", "thick", "oblique supports", "counted by inertia"), suites=("NAFEMS",), ranks=(1, 3), untested={"let_a": "a wider sector has the same modes"},
        finer=(Finer("cells", {"mesh_n": "1,128"}),))
