# SPDX-License-Identifier: BSD-2-Clause
"""Beams at rest."""
import math

import numpy as np
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq, root
from scipy.spatial.transform import Rotation
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

REISSNER = "Reissner's equations by shooting, verification/programs/bent_arc.py"
SLENDER = "a slender beam hardly stretches or shears"


@case
def one_element():
    length, force, bending, shear = 2, 1000, 2e5, 5e6
    return Case(
        title="A cantilever of one element under an end force",
        text="""A Timoshenko beam is clamped at its start. A force F acts across its end. One 2-node element must
give the end's displacement F L³/(3 EI) + F L/(GA) and rotation F L²/(2 EI) to round-off.
The exact answer is a cubic, which is more than a straight 2-node element can show between its nodes, so that the flexibility of the element must have
the right terms. Without the correction of MacNeal a single element would bend by a quarter too little. The sheet shows that a frame of prismatic
members under nodal loads needs no mesh study.""",
        options="verification/cases/one_element.opts",
        quantities=(
            Quantity("displacement of the end", "m", lambda r: r["end/displacement"][-1, 1],
                     (Reference(force * length**3 / (3 * bending) + force * length / shear, "F L³/(3 EI) + F L/(GA), Timoshenko 1921"),), 1e-10),
            Quantity("reaction moment", "N m", lambda r: r["start/reaction"][-1, 5],
                     (Reference(-force * length, "equilibrium: -F L"),), 1e-10)),
        elements=("beam",), analyses=("static",), features=("shear", "reactions"))


@case
def half_turn():
    length = 10
    return Case(
        title="A cantilever that a moment bends to half a circle (as in VM26)",
        text="""A moment of π EI/L at the end bends a straight cantilever to half a circle. The end comes to a place beside the
start, 2 L/π away. The 2-node element has a chord that is shorter than its arc, and reaches the fourth order with it.
The bending moment is the same everywhere, and the exact shape is an arc; therefore the error is that of the chords alone. A large rotation must be
handled without drift, because the end turns by 180 degrees. In VM26 a moment bends a plate by 36 and by 72 degrees in the same way.""",
        options="verification/cases/half_turn.opts",
        quantities=(Quantity("displacement along the beam", "m", lambda r: r["end/displacement"][-1, 0], (Reference(-length, "half a circle"),)),
                    Quantity("displacement across the beam", "m", lambda r: r["end/displacement"][-1, 1], (Reference(2 * length / math.pi, "half a circle"),))),
        elements=("beam",), analyses=("static",), features=("large rotations",),
        refinements=(Refinement("cells", (2, 4, 8, 16), lambda n: {"mesh_n": n}, 3.9),))


@case
def bend_45():
    exact = (-23.5602395, -13.6045213, 53.4748588)
    return Case(
        title="A cantilever of 45 degrees that a force bends out of its plane",
        text="""An arc of radius 100 with a square section of 1 lies in a plane. A force of 600 across the plane bends and twists it until its end has moved by two thirds of the radius. Bending and
torsion are coupled all along the arc, so that an element that adds rotations as vectors misses the end. The first reference integrates Reissner's equations from the clamp and finds the moment
there. Programs of the literature use eight straight elements and print three digits; here are four 3-node ones. The torsion constant is 1/6, as in the paper, and not Saint-Venant's of a square.""",
        options="inputs/bend_45.opts",
        quantities=tuple(
            Quantity("place of the end, " + "xyz"[k], "", lambda r, k=k, start=start: start + r["end/displacement"][-1, k],
                     (Reference(start + exact[k], REISSNER, 1e-8),
                      Reference(value, "Bathe & Bolourchi, International Journal for Numerical Methods in Engineering 14 (1979), printed digits and their mesh", 2e-2)))
            for k, (value, start) in enumerate(((47.2, 100 * math.sin(math.pi / 4)), (15.9, 100 * (1 - math.cos(math.pi / 4))), (53.4, 0)))),
        elements=("beam",), analyses=("static",), features=("large rotations", "curved members", "3-node beams"), untested={"ea gay gaz": SLENDER},
        finer=(Finer("cells", {"member_arc_n": 8}, 4),))


