# SPDX-License-Identifier: BSD-2-Clause
"""Shells that snap or buckle: roofs of Sze, Liu & Lo, a web under shear, cylinders; a spinning disc, an angle under torsion."""
import math

import numpy as np
from numpy.polynomial import Polynomial, legendre

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

FLUGGE = "determinant of Fluegge's equations (Stresses in Shells, 1962, ch. 8)"
SZE = "Sze, Liu & Lo, Finite Elem. Anal. Des. 40 (2004), table 9, the largest tabulated load"
SZE_MESH = "Sze, Liu & Lo, Finite Elem. Anal. Des. 40 (2004); 40 by 40 S4R"
NEAR_LIMIT = "near a limit point 1 % of the load makes 1.6 % of the displacement, and meshes of 28 solids and of 40 shells differ by about 1 % of the load"
STIFFER = ", which is up to 3 % stiffer than solids"
PATH = "verification/cases/"
DIMENSIONLESS = "the factor is a number without a unit"


def limits(r, size=1):
    """The loads at which a path turns [N], in their order: vertices of parabolas through three steps. size: how many times as large as the roof of the paper it is."""
    t, s = 3000 * np.asarray(r["time"]) / size**2, np.asarray(r.path.arc_length)
    found = []
    for k in range(1, len(t) - 1):
        if (t[k] - t[k - 1]) * (t[k + 1] - t[k]) < 0:
            a, b, c = np.polyfit(s[k - 1:k + 2] - s[k], t[k - 1:k + 2], 2)
            found.append(c - b * b / (4 * a))
    return found


def first_limit(r, size):
    """The first limit load [N], or the last load of a short path."""
    return [*limits(r, size), 3000 * r["time"][-1] / size**2][0]


def snap(options, title, text, roofs):
    """Roofs under a force. roofs: (name, first limit load over 3000 N in the table, its uncertainty, number of limit points, size, options)."""
    quantities = []
    for name, sze, uncertainty, points, size, keys in roofs:
        quantities += [Quantity(f"first limit load, {name}", "N", lambda r, size=size: first_limit(r, size), (Reference(3000 * sze, SZE, uncertainty),), keys=keys),
                       Quantity(f"limit points up to 30 mm, {name}", "", lambda r, size=size: len(limits(r, size)), (Reference(points, "maxima and minima in pairs"),), 1e-9, keys=keys)]
    return Case(
        title=title, text=text, options=PATH + options, keys={"mesh_n": "12,12"}, quantities=tuple(quantities),
        elements=("shell",), analyses=("path",), features=("limit point", "curved shell", "symmetry"), suites=("Sze",), same=1e-5, ranks=(1, 3),
        short={"path_steps": 8}, finer=(Finer("cells", {"mesh_n": "18,18"}, 2, 1.5),))


@case
def shell_roof_snap():
    return snap("shell_roof_snap.opts", "A roof that snaps through, and a thin one that snaps back", """A shallow cylindrical roof stands on hinges along its straight sides, its curved sides are free,
and a force presses its middle. With the thickness 12.7 mm the load has a maximum and a minimum while the displacement grows: the roof snaps through. With 6.35 mm the displacement turns back as
well, so that neither the load nor the displacement can be prescribed, and only a path by its arc length goes on. The limit loads are vertices of parabolas through three steps of the path.
Such a roof is a test of large rotations and of the tangent at the same time, because a wrong tangent loses the path at the limit points.""",
                (("12.7 mm", 0.7421, 5e-3, 2, 1, {"let": "h=12.7"}), ("6.35 mm", 0.1953, 5e-3, 2, 1, {"let": "h=6.35"})))


