# SPDX-License-Identifier: BSD-2-Clause
"""Beams, frames and trusses of the VPCS guide."""
import math

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from verification.case import Case, Finer, Quantity, Reference, case

PATH = "verification/cases/"
GUIDE = "Guide de validation des progiciels de calcul de structures, AFNOR 1990, "
ASTER = "code_aster's test "


def turned(r, probe):
    """The rotation of a small turn about y."""
    return 2 * math.asin(r[probe + "/rotation"][-1, 2])


def plane_frame(places, members, loads, held):
    """Displacements (x, z, rotation about y) of the nodes of a plane frame of Euler's beams.

    members: [(start, end, EA, EI, line load across the member and along it per length)]; loads: {node: (Fx, Fz, M)}; held: {node: directions}."""
    order = list(places)
    stiffness, force = np.zeros((3 * len(order),) * 2), np.zeros(3 * len(order))
    for i, j, axial, bending, (along, across) in members:
        way = np.subtract(places[j], places[i])
        length = float(np.hypot(*way))
        c, s = way / length
        turn = np.kron(np.eye(2), [[c, s, 0], [-s, c, 0], [0, 0, 1]])
        a, b = axial / length, bending / length**3
        local = np.array([[a, 0, 0, -a, 0, 0], [0, 12 * b, -6 * b * length, 0, -12 * b, -6 * b * length], [0, -6 * b * length, 4 * b * length**2, 0, 6 * b * length, 2 * b * length**2],
                          [-a, 0, 0, a, 0, 0], [0, -12 * b, 6 * b * length, 0, 12 * b, 6 * b * length], [0, -6 * b * length, 2 * b * length**2, 0, 6 * b * length, 4 * b * length**2]])
        ends = length / 2 * np.array([along, across, -across * length / 6, along, across, across * length / 6])
        rows = [3 * order.index(i) + k for k in range(3)] + [3 * order.index(j) + k for k in range(3)]
        stiffness[np.ix_(rows, rows)] += turn.T @ local @ turn
        force[rows] += turn.T @ ends
    for node, load in loads.items():
        force[3 * order.index(node):3 * order.index(node) + 3] += load
    fixed = [3 * order.index(node) + k for node, directions in held.items() for k in directions]
    free = np.setdiff1d(np.arange(len(force)), fixed)
    moved = np.zeros(len(force))
    moved[free] = np.linalg.solve(stiffness[np.ix_(free, free)], force[free])
    reaction = stiffness @ moved - force
    return ({node: moved[3 * k:3 * k + 3] for k, node in enumerate(order)}, {node: reaction[3 * k:3 * k + 3] for k, node in enumerate(order)})