def elastica_tip(load):
    """The displacement across a cantilever of length 1 that does not stretch, under a dead load P L^2/EI across its end."""
    root = math.sqrt(load)

    def amplitude(p):
        return math.asin(1 / (p * math.sqrt(2)))

    p = brentq(lambda p: ellipk(p * p) - ellipkinc(amplitude(p), p * p) - root, math.sqrt(0.5) + 1e-12, 1 - 1e-15, xtol=1e-15)
    return 1 - 2 / root * (ellipe(p * p) - ellipeinc(amplitude(p), p * p))


def elastica_shortening(load):
    """The displacement along that cantilever, by the angle of its end: L cos u = √(2 sin a EI/P)."""
    def misfit(p):
        return ellipk(p * p) - ellipkinc(math.asin(1 / (p * math.sqrt(2))), p * p) - math.sqrt(load)

    p = brentq(misfit, math.sqrt(0.5) + 1e-12, 1 - 1e-15, xtol=1e-15)
    return math.sqrt(2 * (2 * p * p - 1) / load) - 1


@case
def elastica():
    return Case(
        title="The elastica under a transverse load",
        text="""A slender cantilever carries a dead load P L²/EI = 10 across its end, and its end turns by 82 degrees. Euler's elastica gives
the displacement by elliptic integrals. Here are eight 3-node beams; the refinement has 2-node beams, of fourth order.
The load keeps its direction while the beam turns, so that its arm gets shorter and the beam stiffer: linear theory would give four times the
displacement. The difficulty is that bending and rotation are coupled over the whole length. Eight quadratic elements show that accuracy does not need
many elements.""",
        options="inputs/elastica.opts",
        quantities=(Quantity("displacement of the end", "m", lambda r: r["end/displacement"][-1, 2],
                             (Reference(elastica_tip(10), "Bisshopp & Drucker 1945; elliptic integrals", 1e-12),)),),
        elements=("beam",), analyses=("static",), features=("large rotations", "3-node beams"),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n, "mesh_order": 1}, 3.8),))


@case
def moose_cantilever():
    y = elastica_tip(3)
    return Case(
        title="The cantilever of MOOSE's page on large deflections",
        text="""A cantilever of 4 m with EI = 1600 N m² bears 300 N across its end, so that P L²/EI = 3. Linear theory gives 4 m of displacement. MOOSE's input prints the exact values with two
digits, and its own beam reaches 2.37 and -0.954 m. The elastica has them to all digits.
This load is moderate, yet the linear result is off by two thirds, because the end moves back along the beam as it sinks. Such a comparison with
another program's page shows what its printed digits are worth: the elastica decides, and not the agreement of two programs.""",
        options="verification/cases/moose_cantilever.opts",
        quantities=(Quantity("displacement across the beam", "m", lambda r: r["end/displacement"][-1, 1], (
                        Reference(4 * y, "Bisshopp & Drucker 1945; elliptic integrals", 1e-12), Reference(2.4, "MOOSE, test beam/static/euler_finite_rot_y, printed digits", 2e-2))),
                    Quantity("displacement along the beam", "m", lambda r: r["end/displacement"][-1, 0], (
                        Reference(4 * elastica_shortening(3), "Bisshopp & Drucker 1945; elliptic integrals", 1e-12), Reference(-1, "MOOSE, the same, printed digits", 5e-2)))),
        elements=("beam",), analyses=("static",), features=("large rotations",),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.7),), ranks=(1, 3))


