# SPDX-License-Identifier: BSD-2-Clause
"""Beams and frames of textbooks."""
import math

from verification.case import Case, Finer, Quantity, Reference, case

PATH = "verification/cases/"
VM = "Ansys, verification manual, "


@case
def overhanging_beam():
    young, second, moment = 30e6, 7892, 1e4 / 12 * 120**2 / 2
    return Case(
        title="A beam with loaded overhangs (VM2)",
        text="""A steel beam of 480 in lies on two supports 240 in apart. Its two overhangs of 120 in bear 10000 lbf/ft, and the span between the supports bears nothing. Both loads bend the span by the constant
moment q a²/2, so that its middle rises by M L²/(8 E I). The flanges and the web are chosen so that the I section has the area of 50.65 in² and the second moment of 7892 in⁴ of Timoshenko's 30 in beam.
One element for each piece is exact, because loads between the nodes act through their moments at the nodes, too. The stress follows from the moment in the section, M h/(2 I). The shear of the
reference is left out.""",
        options=PATH + "overhanging_beam.opts",
        quantities=(Quantity("displacement of the middle", "in", lambda r: r["m/displacement"][-1, 2], (Reference(moment * 240**2 / (8 * young * second), "Timoshenko, Strength of Materials I: M L²/(8 E I)", 1e-6), Reference(0.182, VM + "VM2, target", 3e-3))),
                    Quantity("largest stress in the middle", "lbf/in²", lambda r: r["section/stress_max_at_point"][-1, 0], (Reference(moment * 15 / second, "M h/(2 I)", 1e-6), Reference(11400, VM + "VM2, target", 5e-4))),
                    Quantity("reaction", "lbf", lambda r: r["b/reaction"][-1, 2], (Reference(1e5, "equilibrium"),), 1e-10)),
        elements=("beam",), analyses=("static",), features=("loads between nodes", "stresses"), suites=("Ansys VM",), ranks=(1, 3))


@case
def uniform_strength():
    parabola = {"mesh_upper": 4, "part_beam_width": 0.2, "part_beam_height": "sqrt(x)", "load_start_force": (0, 0, -1000)}
    trapezium = {"mesh_upper": 50, "part_beam_width": 2, "part_beam_height": "3+0.12*x", "load_start_force": (0, 0, -4000)}
    slope, deep = 0.12, 9
    bent = 12 * 4000 / (2 * 30e6) / slope**3 * (math.log(3) + 2 * 3 / deep - 2 - (9 / (2 * deep**2) - 0.5))  # the integral of F x²/(E I) over the length

    def stress(r, place):
        return max(r.snapshot(-1)["beam/stress_max_along"].ravel()[place], 0)

    return Case(
        title="Cantilevers that taper (VM5, VM34 and VM148)",
        text="""Three cantilevers taper towards the end that bears the force. The first one has the plan of a triangle, and its stress is the same everywhere. The second one is deep as a parabola, so that its stress
is the same along it, too. The third one is deep as a trapezium, and its largest stress is not at the clamp but where the depth has doubled. One element must have all three, because fsolve integrates
the flexibility of a varying section over the length, even where a section vanishes at the tip. A mesh of uniform elements, as many programs need, would only approach these values. The references
are the integrals of M²/(E I), without shear.""",
        options=PATH + "uniform_strength.opts",
        quantities=(Quantity("triangle: displacement", "in", lambda r: r["start/displacement"][-1, 2], (Reference(-10 * 20**3 / (2 * 30e6 * 3 * 0.5**3 / 12), "F L³/(2 E I)"), Reference(-0.042667, VM + "VM34, target", 1e-5)), 1e-8),
                    Quantity("triangle: stress in the middle", "lbf/in²", lambda r: stress(r, 5), (Reference(1600, "6 F x/(b h²); " + VM + "VM34, target"),), 1e-8),
                    Quantity("parabola: displacement", "in", lambda r: r["start/displacement"][-1, 2], (Reference(-2 * 1000 * 4**3 / (3 * 30e6 * 0.2 * 8 / 12), "2 F L³/(3 E I)"), Reference(-0.01067, VM + "VM148, target", 5e-4)), 1e-4,
                             "the depth is a root at the tip, which the 16 points of Gauss along an element integrate to 4e-5", keys=parabola),
                    Quantity("trapezium: displacement", "in", lambda r: r["start/displacement"][-1, 2], (Reference(-bent, "integral of F x²/(E I)"),), 1e-7, keys=trapezium),
                    Quantity("trapezium: stress in the middle", "lbf/in²", lambda r: stress(r, 5), (Reference(6 * 1e5 / 72, "6 F x/(b h²)"), Reference(8333, VM + "VM5, target", 1e-4)), 1e-8, keys=trapezium),
                    Quantity("trapezium: stress at the clamp", "lbf/in²", lambda r: stress(r, 10), (Reference(6 * 2e5 / 162, "6 F L/(b h²)"), Reference(7407, VM + "VM5, target", 1e-4)), 1e-8, keys=trapezium)),
        elements=("beam",), analyses=("static",), features=("sections that vary", "formulas", "stresses"), suites=("Ansys VM",), ranks=(1, 3))