@case
def shell_roof_plies():
    return snap("shell_roof_plies.opts", "Roofs of three plies", """The roof consists of three plies of equal thickness. The fibres of the outer ones run along the roof, [0/90/0], or across it,
[90/0/90]. The roof of 12.7 mm snaps through. That of 6.35 mm is computed as a roof of twice the size with plies of the same thickness and four times the load. The path of the thin roof
[0/90/0] turns four times: the displacement goes back between the limit points. For it, meshes of 8, 12 and 16 cells along each side of a quarter have the first limit load 251.3, 246.5 and
244.9 N, while Sze, Liu & Lo tabulate 234.6 N at most: the path turns between the points of their table, so that the table is uncertain by some percent here. Plies show whether the bending stiffness follows the order of the layers and not their mean.""",
                (("12.7 mm [0/90/0]", 0.3618, 5e-3, 2, 1, {"let": "k=1"}),
                 ("12.7 mm [90/0/90]", 0.5970, 5e-3, 2, 1, {"let": "k=1", "part_roof_direction": "1,0,0"}),
                 ("6.35 mm [0/90/0]", 0.0782, 5e-2, 4, 2, {"let": "k=2"}),
                 ("6.35 mm [90/0/90]", 0.1585, 5e-3, 2, 2, {"let": "k=2", "part_roof_direction": "1,0,0"})))


@case
def shell_pinched_cylinder():
    times, solids = (0.025, 0.05, 0.075, 0.1), ((4.0257, 9.6192, 15.933, 23.653), (0.013347, 0.23883, 0.96615, 2.4587))
    stiff = "1.6 to 2.1 % less than both programs. Its mesh is too stiff; fsolve has it with about 25 by 25 cells"

    def measure(r, probe, axis, time):
        return -r[f"{probe}/displacement"][int(abs(r["time"][:] - time).argmin()), axis]

    return Case(
        title="A pinched cylinder, large rotations",
        text="""Two forces pinch a cylinder between diaphragms; the displacement reaches a quarter of the radius. The reference is a mesh of 28 by 28 solids of
CalculiX (C3D20R), one through the thickness. Both programs tend to the same value: solids have 23.548 and 23.653 with 20 and 28 cells along each side, fsolve 23.10, 23.36, 23.53 and 23.66
with 20, 30, 40 and 60. Fixed rotations at the diaphragms change 0.02 %. Sze, Liu & Lo print less. Near a limit point at 0.152 of the full force the displacement grows
fast with the load, so that a load that is 1 % larger means 1.6 %. At the side, where the displacement is small, cells of this size still
make 1 %: 0.2337 and 0.2354 with 30 and 40 cells at half of this load, which tend to 0.2377. `shell_pinched_far` continues beyond the limit point.""",
        options=PATH + "shell_pinched_cylinder.opts",
        quantities=tuple(Quantity(f"below the force at {time:g} of the load", "", lambda r, time=time: measure(r, "a", 2, time),
                                  (Reference(value, "CalculiX 2.20, solids", 4e-3),) + ((Reference(23.164, SZE_MESH, 1e-2, stiff),) if time == 0.1 else ()), 2e-2, NEAR_LIMIT)
                         for time, value in zip(times, solids[0]))
        + tuple(Quantity(f"at the side at {time:g} of the load", "", lambda r, time=time: measure(r, "b", 0, time),
                         (Reference(value, "CalculiX 2.20, solids", 4e-3),) + ((Reference(2.391, SZE_MESH, 1e-2, stiff),) if time == 0.1 else ()), 4e-2, NEAR_LIMIT + ", and the small displacement at the side varies twice as much with the cells")
                for time, value in zip(times[1:], solids[1][1:])),
        elements=("shell",), analyses=("static",), features=("curved shell", "large rotations", "symmetry"), suites=("Sze",), same=1e-6, ranks=(1, 3),
        short={"mesh_n": "8,8", "t_end": 0.025})


