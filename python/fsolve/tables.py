# SPDX-License-Identifier: BSD-2-Clause
"""Tables of results: forces of members, extremes of histories; as text, CSV and for pandas.

    from fsolve import tables

    table = tables.member_forces("frame.h5", units="kN,m")
    print(table)
    table["beam", "My"]["min"], table["beam", "My"]["min_at"]
    table.to_csv("frame.csv")
    table.to_pandas()
    tables.histories("drive.h5", units="N,m")["crank/angle_moment"]["rms"]

python -m fsolve.tables frame.h5 --units kN,m prints the table of members, or writes it (--out
frame.csv). With --history it is the table of histories.
"""
from __future__ import annotations

import argparse
import os
import re
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from fsolve.beams import QUANTITIES
from fsolve.error import FsolveError, check_new
from fsolve.extremes import ZERO, Envelopes, Extremes
from fsolve.histories import columns, of_joints, quantity
from fsolve.inside import EXTREMES, Fields, NotInside, has_forces, inside, limits_of
from fsolve.layout import computing
from fsolve.members import AXIAL, Member, MemberCells, cells_of, members, offset_note
from fsolve.result import Result
from fsolve.table import Table
from fsolve.units import Units

Results = Union[str, "os.PathLike[str]", Result, Iterable[Any], "dict[str, Any]"]
KINDS = (("N", "Vy", "Vz"), ("T", "My", "Mz"))
OF_TIME = re.compile(r"(^load_.*|^gravity)_time$|^(support|joint)_.*(?<!_fix)_(motion|rotation|angle|displacement)(_[xyz])?$")
GROWS = re.compile(r"([\w.]+\*)?t([*/][\w.]+)?|[\d.eE+-]+")  # formulas that are proportional to t, or constant
MOVES = re.compile(r"^load_.*_(place|field)$")  # formulas, of t if the load moves


@dataclass
class Row:
    """The values of one quantity of one member.

    start, end   at the ends, those of largest magnitude
    top, bottom  (value, place, time, case) of the largest and least value over the member
    """
    start: float
    end: float
    top: tuple[float, float, float, str]
    bottom: tuple[float, float, float, str]

    def largest(self) -> float:
        return max(abs(self.top[0]), abs(self.bottom[0]))

    def merged(self, other: Row) -> Row:
        """Returns the values of this case and those before, and of another one."""
        same = ZERO * other.largest()
        return Row(max(self.start, other.start, key=abs), max(self.end, other.end, key=abs),
                   other.top if other.top[0] > self.top[0] + same else self.top,
                   other.bottom if other.bottom[0] < self.bottom[0] - same else self.bottom)


def named_results(results: Results) -> dict[str, Result]:
    """Returns {name of a case: Result}. Files are cases by their names without ending."""
    if isinstance(results, (str, os.PathLike, Result)):
        results = [results]
    if isinstance(results, dict):
        return {name: r if isinstance(r, Result) else Result(r) for name, r in results.items()}
    found: dict[str, Result] = {}
    for one in results:
        result = one if isinstance(one, Result) else Result(one)
        name = os.path.splitext(os.path.basename(result.file))[0]
        found[name if name not in found else result.file] = result
    return found


def extremes_of(result: Result, lines: list[MemberCells], times: Iterable[float] | None,
                notes: Notes) -> dict[tuple[int, str], Extremes]:
    """Returns {(number of a line, quantity): Extremes} of a result, and completes the notes."""
    found: dict[tuple[int, str], Extremes] = {}
    frames = result.frames if times is None else [result.snapshot(t=t) for t in times]
    envelopes = Envelopes(result)
    known = [{q for q in QUANTITIES if times is None and envelopes.whole(line, q)} for line in lines]
    for frame in frames:
        fields = Fields(frame)
        for k, line in enumerate(lines):
            if known[k] and line.element == "beam" and not has_forces(fields, line):
                continue
            unknown = NotInside() if known[k] >= set(QUANTITIES) else notes.unknown
            unknown.chosen = "output_fields" in result.options
            for quantity, knots in inside(result, fields, line, unknown).items():
                peaks = quantity not in known[k] or limits_of(fields, line, quantity) is not None
                found.setdefault((k, quantity), Extremes(line)).add(knots, frame.time, peaks)
    for line in lines:
        notes.add_offset(result, line)
    if times is None:
        for k, line in enumerate(lines):
            for quantity in ("N",) if line.element in AXIAL else QUANTITIES:
                found.setdefault((k, quantity), Extremes(line)).add_envelopes(envelopes, quantity)
                if quantity not in known[k]:
                    notes.add_steps(result, len(frames), line)
    return found


