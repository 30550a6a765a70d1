# SPDX-License-Identifier: BSD-2-Clause
"""Frames of a result: the fields of the model at some times."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from fsolve.error import missing
from fsolve.file import File
from fsolve.layout import check_rows, computing, damaged

if TYPE_CHECKING:
    from fsolve.result import Result


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Returns {part/result: part/shape/result} for the results that only one shape has.

    Longer names lose their second word, too.
    """
    short: dict[str, list[str]] = {}
    for name in names:
        words = name.split("/")
        if len(words) > 2:
            short.setdefault("/".join(words[:1] + words[2:]), []).append(name)
    return {key: full[0] for key, full in short.items() if len(full) == 1}


class Snapshot:
    """A frame: its fields by name.

    Names are those of fields at nodes, part/result for elements, and joint/result for joints of
    several cells. time is in s; number is that of the frame in its file.
    """

    def __init__(self, result: Result, file: File, number: int, time: float):
        self._result, self._file, self.number, self.time = result, file, number, time
        self._at = f"snapshots/{number:06d}"
        self._there: dict[str, str] = {}

    def _paths(self) -> dict[str, str]:
        """Returns {name: path in the frame}."""
        below = ("parts/", "joints/")
        self._there = self._there or {n.split("/", 1)[1] if n.startswith(below) else n: n
                                      for n in self._file.names(self._at)}
        return self._there

    def names(self) -> list[str]:
        """Returns displacement, ..., part/shape/result, and joint/result."""
        return list(self._paths())

    def __contains__(self, name: str) -> bool:
        return self._find(name) is not None

    def _find(self, name: str) -> str | None:
        """Returns the path of a field. A name without shape means the only shape of the part."""
        there = self._paths()
        if name in there:
            return there[name]
        return there.get(short_names(there).get(name, ""))

    def __getitem__(self, name: str) -> np.ndarray:
        found = self._find(name)
        if not found:
            where = f"frame {self.number} of {self._file.path}"
            raise missing(where, "field", name, self.names())
        values = self._file.read(f"{self._at}/{found}")
        rows, count = self._rows(found)
        needed = self._count(found) if rows is None else len(rows)
        if needed is not None and len(values) != needed:
            raise damaged(self._file.path, f"/{self._at}/{found} has {len(values)} rows, "
                                           f"not {needed}")
        if rows is None:
            return values
        whole = np.full((count, *values.shape[1:]), np.nan, values.dtype)
        whole[rows] = values
        return whole

    def _count(self, path: str) -> int | None:
        """Returns the number of nodes or cells of the whole mesh, None for joints."""
        words = path.split("/")
        if words[0] == "joints":
            return None
        if words[0] != "parts":
            return len(self._result.nodes)
        cells = self._result.cells.get("/".join(words[1:3]))
        if cells is None:
            raise damaged(self._file.path, f"/mesh lacks the cells of /{self._at}/{path}")
        return len(cells)

    def _rows(self, path: str) -> tuple[np.ndarray | None, int]:
        """Returns the rows of the whole mesh that a dataset has, and the number of all rows.

        None stands for all rows.
        """
        result, file = self._result, self._file
        words = path.split("/")
        of_part = words[0] == "parts"
        where = "mesh/frames/" + ("/".join(words[:3] + ["rows"]) if of_part else "rows")
        selected = result._once(("selected", file.path), lambda: file.has("mesh/frames"))
        if words[0] == "joints" or not selected:
            return None, 0
        rows, count = result._once((where, file.path), lambda: file.read(where)), self._count(path)
        check_rows(file.path, where, rows, count)
        return rows, count

    @property
    def rows(self) -> np.ndarray:
        """The rows of the nodes that the frame has.

        A run with -output_sets writes some of the nodes. The others are NaN in all fields.
        """
        rows, _ = self._rows("displacement")
        return np.arange(len(self._result.nodes)) if rows is None else rows

    def positions(self, scale: float = 1.0) -> np.ndarray:
        """Returns the positions [n][3] of the nodes, moved by scale times their displacements."""
        return self._result.nodes + scale * self["displacement"]

    def at_nodes(self, name: str) -> np.ndarray:
        """Returns a result of surface elements, such as "skin/stress", at the nodes [n][k].

        Values are extrapolated from the cells of the part around each node. They are NaN at nodes
        that the part does not have.
        """
        from fsolve import nodal
        with computing(self._file.path, f"{name} at the nodes"):
            return nodal.at_nodes(self._result, self, name)

    def __repr__(self) -> str:
        names = ", ".join(self.names())
        return f"<frame {self.number} of {self._file.path} at t = {self.time:g}: {names}>"


class Frames:
    """All frames: frames[k], frames[-1], len(frames), iteration; frames.time [k]."""

    def __init__(self, result: Result, where: list[tuple[File, int, float]]):
        """where: (file, number in it, time) of each frame"""
        self._result, self._where = result, where
        self.time = np.array([t for _, _, t in where])

    def __len__(self) -> int:
        return len(self._where)

    def __getitem__(self, k: int) -> Snapshot:
        try:
            return Snapshot(self._result, *self._where[k])
        except IndexError:  # which also ends iterations
            raise IndexError(f"{self._result} has {len(self)} frames, no frame {k}") from None

    def __repr__(self) -> str:
        return f"<{len(self)} frames>"
