# SPDX-License-Identifier: BSD-2-Clause
"""Measures the quantities of a case, which may need several runs."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verification.case import Case


def measured(case: Case, run: Callable[..., Any]) -> dict[str, float]:
    """The values of all quantities, by their names.

    run: returns the result of a run with further options. Quantities with the same options share a run, and those without any
    options come first. Each result is measured before the next run, because runs write the same file."""
    found = {}
    for keys in sorted(unique([q.keys for q in case.quantities]), key=bool):
        result = run(**keys)
        found.update({q.name: float(q.measure(result)) for q in case.quantities if q.keys == keys})
    return {q.name: found[q.name] for q in case.quantities}


def unique(items: list[Any]) -> list[Any]:
    return [item for k, item in enumerate(items) if item not in items[:k]]
