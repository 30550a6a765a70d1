# SPDX-License-Identifier: BSD-2-Clause
"""Plates and panels of shells: bending in the plane, modes, buckling."""
from verification.case import Case, Quantity, Reference, Refinement, case

NAFEMS = "NAFEMS TNSB rev. 3 (1990)"
TIMOSHENKO = "Timoshenko & Gere, Theory of Elastic Stability, 1961"
PATH = "docs/verification/cases/"


def frequencies(values, first, source, limit, factor=1.0, unit="Hz", uncertainty=1e-4):
    """Quantities: frequencies from a mode on, counted from 0, times a factor."""
    return tuple(Quantity(f"frequency {first + k + 1}", unit, lambda r, k=k: factor * r.modes.frequency[first + k],
                          (Reference(value, source, uncertainty),), limit) for k, value in enumerate(values))


@case
def shell_cook():
    return Case(
        title="Cook's panel",
        text="""A tapered and swept panel is clamped on its left side and sheared on its right one. It bends in its plane. The reference is a fine mesh.""",
        options=PATH + "shell_cook.opts",
        quantities=(Quantity("displacement of the right side's middle", "", lambda r: r["tip/displacement"][-1, 1],
                             (Reference(23.97, "Bergan & Felippa, Comput. Methods Appl. Mech. Eng. 50 (1985)", 1e-3),), 5e-3),),
        elements=("shell",), analyses=("static",), features=("distorted cells",), refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": f"{n},{n}"}, 1.5),))


@case
def shell_thick_plate():
    return Case(
        title="Modes of a thick plate (NAFEMS FV52)",
        text="""A square plate of steel, 10 m wide and 1 m thick, on simple supports that leave its motions in the plane free. The references are solids of
high order.""",
        options=PATH + "shell_thick_plate.opts",
        quantities=frequencies((45.897, 109.44, 109.44, 167.89, 193.59, 206.19, 206.19), 3, NAFEMS + ", FV52", 2e-2),
        elements=("shell",), analyses=("modes",), features=("plate", "counted by inertia"), suites=("NAFEMS",), ranks=(1, 3))


@case
def shell_clamped_buckling():
    return Case(
        title="A compressed plate with clamped sides",
        text="""The plate is simply supported at the loaded edges and clamped along the other two. It is two thirds as long as it is wide, where its
factor k = N b²/(pi² D) is least.""",
        options=PATH + "shell_clamped_buckling.opts",
        quantities=(Quantity("k", "", lambda r: r.buckling.factor[0], (Reference(6.97, TIMOSHENKO, 1e-3),), 1e-2),),
        elements=("shell",), analyses=("buckling",), features=("plate", "counted by inertia"), ranks=(1, 3))
