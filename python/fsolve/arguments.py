# SPDX-License-Identifier: BSD-2-Clause
"""Checks the arguments of functions of the library, which ctypes would cut or wrap."""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from fsolve.error import FsolveError

BITS = {ctypes.c_int: 8 * ctypes.sizeof(ctypes.c_int), ctypes.c_int32: 32, ctypes.c_int64: 64}


def text(value: Any) -> bytes:
    """Returns a text for the library, which ends it at the first null character."""
    if not isinstance(value, str):
        raise FsolveError(f"expected a text, not {value!r}")
    if "\0" in value:
        raise FsolveError(f"{value!r} has a null character; leave it out")
    return value.encode(errors="surrogateescape")  # a path may have any bytes


def convert(function: str, value: Any, kind: Any) -> Any:
    """Returns one argument for ctypes, also if it is a number of numpy."""
    bits = BITS.get(kind)
    if bits and hasattr(value, "__index__"):
        value = int(value)
    elif kind is ctypes.c_double and hasattr(value, "__float__"):
        value = float(value)
    try:
        kind.from_param(value)
    except (TypeError, ctypes.ArgumentError):
        wanted = "a whole number" if bits else "a number" if kind is ctypes.c_double else kind.__name__
        raise FsolveError(f"{function}: expected {wanted}, not {value!r}") from None
    if bits and not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise FsolveError(f"{function}: {value} is too large")
    return value


def check(function: str, arguments: Sequence[Any], types: Sequence[Any]) -> list[Any]:
    """Returns the arguments for ctypes. Raises FsolveError if one has a wrong type or is too large for its C type."""
    return [convert(function, value, kind) for value, kind in zip(arguments, types)]