@case
def shell_pinched_far():
    def at(r, series, value):
        """Load fraction, and displacements below the force and at the side, when one of them first reaches a value; or at the end of a short run."""
        found = -4 * r["force/reaction"][:, 2] / 12000, -r["a/displacement"][:, 2], r["b/displacement"][:, 0]
        k = int(np.argmax(found[series] >= value))
        if found[series][k] < value:
            return tuple(s[-1] for s in found)
        x = (value - found[series][k - 1]) / (found[series][k] - found[series][k - 1])
        return tuple(s[k - 1] + x * (s[k] - s[k - 1]) for s in found)

    def load(w, fraction):
        return Quantity(f"load at a displacement of {w:g}", "of 12000", lambda r: at(r, 1, w)[0], (Reference(fraction, SZE_MESH + STIFFER, 3e-2),))

    def below(fraction, w):
        return Quantity(f"below the force at {fraction:g} of the load", "", lambda r: at(r, 0, fraction)[1], (Reference(w, SZE_MESH + STIFFER, 3e-2),))

    def side(w, u):
        return Quantity(f"at the side at a displacement of {w:g}", "", lambda r: at(r, 1, w)[2], (Reference(u, SZE_MESH + STIFFER, 3e-2),))

    return Case(
        title="A pinched cylinder, nearly to its middle",
        text="""The displacement below the forces is prescribed up to 0.86 of the radius, so that the path needs no arc-length steps where the load falls. While the load hardly
grows, loads are compared, at the displacements of Sze, Liu & Lo; 1 % of the load is up to 3 % of the displacement there. Their values are not converged: they print displacements of 23.164
and 36.208 at 0.1 and 0.15 of the load, where converged ones are 23.6 and 39.9. These come from two programs that agree within 0.3 % in the load: Kirchhoff-Love shells of 48 by 48 cubic
B-splines, and fsolve with 56 by 56 cells that are finer near the dent. `shell_pinched_cylinder` shows it beside solids. At the end cells beside the dent snap one by one, and the load goes up
and down by 3 % from cell to cell. The displacement is the first one that reaches a load. 160 steps take 685 iterations.""",
        options=PATH + "shell_pinched_far.opts",
        quantities=(load(23.164, 0.1), load(36.208, 0.15), below(0.5, 73.790), side(73.790, 25.381), below(1, 83.102), side(83.102, 34.272)),
        elements=("shell",), analyses=("static",), features=("curved shell", "large rotations", "symmetry", "prescribed displacements"), suites=("Sze",), same=1e-5, ranks=(1, 3),
        short={"mesh_n": "8,8", "dt": 0.01, "t_end": 0.05})


def shear_factor(terms=12):
    """The factor N b^2/(pi^2 D) of a square plate under shear: Galerkin's method with products of sines, which is exact for many terms."""
    m = np.arange(1, terms + 1)
    odd = (m[:, None] + m) % 2 == 1
    turned = np.where(odd, m[:, None] * m / np.where(odd, m[:, None]**2 - m**2, 1), 0)
    bent = (m[:, None]**2 + m**2).ravel()**2 / 4
    return 1 / np.abs(np.linalg.eigvals(8 / math.pi**2 * np.kron(turned, turned) / bent[:, None])).max()


@case
def shell_shear_web():
    return Case(
        title="A web under shear",
        text="""A square web on simple supports buckles under shear of both signs. Timoshenko's 9.34 is that of fewer terms.
The buckling pattern consists of oblique waves that are not products of sines, so that Ritz's method needs many terms: 9.325 is the value of long
series, and 9.34 is that of few. Both signs of the shear have the same load by symmetry, and a solver must return both, in the right order and with
signs. Webs of plate girders are designed by this factor. The finite mesh has to represent oblique nodal lines.""",
        options=PATH + "shell_shear_web.opts", keys={"mesh_n": "24,24"},
        quantities=tuple(Quantity(f"k, shear of {name} sign", "", lambda r, sign=sign: max(sign * r.buckling.factor[:]),
                                  (Reference(float(shear_factor()), "Galerkin's method with 144 products of sines", 1e-4),)) for name, sign in (("positive", 1), ("negative", -1))),
        elements=("shell",), analyses=("buckling",), features=("plate", "factors of both signs", "counted by inertia"), ranks=(1, 3), short={"mesh_n": "8,8"}, untested={"let_h let_nu let_b": DIMENSIONLESS},
        refinements=(Refinement("cells", (12, 24), lambda n: {"mesh_n": f"{n},{n}"}, 1.8),))


