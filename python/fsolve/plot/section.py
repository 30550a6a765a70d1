# SPDX-License-Identifier: BSD-2-Clause
"""Draws diagrams of axial and shear forces, torque and bending moments of all beams.

They are drawn across the deformed beams, in the plane of the section. Moments are on the side that
is pulled. Between the nodes of loaded beams they are parabolas. Bars, trusses and cables have the
diagram of their axial force. Values are written at the ends of members and where they are extreme.

    plot_section portal.h5 --time 0.5 --show My,Vz --units kN,m
"""
from __future__ import annotations

import argparse
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from fsolve import FsolveError, Result, scene
from fsolve.beams import QUANTITIES, SLOPES, TOWARDS, Sections, reference_axes
from fsolve.draw import plt
from fsolve.inside import Fields, NotInside, curve, inside
from fsolve.members import AXIAL, Member, cells_of, lines_of, members, offset_note
from fsolve.mesh import edges
from fsolve.plot.command import add_file, add_units, add_view, view_of
from fsolve.plot.shape import frames_at
from fsolve.solid.layer import paint
from fsolve.solid.things import Mesh, Thing
from fsolve.tables import KINDS
from fsolve.texts import OVER, Texts, number
from fsolve.units import Units

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d import Axes3D

    from fsolve.frames import Snapshot

PIECES = 20  # lines by which the curve of a loaded beam is drawn
HEIGHT = 0.15  # largest ordinate over the size of the structure
SHARE = 1.0  # largest ordinate over the median length of the beams
LOW = 0.06  # the same of structures without beams, whose bars lie close together
WRITTEN = 0.05  # smallest value that is written, over the largest value
SHOWN = 1e-4  # largest value of a quantity that is drawn, over that of all forces or moments
WIDE, HIGH, LINE = 5, 4.2, 0.2  # of a panel, and height of a line of text [inches]
LETTERS = 70  # of a line of text that is as wide as a panel
MANY = 30  # number of members beyond which the largest and least value alone are written


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--time", type=float, help="of the frame, the nearest is drawn; "
                                                   "default: the last frame")
    parser.add_argument("--times", help="t,...: of several frames, which have a row of panels each "
                                        "and one scale")
    parser.add_argument("--show", help=f"some of {','.join(QUANTITIES)}; "
                                       "default: those that are not zero")
    parser.add_argument("--undeformed", action="store_true",
                        help="draw across the beams in their reference configuration")
    add_view(parser)
    add_units(parser)


