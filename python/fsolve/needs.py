# SPDX-License-Identifier: BSD-2-Clause
"""The modules that the package needs, and a message if this Python does not have them."""
from __future__ import annotations

import importlib.util
import os
import sys

NEEDED = ("numpy",)


def remedy(absent: list[str]) -> str:
    """Returns the message about modules that are not there."""
    return (f"fsolve needs {' and '.join(absent)}, which {sys.executable or 'this Python'} does not have: install "
            f"{'them' if absent[1:] else 'it'} for this Python, such as by python3 -m pip install {' '.join(absent)}, or start "
            "another Python, such as /usr/bin/python3 with the packages python3-numpy and python3-h5py")


def check_modules() -> None:
    """Raises ImportError with the remedy if a module is not there.

    Commands, which are python -m fsolve... and the scripts plot_*, end with the message and status 2.
    """
    absent = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if not absent:
        return
    text = remedy(absent)
    name = sys.argv[0] if sys.argv else ""
    if name == "-m" or os.path.basename(name).startswith("plot_"):
        print(text, file=sys.stderr)
        sys.exit(2)
    raise ImportError(text)
