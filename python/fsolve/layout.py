# SPDX-License-Identifier: BSD-2-Clause
"""Types and shapes of the datasets of an output file. A dataset with others is damaged."""
from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from fsolve.error import FsolveError

NUMBERS, INTEGERS, TEXT = "fiub", "iub", "OS"  # kinds of numpy's types
WHAT = {NUMBERS: "numbers", INTEGERS: "integers", TEXT: "a text"}
# (path, kinds, least and largest number of dimensions, columns or 0 for any number)
RULES = [(re.compile(path + "$"), *rule) for path, *rule in (
    ("mesh/nodes", NUMBERS, 2, 2, 3),
    ("mesh/node_id", INTEGERS, 1, 1, 0),
    ("mesh/set_names", TEXT, 0, 0, 0),
    ("mesh/sets/.*/nodes", INTEGERS, 1, 1, 0),
    ("mesh/frames/.*rows", INTEGERS, 1, 1, 0),
    ("mesh/(parts|joints|sets)/.*", INTEGERS, 2, 2, 0),
    ("(snapshots|history)/(time|frequency)", NUMBERS, 1, 1, 0),
    (r"snapshots/\d+/(displacement|velocity|acceleration)", NUMBERS, 2, 2, 3),
    (r"snapshots/\d+/rotation", NUMBERS, 2, 2, 4),
    ("(snapshots|history)/.*", NUMBERS, 1, 3, 0),
    ("(modes|buckling)/(frequency|factor)", NUMBERS, 1, 1, 0),
    ("(modes|buckling|path/critical|path/branch)/shape.*", NUMBERS, 3, 3, 0),
    ("path/critical/kind", TEXT, 0, 0, 0),
    ("path/.*", NUMBERS, 1, 1, 0),
    ("spectrum/.*", NUMBERS, 1, 2, 0),
    ("options(_all)?", TEXT, 0, 0, 0),
)]
# Errors of Python and numpy that wrong numbers cause in a computation.
OF_NUMBERS = (ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError,
              RuntimeError, np.linalg.LinAlgError)


def damaged(file: str, what: str) -> FsolveError:
    """Returns the error for a file that a run cannot have written like this."""
    return FsolveError(f"{file} is damaged: {what}")


def misfit(path: str, dtype: np.dtype, shape: tuple[int, ...]) -> str | None:
    """Returns what is wrong with the type or the shape of a dataset, or None."""
    for pattern, kinds, least, most, columns in RULES:
        if not pattern.match(path.strip("/")):
            continue
        if dtype.kind not in kinds:
            return f"/{path.strip('/')} is not {WHAT[kinds]}"
        if not least <= len(shape) <= most or columns and shape[-1] != columns:
            return f"/{path.strip('/')} has the shape {list(shape)}"
        break
    return None


def check_rows(file: str, path: str, rows: np.ndarray, count: int, least: int = 0) -> None:
    """Raises FsolveError if numbers of rows are below the least one, or not below count."""
    if rows.size and not least <= rows.min() <= rows.max() < count:
        raise damaged(file, f"/{path} names rows {rows.min()} to {rows.max()}, "
                            f"and there are {count}")


@contextlib.contextmanager
def computing(file: str, what: str) -> Iterator[None]:
    """Turns an error of a computation with the values of a file into a FsolveError.

    The values may not be finite, or not fit each other. The FsolveError has the first error as its
    cause.
    """
    try:
        with np.errstate(all="ignore"):
            yield
    except FsolveError:
        raise
    except OF_NUMBERS as error:
        reason = (str(error).splitlines() or [""])[0] or type(error).__name__
        raise FsolveError(f"{file}: its values do not allow {what} ({reason}); it may be "
                          f"damaged") from error
