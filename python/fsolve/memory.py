# SPDX-License-Identifier: BSD-2-Clause
"""The results of a case in memory, read by name as from an output file."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from fsolve.error import FsolveError, missing
from fsolve.file import File

if TYPE_CHECKING:
    from fsolve.case import Case

T = TypeVar("T")


class Dataset:
    """A result of a case, with the members of a dataset of h5py that readers use."""

    def __init__(self, value: np.ndarray | str):
        self.value = value

    @property
    def shape(self) -> tuple[int, ...]:
        return () if isinstance(self.value, str) else self.value.shape

    def __getitem__(self, rows: Any) -> Any:
        return self.value if isinstance(self.value, str) else self.value[rows]


class Root:
    """The results of a case, with the members of a file of h5py that readers use."""

    def __init__(self, case: Case):
        self.case, self.keys = case, set(case.keys())

    def __contains__(self, path: str) -> bool:
        start = "/" + path.strip("/")
        return start in self.keys or any(k.startswith(start.rstrip("/") + "/") for k in self.keys)

    def __getitem__(self, path: str) -> Dataset:
        return Dataset(self.case["/" + path.strip("/")])

    @property
    def attrs(self) -> dict[str, Any]:
        return self.attributes("/")

    def attributes(self, path: str) -> dict[str, Any]:
        start = "/" + path.strip("/") + "@"
        values = {k[len(start):]: self.case[k] for k in self.keys if k.startswith(start)}
        return {k: v[0] if isinstance(v, np.ndarray) and v.shape == (1,) else v for k, v in values.items()}


class MemoryFile(File):
    """The contents that an output file of a case would have, on one rank."""

    def __init__(self, case: Case):
        super().__init__("the case in memory")
        self.case = case

    def look(self, action: Callable[[Any], T]) -> T:
        root = Root(self.case)
        if not root.keys:
            raise FsolveError("the case has no results yet: take a step, or run it")
        if "/mesh/nodes" in root.keys:
            self.case.whole("/mesh/nodes")
        return action(root)

    def in_use(self) -> bool:
        return True

    def names(self, root: str) -> list[str]:
        start = "/" + root.strip("/")
        start = start.rstrip("/") + "/"
        return [k[len(start):] for k in self.case.keys() if k.startswith(start) and "@" not in k]

    def datasets(self, root: str) -> dict[str, Any]:
        return {name: self.read(f"{root}/{name}") for name in self.names(root)}

    def read(self, path: str, what: str = "dataset", rows: int | None = None) -> Any:
        found = self.look(lambda f: f[path] if "/" + path.strip("/") in f.keys else None)
        if found is None:
            root, _, name = path.strip("/").partition("/")
            raise missing(self.path, what, name, self.names(root))
        if isinstance(found.value, str):
            return found.value.split(",")
        return found[:rows]

    def attributes(self, path: str = "/") -> dict[str, Any]:
        return self.look(lambda f: f.attributes(path))