@case
def straight_beams():
    bending, line = 2.1e11 * 1.7e-8, (0, -24e3)
    places = {"a": (0, 0), "b": (0.3, 0), "m": (0.5, 0), "c": (0.7, 0), "d": (1, 0)}
    moved, reaction = plane_frame(places, [(i, j, 1e9, bending, line) for i, j in ("ab", "bm", "mc", "cd")], {"b": (30e3, 0, 3e3), "c": (10e3, -20e3, 0)}, {"a": (0, 1, 2), "d": (0, 1, 2)})
    middle = reaction["a"][2] + reaction["a"][1] * 0.5 + 3e3 - 24e3 * 0.5**2 / 2
    shear_stiffness = 2e11 / 2.6 * 31e-4 / 2.42
    short = {"let": "L=1.44,q=1e5,EI=2e11*2810e-8,EA=1e9,GA=2e11/2.6*31e-4/2.42", "loads": "line", "support_a_fix": "xz", "support_d_fix": "z"}
    return Case(
        title="A clamped beam under five loads, and a short beam that shears (SSLL01 and SSLL02)",
        text="""A steel beam of 1 m is clamped at both ends and bears 24 kN/m along it, forces along it at two points, a force across it and a moment. In a
second run a beam of 1.44 m lies on two hinges and bears 100 kN/m; it is so short that shear is 21 % of its deflection. The clamped beam neither
shears nor stretches much, so that Euler's beam theory is exact. The loads are chosen to make every term of a beam count: the moment at a point has a
jump, each force along the beam divides in inverse proportion to the distances from the clamps, and the sum of all is small in the middle, where the
shear force is 0.54 kN beside reactions of 12.5 and 31.5 kN. Elements have the exact displacements at their nodes under forces and line loads, and the
moment and the shear force inside follow from equilibrium with the line load. The sheet tests signs more than it tests accuracy.""",
        options=PATH + "straight_beams.opts",
        quantities=(Quantity("SSLL01: displacement of the middle", "m", lambda r: r["m/displacement"][-1, 2], (Reference(float(moved["m"][1]), "four Hermite elements, numpy"), Reference(-0.04902, GUIDE + "SSLL01; printed digits", 2e-4)), 1e-6),
                    Quantity("SSLL01: reaction along the beam", "N", lambda r: r["a/reaction"][-1, 0], (Reference(float(reaction["a"][0]), "the same"), Reference(-24e3, GUIDE + "SSLL01", 1e-5)), 1e-6),
                    Quantity("SSLL01: moment in the middle", "N m", lambda r: abs(r["section/moment_at_point"][-1, 1]), (Reference(float(abs(middle)), "the same"), Reference(2800, GUIDE + "SSLL01; printed digits", 1e-3)), 1e-6),
                    Quantity("SSLL01: shear force in the middle", "N", lambda r: abs(r["section/force_at_point"][-1, 2]), (Reference(float(abs(reaction["a"][1] - 12e3)), "the same"), Reference(540, GUIDE + "SSLL01; printed digits", 1e-2)), 1e-6),
                    Quantity("SSLL02: displacement of the middle", "m", lambda r: r["m/displacement"][-1, 2], (
                        Reference(-1e5 * 1.44**2 * (5 * 1.44**2 / (384 * 2e11 * 2810e-8) + 1 / (8 * shear_stiffness)), "5 q L⁴/(384 E I) + q L²/(8 κ G A)"), Reference(-1.2593e-3, GUIDE + "SSLL02; printed digits", 5e-5)), 1e-6, keys=short)),
        elements=("beam",), analyses=("static",), features=("line loads", "moments", "shear"), suites=("VPCS",), ranks=(1, 3))


@case
def star_of_beams():
    thick, thin, lower = (2e11 * side**4 / 12 for side in (0.04, 0.01, 0.02))
    stiffness = 4 * thick / 4 + 3 * thin + 4 * thin + 4 * lower / 2
    turn = (1e5 / 8 - 1e3 * 16 / 12) / stiffness
    at_end = {"b": 1e3 * 16 / 12 - 2 * thick / 4 * turn, "d": 1e5 / 8 + 2 * thin * turn, "e": 2 * lower / 2 * turn}
    return Case(
        title="Four beams with a common end (SSLL10)",
        text="""Four steel beams meet in one node and leave it in four directions. They are 4, 2, 1 and 1 m long, with square sections of 40, 20, 10 and 10 mm; three of them are clamped at their other ends and one is hinged. A force
of 100 kN in the middle of a thin one and 1 kN/m along the thick one turn the common node, which does not move, because no beam gets longer. The rotation is the difference of the clamping moments over the sum of 4 E I/L of the
clamped beams and 3 E I/L of the hinged one, and each beam passes half of the moment at the common node on to its clamped end. The rotation is 13 degrees, which a linear analysis may say of a beam that is much too
weak for its force. The thick beam has 87 % of the stiffness, so that the moments at the other clamps test the rest.""",
        options=PATH + "star_of_beams.opts",
        quantities=(Quantity("rotation of the common node", "", lambda r: abs(turned(r, "a")), (Reference(turn, "(F L/8 - q L²/12)/(Σ 4 E I/L + 3 E I/L)", 1e-6), Reference(0.227118, GUIDE + "SSLL10; printed digits", 3e-6))),
                    *(Quantity(f"moment at the clamp {node.upper()}", "N m", lambda r, node=node: abs(r[node + "/reaction"][-1, 4]), (Reference(abs(at_end[node]), "clamping moment and half of the moment by the rotation", 1e-6),)) for node in "bde")),
        elements=("beam",), analyses=("static",), features=("rigid joints", "moments"), suites=("VPCS",), ranks=(1, 3), rigid=("ea", "gaz", "let_EA"),
        untested={"part_thin_ea": "the common node hardly moves, even if the thin beams are as soft as this"})


