# SPDX-License-Identifier: BSD-2-Clause
"""Cases that nobody holds any more: the library destroys them as soon as all ranks allow it."""
from __future__ import annotations

import ctypes
import itertools
from typing import Any

from fsolve.library import Freed

FUNCTIONS: dict[int, Any] = {}  # of cases that are given up: the library may call them until it has destroyed the case
LATER: list[tuple[ctypes.CDLL, ctypes.c_void_p, Any]] = []  # cases that another thread's call has kept from being given up
NUMBERS = itertools.count(1)


@Freed
def freed(number: int) -> None:
    """The library has destroyed a case."""
    FUNCTIONS.pop(number, None)


def abandon(lib: ctypes.CDLL, handle: ctypes.c_void_p, functions: Any) -> None:
    """Gives up a case, and keeps its functions until it is destroyed."""
    if not handle:
        return
    number = next(NUMBERS)
    FUNCTIONS[number] = functions
    lib.FsCaseAbandon(ctypes.byref(handle), freed, number)
    if handle:
        LATER.append((lib, handle, FUNCTIONS.pop(number)))


def abandon_later() -> None:
    """Gives up the cases whose turn could not come before."""
    waiting, LATER[:] = LATER[:], []
    for case in waiting:
        abandon(*case)
