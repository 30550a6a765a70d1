# SPDX-License-Identifier: BSD-2-Clause
"""Limits of the errors in the verification manual.

A limit must not come from the error that was seen: a case would then agree whatever it computes. Therefore the limit
follows from what is known without the reference. This is the uncertainty of the reference's digits, and the
error of the mesh and of the steps, which is estimated from the values of the refinement."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verification.case import Quantity

SAFETY = 3         # the estimate of the mesh's error is an extrapolation
SOLVER = 1e-8      # relative; what is left of the tolerances of solvers and of round-off
EXACT = 1e-5       # a larger limit that a file gives needs a reason: it cannot be the tolerance of a solver


@dataclass(frozen=True)
class Limit:
    """The largest relative error with which a quantity agrees, and where this limit comes from, for the sheet."""

    value: float
    reason: str


def order_of(way: dict[str, Any], quantity: Quantity) -> float:
    """The order that a quantity must have in a refinement."""
    return way.get("orders", {}).get(quantity.name, way["least"])


def limit_value_of(way: dict[str, Any], quantity: Quantity) -> float:
    """The value of infinitely many cells or steps, by Richardson's extrapolation of the last two sizes.

    The order is the one that the case claims."""
    coarse, fine = way["values"][quantity.name][-2:]
    ratio = way["sizes"][-1] / way["sizes"][-2]
    return fine + (fine - coarse) / (ratio ** order_of(way, quantity) - 1)


def mesh_error(quantity: Quantity, data: dict[str, Any]) -> float:
    """The estimated error of the case as its file is, relative as errors are: the sum over cells and steps."""
    value, size = data["values"][quantity.name], abs(quantity.reference.value) or 1
    refined = sum(abs(value - limit_value_of(way, quantity)) for way in data["refinements"] if quantity.name in way.get("values", {}))
    halved = sum(abs(value - way["values"][quantity.name]) / (1 - way.get("ratio", 2) ** -way["order"]) for way in data.get("finer", []) if quantity.name in way["values"])
    return (refined + halved) / size


def words_of(data: dict[str, Any]) -> str:
    return " and ".join(dict.fromkeys("steps" if way["what"] == "steps" else "mesh" for way in data["refinements"] + data.get("finer", [])))


def limit_of(quantity: Quantity, data: dict[str, Any]) -> Limit:
    """The limit of a quantity, from the data of its case."""
    if quantity.given is not None:
        return Limit(quantity.given, quantity.reason or "the mesh has no error here: tolerance of the solver")
    reasons = ["tolerance of the solver"]
    known = SOLVER + quantity.reference.uncertainty
    if quantity.reference.uncertainty:
        reasons = [f"uncertainty of the reference, {quantity.reference.uncertainty:.1g}"]
    if data["refinements"] or data.get("finer"):
        error = mesh_error(quantity, data)
        known += SAFETY * error
        reasons.append(f"{SAFETY} times the estimated error of the {words_of(data)}, {error:.1g}")
    return Limit(known, " + ".join(reasons))
