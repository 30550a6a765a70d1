# SPDX-License-Identifier: BSD-2-Clause
"""Beams and arcs of the VPCS guide and of NAFEMS."""
import math

import numpy as np
from numpy.polynomial import legendre

from verification.case import Case, Finer, Quantity, Reference, case

PATH = "verification/cases/"
GUIDE = "Guide de validation des progiciels de calcul de structures, AFNOR 1990, "


def turned(r, probe, axis):
    """The component of a small rotation."""
    return 2 * math.asin(r[probe + "/rotation"][-1, 1 + axis])


@case
def thin_arc():
    bending = 2e11 * math.pi / 4 * (0.01**4 - 0.008**4)
    x, weight = legendre.leggauss(30)
    t, weight = (x + 1) * math.pi / 4, weight * math.pi / 4
    px, py = 3 * np.cos(t), 3 * np.sin(t)  # the end is at (0, 3)
    moment = -px * 10 - (3 - py) * 5 - 8
    plane = [3 / bending * float((moment * arm * weight).sum()) for arm in (-(3 - py), -px, np.ones(30))]
    across = {"let": "R=1,a=pi/2", "load_force_force": (0, 0, 100), "load_moment_moment": (0, 0, 0)}
    half = {"let": "R=1,a=pi", "load_force_force": (0, -100, 0), "load_force_point": (0, 1, 0), "load_force_set": "arc", "load_moment_moment": (0, 0, 0),
            "supports": "foot,end", "support_foot_fix": "xyz", "support_foot_fix_rotation": "xy", "support_end_fix": "yz"}
    small = 100 / bending
    return Case(
        title="Thin arcs in their plane and across it (SSLL06, SSLL07 and SSLL08, as in VM18)",
        text="""Three arcs have a tube of 20 mm with a wall of 2 mm as their section. A quarter of a circle with the radius 3 m is clamped and bears two forces and a moment in its plane. A quarter with the radius 1 m bears 100 N
across its plane, and bending and torsion are coupled in it. Half of a circle lies on a hinge and a roller and bears 100 N at its crown. The references are integrals of the moments along the arc. Elements have the
curvature of the arc, and their error falls with the fourth power of their length. Elements that stretch and shear have displacements that are larger by up to 1e-4 of those of the references, in which arcs
bend and twist alone. The roller moves by 54 mm, which a linear analysis may say of a frame of 2 m.""",
        options=PATH + "thin_arc.opts",
        quantities=(Quantity("SSLL06: displacement x", "m", lambda r: r["end/displacement"][-1, 0], (Reference(plane[0], "bending alone", 2e-4), Reference(0.2417, GUIDE + "SSLL06; printed digits", 2e-4))),
                    Quantity("SSLL06: displacement y", "m", lambda r: r["end/displacement"][-1, 1], (Reference(plane[1], "bending alone", 2e-4), Reference(0.3791, GUIDE + "SSLL06; printed digits", 2e-4))),
                    Quantity("SSLL06: rotation", "", lambda r: turned(r, "end", 2), (Reference(plane[2], "bending alone", 2e-4), Reference(-0.1654, GUIDE + "SSLL06; printed digits", 3e-4))),
                    Quantity("SSLL07: displacement across the plane", "m", lambda r: r["end/displacement"][-1, 2], (
                        Reference(small * (math.pi / 4 + 1.3 * (3 * math.pi / 4 - 2)), "Castigliano: bending and torsion alone", 3e-4), Reference(0.13462, GUIDE + "SSLL07; printed digits", 4e-5)), keys=across),
                    Quantity("SSLL08: displacement of the roller", "m", lambda r: -r["end/displacement"][-1, 0], (Reference(small / 2, "F R³/(2 E I), bending alone", 3e-4), Reference(0.053912, GUIDE + "SSLL08; printed digits", 1e-3)), keys=half),
                    Quantity("SSLL08: rotation at the roller", "", lambda r: abs(turned(r, "end", 2)), (Reference(small / 2 * (math.pi / 2 - 1), "(π/2 - 1) F R²/(2 E I), bending alone", 3e-4), Reference(0.030774, GUIDE + "SSLL08; printed digits", 3e-5)), keys=half)),
        elements=("beam",), analyses=("static",), features=("curved members", "torsion", "moments"), suites=("VPCS",), ranks=(1, 3), finer=(Finer("cells", {"member_arc_n": 16}, 4),))


