# SPDX-License-Identifier: BSD-2-Clause
"""Forces and moments along members, with the places inside at which they are extreme."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve.beams import INVISIBLE, QUANTITIES, SLOPES
from fsolve.error import FsolveError
from fsolve.extremes import COLUMNS
from fsolve.members import AXIAL, MemberCells

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result

SAME = 1e-9  # relative difference by round-off of a solve
EXTREMES = ("-output_fields leaves out the extremes inside of elements, which are estimated: give "
            "-output_fields all")


class NotInside:
    """Remembers whether values inside of a member are not known exactly.

    chosen: True if the user has chosen the fields of the frames. By default the program writes the
    extremes of beams if they do not follow from the forces at their ends.

    found: True if a moment between the known places is no parabola, and the frame does not have
    the extremes.

    curve: True if a moment between the two ends of an element is not that of a linear load or of a
    force at one place, and the frame does not have the values at the section places.
    """

    def __init__(self, chosen: bool = True) -> None:
        self.chosen = chosen
        self.found = self.curve = False

    def note(self, part: str) -> str:
        """Returns what curves of the part do not show and the options for it, or an empty text."""
        places = f"-part_{part}_section_places 11"
        if self.found:
            return EXTREMES + f", and {places} for exact curves" * self.curve + "."
        return self.curve * ("Loads or axial forces bend elements between their nodes: extremes are "
                             f"exact, curves need {places}.")


class Fields:
    """The results of a frame by name, each of which is read from the file once."""

    def __init__(self, frame: Snapshot):
        self._frame, self._names = frame, set(frame.names())
        self._read: dict[str, np.ndarray] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._read:
            self._read[name] = self._frame[name]
        return self._read[name]


def has_forces(frame: Fields, line: MemberCells) -> bool:
    """Returns whether a frame has the forces and moments of beams at the places of samples()."""
    return any(all(f"{line.shape}/{kind}_{word}" in frame for kind in ("force", "moment"))
               for word in ("along", "start"))


def samples(result: Result, frame: Fields, line: MemberCells) -> np.ndarray:
    """Returns the six QUANTITIES at equally spaced places of each cell [cells][places][6].

    Places are the two ends, or those of -part_<name>_section_places.
    """
    at, count = line.shape, len(result.cells[line.shape])
    if f"{at}/force_along" in frame and f"{at}/moment_along" in frame:
        found = [frame[f"{at}/{name}_along"].reshape(count, -1, 3) for name in ("force", "moment")]
        return np.concatenate(found, axis=2)[line.cells]
    if not has_forces(frame, line):
        raise FsolveError(f"{result.file} has no force_start and moment_start of beams in its "
                          "frames; -output_fields must name them, and force_end and moment_end")
    return np.stack([np.concatenate([frame[f"{at}/force_{end}"], frame[f"{at}/moment_{end}"]],
                                    axis=1) for end in ("start", "end")], axis=1)[line.cells]


# Knots are an array [4][cells][k]: the places at which the quantity of a cell is known, in order,
# its values, and its slopes before and after each place. The place is NaN behind the last knot of a
# cell. The slopes of a peak are NaN, because its place and value may be estimated.


def peaks(s: np.ndarray, m: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Returns the knots of the extremes between the places s [cells][k] of moments m [cells][k].

    v: the slopes dm/ds [cells][k]. Between two places the moment is the cubic that has the values
    and slopes of both. It is exact under loads that vary linearly.
    """
    h, rise = np.diff(s), np.diff(m)
    a, b = h * (v[:, :-1] + v[:, 1:]) - 2 * rise, 3 * rise - h * (2 * v[:, :-1] + v[:, 1:])
    c = h * v[:, :-1]
    places, values = [], []
    with np.errstate(all="ignore"):
        # Roots of 3 a u^2 + 2 b u + c, by the form that also holds for a = 0.
        q = -(b + np.where(b >= 0, 1, -1) * np.sqrt(b * b - 3 * a * c))
        for u in (q / (3 * a), c / q):
            there = np.isfinite(u) & (u > 0) & (u < 1)
            places.append(np.where(there, s[:, :-1] + u * h, np.nan))
            values.append(m[:, :-1] + u * (c + u * (b + u * a)))
    s, m = np.concatenate(places, axis=1), np.concatenate(values, axis=1)
    return np.stack([s, m, np.full_like(s, np.nan), np.full_like(s, np.nan)])


