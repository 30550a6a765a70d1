# SPDX-License-Identifier: BSD-2-Clause
"""Forces and moments along members, with the places inside at which they are extreme."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve.beams import INVISIBLE, QUANTITIES, SLOPES
from fsolve.error import FsolveError
from fsolve.members import AXIAL, Member

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result


EXTREMES = ("Loads between the nodes that do not vary linearly along an element: add "
            "-output_fields all for exact extremes")


class NotInside:
    """Remembers whether values inside of a member are not known exactly.

    found: True if a moment between the known places is no parabola, and the frame does not have
    the extremes
    curve: True if a moment between the two ends of an element is no parabola, and the frame does
    not have the values at the section places
    """

    def __init__(self) -> None:
        self.found = self.curve = False

    def note(self, part: str) -> str:
        """Returns what curves of the part do not show and the options for it, or an empty text."""
        places = f"-part_{part}_section_places 11"
        if self.found:
            return EXTREMES + f", and {places} for exact curves" * self.curve + "."
        return self.curve * ("Loads between the nodes that do not vary linearly along an element: "
                             f"extremes are exact, curves need {places}.")


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


def samples(result: Result, frame: Fields, member: Member) -> np.ndarray:
    """Returns the six QUANTITIES at equally spaced places of each cell [cells][places][6].

    Places are the two ends, or those of -part_<name>_section_places.
    """
    at, count = member.shape, len(result.cells[member.shape])
    if f"{at}/force_along" in frame and f"{at}/moment_along" in frame:
        found = [frame[f"{at}/{name}_along"].reshape(count, -1, 3) for name in ("force", "moment")]
        return np.concatenate(found, axis=2)[member.cells]
    if f"{at}/force_start" not in frame or f"{at}/moment_start" not in frame:
        raise FsolveError(f"{result.file} has no force_start and moment_start of beams in its "
                          "frames; -output_fields must name them, and force_end and moment_end")
    return np.stack([np.concatenate([frame[f"{at}/force_{end}"], frame[f"{at}/moment_{end}"]],
                                    axis=1) for end in ("start", "end")], axis=1)[member.cells]


def peaks(s: np.ndarray, m: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Returns the knots of the extremes between the places s [k] of moments m [k].

    v: the slopes dm/ds [k]. Between two places the moment is the cubic that has the values and
    slopes of both. It is exact under loads that vary linearly.
    """
    h, rise = np.diff(s), np.diff(m)
    a, b, c = h * (v[:-1] + v[1:]) - 2 * rise, 3 * rise - h * (2 * v[:-1] + v[1:]), h * v[:-1]
    places, values = [], []
    with np.errstate(divide="ignore", invalid="ignore"):
        # Roots of 3 a u^2 + 2 b u + c, by the form that also holds for a = 0.
        q = -(b + np.where(b >= 0, 1, -1) * np.sqrt(b * b - 3 * a * c))
        for u in (q / (3 * a), c / q):
            there = np.isfinite(u) & (u > 0) & (u < 1)
            at = u[there]
            places.append(s[:-1][there] + at * h[there])
            values.append(m[:-1][there] + at * (c[there] + at * (b[there] + at * a[there])))
    s, m = np.concatenate(places), np.concatenate(values)
    return np.stack([s, m, np.full(len(s), np.nan), np.full(len(s), np.nan)])


