# SPDX-License-Identifier: BSD-2-Clause
"""Tables of what a model has, for the terminal and for Jupyter."""
from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fsolve.options import lists

if TYPE_CHECKING:
    from fsolve.description import Model

WIDE = 88  # characters of the last column in a terminal
LINES = 40  # rows of a table in a terminal


def rows(model: Model) -> list[tuple[str, str, str]]:
    """Returns (kind, name, its options) of each name of the lists, and of the options that no list has."""
    found, used = [], set()
    for key, kind in lists().items():
        if key not in model:
            continue
        used.add(key)
        for name, words in getattr(model, key).items():
            used.update(f"{kind}_{name}_{word}".lower().removesuffix("_") for word in words)
            found.append((kind, name, ", ".join(f"{w} {v}".strip() for w, v in words.items())))
    rest = [(name, "" if model[name] is True else str(model[name])) for name in model if name.lower() not in used]
    return [("", name, value) for name, value in rest] + found


def table(title: str, lines: list[tuple[str, str, str]]) -> str:
    """Returns a title and a table for the terminal."""
    shown = lines if len(lines) <= LINES else lines[:LINES - 1] + [("", f"and {len(lines) - LINES + 1} more", "")]
    wide = [max((len(row[k]) for row in shown), default=0) for k in (0, 1)]
    texts = [f"  {kind:{wide[0]}}  {name:{wide[1]}}  {what if len(what) <= WIDE else what[:WIDE - 3] + '...'}".rstrip()
             for kind, name, what in shown]
    return "\n".join([title, *texts])


def html(title: str, lines: list[tuple[str, str, str]], picture: str = "") -> str:
    """Returns a title, a table and a picture for Jupyter. picture: HTML."""
    cells = "".join(f"<tr><td>{escape(kind)}</td><td><b>{escape(name)}</b></td>"
                    f"<td style='text-align:left'>{escape(what)}</td></tr>" for kind, name, what in lines)
    return f"<div><p>{escape(title)}</p><table>{cells}</table>{picture}</div>"
