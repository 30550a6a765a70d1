# SPDX-License-Identifier: BSD-2-Clause
"""The window of VTK in which pictures are painted. It needs no screen.

Debian's VTK paints in windows of X alone. This module therefore starts Xvfb, an X server without a
screen, once in a process. It ends as soon as the window is closed, also if the process is killed.
Without Xvfb the window is on the screen of DISPLAY, but is not shown.
"""
from __future__ import annotations

import atexit
import contextlib
import ctypes
import ctypes.util
import functools
import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

PATIENCE = 20  # seconds until Xvfb must be ready
OPEN: dict[str, Any] = {}  # the window and the server of this process
WANTED = {"bodies": False}  # see with_bodies()


def chosen() -> bool:
    """Returns whether the user has not chosen matplotlib by the variable FSOLVE_PAINTER."""
    return os.environ.get("FSOLVE_PAINTER", "vtk") != "matplotlib"


@functools.lru_cache(maxsize=None)
def installed() -> bool:
    """Returns whether VTK is installed."""
    try:
        from vtkmodules import vtkRenderingOpenGL2  # noqa: F401
        return True
    except ImportError:
        return False


@functools.lru_cache(maxsize=None)
def needs_x() -> bool:
    """Returns whether the windows of this VTK are windows of X."""
    from vtkmodules import vtkRenderingOpenGL2  # noqa: F401
    from vtkmodules.vtkRenderingCore import vtkRenderWindow
    return "XOpenGL" in vtkRenderWindow().GetClassName()


@functools.lru_cache(maxsize=None)
def screen_answers(name: str) -> bool:
    """Returns whether there is an X server. Without one VTK ends the process."""
    path = ctypes.util.find_library("X11")
    if not name or not path:
        return False
    x11 = ctypes.CDLL(path)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    opened = x11.XOpenDisplay(name.encode())
    if opened:
        x11.XCloseDisplay(ctypes.c_void_p(opened))
    return bool(opened)


@functools.lru_cache(maxsize=None)
def usable() -> bool:
    """Returns whether VTK can paint here."""
    if not installed():
        return False
    if not needs_x() or shutil.which("Xvfb"):
        return True
    return screen_answers(os.environ.get("DISPLAY", ""))


def available() -> bool:
    """Returns whether pictures are made of bodies in three dimensions, which VTK paints."""
    return WANTED["bodies"] or chosen() and usable()


@contextlib.contextmanager
def with_bodies() -> Iterator[None]:
    """Makes pictures of bodies that something else than VTK paints, such as a browser."""
    before = WANTED["bodies"]
    WANTED["bodies"] = True
    try:
        yield
    finally:
        WANTED["bodies"] = before


def start_server() -> tuple[subprocess.Popen[bytes] | None, str]:
    """Starts Xvfb. Returns its process and the name of its display, or None and $DISPLAY."""
    program = shutil.which("Xvfb") if needs_x() else None
    if not program:
        return None, os.environ.get("DISPLAY", "")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [program, "-displayfd", str(writing), "-terminate", "-screen", "0", "64x64x24",
         "-nolisten", "tcp"], pass_fds=[writing], start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        ready = select.select([pipe], [], [], PATIENCE)[0]
        number = pipe.readline().strip() if ready else b""
    if number:
        return process, ":" + number.decode()
    process.kill()
    process.wait()
    return None, os.environ.get("DISPLAY", "")


@contextlib.contextmanager
def display(name: str) -> Iterator[None]:
    """Names the display for the libraries of X."""
    before = os.environ.get("DISPLAY")
    if name:
        os.environ["DISPLAY"] = name
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("DISPLAY", None)
        else:
            os.environ["DISPLAY"] = before


def window() -> Any:
    """Returns the window of this process, a vtkRenderWindow that is not shown."""
    if not OPEN:
        from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow
        process, name = start_server()
        made = vtkRenderWindow()
        made.SetOffScreenRendering(1)
        made.SetMultiSamples(0)
        made.SetSize(16, 16)
        first = vtkRenderer()
        made.AddRenderer(first)
        with display(name):
            made.Render()  # opens the connection to the server
        made.RemoveRenderer(first)
        OPEN.update(window=made, server=process)
    return OPEN["window"]


@atexit.register
def close() -> None:
    """Closes the window; its server then ends."""
    if not OPEN:
        return
    made, server = OPEN.pop("window"), OPEN.pop("server")
    made.Finalize()
    del made
    if server:
        try:
            server.wait(2)
        except subprocess.TimeoutExpired:
            server.kill()


def forget() -> None:
    """Leaves the window to the parent process, whose connection to the server it uses."""
    if OPEN:
        OPEN["window"].Register(None)  # this process never closes it
        OPEN.clear()


os.register_at_fork(after_in_child=forget)
