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
