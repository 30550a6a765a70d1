# SPDX-License-Identifier: BSD-2-Clause
"""Shells: the linear set of MacNeal & Harder, the large rotations of Sze, Liu & Lo, plates."""
import math

from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

MACNEAL = "MacNeal & Harder, Finite Elem. Anal. Des. 1 (1985)"
SZE = "Sze, Liu & Lo, Finite Elem. Anal. Des. 40 (2004); its mesh of S4R"
PATH = "verification/cases/"


def cells(*sizes, least):
    """A refinement of square meshes."""
    return (Refinement("cells", sizes, lambda n: {"mesh_n": f"{n},{n}"}, least),)


def moved(name, probe, axis, values, source, sign=1, exact=None):
    """Quantities: displacements of a probe along an axis at load factors. values, exact: {factor: value} of a table and, where it is known, of the beam."""
    def measure(r, factor):
        k = int(abs(r["time"][:] - factor).argmin())
        return sign * r[f"{probe}/displacement"][k, axis]

    return tuple(Quantity(f"{name} at {factor:g} of the load", "", lambda r, factor=factor: measure(r, factor),
                          (*((Reference(exact[factor], "Reissner's beam with shear and stretch, by shooting", 1e-10),) if exact else ()), Reference(value, source, 3e-3 if exact else 5e-3))) for factor, value in values.items())


@case
def shell_roof():
    return Case(
        title="The roof of Scordelis & Lo (VM42)",
        text="""A cylindrical roof, 50 ft long, with the radius 25 ft and an opening of 80 degrees, stands on two diaphragms and carries 90 lb/ft². The middle of the free edge
sinks. The printed value is that of MacNeal & Harder. Fine meshes tend to 0.3016, because the roof also shears.
Bending and membrane forces are both large in the roof, and its free edge sinks most. Scordelis and Lo
published it in 1964, and it has been a standard test since. A quarter is modelled with two planes of symmetry. VM42 has the same roof with 0.3019.""",
        options=PATH + "shell_roof.opts",
        quantities=(Quantity("sag of the free edge", "ft", lambda r: -r["edge/displacement"][-1, 2], (Reference(0.3024, MACNEAL, 5e-3),)),),
        elements=("shell",), analyses=("static",), features=("curved shell", "symmetry"), suites=("MacNeal-Harder",),
        finer=(Finer("cells", {"mesh_n": "32,32"}),))


@case
def shell_cylinder():
    return Case(
        title="A pinched cylinder",
        text="""A cylinder with the radius 300, the length 600 and the thickness 3 stands between two diaphragms. Two opposite forces of 1 pinch it in its middle. The
deformation is a small dent, which coarse meshes do not resolve. The reference is a series without shear. Under a point load, a shell that shears sinks by
1 % farther, without a limit: the refinement ends before this part matters.
Planes of symmetry leave an eighth of it, which has a quarter of the force.""",
        options=PATH + "shell_cylinder.opts",
        quantities=(Quantity("displacement of the load", "", lambda r: -r["top_left/displacement"][-1, 2],
                             (Reference(1.82488e-5, "Lindberg, Olson & Cowper 1969; Belytschko et al., Comput. Methods Appl. Mech. Eng. 51 (1985)", 1e-2),)),),
        elements=("shell",), analyses=("static",), features=("curved shell", "symmetry"), refinements=cells(4, 8, 16, least=1.5))


@case
def shell_hemisphere():
    return Case(
        title="A pinched hemisphere",
        text="""A hemisphere with the radius 10, the thickness 0.04 and a hole of 18 degrees at its pole bends without stretching, while its cells turn as rigid bodies.
Elements with membrane locking fail here. MacNeal & Harder print 0.094, other programs 0.093.
Bending without stretching means that a small part of membrane stiffness in a warped or rotated cell would dominate everything. The two pairs of
forces have opposite sense, so that the rim becomes an oval. Printed values are those of programs, and the spread of a percent between them is the
uncertainty.""",
        options=PATH + "shell_hemisphere.opts",
        quantities=(Quantity("displacement of the load", "", lambda r: r["pulled/displacement"][-1, 0], (Reference(0.094, MACNEAL, 1e-2),)),),
        elements=("shell",), analyses=("static",), features=("curved shell", "symmetry"), suites=("MacNeal-Harder",),
        finer=(Finer("cells", {"mesh_n": "32,32"}),))