@case
def gable_frame():
    young, roof = 2.1e11, 2.5e-4
    share = 3e3 * 10 / math.sqrt(116)  # per length of the rafter
    s, c = 4 / math.sqrt(116), 10 / math.sqrt(116)
    places = {"a": (0, 0), "b": (0, 8), "c": (10, 12), "d": (20, 8), "e": (20, 0)}
    moved, reaction = plane_frame(places, [("a", "b", 1e13, young * 5e-4, (0, 0)), ("b", "c", 1e13, young * roof, (-share * s, -share * c)), ("c", "d", 1e13, young * roof, (0, 0)), ("e", "d", 1e13, young * 5e-4, (0, 0))],
                                  {"b": (-10e3, 0, 100e3), "c": (0, -20e3, 0)}, {"a": (0, 1), "e": (0, 1)})
    return Case(
        title="A frame with a gable (SSLL14)",
        text="""A frame of steel spans 20 m on two columns of 8 m with hinged feet; its rafters rise to 12 m in the middle. Snow of 3 kN per metre of the plan lies on the left rafter, 20 kN hang at the ridge, and the left eaves bear
10 kN outwards and a moment of 100 kN m. The frame is statically indeterminate by one thrust. Snow is given per length of the plan, so that the load per length of the oblique rafter is less by the cosine of its slope; its part along the rafter
compresses the rafter. The reference assembles four Hermite elements in numpy with their clamping moments. The vertical reactions follow from equilibrium alone, 31.5 and 18.5 kN; the thrusts and the sinking of the ridge depend on
the stiffnesses of columns and rafters, which are two to one.""",
        options=PATH + "gable_frame.opts",
        quantities=(Quantity("displacement of the ridge", "m", lambda r: r["c/displacement"][-1, 2], (Reference(float(moved["c"][1]), "four Hermite elements, numpy"), Reference(-0.03072, GUIDE + "SSLL14; printed digits", 3e-4)), 1e-6),
                    Quantity("thrust of the left foot", "N", lambda r: r["a/reaction"][-1, 0], (Reference(float(reaction["a"][0]), "the same"), Reference(20240, GUIDE + "SSLL14; printed digits", 3e-4)), 1e-6),
                    Quantity("vertical reaction of the left foot", "N", lambda r: r["a/reaction"][-1, 2], (Reference(float(reaction["a"][1]), "the same"), Reference(31500, GUIDE + "SSLL14", 1e-5)), 1e-6)),
        elements=("beam",), analyses=("static",), features=("line loads", "oblique members", "reactions"), suites=("VPCS",), ranks=(1, 3), rigid=("ea", "gaz"))


BRIDGE = {"a": (0, 0), "g": (0, 4), "h": (5, 0), "e": (10, 4), "i": (15, 0), "b": (20, -4), "j": (20, 4), "d": (25, 0), "f": (30, 4), "c": (35, 0)}
THIN, THICK = "ag gh he ei ij jd df fc".split(), "ah ge hi ej ib bj bd jf dc".split()