class Lines:
    """The lines of a frame that carry forces.

    sections  those of beams, or None
    members   all members
    known     {name of a member: {quantity: [(places, values) of each cell]}}
    notes     lines about values that the file does not have
    x         positions of the nodes [n][3]
    rows      {part/shape of beams: first of their rows in the sections}
    """

    def __init__(self, result: Result, frame: Snapshot, deformed: bool):
        self.members, fields = members(result), Fields(frame)
        if not self.members:
            raise FsolveError(f"{result.file} has no beams, bars, trusses or cables")
        self.known: dict[str, dict[str, list[tuple[np.ndarray, np.ndarray]]]] = {}
        chosen = "output_fields" in result.options
        unknown = {m.part: NotInside(chosen) for m in self.members}
        for line in cells_of(self.members):
            knots = inside(result, fields, line, unknown[line.part])
            for m, first, last in zip(line.members, line.first, line.last):
                self.known[m.name] = {q: [curve(k[:, cell], PIECES if q in SLOPES else 1)
                                          for cell in range(first, last + 1)]
                                      for q, k in knots.items()}
        self.notes = [known.note(part) for part, known in unknown.items() if known.note(part)]
        beams = any(m.element == "beam" for m in self.members)
        parts = dict.fromkeys(m.part for m in self.members if m.element == "beam")
        self.notes += [offset_note(result, part) for part in parts if offset_note(result, part)]
        self.sections = Sections(result, frame, deformed) if beams else None
        self.x = frame.positions() if deformed else result.nodes
        self.rows, count = {}, 0
        for shape, cells in lines_of(result).items():
            if result.parts[shape.split("/")[0]].element == "beam":
                self.rows[shape], count = count, count + len(cells)

    def values(self, member: Member, quantity: str) -> tuple[np.ndarray, np.ndarray]:
        """Returns the places along a member and the values there, none if it has no such force."""
        cells = self.known[member.name].get(quantity, [(np.zeros(0), np.zeros(0))])
        return tuple(map(np.concatenate, zip(*cells)))

    def shown(self) -> list[str]:
        """Returns the quantities that are not round-off, with N if a member without bending has it."""
        largest = {q: max(abs(self.values(m, q)[1]).max(initial=0) for m in self.members)
                   for q in QUANTITIES}
        found = {q for kind in KINDS for q in kind
                 if largest[q] > SHOWN * max(largest[k] for k in kind)}
        if any(abs(self.values(m, "N")[1]).max(initial=0) > 0
               for m in self.members if m.element in AXIAL):
            found.add("N")
        return [q for q in QUANTITIES if q in found]

    def tips(self, member: Member, quantity: str, k: int, places: np.ndarray,
             heights: np.ndarray) -> np.ndarray:
        """Returns the points [n][3] at heights [n] across cell k, at places [n] along its member."""
        share = ((places - member.places[k]) / (member.places[k + 1] - member.places[k]))[:, None]
        ends = self.x[member.nodes[k:k + 2]]
        if member.element in AXIAL:
            axes = reference_axes(ends[None], None, None)[0]
        else:
            axes = self.sections.axes[self.rows[member.shape] + member.cells[k]]
        weights = np.hstack([1 - share, share])
        across = weights @ (np.array(TOWARDS[quantity], float) @ axes)
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        return weights @ ends + heights[:, None] * across

    def tip(self, member: Member, quantity: str, place: float, height: float) -> np.ndarray:
        """Returns the point [3] at a height across a member, at a place along it."""
        k = int(np.clip(np.searchsorted(member.places, place) - 1, 0, len(member.cells) - 1))
        return self.tips(member, quantity, k, np.array([place]), np.array([height]))[0]

    def faces(self, quantity: str, scale: float) -> list[np.ndarray]:
        """Returns polygons [2 n][3] between the cells and the curves of scale times the values.

        A polygon runs along the cell, then back along the curve.
        """
        found = []
        for m in self.members:
            for k, (s, values) in enumerate(self.known[m.name].get(quantity, [])):
                tips = self.tips(m, quantity, k, s, scale * values)
                found.append(np.concatenate([self.tips(m, quantity, k, s, 0 * s), tips[::-1]]))
        return found


def written(places: np.ndarray, values: np.ndarray) -> list[tuple[float, float]]:
    """Returns the places along a member and the values that are written there.

    These are both ends, and extremes between them, or the middle of a constant value. Ends are
    written a little inside, so that members that meet do not hide each other's values.
    """
    length, size = places[-1], abs(values).max()
    if np.ptp(values) <= 1e-6 * size:
        return [(length / 2, values[0])]
    found = [(0.04 * length, values[0]), (0.96 * length, values[-1])]
    for k in (int(values.argmax()), int(values.argmin())):
        if min(abs(values[k] - values[end]) for end in (0, -1)) > 1e-3 * size:
            found.append((places[k], values[k]))
    return found


def largest_of(frames: list[Lines], quantity: str) -> float:
    """Returns the largest magnitude of a quantity in all frames."""
    return max(abs(lines.values(m, quantity)[1]).max(initial=0) for lines in frames for m in lines.members)


def diagrams(faces: list[np.ndarray]) -> list[Thing]:
    """Returns the surfaces of diagrams, and their outlines; faces: polygons [2 n][3]."""
    points, first = np.concatenate(faces or [np.zeros((0, 3))]), 0
    quads, pairs = [], []
    for face in faces:
        n = len(face) // 2
        k = first + np.arange(n - 1)
        back = first + 2 * n - 1 - np.arange(n - 1)  # opposite of each point
        quads.append(np.column_stack([k, k + 1, back - 1, back]))
        ring = first + np.arange(2 * n)
        pairs.append(np.column_stack([ring, np.roll(ring, -1)])[n - 1:])
        first += 2 * n
    if not quads:
        return []
    mesh = Mesh(points, [np.concatenate(quads)])
    return [Thing("C0", skin=mesh, points=points, pairs=np.concatenate(pairs), width=0.5, alpha=0.35,
                  lit=False)]