def only_grows(result: Result) -> bool:
    """Returns whether all loads and motions of a static analysis are proportional to t or constant."""
    return not any(OF_TIME.search(key) and not GROWS.fullmatch(str(value))
                   or MOVES.search(key) and re.search(r"\bt\b", str(value))
                   for key, value in result.options.items())


class Notes:
    """The lines below a table that say which values it does not have.

    unknown  whether values inside of members are exact
    """

    def __init__(self) -> None:
        self.unknown = NotInside()
        self._steps: dict[str, None] = {}
        self._offsets: dict[str, None] = {}

    def add_offset(self, result: Result, line: MemberCells) -> None:
        """Adds about which line the moments of a part with an offset are."""
        if line.element == "beam" and offset_note(result, line.part):
            self._offsets[offset_note(result, line.part)] = None

    def add_steps(self, result: Result, frames: int, line: MemberCells) -> None:
        """Adds that a run has more steps than frames, if this is so.

        The last step of a static analysis governs if its loads only grow, which needs no note.
        """
        analysis, names = result.options.get("analysis", "transient"), result.names()
        if analysis not in ("transient", "static", "path") or "time" not in names:
            return
        if analysis == "static" and only_grows(result):
            return
        steps = len(result.time) - (analysis != "static")  # the first state of a statics is a step
        if frames < steps:
            fields = "force" if line.element in AXIAL else "force_min,force_max,moment_min,moment_max"
            self._steps[f"Extremes of {frames} of {steps} steps, and others may govern: -output_every 1 "
                        f"writes all steps, or -envelopes {fields} their extremes."] = None

    def lines(self) -> list[str]:
        return [*[EXTREMES + "."] * self.unknown.found, *self._steps, *self._offsets]


def collect(cases: dict[str, Result], times: Iterable[float] | None, notes: Notes
            ) -> tuple[dict[tuple[str, str], Row], dict[str, Member]]:
    """Returns {(member, quantity): Row} and {name: Member} of all cases."""
    rows: dict[tuple[str, str], Row] = {}
    there: dict[str, Member] = {}
    for case, result in cases.items():
        with computing(result.file, "forces of members"):
            lines = cells_of(members(result))
            if not lines:
                raise FsolveError(f"{result.file} has no beams, bars, trusses or cables")
            there.update({m.name: m for line in lines for m in line.members if m.name not in there})
            for (_, quantity), e in extremes_of(result, lines, times, notes).items():
                for k in np.flatnonzero(np.isfinite(e.top.value)):
                    row = Row(float(e.start[k]), float(e.end[k]), *(
                        (float(x.value[k]), float(x.place[k]), float(x.time[k]), case)
                        for x in (e.top, e.bottom)))
                    key = e.line.members[k].name, quantity
                    rows[key] = rows[key].merged(row) if key in rows else row
    return rows, there


def chosen(found: dict[tuple[str, str], Row], show: str | None) -> set[str]:
    """Returns the quantities of the table: the given ones, else N and those that are not 0."""
    if show:
        for quantity in show.split(","):
            if quantity not in QUANTITIES:
                raise FsolveError(f"there is no quantity '{quantity}'; there are {', '.join(QUANTITIES)}")
        return set(show.split(","))
    largest = {q: max((e.largest() for (_, k), e in found.items() if k == q), default=0.0)
               for q in QUANTITIES}
    return {"N"} | {q for kind in KINDS for q in kind
                    if largest[q] > ZERO * max(largest[k] for k in kind)}


