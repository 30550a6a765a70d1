# SPDX-License-Identifier: BSD-2-Clause
"""Beams at rest."""
import math

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