@case
def shell_panel():
    def ratio(r, first, second):
        ends = [int(r.path.branches.first_step[k] + r.path.branches.steps[k]) - 1 for k in (first, second)]
        w = r["quarter/displacement"][:, 2]
        return w[ends[1]] / w[ends[0]]

    return Case(
        title="A panel with all branches",
        text="""A plate, 1.5 times as long as it is wide, is compressed beyond the loads of two and of one half wave along it, which are 8 % apart. The path goes
through both bifurcations. Two branches leave each of them, one for each direction of the waves, and mirror each other. The factors are those of thin plates; the plate also shears, and long cells
shear more.
In practice imperfections choose the branch. What is hard is to find both directions of each branch at
two neighboring points.""",
        options=PATH + "shell_panel.opts",
        quantities=tuple(Quantity(f"k, {waves}", "", lambda r, k=k: r.path.critical.load_factor[k], (Reference((m / 1.5 + 1.5 / m)**2, "closed form", 1e-3),))
                         for k, (waves, m) in enumerate((("two half waves", 2), ("one half wave", 1))))
        + (Quantity("branches", "", lambda r: len(r.path.branches.steps), (Reference(4, "two at each bifurcation"),), 1e-9),)
        + tuple(Quantity(f"ratio of the waves of branches {2 * k + 2} and {2 * k + 1}", "", lambda r, k=k: ratio(r, 2 * k, 2 * k + 1), (Reference(-1, "symmetry"),), 1e-6) for k in (0, 1)),
        elements=("shell",), analyses=("path",), features=("plate", "bifurcations", "branches", "stability by inertia"), ranks=(1, 3),
        short={"mesh_n": "6,4", "dt": 2.5, "path_steps": 2}, untested={"let_h let_nu let_b": DIMENSIONLESS},
        finer=(Finer("cells", {"mesh_n": "24,16"}),))


def stiffened_factor(gamma, delta, terms=20):
    """The factor N b^2/(pi^2 D) of a square plate with a beam along its middle, for modes that are symmetric about it. They are series of sines across the plate.
    gamma: bending stiffness over b D, delta: area over that of the plate."""
    n = np.arange(1, 2 * terms, 2)
    both = np.outer(np.sin(n * math.pi / 2), np.sin(n * math.pi / 2))
    return np.linalg.eigvals(np.linalg.solve(np.eye(terms) + 2 * delta * both, np.diag((1 + n**2)**2.0) + 2 * gamma * both)).real.min()


@case
def shell_stiffened_buckling():
    return Case(
        title="A compressed plate with a beam",
        text="""A square plate on simple supports has a beam along its middle, which carries its share of the compression. The beam bends with the plate: it
makes the factor 2.8 times as large. Its centroid is that of the plate, and it has no torsion stiffness. Timoshenko & Gere print 11.1.
A rib with an infinite stiffness would divide the plate into two, each with its own buckling; this rib is weaker and bends with the plate. Its area
takes a part of the compression, which must be found by an equilibrium before. The series of the reference has 20 terms.""",
        options=PATH + "shell_stiffened_buckling.opts",
        quantities=(Quantity("k", "", lambda r: r.buckling.factor[0], (Reference(float(stiffened_factor(5, 0.1)), "series of Timoshenko & Gere, Theory of Elastic Stability, 1961, 20 terms", 1e-5),)),),
        elements=("shell", "beam"), analyses=("buckling",), features=("plate", "stiffener", "counted by inertia"), ranks=(1, 3), short={"mesh_n": "8,4"}, untested={"let_h let_nu let_b": DIMENSIONLESS},
        refinements=(Refinement("cells", (8, 16), lambda n: {"mesh_n": f"{n},{n // 2}"}, 1.8),))


def fluegge(lam, n, k, nu):
    """Matrix of a cylinder over D = E h/(1 - nu^2): lam = m pi R/L half waves along it, n waves around it, k = h^2/(12 R^2)."""
    a = np.array([[lam**2 + (1 - nu) / 2 * n**2 * (1 + k), -(1 + nu) / 2 * lam * n, -nu * lam - k * (lam**3 - (1 - nu) / 2 * lam * n**2)],
                  [0, n**2 + (1 - nu) / 2 * lam**2 * (1 + 3 * k), n + (3 - nu) / 2 * k * lam**2 * n],
                  [0, 0, 1 + k * ((lam**2 + n**2) ** 2 - 2 * n**2 + 1)]])
    return a + np.triu(a, 1).T


