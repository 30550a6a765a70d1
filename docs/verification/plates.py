# SPDX-License-Identifier: BSD-2-Clause
"""Plates and panels of shells that bend in their plane."""
from verification.case import Case, Quantity, Reference, Refinement, case

PATH = "docs/verification/cases/"


@case
def shell_cook():
    return Case(
        title="Cook's panel",
        text="""A tapered and swept panel is clamped on its left side and sheared on its right one. It bends in its plane. The reference is a fine mesh.""",
        options=PATH + "shell_cook.opts",
        quantities=(Quantity("displacement of the right side's middle", "", lambda r: r["tip/displacement"][-1, 1],
                             (Reference(23.97, "Bergan & Felippa, Comput. Methods Appl. Mech. Eng. 50 (1985)", 1e-3),), 5e-3),),
        elements=("shell",), analyses=("static",), features=("distorted cells",), refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": f"{n},{n}"}, 1.5),))
