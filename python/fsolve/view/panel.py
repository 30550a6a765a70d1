# SPDX-License-Identifier: BSD-2-Clause
"""The panel around the structure in a window of VTK: a slider, texts, a scale of colours, a curve."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

WIDE = 78  # characters of a line of text
LINES = 24  # of text
INK = 0.13, 0.13, 0.13


def text_actor(size: int, place: tuple[float, float], top: bool = True) -> Any:
    """Returns a text at a place of the window, from 0 to 1."""
    from vtkmodules.vtkRenderingCore import vtkTextActor
    actor = vtkTextActor()
    look = actor.GetTextProperty()
    look.SetFontSize(size)
    look.SetColor(*INK)
    look.SetLineSpacing(1.25)
    look.SetVerticalJustificationToTop() if top else look.SetVerticalJustificationToBottom()
    actor.GetPositionCoordinate().SetCoordinateSystemToNormalizedViewport()
    actor.SetPosition(*place)
    return actor


def slider_of(interactor: Any, moved: Callable[[float], None]) -> Any:
    """Returns a slider at the bottom of the window. moved is called with its value."""
    from vtkmodules.vtkInteractionWidgets import vtkSliderRepresentation2D, vtkSliderWidget
    look = vtkSliderRepresentation2D()
    for point, x in ((look.GetPoint1Coordinate(), 0.05), (look.GetPoint2Coordinate(), 0.6)):
        point.SetCoordinateSystemToNormalizedDisplay()
        point.SetValue(x, 0.06)
    look.SetLabelFormat("%.0f")
    look.SetTubeWidth(0.004)
    look.SetSliderWidth(0.02)
    look.SetSliderLength(0.015)
    for part in (look.GetTubeProperty(), look.GetCapProperty()):
        part.SetColor(0.75, 0.75, 0.75)
    look.GetSliderProperty().SetColor(0.12, 0.47, 0.71)
    look.GetLabelProperty().SetColor(*INK)
    look.GetLabelProperty().ShadowOff()
    slider = vtkSliderWidget()
    slider.SetInteractor(interactor)
    slider.SetRepresentation(look)
    slider.SetAnimationModeToJump()
    slider.AddObserver("InteractionEvent", lambda *_: moved(look.GetValue()))
    return slider


class Panel:
    """The surroundings of the structure; moved(state) is called when the user moves the slider."""

    def __init__(self, renderer: Any, interactor: Any, moved: Callable[[float], None]):
        from vtkmodules.vtkChartsCore import vtkChartXY
        from vtkmodules.vtkCommonCore import vtkLookupTable
        from vtkmodules.vtkInteractionWidgets import vtkOrientationMarkerWidget
        from vtkmodules.vtkRenderingAnnotation import vtkAxesActor, vtkScalarBarActor
        from vtkmodules.vtkRenderingContext2D import vtkContextActor
        self.renderer, self.bar = renderer, vtkScalarBarActor()
        self.head, self.about = text_actor(17, (0.015, 0.985)), text_actor(13, (0.70, 0.985))
        self.hint, self.manual = text_actor(12, (0.015, 0.945)), text_actor(13, (0.015, 0.91))
        self.hint.SetInput("h: help")
        self.chart, self.frame = vtkChartXY(), vtkContextActor()
        self.frame.GetScene().AddItem(self.chart)
        self.chart.SetAutoSize(False)
        self.sliding, self.widget = False, slider_of(interactor, moved)
        self.bar.SetNumberOfLabels(5)
        self.bar.SetUnconstrainedFontSize(True)
        self.bar.SetPosition(0.65, 0.02)
        self.bar.SetWidth(0.32)
        self.bar.SetBarRatio(0.3)
        self.bar.SetTextPositionToPrecedeScalarBar()
        self.bar.SetLookupTable(vtkLookupTable())
        self.bar.SetHeight(0.1)
        self.bar.SetOrientationToHorizontal()
        for look in (self.bar.GetTitleTextProperty(), self.bar.GetLabelTextProperty()):
            look.SetColor(*INK)
            look.SetFontSize(14)
            look.ShadowOff()
            look.ItalicOff()
            look.BoldOff()
        for actor in (self.head, self.about, self.hint, self.manual, self.bar, self.frame):
            renderer.AddActor2D(actor) if actor is not self.frame else renderer.AddActor(actor)
        self.frame.GetScene().SetRenderer(renderer)
        self.axes = vtkOrientationMarkerWidget()
        self.axes.SetOrientationMarker(vtkAxesActor())
        self.axes.SetInteractor(interactor)
        self.axes.SetViewport(0, 0.08, 0.12, 0.24)

    def start(self) -> None:
        """Shows what needs a window that is open."""
        self.axes.EnabledOn()
        self.axes.InteractiveOff()

    def slider(self, k: int, count: int) -> None:
        """Shows the number of the state."""
        look = self.widget.GetRepresentation()
        look.SetMinimumValue(0)
        look.SetMaximumValue(max(count - 1, 1))
        look.SetValue(k)
        self.widget.SetEnabled(count > 1)

    def write(self, head: str, about: list[str]) -> None:
        """Writes a title, and lines on the right."""
        self.head.SetInput(head)
        lines = [line if len(line) <= WIDE else line[:WIDE - 3] + "..." for line in about]
        self.about.SetInput("\n".join(lines[:LINES] + ["..."] * (len(lines) > LINES)))

    def help(self, text: str) -> None:
        """Shows the help, or hides it."""
        self.manual.SetInput("" if self.manual.GetInput() else text)

    def scale(self, name: str, table: Any) -> None:
        """Shows the scale of colours; table: None for none."""
        self.bar.SetVisibility(table is not None)
        if table is not None:
            self.bar.SetLookupTable(table)
            self.bar.SetTitle(name)

    def curve(self, name: str, x: list[float], y: np.ndarray, now: float) -> None:
        """Shows a curve with a cursor at x = now; without points it hides the chart."""
        from vtkmodules.util.numpy_support import numpy_to_vtk
        from vtkmodules.vtkCommonDataModel import vtkTable
        self.frame.SetVisibility(len(y) > 1)
        self.chart.ClearPlots()
        if len(y) < 2:
            return
        width, height = self.renderer.GetSize()
        from vtkmodules.vtkCommonDataModel import vtkRectf
        self.chart.SetSize(vtkRectf(0.70 * width, 0.17 * height, 0.28 * width, 0.28 * height))
        self.chart.SetTitle(name)
        for values, at, color in ((y, np.array(x), (31, 119, 180)),
                                  (np.array([y.min(), y.max()]), np.array([now, now]), (214, 39, 40))):
            table = vtkTable()
            for label, column in (("x", at), ("y", values)):
                array = numpy_to_vtk(np.ascontiguousarray(column, float), deep=1)
                array.SetName(label)
                table.AddColumn(array)
            line = self.chart.AddPlot(0)  # a line
            line.SetInputData(table, 0, 1)
            line.SetColor(*color, 255)
            line.SetWidth(1.5)
        self.chart.GetAxis(0).SetTitle("")
        self.chart.GetAxis(1).SetTitle("")
        self.chart.RecalculateBounds()