def corners(s: np.ndarray, m: np.ndarray, v: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Returns the knots of extremes under single forces, the arguments of bend().

    A single force is where the lines with the slopes at two neighbouring places intersect, if the
    moment there is one of the limits.
    """
    h = np.diff(s)
    with np.errstate(all="ignore"):
        u = (np.diff(m) / h - v[:, 1:]) / (v[:, :-1] - v[:, 1:])
        value = m[:, :-1] + v[:, :-1] * h * u
        off = abs(value[:, :, None] - limits[:, None]).min(axis=2)
        near = off <= INVISIBLE * abs(limits).max(axis=1, keepdims=True)
        place = np.where(np.isfinite(u) & (u > 0) & (u < 1) & near, s[:, :-1] + u * h, np.nan)
    return np.stack([place, value, v[:, :-1], v[:, 1:]])


def placed(s: np.ndarray, m: np.ndarray, v: np.ndarray, limits: np.ndarray, at: np.ndarray,
           same: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns the knots of the least and largest values at their places, if they are between the ends.

    s, m, v, limits, at  arguments of bend()
    same                 largest relative difference of a value of m that is the extreme.

    The other results are the keys for ordered() [cells][2], and whether the curve through the knot
    and the values of s beside it is exact [cells][2]. It is exact if the extreme is that of the
    cubic of peaks(), or if the curve is straight on both sides.
    """
    rows, length = np.arange(len(s))[:, None], (s[:, -1] - s[:, 0])[:, None]
    size = abs(np.concatenate([m, limits], axis=1)).max(axis=1, keepdims=True)
    there = (at > s[:, :1] + SAME * length) & (at < s[:, -1:] - SAME * length)
    there &= abs(limits[:, :, None] - m[:, None]).min(axis=2) > same * size
    k = np.clip((at[:, :, None] > s[:, None]).sum(axis=2) - 1, 0, s.shape[1] - 2)
    (s0, m0, v0), (s1, m1, v1) = ([x[rows, j] for x in (s, m, v)] for j in (k, k + 1))
    h, rise = s1 - s0, m1 - m0
    with np.errstate(all="ignore"):
        u = (at - s0) / h
        cubic = m0 + u * rise + u * (1 - u) * ((h * v0 - rise) * (1 - u) + (rise - h * v1) * u)
        smooth = abs(cubic - limits) <= INVISIBLE * size
        # slopes of the parabolas from the neighbours, which have their slopes
        before, after = 2 * (limits - m0) / (at - s0) - v0, 2 * (m1 - limits) / (s1 - at) - v1
        straight = (abs(before - v0) + abs(after - v1)) * h <= INVISIBLE * size
    off = abs(limits - m0 - v0 * (at - s0))  # at a jump the value before it comes first
    keys = at + SAME * length * ((off > off[:, ::-1]) - 2)
    slopes = [np.nan_to_num(np.where(smooth, 0, x), posinf=0, neginf=0) for x in (before, after)]
    return (np.stack([np.where(there, at, np.nan), limits, *slopes]), keys,
            smooth | straight | ~there)


def ordered(knots: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Returns knots with those of each cell in the order of keys [cells][k], without spare columns."""
    order = np.argsort(np.where(np.isnan(knots[0]), np.inf, keys), axis=1, kind="stable")
    most = np.isfinite(knots[0]).sum(axis=1).max(initial=0)
    return np.take_along_axis(knots, order[None], axis=2)[:, :, :most]


def bend(s: np.ndarray, m: np.ndarray, v: np.ndarray, limits: np.ndarray | None,
         at: np.ndarray | None, unknown: NotInside) -> np.ndarray:
    """Returns the knots of a moment, ends and peaks among them.

    s, m, v  places, moments and slopes [cells][k]
    limits   exact least and largest value [cells][2], or None
    at       their places [cells][2], or None
    """
    size = np.maximum(abs(m).max(axis=1), abs(v).max(axis=1) * (s[:, -1] - s[:, 0]))
    off = np.diff(m) - np.diff(s) * (v[:, :-1] + v[:, 1:]) / 2
    loaded = abs(off).max(axis=1) > INVISIBLE * size.clip(1e-300)
    two = s.shape[1] == 2
    if limits is not None and at is not None:
        inner, keys, exact = placed(s, m, v, limits, at, SAME)
        known = np.isfinite(inner[0]).any(axis=1)
        unknown.curve |= two and bool(np.where(known, ~exact.all(axis=1), loaded).any())
        return ordered(np.concatenate([np.stack([s, m, v, v]), inner], axis=2),
                       np.concatenate([s, keys], axis=1))
    missing = unknown.chosen and bool(loaded.any())
    unknown.curve |= two and missing
    inner = peaks(s, m, v)
    if limits is None:
        unknown.found |= missing
    else:
        inner[1] = inner[1].clip(limits[:, :1], limits[:, 1:])
        inner = np.concatenate([inner, corners(s, m, v, limits)], axis=2)
    knots = np.concatenate([np.stack([s, m, v, v]), inner], axis=2)
    return ordered(knots, knots[0])


def raised(knots: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Returns the knots with the exact extremes of cells whose values do not have them.

    limits: least and largest value [cells][2]. A peak that is estimated gets the extreme. Else an
    extreme that is missing is added at the place of the known one.
    """
    rows = np.arange(len(limits))
    for side, sign in ((0, 1), (1, -1)):
        limit = limits[:, side]
        last = np.isfinite(knots[0]).sum(axis=1) - 1
        k = np.where(np.isnan(knots[0]), np.inf, sign * knots[1]).argmin(axis=1)
        missed = abs(limit - knots[1, rows, k]) > INVISIBLE * abs(limits).max(axis=1)
        peak = np.isnan(knots[2, rows, k]) & (k > 0) & (k < last)
        knots[1, rows, k] = np.where(missed & peak, limit, knots[1, rows, k])
        missed &= ~peak
        if missed.any():
            added = np.full((4, len(rows), 1), np.nan)
            added[0, :, 0] = np.where(missed, knots[0, rows, k], np.nan)
            added[1, :, 0] = limit
            before = np.clip(k, 1, last) - 0.5  # both ends keep their values
            keys = np.tile(np.arange(knots.shape[2], dtype=float), (len(rows), 1))
            knots = ordered(np.concatenate([knots, added], axis=2),
                            np.column_stack([keys, before]))
    return knots


def curve(knots: np.ndarray, pieces: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns places and values on the cubics between the knots [4][k] of one cell, knots included.

    pieces: number of lines by which each cubic is drawn, if it is not straight
    """
    knots = knots[:, np.isfinite(knots[0])]
    s, m = knots[:2]
    before, after = np.nan_to_num(knots[2:])
    h, rise, tiny = np.diff(s), np.diff(m), INVISIBLE * max(abs(m).max(), 1e-300)
    left, right = h * after[:-1] - rise, rise - h * before[1:]
    u = np.arange(1, pieces) / pieces
    places, values = [s[:1]], [m[:1]]
    for k in range(len(h)):
        if h[k] > 0 and max(abs(left[k]), abs(right[k])) > tiny:
            cubic = m[k] + u * rise[k] + u * (1 - u) * (left[k] * (1 - u) + right[k] * u)
            places.append(s[k] + u * h[k])
            values.append(cubic.clip(m.min(), m.max()))
        places.append(s[k + 1:k + 2])
        values.append(m[k + 1:k + 2])
    return np.concatenate(places), np.concatenate(values)


def limits_of(frame: Fields, line: MemberCells, quantity: str) -> np.ndarray | None:
    """Returns the exact least and largest value in each cell [cells][2], None without them."""
    kind, column = COLUMNS[quantity]
    names = [f"{line.shape}/{kind}_{end}" for end in ("min", "max")]
    if not all(name in frame for name in names):
        return None
    return np.column_stack([frame[name][line.cells, column] for name in names])


def places_of(frame: Fields, line: MemberCells, quantity: str) -> np.ndarray | None:
    """Returns the places along the members of limits_of() [cells][2], None without them."""
    kind, column = COLUMNS[quantity]
    names = [f"{line.shape}/{kind}_{end}_place" for end in ("min", "max")]
    if not all(name in frame for name in names):
        return None
    share = np.column_stack([frame[name][line.cells, column] for name in names])
    return line.places[:, :1] + share * (line.places[:, 1:] - line.places[:, :1])


def inside(result: Result, frame: Fields, line: MemberCells,
           unknown: NotInside) -> dict[str, np.ndarray]:
    """Returns {quantity: its knots in the cells [4][cells][k]} of the members of one part and shape.

    Places are those along the members. Ends and extremes of the cells are among the knots. Bars,
    trusses and cables have N alone, which is constant in each cell.
    """
    if line.element in AXIAL:
        name = f"{line.shape}/force"
        if name not in frame:
            return {}
        forces = np.tile(frame[name][line.cells].reshape(-1, 1), (1, 2))
        return {"N": np.stack([line.places, forces, 0 * line.places, 0 * line.places])}
    values = samples(result, frame, line)
    s = np.linspace(line.places[:, 0], line.places[:, 1], values.shape[1], axis=1)
    column = {quantity: k for k, quantity in enumerate(QUANTITIES)}
    found: dict[str, np.ndarray] = {}
    for quantity, k in column.items():
        limits, own = limits_of(frame, line, quantity), values[:, :, k]
        at = places_of(frame, line, quantity)
        if quantity in SLOPES:
            shear, sign = SLOPES[quantity]
            knots = bend(s, own, sign * values[:, :, column[shear]], limits, at, unknown)
        else:
            knots = np.stack([s, own, 0 * s, 0 * s])
            if limits is not None and at is not None:
                inner, keys, _ = placed(s, own, 0 * s, limits, at, INVISIBLE)
                knots = ordered(np.concatenate([knots, inner], axis=2),
                                np.concatenate([s, keys], axis=1))
        found[quantity] = knots if limits is None or at is not None else raised(knots, limits)
    return found
