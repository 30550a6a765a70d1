# SPDX-License-Identifier: BSD-2-Clause
"""Critical loads."""
import math

from verification.case import Case, Quantity, Reference, Refinement, case


@case
def euler_column():
    length, bending, shear = 3, 4e4, 1e6
    euler = bending * (math.pi / length)**2
    return Case(
        title="A column on two hinges, with shear",
        text="""The critical load of a column that bends and shears follows from P (1 + P/(GA)) = P_E, where P_E = π² EI/L² is Euler's
load. This is the formula of Haringx, in which the normal force stays normal to the section, as in beams of exact geometry. Engesser's
formula, P = P_E/(1 + P_E/(GA)), has another force. The shear strain of this column is 4 %. The flexibility of the 2-node element is
that of small strains, and so the order over the mesh is two here, and four for slender columns.""",
        options="docs/verification/cases/euler_column.opts",
        quantities=(Quantity("critical load", "N", lambda r: r.buckling.factor[0],
                             (Reference((math.sqrt(1 + 4 * euler / shear) - 1) * shear / 2, "Haringx 1948: P (1 + P/GA) = P_E"),), 2e-3),),
        elements=("beam",), analyses=("buckling",), features=("shear",),
        refinements=(Refinement("cells", (2, 4, 8), lambda n: {"mesh_n": n}, 1.95),))
