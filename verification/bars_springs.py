# SPDX-License-Identifier: BSD-2-Clause
"""Bars, springs and cables of textbooks."""
import math

from scipy.optimize import minimize

from verification.case import Case, Quantity, Reference, Refinement, case

PATH = "verification/cases/"
VM = "Ansys, verification manual, "


@case
def wall_reactions():
    return Case(
        title="A bar between two walls (VM1)",
        text="""A prismatic bar of 10 in between two walls bears a force of 1000 lbf at 7 in from its lower end and one of 500 lbf at 4 in, both downwards. Equilibrium alone does not give the two
reactions, because only their sum is known. The bar does not get longer, and each force therefore goes to the two walls in the inverse ratio of its distances: 900 lbf above and 600 lbf below, whatever
the material is. The displacement of the upper force depends on the material. It is the smallest statically indeterminate model, and it shows that reactions have the sign of the force that the
wall exerts on the bar.""",
        options=PATH + "wall_reactions.opts",
        quantities=(Quantity("upper reaction", "lbf", lambda r: r["top/reaction"][-1, 2], (Reference(900, "Timoshenko, Strength of Materials I; " + VM + "VM1, target"),), 1e-12),
                    Quantity("lower reaction", "lbf", lambda r: r["bottom/reaction"][-1, 2], (Reference(600, "the same"),), 1e-12),
                    Quantity("displacement of the upper force", "in", lambda r: r["upper/displacement"][-1, 2], (Reference(-900 * 3 / 30e6, "R L/(E A)"),), 1e-12)),
        elements=("bar",), analyses=("static",), features=("reactions",), suites=("Ansys VM",), ranks=(1, 3))


@case
def heated_wires():
    area, heat, copper, steel, alpha_c, alpha_s = 0.1, 10, 16e6, 30e6, 92e-7, 70e-7
    share = (4000 + copper * area * 2 * heat * (alpha_c - alpha_s)) / (2 * copper * area + steel * area)  # strain of the steel
    strains = share, share - heat * (alpha_c - alpha_s)
    return Case(
        title="A rigid bar on three wires in the heat (VM3)",
        text="""A rigid bar hangs on two outer wires of copper and an inner one of steel and bears 4000 lbf. All wires get warmer by 10 °F. Copper expands more than steel, so that the heat moves a part of the
load from the copper to the steel. The bar stays level because two equations tie the ends of the wires, as the coupled nodes of the manual do; the forces of these ties are the shares of the outer
wires. The strain of each wire is its elongation less its thermal strain, and equal elongations and the sum of the forces give both stresses in closed form. A thermal strain with the wrong sign
would unload the steel.""",
        options=PATH + "heated_wires.opts",
        quantities=(Quantity("stress of the steel", "lbf/in²", lambda r: r["middle/reaction"][-1, 2] / 0.1, (
                        Reference(steel * strains[0], "equal elongations and equilibrium", 1e-12), Reference(19695, VM + "VM3, target", 3e-5)), 1e-10),
                    Quantity("stress of the copper", "lbf/in²", lambda r: r["left/reaction"][-1, 2] / 0.1, (
                        Reference(copper * strains[1], "equal elongations and equilibrium"), Reference(10152, VM + "VM3, target", 5e-5)), 1e-10),
                    Quantity("displacement of the bar", "in", lambda r: r["b/displacement"][-1, 2], (Reference(-20 * (strains[0] + alpha_s * heat), "strain of the steel with its thermal strain"),), 1e-10)),
        elements=("bar",), analyses=("static",), features=("temperature", "equation"), suites=("Ansys VM",), ranks=(1, 3))


@case
def hinged_support():
    return Case(
        title="Two bars with a common hinge (VM4)",
        text="""Two bars of 180 in fall at 30 degrees from two supports to a common hinge, which bears 5000 lbf. Each bar has the force P/(2 sin 30°) = P. The hinge sinks by the elongation of a bar over sin 30°,
twice the elongation, because the elongation is only the component of the displacement along the bar. Both values are exact for small displacements, and the two-node bar has them to round-off.
The horizontal components of the reactions are equal and opposite: the supports must hold the bars together.""",
        options=PATH + "hinged_support.opts",
        quantities=(Quantity("displacement of the hinge", "in", lambda r: r["hinge/displacement"][-1, 2], (Reference(-0.12, "F L/(E A sin²α)/2; " + VM + "VM4, target"),), 1e-10),
                    Quantity("stress", "lbf/in²", lambda r: r.snapshot(-1)["bars/force"].ravel()[0] / 0.5, (Reference(1e4, "equilibrium; " + VM + "VM4, target"),), 1e-10),
                    Quantity("horizontal reaction", "lbf", lambda r: r["right/reaction"][-1, 0], (Reference(2500 * math.sqrt(3), "equilibrium"),), 1e-10)),
        elements=("bar",), analyses=("static",), features=("reactions",), suites=("Ansys VM",), ranks=(1, 3))


