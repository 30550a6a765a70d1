# SPDX-License-Identifier: BSD-2-Clause
"""Columns of histories, and the physical quantities of which they are."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve.error import FsolveError
from fsolve.file import column, labels

if TYPE_CHECKING:
    from fsolve.result import Result

# Ends of the names of histories that joints have along their coordinates.
ALONG = ("_force", "_moment", "_friction", "motor_power")


def of_joints(result: Result) -> list[str]:
    """Returns the names of the histories along the coordinates of joints."""
    joints = {name for name in str(result.options.get("joints", "")).split(",")}
    return [name for name in result.names() if name.split("/")[0] in joints and name.endswith(ALONG)]


def columns(result: Result, name: str,
            component: str | int | None = None) -> list[tuple[str, np.ndarray]]:
    """Returns [(label, values [m])] of the columns of a history, or of one component.

    The values of a response are sizes of amplitudes.
    """
    there = result.names()
    if "frequency" in there and name not in there:
        values = np.abs(result.response[name])
        name = f"|{name}|"
    else:
        values = result.history(name)
    if not len(values):
        raise FsolveError(
            f"{result.file} has no rows of {name}: the run has put none on the disk")
    width = values.shape[-1] if values.ndim > 1 else 1
    names, flat = labels(values), values.reshape(len(values), -1)
    one = None if component is None or width == 1 else column(name, width, component)
    return [(f"{name} {names[k]}" if flat.shape[1] > 1 else name, flat[:, k])
            for k in range(flat.shape[1]) if one in (None, k % width)]


def quantity(label: str) -> str:
    """Returns the physical quantity of a label of columns(), such as "force".

    Lines of one quantity have one unit and may share an axis.
    """
    name, _, part = label.strip("|").partition(" ")
    name, part = name.strip("|"), part.split(" ")[-1]
    group, _, last = name.rpartition("/")
    if group == "energy" or last.endswith(("work", "energy", "loss")):
        return "energy"
    turns = part.startswith("r")  # one of rx, ry, rz
    for word in ("displacement", "angle"):
        if last.endswith((word + "_friction", word + "_force", word + "_moment")):
            return "force" if word == "displacement" else "moment"
        if last in (word, "second_" + word):
            return "rotation" if turns else word
    if last.split("_")[0] in ("reaction", "force", "moment"):
        return "moment" if turns or last.startswith("moment") else "force"
    return name if last in ("largest", "least") else last
