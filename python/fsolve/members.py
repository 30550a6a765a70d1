# SPDX-License-Identifier: BSD-2-Clause
"""Members of a structure: the cells of beams, bars, trusses and cables between two connections."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
import re
from typing import TYPE_CHECKING

import numpy as np

from fsolve import model

if TYPE_CHECKING:
    from fsolve.result import Result

AXIAL = ("bar", "truss", "cable")  # elements that have an axial force alone
KINK = np.cos(np.radians(20))  # cosine of the angle between two cells beyond which a member ends


@dataclass
class Member:
    """A member: cells of one part, each of which begins where the one before ends.

    name     of the option -members, else of the part; with ends or a number if there are several
    part     name of the part
    element  as in -part_<name>_element
    shape    part/shape, as in the results of elements
    cells    rows of its cells [n]
    nodes    rows of the nodes at the ends of the cells [n + 1]
    places   distance of these nodes from the start along the mesh [n + 1]
    """
    name: str
    part: str
    element: str
    shape: str
    cells: np.ndarray
    nodes: np.ndarray
    places: np.ndarray


@dataclass
class MemberCells:
    """The cells of all members of one part and shape, member after member.

    members  the members [m]
    first    numbers here of the first cell of each member [m]
    cells    rows of the cells in the results of elements [n]
    places   distances of both ends of the cells from the start of their member [n][2]
    """
    members: list[Member]
    first: np.ndarray
    cells: np.ndarray
    places: np.ndarray

    @property
    def last(self) -> np.ndarray:
        """Numbers here of the last cell of each member [m]."""
        return np.append(self.first[1:], len(self.cells)) - 1

    def of_cells(self, values: np.ndarray) -> np.ndarray:
        """Returns for each cell [n] the value of its member; values: of all members [m]."""
        return np.repeat(values, self.last - self.first + 1)

    @property
    def part(self) -> str:
        return self.members[0].part

    @property
    def element(self) -> str:
        return self.members[0].element

    @property
    def shape(self) -> str:
        """part/shape, as in the results of elements."""
        return self.members[0].shape


def lines_of(result: Result) -> dict[str, np.ndarray]:
    """Returns the cells of all beams, bars, trusses and cables {part/shape: [n][nodes]}."""
    return {shape: cells for shape, cells in result.cells.items() if len(cells)
            and shape.split("/")[1].startswith("line")
            and result.parts[shape.split("/")[0]].element in ("beam", *AXIAL)}


def lengths(x: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Returns the lengths [n] of cells [n][2 or 3] with nodes at x; the third one is the middle."""
    way = [x[cells[:, k]] for k in ((0, 2, 1) if cells.shape[1] == 3 else (0, 1))]
    return sum(np.linalg.norm(b - a, axis=1) for a, b in zip(way[:-1], way[1:]))


def names_of_cells(result: Result) -> dict[tuple[int, int], str]:
    """Returns {nodes at the ends of a cell: name of its member} of the members of -members."""
    found = {}
    for name in model.names_of(result.options, "members"):
        for shape, cells in (result.sets[name].cells.items() if name in result.sets else ()):
            if shape.startswith("line"):
                found.update({(int(a), int(b)): name for a, b in cells[:, :2]})
    return found


def names_of_points(result: Result) -> dict[int, str]:
    """Returns {row of a node: name} of the points of -points."""
    found = {}
    for name in model.names_of(result.options, "points"):
        nodes = result.sets[name].nodes if name in result.sets else None
        if nodes is not None and len(nodes) == 1:
            found.setdefault(int(nodes[0]), name)
    return found