@case
def tee_beam():
    return Case(
        title="A T-beam under a moment (VM10)",
        text="""A beam with a T section (flange 9 by 4 in, web 1.5 by 16 in) is bent by a moment of 10⁵ lbf in. Its center is 6 in above the bottom of the flange and 14 in below the tip of the web, so that the two extreme
stresses differ: 700 lbf/in² at the web and 300 lbf/in² at the flange, with opposite signs. The section is a polygon of eight points, from whose outline fsolve computes the area of 60 in², the center, and
the second moment of 2000 in⁴. A center taken in the middle of the height would make both stresses equal. The displacement of the end is M L²/(2 E I).""",
        options=PATH + "tee_beam.opts",
        quantities=(Quantity("stress at the tip of the web", "lbf/in²", lambda r: r["section/stress_max_at_point"][-1, 0], (Reference(700, "M z/I; Crandall & Dahl 1959; " + VM + "VM10, target with the opposite moment"),), 1e-9),
                    Quantity("stress at the flange", "lbf/in²", lambda r: r["section/stress_min_at_point"][-1, 0], (Reference(-300, "M z/I"),), 1e-9),
                    Quantity("displacement of the end", "in", lambda r: r["end/displacement"][-1, 2], (Reference(-1e5 * 100**2 / (2 * 30e6 * 2000), "M L²/(2 E I)"),), 1e-9)),
        elements=("beam",), analyses=("static",), features=("polygonal sections", "stresses", "moments"), suites=("Ansys VM",), ranks=(1, 3))


@case
def bent_and_twisted_rod():
    radius = 4.67017 / 2
    bent, shear = 4 * 75000 / (math.pi * radius**3), 2 * 9000 / (math.pi * radius**3)

    def largest_shear(r):
        axial, equivalent = r["section/stress_max_at_point"][-1, 0], r["section/von_mises_max_at_point"][-1, 0]
        return math.sqrt(axial**2 / 4 + (equivalent**2 - axial**2) / 3)

    return Case(
        title="Bending with torsion (VM12)",
        text="""A round cantilever of 300 in bears 250 lbf across its end and a torque of 9000 lbf in. At the clamp the bending stress is 7500 lbf/in² and the shear stress of torsion 450 lbf/in². Neither of them alone is
the largest stress: the principal stress is half of the axial stress plus the root of the sum of squares. fsolve gives the axial and the von Mises stress, from which both the largest shear stress and
the largest principal stress follow. A shear stress of the force would be zero where the bending stress is largest, and fsolve leaves it out. The twist of the end tests the torsion constant.""",
        options=PATH + "bent_and_twisted_rod.opts",
        quantities=(Quantity("largest principal stress", "lbf/in²", lambda r: r["section/stress_max_at_point"][-1, 0] / 2 + largest_shear(r), (
                        Reference(bent / 2 + math.hypot(bent / 2, shear), "Mohr's circle"), Reference(7527, VM + "VM12, target", 2e-5)), 1e-9),
                    Quantity("largest shear stress", "lbf/in²", largest_shear, (Reference(math.hypot(bent / 2, shear), "Mohr's circle"), Reference(3777, VM + "VM12, target", 5e-5)), 1e-9),
                    Quantity("twist of the end", "", lambda r: 2 * r["end/rotation"][-1, 1], (Reference(9000 * 300 / (30e6 / 2.6 * math.pi * radius**4 / 2), "T L/(G J); the quaternion has the square of the angle", 1e-4),))),
        elements=("beam",), analyses=("static",), features=("torsion", "stresses"), suites=("Ansys VM",), ranks=(1, 3))