def twisted(name, title, along, across, thickness):
    round_off = 1e-9 * (0.32 / thickness) ** 2  # grows as membrane over bending stiffness
    return Case(
        title=title,
        text=f"""A strip, 12 long, 1.1 wide and {thickness:g} thick, is twisted by 90 degrees. All its cells are warped. A force of 1 acts at its end, first in z, across
the end, then in y. Warped cells have four nodes that are in no plane, and elements that project them into one lose moments. The twist mixes the two bending stiffnesses of the
strip along its length. Thin strips show locking: a spurious membrane strain of a warped cell would exceed the bending stiffness by the square of the ratio of its size to the thickness. Blades of turbines and
propellers are twisted like this.""",
        same=round_off,
        options=PATH + name + ".opts",
        quantities=(Quantity("displacement in z under the force in z", "", lambda r: r["end/displacement"][1, 2], (Reference(along, MACNEAL, 3e-3),)),
                    Quantity("displacement in y under the force in y", "", lambda r: r["end/displacement"][2, 1], (Reference(across, MACNEAL, 3e-3),))),
        elements=("shell",), analyses=("static",), features=("warped cells",), suites=("MacNeal-Harder",),
        finer=(Finer("cells", {"mesh_n": "48,8"}),))


@case
def shell_twisted():
    return twisted("shell_twisted", "A twisted strip", 5.424e-3, 1.754e-3, 0.32)


@case
def shell_twisted_thin():
    return twisted("shell_twisted_thin", "A thin twisted strip", 5.256e3, 1.294e3, 0.0032)


def reissner(force):
    """The shortening and the deflection of a cantilever of shell_strip's stiffness under a dead force across it: Reissner's beam with shear and stretch, by shooting from the clamp."""
    bending, stretch, shear, length = 100, 1.2e5, 5e4, 10

    def slope(s, y):
        cosine, sine = math.cos(y[2]), math.sin(y[2])
        along, across = 1 + force * sine / stretch, force * cosine / shear
        dx = along * cosine - across * sine
        return [dx, along * sine + across * cosine, y[3] / bending, -dx * force]

    def end(moment):
        return solve_ivp(slope, (0, length), [0, 0, 0, moment], method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]

    x, z, _, _ = end(brentq(lambda moment: end(moment)[3], 0, force * length, xtol=1e-13))
    return length - x, z