def bridge(force, other, warm, settled):
    """The vertical displacement of the node e and the vertical reaction of b of the bridge, by Lagrange's multipliers."""
    order = list(BRIDGE)
    n = 2 * len(order)
    stiffness, load, held, given = np.zeros((n, n)), np.zeros(n), np.zeros((4, n)), settled * np.array([0, -0.02, -0.03, -0.015])
    for i, j in THIN + THICK:
        along = np.subtract(BRIDGE[j], BRIDGE[i])
        length = float(np.hypot(*along))
        rows, unit = [2 * order.index(i), 2 * order.index(i) + 1, 2 * order.index(j), 2 * order.index(j) + 1], np.concatenate([-along, along]) / length
        area = 2.1e11 * (1.41e-3 if i + j in THIN else 2.82e-3)
        stiffness[np.ix_(rows, rows)] += area / length * np.outer(unit, unit)
        load[rows] += area * 1e-5 * warm * unit
    load[2 * order.index("e") + 1] -= force
    load[2 * order.index("f") + 1] -= other
    held[0, 0] = held[1, 1] = held[2, 2 * order.index("b") + 1] = 1
    held[3, 2 * order.index("c"):2 * order.index("c") + 2] = -math.sin(math.pi / 6), math.cos(math.pi / 6)
    found = np.linalg.solve(np.block([[stiffness, held.T], [held, np.zeros((4, 4))]]), np.concatenate([load, given]))
    return found[2 * order.index("e") + 1], -found[n + 2]


@case
def bridge_of_bars():
    runs = {"loads": ("F=150e3,G=100e3,T=0,s=0", bridge(150e3, 100e3, 0, 0)), "heat": ("F=0,G=0,T=30,s=0", bridge(0, 0, 30, 0)), "settlement": ("F=0,G=0,T=0,s=1", bridge(0, 0, 0, 1)), "all": ("F=150e3,G=100e3,T=30,s=1", bridge(150e3, 100e3, 30, 1))}
    return Case(
        title="A bridge of bars that is loaded, warmed and settles (SSLL12)",
        text="""A truss of 17 steel bars spans 35 m on a hinge, a roller in the middle and a roller on a slope of 30 degrees. It is statically indeterminate by one. Two forces of 150 and 100 kN, a warming by 30 K and settlements
of 20, 30 and 15 mm act each alone and all together. The oblique roller couples the directions: the bridge can lengthen only by climbing the slope,
which the middle roller hinders, so that heat causes forces. The settlement of the oblique roller is given along its normal. The reference assembles
17 bars in numpy and adds the four supports by Lagrange's multipliers, with the sections of code_aster's test. This test computes -0.010580 m under
the loads, too; the printed -0.010566 m of the guide, which rounds areas, is 1.3e-3 from it. The first three runs add up to the fourth, which tests
that the loads are independent of each other.""",
        options=PATH + "bridge_of_bars.opts",
        quantities=tuple(q for name, (let, (down, force)) in runs.items() for q in (
            Quantity(f"{name}: displacement of the first load", "m", lambda r: r["e/displacement"][-1, 2], (Reference(float(down), "17 bars and four multipliers, numpy"), *((Reference(-0.010566, GUIDE + "SSLL12", 2e-3),) if name == "loads" else ())), 1e-8, keys={"let": let}),
            Quantity(f"{name}: reaction of the middle roller", "N", lambda r: r["b/reaction"][-1, 2], (Reference(float(force), "the same"),), 1e-8, keys={"let": let}))),
        elements=("bar",), analyses=("static",), features=("heat", "settlements", "oblique supports"), suites=("VPCS",), ranks=(1, 3))


@case
def braced_square():
    force, stiffness = 1000, 2.1e11 * 1e-4
    small = force / stiffness * (1 + 2 * math.sqrt(2))
    return Case(
        title="A square of bars with two cables (SSNL105)",
        text="""Four hinged bars make a square of 1 m, which would fold without its two diagonal cables. A force of 1 kN at an upper corner pushes it sideways. One diagonal gets longer: its cable is taut and carries √2 kN.
The other one gets shorter, and its cable is slack and bears nothing. The bar below the loaded corner is compressed by 1 kN, and the other bars bear nothing. A model with bars as diagonals would share the force between both, and the corner would move half as far. The
reference is equilibrium with one taut cable. Strains are 7e-5, which is how far the displaced shape differs from the mesh, and large rotations change forces by as much. Newton's method must find which cable is slack.
The cables have no prestress in this sheet.""",
        options=PATH + "braced_square.opts",
        quantities=(Quantity("displacement of the loaded corner", "m", lambda r: r["c/displacement"][-1, 0], (Reference(small, "F L (1 + 2√2)/(E A), small displacements", 3e-4),)),
                    Quantity("reaction below the loaded corner", "N", lambda r: r["d/reaction"][-1, 2], (Reference(1000, "equilibrium: the bar bears -1000 N in " + ASTER + "SSNL105", 3e-4),)),
                    Quantity("horizontal part of the cable's force", "N", lambda r: -r["a/reaction"][-1, 0], (Reference(1000, "equilibrium: the taut cable bears 1414.2 N in " + ASTER + "SSNL105", 3e-4),))),
        elements=("truss", "cable"), analyses=("static",), features=("slack cables", "mechanisms held by cables"), suites=("VPCS",), ranks=(1, 3),
        planted={"two bars as diagonals": {"part_cables_element": "truss"}})