def member_forces(results: Results, units: str | None = None, case_units: str = "N,m",
                  times: Iterable[float] | None = None, show: str | None = None) -> Table:
    """Returns the table of the forces and moments of all members.

    results     a file or Result; or several cases of one structure, as a list or {name: file}
    units       in which the table is: a force and a length, such as "kN,m"
    case_units  those of the case
    times       of the frames, the nearest are taken; default: all frames, and the envelopes
    show        quantities, such as "N,My"; default: N, and those that are not zero

    The columns member, part, quantity and unit name a row. The columns start and end are the values
    at the ends of the member, of several frames those of largest magnitude. The column max is the
    largest value over the member, max_at its distance from the start, and max_time the time of its
    frame. The columns min, min_at and min_time are those of the least value. Several cases have the
    columns max_case and min_case, too. Quantities and their signs are those of fsolve.beams.
    """
    cases, unit, notes = named_results(results), Units(units, case_units), Notes()
    found, there = collect(cases, times, notes)
    if not found:
        raise FsolveError(f"{', '.join(r.file for r in cases.values())}: no frame has forces of members")
    wanted, rows = chosen(found, show), []
    scale = {q: ZERO * max((e.largest() for (_, k), e in found.items() if k in kind), default=0.0)
             for kind in KINDS for q in kind}
    for name, member in there.items():
        for quantity in QUANTITIES:
            extremes = found.get((name, quantity))
            if quantity not in wanted or extremes is None:
                continue
            text, factor = unit.of(quantity)

            def number(value: float) -> float:
                return value * factor if abs(value) > scale[quantity] else 0.0

            row = {"member": name, "part": member.part, "quantity": quantity, "unit": text,
                   "start": number(extremes.start), "end": number(extremes.end)}
            for word, (value, place, time, case) in (("max", extremes.top),
                                                     ("min", extremes.bottom)):
                row.update({word: number(value), f"{word}_at": place * unit.length_factor,
                            f"{word}_time": time})
                if len(cases) > 1:
                    row[f"{word}_case"] = case
            rows.append(row)
    return Table(rows, notes.lines())


def histories(result: Result | str | os.PathLike[str], *names: str, units: str | None = None,
              case_units: str = "N,m") -> Table:
    """Returns the table of extremes of histories, such as the torque of a motor.

    names       of histories; default: the forces and moments along the coordinates of joints, of
                drivers, motors, springs, dampers, stops and friction, and the power of motors
    units       in which the table is, as in member_forces(); without them it has no unit

    A row is a column of a history. The columns start and end are its first and last value, max and
    min its extremes, max_time and min_time their times, and rms is the root of the mean of the
    squares over the time.
    """
    if not isinstance(result, Result):
        result = Result(result)
    wanted = names or of_joints(result)
    if not wanted:
        raise FsolveError(f"{result.file} has no histories of forces along coordinates of joints; "
                          f"name others, such as {', '.join(result.names()[:4])}")
    unit, rows = Units(units, case_units), []
    for name in wanted:
        for label, values in columns(result, name):
            text, factor = unit.of_history(quantity(label))
            x, v = result.history("frequency" if "frequency" in result.names() else "time"), factor * values + 0.0
            top, bottom = int(v.argmax()), int(v.argmin())
            steps, mean = np.diff(x), (v[1:]**2 + v[1:] * v[:-1] + v[:-1]**2) / 3
            rms = np.sqrt(steps @ mean / steps.sum()) if steps.sum() > 0 else abs(v[0])
            rows.append({"history": label, "unit": text if units else "", "start": v[0], "end": v[-1],
                         "max": v[top], "max_time": x[top], "min": v[bottom], "min_time": x[bottom],
                         "rms": float(rms)})
    return Table(rows)


def main() -> None:
    """Prints the table of the files of the command line, or writes it."""
    parser = argparse.ArgumentParser(prog="fsolve.tables", description="Prints the forces and moments of members.")
    parser.add_argument("file", nargs="+", help="output files of fsolve; several are cases of one structure")
    parser.add_argument("--units", help="of the table, such as kN,m; default: those of the case")
    parser.add_argument("--case_units", default="N,m", help="of the case; default: N,m")
    parser.add_argument("--time", type=float, action="append", help="of a frame; default: all frames")
    parser.add_argument("--history", nargs="*", metavar="name",
                        help="instead the extremes of histories, such as crank/angle_moment; default: of "
                             "forces and moments along the coordinates of joints")
    parser.add_argument("--show", help=f"some of {','.join(QUANTITIES)}; default: those that are not zero")
    parser.add_argument("--out", help="write comma separated values to this file")
    parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    given = parser.parse_args()
    try:
        if given.history is None:
            table = member_forces(given.file, given.units, given.case_units, given.time, given.show)
        elif len(given.file) > 1:
            raise FsolveError("--history needs one file")
        else:
            table = histories(given.file[0], *given.history, units=given.units,
                              case_units=given.case_units)
        if given.out:
            check_new(given.out, given.overwrite, "--overwrite")
            with warnings.catch_warnings(record=True) as found:
                warnings.simplefilter("always")
                table.to_csv(given.out, overwrite=True)
            for warning in found:
                print(f"fsolve.tables: warning: {warning.message}", file=sys.stderr)
        print(given.out or table)
    except FsolveError as error:
        print(f"fsolve.tables: {error.message}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