@case
def buckled_bar():
    m = math.sin(math.radians(60) / 2)**2
    force = (2 * ellipk(m) / math.pi)**2
    return Case(
        title="A buckled bar far beyond its critical load (as in VM136)",
        text=f"""A bar of 100 in is clamped at its foot and pressed by {force:.5f} times its critical load. Its head turns by 60°. A force across it, which vanishes at the end of the load
steps, makes it choose a side.
Beyond the critical load the straight bar is still in equilibrium, but unstable, and Newton's method could stay on it. The elastica gives the load for
an angle of the head by a complete elliptic integral. A rise of 15 % over the critical load moves the head sideways by more than half of the length,
which shows how flat the path is after buckling.""",
        options="verification/cases/buckled_bar.opts", keys={"let": f"p={force!r}"},
        quantities=(Quantity("height of the head", "in", lambda r: 100 + r["end/displacement"][-1, 0], (Reference(100 * (2 * ellipe(m) / ellipk(m) - 1), "Timoshenko & Gere, the elastica: L (2 E/K - 1)"),)),
                    Quantity("deflection of the head", "in", lambda r: abs(r["end/displacement"][-1, 1]), (Reference(200 * math.sqrt(m) / ellipk(m), "Timoshenko & Gere, the elastica: 2 k L/K"),))),
        elements=("beam",), analyses=("static",), features=("large rotations", "beyond buckling"), suites=("Ansys VM",),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": n}, 3.5),), ranks=(1, 3))


@case
def roll_up():
    return Case(
        title="A cantilever that a moment rolls up to a circle (as in SSNL103)",
        text="""A moment of 2π EI/L at its end bends a straight cantilever of ten 2-node beams to a full circle. Its end comes back to its start, to the
accuracy to which Newton's method solves. The work of the moment is 2π² EI/L.
Each element turns by 36 degrees relative to its neighbour, and the end by 360. Beyond 180 degrees the same rotation has a shorter vector of the
opposite sense, and a program must not change over to it. The energy is a second check: it must be half of the moment times 2π. The problem is that of
SSNL103 with other numbers.""",
        options="inputs/roll_up.opts",
        quantities=(Quantity("displacement along the beam", "m", lambda r: r["end/displacement"][-1, 0], (Reference(-10, "a full circle"),), 1e-7),
                    Quantity("displacement across the beam", "m", lambda r: r["end/displacement"][-1, 1], (Reference(0, "a full circle"),), 1e-6),
                    Quantity("elastic energy", "J", lambda r: r["energy/strain"][-1], (Reference(2 * math.pi**2 * 10, "2π² EI/L"),), 1e-8)),
        elements=("beam",), analyses=("static",), features=("large rotations", "moments"))


@case
def straight_beam():
    young, shear, width, height, length = 1e7, 1e7 / 2.6, 0.2, 0.1, 6
    odd = [2 * k + 1 for k in range(60)]
    torsion = width * height**3 / 3 - 64 * height**4 / math.pi**5 * sum(math.tanh(k * math.pi * width / height / 2) / k**5 for k in odd)
    across = length / (5 / 6 * shear * width * height)

    def bend(b, h):
        return length**3 / (3 * young * b * h**3 / 12) + across

    paper = "MacNeal & Harder, Finite Elements in Analysis and Design 1 (1985), printed digits"
    return Case(
        title="MacNeal and Harder's straight cantilever",
        text="""A cantilever of 6 by 0.2 by 0.1 carries unit forces along and across it and a unit torque at its end. Six elements are exact to round-off. The
twist that the paper prints is 6 % less than that of Saint-Venant.
MacNeal and Harder print results of shells and solids for this problem, whose elements lock with certain shapes. A beam element has no such excuse,
and the sheet shows the closed forms, with shear, beside the printed values. The torsion constant of the rectangle is a series, and its error in the
paper shows that published targets need a check.""",
        options="verification/cases/straight_beam.opts",
        quantities=(Quantity("extension", "", lambda r: r["end/displacement"][-1, 0], (Reference(length / (young * width * height), "F L/(E A)"), Reference(3e-5, paper, 1e-2)), 1e-10),
                    Quantity("shear in the plane", "", lambda r: r["end/displacement"][-1, 1], (Reference(bend(height, width), "F L³/(3 EI) + F L/(GA)"), Reference(0.1081, paper, 5e-4)), 1e-10),
                    Quantity("shear out of the plane", "", lambda r: r["end/displacement"][-1, 2], (Reference(bend(width, height), "F L³/(3 EI) + F L/(GA)"), Reference(0.4321, paper, 2e-4)), 1e-10),
                    Quantity("twist", "rad", lambda r: 2 * math.acos(r["end/rotation"][-1, 0]) * r["end/rotation"][-1, 1] / math.sqrt(1 - r["end/rotation"][-1, 0]**2), (
                        Reference(length / (shear * torsion), "Saint-Venant's series for the torsion constant, 0.2287 b h³"),
                        Reference(0.03208, paper, 2e-4, "a torsion constant of 0.243 b h³; Saint-Venant's is 0.2287 b h³ (Timoshenko & Goodier, art. 109)")), 1e-6)),
        elements=("beam",), analyses=("static",), features=("shear", "torsion"), suites=("MacNeal-Harder",))


@case
def curved_beam():
    young, radius, width, height = 1e7, 4.22, 0.2, 0.1
    shear, area = young / 2.5, width * height
    odd = [2 * k + 1 for k in range(60)]
    torsion = width * height**3 / 3 - 64 * height**4 / math.pi**5 * sum(math.tanh(k * math.pi * width / height / 2) / k**5 for k in odd)
    inside, outside = young * height * width**3 / 12, young * width * height**3 / 12
    quarter, slide = math.pi / 4, 5 / 6 * shear * area
    paper = "MacNeal & Harder, Finite Elements in Analysis and Design 1 (1985)"
    return Case(
        title="MacNeal and Harder's curved cantilever",
        text="""A cantilever of a quarter of a circle (radii 4.12 and 4.32, thickness 0.1) carries unit forces at its end, one in its plane and one across it. Castigliano's
theorem gives both displacements for a thin beam along the mean radius. The published ones are 1.4 % lower and 0.3 % higher than that. Curved
cells have fourth order.
Bending, shear, stretch and torsion are coupled through the curvature. A chain of straight elements approaches the arc with the second power of the
mesh, and elements that know their curvature with the fourth. The result teaches how few curved members are needed for an arch or a spring.""",
        options="verification/cases/curved_beam.opts",
        quantities=(Quantity("displacement in the plane", "", lambda r: r["end/displacement"][-1, 1], (
                        Reference(quarter * radius**3 / inside + quarter * radius * (1 / slide + 1 / (young * area)), "Castigliano: π/4 F (R³/EI + R/GA + R/EA)"), Reference(0.08734, paper, 1.5e-2))),
                    Quantity("displacement across the plane", "", lambda r: r["end/displacement"][-1, 2], (
                        Reference(radius**3 * (quarter / outside + (3 * quarter - 2) / (shear * torsion)) + 2 * quarter * radius / slide, "Castigliano: F R³ (π/4/EI + (3π/4 - 2)/GJ) + π/2 F R/GA"),
                        Reference(0.5022, paper, 5e-3)))),
        elements=("beam",), analyses=("static",), features=("curved members", "torsion"), suites=("MacNeal-Harder",),
        refinements=(Refinement("cells", (2, 4, 8), lambda n: {"member_arc_n": n}, 3.7),))


@case
def twisted_beam():
    young, length = 29e6, 12
    stiff, soft = 0.32 * 1.1**3 / 12, 1.1 * 0.32**3 / 12

    def exact(first, last):
        """The deflection in the direction whose second moment is 'first' at the clamp, and 'last' at the end."""
        def bent(x):
            angle = math.pi * x / 24
            return (length - x)**2 / young * (math.cos(angle)**2 / first + math.sin(angle)**2 / last)
        return quad(bent, 0, length, epsabs=1e-16)[0] + length / (5 / 6 * young / 2.44 * 1.1 * 0.32)

    rows = (("y", exact(stiff, soft), 0.001754, (0, 1, 0)), ("z", exact(soft, stiff), 0.005424, (0, 0, 1)))
    return Case(
        title="MacNeal and Harder's twisted cantilever",
        text="""The section of a cantilever of 12 by 1.1 by 0.32 turns by 90° from its start to its end. A unit force acts at the end, in one run along y and in another one along z. The
deflection is an integral of the flexibility that turns, with shear. Straight elements cannot have a twisted section exactly, so that this case shows the order of their mesh. The published
values differ from the integral by 0.1 % and 0.3 %; they are those of a mesh of shells or solids, and not of a beam.""",
        options="verification/cases/twisted_beam.opts",
        quantities=tuple(Quantity(f"displacement in {axis}", "", lambda r, k="xyz".index(axis): r["end/displacement"][-1, k], (
            Reference(value, "integral of (L - x)² over the flexibility that turns, with shear"),
            Reference(published, "MacNeal & Harder, Finite Elements in Analysis and Design 1 (1985)", 3e-3)), keys={"load_end_force": force}) for axis, value, published, force in rows), ranks=(1, 3),
        elements=("beam",), analyses=("static",), features=("twisted sections", "formulas"), suites=("MacNeal-Harder",),
        refinements=(Refinement("cells", (2, 4, 8), lambda n: {"mesh_n": n}, 3.8),))


@case
def pinched_ring():
    return Case(
        title="A thin ring that two forces pull apart",
        text="""A thin ring is pulled by two opposite forces F. Its diameters change by (π/4 - 2/π) F R³/EI along the forces and by (2/π - 1/2) F R³/EI across them.
A quarter of the ring is between planes of symmetry.
The ring bends without stretching much, so that an element that mixes both would lock. The planes of symmetry hold the rotations of the cut ends,
which is easy to forget: without this the quarter would be a mechanism that turns as a rigid body.""",
        options="verification/cases/pinched_ring.opts",
        quantities=(Quantity("half the change of the diameter along the forces", "m", lambda r: r["top/displacement"][-1, 1], (Reference((math.pi / 4 - 2 / math.pi) / 2 * 0.1, "Timoshenko, Strength of Materials II"),)),
                    Quantity("half the change across the forces", "m", lambda r: r["side/displacement"][-1, 0], (Reference(-(2 / math.pi - 0.5) / 2 * 0.1, "Timoshenko, Strength of Materials II"),))),
        elements=("beam",), analyses=("static",), features=("curved members", "symmetry"),
        refinements=(Refinement("cells", (2, 4, 8), lambda n: {"member_arc_n": n}, 3.8),), same=1e-8)  # EA R²/EI times round-off


@case
def uniform_load():
    length, load, bending, shear = 4, 500, 2e5, 5e6
    return Case(
        title="A clamped beam under a uniform load",
        text="""A beam that is clamped at both ends carries a uniform load. Two elements give the middle's displacement and the moments at the clamps to round-off, because the loads
between the nodes act on the exact inner shapes.
The moments at the clamps are twice that of the middle, and a load that is lumped in the nodes would give other clamping moments with so few elements.
Consistent loads are therefore part of the element and not of the mesh. Engineers can use one member per span and still read exact clamping moments.""",
        options="verification/cases/uniform_load.opts",
        quantities=(Quantity("displacement of the middle", "m", lambda r: r["middle/displacement"][-1, 2], (Reference(-load * length**4 / (384 * bending) - load * length**2 / (8 * shear), "q L⁴/(384 EI) + q L²/(8 GA)"),), 1e-9),
                    Quantity("moment at the clamp", "N m", lambda r: abs(r["start/reaction"][-1, 4]), (Reference(load * length**2 / 12, "q L²/12"),), 1e-9)),
        elements=("beam",), analyses=("static",), features=("loads between nodes", "reactions"))


@case
def elastic_foundation():
    bed, bending, force = 1e5, 1e4, 1000
    beta = (bed / (4 * bending))**0.25
    return Case(
        title="A long beam on an elastic bed",
        text="""A long beam lies on a bed that pushes back with k per length and displacement, and a force F acts on its middle. Under the force it sinks by
F β/(2 k), and its moment is F/(4 β), β⁴ = k/(4 EI). The half that is modelled is ten times 1/β long, which changes both by less than 1e-8. A formula is the bed.
The displacement decays over a few lengths 1/β, so that only cells near the force matter. Each node bears the bed of half of its neighbouring cells,
which is why the order is two and not four. The sheet shows how a spring per length is written as a force law, and what its mesh costs.""",
        options="verification/cases/elastic_foundation.opts",
        quantities=(Quantity("displacement under the force", "m", lambda r: r["start/displacement"][-1, 2], (Reference(-force * beta / (2 * bed), "Hetényi 1946", 1e-8),)),
                    Quantity("moment under the force", "N m", lambda r: abs(r["start/reaction"][-1, 4]), (Reference(force / (4 * beta), "Hetényi 1946", 1e-8),))),
        elements=("beam",), analyses=("static",), features=("force laws", "elastic bed"), untested={"gaz": SLENDER, "let_b": "it only sets the length, which is as good as infinite"},
        refinements=(Refinement("cells", (20, 40, 80), lambda n: {"mesh_n": n}, 1.9),))


@case
def thermal_bow():
    length, bow = 2, 200 * 1.2e-5
    return Case(
        title="A cantilever that is warmer above",
        text="""The temperature rises by 200 K/m over the height of a cantilever's section. It bends to an arc of the curvature α g without any stress.
A gradient of temperature is a prescribed curvature. The beam is statically determinate and therefore bends without any force, which is the
difficulty: reactions must vanish although strains do not. A second clamp at the other end would turn the same gradient into a moment. Thin structures
in the sun move by this mechanism. The displacement of the end is α g L²/2 for small slopes.""",
        options="verification/cases/thermal_bow.opts",
        quantities=(Quantity("displacement across the beam", "m", lambda r: abs(r["end/displacement"][-1, 2]), (Reference((1 - math.cos(bow * length)) / bow, "an arc of the curvature α g"),), 1e-7),
                    Quantity("displacement along the beam", "m", lambda r: r["end/displacement"][-1, 0], (Reference(math.sin(bow * length) / bow - length, "an arc of the curvature α g"),), 1e-5)),
        elements=("beam",), analyses=("static",), features=("temperature",))


@case
def heated_bar():
    mean = 35 * 1.2e-5
    return Case(
        title="A bar between walls that gets warm",
        text="""One half of a steel bar between two walls gets warmer by 50 K, the other by 20 K. The force is EA α times the mean, and the joint of the halves moves.
The bar is statically indeterminate by one, so that heat causes a force. The warmer half expands and compresses the other one. Both bear the same
force, because nothing else acts on their joint. Only the mean temperature counts for the force, but the joint shows the difference. The sheet
separates thermal strain from elastic strain in one dimension.""",
        options="verification/cases/heated_bar.opts",
        quantities=(Quantity("reaction of the wall", "N", lambda r: r["start/reaction"][-1, 0], (Reference(2.1e11 * 1e-4 * mean, "EA α times the mean of the temperature"),), 1e-10),
                    Quantity("displacement of the middle", "m", lambda r: r["middle/displacement"][-1, 0], (Reference(1.5 * (50 * 1.2e-5 - mean), "free expansion less F/EA"),), 1e-9)),
        elements=("bar",), analyses=("static",), features=("temperature", "formulas"))


@case
def bilinear_beam():
    length, width, height, young, strain, ratio, force = 2, 0.05, 0.1, 200e9, 1e-5, 0.1, 1400 / 3
    inertia, limit, bend = width * height**3 / 12, young * strain * width * height**2 / 6, 2 * strain / height
    shear = 10 * 1.3 / (12 + 11 * 0.3) * young / 2.6 * width * height

    def moment(k):
        """Of the whole section: the share 1 - ratio of one that yields, and the share ratio of a linear one."""
        plastic = 1.5 * limit * (1 - (bend / k)**2 / 3) if k > bend else young * inertia * k
        return (1 - ratio) * plastic + ratio * young * inertia * k

    def curvature(x):
        return brentq(lambda k: moment(k) - force / 2 * x, 0, 100 * bend, xtol=1e-18)

    yields = [2 * limit / force]  # the place of the yield moment
    turn = quad(curvature, 0, length / 2, points=yields, epsrel=1e-10)[0]
    sag = quad(lambda x: curvature(x) * x, 0, length / 2, points=yields, epsrel=1e-10)[0] + force * length / 4 / shear
    return Case(
        title="A beam that yields under a force in its middle",
        text="""A beam of rectangular section lies on two supports. Its fibres follow a bilinear law, whose stiffness falls to a tenth beyond the yield strain. A force in the middle bends
the beam 1.4 times beyond the yield moment. The moment of a section is a closed form of its curvature, and the deflection is the integral of the curvatures, with shear. One element for the whole beam
has both, although its curvature has a kink below the force and two more where the outer fibres begin to yield.""",
        options="verification/cases/bilinear_beam.opts",
        quantities=(Quantity("deflection of the middle", "m", lambda r: r["middle/displacement_at_point"][-1, 2], (Reference(sag, "integral of the curvatures, closed form of the moment"),)),
                    Quantity("rotation of the end", "rad", lambda r: -2 * r["start/rotation"][-1, 2], (Reference(turn, "integral of the curvatures"),))),
        elements=("beam",), analyses=("static",), features=("material laws",), untested={"poisson": "shear is a hundredth of the deflection"},
        finer=(Finer("cells", {"mesh_n": 4, "part_beam_law_layers": 120}, 2, 4),), ranks=(1, 3))


@case
def gerber_beam():
    return Case(
        title="A beam with a hinge, by equilibrium alone",
        text="""A beam over two spans of 6 m has a hinge 2 m behind the middle support, where a force of 1000 N acts. The beam behind the hinge carries nothing. The
middle support bears 1000 · 8/6 N, the first one holds down 1000 · 2/6 N.
The hinge makes the beam statically determinate, so that no stiffness enters the reactions and any wrong release shows at once. The lift at the first
support is a result that surprises beginners. The sheet tests hinges between members that meet in one node, which must transmit forces and no moment.""",
        options="verification/cases/gerber_beam.opts",
        quantities=(Quantity("reaction of the first support", "N", lambda r: r["a/reaction"][-1, 2], (Reference(-1000 / 3, "equilibrium"),), 1e-9),
                    Quantity("reaction of the middle support", "N", lambda r: r["b/reaction"][-1, 2], (Reference(4000 / 3, "equilibrium"),), 1e-9),
                    Quantity("reaction of the last support", "N", lambda r: r["d/reaction"][-1, 2], (Reference(0, "equilibrium"),), 1e-6)),
        elements=("beam",), analyses=("static",), features=("releases", "reactions"))


@case
def bend_45_steps():
    places = {300: (-12.19, -7.188, 40.50), 3000: (-47.78, -25.04, 68.52)}
    exact = {300: (-12.1747455, -7.17670736, 40.4802616), 3000: (-47.7519577, -25.0753288, 68.5228787)}
    return Case(
        title="The bend of 45 degrees under 300 and 3000 (NAFEMS 3DNLG-5)",
        text="""The cantilever of 45 degrees carries a force across its plane, which grows to 3000 in ten steps. At this load the end has moved by 0.68 of the radius. Bending and torsion
are coupled all along the arc, so that an element that takes rotations as small, or adds them as vectors, misses the end. The torsion constant is Saint-Venant's of a square, 0.1406, as in the
programs that the benchmark compares; the sheet `bend_45` has the value of 1/6 of Bathe and Bolourchi.""",
        options="inputs/bend_45.opts", keys={"load_end_force": (0, 0, 3000), "part_arc_gj": 0.140577 * 5e6, "member_arc_n": 8, "dt": 0.1},
        quantities=tuple(Quantity(f"displacement of the end under {force}, {axis}", "", lambda r, k=k, force=force: r["end/displacement"][int(abs(r["time"][:] - force / 3000).argmin()), k],
                                  (Reference(exact[force][k], REISSNER, 1e-8), Reference(value, "Abaqus Benchmarks Manual, 3DNLG-5 with B33; its mesh", 1e-2)))
                         for force, row in places.items() for k, (axis, value) in enumerate(zip("xyz", row))),
        elements=("beam",), analyses=("static",), features=("large rotations", "curved members", "3-node beams"), suites=("NAFEMS", "Abaqus"), ranks=(1, 3), untested={"ea gay gaz": SLENDER},
        finer=(Finer("cells", {"member_arc_n": 16}, 4),))


def princeton(angle):
    """The end of the Princeton beam and its turn about x: Reissner's equations, by shooting from the clamp."""
    young, ratio, width, height, length, weight = 71.7e9, 0.31, 3.2024e-3, 12.377e-3, 0.508, 8.896
    shear = young / (2 + 2 * ratio)
    stretch = np.array([young, shear * 5 / 6, shear * 5 / 6]) * width * height
    bend = np.array([0.279 * shear * height * width**3, young * width * height**3 / 12, young * height * width**3 / 12])
    force = weight * np.array([0, math.sin(angle), -math.cos(angle)])

    def slope(s, y):
        turn = y[3:12].reshape(3, 3)
        along = turn @ (np.array([1, 0, 0]) + turn.T @ force / stretch)
        k = turn.T @ y[12:] / bend
        cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
        return [*along, *(turn @ cross).ravel(), *-np.cross(along, force)]

    def end(moment):
        return solve_ivp(slope, (0, length), [0, 0, 0, *np.eye(3).ravel(), *moment], method="DOP853", rtol=1e-12, atol=1e-14).y[:, -1]

    moment = root(lambda m: end(m)[12:], np.cross([length, 0, 0], force), tol=1e-13).x
    y = end(moment)
    return y[:3] - [length, 0, 0], Rotation.from_matrix(y[3:12].reshape(3, 3)).as_rotvec()


@case
def princeton_beam():
    place, turn = princeton(math.pi / 4)
    return Case(
        title="The Princeton beam",
        text="""A cantilever of aluminium, 508 mm long, with a section of 12.377 mm by 3.2024 mm (Dowell & Traybar 1975), carries 8.896 N at its end. The force is at 45° to the axes of
the section, and the beam bends in both and twists. The reference integrates Reissner's equations from the clamp and finds the moment there.
The section is four times as high as wide and so fifteen times as stiff one way as the other, and the force at 45 degrees bends it about both axes.
Because the deflections are large, the force has an arm about the axis of the bent beam, and the beam twists. Measurements exist, but they scatter by
more than programs differ. Rotor blades behave in this way.""",
        options="verification/cases/princeton_beam.opts",
        quantities=(*(Quantity(f"displacement of the end, {axis}", "m", lambda r, k=k: r["end/displacement"][-1, k], (Reference(place[k], "Reissner 1973, shooting with DOP853, rtol 1e-12", 1e-9),)) for k, axis in enumerate("xyz")),
                    Quantity("rotation vector of the end, x", "rad", lambda r: rotation_vector(r["end/rotation"][-1])[0], (Reference(turn[0], "the same", 1e-9),))),
        elements=("beam",), analyses=("static",), features=("large rotations", "torsion"),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.2),), same=1e-8, untested={"ea": SLENDER})


def rotation_vector(q):
    return Rotation.from_quat([*q[1:], q[0]]).as_rotvec()