def least_load(halves, h, nu, load):
    """The least load over E h/(1 - nu^2) at which a cylinder of radius 1 buckles. load: returns the matrix of a load of 1."""
    return min(1 / np.linalg.eigvals(np.linalg.solve(fluegge(lam, n, h * h / 12, nu), load(lam, n))).real.max() for lam in halves for n in range(1, 20))


def axial(lam, _):
    return lam**2 * np.eye(3)


def pressure(lam, n):
    return np.array([[n * n, 0, lam], [0, n * n, n], [lam, n, n * n]])


@case
def shell_cylinder_axial():
    h = 0.02
    value = least_load([m * math.pi for m in (1, 3, 5, 7)], h, 0, axial) * math.sqrt(3) / h
    return Case(
        title="A cylinder under axial compression",
        text="""A cylinder with R/h = 50, as long as its radius, is compressed between two diaphragms. The factor is that over the load E h²/(sqrt(3) R) of a long
one. Its strain is 0.012 when it buckles, which the equations neglect: they are uncertain by as much. Many factors are close to the least one. Six waves around take 48 cells for half of the cylinder, 8 cells for a half wave.
Real cylinders buckle far below, because of imperfections.""",
        options="inputs/cylinder_buckling.opts", keys={"buckling_exact": "false", "mesh_n": "48,24"},
        quantities=(Quantity("factor", "", lambda r: r.buckling.factor[0], (Reference(float(value), FLUGGE, h / math.sqrt(3)),)),),
        elements=("shell",), analyses=("buckling",), features=("curved shell", "symmetry", "counted by inertia"), ranks=(1, 3), short={"mesh_n": "12,6"},
        untested={"let_R let_H let_h": "the factor is that over the load of a long cylinder"})


@case
def shell_cylinder_pressure():
    value = least_load([m * math.pi / 4 for m in (1, 3)], 0.01, 0.3, pressure) * 4e4
    return Case(
        title="A cylinder under external pressure",
        text="""A cylinder with R/h = 100 and L/R = 4 carries pressure on its wall, which follows it. The factor is that over the pressure of a long tube, with
two waves around it; here it has more. The determinant neglects that the diaphragms hold the ends before it buckles.
Pressure that follows the wall has a stiffness of its own: a dead load would give a larger factor. The number of waves is a compromise between bending
around and stretching along. The diaphragms let the ends move along the axis.""",
        options=PATH + "shell_cylinder_pressure.opts", keys={"mesh_n": "36,12"},
        quantities=(Quantity("factor", "", lambda r: r.buckling.factor[0], (Reference(float(value), FLUGGE, 1e-2),)),),
        elements=("shell",), analyses=("buckling",), features=("curved shell", "follower load", "symmetry", "counted by inertia"), ranks=(1, 3), short={"mesh_n": "12,4"},
        untested={"let_h let_nu poisson": "the factor is that over the pressure of a long tube"},
        refinements=(Refinement("cells", (24, 36), lambda n: {"mesh_n": f"{n},{n // 3}"}, 1.5),))


def disc(diameters, hub=0.2, nu=0.3, bending=7e10 * 2e-3**2 / 12 / 0.91 / 2700 / 200**2, terms=12):
    """The lowest frequency over the spin of a disc of radius 1 with a number of nodal diameters, by Ritz's method.
    bending: D/(rho h) over the square of the spin."""
    a, b = np.linalg.solve([[1, 1], [1 - nu, -(1 + nu) / hub**2]], [(3 + nu) / 8, (1 - nu**2) / 8 * hub**2])
    x, w = legendre.leggauss(60)
    x, w = (x + 1) / 2 * (1 - hub) + hub, w * (1 - hub) / 2
    radial, hoop = a + b / x**2 - (3 + nu) / 8 * x**2, a - b / x**2 - (1 + 3 * nu) / 8 * x**2
    shapes = [legendre.Legendre.basis(k, [hub, 1]).convert(kind=Polynomial) * Polynomial([-hub, 1]) for k in range(terms)]
    p, d, s = (np.array([(f.deriv(m) if m else f)(x) for f in shapes]) for m in (0, 1, 2))
    t, u = d / x - diameters**2 * p / x**2, diameters * (d / x - p / x**2)
    stiffness = (d * (w * radial * x)) @ d.T + diameters**2 * (p * (w * hoop / x)) @ p.T
    stiffness += bending * (((s + t) * (w * x)) @ (s + t).T - (1 - nu) * ((s * (w * x)) @ t.T + (t * (w * x)) @ s.T - 2 * (u * (w * x)) @ u.T))
    return math.sqrt(np.linalg.eigvals(np.linalg.solve((p * (w * x)) @ p.T, stiffness)).real.min())


