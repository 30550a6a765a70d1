# SPDX-License-Identifier: BSD-2-Clause
"""Beams at rest."""
import math

from scipy.optimize import brentq
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

from verification.case import Case, Quantity, Reference, Refinement, case


@case
def one_element():
    length, force, bending, shear = 2, 1000, 2e5, 5e6
    return Case(
        title="A cantilever of one element under an end force",
        text="""A Timoshenko beam is clamped at its start. A force F acts across its end. One 2-node element must
give the end's displacement F L³/(3 EI) + F L/(GA) and rotation F L²/(2 EI) to round-off.""",
        options="docs/verification/cases/one_element.opts",
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
        title="A cantilever that a moment bends to half a circle",
        text="""A moment of π EI/L at the end bends a straight cantilever to half a circle. The end comes to a place beside the
start, 2 L/π away. The 2-node element has a chord that is shorter than its arc, and reaches the fourth order with it.""",
        options="docs/verification/cases/half_turn.opts",
        quantities=(Quantity("displacement along the beam", "m", lambda r: r["end/displacement"][-1, 0], (Reference(-length, "half a circle"),), 1e-3),
                    Quantity("displacement across the beam", "m", lambda r: r["end/displacement"][-1, 1], (Reference(2 * length / math.pi, "half a circle"),), 1e-3)),
        elements=("beam",), analyses=("static",), features=("large rotations",),
        refinements=(Refinement("cells", (2, 4, 8, 16), lambda n: {"mesh_n": n}, 3.9),))


@case
def bend_45():
    return Case(
        title="A cantilever of 45 degrees that a force bends out of its plane",
        text="""An arc of radius 100 with a square section of 1 lies in a plane. A force of 600 across the plane bends and
twists it. Programs of the literature use eight straight elements; here are four 3-node ones.""",
        options="inputs/bend_45.opts",
        quantities=tuple(
            Quantity("place of the end, " + "xyz"[k], "", lambda r, k=k, start=start: start + r["end/displacement"][-1, k],
                     (Reference(value, "Bathe & Bolourchi, International Journal for Numerical Methods in Engineering 14 (1979), printed digits and their mesh", 2e-2),), 2e-2)
            for k, (value, start) in enumerate(((47.2, 100 * math.sin(math.pi / 4)), (15.9, 100 * (1 - math.cos(math.pi / 4))), (53.4, 0)))),
        elements=("beam",), analyses=("static",), features=("large rotations", "curved members", "3-node beams"))


def elastica_tip(load):
    """The displacement across a cantilever of length 1 that does not stretch, under a dead load P L^2/EI across its end."""
    root = math.sqrt(load)

    def amplitude(p):
        return math.asin(1 / (p * math.sqrt(2)))

    p = brentq(lambda p: ellipk(p * p) - ellipkinc(amplitude(p), p * p) - root, math.sqrt(0.5) + 1e-12, 1 - 1e-15, xtol=1e-15)
    return 1 - 2 / root * (ellipe(p * p) - ellipeinc(amplitude(p), p * p))


@case
def elastica():
    return Case(
        title="The elastica under a transverse load",
        text="""A slender cantilever carries a dead load P L²/EI = 10 across its end, and its end turns by 82 degrees. Euler's elastica gives
the displacement by elliptic integrals. Here are eight 3-node beams; the refinement has 2-node beams, of fourth order.""",
        options="inputs/elastica.opts",
        quantities=(Quantity("displacement of the end", "m", lambda r: r["end/displacement"][-1, 2],
                             (Reference(elastica_tip(10), "Bisshopp & Drucker 1945; elliptic integrals", 1e-12),), 1e-4),),
        elements=("beam",), analyses=("static",), features=("large rotations", "3-node beams"),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n, "mesh_order": 1}, 3.8),))