@case
def shell_strip():
    exact = {factor: reissner(4 * factor) for factor in (0.25, 0.5, 0.75, 1)}
    return Case(
        title="A strip under a shear force, large rotations",
        text="""A clamped strip, 10 long, 1 wide and 0.1 thick, carries a force of 4 at its end, which keeps its direction. Its Poisson ratio is 0, so
that the strip is a beam with shear and stretch, and Reissner's equations give its displacements to all digits. The table of Sze, Liu & Lo has 16 elements, and is up to 0.3 % off.
The displacement reaches two thirds of the length, and the force then pulls the strip along.""",
        options=PATH + "shell_strip.opts",
        quantities=moved("shortening", "end", 0, {0.25: 0.563, 0.5: 1.604, 0.75: 2.541, 1: 3.286}, SZE, -1, {factor: value[0] for factor, value in exact.items()})
        + moved("deflection", "end", 2, {0.25: 3.015, 0.5: 4.933, 0.75: 6.031, 1: 6.698}, SZE, 1, {factor: value[1] for factor, value in exact.items()}),
        elements=("shell",), analyses=("static",), features=("large rotations",), suites=("Sze",),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": f"{n},1"}, 1.8),))


@case
def shell_roll():
    return Case(
        title="A strip that is rolled up",
        text="""A moment at the end of a clamped strip, 12 long, bends it to an arc: to half a circle at half of the moment, and then to a circle. Elements have chords
instead of arcs, with an error of order 2.
Poisson's ratio is 0, so that it is a plane problem and the arc is exact. Rotations reach 360 degrees, and increments must not be lost
between load steps. Elements of a shell see large rotations of their normals but small strains. The displacements of the end are known for each angle
in closed form, and the sheet compares the height at half a circle. The error falls with the second order, as that of chords.""",
        options=PATH + "shell_roll.opts",
        quantities=(Quantity("height of the end, half a circle", "", lambda r: r["end/displacement"][4, 2], (Reference(24 / math.pi, "circle of the length 24"),)),),
        elements=("shell",), analyses=("static",), features=("large rotations", "moment"), suites=("Sze",),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": f"{n},1"}, 1.9),))


@case
def shell_ring():
    return Case(
        title="A ring with a slit is lifted",
        text="""A flat ring with the radii 6 and 10 is cut open. One side of the cut is clamped, the other one is lifted by 17.5.
Lifting one side of the slit twists and bends the ring, which opens to a helix. The rotation is large, and cells are wedge-shaped. The problem, by
Basar and Ding, has no closed form; Sze, Liu and Lo tabulate the displacements of their mesh along the load path. Several load levels are compared, so
that not only the end but also the nonlinear way to it is verified. The thickness of a few hundredths makes membrane locking visible.""",
        options=PATH + "shell_ring.opts",
        quantities=moved("height of the inner corner", "inner", 2, {0.25: 7.602, 0.5: 10.468, 1: 13.891}, SZE)
        + moved("height of the outer corner", "outer", 2, {0.25: 10.288, 0.5: 13.768, 1: 17.528}, SZE),
        elements=("shell",), analyses=("static",), features=("large rotations",), suites=("Sze",),
        finer=(Finer("cells", {"mesh_n": "60,12"}),))


@case
def shell_large_hemisphere():
    return Case(
        title="A pinched hemisphere, large rotations (NAFEMS 3DNLG-9)",
        text="""The hemisphere with a hole under forces of 400, which move the equator by 0.8 of the radius.
At the start it is the linear test of MacNeal and Harder, and at the full load the response is far from it: the pulled and the pressed points do not
move alike any more. Cells turn as rigid bodies while they bend, so that the membrane part must vanish for finite rotations, too. NAFEMS 3DNLG-9 is
this hemisphere with half of the largest force. The references are those of the mesh of Sze, Liu and Lo, and the sheet compares three
loads.""",
        options=PATH + "shell_large_hemisphere.opts",
        quantities=moved("outwards", "pulled", 0, {0.25: 2.596, 0.5: 3.406, 1: 4.067}, SZE)
        + moved("inwards", "pressed", 1, {0.25: 3.833, 0.5: 5.902, 1: 8.178}, SZE, -1),
        elements=("shell",), analyses=("static",), features=("curved shell", "large rotations"), suites=("Sze",),
        finer=(Finer("cells", {"mesh_n": "32,32"}),))


@case
def shell_plate():
    return Case(
        title="A clamped square plate",
        text="""A thin square plate with clamped edges carries a uniform load. Kirchhoff's theory gives the displacement of its middle.
The factor 0.00126 of q L⁴/D comes from a double series that Timoshenko published. A plate of low thickness reveals whether shear locks: with wrong
interpolation it would be too stiff by orders of magnitude. The clamp makes the slope zero all around, and the largest moments arise in the middle of
the sides. This is the first sheet to look at before plates of one's own.""",
        options=PATH + "shell_plate.opts",
        quantities=(Quantity("displacement of the middle, times D/(p a⁴)", "", lambda r: r["middle/displacement"][-1, 2],
                             (Reference(0.00126532, "Taylor & Govindjee, Communications in Numerical Methods in Engineering 20 (2004)", 1e-6),)),),
        elements=("shell",), analyses=("static",), features=("plate",), refinements=cells(8, 16, 32, least=1.8), untested={"let_h let_nu": "the number has no unit"})


@case
def shell_plate_modes():
    h, young, nu, rho = 1e-2, 2e11, 0.3, 7800
    kirchhoff = math.pi / 2 * math.sqrt(young * h**2 / 12 / (1 - nu**2) / rho)  # for m² + n² = 1

    def mindlin(squares):
        """Frequency of a simply supported plate with shear (5/6) and rotary inertia."""
        k2, shear = math.pi**2 * squares, 5 / 6 * young / (2 + 2 * nu)
        d = young * h**2 / 12 / (1 - nu**2)
        b, c = 1 + k2 * (h**2 / 12 + d / shear), k2**2 * d / rho
        a = rho * h**2 / 12 / shear
        return math.sqrt((b - math.sqrt(b * b - 4 * a * c)) / (2 * a)) / (2 * math.pi)

    return Case(
        title="Modes of a simply supported plate",
        text=f"""A square plate of steel, 1 m wide and 0.01 m thick. Mindlin's theory has closed forms for simply supported edges; Kirchhoff's gives
{2 * kirchhoff:.3f} Hz for the first mode, without shear and rotary inertia.
The second and the third mode have the same frequency, because the plate is square, and a mesh of square cells keeps them equal. The difference
between the two theories is small at this thickness and grows with the square of the mode number times the thickness. The edges are held so that they
cannot turn about their normals, which is what the closed form assumes.""",
        options=PATH + "shell_plate_modes.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(mindlin(squares), "Mindlin 1951, closed form"),))
                         for k, squares in enumerate((2, 5, 5, 8))),
        elements=("shell",), analyses=("modes",), features=("plate", "counted by inertia"), refinements=cells(8, 16, 32, least=1.8))
