# SPDX-License-Identifier: BSD-2-Clause
"""A page for browsers in which a result turns under the mouse. It is one file and needs no server.

The page has the numbers as base64, a program of WebGL that paints them, and nothing else. Places of
corners are rounded to 1/65535 of the box around all states. Values are those of the file in single
precision.
"""
from __future__ import annotations

import base64
import html
import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex

from fsolve import model, scene
from fsolve.error import FsolveError
from fsolve.file import labels
from fsolve.histories import quantity
from fsolve.solid.structure import places
from fsolve.solid.things import MAP
from fsolve.units import Units
from fsolve.view.album import SIZE
from fsolve.view.marks import marks_of
from fsolve.view.triangles import triangles

if TYPE_CHECKING:
    from fsolve.result import Result
    from fsolve.solid.things import Thing
    from fsolve.view.album import Album, Field
    from fsolve.view.bodies import Body

PLACES, VALUES, HISTORY = 40e6, 40e6, 4e6  # bytes of a page for the states, their values, histories
STEPS = 65535  # of a place in the box around all states
ROWS = 2000  # of a history
FOLDER = os.path.dirname(__file__)


def text_of(values: np.ndarray, kind: Any) -> str:
    """Returns numbers as base64, in the order of bytes of the processors that run browsers."""
    return base64.b64encode(np.ascontiguousarray(values, np.dtype(kind).newbyteorder("<")).tobytes()).decode()