@case
def unequal_springs():
    def energy(p):
        return 4 * (math.hypot(p[0], 10 - p[1]) - 10)**2 + 0.5 * (math.hypot(p[0], 10 + p[1]) - 10)**2

    place = minimize(lambda p: energy(p) - 5 * p[0] - 5 * p[1], (8, 4), method="Nelder-Mead", options={"xatol": 1e-11, "fatol": 1e-15, "maxiter": 2000}).x
    return Case(
        title="A stiff and a soft spring with large displacements (VM9)",
        text="""Two springs of 10 cm hang in one line, one of 8 N/cm above and one of 1 N/cm below their common end. A force of 5 N across them and 5 N upwards moves this end by 9.7 cm, nearly the length of
a spring. At the start nothing resists a motion across the springs, so that the first load step begins at a singular stiffness. The upper spring hardly stretches and turns by 58 degrees. Vanderplaats
uses this problem to show how optimizers minimize an energy; the reference is the minimum of the same energy in closed form, found without derivatives. Springs are trusses whose strain is the
elongation over the initial length.""",
        options=PATH + "unequal_springs.opts",
        quantities=(Quantity("displacement across the springs", "cm", lambda r: r["middle/displacement"][-1, 0], (Reference(place[0], "least energy", 1e-7), Reference(8.631, VM + "VM9, target", 2e-4)),),
                    Quantity("displacement along the springs", "cm", lambda r: r["middle/displacement"][-1, 2], (Reference(place[1], "least energy", 1e-7), Reference(4.533, VM + "VM9, target", 3e-4)),),
                    Quantity("strain energy", "N cm", lambda r: r["energy/strain"][-1], (Reference(energy(place), "least energy", 1e-7), Reference(24.01, VM + "VM9, target", 3e-4)))),
        elements=("truss",), analyses=("static",), features=("large displacements",), suites=("Ansys VM",), ranks=(1, 3))


@case
def hanging_loads():
    return Case(
        title="A cable bears three forces (VM31)",
        text="""A cable with ends 60 ft apart and one end 20 ft higher bears 6, 12 and 4 kip. Beer and Johnston give the place of the second force and find the others by equilibrium: the horizontal pull is the same
everywhere, and the moments about each point vanish. Here the four pieces have the unstrained lengths of their answer, and the mesh starts elsewhere, from a shape with other lengths, so that the
program must find the hanging shape. The pieces are so stiff that their stretch does not matter. A cable without pull has no stiffness, which makes the first load step hard. The largest pull is in
the steepest piece.""",
        options=PATH + "hanging_loads.opts",
        quantities=(Quantity("horizontal reaction of the lower end", "kip", lambda r: r["A/reaction"][-1, 0], (Reference(-18, "equilibrium; " + VM + "VM31, target", 1e-5),)),
                    Quantity("vertical reaction of the lower end", "kip", lambda r: r["A/reaction"][-1, 2], (Reference(5, "equilibrium; " + VM + "VM31, target", 1e-5),)),
                    Quantity("largest pull", "kip", lambda r: math.hypot(r["E/reaction"][-1, 0], r["E/reaction"][-1, 2]), (
                        Reference(math.hypot(18, 17), "equilibrium", 1e-5), Reference(24.762, VM + "VM31, target", 5e-5))),
                    Quantity("height of the first force", "ft", lambda r: -2 + r["B/displacement"][-1, 2], (Reference(-50 / 9, "equilibrium", 1e-5),))),
        elements=("cable",), analyses=("static",), features=("unstrained length", "slack start"), suites=("Ansys VM",), ranks=(1, 3), same=1e-8, rigid=("let_EA",),
        untested={"ea let_EA": "the pieces are so stiff that a tenth more does not matter"})


@case
def closing_gap():
    return Case(
        title="A bar closes a gap in the heat (VM27)",
        text="""A bar of aluminium, 3 in long, stands 0.002 in before a wall and gets warmer by 100 °F. It would expand by 0.00375 in; at 53 % of the heat it meets the wall, and from there on it is pressed. The gap
is a spring with a table of three points: no force up to the gap, and beyond it the stiffness of 10⁹ lbf/in, 290 times that of the bar. The stress is E (αΔT - g/L) but for the 0.4 % by which the wall
gives way; the reference has this stiffness and the second reference is the rigid wall of the manual. The row of the load step at half of the heat shows that the bar was free until then: its end
has moved by its whole expansion.""",
        options=PATH + "closing_gap.opts",
        quantities=(Quantity("stress at the end", "lbf/in²", lambda r: r["wall/reaction"][-1, 0], (
                        Reference(-(100 * 12.5e-6 - 0.002 / 3) / (1 / 10.5e6 + 1 / 3e9), "two springs in series behind the gap", 1e-12),
                        Reference(-6125, VM + "VM27, target, a rigid wall", 4e-3)), 1e-9),
                    Quantity("displacement at half of the heat", "in", lambda r: r["end/displacement"][5, 0], (Reference(50 * 12.5e-6 * 3, "free expansion"),), 1e-9)),
        elements=("bar", "spring"), analyses=("static",), features=("temperature", "laws", "gaps"), suites=("Ansys VM",), ranks=(1, 3))


@case
def tapered_bar():
    return Case(
        title="A square bar that tapers (VM37)",
        text="""A square bar of 10 in tapers from 2 in to 1 in and is pulled by 10⁴ lbf. Its stress varies from 2500 to 10000 lbf/in², and the elongation is the integral of the strain: F L/(E a b). A linear bar has
the area of its middle, so that each cell is a step of a staircase, and the elongation converges with the square of the number of cells. The stress in the middle of the length is exact there for
a mesh with a cell around it. Beams have varying sections exactly; this sheet shows what bars do instead.""",
        options=PATH + "tapered_bar.opts",
        quantities=(Quantity("elongation", "in", lambda r: r["end/displacement"][-1, 0], (Reference(1e5 / 10.4e6 / 2, "integral of the strain, F L/(E a b)"), Reference(0.0048077, VM + "VM37, target", 1e-5))),),
        elements=("bar",), analyses=("static",), features=("sections that vary", "formulas"), suites=("Ansys VM",), ranks=(1, 3),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": n}, 1.95),))