def chains(pairs: np.ndarray, ends: np.ndarray) -> list[list[int]]:
    """Returns the rows of cells with nodes pairs [n][2] as chains.

    ends: True for nodes at which chains end [nodes]. A closed chain starts with its first cell.
    """
    follows = {int(a): k for k, (a, _) in enumerate(pairs) if not ends[a]}
    comes_to = {int(b) for b in pairs[:, 1]}
    firsts = [k for k, (a, _) in enumerate(pairs) if ends[a] or int(a) not in comes_to]
    found, used = [], set()
    for first in [*firsts, *range(len(pairs))]:
        chain, k = [], first
        while k is not None and k not in used:
            used.add(k)
            chain.append(k)
            k = follows.get(int(pairs[k, 1]))
        if chain:
            found.append(chain)
    return sorted(found)


def ends_of(result: Result, owners: dict[tuple[int, int], tuple[str, str]]) -> np.ndarray:
    """Returns True for each node at which members end [nodes].

    owners: {nodes at the ends of a cell: (its part/shape, the name of its member or "")}

    These are nodes with a name of -points, nodes at which not just one cell starts and one ends,
    or at which the part or the member changes, and kinks of meshes without -members.
    """
    x, count = result.nodes, len(result.nodes)
    ends = np.zeros(count, bool)
    ends[list(names_of_points(result))] = True
    pairs = np.array(list(owners))
    starting, ending = (np.bincount(pairs[:, k], minlength=count) for k in (0, 1))
    ends |= (starting != 1) | (ending != 1)
    before = {b: (a, b) for a, b in owners}
    for (a, b), owner in owners.items():
        if ends[a]:
            continue
        other = before[a]
        one, two = x[a] - x[other[0]], x[b] - x[a]
        kink = one @ two < KINK * np.linalg.norm(one) * np.linalg.norm(two)
        ends[a] = owner != owners[other] or (kink and not owner[1])
    return ends


def members(result: Result) -> list[Member]:
    """Returns all members of a result, in the order of parts and cells."""
    named, points = names_of_cells(result), names_of_points(result)
    owners = {(int(a), int(b)): (shape, named.get((int(a), int(b)), ""))
              for shape, cells in lines_of(result).items() for a, b in cells[:, :2]}
    if not owners:
        return []
    ends, found = ends_of(result, owners), []
    for shape, cells in lines_of(result).items():
        part, size = shape.split("/")[0], lengths(result.nodes, cells)
        for chain in chains(cells[:, :2], ends):
            nodes = np.append(cells[chain, 0], cells[chain[-1], 1])
            name = owners[int(nodes[0]), int(cells[chain[0], 1])][1] or part
            found.append(Member(name, part, result.parts[part].element, shape, np.array(chain),
                                nodes, np.append(0.0, np.cumsum(size[chain]))))
    for name_of in (lambda m, k: f"{m.name} {points.get(int(m.nodes[0]), '')}-"
                                 f"{points.get(int(m.nodes[-1]), '')}"
                    if {int(m.nodes[0]), int(m.nodes[-1])} <= set(points) else m.name,
                    lambda m, k: f"{m.name} {k}"):
        several, seen = Counter(m.name for m in found), Counter()
        for m in found:
            seen[m.name] += 1
            if several[m.name] > 1:
                m.name = name_of(m, seen[m.name])
    return found


def cells_of(found: list[Member]) -> list[MemberCells]:
    """Returns the cells of members, in the same order, which is that of parts and shapes."""
    lines = []
    for _, group in groupby(found, key=lambda m: m.shape):
        own = list(group)
        counts = np.array([len(m.cells) for m in own])
        lines.append(MemberCells(
            own, np.cumsum(counts) - counts, np.concatenate([m.cells for m in own]),
            np.concatenate([np.column_stack([m.places[:-1], m.places[1:]]) for m in own])))
    return lines


def offset_note(result: Result, part: str) -> str:
    """Returns what to know about the moments of a part whose center is beside its nodes, or ""."""
    option = f"part_{part}_offset"
    if all(re.fullmatch(r"[0.]+", number.strip()) for number in str(result.options.get(option, 0)).split(",")):
        return ""
    return (f"Moments of part '{part}' are about its line of nodes. With -{option} y,z those about the "
            "section's center are My - N z and Mz + N y.")
