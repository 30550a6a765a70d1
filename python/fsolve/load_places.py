# SPDX-License-Identifier: BSD-2-Clause
"""Places at which loads act along lines: parts of members, trapezoids, axles of trains."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve import model
from fsolve.members import names_of_cells

if TYPE_CHECKING:
    from fsolve.result import Result

SAME = 1e-9  # of the size of the model: places that are closer are the same


@dataclass
class Span:
    """A load per length along a line.

    cells   the cells on which it acts, as sorted pairs of nodes
    x       points along the line [k][3], from its start to its end
    factor  the value there over that of the option [k]
    """
    cells: list[tuple[int, int]]
    x: np.ndarray
    factor: np.ndarray


def walk(pairs: np.ndarray, key: np.ndarray, start: np.ndarray | None, x: np.ndarray
         ) -> list[list[tuple[int, int, int]]]:
    """Returns the chains of cells with nodes pairs [n][2]: (cell, its first node, its last node).

    key    number of the place of each node; nodes at one place are connected
    start  place at which the chains begin, if the cells do not all point the same way
    """
    at: dict[int, list[int]] = {}
    for k, pair in enumerate(key[pairs]):
        for place in pair:
            at.setdefault(int(place), []).append(k)
    free = [k for k, pair in enumerate(key[pairs]) if len(at[int(pair[0])]) == 1
            or len(at[int(pair[1])]) == 1]
    if start is not None:
        free.sort(key=lambda k: min(np.linalg.norm(x[pairs[k]] - start, axis=1)))
    else:  # those whose first node is an end
        free.sort(key=lambda k: len(at[int(key[pairs[k, 0]])]) != 1)
    found, used = [], set()
    for first in [*free, *range(len(pairs))]:
        chain: list[tuple[int, int, int]] = []
        k: int | None = first
        a = pairs[first, 0]
        if len(at[int(key[a])]) != 1 and len(at[int(key[pairs[first, 1]])]) == 1:
            a = pairs[first, 1]
        while k is not None and k not in used:
            used.add(k)
            b = pairs[k, 1] if key[a] == key[pairs[k, 0]] else pairs[k, 0]
            chain.append((k, int(a), int(b)))
            more = [other for other in at[int(key[b])] if other not in used]
            k, a = (more[0], b) if len(more) == 1 and len(at[int(key[b])]) == 2 else (None, b)
        if chain:
            found.append(chain)
    return found


def chains_of(result: Result, name: str, by_member: bool
              ) -> list[tuple[list[tuple[int, int]], np.ndarray]]:
    """Returns the chains of the lines of a load: sorted pairs of nodes, and points [k + 1][3].

    by_member: members of -members are chains of their own
    """
    cells = [c for shape, c in model.set_of(result, "load", name)[1].items() if shape.startswith("line")]
    pairs = np.concatenate([c[:, :2] for c in cells]) if cells else model.no_pairs()
    x = result.nodes
    size = max(np.ptp(x, axis=0).max(), 1e-300)
    key = np.unique(np.round(x / (SAME * size) / 1e3), axis=0, return_inverse=True)[1].reshape(-1)
    owner = names_of_cells(result) if by_member else {}
    groups: dict[str, list[int]] = {}
    for k, (a, b) in enumerate(pairs):
        groups.setdefault(owner.get((int(a), int(b)), ""), []).append(k)
    start = model.vector(str(result.options.get(f"load_{name}_start", "")),
                         model.constants(result.options))
    found = []
    for rows in groups.values():
        for chain in walk(pairs[rows], key, start, x):
            nodes = [a for _, a, _ in chain] + [chain[-1][2]]
            found.append(([(min(a, b), max(a, b)) for _, a, b in chain], x[nodes]))
    return found


def at_arc(points: np.ndarray, s: np.ndarray) -> np.ndarray:
    """Returns the places [n][3] at arc lengths s [n] along points [k][3]."""
    arc = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))
    return np.column_stack([np.interp(s, arc, column) for column in points.T])


def number(options: dict[str, Any], known: dict[str, float], key: str, default: float) -> float:
    """Returns the value of an option, or a default if it is not given or not a constant."""
    found = model.constant(str(options.get(key, "")), known)
    return default if found is None else found


def spans(result: Result, load: model.Load, pieces: int) -> list[Span]:
    """Returns where a load per length acts. Each member has the given number of pieces."""
    options = result.options
    start, known, found = f"load_{load.name}_", model.constants(options), []
    field = str(options.get(start + "field", "1"))
    end = model.vector(str(options.get(f"{start}{load.kind}_to", "")), known)
    last = 1.0 if end is None or load.value is None or load.direction is None else \
        float(end @ load.direction) / load.value
    for cells, points in chains_of(result, load.name, True):
        length = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
        low, high = (number(options, known, start + word,
                            number(options, known, f"{start}{word}_fraction", share) * length)
                     for word, share in (("from", 0.0), ("to", 1.0)))
        s = np.linspace(low, high, pieces + 1)
        x, factor = at_arc(points, s), np.linspace(1.0, last, pieces + 1)
        values = [model.constant(field, {**known, "x": p[0], "y": p[1], "z": p[2]}) for p in x]
        if None not in values:
            factor = factor * np.array(values, float)
        found.append(Span(cells, x, factor))
    return found


def axles(result: Result, name: str) -> list[tuple[np.ndarray, float]]:
    """Returns the places [3] and factors of the axles of a train, the last of which is at the start.

    The first chain of the load is the one on which it moves.
    """
    known, found = model.constants(result.options), chains_of(result, name, False)
    if not found:
        return []

    def numbers(key: str, default: list[float]) -> list[float]:
        values = [model.constant(v, known) for v in model.split(str(result.options.get(key, "")))]
        return default if None in values else [v for v in values if v is not None]

    behind = numbers(f"load_{name}_axles", [0.0])
    factors = numbers(f"load_{name}_axle_factors", [1.0] * len(behind))
    points = found[0][1]
    length = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
    s = np.array([max(behind) - b for b in behind])
    x = at_arc(points, s)
    return [(x[k], factor) for k, factor in enumerate(factors[:len(s)]) if s[k] <= length]
