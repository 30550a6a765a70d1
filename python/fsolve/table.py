# SPDX-License-Identifier: BSD-2-Clause
"""Tables of results as aligned text, comma separated values, or a pandas.DataFrame."""
from __future__ import annotations

import csv
import io
import os
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve.error import FsolveError, check_new, missing

if TYPE_CHECKING:
    import pandas


class Table:
    """A table with columns by name: of members and quantities, of histories, or of cases.

    columns  names of the columns
    rows     list of {column: value}
    notes    lines to know about the values
    """

    def __init__(self, rows: list[dict[str, Any]], notes: list[str] | None = None):
        self.rows, self.notes = rows, notes or []
        self.columns = list(rows[0]) if rows else []

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, key: str | tuple[str, str]) -> Any:
        """Returns the row of (member, quantity) or of a history, or a column as a list."""
        if isinstance(key, str):
            for row in self.rows:
                if row.get("history") == key:
                    return row
            if key not in self.columns:
                raise missing("the table", "column", key, self.columns)
            return [row[key] for row in self.rows]
        for row in self.rows:
            if (row["member"], row["quantity"]) == key:
                return row
        raise missing("the table", "row", " ".join(key),
                      [f"{row['member']} {row['quantity']}" for row in self.rows])

    def text(self, digits: int = 5) -> str:
        """Returns the table as aligned text, with the notes below it."""
        columns = [[name, *(shown(row[name], digits) for row in self.rows)]
                   for name in self.columns]
        lines = []
        for k in range(len(self.rows) + 1):
            cells = []
            for name, column in zip(self.columns, columns):
                width = max(map(len, column))
                left = isinstance(self.rows[0][name], str)
                cells.append(column[k].ljust(width) if left else column[k].rjust(width))
            lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, *self.notes])

    __str__ = text

    def to_csv(self, path: str | os.PathLike[str] | None = None, overwrite: bool = False) -> str:
        """Returns the table as comma separated values, and writes them to a file if there is one.

        overwrite: replaces a file that exists

        The notes are not in the text; each is a RuntimeWarning.
        """
        for note in self.notes:
            warnings.warn(note, RuntimeWarning, stacklevel=2)
        buffer = io.StringIO()
        writer = csv.DictWriter(buffer, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        if path is not None:
            check_new(os.fspath(path), overwrite, "overwrite=True")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(buffer.getvalue())
        return buffer.getvalue()

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a pandas.DataFrame, whose index is the first names of a row."""
        try:
            import pandas
        except ImportError:
            raise FsolveError("to_pandas() needs pandas, which is not installed (python3-pandas); "
                              "rows and to_csv() do without it") from None
        keys = [name for name in ("member", "history", "quantity") if name in self.columns]
        frame = pandas.DataFrame(self.rows)
        return frame.set_index(keys) if keys else frame


def shown(value: Any, digits: int) -> str:
    """Returns a cell of a table as text. A number that is unknown is empty."""
    if isinstance(value, (str, int)):
        return str(value)
    return "" if np.isnan(value) else f"{value:.{digits}g}"
