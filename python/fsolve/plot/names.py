# SPDX-License-Identifier: BSD-2-Clause
"""Names and values in the picture of a model, beside what they belong to."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve import model
from fsolve.plot.symbols import Picture
from fsolve.texts import BESIDE, Texts

if TYPE_CHECKING:
    from fsolve.result import Result

NAMED = 40  # largest number of nodes of a set whose name is written
NAMES = 60  # number of such sets beyond which no name is written
KINDS_OF_NAMES = ("part", "support", "load", "joint", "probe", "initial")


def names_of_places(picture: Picture, result: Result) -> list[tuple[np.ndarray, str]]:
    """Returns the places and names of small sets.

    Sets that fsolve made for places of supports, loads, ... are no names of the user.
    """
    made = {f"{kind}_{name}" for kind in KINDS_OF_NAMES
            for name in model.names_of(result.options, kind + "s")}
    made |= {j.name for j in model.joints(result)} | {"all", "member_ends"}
    made |= {release.name for release in model.releases(result)}
    found = []
    for name, s in result.sets.items():
        if s.nodes is None or name.rstrip("_") in made or not 0 < len(s.nodes) <= NAMED:
            continue
        lines = [c[:, :2] for shape, c in s.cells.items() if shape.startswith("line")]
        of = np.concatenate(lines) if lines else s.nodes
        found.append((picture.x[of[len(of) // 2]].reshape(-1, 3).mean(axis=0), name))
    return found if len(found) <= NAMES else []


def draw_names(picture: Picture, result: Result) -> None:
    """Writes the values of loads, and the names of joints and small sets.

    Names at one place are one text.
    """
    texts: dict[tuple[float, ...], tuple[np.ndarray, list[str]]] = {}
    for x, name in [*picture.names[:NAMES], *names_of_places(picture, result)]:
        place = tuple(np.round(np.asarray(x) / picture.size, 3))
        words = texts.setdefault(place, (x, []))[1]
        if name not in words:
            words.append(name)
    writer = Texts(picture.axes)
    look = {"zorder": 8, "bbox": {"fc": "w", "alpha": 0.6, "ec": "none", "pad": 0.3}}
    for x, text, ways, color in picture.late:
        writer.write(x, text, ways, color=color, **look)
    for x, words in texts.values():
        text = ", ".join(words[:4]) + (", ..." if len(words) > 4 else "")
        writer.write(x, f" {text} ", BESIDE, color="0.2", **look)
