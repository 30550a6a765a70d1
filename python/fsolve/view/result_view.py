# SPDX-License-Identifier: BSD-2-Clause
"""A result that turns under the mouse: as a page for browsers, in a notebook, in a window."""
from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING

from fsolve.error import FsolveError, check_new, missing
from fsolve.layout import computing
from fsolve.units import Units
from fsolve.view.album import SIZE, Album
from fsolve.view.page import page_of

if TYPE_CHECKING:
    from fsolve.result import Path, Result

TALL = 560  # height of a notebook's picture [pixel]


class ResultView:
    """A view of a result. In a notebook it shows itself.

    result    which is shown: its modes or shapes of buckling, else its frames
    colour    "field" or "field:component" that colours the structure at first; None: the parts do
    scale     factor of the displacements; None: 1, or one that makes them visible
    units     of the values, such as "kN,m"; None: those of the case, without a name
    case_units  of the case
    """

    def __init__(self, result: Result, colour: str | None = None, scale: float | None = None,
                 units: str | None = None, case_units: str = "N,m"):
        with computing(result.file, "a view"):
            self.album = Album(result, scale)
            self.units, self.named = Units(units, case_units), units is not None
            self.colour = None if colour is None else self._known(colour)

    def _known(self, colour: str) -> str:
        """Returns the name and the component of a field, or raises FsolveError."""
        name, _, component = colour.partition(":")
        there = {f.name: f for f in self.album.fields()}
        if name not in there:
            raise missing(self.album.result.file, "field", name, there)
        names = there[name].components
        if component and component not in names:
            raise FsolveError(f"{name} has no component '{component}'; it has {', '.join(n for n in names if n != SIZE)}")
        return f"{name}:{component or names[0]}"

    def html(self) -> str:
        """Returns a page for browsers that needs no other file and no server."""
        with computing(self.album.result.file, "a view"):
            return page_of(self.album, self.units, self.named, self.colour)

    def write(self, path: Path, overwrite: bool = False) -> str:
        """Writes this page, and returns its path. overwrite: replaces a file that exists."""
        path = os.fspath(path)
        check_new(path, overwrite)
        text = self.html()
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise FsolveError(f"{path}: {error.strerror}") from None
        return path

    def show(self, follow: bool = False) -> None:
        """Opens a window, and returns when the user closes it.

        follow: the window shows new frames while the run writes them
        """
        from fsolve.view.viewer import open_window
        open_window(self, follow)

    def _repr_html_(self) -> str:
        page = html.escape(self.html(), quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="{TALL}" style="border: 0"></iframe>'
