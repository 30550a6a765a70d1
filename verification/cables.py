# SPDX-License-Identifier: BSD-2-Clause
"""Cables and membranes."""
import math
import os
import tempfile

import gmsh_file
from numpy.linalg import solve
from scipy.optimize import brentq, fsolve

from verification.case import Case, Finer, Quantity, Reference, Refinement, case


def sag(span, length, stiffness, weight):
    """The horizontal force of an elastic catenary between two points at one height, and its sag (Irvine, Cable Structures, 1981)."""
    def wide(h):
        return h * length / stiffness + 2 * h / weight * math.asinh(weight * length / (2 * h)) - span

    h = brentq(wide, 1e-3 * weight * length, 100 * weight * length, xtol=1e-10)
    half = weight * length / 2
    return h, weight * length**2 / (8 * stiffness) + h / weight * (math.sqrt(1 + (half / h)**2) - 1)


@case
def roof_cable():
    pull, depth = sag(100, 102, 1e6, 50)
    return Case(
        title="An elastic catenary between two points",
        text="""A cable of 102 m and EA = 10⁶ N hangs between two points that are 100 m apart, under 50 N/m. Irvine's elastic catenary gives its pull and its sag. Straight
elements converge with the second power of their length.
A straight cable has no stiffness across itself, so that the first iteration of Newton's method must find the sag from nothing. The natural length is
longer than the distance, which is given by an option and not by the mesh. Pull and sag are sensitive to this length: 1 % more length makes the sag a
sixth larger.""",
        options="verification/cases/roof_cable.opts",
        quantities=(Quantity("horizontal force", "N", lambda r: abs(r["start/reaction"][-1, 0]), (Reference(pull, "Irvine 1981, elastic catenary"),)),
                    Quantity("sag", "m", lambda r: -r["middle/displacement"][-1, 2], (Reference(depth, "Irvine 1981, elastic catenary"),))),
        elements=("cable",), analyses=("static",), features=("unstrained length", "weight"),
        refinements=(Refinement("cells", (10, 20, 40), lambda n: {"mesh_n": n}, 1.9),))


@case
def hanging_cable():
    length = 100 / (1 + 100 / 1e5)
    depth = sag(100, length, 1e5, 9.81 * 100 / length)[1]
    return Case(
        title="A taut cable starts in its equilibrium",
        text="""A cable of 100 m has a prestress of 100 N and EA = 10⁵ N in the straight mesh. The run starts in its equilibrium under its weight of 1 kg/m, an elastic catenary whose
natural length is 100 m/(1 + 10⁻³). Without the pluck of the case it stays there.
Dynamics often begins from a state at rest, which must be found first. If the initial equilibrium were inaccurate, the cable would start to oscillate,
and the second quantity would show it. The weight stretches the cable: its pull is 1600 N, sixteen times the prestress of the straight mesh, so that
the first state is far from the equilibrium.""",
        options="inputs/hanging_cable.opts", keys={"load_pluck_time": "0", "t_end": 0.5},
        quantities=(Quantity("sag at the start", "m", lambda r: -r["middle/displacement"][0, 2], (Reference(depth, "Irvine 1981, elastic catenary"),)),
                    Quantity("motion in half a second", "m", lambda r: r["middle/displacement"][-1, 2] - r["middle/displacement"][0, 2], (Reference(0, "equilibrium"),), 1e-6)),
        elements=("cable",), analyses=("transient",), features=("initial equilibrium", "prestress"),
        finer=(Finer("cells", {"mesh_n": 80}),))


MESHES = tempfile.TemporaryDirectory()  # of finer runs; the case itself has a file of the tree


def octant(n):
    """Writes an eighth of a sphere with three patches of n by n quadrilaterals, and returns the file's path."""
    path = os.path.join(MESHES.name, f"octant_{n}.msh")
    gmsh_file.octant(path, n)
    return path


@case
def inflated_membrane():
    return Case(
        title="An eighth of a rubber balloon",
        text="""A balloon of neo-Hookean rubber, radius 1 m and wall 0.01 m, is inflated until its radius is 1.25 m. The pressure is 2 µ h/R (1/s - 1/s⁷) at the stretch s. The mesh of 48
quadrilaterals has facets, and its displacement is 3 % too small; with four times as many it is 0.8 % too small.
The pressure follows the surface and grows with it, and rubber becomes thinner: the pressure has a maximum at a larger stretch, beyond which the
balloon would snap. At this stretch the path is still stable. Flat cells lie within the sphere, and their error falls with the second power of
the size of the cells.""",
        options="inputs/inflated_membrane.opts",
        quantities=(Quantity("radial displacement", "m", lambda r: r["top/displacement"][-1, 2], (Reference(0.25, "incompressible neo-Hookean sphere; p = 1180.5696 N/m²", 1e-6),)),),
        elements=("finite_membrane",), analyses=("static",), features=("rubber", "pressure"),
        finer=(Finer("cells", {"mesh": octant(8)}),))


