# SPDX-License-Identifier: BSD-2-Clause
"""Motions of bodies on joints."""
from verification.case import Case, Quantity, Reference, Refinement, case


@case
def pendulum_period():
    return Case(
        title="A pendulum that swings by 90 degrees",
        text="""A mass on a joint starts from rest beside its pivot. After the exact period T = 4 K(k²)/√(g/l), k = sin(45°), with K the
complete elliptic integral, it is again where it started.""",
        options="docs/verification/cases/pendulum_period.opts",
        quantities=(Quantity("height after a period", "m", lambda r: r["bob/displacement"][-1, 1], (Reference(0, "energy; T = 2.367841947461095 s"),), 1e-6),
                    Quantity("velocity after a period", "m/s", lambda r: r["bob/velocity"][-1, 1], (Reference(0, "energy"),), 1e-4)),
        elements=("body", "joint"), analyses=("transient",), features=("revolute joint", "ESDIRK", "projection"),
        refinements=(Refinement("steps", (50, 100, 200), lambda n: {"dt": f"T/{n}"}, 3.5),), ranks=(1, 2))
