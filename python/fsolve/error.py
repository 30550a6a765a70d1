# SPDX-License-Identifier: BSD-2-Clause
"""The error that all functions of the package raise."""
from __future__ import annotations

import difflib
import os
from collections.abc import Iterable


class FsolveError(RuntimeError):
    """An error with a message of one line.

    status  exit status of the run: 2 wrong input, 3 failed, 4 stopped, minus the number of the
            signal that killed it, or 0 if no run has failed

    output  file of the run, with all steps before the failure, or None
    """

    def __init__(self, message: str, status: int = 0, output: str | None = None):
        super().__init__(message)
        self.message, self.status, self.output = message, status, output


def check_new(path: str | os.PathLike[str], overwrite: bool,
              remedy: str = "overwrite=True") -> None:
    """Raises FsolveError, with the remedy, if the file exists and must not be replaced."""
    if os.path.lexists(path) and not overwrite:
        raise FsolveError(f"{os.fspath(path)} exists; {remedy} replaces it")


def missing(where: str, what: str, name: str, there: Iterable[str]) -> FsolveError:
    """Returns the error for an unknown name, with the nearest of the names that exist."""
    there = sorted(there)
    same_word = [n for n in there if name.split("/")[-1] in n.split("/")][:4]
    nearest = same_word or difflib.get_close_matches(name, there, 4, 0.5)
    if nearest:
        hint = "nearest: " + ", ".join(nearest)
    elif there:
        hint = "there are " + ", ".join(there[:12]) + (", ..." if len(there) > 12 else "")
    else:
        hint = "there are none"
    return FsolveError(f"{where} has no {what} '{name}'; {hint}")
