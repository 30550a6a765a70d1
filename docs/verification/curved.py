# SPDX-License-Identifier: BSD-2-Clause
"""Curved shells: a hook, saddles, a tube with a slit."""
import math

from verification.case import Case, Quantity, Reference, case

BATHE = "Bathe, Iosilevich & Chapelle, Comput. Struct. 75 (2000); its values of fine meshes"
PATH = "docs/verification/cases/"


@case
def shell_hook():
    return Case(
        title="Raasch's hook",
        text="""Two arcs, 20 in wide and 2 in thick, are clamped at one end and sheared across the other one. The hook bends and twists. Elements that do not tie
rotations about the normal to the surface fail here.""",
        options=PATH + "shell_hook.opts",
        quantities=(Quantity("displacement of the end", "in", lambda r: r["tip/displacement"][-1, 2], (Reference(5.02201, "Knight, AIAA J. 35 (1997); solids", 5e-3),), 1e-2),),
        elements=("shell",), analyses=("static",), features=("curved shell", "drilling"))


def hypar(name, thickness, value):
    return Case(
        title=f"A saddle of thickness {thickness:g}",
        text=f"""The hyperbolic paraboloid z = x² - y² over a square of 1 m is clamped along one side and carries 8000 N/m3 of weight. The thickness
is {thickness:g} m. It bends without stretching, so that membrane locking would show. Layers at its edges become thinner with it.""",
        same=1e-9 * (1e-2 / thickness) ** 2,  # membrane over bending stiffness
        options=PATH + "shell_hypar.opts", keys={"let": f"h={thickness:g}"},
        quantities=(Quantity("sag of the free side", "m", lambda r: -r["edge/displacement"][-1, 2], (Reference(value, BATHE, 5e-3),), 1e-2),),
        elements=("shell",), analyses=("static",), features=("curved shell", "symmetry"))


@case
def shell_hypar():
    return hypar("shell_hypar", 1e-2, 9.3355e-5)


@case
def shell_hypar_thin():
    return hypar("shell_hypar_thin", 1e-3, 6.3941e-3)


@case
def shell_hypar_very_thin():
    return hypar("shell_hypar_very_thin", 1e-4, 5.2988e-1)


@case
def shell_slit_tube():
    R, h, L, young = 1, 0.1, 20, 1e9
    inertia, warping = 2 / 3 * math.pi * R * h**3, 2 / 3 * math.pi * h * R**5 * (math.pi**2 - 6)
    k = math.sqrt(inertia / 2 / warping)
    return Case(
        title="A tube with a slit under torsion",
        text="""A tube with a slit is clamped at one end and twisted at the other one. The clamp restrains warping: the tube twists by a seventh of what it
would without. Vlasov's theory has rigid sections and no shear of the wall, so that the shell twists by 2 to 3 % more.""",
        options=PATH + "shell_slit_tube.opts",
        quantities=(Quantity("twist under a torque of 1", "rad", lambda r: (r["below/displacement"][-1, 1] - r["above/displacement"][-1, 1]) / (2 * R),
                             (Reference(L / (young / 2 * inertia) * (1 - math.tanh(k * L) / (k * L)), "Vlasov, Thin-walled Elastic Beams, 1961", 3e-2),), 4e-2),),
        elements=("shell",), analyses=("static",), features=("thin-walled section", "restrained warping"))
