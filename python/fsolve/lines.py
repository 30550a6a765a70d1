# SPDX-License-Identifier: BSD-2-Clause
"""The lines that the library prints during the calls of a case."""
from __future__ import annotations

import contextlib
import sys
import warnings
from typing import Any

from fsolve.library import Printer


class Lines:
    """Lines of a case so far, and warnings of its present call.

    The library calls `printer`. An exception cannot pass through the library; therefore the warnings, which
    may be exceptions (python -W error), wait for the end of the call.
    """

    def __init__(self, verbose: bool):
        self.found: list[str] = []
        self.verbose = verbose
        self._warnings: list[str] = []
        self.printer = Printer(self._print)

    def _print(self, _context: Any, warning: int, text: bytes) -> None:
        with contextlib.suppress(OSError):  # of stdout
            line = text.decode(errors="replace")
            (self._warnings if warning else self.found).append(line)
            if self.verbose and not warning:
                sys.stdout.write(line)

    def warn(self, stacklevel: int) -> None:
        """Gives the warnings of the call that has ended to Python. stacklevel counts from the caller, as in warnings.warn."""
        found, self._warnings = self._warnings, []
        for line in found:
            warnings.warn(line.strip().removeprefix("fsolve: warning: "), RuntimeWarning, stacklevel=stacklevel + 1)
