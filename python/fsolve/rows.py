# SPDX-License-Identifier: BSD-2-Clause
"""Many cases in one run: tables of cases, and the file with a row of results for each."""
from __future__ import annotations

import csv
import itertools
import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from fsolve.error import FsolveError, missing
from fsolve.file import File, labels
from fsolve.table import Table

Row = dict[str, Any]


def value_text(value: Any) -> str:
    """Returns a value as an option has it: numbers with all digits, vectors with commas."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(value_text(v) for v in value)
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def columns_of(row: Row) -> Iterator[tuple[str, Any]]:
    """Gives the columns of a table for a row: -dt for an option, and F for a constant of "let"."""
    for key, value in row.items():
        if key == "let" and isinstance(value, dict):
            yield from value.items()
        else:
            yield (key if key.startswith("-") else "-" + key), value


def row_of(columns: Iterable[tuple[str, Any]]) -> Row:
    """Returns the row that has these columns, the other way round."""
    row: Row = {}
    for name, value in columns:
        if name.startswith("-"):
            row[name[1:]] = value
        else:
            row.setdefault("let", {})[name] = value
    return row


def grid(**columns: Any) -> list[Row]:
    """Returns a row for each combination of the values of the columns.

    grid(dt=[1e-3, 1e-4], let={"F": [1, 2]}) has four rows. Names are those of options without the
    dash; let has constants.
    """
    flat = dict(columns_of(columns))
    return [row_of(zip(flat, values)) for values in itertools.product(*flat.values())]


def latin_hypercube(n: int, seed: int = 0, **ranges: Any) -> list[Row]:
    """Returns n rows that fill the ranges (lower, upper) of the columns evenly.

    Each of n equal parts of a range has one row; which parts go together is random (McKay, Beckman
    and Conover 1979). The same seed gives the same rows. Names are as in grid().
    """
    random, columns = np.random.default_rng(seed), {}
    for name, (lower, upper) in columns_of(ranges):
        columns[name] = lower + (upper - lower) * (random.permutation(n) + random.random(n)) / n
    return [row_of((name, float(values[k])) for name, values in columns.items()) for k in range(n)]


def write_table(table: Iterable[Row], path: str) -> None:
    """Writes rows as the file that -cases reads.

    A row has values by the names of options without the dash; "let" has those of constants. A name
    that a row does not have, or a value None, leaves the option out.
    """
    rows = [dict(columns_of(row)) for row in table]
    names = list(dict.fromkeys(name for row in rows for name in row))
    if not names:
        raise FsolveError("the table of cases has no rows")
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        for row in rows:
            values = (row.get(name) for name in names)
            writer.writerow(["" if v is None else value_text(v) for v in values])


def print_columns(rows: list[Row]) -> None:
    """Prints dictionaries with the same keys, at least one, as lines with aligned columns."""
    def word(value: Any) -> str:
        return f"{value:.8g}" if isinstance(value, (float, np.floating)) else value_text(value)

    lines = [list(rows[0])] + [[word(v) for v in row.values()] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        print("  ".join(entry.rjust(width) for entry, width in zip(line, widths)))


class Rows:
    """The results of many cases (-cases): a row for each case.

        rows = fsolve.sweep("frame.opts", table=fsolve.grid(let={"F": [1, 2, 3]}))
        rows.inputs("F"), rows["tip/displacement/largest"][:, 2]

    status    [n] exit status of each case, -1 if it has not run
    messages  [n] texts, empty for a case without an error
    warnings  [n] the first warning of each case, or an empty text
    seconds   [n] wall time of each case
    table     [n] dictionaries of texts by the names of the columns
    """

    def __init__(self, path: str | os.PathLike[str]):
        self._file = File(path)
        if not self._file.has("cases/status"):
            raise FsolveError(f"{self._file.path} is not a file of many cases (-cases)")
        self.status: np.ndarray = self._file.read("cases/status")
        self.seconds: np.ndarray = self._file.read("cases/seconds")
        self.messages = self._text("cases/message").split("\n")[:-1]
        self.warnings = self._text("cases/warning").split("\n")[:-1]
        lines = self._text("table").removeprefix("\ufeff").splitlines()
        self.table = list(csv.DictReader((line for line in lines if line.strip() and line.strip()[0] != "#"),
                                         skipinitialspace=True))

    def _text(self, path: str) -> str:
        return self._file.look(lambda f: f[path][()].decode(errors="replace"))

    @property
    def file(self) -> str:
        """The name of the file."""
        return self._file.path

    @property
    def attrs(self) -> dict[str, Any]:
        """The attributes of the file: status, cases, cases_done, cases_failed, date, ..."""
        return self._file.attributes()

    @property
    def failed(self) -> dict[int, str]:
        """{number of a case that failed: its message}."""
        return {int(k): self.messages[k] for k in np.flatnonzero(self.status > 0)}

    def keys(self) -> list[str]:
        """Returns the names of the results."""
        return self._file.names("results")

    def __getitem__(self, name: str) -> np.ndarray:
        """Returns a result of all cases, [n] or [n][c]; NaN in cases that do not have it."""
        if name not in self.keys():
            raise missing(self._file.path, "result", name, self.keys())
        return self._file.read("results/" + name)

    def inputs(self, name: str) -> np.ndarray:
        """Returns the numbers of a column of the table; NaN where it is empty."""
        there = self._file.names("inputs")
        if name.lstrip("-") not in there:
            raise missing(self._file.path, "column of numbers", name, there)
        return self._file.read("inputs/" + name.lstrip("-"))

    def tabulate(self, *names: str) -> Table:
        """Returns a table with a row for each case: its columns, the results, and its status.

        names: of results; each component of tip/displacement/largest has a column of its own,
        tip/displacement/largest x, ...

        The table has to_csv() and to_pandas().
        """
        results = {}
        for name in names:
            values = self[name]
            split = values.reshape(len(values), -1).T
            results.update({f"{name} {label}".strip(): c for label, c in zip(labels(values), split)})
        columns = list(dict.fromkeys(name for row in self.table for name in row))
        return Table([{**{c: row.get(c) or "" for c in columns},
                       **{name: float(values[k]) for name, values in results.items()},
                       "status": int(self.status[k])} for k, row in enumerate(self.table)])

    def print(self, *names: str) -> None:
        """Prints the table of these results; see tabulate."""
        print(self.tabulate(*names))

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<{len(self)} cases of {self._file.path}, of which {len(self.failed)} failed>"
