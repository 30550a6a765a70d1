# SPDX-License-Identifier: BSD-2-Clause
"""Reads the output file of a run by name, also while the run writes it."""
from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from fsolve.error import FsolveError, missing
from fsolve.needs import remedy
from fsolve.layout import damaged, misfit

if TYPE_CHECKING:
    import h5py

T = TypeVar("T")
PATIENCE = 5.0  # [s] to wait for a run that is flushing its file, which takes milliseconds
# Names of components by the number of columns.
COMPONENTS = {3: ("x", "y", "z"), 4: ("w", "x", "y", "z"), 6: ("x", "y", "z", "rx", "ry", "rz")}


def column(name: str, width: int, component: str | int) -> int:
    """Returns the number of a component, given as one of COMPONENTS or counted from 0."""
    names = COMPONENTS.get(width, ())
    if width == 1:
        raise FsolveError(f"{name} is one number, without components")
    if component in names:
        return names.index(component)
    if str(component).isdigit() and int(component) < width:
        return int(component)
    has = ", ".join(names) if names else f"0 to {width - 1}"
    raise FsolveError(f"{name} has no component {component!r}; it has {has}")


def labels(values: np.ndarray) -> list[str]:
    """Returns the labels of the columns of a history.

    Shape [m] has one empty label, [m][c] has "x", ..., and [m][cells][c] has "0 x", ..., "1 x", ...
    """
    width = values.shape[-1] if values.ndim > 1 else 1
    names = [""] if width == 1 and values.ndim != 2 else COMPONENTS.get(width, range(width))
    cells = [f"{cell} " for cell in range(values.shape[1])] if values.ndim > 2 else [""]
    return [f"{cell}{name}".strip() for cell in cells for name in names]


def text(value: Any) -> str:
    """Returns a text of the file, which h5py gives as bytes, as a str."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def is_dataset(item: Any) -> bool:
    """Returns whether an item of a file is a dataset, and not a group or None."""
    return hasattr(item, "shape")


class File:
    """An output file.

    The file is open only while something is read: a reader that keeps it open sees no new steps.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path = os.fspath(path)

    def look(self, action: Callable[[h5py.File], T]) -> T:
        """Opens the file and returns action(file).

        The file cannot be opened, or changes, while a run flushes it. Then this tries again.
        """
        try:
            import h5py  # it takes longer than the rest of the package, and a case does not need it
        except ImportError:
            raise FsolveError(f"{self.path}: to read files, {remedy(['h5py'])}") from None

        end = time.monotonic() + PATIENCE
        while True:
            try:
                with h5py.File(self.path, "r") as f:
                    return action(f)
            except FsolveError:
                raise
            except FileNotFoundError:
                raise FsolveError(f"{self.path}: there is no such file") from None
            except (OSError, LookupError, RuntimeError, ValueError, TypeError,
                    AttributeError, MemoryError) as error:
                if time.monotonic() > end or not self.in_use():
                    reason = (str(error).splitlines() or [type(error).__name__])[0]
                    raise FsolveError(
                        f"{self.path} is no HDF5 file that can be read ({reason})") from None
                time.sleep(0.02)

    def in_use(self) -> bool:
        """Returns True if a run, or another reader at this moment, has locked the file."""
        try:
            file = open(self.path, "rb")
        except OSError:
            return False
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
            return False

    def datasets(self, root: str) -> dict[str, Any]:
        """Returns {path relative to a group: values} of all numbers below the group, read at once."""
        def collect(f: h5py.File) -> dict[str, Any]:
            found: dict[str, Any] = {}

            def visit(name: str, item: Any) -> None:
                if is_dataset(item):
                    wrong = misfit(f"{root}/{name}", item.dtype, item.shape)
                    if wrong:
                        raise damaged(self.path, wrong)
                    found[name] = item[()]

            if root in f and not is_dataset(f[root]):
                f[root].visititems(visit)
            return found

        return self.look(collect)

    def names(self, root: str) -> list[str]:
        """Returns the paths of all datasets below a group, relative to the group."""
        def collect(f: h5py.File) -> list[str]:
            found: list[str] = []

            def visit(name: str, item: Any) -> None:
                if is_dataset(item):
                    found.append(name)

            if root in f and not is_dataset(f[root]):
                f[root].visititems(visit)
            return found

        return self.look(collect)

    def has(self, path: str) -> bool:
        """Returns True if the file has this group or dataset."""
        return self.look(lambda f: path in f)

    def read(self, path: str, what: str = "dataset", rows: int | None = None) -> Any:
        """Returns a dataset, or its first rows. A text becomes a list of words."""
        def values(f: h5py.File) -> Any:
            item = f.get(path)
            if not is_dataset(item):
                return None
            wrong = misfit(path, item.dtype, item.shape)
            if wrong:
                raise damaged(self.path, wrong)
            return item[:rows] if item.shape else item[()]

        found = self.look(values)
        if found is None:
            root, _, name = path.strip("/").partition("/")
            raise missing(self.path, what, name, self.names(root))
        return text(found).split(",") if isinstance(found, bytes) else found

    def attributes(self, path: str = "/") -> dict[str, Any]:
        """Returns the attributes of a group or dataset, {} if the file does not have it."""
        def values(f: h5py.File) -> dict[str, Any]:
            if path not in f:
                return {}
            return {k: text(v) if isinstance(v, bytes) else v for k, v in f[path].attrs.items()}

        return self.look(values)


class Group:
    """Datasets by name, as g["shape"] or g.shape, and groups of them.

    The names may come from several groups of the file. Histories of several files are joined.
    """

    def __init__(self, title: str, paths: dict[str, Any], read: Callable[[Any], Any]):
        """paths: {name: argument of read}"""
        self._title, self._paths, self._read = title, paths, read

    def names(self) -> list[str]:
        return sorted(self._paths)

    def __dir__(self) -> list[str]:
        return sorted({n.split("/")[0] for n in self._paths})

    def __contains__(self, name: str) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __getitem__(self, name: str) -> Any:
        if name in self._paths:
            return self._read(self._paths[name])
        start = name + "/"
        below = {n[len(start):]: path for n, path in self._paths.items() if n.startswith(start)}
        if not below:
            raise missing(self._title, "value", name, self._paths)
        return Group(f"{self._title}/{name}", below, self._read)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except FsolveError as error:
            raise AttributeError(error.message) from None

    def __repr__(self) -> str:
        return f"<{self._title}: {', '.join(self.names())}>"