@case
def shell_disc():
    return Case(
        title="A spinning disc",
        text="""A disc with a hub of a fifth of its radius spins so fast that its tension bears it, more than its bending. The hub holds displacements only. The quarter
of the disc has the modes with 0, 2 and 4 nodal diameters. The numbers are frequencies over the spin; a disc without a hub has sqrt(2.35) with two diameters (Lamb & Southwell 1921).
Such discs are models of saws and of storage discs, whose frequencies rise with speed because of the tension.""",
        options=PATH + "shell_disc.opts",
        quantities=tuple(Quantity(f"frequency over spin, {s} diameters", "", lambda r, k=k: 2 * math.pi * r.modes.frequency[k] / 200,
                                  (Reference(disc(s), "Ritz's method with the exact stress of the disc"),)) for k, s in enumerate((0, 2, 4))),
        elements=("shell",), analyses=("modes",), features=("plate", "spin"), refinements=(Refinement("cells", (4, 8), lambda n: {"mesh_n": f"{n},{2 * n}"}, 1.5),), ranks=(1, 3),
        short={"mesh_n": "3,3"})


@case
def shell_angle():
    width, h, torque, length = 0.1, 0.01, 0.01, 0.25

    def twist(r):
        one, two = (2 * math.asin(r[f"{probe}/rotation"][-1, 1]) for probe in ("one", "two"))
        return two - one

    def strips(n, b):
        """The twist of n strips of the width b: Mindlin's plates with free edges."""
        layer = math.sqrt(10) * b / 2 / h
        return torque * length / (5e8 * n * b * h**3 / 3 * (1 - math.tanh(layer) / layer))

    solid = torque * length / (5e8 * (2 * width * h**3 / 3 - 0.1385 * h**4))
    return Case(
        title="An angle under torsion",
        text="""An angle of two thin flanges does not warp: it twists as Saint-Venant's theory says. The numbers are twists between a quarter and three quarters of its
length. The torque is 0.01. At free edges the shear stress turns round in a layer as thin as the flange, which makes the torsion stiffness of a strip smaller by 1 - tanh(c)/c with c = sqrt(10) b/(2 h).
A fold of shells has such a layer in each flange as soon as the cells are finer than the thickness, because the edge of a membrane does not resist moments about its normal. The twist then tends to that of
two separate flanges, as the square cells of the refinement show. In a solid angle the stress flows round the corner. Its torsion constant 2 b h³/3 - 0.1385 h⁴ follows from Prandtl's stress function, by finite
differences with 8, 16 and 32 cells across the thickness: the fold of shells loses 0.28 h⁴ of it. Cells of 1.25 thicknesses have 1.5 % more twist than the solid, these cells of 0.6 thicknesses 2.6 %.""",
        options=PATH + "shell_angle.opts",
        quantities=(Quantity("twist between the probes", "rad", twist, (Reference(strips(2, width), "Mindlin's plates, two separate flanges: the limit of fine meshes"),
                                                                        Reference(strips(1, 2 * width), "Mindlin's plates, a flat strip", 2e-2),
                                                                        Reference(solid, "Prandtl's stress function of the solid angle", 4e-2))),),
        elements=("shell",), analyses=("static",), features=("thin-walled section", "fold"), ranks=(1, 3), short={"mesh_n": "20,8"},
        refinements=(Refinement("cells", (16, 32, 64), lambda n: {"mesh_n": f"{5 * n // 2},{n}"}, 0.6),))