def angle_frame_load(low, high, length=240, young=71240, weak=0.54, torsion=2.16):
    """The force along x at the end of the frame at which it buckles out of its plane, between two bounds: Kirchhoff's rods, linear about the mesh.

    The unknowns are the two components of a small rotation and of the moment about axes in the plane of the frame."""
    bending, twist, end = young * weak, young / 2.6 * torsion, np.array([length, -length])

    def determinant(force):
        state = np.vstack([np.zeros((2, 2)), np.eye(2)])  # a column for each component of the moment at the clamp
        for start, t in ((np.array([0, 0]), np.array([1, 0])), (np.array([length, 0]), np.array([0, -1]))):
            n = np.array([-t[1], t[0]])

            def rate(s, y, start=start, t=t, n=n):
                angle, moment = y.reshape(4, 2)[:2], y.reshape(4, 2)[2:]
                plane = -(end - start - s * t)[1] * force  # the moment about the normal of the plane
                turns = np.outer(t, (t @ moment - plane * (n @ angle)) / twist) + np.outer(n, (n @ moment + plane * (t @ angle)) / bending)
                return np.vstack([turns, np.outer([0, force], n @ angle)]).ravel()
            state = solve_ivp(rate, (0, length), state.ravel(), method="DOP853", rtol=1e-9, atol=1e-11).y[:, -1].reshape(4, 2)
        return np.linalg.det(state[2:])
    return brentq(determinant, low, high, xtol=1e-9)


@case
def angle_frame():
    found = (angle_frame_load(1.0, 1.2), angle_frame_load(-0.75, -0.6))
    return Case(
        title="A right-angle frame buckles under a force at its end (SSLL105)",
        text="""Two strips of 240 mm make a right angle in a plane. They are 30 mm wide in the plane and 0.6 mm thick across it. One end is clamped, and a force parallel to the first strip acts at the free end. The strips are 2500 times as stiff in
the plane as across it, and the frame buckles out of its plane, by bending and torsion together. The load depends on the sense of the force: pushed one way the first strip is compressed, pulled the other way it is under tension, and
both ways its moment in the plane makes it buckle sideways. The reference integrates Kirchhoff's equations of a rod about the undeformed frame from the clamp and finds the force for which the end bears no moment. The factors are
relative to the force of 1 N; the smallest one belongs to the opposite sense, which makes two critical loads of different signs in one run. Argyris et al. (1979) introduced this frame.""",
        options=PATH + "angle_frame.opts",
        quantities=(Quantity("critical force along x, first strip under tension", "N", lambda r: max(f for f in r.buckling.factor), (Reference(found[0], "Kirchhoff's equations by shooting", 1e-3), Reference(1.088, ASTER + "SSLL105", 2e-3))),
                    Quantity("critical force against x, first strip compressed", "N", lambda r: -min(f for f in r.buckling.factor), (Reference(-found[1], "the same", 1e-3), Reference(0.68, ASTER + "SSLL105", 3e-3)))),
        elements=("beam",), analyses=("buckling",), features=("lateral buckling", "torsion", "loads of both signs"), suites=("VPCS",), ranks=(1, 3), untested={"ea gay gaz eiy": "the strips are stiff in the plane"},
        finer=(Finer("cells", {"member_legs_n": 32}),))