@case
def eccentric_column():
    force, arm, bending, length = 4000, 0.5, 39e6, 120
    secant = 1 / math.cos(math.sqrt(force / bending) * length / 2)
    return Case(
        title="A column that is pressed beside its axis (as in VM14)",
        text="""A column of 120 in on two hinges is pressed by 4000 lbf, 15 % of its critical load, 0.5 in beside its axis. The force bends it from the start, and the deflection enlarges the arm of the force. The
deflection is e (sec(kL/2) - 1), 22 % of e, and not proportional to the force. A linear analysis would have 0.092 in instead of 0.109 in. Here the force acts on the axis and its moment P e on
both ends. The manual has a channel whose properties follow from rounded fillets; this sheet has round numbers near them. The secant formula leaves out the square of the slope, 1e-5, and the
shortening of the column.""",
        options=PATH + "eccentric_column.opts",
        quantities=(Quantity("deflection of the middle", "in", lambda r: r["middle/displacement"][-1, 0], (Reference(arm * (secant - 1), "Timoshenko, Strength of Materials I: secant formula", 1e-4),)),
                    Quantity("moment in the middle", "lbf in", lambda r: -r["section/moment_at_point"][-1, 1], (Reference(force * arm * secant, "P e sec(kL/2)", 1e-4),))),
        elements=("beam",), analyses=("static",), features=("large rotations", "moments"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": 16}, 4),), untested={"ea gaz": "the column hardly stretches or shears"})


@case
def tie_rod():
    pull, load, length, bending = 21972.6, 1.79253, 200, 30e6 * 2.5**4 / 12
    u = math.sqrt(pull / bending) * length / 2
    bowed = load * length**4 / (16 * bending * u**4) * (1 / math.cosh(u) - 1 + u * u / 2)
    slope = load * length**3 / (8 * bending * u**3) * (u - math.tanh(u))
    moment = load * length**2 / (4 * u * u) * (1 - 1 / math.cosh(u))
    free = {"load_end_force": (0, 0, 0), "analysis": "static"}
    return Case(
        title="A tie rod with and without its pull (VM21)",
        text="""A square tie rod of 200 in bears 1.79 lbf/in across it and a pull of 21972.6 lbf along it. The pull halves the deflection, because it acts against the deflection with the arm of the deflection. Closed
forms have hyperbolic functions of u = L/2 √(F/EI). In a second run there is no pull, and the moment and the deflection are those of a beam alone. A program that leaves out the axial force in the
equilibrium of the deflected beam has the second answer for both. The cubic shape of an element is not exact under an axial force, so that the error falls with the fourth power of the number of
elements.""",
        options=PATH + "tie_rod.opts",
        quantities=(Quantity("deflection", "in", lambda r: -r["middle/displacement"][-1, 2], (Reference(bowed, "Timoshenko, Strength of Materials II; the rod stretches by 1.2e-4", 3e-4), Reference(0.19945, VM + "VM21, target", 3e-5))),
                    Quantity("slope of the end", "", lambda r: -2 * math.asin(r["start/rotation"][-1, 2]) * -1, (Reference(slope, "the same", 3e-4), Reference(0.0032352, VM + "VM21, target", 2e-5))),
                    Quantity("moment in the middle", "lbf in", lambda r: -r["section/moment_at_point"][-1, 1], (Reference(moment, "the same", 3e-4), Reference(4580.1, VM + "VM21, target", 2e-5))),
                    Quantity("deflection without the pull", "in", lambda r: -r["middle/displacement"][-1, 2], (Reference(5 * load * length**4 / 384 / bending, "5 q L⁴/(384 E I)", 3e-4), Reference(0.38241, VM + "VM21, target", 2e-5)), keys=free)),
        elements=("beam",), analyses=("static",), features=("prestress", "loads between nodes"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": 16}, 4),))


@case
def symmetric_portal():
    load, a, bending = 500, 400, 30e6 * 20300
    return Case(
        title="A portal frame under a symmetric load (VM217)",
        text="""A portal frame with clamped feet is 800 in wide and 400 in high and bears 500 lbf/in on its beam, which is five times as stiff as its columns. Both corners turn by the same angle in opposite senses, and
the frame does not sway. The slope-deflection method has one unknown: θ = q a³/(27 E I), with the moments 4/27 q a² in the corners, 2/27 q a² at the feet and 19/54 q a² in the middle of the beam. One element
for each column and two for the beam are exact. Columns that stretch or shear would change the moments, and are therefore given as stiff against both.""",
        options=PATH + "symmetric_portal.opts",
        quantities=(Quantity("rotation of a corner", "", lambda r: 2 * math.asin(r["b/rotation"][-1, 2]), (Reference(load * a**3 / (27 * bending), "slope-deflection method; " + VM + "VM217, target", 3e-6),)),
                    Quantity("moment in the middle of the beam", "lbf in", lambda r: -r["middle/moment_at_point"][-1, 1], (Reference(19 / 54 * load * a * a, "the same", 3e-6),)),
                    Quantity("moment of a foot", "lbf in", lambda r: r["a/reaction"][-1, 4], (Reference(2 / 27 * load * a * a, "the same", 3e-6),))),
        elements=("beam",), analyses=("static",), features=("frames", "loads between nodes"), suites=("Ansys VM",), ranks=(1, 3), rigid=("ea", "gaz"))


@case
def triangular_load():
    bending = 30e6 / 12
    return Case(
        title="A cantilever under a load that grows along it (VM243)",
        text="""A cantilever of 10 in bears a load that grows from nothing at the clamp to 1 lbf/in at the free end. Its end sinks by 11 q L⁴/(120 E I). The load is a traction of one, multiplied by a field, which is a
formula of the place. One element is exact for loads that are linear along it: at the nodes through the integrals of the load with the cubic shapes, and inside through the equilibrium of the
element. The moment at a quarter of the length, which no node has, is a cubic polynomial of the place. Loads that were lumped to the two nodes would sink the end by a third more.""",
        options=PATH + "triangular_load.opts",
        quantities=(Quantity("displacement of the end", "in", lambda r: r["end/displacement"][-1, 2], (Reference(-11 * 1e4 / (120 * bending), "11 q L⁴/(120 E I); " + VM + "VM243, target", 1e-6),)),
                    Quantity("moment at a quarter", "lbf in", lambda r: r["quarter/moment_at_point"][-1, 1], (Reference(100 / 3 - 5 * 2.5 + 2.5**3 / 60, "equilibrium"),), 1e-9),
                    Quantity("reaction", "lbf", lambda r: r["start/reaction"][-1, 2], (Reference(5, "equilibrium"),), 1e-9)),
        elements=("beam",), analyses=("static",), features=("fields", "loads between nodes"), suites=("Ansys VM",), ranks=(1, 3))


@case
def yielding_beam():
    def turned(moment):
        """The rotation of the end [rad]: the curvature of an elastic and ideally plastic rectangle, M/M_y = 1.5 - 0.5 (κ_y/κ)²."""
        return 10 * 36000 / 30e6 / math.sqrt(3 - 2 * moment / 24000)

    moments = (24000, 28000, 32000)
    return Case(
        title="A rectangular beam yields (as in VM24)",
        text="""A beam with a section of 1 by 2 in is bent by moments at its ends. Its material does not harden beyond a stress of 36000 lbf/in². At 24000 lbf in the outer fibres reach this stress. At 28000 and 32000 lbf in
the inner layers alone are elastic, 0.82 and 0.58 of the height, and the curvature grows without bound as the moment comes to 36000 lbf in, which is a plastic hinge. The law of fsolve is elastic: it follows
the same curve when the load grows, and would return along it. Therefore this sheet tests loading alone. The section is cut into layers, and the error falls with the square of their number.""",
        options=PATH + "yielding_beam.opts",
        quantities=tuple(Quantity(f"rotation of the end under {m} lbf in", "rad", lambda r: -2 * math.asin(r["end/rotation"][-1, 2]), (Reference(turned(m), "Timoshenko, Strength of Materials II, art. 64"),), keys={"let": f"M={m}"})
                         for m in moments),
        elements=("beam",), analyses=("static",), features=("laws", "large rotations"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("layers", {"part_beam_law_layers": 80}),))


@case
def right_angle_frame():
    thin, wide, torsion = 71240 * 0.54, 71240 * 1350, 71240 / 2.62 * 2.16
    critical = math.pi / 240 * math.sqrt(thin * torsion / (1 - thin / wide) / (1 - torsion / wide))
    return Case(
        title="A right-angle frame buckles under moments at its ends (NAFEMS 3DNLG-3)",
        text="""Two legs of 240 mm, 30 mm deep and 0.6 mm thick, make a right angle. Each foot is a hinge whose axis is across the frame, and moments turn both feet. The legs bend in their plane under a constant moment,
until they buckle out of it by bending about the thin axis and by torsion at once. Rotations about several axes are coupled there: a moment that keeps its axis while the section turns adds terms to the
stiffness, and programs that leave them out find another load or none. The closed form is that of a leg, π/L √(E I G J), with the correction for the curvature before buckling, 5e-4. The two directions of
the moments differ by less.""",
        options=PATH + "right_angle_frame.opts",
        quantities=tuple(Quantity(f"critical moment, {name}", "N mm", lambda r, sign=sign: sign * max(r.buckling.factor[:], key=lambda f: sign * f), (
            Reference(critical, "π/L √(E I G J) with the curvature before buckling; the frame bends before it buckles", 1e-3),)) for name, sign in (("one direction", 1), ("the other one", -1))),
        elements=("beam",), analyses=("buckling",), features=("lateral buckling", "moments", "counted by inertia"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"member_legs_n": 32}),), untested={"ea gay gaz eiy": "the frame hardly stretches, shears or bends in its plane"})


@case
def combined_girder():
    length, dead, live = 6, 1.35 * 10e3, 1.5 * 8e3
    softer = 1 + 3 * 2e7 / (1e8 * length**2)

    def middle(load):
        return load * length**2 / 8 / softer

    def reaction(load):
        return load * length + 2 * middle(load) / length

    text = "the slope of a span with hinged ends, q L³/(24 EI), and that of a moment, M L/(3 EI) + M/(GA L)"
    return Case(
        title="Combinations of load cases on a girder over two spans",
        text="""A girder over two equal spans L bears a dead load G, and a live load Q on either span or on both. The combinations have the factors 1.35 and 1.5 of EN 1990. At the middle
support the slopes of both spans must be equal. Under a load q on both spans the moment there is therefore q L²/8/(1 + 3 EI/(GA L²)); a load on one span alone gives half of it.
The sheet shows that alternatives are enumerated in their order, that the factors arrive at the loads inside of members, and that the envelope names the combination that governs.""",
        options=PATH + "combined_girder.opts",
        quantities=(Quantity("reaction of the middle, live load on the left", "N", lambda r: r["middle/reaction"][0, 2], (Reference(reaction(dead + live / 2), text),), 1e-9),
                    Quantity("reaction of the middle, live load on both", "N", lambda r: r["middle/reaction"][2, 2], (Reference(reaction(dead + live), text),), 1e-9),
                    Quantity("reaction of the middle, dead load alone", "N", lambda r: r["middle/reaction"][3, 2], (Reference(reaction(dead / 1.35), text),), 1e-9),
                    Quantity("largest moment over the middle support", "N m", lambda r: abs(r.envelope("girder/moment_end").largest[0]).max(), (Reference(middle(dead + live), text),), 1e-9),
                    Quantity("number of the combination that governs", "", lambda r: r.combinations.index(r.envelope("girder/moment_end").largest_combination[0, 1]) + 1,
                             (Reference(3, "both spans loaded"),), 1e-12)),
        elements=("beam",), analyses=("static",), features=("loads between nodes", "reactions"))