@case
def inflated_sheet():
    return Case(
        title="What an inflated sheet hangs on",
        text="""A flat sheet of rubber, 1 m by 1 m, is held along its rim and inflated by 300 N/m². However the sheet deforms, the rim bears the pressure times its own area.
This is a theorem about pressure on a closed surface, and it holds for any material, mesh and deformation. A pressure that turned with the sheet but
acted on its undeformed area would fail here as soon as the sheet bulges. The limit is that of the solver, because nothing is approximated. It is a
good check of one's own inflated models.""",
        options="inputs/inflated_sheet.opts", keys={"mesh_n": (12, 12)},
        quantities=(Quantity("force on the rim", "N", lambda r: r["rim/reaction"][-1, 2], (Reference(-300, "pressure on a closed surface"),), 1e-8),),
        elements=("finite_membrane",), analyses=("static",), features=("rubber", "pressure", "reactions"))


@case
def mooring():
    weight, stiffness = 20 * 9.81 * (1 - 1025 / 7850), 1e8
    # the arc through (0, 0), (100, 40), (160, 100)
    x, y = solve([[200, 80], [320, 200]], [100**2 + 40**2, 160**2 + 100**2])
    radius = math.hypot(x, y)
    length = radius * 2 * math.asin(math.hypot(160, 100) / 2 / radius)

    def misfit(pull):
        h, v = pull  # at the ship
        low = v - weight * length
        along = h * length / stiffness + h / weight * (math.asinh(v / h) - math.asinh(low / h))
        up = (v * v - low * low) / (2 * weight * stiffness) + (math.hypot(h, v) - math.hypot(h, low)) / weight
        return along - 160, up - 100

    h, v = fsolve(misfit, (3e4, 3.5e4), xtol=1e-13)
    return Case(
        title="A mooring chain before the waves come",
        text="""A chain of 194 m leads from an anchor to a ship 160 m farther and 100 m higher. It is drawn as an arc and hangs as an elastic catenary at the start. The pull at the
ship follows from its two equations.
The chain is heavy and hardly stretches, and buoyancy takes an eighth of its weight. Its shape at the start of a simulation must be in equilibrium,
although the mesh is drawn as an arc that is not. Two equations with two unknown pulls are solved for the reference. The horizontal pull is the same
at the anchor, which must hold it.""",
        options="inputs/mooring.opts", keys={"t_end": 0.1},
        quantities=(Quantity("horizontal pull at the ship", "N", lambda r: abs(r["ship/reaction"][0, 0]), (Reference(h, "elastic catenary (Irvine 1981)"),)),
                    Quantity("vertical pull at the ship", "N", lambda r: abs(r["ship/reaction"][0, 2]), (Reference(v, "elastic catenary (Irvine 1981)"),))),
        elements=("cable",), analyses=("transient",), features=("initial equilibrium", "weight"),
        finer=(Finer("cells", {"member_line_n": 100}),))


@case
def rubber_strip():
    return Case(
        title="A strip of rubber is pulled to twice its length",
        text="""A strip of incompressible neo-Hookean rubber is pulled. The force over the initial section is μ (s - 1/s²) at the stretch s, and the width falls by 1/√s. All elements have the same
strain, so that round-off alone remains.
Incompressible rubber keeps its volume: the thickness follows from the two stretches in the plane. Width and thickness fall alike here,
which the second quantity tests. The stress of this law is nonlinear even where the strain is uniform, so that a wrong factor in the law would appear
in the first digit.""",
        options="verification/cases/rubber_strip.opts",
        quantities=(Quantity("displacement along the strip", "m", lambda r: r["corner/displacement"][-1, 0], (Reference(2, "uniaxial tension, s = 2"),), 1e-8),
                    Quantity("displacement across the strip", "m", lambda r: r["corner/displacement"][-1, 1], (Reference(math.sqrt(0.5) - 1, "incompressibility"),), 1e-8)),
        elements=("finite_membrane",), analyses=("static",), features=("rubber", "large strains"))


@case
def winch():
    return Case(
        title="A winch hauls a weight up",
        text="""A rope of 10 m and EA = 10⁵ N carries 5 kN. A winch takes in 3 m of its natural length. The weight then hangs at 7 m (1 + F/EA).
A natural length that is a function of time is the way to model winches, tendons and muscles. The force is constant here, so that the stretch stays
the same ratio while the cable shortens. A model that moved the upper end by 3 m instead would lift the weight by 3 m and not by 3.15 m, because the
rope would keep its natural length.""",
        options="verification/cases/winch.opts",
        quantities=(Quantity("displacement of the weight", "m", lambda r: r["end/displacement"][-1, 2], (Reference(10 - 7 * 1.05, "natural length times stretch"),), 1e-9),),
        elements=("cable",), analyses=("static",), features=("unstrained length", "winches"))