def chosen_states(count: int, each: float) -> list[int]:
    """Returns which of count states of a number of bytes each are in the page, the last one included."""
    most = int(max(2, PLACES // max(each, 1)))
    step = max(1, -(-(count - 1) // max(most - 1, 1)))
    return sorted({*range(count - 1, -1, -step), 0} if step > 1 else range(count))


def corners_of(bodies: list[Body], state: Any) -> np.ndarray:
    """Returns the corners of all bodies [c][3]."""
    found = [body.corners(state) for body in bodies]
    if [len(x) for x in found] != [len(body.nodes) for body in bodies]:
        raise FsolveError("the frames do not have the same fields; -output_fields of the runs must agree")
    return np.concatenate(found)


def packed_bodies(bodies: list[Body]) -> list[dict[str, Any]]:
    first, found = 0, []
    for body in bodies:
        found.append({"part": body.part, "color": to_hex(body.color), "first": first, "count": len(body.nodes),
                      "triangles": text_of(body.triangles, "u4"), "cells": text_of(body.cells, "i4"),
                      "lines": text_of(body.lines, "u4"), "lineCells": text_of(body.line_cells, "i4"),
                      "nodes": text_of(body.nodes, "i4"), "share": text_of(body.share, "f4")})
        first += len(body.nodes)
    return found


def packed_mark(thing: Thing, leads: np.ndarray) -> dict[str, Any]:
    mesh = thing.body or thing.skin
    cut = triangles(mesh.points, mesh.faces)[0] if mesh is not None else np.zeros((0, 3), int)
    return {"color": to_hex(thing.color), "points": text_of(mesh.points if mesh is not None else thing.points, "f4"),
            "leads": text_of(leads, "i4"), "triangles": text_of(cut, "u4"), "ends": text_of(thing.points, "f4"), "lines": text_of(thing.pairs, "u4")}


def packed_fields(album: Album, fields: list[Field], numbers: list[int], units: Units, named: bool
                  ) -> tuple[list[dict[str, Any]], list[str]]:
    """Returns the fields with their values in some states, and the names of those without room."""
    kept, left, room = [], [], VALUES
    for chosen in fields:
        room -= 4 * len(numbers) * album.values(numbers[-1], chosen).size
        (kept if room > 0 or not kept else left).append(chosen)
    data: list[list[str]] = [[] for _ in kept]
    for k in numbers:
        for texts, chosen in zip(data, kept):
            texts.append(text_of(units.of_result(chosen.name)[1] * album.values(k, chosen), "f4"))
    found = [{"name": f.name, "unit": units.of_result(f.name)[0] if named else "", "ofNodes": f.of_nodes,
              "components": f.components, "width": max(1, len([c for c in f.components if c != SIZE])), "data": texts}
             for f, texts in zip(kept, data)]
    return found, [f.name for f in left]


def packed_histories(result: Result, units: Units, named: bool) -> dict[str, Any]:
    """Returns the histories of a result, with some of their steps if there are many."""
    time = result.time if "time" in result.names() else np.zeros(0)
    if len(time) < 2:
        return {"time": "", "curves": []}
    every = slice(None, None, -(-len(time) // ROWS))
    found, room = [], HISTORY
    for name in result.names():
        values = result.history(name)
        if name in ("time",) or not np.issubdtype(values.dtype, np.number) or len(values) != len(time):
            continue
        for label, column in zip(labels(values), values.reshape(len(values), -1).T):
            whole = f"{name} {label}".strip()
            unit, factor = units.of_history(quantity(whole))
            column = factor * column[every]
            room -= 4 * len(column)
            if room > 0 and np.isfinite(column).all():
                found.append({"name": whole, "unit": unit if named else "", "data": text_of(column, "f4")})
    return {"time": text_of(time[every], "f4"), "curves": found}


def first_view(album: Album) -> str:
    """Returns from where the structure is seen at first: along the normal of a plane one."""
    result = album.result
    ways = [load.direction for load in model.loads(result) if load.direction is not None and load.kind != "moment"]
    moved = [album.state(k) for k in (0, len(album) - 1)]
    places_ = np.concatenate([result.nodes, *(places(result, state) for state in moved)])
    normal = scene.plane_normal(places_, ways)
    return "sloping" if normal is None else ("yz", "xz", "xy")[normal]


def data_of(album: Album, units: Units, named: bool, choice: str | None) -> dict[str, Any]:
    """Returns what the page shows, as numbers, texts and lists.

    named: the units have names
    """
    result, bodies = album.result, album.bodies
    total = sum(len(body.nodes) for body in bodies)
    numbers = chosen_states(len(album), 6 * total)
    marks = marks_of(result)
    states = [album.rest, *(album.state(k) for k in numbers)]
    leads = [marks.follow(state) for state in states]
    corners = np.array([np.concatenate([corners_of(bodies, state), lead]) for state, lead in zip(states, leads)])
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    step = np.where(high > low, high - low, 1) / STEPS
    fields, left = packed_fields(album, album.fields(), numbers, units, named) if album.times else ([], [])
    notes = [f"{len(numbers)} of {len(album)} states"] * (len(numbers) < len(album)) + \
        [f"without {', '.join(left)}"] * bool(left)
    colours = (255 * colormaps[MAP](np.arange(256))[:, :3]).round().astype(int)
    return {
        "title": os.path.basename(result.file), "notes": "; ".join(notes), "swings": album.swings,
        "states": [album.titles[k] for k in numbers], "times": [album.times[k] for k in numbers] if album.times else [],
        "low": low.tolist(), "step": step.tolist(), "total": total, "leads": len(leads[0]),
        "places": [text_of(np.round((x - low) / step), "u2") for x in corners],
        "bodies": packed_bodies(bodies), "fields": fields, "first": choice or "", "view": first_view(album),
        "parts": [{"name": f"{name} ({part.element}, {sum(map(len, part.cells.values()))})",
                   "color": next((to_hex(b.color) for b in bodies if b.part == name), "#888888")}
                  for name, part in result.parts.items()],
        "cells": [[name.split("/")[0], result.parts[name.split("/")[0]].element, len(c)]
                  for name, c in result.cells.items()],
        "ids": text_of(result.node_id, "i4") if result.has("mesh/node_id") else "", "nodes": text_of(result.nodes, "f4"),
        "marks": [packed_mark(*both) for both in zip(marks.things, marks.leads)], "legend": marks.legend,
        "labels": [[[float(c) for c in x], *rest] for x, *rest in marks.labels],
        "box": [marks.points.min(axis=0).tolist(), marks.points.max(axis=0).tolist()],
        "histories": packed_histories(result, units, named), "colours": colours.ravel().tolist()}


def piece(name: str) -> str:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def page_of(album: Album, units: Units, named: bool = False, choice: str | None = None) -> str:
    """Returns the page of an album; choice: "field" or "field:component" that colours it at first."""
    data = json.dumps(data_of(album, units, named, choice), allow_nan=False).replace("<", "\\u003c")
    found = piece("page.html").replace("TITLE", html.escape(os.path.basename(album.result.file)))
    for mark, text in (("/*STYLE*/", piece("page.css")), ("/*PROGRAM*/", piece("page.js")), ("/*DATA*/", data)):
        found = found.replace(mark, text)
    return found
