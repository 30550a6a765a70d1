# SPDX-License-Identifier: BSD-2-Clause
"""A state of a case in memory, to which the case can return."""
from __future__ import annotations

import ctypes
import struct
import weakref
from typing import Any

from fsolve.error import FsolveError
from fsolve.library import library

TIME = struct.Struct("<d")  # the first bytes of State.to_bytes
LATER: list[ctypes.c_void_p] = []  # states that another thread's call has kept from being freed


class State:
    """What Case.save returns and Case.restore takes; time is its time [s], or load factor in statics."""

    def __init__(self, handle: ctypes.c_void_p, time: float):
        for earlier in LATER[:]:
            LATER.remove(earlier)
            destroy(earlier)
        self.handle, self.time = handle, time
        self._free = weakref.finalize(self, destroy, handle)

    def to_bytes(self) -> bytes:
        """Returns the state as bytes, from which Case.state makes a state in another case with the same options. On several ranks those of this rank."""
        needed = ctypes.c_size_t()
        call("FsCaseStateToBytes", self.handle, 0, None, ctypes.byref(needed))
        found = ctypes.create_string_buffer(needed.value)
        call("FsCaseStateToBytes", self.handle, needed, found, ctypes.byref(needed))
        return TIME.pack(self.time) + found.raw

    def __repr__(self) -> str:
        return f"<fsolve.State at {self.time:g}>"


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the library without a case; raises its error."""
    lib = library()
    code = getattr(lib, name)(*arguments)
    if code:
        raise FsolveError(lib.FsCaseGetMessage(None).decode(errors="replace"), lib.FsCaseGetStatus(code))


def destroy(handle: ctypes.c_void_p) -> None:
    """Frees a state, or later if another thread is in a call."""
    if library().FsCaseStateDestroy(ctypes.byref(handle)):
        LATER.append(handle)
