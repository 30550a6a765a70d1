# SPDX-License-Identifier: BSD-2-Clause
"""Modes."""
import math

from verification.case import Case, Quantity, Reference, Refinement, case


@case
def drum():
    def frequency(i, j):
        return math.sqrt(1000 / 0.3) * math.hypot(i / 2, j / 1) / 2

    modes = ((1, 1), (2, 1), (3, 1), (1, 2))
    return Case(
        title="The modes of a rectangular membrane",
        text="""A membrane of 2 m by 1 m under a tension T = 1000 N/m with 0.3 kg/m² is held along its rim. Its frequencies are
√(T/µ) √((i/a)² + (j/b)²)/2. Bilinear elements with consistent mass converge from above with the second power of the mesh.""",
        options="inputs/drum.opts",
        quantities=tuple(
            Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(frequency(*ij), f"separation of variables, i, j = {ij[0]}, {ij[1]}"),), 5e-3)
            for k, ij in enumerate(sorted(modes, key=lambda ij: frequency(*ij)))),
        elements=("membrane",), analyses=("modes",), features=("counted by inertia",),
        refinements=(Refinement("cells", (8, 16, 32, 64), lambda n: {"mesh_n": (2 * n, n), "part_skin_loss_factor": None}, 1.95),))


@case
def pinned_beam():
    length, bending, mass = 1, 10, 0.5
    return Case(
        title="The modes of a beam on two hinges",
        text="""A slender beam has the frequencies (k π/L)² √(EI/m)/(2 π). The consistent mass has the inner shapes of the element, so
that they converge with the fourth power of the mesh.""",
        options="docs/verification/cases/pinned_beam.opts",
        quantities=tuple(
            Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1],
                     (Reference((k * math.pi / length)**2 * math.sqrt(bending / mass) / (2 * math.pi), "Euler and Bernoulli"),), 1e-3)
            for k in (1, 2, 3)),
        elements=("beam",), analyses=("modes",), features=("consistent mass",),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.9),))


@case
def double_cross():
    """The arms: bending stiffness over mass, and the numbers k L of pinned and of clamped and pinned beams."""
    length, side = 5, 0.125
    wave = math.sqrt(200e9 * side**2 / 12 / 8000)

    def frequency(number):
        return (number / length)**2 * wave / (2 * math.pi)

    pinned, clamped = (math.pi, 2 * math.pi), (3.9266023120479184, 7.0685827456287313)
    rows = ((1, pinned[0], 11.336), (8, clamped[0], 17.709), (9, pinned[1], 45.345), (16, clamped[1], 57.390))
    return Case(
        title="A double cross with pinned ends (NAFEMS FV2)",
        text="""Eight arms meet in a hub. In one mode the hub turns, and all arms bend as pinned beams. In five it rests, and they
bend as beams that are clamped at the hub. In two it moves, which the published values leave out; these are 0.6 % lower. The same
follows for the second half wave.""",
        options="docs/verification/cases/double_cross.opts",
        quantities=tuple(
            Quantity(f"frequency {k}", "Hz", lambda r, k=k: r.modes.frequency[k - 1],
                     (Reference(frequency(number), f"Euler and Bernoulli, k L = {number:.6f}"), Reference(published, "NAFEMS TNSB rev. 3 (1990), FV2", 3e-5)), 1e-4)
            for k, number, published in rows),
        elements=("beam",), analyses=("modes",), features=("patterns", "multiple modes"), suites=("NAFEMS",),
        refinements=(Refinement("cells", (2, 4, 8), lambda n: {"member_arm_n": n}, 3.8),))


@case
def tapered_square():
    published = (54.18, 171.94, 384.40, 697.24, 1112.28)
    return Case(
        title="The modes of a tapered cantilever (SDLL09)",
        text="""The square section of a cantilever of 1 m falls from 40 to 10 mm. A formula of the place gives its width and height. Each
element integrates its flexibility and mass.""",
        options="docs/verification/cases/tapered_square.opts",
        quantities=tuple(
            Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k],
                     (Reference(value, "SFM, Guide de validation des progiciels de calcul de structures (1990), SDLL09; printed digits", 4e-4),), 1e-3)
            for k, value in enumerate(published)),
        elements=("beam",), analyses=("modes",), features=("sections that vary", "formulas"), suites=("VPCS",))