@case
def parallel_beams():
    return Case(
        title="Two cantilevers with a rigid bar between their ends (SSLL05)",
        text="""Two parallel cantilevers of 2 m, 0.2 m apart, are joined at their ends by a rigid bar, which bears 1000 N. The bar cannot turn without stretching the beams, so that each beam bends with a slope of zero at both
ends: it sinks by F L³/(24 E I) and both of its ends have the moment F L/4. In the beams there is an axial force F L/(2 a), of opposite signs, because the sum of the moments at the clamps is F L. A rigid tie joins
the two ends. A tie that joined the displacements alone would let the ends turn, and the bar would sink four times as far.""",
        options=PATH + "parallel_beams.opts",
        quantities=(Quantity("displacement of the bar", "m", lambda r: r["b/displacement"][-1, 2], (Reference(-1000 * 8 / (24 * 2e11 * 4e-8 / 3), f"F L³/(24 E I), -0.125 m; {GUIDE}SSLL05", 1e-7),)),
                    Quantity("moment at a clamp", "N m", lambda r: abs(r["a/reaction"][-1, 4]), (Reference(500, f"F L/4; {GUIDE}SSLL05", 1e-7),)),
                    Quantity("axial force", "N", lambda r: r["a/reaction"][-1, 0], (Reference(5000, "(F L - 2 F L/4)/a", 1e-7),))),
        elements=("beam",), analyses=("static",), features=("rigid ties",), suites=("VPCS",), ranks=(1, 3), rigid=("ea", "gaz"))


