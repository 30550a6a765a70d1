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


class NotInside:
    """Remembers whether values inside of a member are not known exactly.

    found: True if a moment between the known places is no parabola, and the frame does not have
    the extremes.
    """

    def __init__(self) -> None:
        self.found = False


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


def peaks(s: np.ndarray, m: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the places and values of the extremes between the places s [k] of moments m [k].

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
    return np.concatenate(places), np.concatenate(values)


def corners(s: np.ndarray, m: np.ndarray, v: np.ndarray,
            limits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the places and values of extremes under single forces, the arguments of bend().

    A single force is where the lines with the slopes at two neighbouring places intersect, if the
    moment there is one of the limits.
    """
    h = np.diff(s)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = (np.diff(m) / h - v[1:]) / (v[:-1] - v[1:])
    value = m[:-1] + v[:-1] * h * u
    near = abs(value[:, None] - limits).min(axis=1) <= INVISIBLE * abs(limits).max()
    there = np.isfinite(u) & (u > 0) & (u < 1) & near
    return (s[:-1] + u * h)[there], value[there]


def bend(s: np.ndarray, m: np.ndarray, v: np.ndarray, limits: np.ndarray | None,
         unknown: NotInside) -> tuple[np.ndarray, np.ndarray]:
    """Returns places and values [j] of a moment in a cell, ends and peaks among them, in order.

    s, m, v  places, moments and slopes [k]
    limits   exact least and largest value, or None
    """
    size = max(abs(m).max(), abs(v).max() * (s[-1] - s[0]), 1e-300)
    inner, values = peaks(s, m, v)
    if limits is None:
        off = np.diff(m) - np.diff(s) * (v[:-1] + v[1:]) / 2
        unknown.found |= bool(abs(off).max() > INVISIBLE * size)
    else:
        at, more = corners(s, m, v, limits)
        inner, values = np.append(inner, at), np.append(values.clip(*limits), more)
    order = np.argsort(np.concatenate([s, inner]), kind="stable")
    return np.concatenate([s, inner])[order], np.concatenate([m, values])[order]


def raised(s: np.ndarray, values: np.ndarray,
           limits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns places and values [k], with the exact extremes if the values do not have them.

    limits: least and largest value [2]. An extreme that is missing is added at the place of the
    known one.
    """
    for pick, limit in ((np.argmin, limits[0]), (np.argmax, limits[1])):
        k = int(pick(values))
        if abs(limit - values[k]) > INVISIBLE * abs(limits).max():
            before = min(max(k, 1), len(values) - 1)  # both ends keep their values
            s, values = np.insert(s, before, s[k]), np.insert(values, before, limit)
    return s, values


def limits_of(frame: Fields, member: Member, quantity: str) -> np.ndarray | None:
    """Returns the exact least and largest value in each cell [cells][2], None without them."""
    kind, k = ("moment", "T My Mz") if quantity in ("T", "My", "Mz") else ("force", "N Vy Vz")
    names = [f"{member.shape}/{kind}_{end}" for end in ("min", "max")]
    if not all(name in frame for name in names):
        return None
    column = k.split().index(quantity)
    return np.column_stack([frame[name][member.cells, column] for name in names])


def inside(result: Result, frame: Fields, member: Member,
           unknown: NotInside) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Returns {quantity: (places along the member, values there)}, both [k], extremes among them.

    Bars, trusses and cables have N alone, which is constant in each cell.
    """
    starts, ends = member.places[:-1], member.places[1:]
    if member.element in AXIAL:
        name = f"{member.shape}/force"
        if name not in frame:
            return {}
        values = np.repeat(frame[name][member.cells].reshape(-1), 2)
        return {"N": (np.column_stack([starts, ends]).ravel(), values)}
    values = samples(result, frame, member)
    column = {quantity: k for k, quantity in enumerate(QUANTITIES)}
    found = {}
    for quantity, k in column.items():
        limits, places, numbers = limits_of(frame, member, quantity), [], []
        for cell, (start, end) in enumerate(zip(starts, ends)):
            s, own = np.linspace(start, end, values.shape[1]), values[cell, :, k]
            limit = None if limits is None else limits[cell]
            if quantity in SLOPES:
                shear, sign = SLOPES[quantity]
                s, own = bend(s, own, sign * values[cell, :, column[shear]], limit, unknown)
            if limit is not None:
                s, own = raised(s, own, limit)
            places.append(s)
            numbers.append(own)
        found[quantity] = np.concatenate(places), np.concatenate(numbers)
    return found