def corners(s: np.ndarray, m: np.ndarray, v: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Returns the knots of extremes under single forces, the arguments of bend().

    A single force is where the lines with the slopes at two neighbouring places intersect, if the
    moment there is one of the limits.
    """
    h = np.diff(s)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = (np.diff(m) / h - v[1:]) / (v[:-1] - v[1:])
    value = m[:-1] + v[:-1] * h * u
    near = abs(value[:, None] - limits).min(axis=1) <= INVISIBLE * abs(limits).max()
    there = np.isfinite(u) & (u > 0) & (u < 1) & near
    return np.stack([s[:-1] + u * h, value, v[:-1], v[1:]])[:, there]


def bend(s: np.ndarray, m: np.ndarray, v: np.ndarray, limits: np.ndarray | None,
         unknown: NotInside) -> np.ndarray:
    """Returns the knots [4][j] of a moment in a cell, ends and peaks among them, in order.

    s, m, v  places, moments and slopes [k]
    limits   exact least and largest value, or None

    The rows of the knots are places, values, and the slopes before and after each place. The slopes
    of a peak are NaN, because its place and value may be estimated.
    """
    size = max(abs(m).max(), abs(v).max() * (s[-1] - s[0]), 1e-300)
    off = np.diff(m) - np.diff(s) * (v[:-1] + v[1:]) / 2
    loaded = bool(abs(off).max() > INVISIBLE * size)
    unknown.curve |= loaded and len(s) == 2
    inner = peaks(s, m, v)
    if limits is None:
        unknown.found |= loaded
    else:
        inner[1] = inner[1].clip(*limits)
        inner = np.concatenate([inner, corners(s, m, v, limits)], axis=1)
    knots = np.concatenate([np.stack([s, m, v, v]), inner], axis=1)
    return knots[:, np.argsort(knots[0], kind="stable")]


def raised(knots: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Returns the knots [4][k] with the exact extremes if their values do not have them.

    limits: least and largest value [2]. A peak that is estimated gets the extreme. Else an extreme
    that is missing is added at the place of the known one.
    """
    for pick, limit in ((np.argmin, limits[0]), (np.argmax, limits[1])):
        k = int(pick(knots[1]))
        if abs(limit - knots[1, k]) <= INVISIBLE * abs(limits).max():
            continue
        if np.isnan(knots[2, k]) and 0 < k < knots.shape[1] - 1:
            knots[1, k] = limit
        else:
            before = min(max(k, 1), knots.shape[1] - 1)  # both ends keep their values
            knots = np.insert(knots, before, [knots[0, k], limit, np.nan, np.nan], axis=1)
    return knots


def curve(knots: np.ndarray, pieces: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns places and values on the cubics between the knots [4][k] of bend(), knots included.

    pieces: number of lines by which each cubic is drawn, if it is not straight
    """
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


def limits_of(frame: Fields, member: Member, quantity: str) -> np.ndarray | None:
    """Returns the exact least and largest value in each cell [cells][2], None without them."""
    kind, k = ("moment", "T My Mz") if quantity in ("T", "My", "Mz") else ("force", "N Vy Vz")
    names = [f"{member.shape}/{kind}_{end}" for end in ("min", "max")]
    if not all(name in frame for name in names):
        return None
    column = k.split().index(quantity)
    return np.column_stack([frame[name][member.cells, column] for name in names])


Cells = list[tuple[np.ndarray, np.ndarray]]


def inside_cells(result: Result, frame: Fields, member: Member, unknown: NotInside,
                 pieces: int = 1) -> dict[str, Cells]:
    """Returns {quantity: (places along the member, values there) of each cell}, both [k].

    pieces: number of lines by which moments between two known places or extremes are drawn

    Ends and extremes of the cells are among the places. Bars, trusses and cables have N alone,
    which is constant in each cell.
    """
    ways = list(zip(member.places[:-1], member.places[1:]))
    if member.element in AXIAL:
        name = f"{member.shape}/force"
        if name not in frame:
            return {}
        forces = frame[name][member.cells].reshape(-1)
        return {"N": [(np.array(way), np.repeat(force, 2)) for way, force in zip(ways, forces)]}
    values = samples(result, frame, member)
    column = {quantity: k for k, quantity in enumerate(QUANTITIES)}
    found: dict[str, Cells] = {}
    for quantity, k in column.items():
        limits, found[quantity] = limits_of(frame, member, quantity), []
        for cell, way in enumerate(ways):
            s, own = np.linspace(*way, values.shape[1]), values[cell, :, k]
            limit = None if limits is None else limits[cell]
            if quantity in SLOPES:
                shear, sign = SLOPES[quantity]
                knots = bend(s, own, sign * values[cell, :, column[shear]], limit, unknown)
            else:
                knots = np.stack([s, own, np.zeros(len(s)), np.zeros(len(s))])
            if limit is not None:
                knots = raised(knots, limit)
            found[quantity].append(curve(knots, pieces if quantity in SLOPES else 1))
    return found


def inside(result: Result, frame: Fields, member: Member,
           unknown: NotInside) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Returns {quantity: (places along the member, values there)}, both [k], extremes among them."""
    return {quantity: joined(cells)
            for quantity, cells in inside_cells(result, frame, member, unknown).items()}


def joined(cells: Cells) -> tuple[np.ndarray, np.ndarray]:
    """Returns the places and the values of all cells of a member, both [k]."""
    places, values = zip(*cells)
    return np.concatenate(places), np.concatenate(values)