@case
def articulated_bars():
    place = np.array([[0, 0], [1, 0], [0.5, 0.5], [2, 1]])
    stiffness = np.zeros((8, 8))
    for i, j, area in ((0, 2, 2e-4), (1, 2, 2e-4), (2, 3, 1e-4), (1, 3, 1e-4)):
        along = place[j] - place[i]
        length = float(np.hypot(*along))
        rows, unit = [2 * i, 2 * i + 1, 2 * j, 2 * j + 1], np.concatenate([-along, along]) / length
        stiffness[np.ix_(rows, rows)] += 1.962e11 * area / length * np.outer(unit, unit)
    found = np.linalg.solve(stiffness[4:, 4:], [0, 0, 0, -9810])
    printed = (0.26517e-3, 0.08839e-3, 3.47902e-3, None)
    return Case(
        title="A truss of four bars (SSLL11)",
        text="""Four bars make a crane: two thick ones carry an inner point, and two thin ones a tip from which 9.81 kN hang. The truss is statically determinate, so that equilibrium of two points gives all forces, and the forces
give the elongations. The points are not on a regular grid, and no bar is along an axis except by chance, so that every component of the stiffness of a bar counts. The reference assembles the four bars in numpy and
solves four equations. Bars are two-node elements and have the displacements to round-off. The reactions are multiples of the load.""",
        options=PATH + "articulated_bars.opts",
        quantities=(*(Quantity(f"displacement {'xy'[k % 2]} of the {('inner point', 'tip')[k // 2]}", "m", lambda r, k=k: r["cd"[k // 2] + "/displacement"][-1, k % 2], (
                        Reference(float(found[k]), "four equations, numpy"), *((Reference(printed[k], GUIDE + "SSLL11; printed digits", 3e-5),) if printed[k] else ())), 1e-10) for k in range(4)),
                    Quantity("vertical reaction of the outer support", "N", lambda r: r["a/reaction"][-1, 1], (Reference(-9810, "equilibrium"),), 1e-10)),
        elements=("bar",), analyses=("static",), features=("reactions",), suites=("VPCS",), ranks=(1, 3))


@case
def beam_on_soil():
    length, bed, bending = math.pi * math.sqrt(10) / 2, 840000, 2.1e11 * 1e-4
    b = (bed / 4 / bending)**0.25

    def row(x, order):
        """The derivative of the four solutions e^(±bx) cos bx, e^(±bx) sin bx."""
        roots = [b * complex(s, 1) for s in (1, -1)]
        return [part((z**order) * np.exp(z * x)) for z in roots for part in (np.real, np.imag)]

    rest = -5000 / bed
    half = length / 2
    c = np.linalg.solve([row(0, 0), row(0, 2), row(half, 1), row(half, 3)], [-rest, 15000 / bending, 0, 5000 / bending])
    w = [float(np.dot(row(x, order), c)) + (rest if not order else 0) for x, order in ((half, 0), (0, 1), (half, 2))]
    c = np.linalg.solve([row(0, 2), row(0, 3), row(half, 1), row(half, 3)], [0, -10000 / bending, 0, 5000 / bending])
    v = [float(np.dot(row(x, order), c)) for x, order in ((half, 0), (0, 0), (0, 1), (half, 2))]
    zero = {name: (0, 0, 0) for name in ("load_line_traction", "load_start_moment", "load_end_moment")}
    free = {**zero, "supports": "start", "support_start_fix": "x", "loads": "force,line,start,end,bed,left,right", "load_left_set": "start", "load_left_force": (0, 0, -1e4), "load_right_set": "end", "load_right_force": (0, 0, -1e4)}
    return Case(
        title="A beam on an elastic bed, with hinges and without (SSLL16 and SSLL15)",
        text="""A beam of 4.97 m lies on two hinges and on an elastic bed of 840 kN/m per metre, and bears 10 kN in its middle, 5 kN/m along it and moments of 15 kN m at its ends. The bed bears most of the load. Its length is chosen so that
β L = π/2. The solution is a sum of four products of exponentials and sines, whose factors follow from four conditions at an end and in the middle. The bed is a force law, a formula of the displacement per
length that acts on the nodes, so that each node bears the bed of half of its neighbouring elements. In a second run the beam has no hinges, bears 10 kN in its middle and at both ends, and the bed alone is in equilibrium with them: its ends sink
more than its middle.""",
        options=PATH + "beam_on_soil.opts",
        quantities=(Quantity("displacement of the middle", "m", lambda r: r["middle/displacement"][-1, 2], (Reference(w[0], "four exponentials, small displacements", 1e-5), Reference(-4.23326e-3, GUIDE + "SSLL16; printed digits", 1e-4))),
                    Quantity("rotation of an end", "", lambda r: turned(r, "start", 1), (Reference(-w[1], "the same", 1e-5), Reference(0.003045, GUIDE + "SSLL16; printed digits", 2e-4))),
                    Quantity("moment in the middle", "N m", lambda r: r["section/moment_at_point"][-1, 1], (Reference(-bending * w[2], "the same", 1e-5), Reference(-33840, GUIDE + "SSLL16; printed digits", 2e-4))),
                    Quantity("without hinges: displacement of the middle", "m", lambda r: r["middle/displacement"][-1, 2], (Reference(v[0], "the same", 1e-5), Reference(-6.844e-3, GUIDE + "SSLL15; printed digits", 1e-4)), keys=free),
                    Quantity("without hinges: displacement of an end", "m", lambda r: r["start/displacement"][-1, 2], (Reference(v[1], "the same", 1e-5), Reference(-7.854e-3, GUIDE + "SSLL15", 1e-3)), keys=free),
                    Quantity("without hinges: rotation of an end", "", lambda r: turned(r, "start", 1), (Reference(-v[2], "the same", 1e-5), Reference(-0.706e-3, GUIDE + "SSLL15", 2e-3)), keys=free),
                    Quantity("without hinges: moment in the middle", "N m", lambda r: r["section/moment_at_point"][-1, 1], (Reference(-bending * v[3], "the same", 1e-5), Reference(5759, GUIDE + "SSLL15", 1e-3)), keys=free)),
        elements=("beam",), analyses=("static",), features=("elastic bed", "force laws"), suites=("VPCS",), ranks=(1, 3),
        finer=(Finer("cells", {"mesh_n": 40}),))


@case
def z_cantilever():
    rows = ((104.5, 80.421396, 14386.6841), (1263, 133.091113, 60335.8409), (4000, 143.462417, 112215.353))
    return Case(
        title="A cantilever with the profile of a Z (as in NAFEMS 3DNLG-1)",
        text="""A strip of 20 by 1.7 mm has the profile of a Z: 60 mm along, then 60 mm along while it rises by 30 mm, then 60 mm along. A force across its end lifts it. Up to about 100 N the strip bends, then it straightens itself towards
the force and carries it by tension, so that its stiffness grows by a factor of fifty. The reference integrates Reissner's equations from the clamp and finds the moment there. NAFEMS'
values are those of a program for a modulus of 2.05 10⁵ N/mm²; the strip of this sheet has 2 10⁵ N/mm². Most of the moment at the clamp under 4 kN comes from a small part of the strip beside it, and therefore the mesh is finer than the displacements need.""",
        options=PATH + "z_cantilever.opts",
        quantities=tuple(q for force, z, moment in rows for q in (
            Quantity(f"rise of the end under {force} N", "mm", lambda r: r["d/displacement"][-1, 2], (Reference(z, "Reissner's equations by shooting, verification/programs/bent_z.py", 1e-7),), keys={"let": f"P={force}"}),
            Quantity(f"moment at the clamp under {force} N", "N mm", lambda r: r["a/reaction"][-1, 4], (Reference(moment, "Reissner's equations by shooting, verification/programs/bent_z.py", 1e-7),), keys={"let": f"P={force}"}))),
        elements=("beam",), analyses=("static",), features=("large rotations", "stiffening"), suites=("NAFEMS",), ranks=(1, 3),
        finer=(Finer("cells", {"member_strip_n": 16}, 4),))
