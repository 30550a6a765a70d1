# SPDX-License-Identifier: BSD-2-Clause
"""A window of VTK in which a result turns under the mouse, also during the run."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import to_rgb

from fsolve.error import FsolveError
from fsolve.layout import computing
from fsolve.solid import vtk_painter, window
from fsolve.solid.things import Mesh, Thing
from fsolve.view.marks import Marks, marks_of
from fsolve.view.page import first_view
from fsolve.view.panel import Panel
from fsolve.view.reading import Colours, Picked, lines_about, node_name

if TYPE_CHECKING:
    from fsolve.view.album import Album, Field
    from fsolve.view.bodies import Body
    from fsolve.view.result_view import ResultView

SIZE = 1200, 800  # of the window [pixel]
TICK = 50  # [ms] between two states of a film
LOOK = 1000  # [ms] between two looks at the file of a run
SWING = 24  # ticks of a period of a mode
ZOOM = 0.85
AMBIENT = 0.3  # light from everywhere
DRAG = 4  # [pixel] up to which the mouse has not been dragged
VIEWS = {"x": (0.0, 0.0), "y": (0.0, -90.0), "z": (90.0, -90.0), "i": (35.264, -45.0)}
NAMED = {"yz": "x", "xz": "y", "xy": "z", "sloping": "i"}
HELP = """Mouse   left: turn, click: pick; middle: move; right or wheel: nearer
left, right   state before or after; space: film
r, R   next or previous result; c: its next component
x, y, z, i   views; f: all of it
m   supports and loads; l: lines; g: at rest
h   this help; q: end"""


class Painted:
    """A body in the window: its faces and lines, whose corners move."""

    def __init__(self, body: Body, places: np.ndarray, rest: np.ndarray):
        from vtkmodules.vtkCommonDataModel import vtkPolyData
        self.body, self.points = body, vtk_painter.vtk_points(places)
        thing = Thing(body.color, lit=True)
        self.data = vtkPolyData()
        self.data.SetPoints(self.points)
        self.data.SetPolys(vtk_painter.vtk_cells([body.triangles]))
        self.lines = vtkPolyData()
        self.lines.SetPoints(self.points)
        self.lines.SetLines(vtk_painter.vtk_cells([body.lines]))
        self.faces, self.edges = vtk_painter.mapped(self.data, None), vtk_painter.mapped(self.lines, None)
        ghost = vtkPolyData()
        ghost.SetPoints(vtk_painter.vtk_points(rest))
        ghost.SetLines(vtk_painter.vtk_cells([body.lines]))
        self.ghost = vtk_painter.mapped(ghost, None)
        self.solid = len(body.triangles) > 0
        self.faces.GetProperty().SetColor(*(0.25 + 0.75 * np.array(thing.rgb)))
        self.edges.GetProperty().SetColor(*(np.array(thing.rgb) * (0.5 if self.solid else 1)))
        self.edges.GetProperty().SetLineWidth(1 if self.solid else 2.5)
        self.ghost.GetProperty().SetColor(0.6, 0.6, 0.6)
        self.edges.GetProperty().LightingOff()
        self.ghost.GetProperty().LightingOff()
        self.edges.PickableOff() if self.solid else None
        self.ghost.PickableOff()

    def move(self, places: np.ndarray) -> None:
        self.points.DeepCopy(vtk_painter.vtk_points(places))
        self.points.Modified()

    def colour(self, chosen: Field | None, values: np.ndarray | None, limits: tuple[float, float]) -> None:
        """Gives the body the colours of the values of a field, or its own."""
        from vtkmodules.util.numpy_support import numpy_to_vtk
        for data, actor, cells in ((self.data, self.faces, self.body.cells), (self.lines, self.edges, self.body.line_cells)):
            mapper, shaded = actor.GetMapper(), chosen is not None and (actor is self.faces or not self.solid)
            mapper.SetScalarVisibility(shaded)
            if actor is self.faces:
                actor.GetProperty().SetLighting(not shaded)
                actor.GetProperty().SetAmbient(0.0 if shaded else AMBIENT)
            if not shaded or chosen is None or values is None:
                continue
            own = self.body.at_corners(values) if chosen.of_nodes else np.where(cells < 0, np.nan, values[cells])
            scalars = numpy_to_vtk(np.ascontiguousarray(own, np.float64), deep=1)
            (data.GetPointData() if chosen.of_nodes else data.GetCellData()).SetScalars(scalars)
            (data.GetCellData() if chosen.of_nodes else data.GetPointData()).SetScalars(None)
            mapper.SetLookupTable(vtk_painter.colours(limits))
            mapper.UseLookupTableScalarRangeOn()
            mapper.InterpolateScalarsBeforeMappingOn()


class PaintedMarks:
    """Supports, joints and loads in the window, which move with their nodes."""

    def __init__(self, marks: Marks, rest: np.ndarray):
        self.marks, self.rest = marks, rest
        self.actors, self.points = [], []
        for thing in marks.things:
            mesh = thing.body or thing.skin
            if mesh is not None:
                data = vtk_painter.surface(Mesh(mesh.points, mesh.faces))
                actor = vtk_painter.mapped(data, None)
                actor.GetProperty().SetColor(*(0.25 + 0.75 * np.array(thing.rgb)))
            else:
                actor = vtk_painter.line_actor(thing, 1.5)
                data = actor.GetMapper().GetInput()
            actor.PickableOff()
            self.actors.append(actor)
            self.points.append((thing.points if mesh is None else mesh.points, data))

    def move(self, places: np.ndarray) -> None:
        path = np.vstack([places - self.rest, np.zeros((1, 3))])
        for (x, data), leads in zip(self.points, self.marks.leads):
            if len(leads):
                data.SetPoints(vtk_painter.vtk_points(x + path[leads]))


class Viewer:
    """The window of a view.

    view      what it shows
    painted   a vtkRenderWindow; None: a new one on the screen
    interactor  a vtkRenderWindowInteractor; None: a new one
    follow    the window shows the last state, while the run writes more
    """

    def __init__(self, view: ResultView, painted: Any = None, interactor: Any = None, follow: bool = False):
        from vtkmodules import vtkInteractionStyle, vtkRenderingContextOpenGL2, vtkRenderingFreeType  # noqa: F401
        from vtkmodules.vtkInteractionStyle import vtkInteractorStyleTrackballCamera
        from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow, vtkRenderWindowInteractor
        self.view, self.album, self.follow = view, view.album, follow
        self.colours = Colours(self.album)
        self.fields: list[Field] = self.album.fields()
        self.chosen, self.component, self.picked = -1, 0, None  # type: int, int, Picked | None
        self.state = 0 if self.album.swings else len(self.album) - 1
        self.playing, self.tick, self.pressed = False, 0, (0, 0)
        self.window = painted or vtkRenderWindow()
        self.window.SetSize(*SIZE)
        self.window.SetWindowName(f"{os.path.basename(self.album.result.file)} - fsolve")
        self.renderer = vtkRenderer()
        self.renderer.SetBackground(1, 1, 1)
        self.renderer.TwoSidedLightingOn()
        vtk_painter.lights(self.renderer)
        self.window.AddRenderer(self.renderer)
        self.interactor = interactor or vtkRenderWindowInteractor()
        self.interactor.SetRenderWindow(self.window)
        self.style = vtkInteractorStyleTrackballCamera()
        self.interactor.SetInteractorStyle(self.style)
        self._add_things()
        self.panel = Panel(self.renderer, self.interactor, self._slide)
        self._listen()
        if view.colour:
            name, _, component = view.colour.partition(":")
            self.chosen = [f.name for f in self.fields].index(name)
            self.component = self.fields[self.chosen].components.index(component)
        self.window.Render()  # the widgets of the panel need a window that is open
        self.panel.start()
        self.look(NAMED[first_view(self.album)])
        self.show(self.state)

    def _add_things(self) -> None:
        state, rest = self.album.state(self.state), self.album.rest
        self.bodies = [Painted(body, body.corners(state), body.corners(rest)) for body in self.album.bodies]
        marks = marks_of(self.album.result)
        self.marks = PaintedMarks(marks, marks.follow(rest))
        for body in self.bodies:
            for actor in (body.faces, body.edges, body.ghost):
                self.renderer.AddActor(actor)
        for actor in self.marks.actors:
            self.renderer.AddActor(actor)

    def _listen(self) -> None:
        self.style.AddObserver("CharEvent", lambda *_: None)  # VTK's own keys
        self.style.AddObserver("LeftButtonPressEvent", self._press)
        self.style.AddObserver("LeftButtonReleaseEvent", self._release)
        self.interactor.AddObserver("KeyPressEvent", self._key)
        self.interactor.AddObserver("TimerEvent", self._time)

    # ---- what is shown ---------------------------------------------------------------------------

    def show(self, k: int, swing: float = 1.0) -> None:
        """Shows a state; swing: the share of it, of shapes that swing."""
        with computing(self.album.result.file, "a view"):
            self.state = k % len(self.album)
            state = self.album.state(self.state)
            state.scale *= swing
            for body in self.bodies:
                body.move(body.body.corners(state))
            self.marks.move(self.marks.marks.follow(state))
            self.colour()

    def colour(self) -> None:
        """Shows the chosen field, the texts and the curve."""
        chosen = self.fields[self.chosen] if self.chosen >= 0 else None
        values = None if chosen is None else self.colours.values(self.state, chosen, self.component)
        limits = (0.0, 1.0) if chosen is None else self.colours.limits(chosen, self.component)
        for body in self.bodies:
            body.colour(chosen, values, limits)
        self.panel.slider(self.state, len(self.album))
        head = f"{os.path.basename(self.album.result.file)}: {self.album.titles[self.state]}"
        status = self.album.result.status if self.follow else None
        self.panel.write(f"{head}   ({status})" if status else head, self._about())
        name = "" if chosen is None else f"{chosen.name} {chosen.components[self.component]}".strip()
        self.panel.scale(name, None if chosen is None else vtk_painter.colours(limits))
        self._curve(chosen, name)
        self.window.Render()

    def _about(self) -> list[str]:
        if self.picked is not None:
            return lines_about(self.album, self.state, self.picked)
        parts = [f"{name} ({part.element}, {sum(map(len, part.cells.values()))})"
                 for name, part in self.album.result.parts.items()]
        return [*parts, *(text for text, _ in self.marks.marks.legend)]

    def _curve(self, chosen: Field | None, name: str) -> None:
        row = -1 if chosen is None or self.picked is None else self.picked.row(chosen)
        if row < 0 or chosen is None or len(self.album) < 2:
            self.panel.curve("", [], np.zeros(0), 0.0)
            return
        assert self.picked is not None
        of = node_name(self.album, row) if chosen.of_nodes else self.album.cell_name(row)
        self.panel.curve(f"{name} of {of}", self.album.times, self.colours.curve(chosen, self.component, row),
                         self.album.times[self.state])

    def look(self, key: str) -> None:
        """Looks from one of VIEWS, so that everything is seen."""
        e, a = np.radians(VIEWS[key])
        back = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
        up = np.array([-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)])
        camera = self.renderer.GetActiveCamera()
        camera.SetFocalPoint(0, 0, 0)
        camera.SetPosition(*back)
        camera.SetViewUp(*up)
        self.fit()

    def fit(self) -> None:
        """Moves the eye so that everything is seen above the slider."""
        self.renderer.ResetCamera()
        self.renderer.GetActiveCamera().Zoom(ZOOM)

    # ---- what the user does ----------------------------------------------------------------------

    def _key(self, *_: Any) -> None:
        self.press_key(self.interactor.GetKeySym() or "")

    def press_key(self, key: str) -> None:
        """Does what a key means; see HELP."""
        if key in VIEWS:
            self.look(key)
        elif key in ("Right", "Left"):
            return self.show(self.state + (1 if key == "Right" else -1))
        elif key in ("r", "R"):
            count = len(self.fields) + 1
            self.chosen = (self.chosen + (1 if key == "r" else -1) + 1) % count - 1
            self.component = 0
            return self.colour()
        elif key == "c" and self.chosen >= 0:
            self.component = (self.component + 1) % len(self.fields[self.chosen].components)
            return self.colour()
        elif key == "space":
            self.playing = not self.playing
            self.tick = 0
            if not self.playing:
                return self.show(self.state)
        elif key == "f":
            self.fit()
        elif key == "h":
            self.panel.help(HELP)
        elif key in ("m", "l", "g"):
            which = {"m": self.marks.actors, "l": [b.edges for b in self.bodies if b.solid],
                     "g": [b.ghost for b in self.bodies]}[key]
            for actor in which:
                actor.SetVisibility(not actor.GetVisibility())
        elif key in ("q", "e", "Escape"):
            return self.interactor.TerminateApp()
        self.window.Render()

    def _press(self, *_: Any) -> None:
        self.pressed = self.interactor.GetEventPosition()
        self.style.OnLeftButtonDown()

    def _release(self, *_: Any) -> None:
        self.style.OnLeftButtonUp()
        x, y = self.interactor.GetEventPosition()
        if abs(x - self.pressed[0]) + abs(y - self.pressed[1]) < DRAG:
            self.pick(x, y)

    def pick(self, x: int, y: int) -> None:
        """Picks what is seen at a pixel, from the lower left corner of the window."""
        from vtkmodules.vtkRenderingCore import vtkCellPicker
        picker = vtkCellPicker()
        picker.SetTolerance(0.004)
        if not picker.Pick(x, y, 0, self.renderer):
            return
        for own in self.bodies:
            for actor, rows, cells in ((own.faces, own.body.triangles, own.body.cells),
                                       (own.edges, own.body.lines, own.body.line_cells)):
                if actor is not picker.GetActor():
                    continue
                corners = rows[picker.GetCellId()]
                at = np.array([own.points.GetPoint(c) for c in corners])
                near = corners[np.linalg.norm(at - picker.GetPickPosition(), axis=1).argmin()]
                node = own.body.nodes[near, int(own.body.share[near] > 0.5)]
                self.picked = Picked(own.body.part, int(cells[picker.GetCellId()]), int(node))
                self.colour()

    def _slide(self, value: float) -> None:
        if round(value) != self.state:
            self.show(round(value))

    # ---- time ------------------------------------------------------------------------------------

    def _time(self, *_: Any) -> None:
        self.tick += 1
        if self.playing and self.album.swings:
            self.show(self.state, float(np.sin(2 * np.pi * self.tick / SWING)))
        elif self.playing:
            self.show(self.state + 1)
        if self.follow and self.tick % (LOOK // TICK) == 0:
            self.refresh()

    def refresh(self) -> bool:
        """Shows the last state of the run if there is a new one. Returns whether there was."""
        before = len(self.album)
        self.album.result.refresh()
        self.album.refresh()
        if len(self.album) == before:
            return False
        self.fields = self.album.fields()
        if self.state == before - 1 and not self.playing:
            self.show(len(self.album) - 1)
        else:
            self.colour()
        return True

    def run(self) -> None:
        """Shows the window until the user closes it."""
        self.interactor.Initialize()
        self.interactor.CreateRepeatingTimer(TICK)
        self.window.Render()
        self.interactor.Start()


def open_window(view: ResultView, follow: bool) -> None:
    """Opens a window on the screen, or raises FsolveError."""
    if not window.installed():
        raise FsolveError("a window needs VTK (python3-vtk9), which is not installed; --html FILE writes a page instead")
    if window.needs_x() and not window.screen_answers(os.environ.get("DISPLAY", "")):
        raise FsolveError("there is no screen for a window; --html FILE writes a page instead")
    Viewer(view, follow=follow).run()