def panel(figure: Figure, where: tuple[float, int, int], lines: Lines, quantity: str,
          pairs: np.ndarray, units: Units, largest: float,
          view: tuple[float | None, float | None] = (None, None)) -> Axes3D:
    """Draws the diagram of one quantity over the structure.

    largest  magnitude that has the largest ordinate
    view     elevation and azimuth of the eye, or None
    """
    known = [(m, *lines.values(m, quantity)) for m in lines.members]
    known = [(m, places, values) for m, places, values in known if len(values)]
    size = np.ptp(lines.x, axis=0).max()
    beams = [m.places[-1] for m in lines.members if m.element == "beam"]
    height = min(HEIGHT * size, SHARE * float(np.median(beams))) if beams else LOW * size
    scale = height / largest if largest else 0
    faces = lines.faces(quantity, scale)
    axes = scene.mesh_axes(figure, np.concatenate([lines.x, *faces]), where, *view)
    structure = Thing("0.2", points=lines.x, pairs=pairs, width=1.5 if len(known) <= MANY else 0.6)
    paint(axes, [structure, *diagrams(faces)])
    factor = units.of(quantity)[1]
    texts = [(m, place, value) for m, places, values in known
             for place, value in written(places, values) if abs(value) > WRITTEN * largest]
    if len(known) > MANY:
        texts = [pick(texts, key=lambda row: row[2]) for pick in (max, min) if texts]
    writer = Texts(axes)
    for m, place, value in sorted(texts, key=lambda row: -abs(row[2])):  # the largest one has room
        writer.write(lines.tip(m, quantity, place, scale * value), number(value * factor), OVER,
                     color="C3", bbox={"fc": "w", "alpha": 0.6, "ec": "none", "pad": 0.3})
    return axes


def draw(given: argparse.Namespace) -> Figure:
    result, units = Result(given.file), Units(given.units, given.case_units)
    frames = frames_at(result, given.times) if given.times else [result.snapshot(t=given.time)]
    moments = [Lines(result, frame, not given.undeformed) for frame in frames]
    pairs, carried = edges(result), {q for lines in moments for q in lines.shown()}
    chosen = given.show.split(",") if given.show else [q for q in QUANTITIES if q in carried]
    if not chosen:
        raise FsolveError(f"{given.file}: members carry nothing at t = "
                          + ", ".join(f"{frame.time:g}" for frame in frames))
    for quantity in chosen:
        if quantity not in QUANTITIES:
            raise FsolveError(
                f"there is no quantity '{quantity}'; there are {', '.join(QUANTITIES)}")
    drawn = [(k, quantity) for k in range(len(frames)) for quantity in chosen]
    columns = len(chosen) if len(frames) > 1 and len(chosen) > 1 else min(3, len(drawn))
    rows = -(-len(drawn) // columns)
    times = [f"t = {frames[0].time:.6g}"] * (len(frames) == 1)
    notes = dict.fromkeys(note for lines in moments for note in lines.notes)
    text = [line for note in notes for line in wrap(note, LETTERS * columns, break_on_hyphens=False)] + times
    size = HIGH * rows + LINE * len(text)  # the text has a place of its own below the panels
    figure = plt.figure(figsize=(WIDE * columns, size))
    for place, (k, quantity) in enumerate(drawn):
        axes = panel(figure, (size / HIGH, columns, place + 1), moments[k], quantity, pairs, units,
                     largest_of(moments, quantity), view_of(given))
        scene.title(axes, f"{quantity}: {QUANTITIES[quantity]}"
                    + f" [{units.of(quantity)[0]}]" * bool(given.units)
                    + f", t = {frames[k].time:.4g}" * (len(frames) > 1))
    figure.text(0.01, 0.01, "\n".join(text), fontsize="small")
    return figure
